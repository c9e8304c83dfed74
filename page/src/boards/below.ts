// What lies below the names of the places of a board of lines: the places themselves are too small for cards and for numbers with their names.
import { emblem, told } from "../table/faces.js";
import { pieceKey } from "../game/keys.js";
import { drawingOf, type Face } from "../game/looks.js";
import { bare, type FieldFamily, type PageModel, type ZoneFamily } from "../game/model.js";
import type { Scene } from "../table/scene.js";
import { h, put } from "../window/dom.js";

/** More sorts of cards on a place are a pack, unless one of them can be chosen. */
const MOST = 6;
/** The room of three rows below the lowest names, in pixels. */
export const BELOW = 60;

type Contents = readonly { kind: { number: number }; count: number }[];

/** Whether something can lie below places of a board. */
export function hasBelow(scene: Scene, board: number): boolean {
  const { model } = scene;
  if (model.boards[board].shape?.is !== "graph") return false;
  const isThere = ({ dimensions, is_shown }: ZoneFamily | FieldFamily) => is_shown && dimensions.length === 1 && dimensions[0].type.is === "place" && dimensions[0].type.board === board;
  const isCards = ({ components }: ZoneFamily) => components.some((one) => isSlip(scene, model.components[one].first));
  const isNumber = (field: FieldFamily) => bare(field.type).is === "number" && !scene.look.field?.[field.name]?.hide && !scene.looks.drawings(field, 1) && !isOfPieces(model, board);
  return model.zones.some((one) => isThere(one) && isCards(one)) || model.fields.some((one) => isThere(one) && isNumber(one));
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
  if (contents.length <= MOST || isAsked) return contents.map(({ kind, count }) => slip(scene.looks.kind(kind.number), count));
  const title = contents.map(({ kind, count }) => scene.looks.counted(kind.number, count)).join(", ");
  const [, called] = scene.model.components[scene.model.kinds[contents[0].kind.number].component].called;
  return [h("span", { class: "lying slip", attrs: { title } }, h("b", {}, String(contents.reduce((sum, { count }) => sum + count, 0))), h("em", {}, called))];
}

function slip(face: Face, count: number): HTMLElement {
  const name = face.corner ? `${face.corner.rank}${face.corner.suit.glyph ?? ""}` : face.title;
  const found = h("span", { class: "lying slip", style: { "--kc": face.corner?.suit.color ?? face.style.color }, attrs: { title: told(face) } }, face.corner ? null : emblem(face.style, ""), h("em", {}, name));
  if (face.numeral !== null && !face.corner) put(found, h("b", {}, String(face.numeral)));
  if (count > 1) put(found, h("i", {}, `×${count}`));
  return found;
}

/** A number of a place with its drawing, or else with its name; `kind` is another class of it. */
export function numbered(label: string, value: number, kind: "printed" | "" = ""): HTMLElement {
  const drawing = drawingOf(label);
  const sign = drawing ? emblem({ color: "currentColor", symbol: `i-${drawing}`, word: label }) : h("em", {}, label);
  return h("span", { class: `chip ${kind}`, attrs: { title: label } }, sign, h("b", {}, String(value)));
}

/** What stands on a place where it is alone. */
const PIECES = ["lying", "pawn", "stone"];

/** Puts slips and numbers out of a place into its tray, and pieces too where there are several: a place is as large as one. */
export function laidBelow(elements: readonly HTMLElement[]): HTMLElement[] {
  const isSaid = ({ classList }: HTMLElement) => classList.contains("slip") || classList.contains("chip");
  const isPiece = (one: HTMLElement) => !isSaid(one) && PIECES.some((name) => one.classList.contains(name));
  const areMany = elements.filter(isPiece).length > 1;
  const isBelow = (one: HTMLElement) => isSaid(one) || (areMany && isPiece(one));
  const below = elements.filter(isBelow);
  const others = elements.filter((one) => !isBelow(one));
  return below.length ? [...others, h("span", { class: "below-name" }, ...below)] : others;
}
