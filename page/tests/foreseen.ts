import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "gamedsl-host";
import { brought, foreseen } from "../src/match/foreseen.js";
import type { PageModel } from "../src/game/model.js";
import type { Table } from "../src/match/session.js";

const seat = { type: { is: "seat" }, size: 2, low: 0 };
const family = { name: "chips", base: 3, count: 2, dimensions: [seat], type: { is: "number", low: -9, high: 9 }, is_shown: true, reset: null, shown_as: null };
const model = { fields: [family] } as unknown as PageModel;
const chips = (value: number): Event => ({ is: "field", text: `chips of P1 become ${value}`, name: "P1.chips", value: String(value) });
const drawn = (kind: string): Event => ({ is: "move", text: `${kind} moves to the bank`, pieces: [[kind, 1]], from: "deck", to: "bank" });

/** A match with 5 chips, and what happens in the ones that are made up instead of it. */
function matchWith(futures: readonly Event[][]): Table {
  const view = (events: readonly Event[]) => ({ fields: [{ number: 3, name: "P1.chips", text: events.findLast(({ is }) => is === "field")?.value ?? "5" }] });
  const world = (events: Event[]) => {
    const after = { length: 1, take: () => true, events: () => events, view: () => view(events) };
    return { length: 1, at: () => after };
  };
  return { length: 1, view: () => view([]), imagined: () => futures.map(world) } as unknown as Table;
}

const told = (...futures: Event[][]) => foreseen(model, matchWith(futures), 0, [0]).map(({ before, after }) => `${before} → ${after}`);

test("what a choice pays is told, whatever is drawn after it", () => {
  assert.deepEqual(told([chips(3)], [chips(3)]), ["5 → 3"]);
  assert.deepEqual(told([chips(3), drawn("Ten")], [chips(3), drawn("Ace")]), ["5 → 3"]);
});

test("what is the same behind different draws is luck, and is not told", () => {
  assert.deepEqual(told([drawn("Ten"), chips(4)], [drawn("Nine"), chips(4)]), []);
  assert.deepEqual(told([chips(6), drawn("Ten"), chips(4)], [chips(6), drawn("Nine"), chips(4)]), []);
});

test("nothing is told where chance has a say, or where matches differ", () => {
  const roll: Event = { is: "roll", text: "die = 3", name: "die", value: "3" };
  assert.deepEqual(told([roll, chips(4)], [roll, chips(4)]), []);
  assert.deepEqual(told([chips(4)], [chips(3)]), []);
});

test("pieces that come out of open zones are told, and none of a hidden one", () => {
  const load = (from: string): Event => ({ is: "move", text: `Wool moves from ${from}`, pieces: [["Wool", 1]], from, to: "P1.wagon" });
  const open = (events: Event[]) => ({ ...matchWith([events, events]), view: () => ({ fields: [], zones: [{ name: "depot", contents: [] }, { name: "deck", contents: null }] }) }) as unknown as Table;
  const seats = { ...model, seats: ["P1", "P2"] } as unknown as PageModel;
  const told = (...events: Event[]) => brought(seats, open(events), 0, [0]);
  assert.deepEqual(told(load("depot")), [{ zone: "wagon", pieces: [["Wool", 1]] }]);
  assert.deepEqual(told(load("deck")), []);
  assert.deepEqual(told({ is: "roll", text: "die = 3", name: "die", value: "3" }, load("depot")), []);
});
