// A worker with Python: it runs the language server of the package, or jobs. It needs the network only to begin.
import { type FromWorker, FOLDER, type Role, type ToWorker } from "./messages.js";

interface Python {
  FS: { writeFile(path: string, data: Uint8Array | string): void; mkdirTree(path: string): void; readdir(path: string): string[]; unlink(path: string): void };
  globals: { set(name: string, value: unknown): void };
  runPython(code: string): unknown;
}

const post = (message: FromWorker): void => self.postMessage(message);

/** The bytes of a file, which is unpacked if its name says that it is packed. Each piece that arrives is told. */
async function arrived(path: string): Promise<Response> {
  const answer = await own.fetch(new URL(path, import.meta.url));
  if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
  const told = answer.body.pipeThrough(new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, onward) {
      post({ kind: "progress", bytes: piece.byteLength });
      onward.enqueue(piece);
    },
  }));
  const type = path.includes(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(path.endsWith(".gz") ? told.pipeThrough(new DecompressionStream("gzip")) : told, { headers: { "content-type": type } });
}

const own = { fetch: self.fetch.bind(self) };

/** Pyodide asks for its files by these names. */
function answerPyodide(asked: RequestInfo | URL): Promise<Response> {
  const name = String(asked instanceof Request ? asked.url : asked).split("/").pop() ?? "";
  return arrived(`pyodide/${name === "pyodide.asm.wasm" ? `${name}.gz` : name}`);
}

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

/** The memory of a Python that has imported everything; null if it is not there, or would have to come through a network: it is larger than all else together. */
async function memory(): Promise<Uint8Array | null> {
  const { files } = (await (await own.fetch(new URL("files.json", import.meta.url))).json()) as { files: Record<string, number> };
  if (!(MEMORY in files)) return null;
  const address = new URL(MEMORY, import.meta.url);
  const isNear = ["127.0.0.1", "localhost"].includes(address.hostname);
  if (!isNear && !(await self.caches?.match(address))) return null;
  return new Uint8Array(await (await arrived(MEMORY)).arrayBuffer());
}

/** Pyodide copies a memory into one that is too small for it: its own is made larger before. */
function withRoom(bytes: number): void {
  const grown = ({ instance }: WebAssembly.WebAssemblyInstantiatedSource) => {
    const own = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
    if (own && own.buffer.byteLength < bytes) own.grow(Math.ceil((bytes - own.buffer.byteLength) / PAGE));
  };
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const made = await instantiateStreaming(source, imports);
    grown(made);
    return made;
  };
}

const MEMORY = "memory.gz";
const PAGE = 65_536;

async function begin(role: Role): Promise<void> {
  self.fetch = answerPyodide as typeof fetch;
  const address = new URL("pyodide/pyodide.mjs", import.meta.url).href;
  const [{ loadPyodide }, archive, begun] = await Promise.all([import(address) as Promise<{ loadPyodide(options: object): Promise<Python> }>, arrived("gamedsl.zip.gz").then((answer) => answer.arrayBuffer()), memory()]);
  if (begun) withRoom(begun.length);
  // With the same environment as the memory (compile.mjs).
  const options = { indexURL: new URL("pyodide/", import.meta.url).href, env: { HOME: "/home/web", GAMEDSL_CACHE: "/home/cache", PYTHONHASHSEED: "0" } };
  // A browser in which that does not do begins as if there were no memory.
  const python = await (begun ? loadPyodide({ ...options, _loadSnapshot: begun }).catch(() => loadPyodide(options)) : loadPyodide(options));
  // Rules of strangers are read here: from now on nothing in this worker reaches a network.
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "importScripts"]) Object.defineProperty(self, name, { value: undefined });
  python.FS.mkdirTree(FOLDER);
  python.FS.writeFile("/lib/gamedsl.zip", new Uint8Array(archive));
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
    if (data.kind === "start") begin(data.role).catch((error: unknown) => post({ kind: "broken", text: String(error) }));
    else if (data.kind === "ping") post({ kind: "pong" });
    else if (data.kind === "files") lay(data.files);
    else worker?.take(data.text);
  } catch (error) {
    post({ kind: "broken", text: String(error) });
  }
});
