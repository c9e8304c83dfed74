import assert from "node:assert/strict";
import { test } from "node:test";
import type { Several } from "gamedsl-host";
import { Selection } from "../src/match/choosing.js";
import type { PageModel } from "../src/game/model.js";
import type { Table } from "../src/match/session.js";

/** A selection of letters of which the rules take `least` to `number`. */
function selection(least: string | null, number: number): Selection {
  const plan = { name: "take", gate: null, menu: null, parts: [{ is: "selection", name: "load", quantity: "up_to", least }] };
  const model = { nodes: [{ node: 0, plan }] } as unknown as PageModel;
  const match = { node: 0, picked: () => null, whyNot: () => null } as unknown as Table;
  return new Selection(model, match, 0, { name: "load", ask: null, quantity: "up_to", number, parts: [] } as Several);
}

test("a selection says the least number of things with the most", () => {
  const told = (least: string | null, number: number) => {
    const { question, counted, lack } = selection(least, number);
    return [question, counted, lack];
  };
  assert.deepEqual(told("1", 2), ["Load: choose 1 or 2", "0", "Choose 1 or 2."]);
  assert.deepEqual(told("2", 5), ["Load: choose 2 to 5", "0", "Choose 2 to 5."]);
  assert.deepEqual(told("1", 1), ["Load: choose 1", "0 of 1", "Choose 1."]);
  assert.deepEqual(told(null, 2), ["Load: choose up to 2", "0 of up to 2", "Choose something."]);
});
