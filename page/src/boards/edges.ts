// Lines between places of a board: those of graphs, and walls on grids.
import { drawn, h, put } from "../window/dom.js";
import { isSlip, slips } from "./below.js";
import { emblem, pieceFace } from "../table/faces.js";
import type { Plan2d, Spot } from "../game/geometry.js";
import { pieceKey, wordKey, zoneKey } from "../game/keys.js";
import { bare, type FieldFamily, type PageModel } from "../game/model.js";
import { isOfLines, isOnLines } from "../game/roles.js";
import { isOrnament, type Style } from "../game/looks.js";
import { instanceAt, type Scene } from "../table/scene.js";
import { lineTitle, placeTitle } from "../game/words.js";
import { denied } from "../told/speech.js";

/** The distance between lines of the same two places, in cells. */
const BESIDE = 0.16;

/** What the table or a field of the lines says of one: a number, something that is so, or a value with a look. */
interface Trait { said: string; text: string; style: Style | null }
/** What lies on a line: as elements, in words, and whose all of it is. `key` is that of the zone where it can be chosen as a whole. */
interface Lying { elements: HTMLElement[]; said: string[]; owner: number | null; key: string | null }
/** What fields say now of a line; it is broken where the only one with yes and no says what it does not say of others. */
interface State { traits: Trait[]; isBroken: boolean }

/** The lines of a graph; those that have a name of their own can be chosen. Where the names stand is known when they are painted. */
export function lines(scene: Scene, found: Plan2d, board: number, cell: number): HTMLElement {
  const { model } = scene;
  const edges = model.boards[board].shape?.edges ?? null;
  const width = found.width * cell;
  const height = found.height * cell;
  const root = h("div", { class: "lines" });
  const svg = drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  // Whoever means a line clicks anywhere on it.
  const wide = drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  root.append(svg, wide);
  for (const line of found.lines) {
    const [from, to, number] = line;
    const [a, b] = [found.spots[from], found.spots[to]];
    const [dx, dy] = besideOthers(found, line);
    const ends = { x1: (a.x + 0.5 + dx) * cell, y1: (a.y + 0.5 + dy) * cell, x2: (b.x + 0.5 + dx) * cell, y2: (b.y + 0.5 + dy) * cell };
    const lying = edges === null ? null : lyingOn(scene, edges, number);
    const owner = edges === null ? null : (ownerOf(scene, edges, number) ?? lying?.owner ?? null);
    const { traits: now, isBroken } = edges === null ? { traits: [], isBroken: false } : stateOf(scene, edges, number);
    const traits = edges === null ? [] : [...traitsOf(scene, edges, number), ...now];
    const colour = traits.find(({ style }) => style)?.style?.color;
    const stroke = drawn("line", { ...ends, class: `edge ${owner === null ? "" : "owned"} ${colour ? "tinted" : ""} ${isBroken ? "broken" : ""} ${edges !== null && isFresh(scene, edges, number) ? "came" : ""}` });
    if (colour) stroke.style.setProperty("--lc", colour);
    if (owner !== null) stroke.style.setProperty("--kc", scene.looks.seat(owner));
    svg.append(stroke);
    if (edges === null || !lying) continue;
    const isNamed = lineTitle(model, edges, number) === null;
    // A line that is called after its ends needs no name beside these, but to be chosen by it.
    const hasMore = traits.length > 0 || lying.elements.length > 0;
    if (!isNamed && !hasMore && !scene.targets.has(wordKey(model.types[edges].name, number))) continue;
    const mark = edgeMark(scene, edges, number, owner, traits, lying, isNamed || !hasMore);
    mark.dataset.line = String(svg.childElementCount - 1);
    if (mark.dataset.answers !== undefined) {
      stroke.dataset.answers = mark.dataset.answers;
      const along = drawn("line", { ...ends, class: "along", "data-answers": mark.dataset.answers });
      along.addEventListener("click", (event) => {
        event.stopPropagation();
        mark.click();
      });
      wide.append(along);
    }
    put(root, mark);
  }
  return root;
}

/** Flags of the edges of a grid: a bar between two cells. They join at the corners that are `taken`, where a longer wall has its middle; where no places lie on the corners, at all of them. */
export function walls(scene: Scene, found: Plan2d, board: number, cell: number, taken: readonly Spot[]): HTMLElement[] {
  const joints = new Set(taken.map(({ x, y }) => `${x} ${y}`));
  const hasKnots = found.spots.some(({ isKnot }) => isKnot);
  const { ends, edges } = scene.model.boards[board].shape ?? { ends: [], edges: null };
  return wallsOf(scene.model, edges).flatMap((flags) =>
    ends.flatMap(([from, to], i) => {
      if (scene.field(flags.base + i)?.thing !== true) return [];
      const [a, b] = [found.spots[from], found.spots[to]];
      const kind = a.x === b.x ? "flat" : "upright";
      const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
      const [right, down] = kind === "flat" ? [0.5, 0] : [0, 0.5];
      const isLong = (way: 1 | -1) => !hasKnots || joints.has(`${x + way * right} ${y + way * down}`);
      const joined = `${isLong(-1) ? "to-first" : ""} ${isLong(1) ? "to-last" : ""}`;
      const fresh = edges !== null && isFresh(scene, edges, i) ? "came" : "";
      const style = { left: `${(x + 0.5) * cell}px`, top: `${(y + 0.5) * cell}px` };
      return [h("span", { class: `wall ${kind} ${joined} ${fresh}`, style, attrs: { "data-wall": String(i) } })];
    }));
}

/** Whether walls can stand between the cells of a board. */
export function hasWalls(model: PageModel): boolean {
  return model.boards.some(({ shape }) => shape !== null && ["grid", "hex"].includes(shape.is) && wallsOf(model, shape.edges).length > 0);
}

/** Whether walls can stand between the cells of this board. */
export function isWalled(model: PageModel, board: number): boolean {
  const { shape } = model.boards[board];
  return shape?.is === "grid" && wallsOf(model, shape.edges).length > 0;
}

function wallsOf({ fields }: PageModel, edges: number | null): FieldFamily[] {
  return fields.filter(({ dimensions: [first], type }) => type.is === "flag" && first?.type.is === "word" && first.type.type === edges);
}

/** Whether the last move has touched a line. */
function isFresh({ model, traces }: Scene, type: number, value: number): boolean {
  return traces.came.has(wordKey(model.types[type].name, value));
}

/** Whose a line of a graph is; null if it is nobody's. */
function ownerOf(scene: Scene, type: number, value: number): number | null {
  for (const field of scene.model.fields) {
    const of = field.dimensions[0]?.type;
    if (!field.is_shown || field.dimensions.length !== 1 || of?.is !== "word" || of.type !== type) continue;
    const thing = scene.field(instanceAt(field, [value]))?.thing;
    if (thing && typeof thing === "object" && !Array.isArray(thing) && thing.is === "seat") return thing.number;
  }
  return null;
}

/** What lies in the zones of a line. */
function lyingOn(scene: Scene, type: number, value: number): Lying {
  const { model, looks } = scene;
  const found: Lying = { elements: [], said: [], owner: null, key: null };
  const owners = new Set<number | null>();
  for (const family of model.zones.filter((one) => one.is_shown && isOnLines(model, one) && one.dimensions[0].type.is === "word" && one.dimensions[0].type.type === type)) {
    const view = scene.zone(instanceAt(family, [value]));
    if (!view?.count) continue;
    if (scene.targets.has(zoneKey(view.number))) found.key = zoneKey(view.number);
    if (!view.contents) found.elements.push(h("span", { class: "token hid" }, String(view.count)));
    for (const piece of view.contents ?? []) {
      const { kind: { number }, count } = piece;
      const face = isSlip(scene, number) ? slips(scene, [piece], view.number)[0] : h("span", { class: "lying" }, pieceFace(looks, number, "sm"), count > 1 ? h("i", { class: "x" }, String(count)) : null);
      face.dataset.piece = pieceKey(number, view.number);
      if (scene.targets.has(pieceKey(number, view.number))) scene.mark(face, pieceKey(number, view.number), looks.kind(number).title);
      found.elements.push(face);
      found.said.push(looks.counted(number, count));
      owners.add(looks.kind(number).seat);
    }
  }
  const [owner] = owners;
  return owners.size === 1 ? { ...found, owner: owner ?? null } : found;
}

function traitsOf({ model, looks }: Scene, type: number, value: number): Trait[] {
  return model.columns.filter((one) => one.of === "type" && one.number === type).flatMap((column): Trait[] => {
    const held = column.values[value];
    const called = column.name.replaceAll("_", " ");
    if (held === null || held === false) return [];
    if (held === true) return [alone(called)];
    const style = looks.value(column.type, held);
    if (style) return [{ said: `${called} ${style.word}`, text: "", style }];
    return bare(column.type).is === "number" ? [{ said: `${called} ${held}`, text: String(held), style: null }] : [];
  });
}

/** Something that is so of a line. */
function alone(said: string): Trait {
  return { said, text: said, style: null };
}

function stateOf(scene: Scene, type: number, value: number): State {
  const fields = scene.model.fields.filter((field) => {
    const [first] = field.dimensions;
    return field.is_shown && isOfLines(scene.model, field) && first.type.is === "word" && first.type.type === type && !scene.look.field?.[field.name]?.hide;
  });
  const traits = fields.flatMap((field): Trait[] => {
    const shown = scene.field(instanceAt(field, [value]));
    const label = scene.label("field", field.name);
    if (!shown || shown.thing === null || shown.thing === 0) return [];
    if (typeof shown.thing === "boolean") return shown.thing === isUsual(field) ? [] : [alone(shown.thing ? label : denied(label))];
    if (typeof shown.thing === "number") return [{ said: `${label} ${shown.text}`, text: shown.text, style: null }];
    const style = "is" in shown.thing && shown.thing.is === "word" ? scene.looks.value(field.type, shown.thing.number) : null;
    return style ? [{ said: `${label} ${style.word}`, text: style.word, style }] : [];
  });
  const flags = fields.filter(({ type: of }) => of.is === "flag");
  const isBroken = flags.length === 1 && flags.some((field) => scene.field(instanceAt(field, [value]))?.thing === !isUsual(field));
  return { traits, isBroken };
}

/** What a field with yes and no begins with for all: whatever differs from it is told. */
function isUsual({ start }: FieldFamily): boolean {
  return start.every(Boolean);
}

/** How far a line is moved, in cells, so that it lies beside the others between the same places. */
function besideOthers({ lines: all, spots }: Plan2d, line: Plan2d["lines"][number]): [number, number] {
  const [low, high] = [Math.min(line[0], line[1]), Math.max(line[0], line[1])];
  const alike = all.filter(([from, to]) => Math.min(from, to) === low && Math.max(from, to) === high);
  const away = (alike.indexOf(line) - (alike.length - 1) / 2) * BESIDE;
  const [dx, dy] = [spots[high].x - spots[low].x, spots[high].y - spots[low].y];
  const long = Math.hypot(dx, dy) || 1;
  return [(-dy / long) * away, (dx / long) * away];
}

function edgeMark(scene: Scene, type: number, value: number, owner: number | null, traits: Trait[], lying: Lying, isNamed: boolean): HTMLElement {
  const { name, values } = scene.model.types[type];
  const called = lineTitle(scene.model, type, value) ?? placeTitle(values[value]);
  const title = [called, ...traits.map(({ said }) => said), ...lying.said].join(", ");
  const found = h("span", { class: "edgemark", attrs: { title } });
  const isTold = isNamed || traits.some(({ text }) => text);
  // The line has the colour of the first sign: that needs no pattern which other things have as well.
  const signs = traits.filter(({ style }) => style);
  for (const { style } of signs[0]?.style && isTold && isOrnament(signs[0].style) ? signs.slice(1) : signs) if (style) put(found, h("span", { class: "mk", style: { color: style.color } }, emblem(style)));
  if (isNamed) put(found, h("span", { class: "t" }, called));
  const texts = traits.map(({ text }) => text).filter(Boolean).join(" · ");
  if (texts) put(found, h("b", { class: /\p{L}/u.test(texts) ? "words" : "" }, texts));
  put(found, ...lying.elements);
  found.classList.toggle("laden", lying.elements.length > 0);
  if (owner !== null) {
    found.style.setProperty("--kc", scene.looks.seat(owner));
    found.classList.add("owned");
    found.title = `${title}: ${scene.names[owner]}`;
  }
  const key = wordKey(name, value);
  if (!scene.mark(found, scene.targets.has(key) ? key : (lying.key ?? key), title)) {
    found.setAttribute("role", "img");
    found.setAttribute("aria-label", found.title);
  }
  return found;
}
