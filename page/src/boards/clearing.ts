// Where what stands beside the places of a board of lines covers the least: the sizes of trays and of names are known when the page is painted.

/** Something on the board: its upper left corner and its size. */
interface Area { x: number; y: number; wide: number; high: number }

/** The free room between a place and its tray. */
const GAP = 2;
/** The part of a tray that stands left of the middle of its place, where it stands more on the right. */
const NEAR = 0.25;
/** What is outside of the table is seen by nobody: each pixel of it counts as so many that are covered. */
const OUTSIDE = 4;
/** A name of a line that covers more than this of what else is there is left out. */
const FREE = 40;
/** A line is known by squares of this size along it. */
const STEP = 7;
/** Where on its line a name may be, and how far beside it, the best places first. */
const PARTS = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72];
const ASIDE = [0, -12, 12];

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
    const places = [...board.querySelectorAll(".sq,.sq>.at,.sq>.shares")].map(areaOf);
    const beside = [...table.querySelectorAll(".zone,.place,.fact,.legend")].filter((one) => !board.contains(one)).map(areaOf);
    const way = [...[...board.querySelectorAll<SVGLineElement>(".edge")].flatMap(squaresAlong), ...beside];
    let trays = layTrays(board, places, way, room, areaOf);
    if (trays.some((tray, i) => covered(tray, [...places, ...trays.slice(0, i)]) > CROWDED)) {
      board.classList.add("short");
      trays = layTrays(board, places, way, room, areaOf);
    }
    nameLines(board, [...places, ...trays], room, areaOf);
  }
}

/** Puts each tray where it covers the least of all, lines and what is beside the board (`way`) too; the large ones first: they have the fewest places. Gives where they are. */
function layTrays(board: HTMLElement, places: readonly Area[], way: readonly Area[], room: Area, areaOf: Measure): Area[] {
  const trays = [...board.querySelectorAll<HTMLElement>(".sq>.plate")].map((tray) => {
    const place = areaOf(tray.parentElement as HTMLElement);
    return { tray, place, size: areaOf(tray) };
  }).sort((a, b) => b.size.wide * b.size.high - a.size.wide * a.size.high);
  const laid: Area[] = [];
  trays.forEach(({ tray, place, size }) => {
    const area = leastCovering(sidesOf(place, size), [...places, ...way, ...laid], room);
    Object.assign(tray.style, { left: `${area.x - place.x}px`, top: `${area.y - place.y}px`, transform: "none" });
    laid.push(area);
  });
  return laid;
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

/** Where a tray can be: below its place, above it, beside it, or at one of its corners. */
function sidesOf(place: Area, { wide, high }: Area): Area[] {
  const [x, y] = [place.x + place.wide / 2, place.y + place.high / 2];
  const [left, right] = [place.x - GAP - wide, place.x + place.wide + GAP];
  const [above, below] = [place.y - GAP - high, place.y + place.high + GAP];
  const [near, far] = [x - wide * NEAR, x - wide * (1 - NEAR)];
  const all = [[x - wide / 2, below], [x - wide / 2, above], [right, y - high / 2], [left, y - high / 2], [near, below], [far, below], [near, above], [far, above], [right, y], [left, y], [right, y - high], [left, y - high]];
  return all.map(([across, down]) => ({ x: across, y: down, wide, high }));
}

/** Puts the names of lines where they cover the least; where there is no room, the number stands alone. */
function nameLines(board: HTMLElement, taken: Area[], room: Area, areaOf: Measure): void {
  const edges = [...board.querySelectorAll<SVGLineElement>(".edge")];
  const marks = [...board.querySelectorAll<HTMLElement>(".edgemark")];
  const sizes = marks.map(areaOf);
  const knot = board.querySelector<HTMLElement>(".sq")?.offsetWidth ?? 0;
  marks.forEach((mark, i) => {
    const [x1, y1, x2, y2] = endsOf(edges[i]);
    const alongLine = ({ wide, high }: { wide: number; high: number }) => {
      const long = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [aside, down] = [-(y2 - y1) / long, (x2 - x1) / long];
      return ASIDE.flatMap((away) => PARTS.map((part) => ({ x: x1 + (x2 - x1) * part + aside * away - wide / 2, y: y1 + (y2 - y1) * part + down * away - high / 2, wide, high })));
    };
    const named = leastCovering(alongLine(sizes[i]), taken, room);
    // A name that is longer than its line would lie on others, as would one that has no free room beside it.
    const isTight = Math.hypot(x2 - x1, y2 - y1) - knot < sizes[i].wide || covered(named, taken) > FREE;
    mark.classList.toggle("tight", isTight);
    const area = isTight ? leastCovering(alongLine(areaOf(mark)), taken, room) : named;
    taken.push(area);
    mark.style.left = `${area.x + area.wide / 2}px`;
    mark.style.top = `${area.y + area.high / 2}px`;
  });
}

/** The area of some that covers the least of what is there, and leaves the room the least. */
function leastCovering(areas: readonly Area[], taken: readonly Area[], room?: Area): Area {
  const cost = (one: Area) => covered(one, taken) + (room ? OUTSIDE * (one.wide * one.high - shared(one, room)) : 0);
  return areas.map((one) => ({ one, cost: cost(one) })).reduce((best, other) => (other.cost < best.cost ? other : best)).one;
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
