// The order of a menu that is narrowed by words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rankOf } from "../src/menu.js";

const GAMES = { "Misere Tic Tac Toe": "Three in a row lose.", "Phantom Tic Tac Toe": "", Tactics: "", "Tic Tac Toe": "Three in a row win.", "Ultimate Tic Tac Toe": "", Attic: "", Go: "", "Go Fish": "" };

/** The titles that a filter leaves, in their order. */
const left = (filter: string): string[] => Object.entries(GAMES).map(([title, told]) => ({ title, rank: rankOf(filter, title, `${title} ${told}`) }))
  .filter(({ rank }) => rank !== null).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ title }) => title);

test("titles that begin with the words come first, then those with words that begin so, then the others", () => {
  assert.equal(left("tic tac")[0], "Tic Tac Toe");
  assert.deepEqual(left("Tic-tac "), ["Tic Tac Toe", "Misere Tic Tac Toe", "Phantom Tic Tac Toe", "Ultimate Tic Tac Toe", "Tactics"]);
  assert.deepEqual(left("tic"), ["Tic Tac Toe", "Misere Tic Tac Toe", "Phantom Tic Tac Toe", "Ultimate Tic Tac Toe", "Tactics", "Attic"]);
  assert.deepEqual(left("row tac"), ["Misere Tic Tac Toe", "Tic Tac Toe"]);
  assert.deepEqual(left("go fi"), ["Go Fish"]);
});

test("without words all are left as they were", () => assert.deepEqual(left(" "), Object.keys(GAMES)));
