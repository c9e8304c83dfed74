// Links that hold rules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { packed, unpacked } from "../src/share.js";

const SHARED = { main: "my_nim.gdl", files: { "my_nim.gdl": 'variant my_nim of nim:\n    "Ähnlich – 木 🎲"\n', "rows.csv": "a,b\n1,2\n" } };

test("a link holds the texts, in letters that addresses may have", async () => {
  const letters = await packed(SHARED);
  assert.match(letters, /^[A-Za-z0-9_-]+$/);
  assert.deepEqual(await unpacked(letters), SHARED);
});

test("long rules make a link a fifth as long", async () => {
  const text = Array.from({ length: 1000 }, (_, i) => `    move ${i} from deck to hand`).join("\n");
  const letters = await packed({ main: "a.gdl", files: { "a.gdl": text } });
  assert.ok(letters.length * 5 < text.length);
});

test("what is no link of ours is none", async () => {
  const letters = await packed(SHARED);
  const wrong = [{ main: "a.gdl", files: {} }, { main: "../a.gdl", files: { "../a.gdl": "" } }, { main: "toString", files: { "a.gdl": "" } }, { main: "a.gdl", files: { "a.gdl": 3 } }, { main: "a.html", files: { "a.html": "" } }, null, 7];
  for (const one of ["", "%%%", letters.slice(0, -9), letters.slice(7), ...(await Promise.all(wrong.map((data) => packed(data as never))))]) assert.equal(await unpacked(one), null);
});

test("a link that unpacks to very much is refused before it is read", async () => {
  assert.equal(await unpacked(await packed({ main: "a.gdl", files: { "a.gdl": " ".repeat(5_000_000) } })), null);
});
