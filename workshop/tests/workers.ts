// A worker that does not answer is ended, and the next message starts another one.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { FromWorker, ToWorker } from "../src/messages.js";
import { PythonWorker } from "../src/workers.js";

/** A worker that does what the test says. */
class Fake {
  static readonly made: Fake[] = [];
  readonly heard: ToWorker["kind"][] = [];
  isEnded = false;
  private take: (event: { data: FromWorker }) => void = () => undefined;

  constructor() {
    Fake.made.push(this);
  }

  addEventListener(kind: string, take: (event: { data: FromWorker }) => void): void {
    if (kind === "message") this.take = take;
  }

  postMessage(message: ToWorker): void {
    this.heard.push(message.kind);
  }

  terminate(): void {
    this.isEnded = true;
  }

  say(data: FromWorker): void {
    this.take({ data });
  }
}

test("rules that never end take their worker with them, and nothing else", () => {
  mock.timers.enable({ apis: ["setInterval"] });
  Object.assign(globalThis, { Worker: Fake, document: { baseURI: "https://workshop.example/" }, fetch: () => new Promise(() => undefined) }); // its parts never come
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true }); // nothing is kept
  const told: string[] = [];
  const python = new PythonWorker("editor", { whole: () => undefined, arrived: () => undefined }, { ready: () => told.push("ready"), message: (text) => told.push(text), ended: (why) => told.push(why) });
  python.send({ kind: "message", text: "one" });
  const [first] = Fake.made;
  mock.timers.tick(100_000); // it is loaded as long as the network takes
  assert.deepEqual(first.heard, []);
  first.say({ kind: "ready" });
  assert.deepEqual(first.heard, ["message"]);
  for (let i = 0; i < 50; i += 1) {
    mock.timers.tick(2000);
    first.say({ kind: "pong" });
  }
  assert.equal(first.heard.filter((kind) => kind === "ping").length, 50);
  assert.deepEqual(told, ["ready"]);
  mock.timers.tick(30_000);
  assert.equal(first.isEnded, false);
  mock.timers.tick(4000);
  assert.equal(first.isEnded, true);
  assert.deepEqual(told, ["ready", "it took more than 30 seconds"]);
  python.send({ kind: "message", text: "two" });
  const second = Fake.made[1];
  second.say({ kind: "ready" });
  second.say({ kind: "message", text: "an answer" });
  assert.deepEqual(second.heard, ["message"]);
  assert.equal(told.at(-1), "an answer");
  mock.timers.reset();
});
