import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageModel } from "../src/game/model.js";
import type { Session } from "../src/match/session.js";
import { tracesOf } from "../src/boards/traces.js";

const PLACE = { type: { is: "place", board: 0, size: 9 }, size: 9, low: 0 };
const family = (name: string, base: number, more: object) => ({ name, base, count: 9, dimensions: [PLACE], is_shown: true, visibility: { who: "everyone" }, ...more });
const places = Array.from({ length: 9 }, (_, i) => `square[${i + 1}]`);
const model = {
  seats: ["P1", "P2"], humans: 2, types: [],
  boards: [{ name: "square", shape: { is: "grid", rows: 3, columns: 3, edges: null, parts: [] }, places }],
  fields: [family("stone", 0, { type: { is: "seat" } }), family("robber", 9, { count: 1, dimensions: [], type: { is: "place", board: 0, size: 9 } })],
  zones: [family("men", 0, {})],
} as unknown as PageModel;
const named = (word: string) => places.map((place, number) => ({ name: `${place}.${word}`, number }));
const view = { fields: [...named("stone"), { name: "robber", number: 9 }], zones: named("men") };

const field = (name: string, value: string) => ({ is: "field", name, value });
const move = (piece: string, from: number, to: number) => ({ is: "move", pieces: [[piece, 1]], from: `square[${from}].men`, to: `square[${to}].men` });

/** The traces of moves, each by its seat and events, with what fields were before. */
function traces(moves: [seat: number, events: object[]][], was: Record<string, string> = {}) {
  const moments = moves.map(([seat], i) => ({ seat, before: i, after: i + 1 }));
  const session = { model, moments, view, looker: 0, shown: null, valuesBefore: () => new Map(Object.entries(was)), eventsOf: (one: object) => moves[moments.indexOf(one as (typeof moments)[number])][1] };
  const { left, came } = tracesOf(session as unknown as Session);
  return { left: [...left], came: [...came] };
}

test("a piece that moves leaves a place and comes to another one; what it takes leaves no trace", () => {
  assert.deepEqual(traces([[0, [move("Man.P2", 3, 4), move("Man.P1", 1, 3)]]]), { left: ["b0.0"], came: ["b0.2"] });
});

test("all moves that a player makes in a row are shown, and of a way its ends", () => {
  assert.deepEqual(traces([[1, [move("Man.P2", 9, 8)]], [0, [move("Man.P1", 1, 2)]], [0, [move("Man.P1", 2, 3)]]]), { left: ["b0.0"], came: ["b0.2"] });
});

test("a reply to which there was no choice is the last move, and what it left and took is as it was then", () => {
  const choose = (seat: number, words: string) => ({ is: "choose", seat, text: `P${seat + 1}: ${words}` });
  const reply = [choose(1, "walk"), move("Man.P2", 9, 8), choose(0, "jump"), move("Man.P2", 8, 7), move("Man.P1", 1, 2), choose(1, "no walk")];
  assert.deepEqual(traces([[1, reply]]), { left: ["b0.0"], came: ["b0.1"] });
  assert.deepEqual(traces([[1, reply], [1, [move("Man.P2", 6, 5)]]]), { left: ["b0.5"], came: ["b0.4"] });
  const stones = [choose(0, "put"), field("square[4].stone", "P1"), choose(1, "take"), field("square[4].stone", "P2"), field("square[3].stone", "none")];
  assert.deepEqual(traces([[0, stones]], { "square[3].stone": "P2" }), { left: ["b0.2"], came: ["b0.3"] });
  const together = [choose(0, "vote"), choose(1, "vote"), move("Man.P1", 1, 2)];
  assert.deepEqual(traces([[0, together]]), { left: ["b0.0"], came: ["b0.1"] });
});

test("a stone is placed, and stones that it takes or turns are not where it went", () => {
  const was = { "square[5].stone": "P2" };
  assert.deepEqual(traces([[0, [field("square[4].stone", "P1"), field("square[5].stone", "none")]]], was), { left: [], came: ["b0.3"] });
  assert.deepEqual(traces([[0, [field("square[4].stone", "P1"), field("square[5].stone", "P1")]]], was), { left: [], came: ["b0.3"] });
});

test("a piece that takes another one comes to its place", () => {
  const was = { "square[5].stone": "P2", "square[1].stone": "P1" };
  assert.deepEqual(traces([[0, [field("square[5].stone", "P1"), field("square[1].stone", "none")]]], was), { left: ["b0.0"], came: ["b0.4"] });
});

test("a field that names a place goes from one to the other", () => {
  assert.deepEqual(traces([[0, [field("robber", "square[2]")]]], { robber: "square[7]" }), { left: ["b0.6"], came: ["b0.1"] });
  assert.deepEqual(traces([[0, [field("robber", "none")]]], { robber: "square[7]" }), { left: [], came: [] });
});

test("what a rule does to many places is no move", () => {
  const all = places.map((place) => field(`${place}.stone`, "P1"));
  assert.deepEqual(traces([[0, all]]), { left: [], came: [] });
});
