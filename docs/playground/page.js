// The page: an editor, a table, and what Python sends back. Python runs in worker.js.
const $ = (id) => document.getElementById(id);
const editor = $("editor");
const OWN = "gametheory program"; // the names in the storage of this browser
const TABLE = "gametheory table";
const LONGEST_LINK = 30000; // characters; some programs cut longer addresses
let worker, ready, running = 0, asked = 0, solving = 0, waiting = null;

// Python

function startPython() {
  ready = false;
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => take(data);
  worker.onerror = () => fail("it is not next to this page, where “make playground” puts it");
  showButtons();
}

function take(data) {
  if (data.loading) {
    say(data.loading + " …");
    $("progress").classList.add("on");
    if (data.done) $("progress").value = data.done;
  } else if (data.ready) {
    ready = true;
    say(`Ready: Python started in ${data.ready.toFixed(1)} s`);
    $("progress").classList.remove("on");
    solveTable();
  } else if (data.failed) {
    fail(data.failed);
  } else if (data.id === running) {
    if (data.kind) show($("result"), data.kind, data.content);
    else end(`${data.good ? "Done" : "Ended"} after ${data.seconds.toFixed(1)} s`);
  } else if (data.id === solving) {
    takeEquilibria(data);
  }
  showButtons();
}

function fail(reason) {
  if (running) show($("result"), "error", `Python ended: ${reason}`);
  const again = ready;
  stopPython(again ? `Python ended: ${reason}` : `Python cannot start: ${reason}`);
  if (again) startPython();
}

function stopPython(why) {
  worker.terminate();
  ready = false;
  running = solving = 0;
  waiting = null;
  $("progress").classList.remove("on");
  say(why);
}

function say(text) { $("state").textContent = text; }

function end(text) {
  running = 0;
  $("progress").classList.remove("on");
  say(text);
  if (!$("result").hasChildNodes()) show($("result"), "note", "The program shows nothing. Its last line can be a value, such as a solution.");
  sendTable();
}

function showButtons() {
  $("run").disabled = !ready || running > 0;
  $("stop").disabled = !running;
}

// Results

function show(place, kind, content) {
  const last = place.lastElementChild;
  if (kind === "text" && last?.tagName === "PRE") { last.append(content); return; }
  const element = document.createElement({ text: "pre", page: "iframe", note: "p", error: "p" }[kind] ?? "div");
  if (kind === "page") { // a page of its own, which cannot reach this one
    element.sandbox = "allow-scripts";
    element.srcdoc = content;
    element.title = "a page that the program shows";
  } else if (kind === "html") element.append(...clean(content));
  else { element.textContent = content; element.className = kind; }
  place.append(element);
}

// A program can come from a link: what it shows is looked at, and not run.
function clean(html) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  for (const element of body.querySelectorAll("*")) {
    if (/^(script|iframe|object|embed|link|meta|base|form)$/i.test(element.localName)) element.remove();
    for (const { name, value } of [...element.attributes])
      if (/^on/i.test(name) || /^\s*javascript:/i.test(value)) element.removeAttribute(name);
  }
  return body.childNodes;
}

// The program

function run() {
  if (!ready || running) return;
  running = ++asked;
  $("result").replaceChildren();
  say("Running …");
  worker.postMessage({ id: running, program: editor.value });
  showButtons();
}

function stop() {
  stopPython("Stopped");
  show($("result"), "error", "Stopped. The program is still in the editor.");
  startPython();
}

// The storage of the browser survives the end of Python and of the page. It can be full, or switched off.

function store(name, text) {
  try { localStorage.setItem(name, text); } catch { say("This browser does not store what you type."); }
}

function stored(name) {
  try { return localStorage.getItem(name) ?? ""; } catch { return ""; }
}

function indent(event) {
  const { selectionStart: start, selectionEnd: end, value } = editor;
  if (event.key === "Escape") indent.leaves = true;
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); }
  else if (event.key === "Tab" && !event.shiftKey && !indent.leaves) { event.preventDefault(); insert("    "); }
  else if (event.key === "Enter") {
    const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
    const deeper = line.trimEnd().endsWith(":") ? "    " : "";
    event.preventDefault();
    insert("\n" + line.match(/^ */)[0] + deeper);
  }
  if (event.key !== "Escape" && event.key !== "Tab") indent.leaves = false;
  function insert(text) {
    editor.setRangeText(text, start, end, "end");
    editor.dispatchEvent(new Event("input"));
  }
}

async function choose(name) {
  $("example").value = name;
  editor.value = name ? await (await fetch(`examples/${name}.py`)).text() : stored(OWN);
}

// Links: the program, compressed, after the sign #; a server does not see it

async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).text();
}

async function share() {
  const packed = await pack(editor.value);
  if (packed.length > LONGEST_LINK) { $("shared").value = "The program is too long for a link."; return; }
  history.replaceState(null, "", `#program=${packed}`);
  try {
    await navigator.clipboard.writeText(location.href);
    $("shared").value = "Copied.";
  } catch { $("shared").value = "The link is now the address of this page."; }
}

async function open() {
  const [, kind, value] = location.hash.match(/^#(program|example)=(.*)$/) ?? [];
  if (kind === "example" && [...$("example").options].some((each) => each.value === value)) return choose(value);
  if (kind === "program") {
    try {
      editor.value = await unpack(value);
      $("example").value = "";
      return;
    } catch { show($("result"), "error", "This link is not complete: a part of its program is missing."); }
  } else if (location.hash) show($("result"), "error", "This link has no program.");
  await choose(stored(OWN) ? "" : "stones");
}

// The table

const FIRST_TABLE = "\tsilent\tconfess\nsilent\t3, 3\t0, 5\nconfess\t5, 0\t1, 1";
const cells = () => [...$("table").rows].map((row) => [...row.cells].map((cell) => cell.firstChild?.value ?? ""));
const asText = () => cells().map((row) => row.map((cell) => cell.replace(/−/g, "-")).join("\t")).join("\n");
const fromText = (text) => text.split("\n").map((line) => line.split("\t"));

function drawTable(texts) {
  $("table").replaceChildren(...texts.map((line, row) => {
    const tr = document.createElement("tr");
    line.forEach((text, column) => {
      const cell = tr.insertCell();
      if (!row && !column) return;
      const input = document.createElement("input");
      input.value = text;
      input.className = row && column ? "" : "name";
      input.ariaLabel = row && column ? `row ${row}, column ${column}` : `name of ${row ? `row ${row}` : `column ${column}`}`;
      cell.append(input);
    });
    return tr;
  }));
  solveTable();
}

function resize(columns, rows) {
  const texts = cells();
  const height = Math.min(Math.max(texts.length + rows, 2), 13);
  const width = Math.min(Math.max(texts[0].length + columns, 2), 13);
  drawTable(Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) =>
    texts[row]?.[column] ?? (row && column ? "0, 0" : `${row || column}`))));
}

function solveTable() {
  waiting = asText();
  store(TABLE, waiting);
  $("equilibria").classList.add("stale");
  sendTable();
}

function sendTable() { // one table at a time: of those typed meanwhile, the last one counts
  if (!ready || running || solving || waiting === null) return;
  solving = ++asked;
  worker.postMessage({ id: solving, table: waiting });
  waiting = null;
  sendTable.fresh = true;
}

function takeEquilibria(data) {
  if (data.kind) {
    if (sendTable.fresh) $("equilibria").replaceChildren();
    sendTable.fresh = false;
    show($("equilibria"), data.kind, data.content);
    for (const input of document.querySelectorAll("#table input")) input.ariaInvalid = null;
    const [, line, column] = data.kind === "error" && data.content.match(/^line (\d+), column (\d+):/) || [];
    if (line) $("table").rows[line - 1].cells[column - 1].firstChild.ariaInvalid = "true";
    return;
  }
  solving = 0;
  $("progress").classList.remove("on");
  if (waiting === null) $("equilibria").classList.remove("stale");
  sendTable();
}

function asProgram() {
  editor.value = `from gametheory import nash\nfrom gametheory.formats.payoff_table import read_payoff_table\n\n` +
    `table = """\n${cells().map((row) => row.join("; ")).join("\n")}\n"""\nnash(read_payoff_table(table.strip("\\n")))\n`;
  $("example").value = "";
  store(OWN, editor.value);
  editor.focus();
}

// Beginning

$("run").onclick = run;
$("stop").onclick = stop;
$("share").onclick = share;
$("as-program").onclick = asProgram;
$("example").onchange = (event) => choose(event.target.value);
editor.oninput = () => { $("example").value = ""; $("shared").value = ""; store(OWN, editor.value); };
editor.onkeydown = indent;
$("table").oninput = solveTable;
for (const button of document.querySelectorAll("[data-add]")) button.onclick = () => resize(...button.dataset.add.split(",").map(Number));
addEventListener("hashchange", open);

drawTable(fromText(stored(TABLE) || FIRST_TABLE));
resize(0, 0); // at least one row and one column
await open();
startPython();
const index = await fetch("lib/index.json");
if (index.ok) {
  const sizes = Object.entries((await index.json()).sizes);
  const first = sizes.filter(([name]) => /^(pyodide|python|numpy|gametheory)/.test(name));
  const sum = (files) => (files.reduce((total, [, size]) => total + size, 0) / 1e6).toFixed(0);
  $("sizes").textContent = `Loads ${sum(first)} MB first, and the other libraries when a program imports them, ${sum(sizes)} MB in all.`;
}
