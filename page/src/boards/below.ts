// What lies below the names of the places of a board of lines: the places themselves are too small for cards and for numbers with their names.
import { emblem, told } from "../table/faces.js";
import { pieceKey } from "../game/keys.js";
import { drawingOf, type Face, isOrnament, isPale } from "../game/looks.js";
import { bare, type FieldFamily, type PageModel, type ZoneFamily } from "../game/model.js";
import type { Scene } from "../table/scene.js";
import { h, put } from "../window/dom.js";
import { countsOf, layersOf } from "./printed.js";
import { beginnings, titled } from "../game/words.js";

/** More sorts of cards on a place are a pack, unless one of them can be chosen. */
const MOST = 6;
/** The fewest letters with which a name can be read. */
const READ = 3;
/** The room of a plate below the lowest places, in pixels. */
export const BELOW = 36;

type Contents = readonly { kind: { number: number }; count: number }[];

/** Whether something can lie below places of a board. */
export function hasBelow(scene: Scene, board: number): boolean {
  const { model } = scene;
  if (model.boards[board].shape?.is !== "graph") return false;
  const isCards = ({ components }: ZoneFamily) => components.some((one) => isSlip(scene, model.components[one].first));
  return layersOf(model, board).length > 0 || model.zones.some((one) => isThere(one, board) && isCards(one)) || numbersOn(scene, board).length > 0;
}

function isThere({ dimensions, is_shown }: ZoneFamily | FieldFamily, board: number): boolean {
  return is_shown && dimensions.length === 1 && dimensions[0].type.is === "place" && dimensions[0].type.board === board;
}

/** The fields of places whose numbers stand below the names of these. */
export function numbersOn(scene: Scene, board: number): FieldFamily[] {
  const { model } = scene;
  if (isOfPieces(model, board)) return [];
  return model.fields.filter((field) => isThere(field, board) && bare(field.type).is === "number" && !scene.look.field?.[field.name]?.hide && !scene.looks.drawings(field, 1));
}

/** Whether places of a board have no more than one number: what it counts is said once below the board. */
export function isTheOnlyNumber(scene: Scene, board: number): boolean {
  return numbersOn(scene, board).length + countsOf(scene.model, board).length === 1;
}

/** Whether numbers of places stand on stones: a field says whose a place is. */
function isOfPieces({ fields }: PageModel, board: number): boolean {
  return fields.some(({ type, dimensions }) => bare(type).is === "seat" && dimensions.some((one) => one.type.is === "place" && one.type.board === board));
}

/** Whether a piece is a card that can be told by its name. */
export function isSlip({ looks }: Scene, kind: number): boolean {
  return looks.kind(kind).form === "card" && !looks.drawn(kind);
}

/** Cards on a place as slips with their names, or as one pack where there are many sorts. */
export function slips(scene: Scene, contents: Contents, zone: number): HTMLElement[] {
  const isAsked = contents.some(({ kind }) => scene.targets.has(pieceKey(kind.number, zone)));
  if (contents.length <= MOST || isAsked) return contents.map(({ kind, count }) => slip(scene, kind.number, count));
  const title = contents.map(({ kind, count }) => scene.looks.counted(kind.number, count)).join(", ");
  const [, called] = scene.model.components[scene.model.kinds[contents[0].kind.number].component].called;
  return [h("span", { class: "lying slip", attrs: { title } }, h("b", {}, String(contents.reduce((sum, { count }) => sum + count, 0))), h("em", {}, called))];
}

function slip({ model, looks }: Scene, kind: number, count: number): HTMLElement {
  const face = looks.kind(kind);
  const color = face.corner?.suit.color ?? face.style.color;
  const { first, count: kinds } = model.components[model.kinds[kind].component];
  const all = Array.from({ length: kinds }, (_, i) => looks.kind(first + i));
  // Cards of which some have no drawing are known by the beginnings of their names.
  const isSigned = all.every(({ corner, style }) => !corner && !isOrnament(style));
  const name = slipName(face);
  const short = isSigned ? name : (beginnings(all.map(slipName), READ).get(name) ?? name);
  const found = h("span", { class: `lying slip ${isPale(color) ? "pale" : ""}`, style: { "--kc": color }, attrs: { title: told(face) } }, isSigned ? emblem(face.style, "") : null, h("em", { attrs: short === name ? {} : { "data-short": short } }, name));
  if (face.numeral !== null && !face.corner) put(found, h("b", {}, String(face.numeral)));
  if (count > 1) put(found, h("i", {}, `×${count}`));
  return found;
}

/** What a card is called on a slip, where its number follows. */
function slipName({ corner, title, numeral }: Face): string {
  if (corner) return `${corner.rank}${corner.suit.glyph ?? ""}`;
  return title.endsWith(` ${numeral}`) ? title.slice(0, -` ${numeral}`.length) : title;
}

/** The names of numbers of places that have no drawing, each with the fewest letters that tell it from the others: where plates would lie on each other, these stand for it. */
export function shortNames(scene: Scene, board: number): Map<string, string> {
  const printed = countsOf(scene.model, board).map(({ name }) => titled(name));
  return beginnings([...numbersOn(scene, board).map(({ name }) => scene.label("field", name)), ...printed].filter((label) => !drawingOf(label)));
}

/** A number of a place of a board with its drawing, or else with its name, unless it is the only one. */
export function numbered(scene: Scene, board: number, label: string, value: number): HTMLElement {
  const drawing = drawingOf(label);
  const named = () => h("em", { attrs: { "data-short": shortNames(scene, board).get(label) ?? label } }, label);
  const isAlone = isTheOnlyNumber(scene, board);
  const sign = drawing ? emblem({ color: "currentColor", symbol: `i-${drawing}`, word: label }) : isAlone ? null : named();
  return h("span", { class: `chip ${isAlone ? "only" : ""}`, attrs: { title: label } }, sign, h("b", {}, String(value)));
}

/** What stands on a place where it is alone. */
const PIECES = ["lying", "pawn", "stone"];
/** So many pieces at most stand on a place beside each other. */
const STANDING = 4;

/** Puts the name of a place, with the signs that are printed there and its only number, and below it slips and other numbers on a plate: on the place stand pieces alone, a few of them in a row. Gives what belongs to the place. */
export function plated(place: HTMLElement, elements: readonly HTMLElement[]): HTMLElement[] {
  const isSaid = ({ classList }: HTMLElement) => classList.contains("slip") || classList.contains("chip");
  const pieces = elements.filter((one) => !isSaid(one) && PIECES.some((name) => one.classList.contains(name)));
  const isRow = pieces.length > 1 && pieces.length <= STANDING;
  const only = elements.filter(({ classList }) => classList.contains("only"));
  const below = [...elements.filter((one) => isSaid(one) && !only.includes(one)), ...(pieces.length > STANDING ? pieces : [])];
  const alone = elements.filter((one) => !below.includes(one) && !only.includes(one) && !(isRow && pieces.includes(one)));
  const found = [...alone, ...(isRow ? [h("span", { class: "men" }, ...pieces)] : [])];
  const signs = place.querySelectorAll<HTMLElement>(":scope>.mk");
  if (!signs.length && !only.length && !below.length) return found;
  const head = h("span", { class: "head" }, ...signs, place.querySelector<HTMLElement>(":scope>.at"), ...only);
  return [...found, h("span", { class: "plate" }, head, below.length ? h("span", { class: "has" }, ...below) : null)];
}
