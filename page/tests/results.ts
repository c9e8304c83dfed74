// How matches end, in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endingOf, recordTold } from "../src/ending.js";

const outcome = (ranking: number[][], won: boolean[] | null, reason = "", totals: number[] = []) => ({ ranking, won, scores: [], totals, reason });
const names = ["Ann", "Bob", "Cat", "Dan"];
const head = (ended: ReturnType<typeof outcome>, hasPeople = true, teams: { name: string; seats: number[] }[] = [], who = names) => endingOf(who, ended, teams, hasPeople).head;

test("the ranking says who wins, or the rules do", () => {
  assert.equal(head(outcome([[0, 1], [2, 3]], null)), "Ann and Bob win.");
  assert.equal(head(outcome([[0, 1, 2, 3]], null)), "Nobody is ahead: it is a draw.");
  assert.equal(head(outcome([[1], [0, 2, 3]], [false, true, false, false])), "Bob wins.");
});

test("teams have their names", () => {
  const teams = [{ name: "North_South", seats: [0, 2] }, { name: "East_West", seats: [1, 3] }];
  assert.equal(head(outcome([[1, 3], [0, 2]], null), true, teams), "East West (Bob and Dan) win.");
  assert.equal(head(outcome([[0], [1, 2, 3]], null), true, teams), "Ann wins.");
});

test("who plays together wins or loses together, and alone with a score", () => {
  assert.equal(head(outcome([[0, 1, 2, 3]], [false, false, false, false]), true), "You have lost together.");
  assert.equal(head(outcome([[0, 1, 2, 3]], [true, true, true, true]), false), "All players have won together.");
  assert.equal(head(outcome([[0]], [false]), true, [], ["Ann"]), "You have lost.");
  assert.equal(head(outcome([[0]], null, "", [7]), true, [], ["Ann"]), "Ann ends with 7 points.");
});

test("why is told by sentences only", () => {
  const why = (reason: string) => endingOf(names, outcome([[0], [1, 2, 3]], null, reason), [], true).why;
  assert.equal(why("After the third mistake the show is over."), "After the third mistake the show is over.");
  assert.equal(why("all rounds are played"), "All rounds are played.");
  assert.equal(why("`some(players where points >= 100)`"), "");
});

test("a score is compared with the best one", () => {
  assert.match(recordTold({ score: 3, best: null, wantsLeast: false }), /first/);
  assert.match(recordTold({ score: 13, best: 12, wantsLeast: false }), /best so far: it was 12/);
  assert.match(recordTold({ score: 3, best: 12, wantsLeast: false }), /best so far is 12/);
  assert.match(recordTold({ score: 3, best: 12, wantsLeast: true }), /it was 12/);
});
