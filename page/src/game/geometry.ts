// Where the places of boards lie, in units of cells. The numbers of `geometry.json` are those of printed boards too (`gamedsl/cards/geometry.py`).
import numbers from "./geometry.json" with { type: "json" };
import type { Board, PageModel } from "./model.js";

export interface Spot { board: number; place: number; x: number; y: number; isRim: boolean; isKnot?: boolean }
export interface Plan2d {
  kind: "square" | "hex" | "turned" | "graph";
  /** How much higher than wide cells are: columns of pieces are. */
  tall: number;
  width: number;
  height: number;
  spots: Spot[];
  /** Pairs of spots with a line between them, and the place of the board of edges. */
  lines: [number, number, number][];
}

/** A ring of so many places runs round a square. */
export const LOOP = numbers.loop;
/** A longer row goes back below itself. */
export const WIDE_ROW = numbers.wideRow;
/** How far rows of hexagons are apart. */
const HEX_HEIGHT = numbers.hexHeight;
/** A place that is called like a square. */
const SQUARE = /^([a-z])(\d+)$/;
/** How high cells of columns of pieces are. */
const TALL = numbers.tall;

/** The boards that are drawn on their own: not unions, and not what lies around another one. */
export function drawnBoards(model: PageModel): number[] {
  const isOwn = (board: Board) => board.shape !== null && board.shape.is !== "union" && !(board.shape.is === "rim" && board.shape.around !== null);
  return model.boards.flatMap((board, i) => (isOwn(board) && knotsOf(model, i) === null ? [i] : []));
}

/** Where the places of a board lie, with those of a ring around it. */
export function planOf(model: PageModel, number: number): Plan2d {
  const board = model.boards[number];
  const shape = board.shape?.is ?? "row";
  if (shape === "grid") return grid(model, number, board);
  if (shape === "hex") return hex(number, board);
  if (shape === "ring" || shape === "rim") return hasStores(model, number, board) ? stores(number, board) : ring(number, board);
  if (shape === "graph") return graph(number, board);
  return row(model, number, board);
}

/** A board of hexagons with its rows upright, for narrow screens: neighbours stay neighbours, and the first row begins at the same corner. */
export function turned(plan: Plan2d, { at }: Board): Plan2d {
  const spots = plan.spots.map((one) => ({ ...one, x: at[one.place][1] * HEX_HEIGHT, y: at[one.place][0] + at[one.place][1] / 2 }));
  return measured("turned", spots);
}

/** A board of lines or a ring, lying on its side: for tables that are wider than it, or narrower. Places that are called like squares stay where players know them. */
export function lying(plan: Plan2d, { places, shape }: Board): Plan2d | null {
  const isFree = shape?.is === "ring" || (plan.kind === "graph" && !places.every((name) => SQUARE.test(name)));
  return isFree ? measured(plan.kind, plan.spots.map((one) => ({ ...one, x: one.y, y: -one.x })), plan.lines) : null;
}

/** A board of lines whose places have no fixed coordinates, longer each way where there is room of so many cells: names of lines have more of it. */
export function widened(plan: Plan2d, board: Board, room: { width: number; height: number }): Plan2d {
  if (plan.kind !== "graph" || !lying(plan, board)) return plan;
  const factor = (size: number, free: number) => Math.max(1, Math.min(numbers.springs.most, (free - 1) / Math.max(size - 1, numbers.springs.nearest)));
  const [across, down] = [factor(plan.width, room.width), factor(plan.height, room.height)];
  return measured(plan.kind, plan.spots.map((one) => ({ ...one, x: one.x * across, y: one.y * down })), plan.lines);
}

/** So often places that are too near move apart, by this part of what they lack. */
const MOVES = 60;
const PART = 0.3;

/** The places of a board of lines moved apart where their names, each so many cells wide and high, would lie on each other. None leaves the board. */
export function spaced(plan: Plan2d, board: Board, wide: (place: number) => number, high: number): Plan2d {
  if (plan.kind !== "graph" || !lying(plan, board)) return plan;
  const at = plan.spots.map(({ x, y }) => ({ x, y }));
  const inside = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
  for (let move = 0; move < MOVES; move++) {
    at.forEach((one, i) => {
      for (const [j, other] of at.slice(0, i).entries()) {
        const [dx, dy] = [one.x - other.x, one.y - other.y];
        const across = (wide(plan.spots[i].place) + wide(plan.spots[j].place)) / 2 - Math.abs(dx);
        const down = high - Math.abs(dy);
        if (across <= 0 || down <= 0) continue;
        // They move the way on which less is lacking.
        const [stepX, stepY] = across < down ? [Math.sign(dx || 1) * across * PART, 0] : [0, Math.sign(dy || 1) * down * PART];
        Object.assign(one, { x: inside(one.x + stepX, plan.width), y: inside(one.y + stepY, plan.height) });
        Object.assign(other, { x: inside(other.x - stepX, plan.width), y: inside(other.y - stepY, plan.height) });
      }
    });
  }
  return { ...plan, spots: plan.spots.map((one, i) => ({ ...one, ...at[i] })) };
}

function measured(kind: Plan2d["kind"], spots: Spot[], lines: Plan2d["lines"] = []): Plan2d {
  const left = Math.min(...spots.map(({ x }) => x));
  const top = Math.min(...spots.map(({ y }) => y));
  const moved = spots.map((spot) => ({ ...spot, x: spot.x - left, y: spot.y - top }));
  return { kind, tall: 1, spots: moved, lines, width: Math.max(...moved.map(({ x }) => x)) + 1, height: Math.max(...moved.map(({ y }) => y)) + 1 };
}

const spot = (board: number, place: number, x: number, y: number, isRim = false): Spot => ({ board, place, x, y, isRim });

function grid(model: PageModel, number: number, board: Board): Plan2d {
  const spots = board.at.map(([row, column], place) => spot(number, place, column, row));
  model.boards.forEach((other, i) => {
    if (other.shape?.is !== "rim" || other.shape.around !== number) return;
    const top = Math.min(...board.at.map(([row]) => row)) - 1;
    const left = Math.min(...board.at.map(([, column]) => column)) - 1;
    rim(other, board).forEach(([x, y], place) => { spots.push(spot(i, place, left + x, top + y, true)); });
  });
  model.boards.forEach((other, i) => {
    if (knotsOf(model, i) !== number) return;
    other.at.forEach(([row, column], place) => { spots.push({ ...spot(i, place, column + 0.5, row + 0.5), isKnot: true }); });
  });
  return measured("square", spots);
}

/** The grid with edges on whose inner corners the places of a board lie; null for other boards. */
export function knotsOf({ boards }: PageModel, number: number): number | null {
  const { shape } = boards[number];
  const around = boards.findIndex((other) => shape?.is === "grid" && other.shape?.is === "grid" && other.shape.ends.length > 0 && other.shape.rows === shape.rows + 1 && other.shape.columns === shape.columns + 1);
  return around < 0 ? null : around;
}

/** Places round a grid, clockwise from its corner top left. */
function rim(ring: Board, inner: Board): [number, number][] {
  const rows = Math.max(...inner.at.map(([row]) => row)) - Math.min(...inner.at.map(([row]) => row)) + 2;
  const columns = Math.max(...inner.at.map(([, column]) => column)) - Math.min(...inner.at.map(([, column]) => column)) + 2;
  const hasCorners = ring.places.length >= 2 * (rows + columns);
  const around: [number, number][] = [];
  for (let x = 0; x < columns; x++) around.push([x, 0]);
  for (let y = 0; y < rows; y++) around.push([columns, y]);
  for (let x = columns; x > 0; x--) around.push([x, rows]);
  for (let y = rows; y > 0; y--) around.push([0, y]);
  const isCorner = ([x, y]: [number, number]) => (x === 0 || x === columns) && (y === 0 || y === rows);
  const used = hasCorners ? around : around.filter((at) => !isCorner(at));
  return ring.places.map((_, i) => used[i % used.length]);
}

function hex(number: number, board: Board): Plan2d {
  return measured("hex", board.at.map(([row, column], place) => spot(number, place, column + row / 2, row * HEX_HEIGHT)));
}

const SIDES = [[-1, 0], [0, 1], [1, 0], [0, -1]];
/** Corners that count as sides of hexagons: all but two. */
const HEX_SIDES = [...SIDES, [-1, 1], [1, -1]];

/** A board without an edge: what lies there and the places beside it, nearest to the first place where it lies. Nothing is drawn twice, also if it has come
 * round the board. */
export function grown(number: number, board: Board, laid: ReadonlySet<number>, chosen: ReadonlySet<number>): Plan2d {
  const [width, size] = board.shape?.torus ?? [1, 1];
  const isHex = board.shape?.is === "hex";
  const spots = new Map<number, [number, number]>();
  const place = (row: number, column: number) => (((column + width * row) % size) + size) % size;
  if (!laid.size && !chosen.size) spots.set(0, board.at[0]);
  for (const first of [...laid].sort((a, b) => farness(board.at[a]) - farness(board.at[b]))) {
    if (!spots.has(first)) spots.set(first, board.at[first]);
    const near = [first];
    for (let one = near.pop(); one !== undefined; one = near.pop()) {
      const [row, column] = spots.get(one) as [number, number];
      for (const [down, along] of isHex ? HEX_SIDES : SIDES) {
        const other = place(row + down, column + along);
        if (spots.has(other)) continue;
        spots.set(other, [row + down, column + along]);
        if (laid.has(other)) near.push(other);
      }
    }
  }
  for (const one of chosen) if (!spots.has(one)) spots.set(one, nearest(one, spots, place) ?? board.at[one]);
  const at = ([row, column]: [number, number]): [number, number] => (isHex ? [column + row / 2, row * HEX_HEIGHT] : [column, row]);
  return measured(isHex ? "hex" : "square", [...spots].sort(([a], [b]) => a - b).map(([one, found]) => spot(number, one, ...at(found))));
}

const farness = ([row, column]: [number, number]): number => Math.abs(row) + Math.abs(column) + Math.abs(row + column);

/** Where a place lies that has a corner in common with what is drawn. */
function nearest(wanted: number, spots: ReadonlyMap<number, [number, number]>, place: (row: number, column: number) => number): [number, number] | null {
  for (const [row, column] of spots.values()) {
    for (const down of [-1, 0, 1]) for (const along of [-1, 0, 1]) if (place(row + down, column + along) === wanted) return [row + down, column + along];
  }
  return null;
}

/** A row; where it is too long it goes back below itself, so that neighbours stay together. */
function row(model: PageModel, number: number, board: Board): Plan2d {
  const { length } = board.places;
  if (length > WIDE_ROW && hasColumns(model, number)) return points(number, length);
  const wide = length > WIDE_ROW ? Math.ceil(length / Math.ceil(length / WIDE_ROW)) : length;
  const at = (i: number): [number, number] => {
    const [y, x] = [Math.floor(i / wide), i % wide];
    return [y % 2 ? wide - 1 - x : x, y];
  };
  return measured("square", board.places.map((_, i) => spot(number, i, ...at(i))));
}

/** Places of columns: the first one below on the right, then round to the one above it. Halves of an even number leave a column free between them. */
function points(number: number, length: number): Plan2d {
  const half = Math.ceil(length / 2);
  const at = (i: number): [number, number] => {
    const x = i < half ? half - 1 - i : i - half;
    return [half % 2 === 0 && x >= half / 2 ? x + 1 : x, i < half ? 1 : 0];
  };
  return { ...measured("square", Array.from({ length }, (_, i) => spot(number, i, ...at(i)))), tall: TALL };
}

/** Whether many pieces of somebody lie on places together. */
export function hasColumns({ zones, kinds, components }: PageModel, number: number): boolean {
  const isOwned = (component: number) => kinds.some((kind) => kind.component === component && kind.owner !== null && kind.copies > 1 && components[component] !== undefined);
  return (zones ?? []).some(({ form, dimensions, components: lying }) => form === "bag" && dimensions.some(({ type }) => type.is === "place" && type.board === number) && lying.some(isOwned));
}

function ring(number: number, board: Board): Plan2d {
  const { length } = board.places;
  if (length >= LOOP) {
    const side = Math.ceil(length / 4);
    const at = (i: number): [number, number] => {
      const [part, step] = [Math.floor(i / side), i % side];
      return [[step, 0], [side, step], [side - step, side], [0, side - step]][part] as [number, number];
    };
    return measured("square", board.places.map((_, i) => spot(number, i, ...at(i))));
  }
  const half = Math.ceil(length / 2);
  return measured("square", board.places.map((_, i) => (i < half ? spot(number, i, i, 1) : spot(number, i, length - 1 - i, 0))));
}

/** Whether two places of a ring are other than all others, the last ones of its halves: the stores of a game of sowing. */
function hasStores({ columns }: PageModel, number: number, { places: { length } }: Board): boolean {
  const isStore = (value: unknown, i: number) => (value === true) === (i === length / 2 - 1 || i === length - 1);
  return length > 4 && length % 2 === 0 && length < LOOP && (columns ?? []).some(({ of, number: board, type, values }) => of === "board" && board === number && type.is === "flag" && values.every(isStore));
}

/** Two rows of houses, and the stores at their ends between them. */
function stores(number: number, { places: { length } }: Board): Plan2d {
  const half = length / 2;
  const at = (i: number): [number, number] => (i === half - 1 ? [half, 0.5] : i === length - 1 ? [0, 0.5] : i < half ? [i + 1, 1] : [length - 1 - i, 0]);
  return measured("square", Array.from({ length }, (_, i) => spot(number, i, ...at(i))));
}

/** A board of lines: at its coordinates if places are called like squares, else where springs between neighbours leave it. */
function graph(number: number, board: Board): Plan2d {
  const ends = board.shape?.ends ?? [];
  const named = board.places.map((name) => SQUARE.exec(name));
  const most = Math.max(...named.map((one) => Number(one?.[2] ?? 0)));
  const at = named.every((one) => one !== null)
    ? named.map((one): [number, number] => [one[1].charCodeAt(0) - 97, most - Number(one[2])])
    : untangled(board.places.length, ends);
  return measured("graph", at.map(([x, y], place) => spot(number, place, x, y)), ends.map(([from, to], i) => [from, to, i]));
}

/** Places on which springs leave the fewest lines across each other: of some orders in which they begin on a circle, fewer on large boards. */
function untangled(count: number, ends: [number, number][]): [number, number][] {
  const { starts, work } = numbers.springs;
  let best = sprung(count, ends, 0);
  let fewest = tangles(best, ends);
  for (let start = 1; fewest && start < Math.min(starts, Math.floor(work / (count * count))); start++) {
    const at = sprung(count, ends, start);
    const found = tangles(at, ends);
    if (found < fewest) [best, fewest] = [at, found];
  }
  return best;
}

/** How often lines cross each other, or come too near to a place where they do not end. */
function tangles(at: [number, number][], ends: [number, number][]): number {
  const side = ([ax, ay]: [number, number], [bx, by]: [number, number], [x, y]: [number, number]) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  const isAcross = (a: number, b: number, c: number, d: number) => side(at[a], at[b], at[c]) * side(at[a], at[b], at[d]) < 0 && side(at[c], at[d], at[a]) * side(at[c], at[d], at[b]) < 0;
  let found = 0;
  ends.forEach(([a, b], i) => {
    for (const [c, d] of ends.slice(0, i)) if (a !== c && a !== d && b !== c && b !== d && isAcross(a, b, c, d)) found += 1;
    at.forEach((one, c) => { if (c !== a && c !== b && offLine(at[a], at[b], one) < numbers.springs.near) found += 1; });
  });
  return found;
}

/** How far a point is from a line between two others. */
function offLine([ax, ay]: [number, number], [bx, by]: [number, number], [x, y]: [number, number]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / Math.max(numbers.springs.nearest, dx * dx + dy * dy)));
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}

/** The order in which places begin on their circle: first as they are declared, then shuffled, by the same numbers in all pages and printed boards. */
function orderOf(count: number, start: number): number[] {
  const found = Array.from({ length: count }, (_, i) => i);
  let chance = start;
  for (let i = count - 1; start && i > 0; i--) {
    chance = (chance * 1103 + 12345) % 65536;
    const j = chance % (i + 1);
    [found[i], found[j]] = [found[j], found[i]];
  }
  return found;
}

function sprung(count: number, ends: [number, number][], start: number): [number, number][] {
  const { steps, nearest, pull, ...springs } = numbers.springs;
  const at = orderOf(count, start).map((i): [number, number] => [Math.cos((2 * Math.PI * i) / count) * Math.sqrt(count), Math.sin((2 * Math.PI * i) / count) * Math.sqrt(count)]);
  for (let step = 0; step < steps; step++) {
    const push = at.map((): [number, number] => [0, 0]);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        if (i === j) continue;
        const [dx, dy] = [at[i][0] - at[j][0], at[i][1] - at[j][1]];
        const force = springs.push / Math.max(nearest, dx * dx + dy * dy);
        push[i][0] += dx * force;
        push[i][1] += dy * force;
      }
    }
    for (const [i, j] of ends) {
      for (const [a, b] of [[i, j], [j, i]]) {
        push[a][0] += (at[b][0] - at[a][0]) * pull;
        push[a][1] += (at[b][1] - at[a][1]) * pull;
      }
    }
    const heat = springs.heat * (1 - step / steps);
    at.forEach((one, i) => { one[0] += heat * push[i][0]; one[1] += heat * push[i][1]; });
  }
  return spread(at);
}

/** Places turned so that they lie along their longest line, and pulled apart across it where they are crowded there. */
function spread(at: [number, number][]): [number, number][] {
  const { least, most } = numbers.springs;
  const mean = (axis: 0 | 1) => at.reduce((sum, one) => sum + one[axis], 0) / at.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (of: (dx: number, dy: number) => number) => at.reduce((all, one) => all + of(one[0] - x, one[1] - y), 0);
  const angle = Math.atan2(2 * sum((dx, dy) => dx * dy), sum((dx, dy) => dx * dx - dy * dy)) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = at.map((one): [number, number] => [(one[0] - x) * cos + (one[1] - y) * sin, (one[1] - y) * cos - (one[0] - x) * sin]);
  const size = (axis: 0 | 1) => Math.max(...turned.map((one) => one[axis])) - Math.min(...turned.map((one) => one[axis]));
  const factor = Math.min(most, Math.max(1, (size(0) * least) / Math.max(size(1), numbers.springs.nearest)));
  return turned.map(([along, across]) => [along, across * factor]);
}

/** The number of a spot on a board that may be a union. */
export function within(model: PageModel, board: number, spot: Spot): number | null {
  if (board === spot.board) return spot.place;
  const { shape } = model.boards[board];
  if (shape?.is !== "union") return null;
  let before = 0;
  for (const part of shape.parts) {
    const found = within(model, part, spot);
    if (found !== null) return before + found;
    before += model.boards[part].places.length;
  }
  return null;
}
