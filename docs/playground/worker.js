// Python, in a thread of its own: the page stays responsive, and can end it in the middle of anything.
import { loadPyodide } from "./lib/pyodide.mjs";

const FIRST = ["numpy", "flint", "gametheory"]; // what the first table needs; other libraries are loaded when imported
const began = performance.now();
const index = await (await fetch("lib/index.json")).json();
const megabytes = (name) => `${(index.sizes[name] / 1e6).toFixed(1)} MB`;
let python, runner;

// A synchronous request, which only a worker may make: `import` cannot wait for any other.
function read(name) {
  postMessage({ loading: `Loading ${name.split("-")[0].replace("_exact", "")}, ${megabytes(name)}` });
  const request = new XMLHttpRequest();
  request.open("GET", `lib/${name}`, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`lib/${name} is not there`);
  return python.toPy(new Uint8Array(request.response)).tobytes();
}

async function start() {
  postMessage({ loading: `Loading Python, ${megabytes("pyodide.asm.wasm")}`, done: 0.1 });
  python = await loadPyodide({ indexURL: new URL("lib/", location).href });
  postMessage({ loading: "Starting Python", done: 0.4 });
  const site = python.runPython("import site; site.getsitepackages()[0]");
  for (const name of ["runner.py", "pygraphviz.py"])
    python.FS.writeFile(`${site}/${name}`, await (await fetch(name)).text());
  runner = python.pyimport("runner");
  runner.install(python.toPy(index.wheels), read, site);
  for (const [number, name] of FIRST.entries()) {
    python.pyimport(name);
    postMessage({ loading: "Starting Python", done: 0.5 + (0.5 * (number + 1)) / FIRST.length });
  }
  postMessage({ ready: (performance.now() - began) / 1000 });
}

const started = start().catch((error) => postMessage({ failed: String(error.message ?? error) }));

onmessage = async ({ data }) => {
  await started;
  const start = performance.now();
  const show = (kind, content) => postMessage({ id: data.id, kind, content });
  try {
    const good = (data.table === undefined ? runner.run : runner.equilibria)(data.table ?? data.program, show);
    postMessage({ id: data.id, good, seconds: (performance.now() - start) / 1000 });
  } catch (error) { // Python itself has ended, for example without memory
    const words = `${error.name}: ${error.message}`;
    if (/memory/i.test(words)) postMessage({ failed: "not enough memory" });
    else if (/RangeError|recursion/i.test(words)) postMessage({ failed: "too many calls inside one another" });
    else postMessage({ failed: words.split("\n")[0] });
  }
};
