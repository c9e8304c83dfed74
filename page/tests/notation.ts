import assert from "node:assert/strict";
import { test } from "node:test";
import type { Table } from "../src/match/session.js";
import type { PageModel } from "../src/game/model.js";
import { notationOf, notationOfForced } from "../src/told/notation.js";

const PLACES = ["b1", "d2", "e1", "e5", "e7", "e8", "f3", "f6", "g1"];
const NAMES = ["King", "Knight", "Pawn", "Queen"];
const model = {
  is_hiding: false,
  types: [{ name: "piece", values: NAMES }],
  kinds: [],
  boards: [{ name: "square", shape: null, places: PLACES, names: null }],
  fields: [{ name: "piece", base: 0, count: PLACES.length, dimensions: [{ type: { is: "place", board: 0 } }], type: { is: "optional", of: { is: "word", type: 0 } } }],
  zones: [],
} as unknown as PageModel;

/** The texts of moves, each from a place to another, in a position; a third word is what a pawn becomes. */
function written(pieces: Record<string, string>, moves: readonly string[]): (string | null)[] {
  const fields = PLACES.map((place, number) => ({ number, thing: pieces[place] ? { is: "word", of: "piece", name: pieces[place], number: NAMES.indexOf(pieces[place]) } : null }));
  const place = (name: string) => ({ is: "place", board: "square", number: PLACES.indexOf(name), name });
  const list = moves.map((move, i) => {
    const [from, to, into] = move.split(" ");
    const values = [["start", place(from)], ["target", place(to)], ["rank", { is: "word", of: "piece", name: into ?? pieces[from], number: 0 }]];
    return { steps: [i], text: move, choices: [{ name: "go", isDeclined: false, values }] };
  });
  const match = { view: () => ({ seat: 0, fields, zones: [] }), list: () => list } as unknown as Table;
  return list.map(({ steps }) => notationOf(model, {}, match, 0, steps));
}

test("a move is written by its piece and its target, with as much of where it comes from as tells it from others", () => {
  assert.deepEqual(written({ g1: "Knight", b1: "Knight" }, ["g1 f3", "b1 d2"]), ["Nf3", "Nd2"]);
  assert.deepEqual(written({ g1: "Knight", d2: "Knight" }, ["g1 f3", "d2 f3"]), ["Ngf3", "Ndf3"]);
});

test("pawns have no letter, name their column where they take, and what they become", () => {
  assert.deepEqual(written({ e5: "Pawn" }, ["e5 f6"]), ["exf6"]);
  assert.deepEqual(written({ e7: "Pawn" }, ["e7 e8 Queen", "e7 e8 Knight"]), ["e8=Q", "e8=N"]);
  assert.deepEqual(written({ e5: "Pawn" }, ["e5 e7"]), ["e7"]);
});

test("a piece that takes says so, and a king that goes two columns castles", () => {
  assert.deepEqual(written({ g1: "Knight", f3: "Queen" }, ["g1 f3"]), ["Nxf3"]);
  assert.deepEqual(written({ e1: "King" }, ["e1 g1"]), ["O-O"]);
});

test("games without a king and pawns have no such texts", () => {
  const other = { ...model, types: [{ name: "piece", values: ["Man"] }] } as unknown as PageModel;
  assert.equal(notationOf(other, {}, {} as Table, 0, [0]), null);
});

test("a move that was the only one is written by its choice and what stood on its places before", () => {
  const was = new Map([...PLACES.map((place): [string, string] => [`${place}.piece`, "none"]), ["e1.piece", "King"], ["g1.piece", "Knight"], ["f3.piece", "Queen"], ["e5.piece", "Pawn"]]);
  const forced = (choice: string) => notationOfForced(model, {}, 0, `P1: ${choice}`, was);
  assert.equal(forced("go(start = g1, target = f3, rank = Knight)"), "Nxf3");
  assert.equal(forced("go(start = e1, target = d2, rank = King)"), "Kd2");
  assert.equal(forced("go(start = e5, target = f6, rank = Pawn)"), "f6");
  assert.equal(forced("go(start = e7, target = e8, rank = Pawn)"), null);
  assert.equal(forced("no go"), null);
  assert.equal(notationOfForced(model, {}, 0, "P1: go(start = g1, target = f3)", new Map()), null);
});
