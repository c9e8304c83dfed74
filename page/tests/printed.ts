import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfSeats } from "../src/boards/printed.js";
import type { Column, PageModel } from "../src/game/model.js";

test("numbers of places are those of the seats only where each seat has as many places", () => {
  const isTheirs = (values: (number | null)[]) => isOfSeats({ humans: 2 } as PageModel, { type: { is: "number", low: 1, high: 2 }, values } as Column);
  assert.deepEqual([[1, 2, 2, 1], [1, null, 2], [1, 2, 2], [2, 2, null]].map(isTheirs), [true, true, false, false]);
});
