import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, View } from "gamedsl-host";
import type { PageModel, ZoneFamily } from "../src/game/model.js";
import { passingOf } from "../src/table/passing.js";
import type { Layout } from "../src/game/roles.js";

const seats = { type: { is: "seat", size: 2 }, size: 2, low: 0 };
const family = (name: string, base: number, who: string, isOwned: boolean): ZoneFamily => ({ name, base, count: isOwned ? 2 : 1, dimensions: isOwned ? [seats] : [], visibility: { who }, is_shown: true, form: "bag" }) as unknown as ZoneFamily;
const [hand, played, shown, board, past] = [family("hand", 0, "owner", true), family("played", 2, "everyone", true), family("shown", 4, "everyone", true), family("board", 6, "everyone", false), family("past", 7, "everyone", false)];
const names = ["P1.hand", "P2.hand", "P1.played", "P2.played", "P1.shown", "P2.shown", "board", "past"];
const model = { zones: [hand, played, shown, board, past], kinds: [{ name: "Two" }, { name: "Ace" }, { name: "King" }], seats: ["P1", "P2"], boards: [] } as unknown as PageModel;
const numbers = (name: string) => ({ name, base: 0, dimensions: [seats], type: { is: "number" } });
const layout = { trick: [played], tiles: [], score: numbers("chips"), seatFields: [numbers("chips"), numbers("staked")] } as unknown as Layout;
const view = (counts: Record<string, number> = {}): View => ({ zones: names.map((name, number) => ({ name, number, count: counts[name] ?? 0 })) }) as unknown as View;
const moved = (kind: string, from: string, to: string): Event => ({ is: "move", text: "", pieces: [[kind, 1]], from, to });
const field = (name: string, value: string): Event => ({ is: "field", text: "", name, value });

test("a trick that somebody took is kept, with who took it", () => {
  const lead = [moved("Ace", "P2.hand", "P2.played")];
  const counted = passingOf(model, layout, view(), [...lead, field("P2.tricks", "3"), moved("Two", "P1.played", "past"), moved("Ace", "P2.played", "past")], () => 0);
  assert.deepEqual([...(counted?.trick ?? [])], [[0, [0]], [1, [1]]]);
  assert.equal(counted?.taker, "P2");
  assert.equal(counted?.shown.length, 0);
  assert.equal(passingOf(model, layout, view(), [...lead, moved("Two", "P1.played", "past"), moved("Ace", "P2.played", "P1.hand")], () => 0)?.trick.size ?? 0, 0);
  const named = passingOf(model, layout, view(), [field("turn", "P2"), ...lead, moved("Two", "P1.played", "past"), moved("Ace", "P2.played", "past"), field("leader", "P1")], () => 0);
  assert.equal(named?.taker, "P1");
});

test("a card that is only played is no trick", () => {
  assert.equal(passingOf(model, layout, view({ "P2.played": 1 }), [moved("Ace", "P2.hand", "P2.played")], () => 0), null);
});

test("hands that were shown and are gone again are kept, with the common cards and what was won", () => {
  const events = [field("P1.chips", "90"), moved("Ace", "P1.hand", "P1.shown"), moved("Two", "P2.hand", "P2.shown"), field("P1.chips", "110"), moved("King", "board", "past"), moved("Ace", "P1.shown", "past"), moved("Two", "P2.shown", "past"), field("P1.chips", "109")];
  const found = passingOf(model, layout, view({ past: 3 }), events, (name) => ({ "P1.chips": 95, "P2.chips": 80 })[name] ?? 0);
  assert.deepEqual(found?.shown, [{ seat: 0, kinds: [1], won: 20, lines: [], zone: null }, { seat: 1, kinds: [0], won: 0, lines: [], zone: null }]);
  assert.deepEqual(found?.shared, [{ zone: "board", kinds: [2], known: 1 }]);
});

test("hands that are counted one after the other are all kept, each with what it brought", () => {
  const say = (text: string): Event => ({ is: "say", text });
  const out = (who: string): Event => ({ is: "move", text: "", pieces: [["Ace", 1], ["Two", 1]], from: `${who}.shown`, to: "past" });
  const events = [say("P2 calls."), say("On the board: King."), say("P2 shows Ace."), moved("Ace", "P2.hand", "P2.shown"), field("P2.chips", "1"), say("P1 scores 6 points."), field("P1.chips", "6"), say("P2 counts."), say("Pairs bring 2 points."), say("P2 scores 2 points."), field("P2.chips", "3"), out("P2"), moved("Two", "past", "P2.shown"), say("P2 counts the rest."), say("Fifteens bring 4 points."), say("P2 scores 4 points."), field("P2.chips", "7"), out("P1"), moved("Two", "P2.shown", "past")];
  const hidden = { ...model, zones: [hand, played, shown, board, { ...past, visibility: { who: "nobody" } }] } as unknown as PageModel;
  const found = passingOf(hidden, { ...layout, trick: [] }, view(), events, () => 0);
  assert.deepEqual(found?.shown, [{ seat: 1, kinds: [1, 0], won: 2, lines: ["Pairs bring 2 points."], zone: null }, { seat: 0, kinds: [1, 0], won: 6, lines: [], zone: null }, { seat: 1, kinds: [0], won: 4, lines: ["Fifteens bring 4 points."], zone: "past" }]);
});

test("a stock from which cards came is not named beside a hand", () => {
  const events = [moved("Ace", "past", "P1.shown"), moved("Ace", "P1.shown", "board")];
  const hidden = { ...model, zones: [hand, played, shown, board, { ...past, visibility: { who: "nobody" } }] } as unknown as PageModel;
  const zoneWith = (left: number) => passingOf(hidden, { ...layout, trick: [] }, view({ past: left, board: 1 }), events, () => 0)?.shown[0]?.zone;
  assert.equal(zoneWith(20), null);
  assert.equal(zoneWith(0), "past");
});

test("hands that still lie there need no telling", () => {
  assert.equal(passingOf(model, layout, view({ "P1.shown": 1 }), [moved("Ace", "P1.hand", "P1.shown")], () => 0), null);
});

test("cards that a player has used and keeps are no hand that is shown", () => {
  const used = [moved("Ace", "P1.hand", "P1.shown"), moved("Ace", "P1.shown", "P1.played")];
  assert.equal(passingOf(model, { ...layout, trick: [] }, view({ "P1.played": 1 }), used, () => 0), null);
});

test("what comes back of a stake is no gain", () => {
  const events = [moved("Ace", "P1.hand", "P1.shown"), moved("Two", "P2.hand", "P2.shown"), field("P1.chips", "150"), field("P1.staked", "0"), field("P2.chips", "30"), field("P2.staked", "0"), moved("King", "board", "past"), moved("Ace", "P1.shown", "past"), moved("Two", "P2.shown", "past")];
  const found = passingOf(model, layout, view({ past: 3 }), events, (name) => ({ "P1.chips": 50, "P1.staked": 50, "P2.staked": 80 })[name] ?? 0);
  assert.deepEqual(found?.shown.map(({ won }) => won), [50, -50]);
});

test("what is played openly on a board is no hand that is shown", () => {
  const events = [moved("Ace", "P1.hand", "P1.shown"), moved("Two", "P2.hand", "P2.shown"), moved("Ace", "P1.shown", "past"), moved("Two", "P2.shown", "past")];
  const board = { ...model, boards: [{ name: "map", shape: { is: "grid" }, places: [] }] } as unknown as PageModel;
  assert.equal(passingOf(board, layout, view({ past: 2 }), events, () => 0), null);
});
