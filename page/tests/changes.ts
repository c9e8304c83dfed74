import assert from "node:assert/strict";
import { test } from "node:test";
import { changes, Compared } from "../src/studio/studio_changes.js";
import type { Figures } from "../src/studio/studio_state.js";

const of = (decisions: number, wins: number): Figures => ({
  matches: 1000, seed: 1, is_last: true, has_points: false, contest: "against each other", reasons: [["Somebody has won.", 1]],
  decisions: { mean: decisions, least: 1, most: 99 }, seats: [{ name: "Player 1", wins, interval: [wins - 0.03, wins + 0.03], points: 0, spread: 0 }],
});

test("figures of the rules before stay until others are complete", () => {
  const memory = new Compared();
  assert.equal(memory.before("2 players", of(20, 0.5)), null);
  assert.equal(memory.before("2 players", null)?.decisions.mean, 20);
  assert.equal(memory.before("2 players", { ...of(30, 0.5), is_last: false })?.decisions.mean, 20);
  assert.equal(memory.before("2 players", of(30, 0.5))?.decisions.mean, 20);
  assert.equal(memory.before("2 players", null)?.decisions.mean, 30);
  assert.equal(memory.before("3 players", null), null);
});

test("a change of a comment is no other rules", () => {
  const memory = new Compared();
  memory.before("2 players", of(20, 0.5));
  memory.before("2 players", of(30, 0.5));
  assert.equal(memory.before("2 players", of(30, 0.5))?.decisions.mean, 20);
});

test("kept figures are compared with until they are given up", () => {
  const memory = new Compared();
  memory.before("2 players", of(20, 0.5));
  memory.keep("2 players", of(20, 0.5));
  memory.before("2 players", of(30, 0.5));
  assert.equal(memory.before("2 players", of(40, 0.5))?.decisions.mean, 20);
  memory.keep("2 players", null);
  assert.equal(memory.before("2 players", of(40, 0.5))?.decisions.mean, 30);
});

test("only what differs is told, and whether chance may explain it", () => {
  assert.deepEqual([...changes(of(20, 0.5), of(20, 0.5))], []);
  assert.deepEqual([...changes(of(20, 0.5), of(25, 0.52))], [
    { name: "Decisions in a match", was: "20.0", is: "25.0", note: "" },
    { name: "Player 1 wins", was: "50 %", is: "52 %", note: "may be chance" },
  ]);
  assert.equal([...changes(of(20, 0.5), of(20, 0.6))][0].note, "more than chance");
});
