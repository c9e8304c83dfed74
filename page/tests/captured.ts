import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "gamedsl-host";
import { capturedOf, isToldAsTaken } from "../src/boards/captured.js";
import { Looks } from "../src/game/looks.js";
import type { PageModel } from "../src/game/model.js";

const PLACES = 20;
const onPlaces = (name: string, type: unknown, base: number) => ({ name, type: { is: "optional", of: type }, base, count: PLACES, is_shown: true, dimensions: [{ type: { is: "place", board: 0 }, size: PLACES, low: 0 }] });
const model = {
  seats: ["P1", "P2"], zones: [], columns: [], kinds: [], components: [], types: [{ name: "piece", values: ["Pawn", "Queen"] }],
  fields: [onPlaces("side", { is: "seat" }, 0), onPlaces("piece", { is: "word", type: 0 }, PLACES)],
} as unknown as PageModel;
const look = { value: { Pawn: { worth: 1 }, Queen: { worth: 9 } } };

/** A board with so many pieces of each kind: pawns and queens of the first player, then of the second. */
function view(...counts: number[]): View {
  const placed = counts.flatMap((count, i) => Array.from({ length: count }, () => [Math.floor(i / 2), i % 2]));
  const field = (number: number, thing: unknown) => ({ number, thing });
  return { zones: [], fields: placed.flatMap(([seat, word], i) => [field(i, { is: "seat", number: seat }), field(PLACES + i, { is: "word", of: "piece", number: word, name: ["Pawn", "Queen"][word] })]) } as unknown as View;
}

function taken(...counts: number[]): (string | number)[][] {
  const found = capturedOf(model, look, new Looks(model, look), () => view(7, 1, 7, 1), view(...counts));
  return [0, 1].map((seat) => (found.get(seat) ?? []).flatMap(({ style, count, worth }) => [style.word, count, worth]));
}

test("what is missing on the board was taken by the other player", () => {
  assert.deepEqual(taken(7, 1, 5, 0), [["Pawn", 2, 1, "Queen", 1, 9], []]);
});

test("a pawn that became a queen was not taken", () => {
  assert.deepEqual(taken(5, 2, 7, 1), [[], ["Pawn", 1, 1]]);
});

test("where pieces come there is nothing to be missed", () => {
  assert.deepEqual(taken(9, 1, 3, 1), [[], []]);
});

test("what lies before its owner was taken by nobody", () => {
  const men = Array.from({ length: 2 }, (_, seat) => ({ number: seat, name: "checker", component: 0, owner: seat }));
  const zone = (name: string, base: number, count: number, type: unknown) => ({ name, base, count, is_shown: true, form: "bag", components: [0], dimensions: [{ type, size: count, low: 0 }] });
  const race = { seats: ["P1", "P2"], columns: [], kinds: men, components: [{ name: "checker", first: 0, count: 2 }], types: [], fields: [], zones: [zone("point", 0, 4, { is: "place", board: 0 }), zone("off", 4, 2, { is: "seat", size: 2 })] } as unknown as PageModel;
  const lying = (...counts: number[]) => ({ fields: [], zones: [[0, 0], [1, 1], [4, 0], [5, 1]].map(([number, seat], i) => ({ number, count: counts[i], contents: [{ kind: { number: seat }, count: counts[i] }] })) }) as unknown as View;
  const found = (...counts: number[]) => [...capturedOf(race, {}, { kindSign: () => ({ word: "Checker" }) } as unknown as Looks, () => lying(15, 15, 0, 0), lying(...counts)).values()].map((all) => all.map(({ count }) => count));
  assert.deepEqual(found(9, 11, 6, 4), [[], []]);
  assert.deepEqual(found(9, 11, 6, 3), [[], [1]]);
});

test("a box with just what was taken says nothing that the panels do not say", () => {
  const owned = { kinds: [{ owner: 0 }, { owner: 1 }, { owner: null }] } as unknown as PageModel;
  const captured = capturedOf(model, look, new Looks(model, look), () => view(7, 1, 7, 1), view(5, 1, 7, 1));
  const isTold = (...contents: [number, number][]) => isToldAsTaken(owned, captured, { contents: contents.map(([number, count]) => ({ kind: { number }, count })) } as unknown as View["zones"][number]);
  assert.deepEqual([isTold([0, 2]), isTold([0, 3]), isTold([0, 2], [1, 1]), isTold([0, 2], [2, 1]), isTold()], [true, false, false, false, false]);
});
