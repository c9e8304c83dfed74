import assert from "node:assert/strict";
import { test } from "node:test";
import { deflate, toBase64 } from "../src/kept/packing.js";
import { sharedIn, UnusableMatch } from "../src/kept/saved.js";

const WHOLE = { digest: "d", seed: "7", index: 0, start: null, people: [["Ann", "person"]], moves: [[0, [1]]] };

/** An address with a match. */
async function addressOf(match: object): Promise<string> {
  return `#match=${toBase64(await deflate(new TextEncoder().encode(JSON.stringify(match))))}`;
}

test("an address holds a match", async () => {
  assert.deepEqual(await sharedIn(await addressOf(WHOLE)), WHOLE);
  assert.equal(await sharedIn("#rules"), null);
});

test("an address whose match is damaged says so", async () => {
  for (const damage of [{ index: "x" }, { index: -1 }, { index: 0.5 }, { seed: "seven" }, { people: [7] }, { people: [["Ann", "elsewhere"]] }, { moves: [null] }]) {
    const address = await addressOf({ ...WHOLE, ...damage });
    await assert.rejects(() => sharedIn(address), UnusableMatch, JSON.stringify(damage));
  }
});
