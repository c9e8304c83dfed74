// Where each family of zones and fields is drawn, found from the declarations.
import { hasColumns, WIDE_ROW } from "./geometry.js";
import { bare, type FieldFamily, type Look, type PageModel, plansOf, type Role, type ZoneFamily } from "./model.js";

export interface Layout {
  /** Zones by role; those on places and lines of boards are drawn there and have none. */
  stage: ZoneFamily[];
  trick: ZoneFamily[];
  mat: ZoneFamily[];
  shelf: ZoneFamily[];
  /** Zones of each player on the bar of a board of columns, and beside it. */
  bars: ZoneFamily[];
  trays: ZoneFamily[];
  /** The field whose number stands largest in the panels. */
  score: FieldFamily | null;
  facts: FieldFamily[];
  seatFields: FieldFamily[];
  /** Types whose values have zones or fields of their own: a row of equal tiles. */
  tiles: number[];
}

/** Numbers of players that are a stake, by their names; with those that lie in the middle. */
const STAKES = /(?:^|_)(?:stake[ds]?|bets?|bid|paid|wager|ante)(?:_|$)/i;
export const POTS = /(?:^|_)(?:stake[ds]?|bets?|paid|wager|ante)(?:_|$)/i;
const SCORES = /point|score|glory|earned|banked|prestige|renown|tokens|profit|coins|money|chips|won|tricks/;

export const isSeat = (family: { dimensions: { type: { is: string } }[] }): boolean => family.dimensions[0]?.type.is === "seat";
export const isOnBoard = (family: { dimensions: { type: { is: string } }[] }): boolean => family.dimensions.some(({ type }) => type.is === "place");
export const isTiled = (family: { dimensions: { type: { is: string } }[] }): boolean => family.dimensions.length > 0 && ["word", "row"].includes(family.dimensions[0].type.is);

/** Types of values that are told in a word, a sign or a number. */
const TOLD_ON_LINES = ["flag", "number", "word", "seat"];

/** Whether a family has a zone or a field for each line of a graph. */
export function isOnLines({ boards }: PageModel, { dimensions: [first, ...more] }: FieldFamily | ZoneFamily): boolean {
  if (first?.type.is !== "word" || more.length) return false;
  const of = first.type.type;
  return boards.some(({ shape }) => shape?.is === "graph" && shape.edges === of);
}

/** Whether a field says something of each line of a graph that can be told on the line itself. */
export function isOfLines(model: PageModel, field: FieldFamily): boolean {
  return isOnLines(model, field) && TOLD_ON_LINES.includes(bare(field.type).is);
}

/** Whether a field says where each player is. */
export function isWhereabouts({ dimensions: [first, ...more], type }: FieldFamily): boolean {
  return first?.type.is === "seat" && !more.length && bare(type).is === "place";
}

/** The type of which each player has a place of this family for each value; null where there is none. */
export function ownTiles(family: ZoneFamily): number | null {
  const [, second, ...more] = family.dimensions;
  return isSeat(family) && second?.type.is === "word" && !more.length ? second.type.type : null;
}

/** The layout of a game. */
export function layoutOf(model: PageModel, look: Look): Layout {
  const taken = takenFrom(model);
  const zones = model.zones.filter((zone) => zone.is_shown && !isOnBoard(zone) && !isOnLines(model, zone));
  const isColumned = model.boards.some(({ shape, places }, board) => shape?.is === "row" && places.length > WIDE_ROW && hasColumns(model, board));
  const role = (zone: ZoneFamily): Role => {
    const said = look.zone?.[zone.name]?.role;
    const isPlaceless = (said === "bar" || said === "tray") && !(isColumned && isSeat(zone));
    return said && !isPlaceless ? said : roleOf(zone, taken.has(model.zones.indexOf(zone)));
  };
  const order = (zone: ZoneFamily): number => look.zone?.[zone.name]?.order ?? 100 + model.zones.indexOf(zone);
  const having = (wanted: Role) => zones.filter((zone) => role(zone) === wanted).sort((a, b) => order(a) - order(b));
  const fields = model.fields.filter((field) => field.is_shown && !isOnBoard(field) && !look.field?.[field.name]?.hide);
  const seatFields = fields.filter(isSeat);
  const tiled = [...having("stage"), ...having("shelf"), ...fields.filter((field) => !isOfLines(model, field))].filter(isTiled);
  const owned = having("stage").flatMap((zone) => ownTiles(zone) ?? []);
  const types = tiled.map(({ dimensions }) => dimensions[0].type).flatMap((type) => (type.is === "word" ? [type.type] : []));
  return {
    stage: having("stage"), trick: having("trick"), mat: having("mat"), shelf: having("shelf"), bars: having("bar"), trays: having("tray"),
    score: scoreOf(model, look, seatFields),
    facts: fields.filter((field) => field.dimensions.length === 0 && field.name !== "round"),
    seatFields,
    tiles: [...new Set([...types, ...owned])],
  };
}

/** What each player has staked: it lies before the seats. A number that may be none is no stake, as how many tricks somebody has promised. */
export function stakeFields({ seatFields }: Layout): FieldFamily[] {
  return seatFields.filter(({ name, dimensions, type }) => dimensions.length === 1 && type.is === "number" && STAKES.test(name));
}

/** Fields of all that name a player, as who deals. */
export function namingSeats({ facts }: Layout): FieldFamily[] {
  return facts.filter(({ type }) => bare(type).is === "seat");
}

/** The number of all that is the pot, which lies in the middle of a table. */
export function potField({ facts }: Layout): FieldFamily | null {
  return facts.find(({ name, type }) => bare(type).is === "number" && /(?:^|_)(?:pot|kitty)$/i.test(name)) ?? null;
}

/** Whether nothing but single pieces has a place of its own on the table: no board, nothing that is chosen from, no trick. */
export function isBare({ model, layout }: { model: PageModel; layout: Layout }): boolean {
  return !model.boards.some(({ shape }) => shape !== null) && layout.stage.every(({ form }) => form === "slot") && !layout.trick.length && !layout.tiles.length;
}

/** Whether what lies in front of each player is shown on the table: what the others see and the owner does not; what all see, where nothing else lies there. */
export function isOpenMat(of: { model: PageModel; layout: Layout }, { visibility, dimensions, form }: ZoneFamily): boolean {
  return visibility.who === "others" || (isBare(of) && visibility.who === "everyone" && dimensions.length === 1 && form !== "slot");
}

/** The zone families from which some selection takes. */
function takenFrom(model: PageModel): Set<number> {
  const found = new Set<number>();
  for (const node of model.nodes) {
    if (!node.plan) continue;
    for (const plan of plansOf(node.plan)) for (const part of plan.parts) for (const source of part.sources ?? []) for (const zone of source.from_zones) found.add(zone);
  }
  return found;
}

function roleOf(zone: ZoneFamily, isTaken: boolean): Role {
  const isSingle = zone.form === "slot" || zone.capacity === 1;
  if (isSeat(zone)) return zone.dimensions.length === 1 && isSingle && !isTaken && zone.visibility.who === "everyone" ? "trick" : "mat";
  if (isTiled(zone) || isTaken) return zone.visibility.who === "nobody" ? "shelf" : "stage";
  return zone.form === "slot" && zone.visibility.who === "everyone" ? "stage" : "shelf";
}

function scoreOf(model: PageModel, look: Look, fields: FieldFamily[]): FieldFamily | null {
  const single = fields.filter((field) => field.dimensions.length === 1 && bare(field.type).is === "number");
  const lines = new Set(model.scores.map(({ name }) => name));
  return single.find((field) => look.field?.[field.name]?.score) ?? single.find((field) => lines.has(field.name)) ?? single.find((field) => SCORES.test(field.name)) ?? null;
}
