// Who has won, in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { resultText } from "../src/ending.js";

const outcome = (ranking: number[][], won: boolean[] | null) => ({ ranking, won, scores: [], totals: [], reason: "" });

test("the ranking says it, or the rules do", () => {
  const names = ["Ann", "Bob", "Cat"];
  assert.equal(resultText(names, outcome([[0, 1], [2]], null)), "Ann and Bob win.");
  assert.equal(resultText(names, outcome([[0, 1, 2]], null)), "Nobody is ahead: it is a draw.");
  assert.equal(resultText(names, outcome([[0, 1, 2]], [true, true, true])), "All players win.");
  assert.equal(resultText(names, outcome([[0, 1, 2]], [false, false, false])), "All players lose.");
  assert.equal(resultText(names, outcome([[1], [0, 2]], [false, true, false])), "Bob wins.");
  assert.equal(resultText(["Ann"], outcome([[0]], [false])), "Ann loses.");
  assert.equal(resultText(["Ann"], outcome([[0]], null)), "The match is over.");
});
