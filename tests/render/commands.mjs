// node commands.mjs LIB RUNNER FOLDER COMMANDS: run commands of the program under Pyodide in a folder, and print a line
// of JSON for each.
import fs from "fs";
import { pathToFileURL } from "url";
const [lib, runnerFile, folder, commands] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${lib}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: lib });
const site = python.runPython("import site; site.getsitepackages()[0]");
python.FS.writeFile(`${site}/runner.py`, fs.readFileSync(runnerFile, "utf8"));
const read = (name) => python.toPy(new Uint8Array(fs.readFileSync(`${lib}/${name}`))).tobytes();
const { wheels } = JSON.parse(fs.readFileSync(`${lib}/index.json`));
python.pyimport("runner").install(python.toPy(wheels), read, site);
python.FS.mkdirTree("/folder");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/folder");
python.runPython("import os; os.chdir('/folder')");
const call = python.runPython(`
import contextlib, io, json, traceback
from gametheory.cli import main

def call(words):
    streams = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        try:
            status = main(words.split())
        except BaseException:
            status = traceback.format_exc()
    return json.dumps([status, *(stream.getvalue() for stream in streams)])

call`);
for (const words of JSON.parse(commands)) console.log(call(words));
