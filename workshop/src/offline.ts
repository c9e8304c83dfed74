// Keeps the files of the workshop in the browser, so that it opens without a network after the first visit. A new edition is taken as a whole, or not at all.

interface OfflineWorker { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> }; location: Location; addEventListener(kind: string, heard: (event: FetchOrInstall) => void): void }
interface FetchOrInstall extends Event { waitUntil(done: Promise<unknown>): void; respondWith(answer: Promise<Response>): void; request: Request }

const worker = self as unknown as OfflineWorker;
const PREFIX = "gamedsl workshop ";
const PACKED = /\.gz$/;

async function fill(): Promise<void> {
  const list = (await (await fetch("files.json", { cache: "no-cache" })).json()) as { digest: string; files: Record<string, number> };
  const cache = await caches.open(PREFIX + list.digest);
  const have = new Set((await cache.keys()).map(({ url }) => url));
  await Promise.all(["./", "files.json", ...Object.keys(list.files)].filter((path) => !have.has(place(path))).map((path) => keep(cache, path)));
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== PREFIX + list.digest) await caches.delete(name);
}

/** Under which address a file is kept: packed ones are kept unpacked, because a browser takes longer to unpack them than to read them. */
const place = (path: string): string => new URL(path.replace(PACKED, ""), worker.location.href).href;

async function keep(cache: Cache, path: string): Promise<void> {
  const answer = await fetch(path, { cache: "no-cache" }); // what the browser has of an older edition is not taken
  if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
  // The compiled code of what is kept as WebAssembly is kept by the browser, too.
  const type = path.includes(".wasm") ? "application/wasm" : "application/octet-stream";
  await cache.put(place(path), PACKED.test(path) ? new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } }) : answer);
}

async function answer(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(fill().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === worker.location.origin) event.respondWith(answer(event.request));
});

export {};
