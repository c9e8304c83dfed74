// A row of equal tiles for each type whose values have zones or fields: what lies there, what each player has laid out there, and what is said of it.
import type { View } from "gamedsl-host";
import { h, put } from "../window/dom.js";
import { disc, emblem } from "./faces.js";
import { wordKey, zoneKey } from "../game/keys.js";
import { bare, type FieldFamily, type ZoneFamily } from "../game/model.js";
import { ownTiles } from "../game/roles.js";
import { instanceAt, type Scene } from "./scene.js";
import { fieldElement, speaks, valueElement, zoneLabel } from "./values.js";
import { titled } from "../game/words.js";
import { cascadeElement, lyingIn } from "./zones.js";

type ZoneView = View["zones"][number];

export const MOST_TILES = 12;
/** So many tiles at most stand in a row; rows are equally long. */
const MOST_IN_ROW = 6;

/** Whether a zone lies in tiles. */
export function isInTiles({ layout, model }: Scene, family: ZoneFamily): boolean {
  const [first] = family.dimensions;
  const type = first?.type.is === "word" ? first.type.type : ownTiles(family);
  return type !== null && layout.tiles.includes(type) && model.types[type].values.length <= MOST_TILES;
}

/** Whether pieces lie on the tiles of a type. */
export function hasZones({ layout }: Scene, type: number): boolean {
  return [...layout.stage, ...layout.shelf].some(({ dimensions: [first] }) => first?.type.is === "word" && first.type.type === type);
}

/** A row of equal tiles for each type whose values have zones or fields: a single line of those on which nothing lies and is printed. */
export function tiles(scene: Scene): HTMLElement[] {
  return scene.layout.tiles.filter((type) => scene.model.types[type].values.length <= MOST_TILES).map((type) => {
    const { name, values } = scene.model.types[type];
    const isPrinted = scene.model.columns.some((one) => one.of === "type" && one.number === type);
    const isLine = values.length <= MOST_IN_ROW && !isPrinted && !hasZones(scene, type) && !scene.layout.stage.some((family) => ownTiles(family) === type);
    const found = h("div", { class: `places ${isLine ? "line" : ""}`, attrs: { role: "group", "aria-label": titled(name) }, style: { "--n": String(Math.ceil(values.length / Math.ceil(values.length / MOST_IN_ROW))) } });
    const only = onlyNumber(scene, type);
    values.forEach((_, value) => { put(found, only ? numberTile(scene, type, value, only) : tile(scene, type, value)); });
    if (!only) return found;
    // The name of the number is a heading: no tile repeats it.
    found.classList.add("numbers");
    const label = scene.label("field", only.name);
    return h("section", { class: "zone", attrs: { "aria-label": label, "data-of": `field ${only.name}` } }, h("h2", { attrs: { title: only.sentence ?? label } }, label), found);
  });
}

/** The number that is all there is of the values of a type: one for each, and no zones; null where there is more. */
function onlyNumber(scene: Scene, type: number): FieldFamily | null {
  const [field, ...others] = scene.model.fields.filter((one) => one.is_shown && isOf(one, type));
  const hasMore = others.length > 0 || [...scene.layout.stage, ...scene.layout.shelf].some((one) => isOf(one, type) || ownTiles(one) === type) || scene.model.columns.some((one) => one.of === "type" && one.number === type);
  return field && !hasMore && bare(field.type).is === "number" ? field : null;
}

function isOf({ dimensions: [first, ...others] }: ZoneFamily | FieldFamily, type: number): boolean {
  return first?.type.is === "word" && first.type.type === type && !others.length;
}

/** A value of a type with its number, in the line of a list. */
function numberTile(scene: Scene, type: number, value: number, field: FieldFamily): HTMLElement {
  const style = scene.looks.word(type, value);
  const { name, values } = scene.model.types[type];
  const found = h("div", { class: "place", attrs: { role: "group", "aria-label": style.word, "data-of": `value ${name}.${values[value]}, type ${name}` } }, h("h2", {}, emblem(style), style.word));
  const shown = scene.field(instanceAt(field, [value]));
  if (shown) put(found, valueElement(scene, field.type, shown.thing, shown.text));
  scene.mark(found, wordKey(name, value), style.word);
  return found;
}

function tile(scene: Scene, type: number, value: number): HTMLElement {
  const style = scene.looks.word(type, value);
  const { name, values } = scene.model.types[type];
  const found = h("div", { class: "place", attrs: { role: "group", "aria-label": style.word, "data-of": `value ${name}.${values[value]}, type ${name}` } }, h("h2", {}, emblem(style), style.word));
  const printed = scene.model.columns.filter((one) => one.of === "type" && one.number === type && one.values[value] !== null && !(one.values[value] === 0 && one.type.is === "number"));
  const facts = printed.map((one) => {
    const look = scene.looks.value(one.type, one.values[value]);
    // A thing with a picture needs no name of its column: “Wood” for “Good: wood”.
    return look ? h("span", { class: "lab", attrs: { title: titled(one.name) } }, emblem(look), h("b", {}, look.word)) : h("span", { class: "lab" }, h("em", {}, titled(one.name)), h("b", {}, String(one.values[value])));
  });
  if (facts.length) put(found, h("div", { class: "sub" }, ...facts));
  const of = (family: ZoneFamily | FieldFamily) => isOf(family, type);
  let lying = 0;
  const owned = ownedIn(scene, type, value);
  const isMine = ({ seat }: { seat: number }) => seat === scene.view.seat;
  const laid = (all: typeof owned) => all.map(({ seat, family, view }) => {
    lying += view.count ?? 1;
    return laidElement(scene, family, view, [seat, value]);
  });
  put(found, ...laid(owned.filter((one) => !isMine(one))));
  // Whoever is there, and what is there now, stand beside each other.
  const now = h("div", { class: "now" });
  // Beside the columns of all players lies what they share: one below the other, they would be smaller.
  const isBeside = owned.length > 0 && owned.every(({ family }) => family.form === "pile");
  const shared = h("div", { class: "pool" });
  for (const family of [...scene.layout.stage, ...scene.layout.shelf].filter(of)) {
    const view = scene.zone(instanceAt(family, [value]));
    if (!view) continue;
    lying += view.count ?? 1;
    const cards = lyingIn(scene, family, view, "sm");
    const lain = owned.length ? h("div", { class: "own" }, h("em", {}, scene.label("zone", family.name)), cards) : cards;
    put(family.form === "slot" && !owned.length ? now : isBeside ? shared : found, lain);
    // Beside what players have laid out there, only the zone itself is meant.
    scene.mark(owned.length && scene.targets.has(zoneKey(view.number)) ? lain : found, zoneKey(view.number), style.word);
  }
  if (now.childElementCount) put(found, now);
  if (shared.childElementCount) {
    put(found, shared);
    found.classList.add("beside");
  }
  put(found, ...laid(owned.filter(isMine)));
  let said = 0;
  for (const field of scene.model.fields.filter((one) => one.is_shown && of(one))) {
    const shown = scene.field(instanceAt(field, [value]));
    if (!shown || !speaks(field, value, shown.thing) || shown.thing === 0) continue;
    said += 1;
    put(now.childElementCount ? now : found, fieldElement(scene, field, scene.label("field", field.name), shown.thing, shown.text));
  }
  if (owned.length) found.style.setProperty("--rows", String(found.childElementCount));
  found.classList.toggle("empty", lying === 0 && said === 0 && found.childElementCount + Math.max(0, now.childElementCount - 1) <= 2);
  const key = wordKey(name, value);
  if (scene.targets.has(key) || !found.dataset.act) scene.mark(found, key, style.word);
  return found;
}

/** What each player has laid out for a value of a type. */
function ownedIn(scene: Scene, type: number, value: number): { seat: number; family: ZoneFamily; view: ZoneView }[] {
  return scene.layout.stage.filter((family) => ownTiles(family) === type).flatMap((family) => scene.names.flatMap((_, seat) => {
    const view = scene.zone(instanceAt(family, [seat, value]));
    return view ? [{ seat, family, view }] : [];
  }));
}

/** What one player has laid out there: each card leaves the head of the one below it free. */
function laidElement(scene: Scene, family: ZoneFamily, view: ZoneView, index: [seat: number, value: number]): HTMLElement {
  const [seat] = index;
  const label = zoneLabel(scene, family, index);
  const cards = view.contents?.length && family.form === "pile" ? cascadeElement(scene, view) : lyingIn(scene, family, view, "sm");
  const found = h("div", { class: "own", attrs: { role: "group", "aria-label": label } }, disc(scene.looks.seat(seat), scene.names[seat], "s"), cards);
  scene.mark(found, zoneKey(view.number), label);
  return found;
}
