// Compiles Python files, and Python's own library, with the Python of Pyodide, and takes its memory once a small game has been checked, drawn and made playable with them: `node compile.mjs PYODIDE SOURCES OUT`
// writes `gamedsl.zip`, `python_stdlib.zip` and `memory` into the folder OUT. Files that are data stay as they are.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, sources, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodide).href);
const python = await loadPyodide();

function* below(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* below(path);
    else yield path;
  }
}

for (const path of below(sources)) {
  const place = `/sources/${relative(sources, path).split(sep).join("/")}`;
  python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
  python.FS.writeFile(place, readFileSync(path));
}
python.runPython(`
import importlib.util, marshal, pathlib, sys, types, zipfile

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)

# Parts of the library for terminals, tests and old protocols, which nothing here imports.
UNUSED = {"_pyrepl", "doctest", "ftplib", "idlelib", "imaplib", "mailbox", "pdb", "poplib", "pydoc", "pydoc_data", "smtplib", "unittest", "wsgiref", "xmlrpc"}

def spare(code):
    """Leaves out which line each instruction comes from: a quarter of the bytes, and nobody reads it in a browser."""
    inside = tuple(spare(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    units = len(code.co_code) // 2
    lengths = [min(8, units - at) for at in range(0, units, 8)]
    return code.replace(co_consts=inside, co_linetable=bytes(0x80 | 15 << 3 | length - 1 for length in lengths))

def compiled(name, data):
    # Commands take their help from docstrings; nothing else needs them.
    code = compile(data, name, "exec", dont_inherit=True, optimize=0 if "cli/" in name else 2)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(spare(code))

root = pathlib.Path("/sources")
with zipfile.ZipFile("/made.zip", "w", zipfile.ZIP_STORED) as made:
    for place in sorted(root.rglob("*")):
        name = place.relative_to(root).as_posix()
        if place.is_dir():
            continue
        if place.suffix == ".py":
            made.writestr(zipfile.ZipInfo(name + "c"), compiled(name, place.read_bytes()))
        # The library that modules share is read as text, and compiled by the emitter.
        if place.suffix != ".py" or "wasm/runtime/" in name:
            made.writestr(zipfile.ZipInfo(name), place.read_bytes())

library = next(path for path in sys.path if path.endswith(".zip"))
with zipfile.ZipFile(library) as given, zipfile.ZipFile("/library.zip", "w", zipfile.ZIP_STORED) as made:
    for name in given.namelist():
        if name.partition("/")[0].removesuffix(".py") in UNUSED:
            continue
        if name.endswith(".py"):
            made.writestr(zipfile.ZipInfo(name + "c"), compiled(name, given.read(name)))
        else:
            made.writestr(zipfile.ZipInfo(name), given.read(name))
`);
writeFileSync(join(out, "gamedsl.zip"), python.FS.readFile("/made.zip"));
writeFileSync(join(out, "python_stdlib.zip"), python.FS.readFile("/library.zip"));

// A worker that begins with this memory imports nearly nothing. Workers have the same environment and the same file (workshop/src/python.ts).
const begun = await loadPyodide({ _makeSnapshot: true, stdLibURL: join(out, "python_stdlib.zip"), env: { HOME: "/home/web", GAMEDSL_CACHE: "/home/cache", PYTHONHASHSEED: "0" } });
begun.FS.writeFile("/lib/gamedsl.zip", readFileSync(join(out, "gamedsl.zip")));
begun.runPython(`
import gc, json, linecache, sys
sys.path.insert(0, "/lib/gamedsl.zip")
from gamedsl.bases import content, files_of_games
from gamedsl.lsp.messages import serve_messages
from gamedsl.tab.jobs import Desk

# Much is imported and made when it is needed first. Here it is needed once, by a small game, and later in no worker.
serve_messages(lambda _: None)
rules = content(next(str(place) for place in files_of_games() if place.stem == "nim")).decode()
desk = Desk("/home/begun")
for job in ("look", "page", "graph"):
    desk.do(json.dumps({"id": 0, "job": job, "files": {"nim.gdl": rules}, "main": "nim.gdl", "setup": ""}), lambda _: None)
del desk, job, rules
linecache.clearcache()
gc.collect()
`);
writeFileSync(join(out, "memory"), begun.makeMemorySnapshot());
