// The table: facts, boards, tricks, what is chosen from, tiles, and the shelf.
import type { Thing } from "gamedsl-host";
import { boardElement, extent, plan, planNow } from "../boards/boards.js";
import { isToldAsTaken } from "../boards/captured.js";
import { columnsElement, columnsOf, isOnColumns } from "../boards/columns.js";
import { h, put } from "../window/dom.js";
import { diceElement } from "./dice.js";
import { disc } from "./faces.js";
import { BELOW, hasBelow } from "../boards/below.js";
import { legendElement } from "../boards/legend.js";
import { lying, type Plan2d, spaced, turned, widened } from "../game/geometry.js";
import { isRoundOwn, middleElement } from "../boards/middle.js";
import { hasSides, SIDE } from "../boards/grounds.js";
import { geometryOfOwned, isOwnOnTable, sharedBoards } from "../game/owned.js";
import { placeKey } from "../game/keys.js";
import { bare, boundAt, type FieldFamily, madeAt, type ZoneFamily } from "../game/model.js";
import { isBare, isOpenMat, isSeat, type Layout, namingSeats, potField } from "../game/roles.js";
import { takenBy } from "./passing.js";
import { heapElement } from "./heaps.js";
import { hasPieces, isNumbersOnly, isRoundTable, liesBeforeSeats, roundElement, secretElements, stakesElement, trickCard } from "./round.js";
import type { Scene } from "./scene.js";
import { everyNamed, fieldElement, speaks, zoneLabel } from "./values.js";
import { isInTiles, MOST_TILES, tiles } from "./tiles.js";
import { raceElements, tablesElement, trackElement, tracksOf } from "../boards/tracks.js";
import { backsElement, instances, lyingIn, packElement, zoneElement } from "./zones.js";
import { SAID } from "../window/voice.js";
import { listed, placeCalled, uncapital } from "../game/words.js";

/** `hasPanels`: the panels of the seats stand beside the table. `turned`: the boards that have been drawn, and whether they lie on their side: they stay so, and no place jumps. */
export interface Room { width: number; height: number; hasPanels?: boolean; turned?: Map<number, boolean> }

const CELL = { least: 22, most: 128 };
/** The least cell of a board of lines: its places have a least size of their own, and it is no wider than the table. */
const LEAST_GRAPH = 8;
/** The room of a heading, between two boards, and of the names beside a board. */
const HEAD = 22;
const GAP = 22;
const EDGE = { wide: 24, high: 38 };
/** The room of the names that stand out beside a board of lines in a narrow window. */
const NAMES = 48;
/** The same where cards and numbers lie below the names. */
const WIDE_NAMES = 76;
/** The width of a letter of the name of a place and what is beside the name, the fewest letters for which a plate has room, and the height of a place with its name or its plate, in pixels. */
const LETTER = 6.6;
const NAME_EDGE = 14;
const LEAST_NAME = 8;
const NAMED_HIGH = { name: 48, plate: 70 };
/** So much longer are long places where there is room. */
const LONGEST = 1.7;
/** The room round a board, in cells. */
const BORDER = 0.1;
const BIG_BOARD = 16;
const MOST_LYING = 8;
/** Wider tables have two columns: a large board, and what lies beside it. */
const TWO = 600;
/** The part of the width that a board has beside much, and beside little. */
const SHARES = { single: 0.8, zone: 0.74, else: 0.66 };
/** The height of a row of facts, or of tiles on which nothing lies, with its gap. */
const FACTS = 42;
/** The height of a row of words below a board. */
const LEGEND = 34;
/** So many empty places are named. */
const MOST_NAMED = 2;
/** Round narrower tables sit fewer players, and only where cards lie. */
const NARROW = 732;
const NARROW_SEATS = 4;
/** The widest board of a phone. */
const PHONE = 420;

/** Everything that all share. `seen` holds the zones that have had something in them in this match: others are folded. */
export function tableElement(scene: Scene, room: Room, seen: ReadonlySet<number>): HTMLElement {
  const found = h("main", { class: "table", attrs: { "aria-label": "Table", tabindex: "0" } });
  const all = sharedBoards(scene.model);
  const trays = all.filter((board) => isTray(scene, board));
  const owner = isOwnOnTable(scene.model) ? scene.view.seat : null;
  const boards = owner === null ? all.filter((board) => !trays.includes(board)) : geometryOfOwned(scene.model);
  const climbed = columnsOf(scene.model);
  const flow = h("div", { class: "flow" });
  // Numbers find room on a small table, but not on that of a phone.
  const isNarrow = room.width <= NARROW && !(room.hasPanels && isNumbersOnly(scene));
  const isRound = isRoundTable(scene, all.length > 0 || boards.length > 0 || climbed.length > 0) && (!isNarrow || (scene.names.length <= NARROW_SEATS && hasPieces(scene) && liesBeforeSeats(scene)));
  if (isRound) {
    const shared = stages(scene, seen);
    const facts = factsElement(scene, false, [...namingSeats(scene.layout), potField(scene.layout)]);
    const isAbove = isNarrow || shared !== null || scene.layout.trick.length > 0;
    scene.habits.hasFacts ||= isAbove && facts !== null;
    const secrets = isAbove || hasPieces(scene) ? [] : secretElements(scene);
    const inside = isAbove ? null : withSecrets(secrets, facts);
    put(flow, isAbove && scene.habits.hasFacts ? (facts ?? h("div", { class: "facts" })) : null, ...tiles(scene), ...arrays(scene), ...raceElements(scene), roundElement(scene, [inside, secrets.length ? null : diceElement(scene), shared], isNarrow ? "narrow" : ""));
  }
  else {
    const secrets = isNumbersOnly(scene) ? secretElements(scene) : [];
    const facts = factsElement(scene, !secrets.length, [...namingSeats(scene.layout), orderOf(scene) && orderField(scene)]);
    put(flow, withSecrets(secrets, facts), ...tricks(scene), ...trays.map((board) => traysElement(scene, board, seen)), stages(scene, seen), all.length || boards.length ? null : stakesElement(scene), ...tiles(scene), ...arrays(scene), ...raceElements(scene), matsElement(scene));
  }
  put(flow, ...climbed.map((columns) => columnsElement(scene, columns)), ...tracksOf(scene.model).map((track) => trackElement(scene, track)));
  const tables = tablesElement(scene, boards.length > 0);
  put(flow, tables);
  if (!boards.length && !isRound) flow.classList.add("alone");
  // Where nothing but numbers lies on the table, a phone has room for what happened.
  if (!boards.length && [...flow.children].every((one) => one.classList.contains("facts"))) flow.classList.add("sparse");
  // What may come to lie beside the board has its room from the beginning: the board stays as large as it is.
  const isStaged = scene.layout.stage.some((family) => !isSeat(family) && !isInTiles(scene, family));
  if (!boards.length) put(found, flow);
  else if (!isStaged && [...flow.children].every((one) => one.classList.contains("facts") || (one.classList.contains("line") && room.width > TWO))) {
    // Rows of facts need no column of their own: the board has all of the width.
    const rows = [...flow.children] as HTMLElement[];
    const space = { ...room, height: room.height - FACTS * rows.length };
    put(found, h("div", { class: "stackc whole" }, ...rows, boardsElement(scene, boards, owner, space)));
  } else {
    const isLarge = boards.some((board) => plan(scene.model, board).spots.length >= BIG_BOARD || plan(scene.model, board).kind === "graph");
    const rest = flow.childElementCount > 0 || isStaged;
    const share = tables ? SHARES.else : shareOf(scene.layout);
    const space = isLarge && rest && room.width > TWO ? { ...room, width: room.width * share } : room;
    const drawn = boardsElement(scene, boards, owner, space);
    // What is only counted lies below the board, beside what may be higher than it.
    if (isLarge && room.width > TWO) {
      put(found, h("div", { class: "twoc", style: { "--share": String(share) } }, h("div", { class: "ground" }, drawn, isBare(scene) ? null : shelf(scene, seen)), rest ? flow : null));
      return found;
    }
    put(found, h("div", { class: "stackc" }, drawn, rest ? flow : null));
  }
  put(found, isBare(scene) ? null : shelf(scene, seen));
  return found;
}

/** The part of the width that a large board has: the more, the less lies beside it, as the tile that is laid next or one open row. */
function shareOf({ stage: [one, ...others], tiles: laid, trick }: Layout): number {
  if (!one || one.dimensions.length || others.length || laid.length || trick.length) return SHARES.else;
  return one.form === "slot" ? SHARES.single : SHARES.zone;
}

/** Boards beside or below each other, whichever leaves the places larger. */
function boardsElement(scene: Scene, boards: readonly number[], owner: number | null, room: Room): HTMLElement {
  const isHeaded = boards.length > 1 || (owner !== null && !isRoundOwn(scene.model));
  const heads = isHeaded ? HEAD : 0;
  const beside = { ...room, width: room.width / boards.length - GAP, height: room.height - heads };
  const below = { ...room, height: room.height / boards.length - heads };
  const least = (space: Room) => Math.min(...boards.map((board) => fitting(scene, board, owner, space).cell));
  const isBeside = boards.length > 1 && least(beside) >= least(below);
  const found = h("div", { class: `boards ${isBeside ? "beside" : ""}` });
  for (const board of boards) put(found, boardBlock(scene, board, owner, isBeside ? beside : below, isHeaded));
  return found;
}

/** The plan of a board that leaves its places largest, unless it has been drawn already, how large they are, and whether it lies on its side. */
function fitting(scene: Scene, board: number, owner: number | null, room: Room): { found: Plan2d; cell: number; isTurned: boolean } {
  const straight = planNow(scene, board, owner);
  const { shape } = scene.model.boards[board];
  const other = straight.kind === "hex" && !shape?.torus ? turned(straight, scene.model.boards[board]) : lying(straight, scene.model.boards[board]);
  const isKept = room.turned?.get(board);
  const plans = other && isKept === undefined ? [straight, other] : [isKept && other ? other : straight];
  const border = BORDER + (hasSides(scene, board) ? 2 * SIDE : 0);
  const all = plans.map((found) => {
    const [width, height] = extent(found);
    const edge = found.kind === "graph" && room.width <= PHONE ? (hasBelow(scene, board) ? WIDE_NAMES : NAMES) : EDGE.wide;
    const fit = Math.min((room.width - edge) / (width + border), Math.max(200, room.height - EDGE.high) / (height + border));
    const size = Math.floor(Math.max(found.kind === "graph" ? LEAST_GRAPH : CELL.least, Math.min(CELL.most, fit)));
    const free = { width: (room.width - edge) / size - border, height: (room.height - EDGE.high) / size - border };
    const long = stretched(found, (room.height - EDGE.high) / size);
    const wide = (place: number) => (Math.max(LEAST_NAME, placeCalled(scene.model, scene.look, null, board, place).length) * LETTER + NAME_EDGE) / size;
    const high = (hasBelow(scene, board) ? NAMED_HIGH.plate : NAMED_HIGH.name) / size;
    return { found: spaced(widened(long, scene.model.boards[board], free), scene.model.boards[board], wide, high), fit, cell: size, isTurned: found === other };
  });
  return all.sort((a, b) => b.cell - a.cell || b.fit - a.fit)[0];
}

/** A plan of long places: these are longer where the room, as many places high, is not used. */
function stretched(found: Plan2d, room: number): Plan2d {
  if (found.tall <= 1) return found;
  return { ...found, tall: Math.max(found.tall, Math.min(found.tall * LONGEST, room / (found.height + BORDER))) };
}

function boardBlock(scene: Scene, board: number, owner: number | null, room: Room, isHeaded: boolean): HTMLElement {
  const label = scene.label("board", scene.model.boards[board].name);
  const head = isHeaded ? h("h2", {}, owner === null ? label : `${scene.names[owner]}’s ${uncapital(label)}`) : null;
  const legend = legendElement(scene, board);
  const below = hasBelow(scene, board) ? BELOW : 0;
  const { found, cell, isTurned } = fitting(scene, board, owner, { ...room, height: room.height - (legend ? LEGEND : 0) - below });
  room.turned?.set(board, isTurned);
  const drawn = boardElement(scene, board, cell, owner, found);
  if (isRoundOwn(scene.model)) put(drawn, middleElement(scene, cell, found.width));
  const edge = hasSides(scene, board) ? SIDE * cell : 0;
  return h("section", { class: "boardblock", style: { "--edge": `${edge}px`, "--below": `${below}px` } }, head, drawn, legend);
}

/** Facts behind the secret numbers of whoever looks. */
function withSecrets(secrets: readonly HTMLElement[], facts: HTMLElement | null): HTMLElement | null {
  if (!secrets.length) return facts;
  return h("div", { class: "facts", attrs: { "aria-label": "The table in numbers" } }, ...secrets, ...(facts?.children ?? []));
}

/** Shared fields but those that are drawn elsewhere, and what was rolled or chosen before and still counts. */
function factsElement(scene: Scene, hasDice = false, elsewhere: readonly (FieldFamily | null)[] = []): HTMLElement | null {
  const found = h("div", { class: "facts", attrs: { "aria-label": "The table in numbers" } });
  if (hasDice) put(found, diceElement(scene));
  const isThrown = (name: string) => scene.throws.all.some((one) => one.name === name);
  // What was neither chosen nor thrown only serves the rules, unless the look file has words for it.
  const isKnown = (name: string) => scene.look.rule?.[name]?.label !== undefined || boundAt(scene.model, name, scene.view.phase, scene.node) !== null;
  // Places of a board that grows have no names that anybody sees.
  const isUnnamed = (thing: Thing) => thing !== null && typeof thing === "object" && "is" in thing && thing.is === "place" && scene.model.boards.some(({ name, shape }) => name === thing.board && shape?.torus);
  for (const { name, text, thing } of scene.view.locals.filter(({ name, thing }) => isKnown(name) && !isUnnamed(thing) && name !== "me" && name !== "it" && !isThrown(name) && !(typeof thing === "number" && scene.targets.has(`n${thing}`)) && !(Array.isArray(thing) && thing.some(Array.isArray)))) {
    put(found, h("span", { class: "fact live", attrs: madeAt(boundAt(scene.model, name, scene.view.phase, scene.node)) }, h("span", {}, scene.label("rule", name)), h("b", {}, everyNamed(scene, thing, text))));
  }
  for (const field of scene.layout.facts.filter((one) => !elsewhere.includes(one))) {
    const value = scene.field(field.base);
    const of = bare(field.type);
    const isBarePot = field === potField(scene.layout) && !hasPieces(scene);
    if (!value || of.is === "place" || !(isBarePot || speaks(field, 0, value.thing))) continue;
    const label = scene.label("field", field.name);
    const heap = heapElement(scene.look, field, label, value.thing);
    put(found, h("span", { class: `fact ${heap ? "counted" : ""}` }, heap ?? fieldElement(scene, field, label, value.thing, value.text)));
  }
  return found.childElementCount ? found : null;
}

/** A card by each seat. */
function tricks(scene: Scene): HTMLElement[] {
  const order = orderOf(scene);
  return scene.layout.trick.map((family) => {
    const all = instances(scene, family);
    const inOrder = order ? order.flatMap((seat) => all.filter(({ index }) => index[0] === seat)) : all;
    const places = inOrder.map(({ view, index: [seat] }) =>
      h("div", { class: "lead" }, h("span", { class: "who" }, disc(scene.looks.seat(seat), scene.names[seat], "s"), scene.names[seat]), trickCard(scene, family, view, seat, order ? "" : "big")));
    const label = scene.label("zone", family.name);
    return h("section", { class: "zone trick", attrs: { "aria-label": label } }, h("h2", {}, label, order ? h("i", {}, "in this order") : null), h("div", { class: order ? "leads" : `leads n${places.length}` }, ...places), scene.passing?.trick.size ? h("p", { class: "took", attrs: SAID }, takenBy(scene.names, scene.look, scene.passing).told) : null);
  });
}

/** The shared field that orders the seats, where a card lies by each of them in that order. */
function orderField({ layout }: Scene): FieldFamily | null {
  return (layout.trick.length && layout.facts.find(({ type }) => type.is === "list" && type.of.is === "seat")) || null;
}

/** The seats as a shared field orders them; null if there is none. */
function orderOf(scene: Scene): number[] | null {
  const field = orderField(scene);
  const thing = field && scene.field(field.base)?.thing;
  const seats = Array.isArray(thing) ? thing.flatMap((one) => (typeof one === "object" && one !== null && "is" in one && one.is === "seat" ? [one.number] : [])) : [];
  return new Set(seats).size === scene.names.length ? seats : null;
}

/** Whether a row of places only holds pieces that are taken from there: they are drawn as equal tiles. */
function isTray({ model, look }: Scene, board: number): boolean {
  const { shape, places } = model.boards[board];
  if (shape?.is !== "row" || places.length > MOST_TILES || model.fields.some((field) => field.is_shown && !look.field?.[field.name]?.hide && isOn(field, board))) return false;
  const [zone, ...others] = model.zones.filter((one) => isOn(one, board));
  if (!zone || others.length) return false;
  const { spread, cascade } = look.zone?.[zone.name] ?? {};
  return (zone.form === "bag" || spread !== undefined || cascade === true) && zone.dimensions.length === 1 && !model.columns.some(({ of, number }) => of === "board" && number === board);
}

function isOn({ dimensions }: ZoneFamily | FieldFamily, board: number): boolean {
  return dimensions.some(({ type }) => type.is === "place" && type.board === board);
}

function traysElement(scene: Scene, board: number, seen: ReadonlySet<number>): HTMLElement {
  const { name } = scene.model.boards[board];
  const [family] = scene.model.zones.filter((zone) => isOn(zone, board));
  const used = instances(scene, family).filter(({ view, index: [place] }) => seen.has(view.number) || scene.targets.has(placeKey(board, place, null)));
  const found = h("div", { class: "places trays", attrs: { role: "group", "aria-label": scene.label("board", name), "data-of": `board ${name}` }, style: { "--n": String(Math.max(1, used.length)) } });
  for (const { view, index: [place] } of used) {
    const title = placeCalled(scene.model, scene.look, scene.view.seat, board, place);
    const label = /^\d/.test(title) ? `${scene.label("board", name)} ${title}` : title;
    const tile = h("div", { class: `place ${view.count === 0 ? "empty" : ""}`, attrs: { role: "group", "aria-label": label } }, h("h2", {}, label), lyingIn(scene, family, view, "sm"));
    scene.mark(tile, placeKey(board, place, null), label);
    put(found, tile);
  }
  return found;
}

/** What lies openly in front of each player, where nothing else lies on the table: as large as what else lies there, if somebody plays alone. */
function matsElement(scene: Scene): HTMLElement | null {
  const families = scene.layout.mat.filter((family) => isOpenMat(scene, family));
  if (!families.some((family) => instances(scene, family).some(({ view }) => view.count))) return null;
  const found = h("div", { class: "places mats", style: { "--n": String(Math.min(4, scene.names.length)) } });
  const size = scene.names.length === 1 ? "big" : "sm";
  scene.names.forEach((name, seat) => {
    const tile = h("section", { class: "place", attrs: { "aria-label": name } }, h("h2", {}, disc(scene.looks.seat(seat), name, "s"), name));
    for (const family of families) {
      // What a seat does not see of itself is in its dock.
      if (family.visibility.who === "others" && seat === scene.view.seat) continue;
      const own = instances(scene, family).filter(({ index }) => index[0] === seat);
      const lying = own.filter(({ view }) => view.count);
      const label = scene.label("zone", family.name);
      const head = lying.length ? (families.length > 1 ? label : null) : `${label}: nothing`;
      put(tile, h("div", { class: "mat" }, head ? h("span", { class: "nil" }, head) : null, lying.length ? h("div", { class: `cards ${size}` }, ...lying.map(({ view }) => lyingIn(scene, family, view, size))) : null));
    }
    if (tile.childElementCount > 1) put(found, tile);
  });
  return found;
}

function stages(scene: Scene, seen: ReadonlySet<number>): HTMLElement | null {
  const row = h("div", { class: "row" });
  const owned = h("div", { class: "belongs" });
  if (isBare(scene)) piles(scene, seen, row);
  for (const family of scene.layout.stage) {
    if (isInTiles(scene, family)) continue;
    for (const { view, index } of instances(scene, family)) {
      if (!seen.has(view.number) && !scene.look.zone?.[family.name]?.spread) continue;
      // Of what somebody laid out for all and has played, nothing is left to be seen.
      if (!view.count && isSeat(family) && !scene.targets.has(`z${view.number}`)) continue;
      put(isSeat(family) ? owned : row, zoneElement(scene, family, view, zoneLabel(scene, family, index), "big"));
    }
  }
  if (owned.childElementCount) put(row, owned);
  return row.childElementCount ? row : null;
}

/** Where nothing else lies on the table, what is only counted elsewhere is drawn large. */
function piles(scene: Scene, seen: ReadonlySet<number>, row: HTMLElement): void {
  for (const family of scene.layout.shelf) {
    for (const { view, index } of instances(scene, family)) {
      const label = zoneLabel(scene, family, index);
      const isPiled = family.form === "pile" || !view.contents || view.contents.length <= MOST_LYING;
      if (!seen.has(view.number)) continue;
      if (!view.contents) put(row, backsElement(scene, family, view, label));
      else put(row, isPiled ? zoneElement(scene, family, view, label, "big") : packElement(scene, family, view, label));
    }
  }
}

/** Shared fields with numbers as index: a row of cells. */
function arrays(scene: Scene): HTMLElement[] {
  const families = scene.model.fields.filter((field) => field.is_shown && !scene.look.field?.[field.name]?.hide && field.dimensions.length === 1 && field.dimensions[0].type.is === "number" && !isOnColumns(scene.model, field));
  return families.map((field) => {
    const found = h("section", { class: "zone", attrs: { "data-of": `field ${field.name}` } }, h("h2", {}, scene.label("field", field.name)));
    const strip = h("div", { class: "strip" });
    for (let i = 0; i < field.count; i++) {
      const value = scene.field(field.base + i);
      const index = (field.dimensions[0].low ?? 0) + i;
      const thing = value?.thing ?? null;
      const content = thing !== null && typeof thing === "object" && !Array.isArray(thing) && thing.is === "seat" ? disc(scene.looks.seat(thing.number), scene.names[thing.number], "s") : h("b", {}, thing === null ? "–" : (value?.text ?? ""));
      const cell = h("span", { class: "cellbox" }, h("em", {}, String(index)), content);
      scene.mark(cell, `n${index}`, `${scene.label("field", field.name)} ${index}`);
      put(strip, cell);
    }
    put(found, strip);
    return found;
  });
}

/** What is only counted: packs, and how many places are empty. */
function shelf(scene: Scene, seen: ReadonlySet<number>): HTMLElement | null {
  const found = h("div", { class: "shelf" });
  const folded: string[] = [];
  for (const family of scene.layout.shelf) {
    if (isInTiles(scene, family)) continue;
    for (const { view, index } of instances(scene, family)) {
      if (isToldAsTaken(scene.model, scene.captured, view)) continue;
      if (!view.count && !scene.targets.has(`z${view.number}`)) folded.push(uncapital(zoneLabel(scene, family, index)));
      else if (seen.has(view.number)) put(found, packElement(scene, family, view, zoneLabel(scene, family, index)));
    }
  }
  const told = folded.length > MOST_NAMED ? `${folded.length} places` : listed(folded);
  if (folded.length && found.childElementCount) put(found, h("span", { class: "more" }, `Empty: ${told}`));
  return found.childElementCount ? found : null;
}
