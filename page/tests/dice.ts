import assert from "node:assert/strict";
import { test } from "node:test";
import { holdsDice, pipsOf, throwsOf } from "../src/table/dice.js";
import { boundAt, type PageModel, type TypeData } from "../src/game/model.js";
import type { Session } from "../src/match/session.js";

const number = (low: number, high: number): TypeData => ({ is: "number", low, high });
const model = {
  nodes: [{ node: 1, is: "roll", phase: "", name: "die", local: 0 }, { node: 2, is: "roll", phase: "", name: "first", local: 1 }],
  locals: [{ name: "die", type: number(1, 6) }, { name: "first", type: { is: "seat", size: 2 } }],
} as unknown as PageModel;

test("each face has as many pips as it says, and no two lie on each other", () => {
  for (let value = 1; value <= 6; value++) {
    const pips = pipsOf(value);
    assert.equal(pips.length, value);
    assert.equal(new Set(pips.map(String)).size, value);
  }
});

test("bags of what is rolled hold dice, other numbers do not", () => {
  assert.ok(holdsDice(model, { is: "bag", of: number(1, 6), most: 3 }));
  assert.ok(!holdsDice(model, { is: "bag", of: number(1, 8), most: 3 }));
  assert.ok(!holdsDice(model, number(1, 6)));
});

/** A match in which Ann's move was followed by a throw, and then moves of these seats happened. The rules can name the die after so many moves. */
function after(seats: number[], now: number, named = 0): Session {
  const moments = [0, ...seats].map((seat, i) => ({ seat, steps: [], text: "", before: i, after: i + 1 }));
  const rolled = [{ is: "roll", name: "first", value: "Bob" }, { is: "roll", name: "die", value: "4" }];
  return { model, moments, shown: null, looker: 0, match: { at: (stop: number) => ({ view: () => ({ locals: stop <= named ? [{ name: "die" }] : [] }) }) }, visible: { toAct: [now], events: () => [], rolledAt: () => [] }, rolledIn: () => null, eventsOf: (one: unknown) => (one === moments[0] ? rolled : []) } as unknown as Session;
}

test("a throw lies there while the player for whom it was thrown goes on", () => {
  assert.deepEqual(throwsOf(after([], 1)).all, [{ name: "die", type: number(1, 6), value: "4", node: null }]);
  assert.equal(throwsOf(after([1, 1], 1)).all.length, 1);
  assert.equal(throwsOf(after([1, 1], 0)).all.length, 0);
  const lasting = throwsOf(after([1, 1], 0), true);
  assert.deepEqual([lasting.all.length, lasting.isUsed], [1, true]);
});

test("a throw that the rules do not name any more is used; one that they never named is not", () => {
  const used = [[after([], 1, 1)], [after([1], 1, 2)], [after([1], 1, 1)], [after([1], 1, 0)]].map(([session]) => throwsOf(session).isUsed);
  assert.deepEqual(used, [false, false, true, false]);
});

test("what was thrown before a choice has been used by it", () => {
  const die = (value: number) => ({ is: "roll", name: "die", value: String(value) });
  const shown = (events: object[]) => throwsOf({ model, moments: [{ seat: 0, steps: [], text: "", before: 0, after: 1 }], shown: null, looker: 0, visible: { toAct: [0] }, rolledIn: () => null, eventsOf: () => events } as unknown as Session).all.map(({ value }) => value);
  assert.deepEqual(shown([die(4), die(2), { is: "choose" }, die(6), die(1)]), ["6", "1"]);
  assert.deepEqual(shown([die(4), { is: "choose" }, { is: "move" }]), ["4"]);
});

test("dice that are thrown again after something has happened lie there once", () => {
  const die = (name: string, value: number) => ({ is: "roll", name, value: String(value) });
  const events = [die("a", 6), die("b", 1), { is: "say" }, { is: "field" }, die("a", 5), die("b", 3)];
  const session = { model: { nodes: [{ node: 1, is: "roll", name: "a", local: 0 }, { node: 2, is: "roll", name: "b", local: 0 }], locals: [{ name: "a", type: number(1, 6) }] }, moments: [{ seat: 0, steps: [], text: "", before: 0, after: 1 }], shown: null, looker: 0, visible: { toAct: [0] }, rolledIn: () => [1, 2, 1, 2], eventsOf: () => events } as unknown as Session;
  assert.deepEqual(throwsOf(session).all.map(({ value }) => value), ["5", "3"]);
});

test("of two rolls of one name the one that happened is shown, with its own die", () => {
  const dice = {
    nodes: [{ node: 1, is: "roll", phase: "turns", name: "die", local: 0, live: [] }, { node: 2, is: "roll", phase: "turns", name: "die", local: 1, live: [] }, { node: 3, is: "decision", phase: "turns", live: [1] }, { node: 4, is: "decision", phase: "turns", live: [] }],
    locals: [{ name: "die", type: number(1, 6) }, { name: "die", type: number(1, 12) }],
  } as unknown as PageModel;
  const session = { model: dice, moments: [{ seat: 0, steps: [], text: "", before: 0, after: 1 }], shown: null, looker: 0, visible: { toAct: [0] }, rolledIn: () => [2], eventsOf: () => [{ is: "roll", name: "die", value: "6" }] } as unknown as Session;
  assert.deepEqual(throwsOf(session).all, [{ name: "die", type: number(1, 12), value: "6", node: 2 }]);
  assert.equal(boundAt(dice, "die", "turns", 3), 2);
  assert.equal(boundAt(dice, "die", "turns", 4), 1); // none of them counts there: the first one
});
