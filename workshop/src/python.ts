// A worker with Python: it runs the language server of the package, or jobs. It has all that it needs from the tab, but for Pyodide's own scripts.
import { type FromWorker, FOLDER, type Role, type ToWorker } from "./messages.js";
import type { Parts } from "./parts.js";

interface Python {
  FS: { writeFile(path: string, data: Uint8Array | string): void; mkdirTree(path: string): void; readdir(path: string): string[]; unlink(path: string): void };
  globals: { set(name: string, value: unknown): void };
  runPython(code: string): unknown;
}

const post = (message: FromWorker): void => self.postMessage(message);

/** Pyodide asks for its files by these names; Python itself is compiled already. */
const answered = ({ library, lock }: Parts) => async (asked: RequestInfo | URL): Promise<Response> => {
  const name = String(asked instanceof Request ? asked.url : asked).split("/").pop() ?? "";
  return new Response({ "python_stdlib.zip": library, "pyodide-lock.json": lock }[name] ?? null);
};

const BEGIN: Record<Role, string> = {
  editor: `
from gamedsl.lsp.messages import serve_messages
take = serve_messages(post)
`,
  jobs: `
from gamedsl.tab.jobs import Desk
desk = Desk("${FOLDER}")
def take(text):
    desk.do(text, post)
`,
};

/** Pyodide gets the Python that is compiled. It copies a memory into one that is too small for it: its own is made larger before. */
function givePython(python: WebAssembly.Module, bytes: number): void {
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(python, imports);
    const own = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
    if (own && own.buffer.byteLength < bytes) own.grow(Math.ceil((bytes - own.buffer.byteLength) / PAGE));
    return { module: python, instance };
  };
}

const PAGE = 65_536;

/** Its scripts are loaded while the tab has not sent the parts yet. */
const pyodide = import(new URL("pyodide/pyodide.mjs", import.meta.url).href) as Promise<{ loadPyodide(options: object): Promise<Python> }>;
void import(new URL("pyodide/pyodide.asm.mjs", import.meta.url).href);

/** The memory, where the tab is not asked for it. */
let kept: Promise<ArrayBuffer> | null = null;

async function begin(role: Role, parts: Parts): Promise<void> {
  const { loadPyodide } = await pyodide;
  const memory = parts.memory ?? (await kept);
  const begun = memory && new Uint8Array(memory);
  self.fetch = answered(parts) as typeof fetch;
  givePython(parts.python, begun?.length ?? 0);
  // With the same environment as the memory (compile.mjs).
  const options = { indexURL: new URL("pyodide/", import.meta.url).href, env: { HOME: "/home/web", GAMEDSL_CACHE: "/home/cache", PYTHONHASHSEED: "0" } };
  // A browser in which that does not do begins as if there were no memory.
  const python = await (begun ? loadPyodide({ ...options, _loadSnapshot: begun }).catch(() => loadPyodide(options)) : loadPyodide(options));
  // Rules of strangers are read here: from now on nothing in this worker reaches a network.
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "importScripts"]) Object.defineProperty(self, name, { value: undefined });
  python.FS.mkdirTree(FOLDER);
  python.FS.writeFile("/lib/gamedsl.zip", new Uint8Array(parts.own));
  python.globals.set("post", (text: string) => post({ kind: "message", text }));
  // A memory has the package, and the random numbers of the day when it was made.
  python.runPython(`import random, sys\nrandom.seed()\nif "/lib/gamedsl.zip" not in sys.path: sys.path.insert(0, "/lib/gamedsl.zip")\n${BEGIN[role]}`);
  const take = python.runPython("take") as (text: string) => void;
  worker = { python, take };
  post({ kind: "ready" });
}

let worker: { python: Python; take(text: string): void } | null = null;

function lay(files: Record<string, string>): void {
  const { FS } = worker!.python;
  for (const name of FS.readdir(FOLDER)) if (!(name in files) && !name.startsWith(".")) FS.unlink(`${FOLDER}/${name}`);
  for (const [name, text] of Object.entries(files)) FS.writeFile(`${FOLDER}/${name}`, text);
}

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.kind === "start") begin(data.role, data.parts).catch((error: unknown) => post({ kind: "broken", text: String(error) }));
    else if (data.kind === "memory") kept = fetch(data.path).then((answer) => answer.arrayBuffer());
    else if (data.kind === "ping") post({ kind: "pong" });
    else if (data.kind === "files") lay(data.files);
    else worker?.take(data.text);
  } catch (error) {
    post({ kind: "broken", text: String(error) });
  }
});
