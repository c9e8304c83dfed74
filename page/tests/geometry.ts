import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnBoards, grown, planOf, spaced, widened } from "../src/game/geometry.js";
import type { Board, PageModel, Shape } from "../src/game/model.js";

const shape = (of: Partial<Shape>): Shape => ({ is: "grid", rows: 1, columns: 1, around: null, corners: [], edges: null, ends: [], parts: [], is_owned: false, torus: null, column_names: null, row_names: null, ...of });
const grid = (name: string, rows: number, columns: number, more: Partial<Shape> = {}): Board => {
  const at = Array.from({ length: rows * columns }, (_, i): [number, number] => [1 + Math.floor(i / columns), 1 + (i % columns)]);
  return { name, shape: shape({ rows, columns, ...more }), places: at.map(([row, column]) => `${name}[${row}, ${column}]`), at, names: null, sentence: null };
};
const line = (name: string, length: number, of: Partial<Shape>): Board => {
  const at = Array.from({ length }, (_, i): [number, number] => [1, i + 1]);
  return { name, shape: shape({ columns: length, ...of }), places: at.map(([, column]) => `${name}[${column}]`), at, names: null, sentence: null };
};
const model = (...boards: Board[]): PageModel => ({ boards }) as unknown as PageModel;

test("a rim lies round its grid, clockwise from the corner top left", () => {
  const found = model(grid("space", 5, 5), line("sea", 24, { is: "rim", around: 0 }));
  assert.deepEqual(drawnBoards(found), [0]);
  const plan = planOf(found, 0);
  assert.deepEqual([plan.width, plan.height, plan.spots.length], [7, 7, 49]);
  const sea = plan.spots.filter(({ isRim }) => isRim);
  assert.deepEqual([sea[0], sea[6], sea[12], sea[18]].map(({ x, y }) => [x, y]), [[0, 0], [6, 0], [6, 6], [0, 6]]);
});

test("the corners between cells lie on the grid that has edges", () => {
  const found = model(grid("square", 9, 9, { edges: 1, ends: [[0, 1]] }), grid("corner", 8, 8));
  assert.deepEqual(drawnBoards(found), [0]);
  const knot = planOf(found, 0).spots.find(({ isKnot }) => isKnot);
  assert.deepEqual([knot?.x, knot?.y], [0.5, 0.5]);
});

test("the stores of a game of sowing lie at the ends, between the rows", () => {
  const pits = line("pit", 14, { is: "ring" });
  const store = (...at: number[]) => ({ of: "board", number: 0, name: "store", type: { is: "flag" }, values: pits.places.map((_, i) => at.includes(i)) });
  const at = (...stores: number[]) => {
    const { spots, width, height } = planOf({ boards: [pits], columns: [store(...stores)] } as unknown as PageModel, 0);
    return [width, height, ...[0, 6, 7, 13].map((i) => [spots[i].x, spots[i].y])];
  };
  assert.deepEqual(at(6, 13), [8, 2, [1, 1], [7, 0.5], [6, 0], [0, 0.5]]);
  assert.deepEqual(at(5, 13), [7, 2, [0, 1], [6, 1], [6, 0], [0, 0]]);
});

test("a map without coordinates fills the room, and one with them stays as players know it", () => {
  const ends: [number, number][] = [[0, 1], [1, 2], [2, 3], [3, 0]];
  const [town, point] = [line("town", 4, { is: "graph", ends }), { ...line("point", 4, { is: "graph", ends }), places: ["a1", "a2", "b1", "b2"] }];
  const free = { width: 9, height: 7 };
  const sizes = [town, point].map((board) => widened(planOf(model(board), 0), board, free)).map(({ width, height }) => [Math.round(width), Math.round(height)]);
  assert.ok(sizes[0][0] > planOf(model(town), 0).width && sizes[0][0] <= 9 && sizes[0][1] <= 7, String(sizes[0]));
  assert.deepEqual(sizes[1], [2, 2]);
});

test("places of a map move apart where their names would lie on each other", () => {
  const ends: [number, number][] = [[0, 1], [1, 2], [2, 3], [3, 0]];
  const town = line("town", 4, { is: "graph", ends });
  const wide = widened(planOf(model(town), 0), town, { width: 9, height: 7 });
  const { spots, width, height } = spaced(wide, town, () => 4, 3);
  const isFree = spots.every((a, i) => spots.slice(0, i).every((b) => Math.abs(a.x - b.x) > 3.9 || Math.abs(a.y - b.y) > 2.9));
  assert.ok(isFree, JSON.stringify(spots.map(({ x, y }) => [x, y])));
  assert.deepEqual([width, height], [wide.width, wide.height]);
});

test("a long graph lies along its length, and is not too low", () => {
  const ends: [number, number][] = [[0, 1], [1, 2], [2, 3], [3, 0], [2, 4], [4, 5], [5, 6], [6, 4], [6, 7], [7, 8], [8, 5]];
  const { width, height, spots } = planOf(model(line("town", 9, { is: "graph", ends })), 0);
  assert.ok(height > width * 0.4 && height <= width, `${width} × ${height}`);
  assert.equal(new Set(spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size, 9);
});

test("lines of a graph do not cross where they need not, as on printed boards", () => {
  const ends: [number, number][] = [[0, 1], [1, 2], [2, 3], [3, 0], [1, 4], [4, 5], [5, 3]];
  const { spots } = planOf(model(line("town", 6, { is: "graph", ends })), 0);
  assert.deepEqual(spots.map(({ x, y }) => [x.toFixed(1), y.toFixed(1)].map(Number)), [[6.5, 2.2], [3.7, 0], [4.1, 2.2], [3.7, 4.4], [0, 0.6], [0, 3.8]]);
});

test("no two places of a board lie on each other", () => {
  const ends: [number, number][] = [[0, 1], [1, 2], [2, 3], [3, 0]];
  const boards = [grid("cell", 3, 3), grid("hex", 4, 4, { is: "hex" }), line("pit", 14, { is: "ring" }), line("square", 40, { is: "ring" }), line("point", 24, { is: "row" }), line("town", 4, { is: "graph", ends })];
  boards.forEach((_, number) => {
    const { spots } = planOf(model(...boards), number);
    assert.equal(new Set(spots.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)).size, boards[number].places.length);
  });
});

/** The hexagons at most two steps away from the first one, as `grid nest without edge for 2 pieces hex` makes them. */
const nest = (): Board => {
  const places: [number, number][] = [];
  for (let r = -2; r <= 2; r++) for (let c = -2; c <= 2; c++) if (Math.abs(r + c) <= 2) places[(((c + 8 * r) % 19) + 19) % 19] = [r, c];
  return { name: "nest", shape: shape({ is: "hex", torus: [8, 19] }), places: places.map(([r, c]) => `nest[${r}, ${c}]`), at: places, names: null, sentence: null };
};

test("a board without an edge begins with its first place", () => {
  assert.deepEqual(grown(0, nest(), new Set(), new Set()).spots.map(({ place }) => place), [0]);
});

test("a board without an edge shows what lies there and the six places beside it", () => {
  const plan = grown(0, nest(), new Set([0]), new Set());
  assert.equal(plan.spots.length, 7);
  assert.deepEqual([plan.width, Number(plan.height.toFixed(2))], [3, 2.73]);
});

test("what has come round a board without an edge is drawn in one piece", () => {
  const board = nest();
  const far = board.at.findIndex(([row, column]) => row === 0 && column === 2);
  const beyond = (far + 1) % 19;
  const spots = grown(0, board, new Set([far, beyond]), new Set()).spots;
  const [one, other] = [far, beyond].map((place) => spots.find((found) => found.place === place));
  assert.deepEqual([(other?.x ?? 0) - (one?.x ?? 0), other?.y], [1, one?.y]);
  assert.equal(spots.length, 10);
});
