// Boards as elements: cells with what lies and is written there.
import { emblem, pawn, pieceFace, ringMark, stone, UPRIGHT } from "../table/faces.js";
import { h, put, symbol } from "../window/dom.js";
import { isWalled, lines, walls } from "./edges.js";
import { grown, LOOP, type Plan2d, planOf, type Spot, within } from "../game/geometry.js";
import { pieceKey, placeKey, zoneKey } from "../game/keys.js";
import { colourNamed, drawingOf, isPale } from "../game/looks.js";
import { type Board, bare, type FieldFamily, type PageModel, type ZoneFamily } from "../game/model.js";
import { blocksOf, coordinates, crossings, groundOf, hasSides, SIDE, sides } from "./grounds.js";
import { indexOf, instanceAt, type Scene } from "../table/scene.js";
import { isSlip, numbered, plated, slips } from "./below.js";
import { besidePoints, withTrays } from "./points.js";
import { isCount, isOfSeats, type Layer, layersOf } from "./printed.js";
import { divided } from "./shares.js";
import { speaks } from "../table/values.js";
import { placeCalled, plain, titled } from "../game/words.js";

/** The longer diagonal of a hexagon whose sides are one apart. */
const LONG = 1 / 0.866;
/** Boards with smaller cells have no names beside them. */
const NAMED = 22;
const COLUMN = 5;
const SEEDS = 12;
/** Places smaller than this have no room for seeds beside their number. */
const FEW = 56;
const DOTS = 12;
/** The width of a letter of the name of a place, in pixels: longer names stand in two lines. */
const LETTER = 5.3;

const plans = new WeakMap<PageModel, Map<number, Plan2d>>();

/** The plan of a board, found once. */
export function plan(model: PageModel, board: number): Plan2d {
  const known = plans.get(model) ?? new Map<number, Plan2d>();
  plans.set(model, known);
  const found = known.get(board) ?? planOf(model, board);
  known.set(board, found);
  return found;
}

/** The plan of a board as it is now: one without an edge grows with what lies there. */
export function planNow(scene: Scene, board: number, owner: number | null): Plan2d {
  const { model } = scene;
  if (!model.boards[board].shape?.torus) return withTrays(scene, plan(model, board));
  const chosen = new Set([...model.boards[board].places.keys()].filter((place) => scene.targets.has(placeKey(board, place, owner))));
  return grown(board, model.boards[board], laidOn(scene, board, owner), chosen);
}

/** The places of a board where something lies: in a zone, or else in a field. */
function laidOn(scene: Scene, board: number, owner: number | null): Set<number> {
  const isHere = ({ dimensions }: ZoneFamily | FieldFamily) => dimensions.some(({ type }) => type.is === "place" && type.board === board);
  const found = new Set<number>();
  const add = (family: ZoneFamily | FieldFamily, instance: number) => {
    const index = indexOf(family, instance);
    const isOthers = owner !== null && family.dimensions.some(({ type }, i) => type.is === "seat" && i === 0 && index[i] !== owner);
    if (!isOthers) found.add(index[family.dimensions.findIndex(({ type }) => type.is === "place" && type.board === board)]);
  };
  const zones = scene.model.zones.filter(isHere);
  for (const family of zones) for (const { number, count } of scene.view.zones) if (count && number >= family.base && number < family.base + family.count) add(family, number - family.base);
  for (const family of zones.length ? [] : scene.model.fields.filter(isHere)) {
    for (let i = 0; i < family.count; i++) if (speaks(family, i, scene.field(family.base + i)?.thing ?? null)) add(family, i);
  }
  return found;
}

/** The places on the corners of a grid where something lies. */
function takenKnots(scene: Scene, { spots }: Plan2d, owner: number | null): Spot[] {
  const knots = spots.filter(({ isKnot }) => isKnot);
  const taken = knots.length ? laidOn(scene, knots[0].board, owner) : new Set();
  return knots.filter(({ place }) => taken.has(place));
}

/** How wide and high a plan is, in cells. */
export function extent({ kind, width, height, tall }: Plan2d): [width: number, height: number] {
  if (kind === "hex") return [width, height - 1 + LONG];
  return kind === "turned" ? [width - 1 + LONG, height] : [width, height * tall];
}

/** A board with cells of some size in pixels; `owner` is whose it is, where everybody has one. */
export function boardElement(scene: Scene, board: number, cell: number, owner: number | null, found = planNow(scene, board, owner)): HTMLElement {
  const label = scene.label("board", scene.model.boards[board].name);
  const name = owner === null ? label : `${scene.names[owner]}’s ${label}`;
  const root = h("div", { class: `board ${found.kind === "turned" ? "hex turned" : found.kind} ${found.tall > 1 ? "tall" : ""} ${cell < FEW ? "small" : ""}`, attrs: { role: "group", "aria-label": name, "data-of": `board ${scene.model.boards[board].name}` } });
  root.style.setProperty("--cell", `${cell}px`);
  root.style.setProperty("--hexsize", `${cell * LONG}px`);
  root.style.setProperty("--tall", String(found.tall));
  const color = scene.look.board?.[scene.model.boards[board].name]?.color;
  if (color !== undefined) {
    root.classList.add("cloth");
    root.classList.toggle("bright", isPale(colourNamed(color)));
    root.style.setProperty("--tt", colourNamed(color));
  }
  const [width, height] = extent(found);
  root.style.width = `${width * cell}px`;
  root.style.height = `${height * cell}px`;
  if (found.kind === "graph") put(root, lines(scene, found, board, cell));
  else if (scene.model.boards[board].shape?.ends.length) put(root, ...walls(scene, found, board, cell, takenKnots(scene, found, owner)));
  root.classList.toggle("walled", isWalled(scene.model, board));
  root.classList.toggle("loop", isLoop(scene.model.boards[board]));
  const layers = layersOf(scene.model, board);
  const ground = groundOf(scene, board);
  if (ground === "crossings") {
    root.classList.add("crossings");
    root.append(crossings(found, cell));
  }
  put(root, ...sides(scene, board, found, cell));
  if (found.kind !== "graph" && cell >= NAMED && isNamed(scene.model.boards[board], found)) put(root, ...coordinates(scene.model.boards[board], found, cell, hasSides(scene, board) ? SIDE : 0));
  if (found.tall > 1) put(root, ...besidePoints(scene, found, cell, (kind) => columned(scene, kind)));
  for (const spot of found.spots) put(root, cellElement(scene, found, spot, cell, owner, spot.board === board ? layers : []));
  return root;
}

/** Whether rows and columns of a board have names beside it. */
function isNamed({ shape }: Board, { spots }: Plan2d): boolean {
  return ["grid", "hex"].includes(shape?.is ?? "") && !shape?.torus && !spots.some(({ isRim }) => isRim);
}

/** The numbers that are printed on a place of a board of lines, with what they count. */
function printed(scene: Scene, layers: readonly Layer[], { board, place }: Spot, said: string[]): HTMLElement[] {
  return layers.flatMap(({ column: { name, values } }) => {
    const value = values[place];
    if (typeof value !== "number") return [];
    said.push(`${plain(name)} ${value}`);
    return [numbered(scene, board, titled(name), value)];
  });
}

/** What a place is called; where the look file says so, the second player counts from the other end. */
function called({ model, look, view }: Scene, { board, place }: Spot): string {
  return placeCalled(model, look, view.seat, board, place);
}

/** The seat whose home a place is, as the look file says; null if it is nobody's. */
function homeOf({ model, look, names }: Scene, { board, place }: Spot): number | null {
  const { name, places } = model.boards[board];
  const seat = look.board?.[name]?.homes?.indexOf(places[place]) ?? -1;
  return seat >= 0 && seat < names.length ? seat : null;
}

function cellElement(scene: Scene, { kind, tall, spots }: Plan2d, spot: Spot, cell: number, owner: number | null, layers: Layer[]): HTMLElement {
  const board = scene.model.boards[spot.board];
  const found = h("div", { class: `sq ${spot.isRim ? "sea" : ""} ${spot.isKnot ? "knot" : ""} ${holdsMany(scene, spot.board) ? "many" : ""}` });
  found.style.left = `${spot.x * cell}px`;
  found.style.top = `${spot.y * tall * cell}px`;
  const title = called(scene, spot);
  const said: string[] = [];
  if (kind === "square" && !spot.isRim && groundOf(scene, spot.board) === "chequer" && (board.at[spot.place][0] + board.at[spot.place][1]) % 2) found.classList.add("dark");
  const blocks = kind === "square" && !spot.isRim ? blocksOf(scene.model, spot.board) : null;
  if (blocks && spot.x > 0 && spot.x % blocks[0] === 0) found.classList.add("edge-left");
  if (blocks && spot.y > 0 && spot.y % blocks[1] === 0) found.classList.add("edge-top");
  const counted = kind === "graph" ? layers.filter(({ column }) => isCount(scene.model, column)) : [];
  for (const layer of layers) if (!counted.includes(layer)) said.push(ground(scene, found, layer, spot, spots, layers.some((one) => one.isTerritory)));
  const seat = homeOf(scene, spot);
  if (seat !== null) {
    found.classList.add("home");
    found.style.setProperty("--sc", scene.looks.seat(seat));
    said.push(`home of ${scene.names[seat]}`);
  }
  if (tall > 1) found.classList.add(spot.y % 2 ? "below" : "above", spot.place % 2 ? "odd" : "even");
  if (spot.isRim || kind === "graph" || (isLine(board) && owner === null && cell >= 24)) put(found, h("span", { class: `at ${title.length * LETTER > cell ? "long" : ""}` }, title));
  else if (kind === "square" && board.names && spots.some(({ isRim }) => isRim)) put(found, h("span", { class: "co", attrs: { "aria-hidden": "true" } }, title));
  const key = placeKey(spot.board, spot.place, owner);
  const things = contents(scene, spot, owner, found, said, kind, tall > 1 ? COLUMN : 1);
  put(found, ...(kind === "graph" ? plated(found, [...things.elements, ...printed(scene, counted, spot, said)]) : things.elements));
  const holder = scene.territory.get(key);
  if (holder !== undefined) {
    put(found, h("span", { class: "taken", style: { "--kc": scene.looks.seat(holder) }, attrs: { title: scene.names[holder] } }));
    said.push(`territory of ${scene.names[holder]}`);
  }
  if (scene.decisive.has(key)) {
    found.classList.add("decides");
    said.push("it has decided the match");
  }
  const keys = [key, ...things.keys].filter((one) => scene.targets.has(one));
  const touched = [key, ...things.keys];
  const name = [`${scene.label("board", board.name)} ${title}`, ...said, scene.trace(found, touched)].filter(Boolean).join(": ");
  if (keys.length <= 1 || keys.includes(key)) {
    scene.mark(found, keys.includes(key) ? key : (keys[0] ?? key), name);
    scene.trace(found, touched);
  }
  // What is drawn and cannot be chosen is read aloud as well; an empty place is not.
  if (said.some(Boolean) && !found.dataset.act && !found.querySelector("[data-act]")) {
    found.setAttribute("role", "img");
    found.setAttribute("aria-label", name);
  }
  found.dataset.place = key;
  return found;
}

/** Whether places are called by one number. */
function isLine({ shape, places }: PageModel["boards"][number]): boolean {
  return (shape?.is === "row" || shape?.is === "ring") && places.length > COLUMN;
}

/** Whether a ring runs round a square, whose middle is part of the board. */
function isLoop({ shape, places }: Board): boolean {
  return shape?.is === "ring" && places.length >= LOOP;
}

/** Whether several pieces can lie on a place. */
function holdsMany({ model }: Scene, board: number): boolean {
  return model.zones.some(({ form, dimensions, components }) => form === "bag" && dimensions.some(({ type }) => type.is === "place" && type.board === board) && components.some((one) => model.components[one].count > 1));
}

/** What is printed on a cell; gives it in words. */
function ground(scene: Scene, cell: HTMLElement, { column, isTerritory }: Layer, spot: Spot, spots: Spot[], hasTerritory: boolean): string {
  const value = column.values[spot.place];
  if (value === null || value === false) return "";
  if (value === true) return column.name;
  const of = bare(column.type);
  if (isOfSeats(scene.model, column)) {
    cell.style.setProperty("--tt", `color-mix(in srgb, ${scene.looks.seat(Number(value) - 1)} 14%, var(--paper))`);
    return `${column.name} ${scene.names[Number(value) - 1]}`;
  }
  if (isCount(scene.model, column)) {
    put(cell, h("span", { class: "rg" }, String(value)));
    return `${column.name} ${value}`;
  }
  const style = scene.looks.value(column.type, value);
  if (!style) return "";
  if (!isTerritory) {
    cell.style.setProperty("--kc", style.color);
    if (of.is === "word" && isFull(scene.model, spot.board)) cell.classList.add("coloured");
    else if (of.is === "word" && !hasTerritory) cell.style.setProperty("--tt", `color-mix(in srgb, ${style.color} 17%, var(--paper))`);
    put(cell, h("span", { class: "mk" }, emblem(style), h("span", { class: "t" }, style.word)));
    return style.word;
  }
  cell.style.setProperty("--tt", `var(--t${(value % 8) + 1})`);
  const beside = (dx: number, dy: number) => spots.find((one) => one.board === spot.board && one.x === spot.x + dx && one.y === spot.y + dy);
  for (const [side, dx, dy] of [["left", -1, 0], ["right", 1, 0], ["top", 0, -1], ["bottom", 0, 1]] as const) {
    const other = beside(dx, dy);
    if (!other || column.values[other.place] !== value) cell.classList.add(`edge-${side}`);
  }
  put(cell, h("span", { class: "rg" }, style.word));
  return `${column.name} ${style.word}`;
}

const isFull = (model: PageModel, board: number): boolean => model.boards[board].shape?.is_owned ?? false;

interface Contents { elements: HTMLElement[]; keys: string[] }

/** What lies on a place and what fields say of it; at most so many equal pieces one by one. */
function contents(scene: Scene, spot: Spot, owner: number | null, cell: HTMLElement, said: string[], plan: Plan2d["kind"], most: number): Contents {
  const elements: HTMLElement[] = [];
  const keys: string[] = [];
  for (const zone of scene.model.zones) {
    const number = instance(scene.model, zone, spot, owner);
    const view = number === null || !zone.is_shown ? undefined : scene.zone(number);
    if (!view) continue;
    keys.push(zoneKey(view.number));
    const lying = view.contents ?? [];
    const shown = zone.form === "pile" ? lying.slice(-1) : lying;
    const targets = lying.map(({ kind }) => pieceKey(kind.number, view.number)).filter((key) => scene.targets.has(key));
    keys.push(...targets);
    const laid = plan === "graph" && shown.length > 0 && shown.every(({ kind }) => isSlip(scene, kind.number)) ? slips(scene, zone.form === "pile" ? [{ kind: shown[0].kind, count: lying.length }] : shown, view.number) : null;
    if (laid && laid.length < shown.length) {
      elements.push(...laid);
      said.push(laid[0].title);
      continue;
    }
    for (const [i, { kind, count }] of shown.entries()) {
      const all = zone.form === "pile" ? lying.length : count;
      if (zone.form !== "slot" && isSeed(scene.model, kind.number)) {
        elements.push(seeds(scene, kind.number, view.number, all));
        said.push(scene.looks.counted(kind.number, all));
        continue;
      }
      const face = laid?.[i] ?? h("span", { class: `lying ${most > 1 ? "column" : ""}` }, ...Array.from({ length: Math.min(all, most) }, () => (most > 1 ? columned(scene, kind.number) : pieceFace(scene.looks, kind.number, "sm"))));
      if (!laid && zone.form === "slot" && scene.looks.kind(kind.number).form === "card") face.classList.add("tile");
      if (zone.form === "slot" && scene.looks.drawn(kind.number)) face.style.rotate = `${topOf(scene, spot, owner)}deg`;
      face.dataset.piece = pieceKey(kind.number, view.number);
      const onlyOf = seatWithOnly(scene.model, kind.number);
      if (onlyOf !== null) face.dataset.of = String(onlyOf);
      if (!laid && all > most) put(face, h("span", { class: "x" }, String(all)));
      if (targets.length > 1) scene.mark(face, pieceKey(kind.number, view.number), kind.name);
      elements.push(face);
      said.push(`${scene.looks.counted(kind.number, all)}${scene.looks.kind(kind.number).seat === null ? "" : ` of ${scene.names[scene.looks.kind(kind.number).seat ?? 0]}`}`);
    }
    if (!view.contents && view.count) elements.push(h("span", { class: "lying" }, h("span", { class: "token hid" }, String(view.count))));
  }
  written(scene, spot, owner, cell, elements, said, plan);
  divided(scene, spot, owner, elements, said);
  return { elements, keys };
}

const WAYS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/** How far a tile is turned, in degrees: a field of its place may say which way its top points. */
function topOf(scene: Scene, spot: Spot, owner: number | null): number {
  const field = scene.model.fields.find(({ is_shown, type, dimensions }) => is_shown && bare(type).is === "direction" && dimensions.some((one) => one.type.is === "place"));
  const number = field ? instance(scene.model, field, spot, owner) : null;
  const way = number === null ? undefined : scene.field(number)?.text;
  return Math.max(0, WAYS.indexOf(way ?? "N")) * 45;
}

/** Whose only piece of its component a piece is: it stands for that player. Null for other pieces. */
function seatWithOnly({ kinds }: PageModel, kind: number): number | null {
  const { component, owner, copies } = kinds[kind];
  return copies === 1 && kinds.filter((one) => one.component === component && one.owner === owner).length === 1 ? owner : null;
}

/** Whether a piece is one of many that are all alike and nobody's. */
function isSeed({ kinds, components }: PageModel, kind: number): boolean {
  const { component, owner, copies } = kinds[kind];
  return components[component].count === 1 && owner === null && copies >= SEEDS;
}

/** So many equal pieces, as dots with their number. */
function seeds(scene: Scene, kind: number, zone: number, count: number): HTMLElement {
  const { style, title } = scene.looks.kind(kind);
  const found = h("span", { class: "seeds", style: { "--kc": style.color }, attrs: { title } }, h("b", {}, String(count)), ...Array.from({ length: Math.min(count, DOTS) }, () => h("i")));
  found.dataset.piece = pieceKey(kind, zone);
  return found;
}

/** A piece in a column of pieces. */
function columned(scene: Scene, kind: number): HTMLElement {
  const { style, seat, title } = scene.looks.kind(kind);
  return seat === null ? stone(style.color, "", title) : stoneOf(scene, seat, style.color, title);
}

function instance(model: PageModel, family: { base: number; dimensions: Parameters<typeof instanceAt>[0]["dimensions"] }, spot: Spot, owner: number | null): number | null {
  const { dimensions } = family;
  const at = dimensions.findIndex(({ type }) => type.is === "place");
  if (at < 0) return null;
  const { type } = dimensions[at];
  const place = type.is === "place" ? within(model, type.board, spot) : null;
  if (place === null) return null;
  if (dimensions.length === 1) return instanceAt(family, [place]);
  return dimensions.length === 2 && dimensions[0].type.is === "seat" && owner !== null ? instanceAt(family, [owner, place]) : null;
}

/** Fields of a place: whose it is, which piece stands there, numbers and flags; and shared fields that name the place. */
function written(scene: Scene, spot: Spot, owner: number | null, cell: HTMLElement, elements: HTMLElement[], said: string[], plan: Plan2d["kind"]): void {
  const { model } = scene;
  const isCovered = elements.some(({ classList }) => !classList.contains("slip"));
  let side: number | null = null;
  let man: { type: number; value: number } | null = null;
  const numbers: { label: string; value: number }[] = [];
  for (const field of model.fields) {
    const number = !field.is_shown || scene.look.field?.[field.name]?.hide ? null : instance(model, field, spot, owner);
    const value = number === null ? undefined : scene.field(number);
    if (!value || value.thing === null) continue;
    const { thing } = value;
    const label = scene.label("field", field.name);
    const drawings = typeof thing === "number" || typeof thing === "boolean" ? scene.looks.drawings(field, Number(thing)) : null;
    if (drawings) {
      const told = scene.looks.meaning(field, Number(thing)) ?? (thing === true ? label : `${label} ${value.text}`);
      if (drawings.length) elements.push(h("span", { class: "drawings", attrs: { title: told } }, ...drawings.map((style) => emblem(style, ""))));
      if (thing) said.push(told);
      continue;
    }
    if (typeof thing === "object" && !Array.isArray(thing) && thing.is === "seat") side = thing.number;
    else if (typeof thing === "object" && !Array.isArray(thing) && thing.is === "word" && bare(field.type).is === "word") man = { type: (bare(field.type) as { type: number }).type, value: thing.number };
    else if (typeof thing === "number") {
      if (!thing) continue;
      numbers.push({ label, value: thing });
      said.push(`${label} ${thing}`);
    } else if (thing === true) {
      elements.push(h("span", { class: "chip" }, label));
      said.push(label);
    } else said.push(`${label} ${value.text}`);
  }
  if (man && side === null) {
    cell.classList.add("told");
    cell.style.setProperty("--kc", scene.looks.word(man.type, man.value).color);
  }
  // Somebody's number of pieces stands on the stone.
  const [first, ...others] = numbers;
  const isStone = side !== null && !man && !isCovered;
  for (const { label, value } of isStone ? others : numbers) elements.push(plan === "graph" ? numbered(scene, spot.board, label, value) : h("b", { class: "number", attrs: { title: label } }, String(value)));
  if (side !== null && isCovered && !man) elements.push(flagOf(scene, side, said));
  else if (side !== null || man) elements.unshift(standing(scene, side, man, isStone && first ? String(first.value) : "", said));
  pointed(scene, spot, elements, said);
}

/** Whose a place is on which something lies: a flag at its corner covers nothing. */
function flagOf(scene: Scene, side: number, said: string[]): HTMLElement {
  said.push(scene.names[side]);
  return h("span", { class: "flag", style: { "--kc": scene.looks.seat(side) }, attrs: { title: scene.names[side] } }, symbol("i-flag"));
}

function standing(scene: Scene, side: number | null, man: { type: number; value: number } | null, number: string, said: string[]): HTMLElement {
  const style = man ? scene.looks.word(man.type, man.value) : null;
  if (style) said.push(style.word);
  if (side !== null) said.push(scene.names[side]);
  if (side === null) return emblem(style ?? { color: "var(--ink)", word: "" });
  const color = scene.looks.seat(side);
  const sign = number ? null : scene.looks.sign(side);
  if (!style && sign) return h("span", { class: "sign", style: { "--kc": color }, attrs: { title: scene.names[side] } }, sign.glyph ?? emblem(sign, ""));
  if (!style) return stoneOf(scene, side, color, scene.names[side], number);
  return pawn({ form: "pawn", title: style.word, style: { ...style, color }, seat: side, numeral: null, corner: null, feet: [], text: "" });
}

/** A stone of a seat: two players tell theirs apart by the colours, of which one is light, or has a ring; more by the first letters of their names. */
function stoneOf(scene: Scene, seat: number, color: string, title: string, number = ""): HTMLElement {
  const found = stone(color, scene.names.length === 2 || number ? "" : scene.names[seat], title);
  if (scene.names.length === 2 && seat === 1 && !number) found.classList.add("second");
  put(found, number);
  return found;
}

function pointed(scene: Scene, spot: Spot, elements: HTMLElement[], said: string[]): void {
  for (const field of scene.model.fields) {
    if (!field.is_shown || scene.look.field?.[field.name]?.hide) continue;
    if (field.dimensions.length === 0) {
      const thing = scene.field(field.base)?.thing;
      if (isPlaceOf(scene, thing, spot)) {
        elements.push(pointer(scene, field));
        said.push(scene.label("field", field.name));
      }
    } else if (field.dimensions.length === 1 && field.dimensions[0].type.is === "seat") seatsOn(scene, field, spot, elements, said);
  }
}

/** A place that a field of each player names, or a number that counts along a board of the look file, is where that player's pawn stands: not beside a piece that stands for the player. */
function seatsOn(scene: Scene, field: FieldFamily, spot: Spot, elements: HTMLElement[], said: string[]): void {
  const along = scene.look.field?.[field.name]?.board;
  for (let seat = 0; seat < field.count; seat++) {
    const thing = scene.field(field.base + seat)?.thing;
    const board = scene.model.boards[spot.board];
    const isThere = along === board.name && typeof thing === "number" ? ((thing % board.places.length) + board.places.length) % board.places.length === spot.place : isPlaceOf(scene, thing, spot);
    if (!isThere || elements.some(({ dataset }) => dataset.of === String(seat))) continue;
    const color = scene.looks.seat(seat);
    elements.push(pawn({ form: "pawn", title: scene.names[seat], style: scene.looks.sign(seat) ?? { color, symbol: markerOf(scene, field), word: scene.names[seat] }, seat, numeral: null, corner: null, feet: [], text: "" }));
    said.push(scene.names[seat]);
  }
}

/** What stands for a place that a shared field names: the drawing of what the field is called, else a ring. */
function pointer(scene: Scene, field: FieldFamily): HTMLElement {
  const title = scene.label("field", field.name);
  const symbol = markerOf(scene, field);
  if (!UPRIGHT.has(symbol)) return h("span", { class: "ring", attrs: { title } }, ringMark() as unknown as HTMLElement);
  return pawn({ form: "pawn", title, style: { color: "var(--ink)", symbol, word: title }, seat: null, numeral: null, corner: null, feet: [], text: "" });
}

/** What stands for a seat: the drawing of what its field is called. */
function markerOf(scene: Scene, { name }: FieldFamily): string {
  const found = drawingOf(scene.label("field", name)) ?? drawingOf(name);
  return found ? `i-${found}` : "pawn";
}

function isPlaceOf(scene: Scene, thing: unknown, spot: Spot): boolean {
  if (typeof thing !== "object" || thing === null || !("is" in thing) || thing.is !== "place") return false;
  const { board, number } = thing as unknown as { board: string; number: number };
  const at = scene.model.boards.findIndex((one) => one.name === board);
  return within(scene.model, at, spot) === number;
}
