// Values of fields as elements.
import type { Place, Thing, Zone } from "gamedsl-host";
import { h, put } from "../window/dom.js";
import { compass, dieFace, holdsDice } from "./dice.js";
import { disc, emblem } from "./faces.js";
import { thingOf } from "./heaps.js";
import { drawingOf } from "../game/looks.js";
import { bare, type FieldFamily, type TypeData, type ZoneFamily } from "../game/model.js";
import { potField } from "../game/roles.js";
import { indexOf, type Scene } from "./scene.js";
import { denied } from "../told/speech.js";
import { isUnit, placeCalled, placeTitle, uncapital, WAYS } from "../game/words.js";

const PIPS = 5;
const LEAST_EMBLEMS = 4;
const MOST_EMBLEMS = 8;

/** A value, with the emblem of what it names. */
export function valueElement(scene: Scene, of: TypeData, thing: Thing, text: string): HTMLElement {
  const found = h("span", { class: "val" });
  put(found, ...(typeof thing === "number" ? [h("b", {}, text)] : parts(scene, of, thing, text)));
  return found;
}

function parts(scene: Scene, of: TypeData, thing: Thing, text: string): HTMLElement[] {
  if (thing === null) return [h("b", {}, "–")];
  if (Array.isArray(thing)) return thing.length ? thing.flatMap((one) => parts(scene, element(of), one, named(scene, one, text))) : [h("b", {}, "none")];
  if (typeof thing === "number") return [h("b", {}, String(thing))];
  if (typeof thing === "boolean") return [h("b", {}, thing ? "yes" : "no")];
  switch (thing.is) {
    case "seat": return [disc(scene.looks.seat(thing.number), scene.names[thing.number], "s"), h("b", {}, scene.names[thing.number])];
    case "word": {
      const type = scene.model.types.findIndex(({ name }) => name === thing.of);
      if (type < 0) return thing.of === "direction" ? [h("span", { class: "way" }, compass(thing.name)), h("b", {}, WAYS[thing.name] ?? thing.name)] : [h("b", {}, thing.name)];
      const style = scene.looks.word(type, thing.number);
      return [emblem(style), h("b", {}, style.word)];
    }
    case "kind": return [emblem(scene.looks.kindSign(thing.number)), h("b", {}, scene.looks.kind(thing.number).title)];
    case "piece": return [emblem(scene.looks.kindSign(thing.kind.number)), h("b", {}, scene.looks.kind(thing.kind.number).title)];
    case "place": case "zone": return [h("b", {}, named(scene, thing))];
    case "counted": return thing.entries.length ? thing.entries.flatMap(([one, count]) => [h("b", {}, `${count}×`), ...parts(scene, element(of), one, named(scene, one, text))]) : [h("b", {}, "none")];
  }
}

function element(of: TypeData): TypeData {
  return "of" in of ? bare(of.of) : of;
}

/** A thing in words; `text` is what it is called where it has no name of its own. */
export function named(scene: Scene, thing: Thing, text = unnamed(thing)): string {
  if (thing === null || typeof thing !== "object" || Array.isArray(thing)) return text;
  switch (thing.is) {
    case "seat": return scene.names[thing.number];
    case "word": {
      const type = scene.model.types.findIndex(({ name }) => name === thing.of);
      if (thing.of === "direction") return WAYS[thing.name] ?? thing.name;
      return type < 0 ? placeTitle(thing.name) : scene.looks.word(type, thing.number).word;
    }
    case "kind": return scene.looks.kind(thing.number).title;
    case "piece": return scene.looks.kind(thing.kind.number).title;
    case "place": return placeNamed(scene, thing);
    case "zone": return zoneNamed(scene, thing);
    default: return text;
  }
}

/** What has no name: a number, yes or no, nothing. */
function unnamed(thing: Thing): string {
  return thing === null ? "none" : typeof thing === "boolean" ? (thing ? "yes" : "no") : String(thing);
}

function placeNamed({ model, look, view }: Scene, { board, number, name }: Place): string {
  const at = model.boards.findIndex((one) => one.name === board);
  return at < 0 ? placeTitle(name) : placeCalled(model, look, view.seat, at, number);
}

function zoneNamed(scene: Scene, { family, number, name }: Zone): string {
  const found = scene.model.zones.find((one) => one.name === family);
  return found ? zoneLabel(scene, found, indexOf(found, number - found.base)) : placeTitle(name);
}

/** A thing in words, or several things one after the other. */
export function everyNamed(scene: Scene, thing: Thing, text = unnamed(thing)): string {
  if (thing === null || typeof thing !== "object") return text;
  if (Array.isArray(thing)) return thing.map((one) => everyNamed(scene, one)).join(thing.some(Array.isArray) ? " · " : ", ") || "none";
  if (thing.is !== "counted") return named(scene, thing, text);
  return thing.entries.map(([one, count]) => `${count === 1 ? "" : `${count}× `}${everyNamed(scene, one)}`).join(", ") || "none";
}

/** What a zone is called: “Ann’s houses”, “Market 2”. */
export function zoneLabel(scene: Scene, family: ZoneFamily, index: readonly number[]): string {
  const seat = seatIn(family);
  const label = ownLabel(scene, family, index);
  return seat < 0 ? label : `${scene.names[index[seat]]}’s ${uncapital(label)}`;
}

/** The same without its owner: “Houses”, “Market 2”, or the word of the look file for its number. */
export function ownLabel(scene: Scene, family: ZoneFamily, index: readonly number[]): string {
  const seat = seatIn(family);
  const rest = index.flatMap((value, i) => (i === seat ? [] : [scene.indexName(family.dimensions[i].type, value)]));
  return wordOf(scene, family, index) ?? [scene.label("zone", family.name), ...rest].join(" ");
}

/** What the look file calls the number of a zone; null where it does not. */
export function wordOf({ look }: Scene, { name, dimensions }: ZoneFamily, index: readonly number[]): string | null {
  const last = dimensions.length - 1;
  return look.zone?.[name]?.words?.[index[last] - dimensions[last].low] ?? null;
}

function seatIn({ dimensions }: ZoneFamily): number {
  return dimensions.findIndex(({ type }) => type.is === "seat");
}

/** Fields of the language that count the last turns and rounds: they say nothing before these begin. */
const LAST_COUNTERS = ["last_turns", "last_rounds"];

/** Whether a field says something now: not none, and not what it begins each turn with. */
export function speaks(field: FieldFamily, instance: number, thing: Thing): boolean {
  if (thing === null || (thing === 0 && LAST_COUNTERS.includes(field.name))) return false;
  if (typeof thing === "boolean") return thing !== Boolean(field.start[instance]);
  if (typeof thing === "number" && field.reset) return thing !== field.start[instance];
  return !(Array.isArray(thing) && !thing.length) && !(typeof thing === "object" && !Array.isArray(thing) && thing.is === "counted" && !thing.entries.length);
}

/** A set of few words: their emblems, with the missing ones pale. */
function emblems(scene: Scene, { of }: { of: TypeData }, thing: Thing): HTMLElement | null {
  if (of.is !== "word" || of.size < LEAST_EMBLEMS || of.size > MOST_EMBLEMS || !Array.isArray(thing)) return null;
  const there = new Set(thing.flatMap((one) => (typeof one === "object" && one !== null && "is" in one && one.is === "word" ? [one.number] : [])));
  const all = Array.from({ length: of.size }, (_, value) => ({ style: scene.looks.word(of.type, value), isThere: there.has(value) }));
  const told = all.filter(({ isThere }) => isThere).map(({ style }) => style.word).join(", ");
  return h("span", { class: "embs", attrs: { role: "img", "aria-label": told || "none" } }, ...all.map(({ style, isThere }) => h("span", { class: isThere ? "" : "gh" }, emblem(style))));
}

/** The numbers in a list or bag, one by one. */
function diceOf(thing: Thing): number[] {
  if (Array.isArray(thing)) return thing.filter((one) => typeof one === "number");
  if (thing === null || typeof thing !== "object" || thing.is !== "counted") return [];
  return thing.entries.flatMap(([one, count]) => (typeof one === "number" ? Array.from({ length: count }, () => one) : []));
}

/** A field as a label with its value: flags as chips, small numbers as pips. */
export function fieldElement(scene: Scene, field: FieldFamily, label: string, thing: Thing, text: string): HTMLElement {
  const attrs = { title: field.sentence ?? label, "data-of": `field ${field.name}` };
  if (typeof thing === "boolean") return h("span", { class: "chip", attrs }, thing ? label : denied(label));
  const of = bare(field.type);
  if (holdsDice(scene.model, of) && diceOf(thing).length) {
    const all = diceOf(thing);
    return h("span", { class: "lab", attrs }, h("em", {}, label), h("span", { class: "dice small", attrs: { role: "img", "aria-label": all.join(", ") } }, ...all.map((value) => h("span", { class: "die" }, dieFace(value, true) as unknown as HTMLElement))));
  }
  const ghosts = of.is === "set" ? emblems(scene, of, thing) : null;
  if (ghosts) return h("span", { class: "lab", attrs }, h("em", {}, label), ghosts);
  // A drawing of one word of several would say too little.
  const drawing = of.is === "number" && !label.includes(" ") ? drawingOf(label) : null;
  // The pot of a game holds money, and is no jar.
  const style = thingOf(scene.look, field) ?? (drawing ? { symbol: field === potField(scene.layout) ? "i-coin" : `i-${drawing}` } : null);
  const isSaid = typeof thing === "number" && isUnit(field.shown_as, label);
  const found = h("span", { class: `lab ${style ? "pictured" : ""}`, attrs }, style ? emblem({ ...style, color: "var(--ink2)", word: label }) : null, isSaid ? null : h("em", {}, label));
  if (of.is === "number" && of.low === 0 && of.high <= PIPS && !field.shown_as && typeof thing === "number") {
    put(found, h("span", { class: "pips", attrs: { role: "img", "aria-label": `${thing} of ${of.high}` } }, ...Array.from({ length: of.high }, (_, i) => h("i", { class: i < thing ? "full" : "" }))));
  } else put(found, valueElement(scene, field.type, thing, text));
  return found;
}
