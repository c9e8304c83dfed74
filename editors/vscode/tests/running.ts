import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../src/running";

const NODE = { file: process.execPath, first: ["-e"] };

test("what a program prints is kept apart, with its code", async () => {
  const result = await run(NODE, ["console.log('ä'); console.error('no'); process.exit(1)"], ".", new AbortController().signal);
  assert.deepEqual(result, { code: 1, output: "ä\n", errors: "no\n" });
});

test("a program is ended when nobody waits for it", async () => {
  const stop = new AbortController();
  const running = run(NODE, ["setInterval(() => {}, 1000)"], ".", stop.signal);
  stop.abort();
  assert.equal((await running).code, null);
});

test("a program that is not there is an error", async () => {
  await assert.rejects(run({ file: "no-such-program", first: [] }, [], ".", new AbortController().signal), /ENOENT/);
});
