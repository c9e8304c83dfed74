import assert from "node:assert/strict";
import { test } from "node:test";
import { lying, planOf } from "../src/game/geometry.js";
import { blocksOf, starPoints } from "../src/boards/grounds.js";
import { Looks } from "../src/game/looks.js";
import { surrounded } from "../src/boards/territory.js";
import type { PageModel } from "../src/game/model.js";

test("star points lie where players of Go look for them", () => {
  assert.deepEqual(starPoints(9, 9), [[2, 2], [6, 2], [4, 4], [2, 6], [6, 6]]);
  assert.deepEqual(starPoints(13, 13), [[3, 3], [9, 3], [6, 6], [3, 9], [9, 9]]);
  assert.equal(starPoints(19, 19).length, 9);
  assert.deepEqual(starPoints(5, 5), []);
});

/** A row of points with men of both players on them. */
const columns = (length: number): PageModel => ({
  boards: [{ name: "point", shape: { is: "row", ends: [] }, places: Array.from({ length }, (_, i) => `point[${i + 1}]`), at: [], names: null }],
  components: [{ name: "man", first: 0, count: 2 }],
  kinds: [{ name: "Man.P1", component: 0, copies: 15, owner: 0 }, { name: "Man.P2", component: 0, copies: 15, owner: 1 }],
  zones: [{ name: "men", form: "bag", components: [0], dimensions: [{ type: { is: "place", board: 0 } }] }],
}) as unknown as PageModel;

test("columns run from below on the right round to above it, with a bar between the halves", () => {
  const { spots, width, height } = planOf(columns(24), 0);
  const at = (place: number) => [spots[place].x, spots[place].y];
  assert.deepEqual([width, height], [13, 2]);
  assert.deepEqual([at(0), at(5), at(6), at(11), at(12), at(23)], [[12, 1], [7, 1], [5, 1], [0, 1], [0, 0], [12, 0]]);
});

test("columns of an odd half have no bar", () => {
  assert.equal(planOf(columns(18), 0).width, 9);
});

const named = (...values: string[]): Looks => new Looks({ types: [{ name: "one", values }], columns: [] } as unknown as PageModel, {});

test("what a thing is called gives its drawing, colours have plain shapes, and no two of a type look alike", () => {
  assert.equal(named("Clay_pit", "Deep_lake").word(0, 1).symbol, "i-wave");
  assert.equal(named("Red", "Blue").word(0, 1).symbol, "i-square");
  assert.equal(named("Forest", "Copse", "Court").word(0, 1).symbol, "o-cross");
  assert.deepEqual(["Two", "Jack", "King"].map((_, i) => named("Two", "Jack", "King").word(0, i).glyph), ["2", "J", "K"]);
  assert.equal(named("King", "Rook", "Pawn").word(0, 0).glyph, "♚");
});

test("an empty area belongs to whoever alone surrounds it", () => {
  const at = Array.from({ length: 9 }, (_, i): [number, number] => [Math.floor(i / 3), i % 3]);
  const [none, ann, bob] = [null, 0, 1];
  assert.deepEqual(surrounded({ at }, [none, ann, none, ann, ann, bob, none, none, bob]), [ann, null, null, null, null, null, null, null, null]);
  assert.deepEqual(surrounded({ at }, at.map(() => none)), at.map(() => null));
});

const square = (rows: number, columns: number) => ({ name: "cell", shape: { is: "grid", rows, columns, torus: null } });

test("a grid whose places lie in blocks has one for each place of the smaller grid", () => {
  const of = (...boards: unknown[]) => ({ boards }) as unknown as PageModel;
  assert.deepEqual(blocksOf(of(square(3, 3), square(9, 9)), 1), [3, 3]);
  assert.deepEqual(blocksOf(of(square(2, 3), square(6, 6)), 1), [2, 3]);
  assert.equal(blocksOf(of(square(8, 8), square(9, 9)), 1), null);
  assert.equal(blocksOf(of(square(3, 3), square(9, 9)), 0), null);
});

test("a map lies on its side for a wide table, and a board of named crossings does not", () => {
  const ends: [number, number][] = [[0, 1], [1, 2]];
  const line = (...places: string[]) => ({ boards: [{ name: "town", shape: { is: "graph", ends }, places, at: [] }] }) as unknown as PageModel;
  const map = line("Ashby", "Bree", "Cray");
  const straight = planOf(map, 0);
  const found = lying(straight, map.boards[0]);
  assert.deepEqual([found?.width, found?.height].map((one) => one?.toFixed(6)), [straight.height, straight.width].map((one) => one.toFixed(6)));
  assert.deepEqual(found?.lines, straight.lines);
  assert.equal(lying(planOf(line("a1", "a2", "b1"), 0), line("a1", "a2", "b1").boards[0]), null);
});
