// Keeps the files of the workshop in the browser, so that it opens without a network after the first visit. A new edition is taken as a whole, or not at all.

interface OfflineWorker { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> }; location: Location; addEventListener(kind: string, heard: (event: FetchOrInstall) => void): void }
interface FetchOrInstall extends Event { waitUntil(done: Promise<unknown>): void; respondWith(answer: Promise<Response>): void; request: Request }

const worker = self as unknown as OfflineWorker;
const PREFIX = "gamedsl workshop ";

async function fill(): Promise<void> {
  const list = (await (await fetch("files.json", { cache: "no-cache" })).json()) as { digest: string; files: Record<string, number> };
  const cache = await caches.open(PREFIX + list.digest);
  const have = new Set((await cache.keys()).map(({ url }) => url));
  const wanted = ["./", "files.json", ...Object.keys(list.files)].map((path) => new URL(path, worker.location.href).href).filter((url) => !have.has(url));
  await cache.addAll(wanted.map((url) => new Request(url, { cache: "no-cache" }))); // what the browser has of an older edition is not taken
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== PREFIX + list.digest) await caches.delete(name);
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
