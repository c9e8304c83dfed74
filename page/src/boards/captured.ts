// What each of two players has taken of the other: the pieces on boards at the beginning that are there no more.
import type { Thing, View } from "gamedsl-host";
import { h, put } from "../window/dom.js";
import { emblem } from "../table/faces.js";
import type { Looks, Style } from "../game/looks.js";
import { bare, type FieldFamily, type Look, type PageModel } from "../game/model.js";
import { isSeat } from "../game/roles.js";

/** Pieces of one kind that were taken; `worth` is what the look file says that one is worth. */
export interface Captured { style: Style; count: number; worth: number }

/** A kind of pieces of one player: its name and its look. */
interface Kind { name: string; style: Style }
/** How many pieces of each kind a player has on boards, by name. */
type Army = Map<string, { kind: Kind; count: number }>;

/** Both have at least so many pieces at the beginning. */
const LEAST = 6;

/** What each seat has taken; nothing where pieces also come, or change sides. `beginning` finds what was seen then; null while that is not known. */
export function capturedOf(model: PageModel, look: Look, looks: Looks, beginning: () => View | null, now: View): ReadonlyMap<number, Captured[]> {
  if (model.seats.length !== 2 || ![...model.zones, ...model.fields].some(isOnBoard)) return new Map();
  const first = beginning();
  if (!first) return new Map();
  const armies = [0, 1].map((seat) => ({ before: armyOf(model, looks, first, seat), after: armyOf(model, looks, now, seat) }));
  if (armies.some(({ before, after }) => sizeOf(before) < LEAST || sizeOf(after) > sizeOf(before))) return new Map();
  return new Map(armies.map(({ before, after }, seat) => [1 - seat, lost(before, after, look)]));
}

function sizeOf(army: Army): number {
  return [...army.values()].reduce((sum, { count }) => sum + count, 0);
}

/** What is missing of an army. Pieces that became others are missing nowhere: they were of the commonest kind. */
function lost(before: Army, after: Army, look: Look): Captured[] {
  let changed = [...after].reduce((sum, [name, { count }]) => sum + Math.max(0, count - (before.get(name)?.count ?? 0)), 0);
  return [...before].sort(([, a], [, b]) => b.count - a.count).flatMap(([name, { kind, count }]) => {
    const missing = Math.max(0, count - (after.get(name)?.count ?? 0));
    const taken = Math.max(0, missing - changed);
    changed -= missing - taken;
    return taken ? [{ style: kind.style, count: taken, worth: look.value?.[kind.name]?.worth ?? 0 }] : [];
  });
}

function armyOf(model: PageModel, looks: Looks, view: View, seat: number): Army {
  const found: Army = new Map();
  const add = (kind: Kind, count: number) => {
    const before = found.get(kind.name)?.count ?? 0;
    found.set(kind.name, { kind, count: before + count });
  };
  for (const family of model.zones.filter(isOnBoard)) {
    for (const { number, contents } of view.zones) {
      if (number < family.base || number >= family.base + family.count) continue;
      for (const { kind, count } of contents ?? []) if (model.kinds[kind.number].owner === seat) add({ name: model.kinds[kind.number].name, style: looks.kindSign(kind.number) }, count);
    }
  }
  // What lies before its owner, as on a bar, in a tray or in a yard, was taken by nobody.
  for (const family of model.zones.filter((one) => isSeat(one) && one.dimensions.length === 1)) {
    const { contents } = view.zones.find(({ number }) => number === family.base + seat) ?? {};
    for (const { kind, count } of contents ?? []) if (model.kinds[kind.number].owner === seat) add({ name: model.kinds[kind.number].name, style: looks.kindSign(kind.number) }, count);
  }
  const fields = model.fields.filter((field) => field.is_shown && isOnBoard(field));
  const things = new Map(view.fields.map(({ number, thing }) => [number, thing]));
  for (const sides of fields.filter(({ type }) => bare(type).is === "seat")) {
    const ranks = fields.find(({ type, count }) => bare(type).is === "word" && count === sides.count);
    for (let i = 0; i < sides.count; i++) if (seatOf(things.get(sides.base + i)) === seat) add(kindAt(looks, ranks, i, things, seat), 1);
  }
  return found;
}

function isOnBoard({ dimensions }: Pick<FieldFamily, "dimensions">): boolean {
  return dimensions.length === 1 && dimensions[0].type.is === "place";
}

function seatOf(thing: Thing | undefined): number | null {
  return typeof thing === "object" && thing !== null && !Array.isArray(thing) && thing.is === "seat" ? thing.number : null;
}

/** What stands on a place that has a side: a word of another field, or a plain piece. */
function kindAt(looks: Looks, ranks: FieldFamily | undefined, i: number, things: ReadonlyMap<number, Thing>, seat: number): Kind {
  const of = ranks && bare(ranks.type);
  const word = ranks && things.get(ranks.base + i);
  if (of?.is === "word" && typeof word === "object" && word !== null && !Array.isArray(word) && word.is === "word") {
    return { name: word.name, style: { ...looks.word(of.type, word.number), color: looks.seat(seat) } };
  }
  return { name: "", style: { color: looks.seat(seat), word: "Stone", symbol: "i-disc" } };
}

/** Whether what lies somewhere is just what the players have taken of each other, which their panels tell. */
export function isToldAsTaken({ kinds }: PageModel, captured: ReadonlyMap<number, Captured[]>, { contents }: View["zones"][number]): boolean {
  const ofSeat = (seat: number) => (contents ?? []).reduce((sum, { kind, count }) => sum + (kinds[kind.number].owner === seat ? count : 0), 0);
  const isOwned = (contents ?? []).every(({ kind }) => kinds[kind.number].owner !== null);
  return Boolean(contents?.length) && isOwned && captured.size === 2 && [...captured].every(([seat, taken]) => ofSeat(1 - seat) === taken.reduce((sum, { count }) => sum + count, 0));
}

/** What a seat has taken, with the advantage that it gives where the look file says what pieces are worth; null if it is nothing. */
export function capturedElement(captured: ReadonlyMap<number, Captured[]>, seat: number): HTMLElement | null {
  const worth = (of: number) => (captured.get(of) ?? []).reduce((sum, one) => sum + one.count * one.worth, 0);
  const own = captured.get(seat) ?? [];
  if (!own.length) return null;
  const more = worth(seat) - worth(1 - seat);
  const found = h("span", { class: "lab captured" }, h("em", {}, "Taken"));
  for (const { style, count } of own) put(found, h("span", { class: "one" }, emblem(style), count > 1 ? h("b", {}, String(count)) : null));
  put(found, more > 0 ? h("b", { class: "ahead" }, `+${more}`) : null);
  return found;
}
