// Where what stands beside the places of a board of lines covers the least: the sizes of trays and of names are known when the page is painted.

/** Something on the board: its upper left corner and its size. */
interface Area { x: number; y: number; wide: number; high: number }

/** The free room between a place and its tray. */
const GAP = 2;
/** The parts of a tray that stand left of the middle of its place, or above it: the best ones first. */
const SHARES = [0.5, 0.25, 0.75, 0.1, 0.9];
/** How far from its place a tray may stand more, where nothing nearer is free. */
const AWAY = [0, 8];
/** What can be read must not be covered: each pixel of it counts as so many of a line. */
const READ = 6;
/** So much the name of a line costs that is left out. */
const UNNAMED = 300;
/** Orders in which trays are laid: the large ones first, which have the fewest places, or the small ones, or from one side of the board. */
const ORDERS: readonly ((size: Area, place: Area) => number)[] = [({ wide, high }) => -wide * high, ({ wide, high }) => wide * high, (_, { x }) => x, (_, { x }) => -x, (_, { y }) => y, (_, { y }) => -y];
/** So often all are laid again, when it is known where the others are. */
const ROUNDS = 3;
/** What is outside of the table is seen by nobody: each pixel of it counts as so many that are covered. */
const OUTSIDE = 4;
/** A name of a line that covers more than this of what else is there is left out. */
const FREE = 12;
/** A line is known by squares of this size along it. */
const STEP = 7;
/** Where on its line a name may be, and how far beside it, the best places first. */
const PARTS = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72, 0.2, 0.8];
const ASIDE = [0, -12, 12, -20, 20];

/** A tray that covers more than this of others is too large: all of the board say no more than they must. */
const CROWDED = 160;

type Measure = (one: Element) => Area;

/** Lays out the trays and the names of lines of all boards of lines. */
export function clearBoards(page: HTMLElement): void {
  const table = page.querySelector<HTMLElement>(".table");
  if (!table) return;
  for (const board of page.querySelectorAll<HTMLElement>(".board.graph")) {
    const { x, y } = board.getBoundingClientRect();
    const areaOf: Measure = (one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return { x: left - x, y: top - y, wide: width, high: height };
    };
    const boards = board.closest<HTMLElement>(".boards");
    // Where a board scrolls by itself, nothing beside it is seen.
    const free = areaOf(boards && getComputedStyle(boards).overflowX !== "visible" ? boards : table);
    const dock = page.querySelector(".dock")?.getBoundingClientRect();
    const isBelow = dock !== undefined && dock.left < table.getBoundingClientRect().right;
    const room = { ...free, high: Math.min(free.high, isBelow ? dock.top - y - free.y : free.high) };
    const places = [...board.querySelectorAll(".sq,.sq>.at,.sq>.shares,.men,.sq>.pawn")].map(areaOf);
    const beside = [...table.querySelectorAll(".zone,.place,.fact,.legend")].filter((one) => !board.contains(one)).map(areaOf);
    const way = [...[...board.querySelectorAll<SVGLineElement>(".edge")].flatMap(squaresAlong), ...beside];
    if (lay(board, places, way, room, areaOf) > CROWDED) {
      board.classList.add("short");
      lay(board, places, way, room, areaOf);
    }
  }
}

/** Where something can be, and what that costs whatever else is laid: lines that it covers, and what of it is outside. */
interface Choice { area: Area; cost: number }
/** Where the name of a line can be, or else its number alone. */
interface Name { named: Choice[]; alone: Choice[]; isLonger: boolean }
interface Layout { trays: Area[]; names: (Choice & { isTight: boolean })[]; cost: number }

/** Puts trays and names of lines where they cover the least of all, of several orders in which they can be laid. Gives how much of what can be read a tray covers at most. */
function lay(board: HTMLElement, places: readonly Area[], way: readonly Area[], room: Area, areaOf: Measure): number {
  const outside = (one: Area) => OUTSIDE * READ * (one.wide * one.high - shared(one, room));
  const trays = [...board.querySelectorAll<HTMLElement>(".sq>.plate")].map((tray) => {
    const place = areaOf(tray.parentElement as HTMLElement);
    const size = areaOf(tray);
    return { tray, place, size, choices: sidesOf(place, size).map((area) => ({ area, cost: covered(area, way) + outside(area) })) };
  });
  const marks = [...board.querySelectorAll<HTMLElement>(".edgemark")];
  const lines = [...board.querySelectorAll<SVGLineElement>(".edge")].map(squaresAlong);
  const names = namesOf(board, marks, (one, line) => outside(one) + covered(one, lines.filter((_, i) => i !== line).flat()), areaOf);
  const orders = ORDERS.map((order) => [...trays.keys()].sort((a, b) => order(trays[a].size, trays[a].place) - order(trays[b].size, trays[b].place)));
  const layouts = orders.map((order) => laidOut(trays.map(({ choices }) => choices), names, order, places));
  const best = layouts.reduce((one, other) => (other.cost < one.cost ? other : one));
  trays.forEach(({ tray, place }, i) => {
    Object.assign(tray.style, { left: `${best.trays[i].x - place.x}px`, top: `${best.trays[i].y - place.y}px`, transform: "none" });
  });
  best.names.forEach(({ area, isTight }, i) => {
    marks[i].classList.toggle("tight", isTight);
    Object.assign(marks[i].style, { left: `${area.x + area.wide / 2}px`, top: `${area.y + area.high / 2}px` });
  });
  return Math.max(0, ...best.trays.map((tray, i) => covered(tray, [...places, ...best.names.map(({ area }) => area), ...best.trays.slice(0, i)])));
}

/** Trays in an order, and then the names of lines; then again, as they know of each other. */
function laidOut(trays: readonly Choice[][], names: readonly Name[], order: readonly number[], places: readonly Area[]): Layout {
  const laid: Choice[] = [];
  const named: Layout["names"] = [];
  // Those that are not there yet, or that are just laid, are no elements.
  const taken = () => [...places, ...Object.values(laid).map(({ area }) => area), ...Object.values(named).map(({ area }) => area)];
  for (let round = 0; round < ROUNDS; round++) {
    for (const i of order) {
      delete laid[i];
      laid[i] = leastCovering(trays[i], taken());
    }
    for (const [i, { named: whole, alone, isLonger }] of names.entries()) {
      delete named[i];
      const others = taken();
      const first = leastCovering(whole, others);
      // A name that is longer than its line would lie on others, as would one that has no free room beside it.
      const isTight = isLonger || covered(first.area, others) > FREE;
      named[i] = { ...(isTight ? leastCovering(alone, others) : first), isTight };
    }
  }
  const all = [...laid, ...named];
  const cost = all.reduce((sum, { area, cost: own }, i) => sum + own + READ * covered(area, [...places, ...all.slice(0, i).map((one) => one.area)]), 0);
  return { trays: laid.map(({ area }) => area), names: named, cost: cost + UNNAMED * named.filter(({ isTight }) => isTight).length };
}

/** The squares that a line runs through. */
function squaresAlong(edge: SVGLineElement): Area[] {
  const [x1, y1, x2, y2] = endsOf(edge);
  const count = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / STEP);
  return Array.from({ length: count }, (_, i) => ({ x: x1 + ((x2 - x1) * i) / count - STEP / 2, y: y1 + ((y2 - y1) * i) / count - STEP / 2, wide: STEP, high: STEP }));
}

function endsOf(edge: SVGLineElement): number[] {
  return ["x1", "y1", "x2", "y2"].map((one) => Number(edge.getAttribute(one)));
}

/** Where a tray can be: below its place, above it, beside it, or at one of its corners, the nearest ones first. */
function sidesOf(place: Area, { wide, high }: Area): Area[] {
  const [x, y] = [place.x + place.wide / 2, place.y + place.high / 2];
  return AWAY.flatMap((away) => {
    const [left, right] = [place.x - GAP - away - wide, place.x + place.wide + GAP + away];
    const [above, below] = [place.y - GAP - away - high, place.y + place.high + GAP + away];
    const across = SHARES.flatMap((share) => [below, above].map((down) => [x - wide * share, down]));
    const down = [...SHARES, 0, 1].flatMap((share) => [right, left].map((at) => [at, y - high * share]));
    return [...across.slice(0, 2), ...down.slice(0, 2), ...across.slice(2), ...down.slice(2)].map(([at, down]) => ({ x: at, y: down, wide, high }));
  });
}

/** Where the names of lines can be: along their lines, or beside them; on other lines (`costOf`) they would name these. */
function namesOf(board: HTMLElement, marks: readonly HTMLElement[], costOf: (one: Area, line: number) => number, areaOf: Measure): Name[] {
  const edges = [...board.querySelectorAll<SVGLineElement>(".edge")];
  const knot = board.querySelector<HTMLElement>(".sq")?.offsetWidth ?? 0;
  const sizes = (isTight: boolean) => {
    for (const mark of marks) mark.classList.toggle("tight", isTight);
    return marks.map(areaOf);
  };
  const [whole, alone] = [sizes(false), sizes(true)];
  return marks.map(({ dataset }, i) => {
    const line = Number(dataset.line);
    const [x1, y1, x2, y2] = endsOf(edges[line]);
    const long = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [aside, down] = [-(y2 - y1) / long, (x2 - x1) / long];
    const alongLine = ({ wide, high }: Area) => ASIDE.flatMap((away) => PARTS.map((part) => {
      const area = { x: x1 + (x2 - x1) * part + aside * away - wide / 2, y: y1 + (y2 - y1) * part + down * away - high / 2, wide, high };
      return { area, cost: costOf(area, line) };
    }));
    return { named: alongLine(whole[i]), alone: alongLine(alone[i]), isLonger: long - knot < whole[i].wide };
  });
}

/** Where something covers the least of what is there, the least of lines, and leaves the room the least: the first such place, in whole pixels. */
function leastCovering(choices: readonly Choice[], taken: readonly Area[]): Choice {
  const costs = choices.map(({ area, cost }) => Math.round(cost + READ * covered(area, taken)));
  return choices[costs.indexOf(Math.min(...costs))];
}

/** How much of what is there already an area covers. */
function covered(one: Area, taken: readonly Area[]): number {
  return taken.reduce((sum, other) => sum + shared(one, other), 0);
}

/** How much two areas have in common. */
function shared(one: Area, other: Area): number {
  const across = Math.min(one.x + one.wide, other.x + other.wide) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.high, other.y + other.high) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}
