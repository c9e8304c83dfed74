import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfSeats, layersOf } from "../src/boards/printed.js";
import type { Column, PageModel } from "../src/game/model.js";

test("numbers of places are those of the seats only where each seat has as many places", () => {
  const isTheirs = (values: (number | null)[]) => isOfSeats({ humans: 2 } as PageModel, { type: { is: "number", low: 1, high: 2 }, values } as Column);
  assert.deepEqual([[1, 2, 2, 1], [1, null, 2], [1, 2, 2], [2, 2, null]].map(isTheirs), [true, true, false, false]);
});

test("words of places lie together as territories only where places touch", () => {
  const at = [[1, 1], [1, 2], [2, 1], [2, 2]];
  const column = { of: "board", number: 0, name: "kind", type: { is: "word", type: 0 }, values: [0, 0, 1, 1] };
  const found = ["grid", "graph"].map((is) => layersOf({ boards: [{ at, shape: { is } }], fields: [], columns: [column] } as unknown as PageModel, 0));
  assert.deepEqual(found.map(([{ isTerritory }]) => isTerritory), [true, false]);
});
