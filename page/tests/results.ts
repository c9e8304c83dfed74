// How matches end, in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endingOf, recordTold, teamsCalled, unitOf, whyOf } from "../src/told/ending.js";
import type { Whose } from "../src/game/model.js";

const outcome = (ranking: number[][], won: boolean[] | null, reason = "", totals: number[] = []) => ({ ranking, won, scores: [], totals, reason, decisive: [] });
const names = ["Ann", "Bob", "Cat", "Dan"];
const head = (ended: ReturnType<typeof outcome>, hasPeople = true, teams: { name: string; seats: number[] }[] = [], who = names) => endingOf(who, ended, teams, hasPeople).head;

test("the ranking says who wins, or the rules do", () => {
  assert.equal(head(outcome([[0, 1], [2, 3]], null)), "Ann and Bob win.");
  assert.equal(head(outcome([[0, 1, 2, 3]], null)), "It is a draw.");
  assert.equal(head(outcome([[1], [0, 2, 3]], [false, true, false, false])), "Bob wins.");
});

test("teams have their names", () => {
  const teams = [{ name: "North_South", seats: [0, 2] }, { name: "East_West", seats: [1, 3] }];
  assert.equal(head(outcome([[1, 3], [0, 2]], null), true, teams), "East West (Bob and Dan) win.");
  assert.equal(head(outcome([[0], [1, 2, 3]], null), true, teams), "Ann wins.");
  const called = teamsCalled({ value: { East_West: { label: "East–West" } } }, teams);
  assert.equal(head(outcome([[1, 3], [0, 2]], null), true, called), "East–West (Bob and Dan) win.");
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

const lines = (totals: number[]) => totals.map((one): [string, number][] => [["points", one]]);
const scored = (ranking: number[][], totals: number[]) => ({ ...outcome(ranking, null, "", totals), scores: lines(totals) });
const points = { word: "point", isNegative: false };
const told = (ended: ReturnType<typeof scored>, unit = points, who = names) => endingOf(who, ended, [], true, unit).head;

test("by how much somebody wins is told where the totals say it", () => {
  assert.equal(told(scored([[1], [0]], [2, 46]), points, ["Ann", "Bob"]), "Bob wins by 46 points to 2.");
  assert.equal(told(scored([[0], [1]], [1, -1]), points, ["Ann", "Bob"]), "Ann wins with 1 point against −1.");
  assert.equal(told(scored([[1], [0, 2, 3]], [2, 46, 2, 2])), "Bob wins with 46 points.");
  assert.equal(told(scored([[1, 2], [0, 3]], [2, 46, 46, 2])), "Bob and Cat win with 46 points each.");
  assert.equal(told(scored([[1], [0], [2, 3]], [7, 7, 1, 1])), "Bob wins the tie with Ann at 7 points.");
  assert.equal(told(scored([[1], [0, 2, 3]], [60, 46, 2, 2])), "Bob wins.");
  assert.equal(told(scored([[0], [1], [2], [3]], [-60, -64, -83, -105]), { word: "point", isNegative: true }), "Ann wins with 60 points.");
});

test("totals count what the panels show, where they are equal", () => {
  assert.deepEqual(unitOf(scored([[0], [1]], [200, 0]), [200, 0], "Chips"), { word: "chips", isNegative: false });
  assert.deepEqual(unitOf(scored([[0], [1]], [-60, -64]), [60, 64], "Points"), { word: "point", isNegative: true });
  assert.deepEqual(unitOf(scored([[0], [1]], [104, 31]), [104, 31], "Banked"), points);
  assert.deepEqual(unitOf(scored([[0], [1]], [15, 11]), [10, 13], "Earned"), points);
  assert.deepEqual(unitOf(scored([[0], [1]], [15, 11]), [15, 11], "Gems at home"), { word: "gems", isNegative: false });
  assert.deepEqual(unitOf(scored([[0], [1]], [1, -1]), [null, null], "", [{ name: "chips", sentence: null }]), { word: "chips", isNegative: false });
  assert.deepEqual(unitOf(scored([[0], [1]], [9, 7]), [null, null], "", [{ name: "books", sentence: null }]), points);
  assert.equal(told(scored([[0], [1]], [1, -1]), { word: "chips", isNegative: false }, ["Ann", "Bob"]), "Ann wins with 1 chip against −1.");
});

test("whoever plays alone ends with what the totals count", () => {
  const alone = outcome([[0]], null, "", [-3]);
  assert.equal(endingOf(["Ann"], alone, [], true, { word: "chips", isNegative: false }).head, "Ann ends with −3 chips.");
  assert.equal(endingOf(["Ann"], alone, [], true).head, "Ann ends with −3 points.");
});

test("whoever an end speaks of has a name", () => {
  const model = { fields: [{ name: "won", base: 4 }], zones: [{ name: "hand", base: 2 }] } as unknown as Parameters<typeof whyOf>[4];
  const ends: Whose[] = [
    { reason: "Somebody has three columns.", name: "won", operator: ">=", number: 3 },
    { reason: "Somebody has no cards left.", name: "hand", operator: "is", number: 0 },
    { reason: "Somebody cannot move.", name: "won", operator: ">=", number: 1 },
  ];
  const view = (...values: number[]) => ({ fields: values.map((thing, i) => ({ number: 4 + i, thing })), zones: values.map((count, i) => ({ number: 2 + i, count })) }) as unknown as Parameters<typeof whyOf>[5];
  const why = (reason: string, ...values: number[]) => whyOf(names, reason, reason, ends, model, view(...values));
  assert.equal(why("Somebody has three columns.", 3, 0), "Ann has three columns.");
  assert.equal(why("Somebody has three columns.", 3, 1, 4), "Ann and Cat have three columns.");
  assert.equal(why("Somebody has no cards left.", 3, 0), "Bob has no cards left.");
  assert.equal(why("Somebody cannot move.", 0, 1), "Bob cannot move.");
  assert.equal(why("Both have passed.", 3, 0), "Both have passed.");
});

test("a score is compared with the best one", () => {
  assert.match(recordTold({ score: 3, best: null, wantsLeast: false }), /first/);
  assert.match(recordTold({ score: 13, best: 12, wantsLeast: false }), /best so far: it was 12/);
  assert.match(recordTold({ score: 3, best: 12, wantsLeast: false }), /best so far is 12/);
  assert.match(recordTold({ score: 3, best: 12, wantsLeast: true }), /it was 12/);
});
