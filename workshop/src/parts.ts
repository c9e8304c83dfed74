// What a worker with Python begins with. The tab has it once for all workers: it is unpacked once, and Python is compiled once.

export interface Parts {
  /** Python itself. */
  python: WebAssembly.Module;
  /** Python's library, and what Pyodide knows of packages. */
  library: ArrayBuffer;
  lock: ArrayBuffer;
  /** The code of gamedsl. */
  own: ArrayBuffer;
  /** The memory of a Python that has done some work already; null if the worker reads it itself, or if it is not there or would have to come through a network: it is
   *  larger than all else together. */
  memory: ArrayBuffer | null;
}

const PYTHON = "pyodide/pyodide.asm.wasm";
const LIBRARY = "pyodide/python_stdlib.zip";
const OWN = "gamedsl.zip";
export const MEMORY = "memory";
/** The ending of files that are packed where they come from. Those that are kept in this browser are not (offline.ts). */
const PACKED = ".gz";

/** The bytes of all that is awaited, and `arrived`: how many more have come. */
export interface Loading { whole(bytes: number): void; arrived(bytes: number): void }

let python: Promise<WebAssembly.Module> | null = null;
let parts: Promise<Parts> | null = null;

/** Loads the parts, unless they are held. Fails where a file cannot be had. */
export function loadedParts(loading: Loading): Promise<Parts> {
  parts ??= load(loading).catch((error: unknown) => {
    parts = null;
    throw error;
  });
  return parts;
}

/** Lets the parts go, which are large: most of the time no further worker begins. */
export function dropParts(): void {
  parts = null;
}

/** Whether this tab is of an edition that is kept in the browser. */
export async function isKept(): Promise<boolean> {
  return Boolean(navigator.serviceWorker?.controller && (await caches.match(new URL(MEMORY, location.href))));
}

async function load(loading: Loading): Promise<Parts> {
  const { files } = (await (await fetch("files.json")).json()) as { files: Record<string, number> };
  const isNear = ["127.0.0.1", "localhost"].includes(location.hostname);
  const areKept = await isKept();
  const hasMemory = !areKept && isNear && MEMORY + PACKED in files;
  if (!areKept) loading.whole([PYTHON, LIBRARY, OWN, ...(hasMemory ? [MEMORY] : [])].reduce((sum, name) => sum + (files[name + PACKED] ?? 0), 0));
  const answered = (name: string, type = "") => areKept ? fetch(name) : unpacked(name + PACKED, type, loading);
  const bytes = async (name: string) => (await answered(name)).arrayBuffer();
  python ??= answered(PYTHON, "application/wasm").then((answer) => WebAssembly.compileStreaming(answer)).catch((error: unknown) => {
    python = null;
    throw error;
  });
  const lock = fetch("pyodide/pyodide-lock.json").then((answer) => answer.arrayBuffer());
  const [made, library, known, own, memory] = await Promise.all([python, bytes(LIBRARY), lock, bytes(OWN), hasMemory ? bytes(MEMORY) : null]);
  return { python: made, library, lock: known, own, memory };
}

/** What a packed file of JSON holds. */
export async function fetchedJson(name: string): Promise<unknown> {
  const answer = (await isKept()) ? await fetch(name) : await unpacked(name + PACKED, "application/json", { whole: () => undefined, arrived: () => undefined });
  return answer.json();
}

/** A file that is unpacked while it arrives: many servers send such files as they are, so they are packed there. */
async function unpacked(path: string, type: string, loading: Loading): Promise<Response> {
  const answer = await fetch(path);
  if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
  const told = answer.body.pipeThrough(new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, onward) {
      loading.arrived(piece.byteLength);
      onward.enqueue(piece);
    },
  }));
  return new Response(told.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}
