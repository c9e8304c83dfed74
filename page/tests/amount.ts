// Numbers that the look file gives names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { amountOf } from "../src/controls/amount.js";

const seen = (name: string): number | null => ({ pot: 7, high: 4, bets: 2 })[name] ?? null;

test("an amount adds up parts of numbers that are seen, rounded down", () => {
  assert.equal(amountOf({ pot: 0.5 }, seen), 3);
  assert.equal(amountOf({ high: 2, pot: 1, bets: -1 }, seen), 13);
  assert.equal(amountOf({ pot: 1, hidden: 1 }, seen), null);
});
