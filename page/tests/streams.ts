import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedStream } from "../src/match/streams.js";

/** What is told of an answer of the server. */
async function told(body: string, status: number, headers: Record<string, string> = {}): Promise<unknown> {
  const { fetch } = globalThis;
  globalThis.fetch = (): Promise<Response> => Promise.resolve(new Response(body, { status, headers }));
  try {
    return await refusedStream("events");
  } finally {
    globalThis.fetch = fetch;
  }
}

test("a refused stream says why, and when to ask again", async () => {
  const many = JSON.stringify({ problem: "Too often.", code: "too-many-requests", advice: "Ask again in 7 seconds." });
  assert.deepEqual(await told(many, 429, { "retry-after": "7" }), { told: "Too often. Ask again in 7 seconds.", wait: 7000 });
  assert.deepEqual(await told(JSON.stringify({ problem: "There is no such seat.", code: "unknown" }), 404), { told: "There is no such seat.", wait: 30_000 });
});

test("a proxy without a server behind it says nothing of the table", async () => {
  assert.equal(await told("<h1>502 Bad Gateway</h1>", 502), null);
  assert.equal(await told("", 200), null);
});
