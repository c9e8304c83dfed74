// What lies below the places of a board: lines with star points, coloured sides, names of rows and columns.
import { drawn, h } from "../window/dom.js";
import type { Plan2d, Spot } from "../game/geometry.js";
import { isPale } from "../game/looks.js";
import type { Board, Ground, PageModel } from "../game/model.js";
import type { Scene } from "../table/scene.js";
import { lineNames } from "../game/words.js";

/** How a grid is drawn. `gamedsl page` finds it from the rules, if the look file does not say it. */
export function groundOf(scene: Scene, board: number): Ground {
  return scene.look.board?.[scene.model.boards[board].name]?.ground ?? "squares";
}

/** From so many lines on, star points lie on the fourth line, and in the middle of the sides too. */
const FAR = 13;
const WIDE = 17;
/** The fewest lines of a board with star points. */
const STARRED = 9;

/** On which lines of so many the star points lie, counted from 0. */
function starLines(lines: number): number[] {
  const edge = lines >= FAR ? 3 : 2;
  return lines < STARRED ? [] : [edge, (lines - 1) / 2, lines - 1 - edge].filter(Number.isInteger);
}

/** The star points of a board of so many lines: in the corners and in the middle; on large ones between these too. */
export function starPoints(rows: number, columns: number): [x: number, y: number][] {
  const [across, down] = [starLines(columns), starLines(rows)];
  const isMiddle = (at: number, lines: number) => at === (lines - 1) / 2;
  const isSide = ([x, y]: [number, number]) => isMiddle(x, columns) !== isMiddle(y, rows);
  const all = down.flatMap((y) => across.map((x): [number, number] => [x, y]));
  return Math.min(rows, columns) >= WIDE ? all : all.filter((one) => !isSide(one));
}

/** The lines of a board whose pieces lie on crossings. */
export function crossings({ width, height }: Plan2d, cell: number): SVGElement {
  const at = (line: number) => (line + 0.5) * cell;
  const root = drawn("svg", { class: "lined", width: width * cell, height: height * cell, viewBox: `0 0 ${width * cell} ${height * cell}`, "aria-hidden": "true" });
  for (let x = 0; x < width; x++) root.append(drawn("line", { x1: at(x), y1: at(0), x2: at(x), y2: at(height - 1) }));
  for (let y = 0; y < height; y++) root.append(drawn("line", { x1: at(0), y1: at(y), x2: at(width - 1), y2: at(y) }));
  for (const [x, y] of starPoints(height, width)) root.append(drawn("circle", { cx: at(x), cy: at(y), r: Math.max(2, cell * 0.075) }));
  return root;
}

/** How many places of a board one place of a smaller grid stands for, across and down; null where there is no such grid. */
export function blocksOf({ boards }: PageModel, board: number): [across: number, down: number] | null {
  const { shape } = boards[board];
  if (shape?.is !== "grid" || shape.torus) return null;
  const small = boards.find((other) => other.shape?.is === "grid" && !other.shape.torus && other.shape.rows > 1 && other.shape.columns > 1 && shape.rows >= 2 * other.shape.rows && shape.columns >= 2 * other.shape.columns && shape.rows % other.shape.rows === 0 && shape.columns % other.shape.columns === 0);
  return small?.shape ? [shape.columns / small.shape.columns, shape.rows / small.shape.rows] : null;
}

type Side = "north" | "south" | "west" | "east";
/** Where outside lies at each side, in units of cells. */
const OUTSIDE: Record<"square" | "hex" | "turned", Record<Side, [number, number]>> = {
  square: { north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0] },
  hex: { north: [0, -1], south: [0, 1], west: [-0.866, 0.5], east: [0.866, -0.5] },
  turned: { north: [0.5, -0.866], south: [-0.5, 0.866], west: [-1, 0], east: [1, 0] },
};
/** How far the colour of a side reaches beyond it. */
export const SIDE = 0.3;

/** Whether the look file gives sides of a board to seats. */
export function hasSides(scene: Scene, board: number): boolean {
  const edges = scene.look.board?.[scene.model.boards[board].name];
  return edges !== undefined && [edges.north, edges.south, edges.west, edges.east].some((one) => one !== undefined);
}

/** The sides of a board in the colours of the seats to which the look file gives them, with their names where it says what they are: “Ann’s goal”. */
export function sides(scene: Scene, board: number, { kind, spots }: Plan2d, cell: number): HTMLElement[] {
  const { at, name } = scene.model.boards[board];
  const edges = scene.look.board?.[name];
  if (!edges || kind === "graph") return [];
  const [rows, columns] = [at.map(([row]) => row), at.map(([, column]) => column)];
  const ends: [Side, (at: [number, number]) => boolean][] = [
    ["north", ([row]) => row === Math.min(...rows)], ["south", ([row]) => row === Math.max(...rows)],
    ["west", ([, column]) => column === Math.min(...columns)], ["east", ([, column]) => column === Math.max(...columns)],
  ];
  return ends.flatMap(([side, isThere]) => {
    const seat = edges[side];
    if (seat === undefined) return [];
    const [right, down] = OUTSIDE[kind][side];
    const there = spots.filter((spot) => spot.board === board && isThere(at[spot.place]));
    const found = there.map(({ x, y }) =>
      h("span", { class: `side-of ${side}`, style: { left: `${(x + right * SIDE) * cell}px`, top: `${(y + down * SIDE) * cell}px`, "--sc": scene.looks.seat(seat - 1) }, attrs: { "aria-hidden": "true" } }));
    if (edges.side === undefined || kind !== "square") return found;
    const [first, last] = [there[0], there[there.length - 1]];
    const middle = { left: `${((first.x + last.x + 1 + right) / 2 + right * (last.x - first.x + SIDE) / 2) * cell}px`, top: `${((first.y + last.y + 1) / 2 + down * (1 + SIDE) / 2) * cell}px` };
    return [...found, h("span", { class: `side-name ${right ? "upright" : ""} ${isPale(scene.looks.seat(seat - 1)) ? "pale" : ""}`, style: middle }, `${scene.names[seat - 1]}’s ${edges.side}`)];
  });
}

/** The names of rows and columns as players write them, outside the board. Where rows count from below, the columns are named there. */
export function coordinates(board: Board, { spots }: Plan2d, cell: number, out: number): HTMLElement[] {
  const { at, shape } = board;
  const names = lineNames(board);
  const ends = (of: 0 | 1, isLast: boolean) => {
    const found = new Map<number, Spot>();
    at.forEach((one, i) => { if (isLast || !found.has(one[of])) found.set(one[of], spots[i]); });
    return found;
  };
  const isFromBelow = Number(shape?.row_names?.[0]) > 1;
  const mark = (kind: string, text: string, left: number, top: number) => h("span", { class: `coordinate ${kind}`, style: { left: `${left}px`, top: `${top}px` }, attrs: { "aria-hidden": "true" } }, text);
  const rows = [...ends(0, false)].map(([row, { x, y }]) => mark("row", names.row(row), (x - out) * cell, y * cell));
  const columns = [...ends(1, isFromBelow)].map(([column, { x, y }]) => mark(isFromBelow ? "column foot" : "column", names.column(column), x * cell, (isFromBelow ? y + 1 + out : y - out) * cell));
  return [...rows, ...columns];
}
