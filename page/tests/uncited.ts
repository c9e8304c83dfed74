import assert from "node:assert/strict";
import { test } from "node:test";
import { uncited } from "../src/words.js";

test("sentences lose the numbers of their rules wherever they stand, and nothing else changes", () => {
  const model = { sentence: "R2, R4. Lay a strip.", zones: [{ sentence: "R1. A shire." }, { sentence: null }], seats: 2, name: "R2 D2." };
  assert.deepEqual(uncited(model), { sentence: "Lay a strip.", zones: [{ sentence: "A shire." }, { sentence: null }], seats: 2, name: "R2 D2." });
});
