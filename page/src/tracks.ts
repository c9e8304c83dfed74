// Lists of numbers of the rules as tracks on which seats have a token, and the other tables to look things up.
import { h, put } from "./dom.js";
import { disc, emblem } from "./faces.js";
import type { Column, FieldFamily, PageModel } from "./model.js";
import type { Scene } from "./scene.js";
import { titled, uncited } from "./words.js";

const LEAST = 8;
const MOST_ROWS = 8;

export interface Track { field: FieldFamily; column: Column }

/** Numbers of each player that count along a list: they reach as far as it, or one place beyond. */
export function tracksOf(model: PageModel): Track[] {
  const lists = model.tables.filter(({ rows, size }) => !rows.length && size >= LEAST);
  return model.fields.flatMap((field) => {
    const { type, dimensions } = field;
    if (!field.is_shown || type.is !== "number" || dimensions.length !== 1 || dimensions[0].type.is !== "seat") return [];
    const list = lists.find(({ low, size }) => type.low === low && (type.high === low + size - 1 || type.high === low + size));
    const column = list && model.columns.find(({ of, number }) => of === "table" && number === list.number);
    return column ? [{ field, column }] : [];
  });
}

/** A track, with the tokens of the seats. */
export function trackElement(scene: Scene, { field, column }: Track): HTMLElement {
  const low = field.type.is === "number" ? field.type.low : 0;
  const high = field.type.is === "number" ? field.type.high : 0;
  const at = scene.names.map((_, seat) => scene.field(field.base + seat)?.thing);
  const strip = h("div", { class: "track" });
  for (let step = low; step <= high; step++) {
    const standing = at.flatMap((one, seat) => (one === step ? [seat] : []));
    const value = column.values[step - low];
    const cell = h("span", { class: `step ${standing.length ? "hit" : ""}` }, standing.length ? null : h("em", {}, value === undefined ? "×" : String(value)), ...standing.map((seat) => disc(scene.looks.seat(seat), scene.names[seat], "s")));
    cell.title = [value === undefined ? "beyond the last" : String(value), ...standing.map((seat) => scene.names[seat])].join(": ");
    put(strip, cell);
  }
  const told = scene.names.map((name, seat) => `${name} ${column.values[Number(at[seat]) - low] ?? "beyond the last"}`).join(", ");
  const head = h("h2", { attrs: field.sentence ? { title: field.sentence } : {} }, titled(column.name), h("i", {}, `by ${scene.label("field", field.name).toLowerCase()}`));
  strip.setAttribute("role", "img");
  strip.setAttribute("aria-label", `${titled(column.name)}: ${told}`);
  return h("section", { class: "zone", attrs: { "data-of": `field ${field.name}` } }, head, strip);
}

/** The tables of a few rows that the rules say something about, to look things up; not those of directions, which a board shows. */
export function tablesElement(scene: Scene): HTMLElement | null {
  const found = h("div", { class: "row tables" });
  for (const { number, name, rows, sentence } of scene.model.tables) {
    const columns = scene.model.columns.filter((one) => one.of === "table" && one.number === number);
    const isForSides = columns.some(({ type }) => type.is === "direction");
    if (!sentence || isForSides || !rows.length || rows.length > MOST_ROWS || !columns.length) continue;
    const own = columns.filter(({ values }) => !values.every((value, i) => String(value) === rows[i]));
    const key = columns.find((one) => !own.includes(one));
    const head = h("tr", {}, h("th", { attrs: { scope: "col" } }, key ? titled(key.name) : ""), ...own.map((one) => h("th", { attrs: { scope: "col" } }, titled(one.name))));
    const body = rows.map((row, i) => h("tr", {}, h("th", { attrs: { scope: "row" } }, titled(row)), ...own.map((one) => valueCell(scene, one, i))));
    put(found, h("section", { class: "zone", attrs: { "data-of": `table ${name}` } }, h("h2", { attrs: sentence ? { title: sentence } : {} }, titled(name)), h("table", { class: "lookup" }, head, ...body), h("small", {}, firstSentence(uncited(sentence)))));
  }
  return found.childElementCount ? found : null;
}

/** The first sentence of several: what a table is about. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
}

function valueCell(scene: Scene, { type, values }: Column, row: number): HTMLElement {
  const value = values[row];
  const style = scene.looks.value(type, value);
  if (style) return h("td", {}, emblem(style));
  return h("td", {}, value === null ? "–" : typeof value === "boolean" ? (value ? "yes" : "no") : String(value));
}
