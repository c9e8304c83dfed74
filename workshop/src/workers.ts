// The tab's side of a worker: starts it, ends it when it takes too long, and starts another one.
import type { FromWorker, Role, ToWorker } from "./messages.js";
import { isKept, loadedParts, type Loading, MEMORY } from "./parts.js";

/** Seconds after which a worker that does not answer is ended. */
const PATIENCE: Record<Role, number> = { editor: 30, jobs: 120 };
/** Seconds between two questions whether it is there. */
const BEAT = 2;

export interface Watcher {
  ready(): void;
  message(text: string): void;
  /** The worker was ended, or has broken; the next message starts another one. */
  ended(why: string): void;
}

export class PythonWorker {
  private worker: Worker | null = null;
  private isReady = false;
  private readonly waiting: ToWorker[] = [];
  /** Seconds since the oldest question whether the worker is there that it has not answered. */
  private silent = 0;
  private beat: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly role: Role, private readonly loading: Loading, private readonly watcher: Watcher) {}

  /** Starts the worker, if there is none. */
  start(): void {
    if (this.worker) return;
    this.worker = new Worker(beginning(), { type: "module" });
    this.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.take(data));
    this.worker.addEventListener("error", (event) => this.end(event.message || "the worker cannot be started"));
    const { worker } = this;
    // The memory is large: where it is kept, the worker reads it while the tab reads the rest.
    void isKept().then((kept) => { if (kept) worker.postMessage({ kind: "memory", path: new URL(MEMORY, location.href).href } satisfies ToWorker); });
    loadedParts(this.loading).then((parts) => worker.postMessage({ kind: "start", role: this.role, parts } satisfies ToWorker), (error: unknown) => { if (this.worker === worker) this.end(String(error)); });
    this.beat = setInterval(() => this.watch(), BEAT * 1000);
  }

  /** Sends a message, at the latest when the worker is ready. */
  send(message: ToWorker): void {
    this.start();
    if (this.isReady) this.worker?.postMessage(message);
    else this.waiting.push(message);
  }

  /** Ends the worker; what it was doing is lost. */
  end(why: string): void {
    this.worker?.terminate();
    clearInterval(this.beat);
    this.worker = null;
    this.isReady = false;
    this.silent = 0;
    this.waiting.length = 0;
    this.watcher.ended(why);
  }

  private watch(): void {
    if (!this.isReady) return;
    if (this.silent > PATIENCE[this.role]) {
      this.end(`it took more than ${PATIENCE[this.role]} seconds`);
      return;
    }
    if (!this.silent) this.worker?.postMessage({ kind: "ping" } satisfies ToWorker);
    this.silent += BEAT;
  }

  private take(message: FromWorker): void {
    if (message.kind === "message") this.watcher.message(message.text);
    else if (message.kind === "pong") this.silent = 0;
    else if (message.kind === "broken") this.end(message.text);
    else {
      this.isReady = true;
      for (const one of this.waiting.splice(0)) this.worker?.postMessage(one);
      this.watcher.ready();
    }
  }
}

/** The address of a script that only begins the worker's own. A worker of such an address has the policy of this page: no other host can be asked, whatever runs there. */
function beginning(): string {
  const own = new URL("python.js", document.baseURI).href;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(own)};`], { type: "text/javascript" }));
}
