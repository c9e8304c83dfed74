import assert from "node:assert/strict";
import { test } from "node:test";
import { generator } from "gamedsl-host";
import { deflate, fromBase64, inflate, toBase64, unpacked } from "../src/kept/packing.js";

test("bytes come back from texts", async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 7) % 256);
  assert.deepEqual(fromBase64(toBase64(bytes)), bytes);
  assert.deepEqual(await inflate(await deflate(bytes)), bytes);
});

test("modules are put together from what is new and from copies", async () => {
  const literals = toBase64(await deflate(Uint8Array.from([1, 2, 3, 9])));
  const copies = new Uint8Array(24);
  const view = new DataView(copies.buffer);
  [3, 3, 3, 1, 0, 0].forEach((one, i) => { view.setUint32(4 * i, one, true); });
  const found = await unpacked({ literals, copies: toBase64(await deflate(copies)), sizes: [3, 4] });
  assert.deepEqual(found.map((one) => [...one]), [[1, 2, 3], [1, 2, 3, 9]]);
});

test("a seed always gives the same numbers", () => {
  const [one, other] = [generator(7), generator(7)];
  for (let i = 0; i < 100; i++) {
    const found = one();
    assert.equal(found, other());
    assert.ok(found >= 0 && found < 1);
  }
});
