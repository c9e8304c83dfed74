// The panels of the seats.
import { boardElement, planNow } from "../boards/boards.js";
import { capturedElement } from "../boards/captured.js";
import { h, put } from "../window/dom.js";
import { disc, emblem } from "./faces.js";
import { isNothing } from "./heaps.js";
import { isRoundOwn } from "../boards/middle.js";
import { geometryOfOwned, isOwnOnTable, isSecretBoard } from "../game/owned.js";
import { seatKey } from "../game/keys.js";
import type { FieldFamily, ZoneFamily } from "../game/model.js";
import { isOnBoard, isOpenMat, namingSeats } from "../game/roles.js";
import { indexOf, type Scene } from "./scene.js";
import { isOnColumns } from "../boards/columns.js";
import { tracksOf } from "../boards/tracks.js";
import { fieldElement, ownLabel, speaks } from "./values.js";
import { unitFor } from "../game/words.js";
import { instances, smallZone, sortsOf, toldFields } from "./zones.js";

const MINI = 14;
/** So many values of a seat are shown on narrow screens, too. */
const FEW = 3;
/** The width of a small board in a panel. */
const PANEL = 190;

/** The panel of a seat; `isOwn` leaves out what the dock shows, and `tags` are said beside the name. */
export function seatElement(scene: Scene, seat: number, isTurn: boolean, isOwn: boolean, tags: readonly string[]): HTMLElement {
  const name = scene.names[seat];
  const color = scene.looks.seat(seat);
  const found = h("div", { class: `seat ${isTurn ? "turn" : ""}`, style: { "--sc": color }, attrs: { role: "group", "aria-label": name } });
  const points = scoreOf(scene, seat);
  const note = scene.look.seats?.notes?.[seat];
  put(found, disc(color, name), h("div", { class: "nm" }, h("span", {}, name), ...chips(scene, seat), ...tags.map((one) => h("span", { class: "chip tag" }, one))), points, briefly(scene, seat));
  if (note) put(found, h("div", { class: "sub note" }, note));
  const lines = h("div", { class: "sub own" });
  const isRound = isRoundOwn(scene.model);
  const beside = scene.layout.mat.filter((family) => !(isRound && family.visibility.who === "everyone") && !isOpenMat(scene, family));
  if (!isOwn) for (const family of beside) for (const { view, index } of instances(scene, family)) {
    if (index[0] !== seat || view.count === 0) continue;
    put(lines, smallZone(scene, family, view, ownLabel(scene, family, index)));
  }
  const hasZones = lines.childElementCount > 0;
  put(lines, ...countedFields(scene, seat), ...seatFields(scene, seat), capturedElement(scene.captured, seat));
  if (!hasZones && lines.childElementCount <= FEW) lines.classList.add("few");
  if (lines.childElementCount) put(found, lines);
  if (!isOwn && !isRound && !(seat === scene.view.seat && isOwnOnTable(scene.model))) for (const board of geometryOfOwned(scene.model).filter((one) => seat === scene.view.seat || !isSecretBoard(scene.model, one))) put(found, h("div", { class: "sub minis" }, boardElement(scene, board, Math.min(MINI, PANEL / planNow(scene, board, seat).width), seat)));
  scene.mark(found, seatKey(seat), name);
  return found;
}

/** What narrow screens say of a seat: how many pieces are hidden in each zone, and how many lie openly. What nobody else sees of it comes first: there may be no room for more. */
function briefly(scene: Scene, seat: number): HTMLElement {
  const found = h("div", { class: "ph", attrs: { "aria-hidden": "true" } });
  const isOpen = ({ visibility }: ZoneFamily) => visibility.who === "everyone";
  for (const family of [...scene.layout.mat].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)))) {
    const own = instances(scene, family).filter(({ index }) => index[0] === seat);
    const count = own.reduce((sum, { view }) => sum + (view.count ?? 0), 0);
    if (!count) continue;
    const sorts = isOpen(family) ? sortsOf(scene, own.flatMap(({ view }) => view.contents ?? [])) : [];
    // The backs of a second zone look like those of the first.
    const isFirst = !found.querySelector(".backs");
    const signs = !isOpen(family) ? (isFirst ? [h("span", { class: "backs" }, h("i"))] : []) : sorts.length <= FEW ? sorts.flatMap(({ style, count }) => [emblem(style), ...(sorts.length > 1 ? [h("i", { class: "of" }, String(count))] : [])]) : [];
    // Without a sign that says what it is, a number has its word.
    put(found, h("span", { class: `lab ${signs.length ? "" : "worded"}` }, h("em", {}, scene.label("zone", family.name)), ...signs, h("b", { class: sorts.length > 1 && signs.length ? "sum" : "" }, String(count))));
  }
  return found;
}

function scoreOf(scene: Scene, seat: number): HTMLElement | null {
  const { score } = scene.layout;
  const value = score && scene.field(score.base + seat);
  if (score && value) return pointsElement(`field ${score.name}`, value.text, scene.label("field", score.name).toLowerCase());
  const laid = scene.layout.mat.find(({ name, visibility }) => scene.look.zone?.[name]?.score && visibility.who === "everyone");
  const column = laid && scene.look.zone?.[laid.name]?.score;
  return laid && column ? pointsElement(`zone ${laid.name}`, String(addedUp(scene, laid, seat, column)), column.replaceAll("_", " ")) : null;
}

function pointsElement(of: string, text: string, unit: string): HTMLElement {
  // “6 coins” is a 6 above its unit.
  const [, number, words] = /^(\S*\d) (\p{L}.*)$/u.exec(text) ?? [];
  return h("div", { class: "pts", attrs: { "data-of": of } }, number ?? text, h("small", {}, words ?? unitFor(text, unit)));
}

/** What a column says of all that a seat has laid out, added up. */
function addedUp(scene: Scene, family: ZoneFamily, seat: number, column: string): number {
  const { model } = scene;
  const worth = (kind: number) => {
    const { component } = model.kinds[kind];
    return Number(model.columns.find(({ of, number, name }) => of === "component" && number === component && name === column)?.values[kind - model.components[component].first] ?? 0);
  };
  const own = Array.from({ length: family.count }, (_, i) => i).filter((i) => indexOf(family, i)[0] === seat);
  return own.flatMap((i) => scene.zone(family.base + i)?.contents ?? []).reduce((sum, { kind, count }) => sum + count * worth(kind.number), 0);
}

function shown(scene: Scene, seat: number): { field: FieldFamily; number: number; label: string }[] {
  const told = scene.layout.mat.flatMap((family) => toldFields(scene, family));
  return scene.layout.seatFields.filter((field) => field !== scene.layout.score && !told.includes(field) && !isOnBoard(field) && !scene.look.field?.[field.name]?.seats && !scene.look.field?.[field.name]?.board && !isOnColumns(scene.model, field) && !tracksOf(scene.model).some((track) => track.field === field)).flatMap((field) =>
    Array.from({ length: field.count }, (_, i) => ({ field, number: field.base + i, index: indexOf(field, i) }))
      .filter(({ index }) => index[0] === seat && !scene.look.field?.[field.name]?.without?.includes(seat + 1))
      .map(({ number, index }) => ({ field, number, label: [scene.label("field", field.name), ...index.slice(1).map((value, i) => scene.indexName(field.dimensions[i + 1].type, value))].join(" ") })));
}

/** What the shared fields say that name a seat, as who deals. */
export function rolesOf(scene: Scene, seat: number): HTMLElement[] {
  return namingSeats(scene.layout).flatMap((field) => {
    const thing = scene.field(field.base)?.thing;
    const isThis = typeof thing === "object" && thing !== null && !Array.isArray(thing) && thing.is === "seat" && thing.number === seat;
    const label = scene.label("field", field.name);
    return isThis ? [h("span", { class: "chip own", attrs: { title: field.sentence ?? label, "data-of": `field ${field.name}` } }, h("span", {}, label))] : [];
  });
}

/** Flags that have changed, and shared fields that name the seat. */
function chips(scene: Scene, seat: number): HTMLElement[] {
  const found = rolesOf(scene, seat);
  for (const { field, number, label } of shown(scene, seat)) {
    const value = scene.field(number);
    if (!value || typeof value.thing !== "boolean" || !speaks(field, number - field.base, value.thing)) continue;
    const chip = fieldElement(scene, field, label, value.thing, value.text);
    chip.replaceChildren(h("span", {}, chip.textContent));
    found.push(chip);
  }
  return found;
}

/** The numbers and other values of a seat, with their names. */
export function seatFields(scene: Scene, seat: number, draw = fieldElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const { field, number, label } of shown(scene, seat)) {
    const value = scene.field(number);
    if (!value || typeof value.thing === "boolean" || !speaks(field, number - field.base, value.thing)) continue;
    if ((field.dimensions.length > 1 && value.thing === 0) || isNothing(scene.look, field, value.thing)) continue;
    const isPlace = typeof value.thing === "object" && value.thing !== null && !Array.isArray(value.thing) && value.thing.is === "place";
    if (!isPlace) found.push(draw(scene, field, field.dimensions.length > 1 ? label.replace(`${scene.label("field", field.name)} `, "") : label, value.thing, value.text));
  }
  return onePictureEach(found);
}

/** On how many places of a board a seat stands, where the look file says that this is counted: “Discs 12”. */
function countedFields(scene: Scene, seat: number): HTMLElement[] {
  return scene.model.fields.filter(({ name }) => scene.look.field?.[name]?.counted).map((field) => {
    const places = Array.from({ length: field.count }, (_, i) => scene.field(field.base + i)?.thing);
    const own = places.filter((thing) => typeof thing === "object" && thing !== null && !Array.isArray(thing) && thing.is === "seat" && thing.number === seat).length;
    return fieldElement(scene, field, scene.label("field", field.name), own, String(own));
  });
}

/** Numbers of which no two have the same picture: it would not say which is which. */
function onePictureEach(found: HTMLElement[]): HTMLElement[] {
  const seen = new Set<string>();
  for (const one of found.filter(({ classList }) => classList.contains("pictured"))) {
    const picture = one.querySelector("use")?.getAttribute("href") ?? "";
    if (seen.has(picture)) {
      one.classList.remove("pictured");
      one.querySelector(".emblem")?.remove();
    }
    seen.add(picture);
  }
  return found;
}
