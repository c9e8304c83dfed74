// A number as so many things that lie on the table, where the look file says what one of them looks like.
import { h, put } from "../window/dom.js";
import { emblem } from "./faces.js";
import { colourNamed, signOf, type Style } from "../game/looks.js";
import { bare, type FieldFamily, type Look } from "../game/model.js";
import { uncapital, unitFor } from "../game/words.js";

/** So many things can be counted at a glance: more are told by the number alone. */
const MOST = 24;
/** A number with so few values shows those that are still missing, too. */
const WHOLE = 6;

/** What one thing of a number looks like; null where the look file does not say it. */
export function thingOf(look: Look, { name }: FieldFamily): Style | null {
  const own = look.field?.[name];
  return own?.glyph ? { ...signOf(own.glyph), color: own.color ? colourNamed(own.color) : "currentColor", word: "" } : null;
}

/** Whether a number is one of things of which there were none at the beginning, and are none now: nothing lies there. */
export function isNothing(look: Look, field: FieldFamily, thing: unknown): boolean {
  return thing === 0 && field.start.every((one) => one === 0) && thingOf(look, field) !== null;
}

/** So many things side by side, with the number and its name below; null where the look file has no drawing. */
export function heapElement(look: Look, field: FieldFamily, label: string, thing: unknown): HTMLElement | null {
  const style = thingOf(look, field);
  if (!style || typeof thing !== "number" || thing < 0) return null;
  const of = bare(field.type);
  const all = of.is === "number" && of.low === 0 && of.high <= WHOLE ? of.high : Math.max(1, Math.min(thing, MOST));
  const drawn = Array.from({ length: all }, (_, i) => {
    const one = emblem(style, "");
    if (i >= thing) one.classList.add("gh");
    return one;
  });
  const found = h("span", { class: "heap", attrs: { title: field.sentence ?? label, "data-of": `field ${field.name}` } });
  put(found, h("span", { class: "things", attrs: { "aria-hidden": "true" } }, ...drawn), h("span", { class: "lab" }, h("b", {}, String(thing)), h("em", {}, unitFor(String(thing), uncapital(label)))));
  return found;
}
