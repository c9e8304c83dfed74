// Lists of numbers of the rules as tracks on which seats have a token, and the other tables to look things up.
import { h, put } from "../window/dom.js";
import { disc, emblem } from "../table/faces.js";
import type { Column, FieldFamily, PageModel } from "../game/model.js";
import type { Scene } from "../table/scene.js";
import { titled } from "../game/words.js";

const LEAST = 8;
/** A lane has a mark for so many points. */
const TEN = 10;
const MOST_ROWS = 8;
/** So many steps at most lie in a row, beside a board and on a phone. Rows are equally long. */
const LONGEST = { wide: 21, phone: 11 };

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
    const tokens = standing.length ? h("span", { class: "stands" }, ...standing.map((seat) => disc(scene.looks.seat(seat), scene.names[seat], "s"))) : null;
    const cell = h("span", { class: `step ${standing.length ? "hit" : ""}` }, h("em", {}, value === undefined ? "×" : String(value).replace("-", "−")), tokens);
    cell.title = [value === undefined ? "beyond the last" : String(value), ...standing.map((seat) => scene.names[seat])].join(": ");
    put(strip, cell);
  }
  const told = scene.names.map((name, seat) => `${name} ${column.values[Number(at[seat]) - low] ?? "beyond the last"}`).join(", ");
  const named = scene.model.tables.find(({ number }) => column.of === "table" && number === column.number)?.name ?? column.name;
  const head = h("h2", { attrs: field.sentence ? { title: field.sentence } : {} }, scene.look.list?.[named]?.label ?? titled(column.name), h("i", {}, `by ${scene.label("field", field.name).toLowerCase()}`));
  const steps = high - low + 1;
  for (const [name, longest] of Object.entries(LONGEST)) strip.style.setProperty(`--${name}`, String(Math.ceil(steps / Math.ceil(steps / longest))));
  strip.setAttribute("role", "img");
  strip.setAttribute("aria-label", `${titled(column.name)}: ${told}`);
  return h("section", { class: "zone", attrs: { "data-of": `field ${field.name}` } }, head, strip);
}

/** How far the players have come on the way to a number that the look file names as the goal: a lane with a peg for each. */
export function raceElements(scene: Scene): HTMLElement[] {
  return scene.model.fields.flatMap((field) => {
    const goal = scene.look.field?.[field.name]?.goal;
    if (goal === undefined || field.dimensions.length !== 1 || field.dimensions[0].type.is !== "seat") return [];
    const label = scene.label("field", field.name);
    const lanes = scene.names.map((name, seat) => {
      const { thing = 0, text = "0" } = scene.field(field.base + seat) ?? {};
      const part = Math.max(0, Math.min(1, Number(thing) / goal));
      const way = h("span", { class: "way" }, h("i"), disc(scene.looks.seat(seat), name, "s"));
      return h("div", { class: "lane", style: { "--sc": scene.looks.seat(seat), "--part": String(part) } }, way, h("b", {}, text));
    });
    const told = scene.names.map((name, seat) => `${name} ${scene.field(field.base + seat)?.text ?? ""}`).join(", ");
    return [h("section", { class: "zone race", style: { "--tens": String(goal / TEN) }, attrs: { role: "img", "aria-label": `${label}, to ${goal}: ${told}`, "data-of": `field ${field.name}` } }, h("h2", {}, label, h("i", {}, `to ${goal}`)), ...lanes)];
  });
}

/** The tables to look things up that the look file names, and beside boards those of a few rows that the rules say something about; not those of directions, which a board shows. */
export function tablesElement(scene: Scene, hasBoards: boolean): HTMLElement | null {
  const found = h("div", { class: "row tables" });
  for (const table of scene.model.tables) {
    const own = scene.look.list?.[table.name];
    const columns = scene.model.columns.filter((one) => one.of === "table" && one.number === table.number);
    if (own && !table.rows.length && !tracksOf(scene.model).some(({ column }) => column === columns[0])) put(found, listElement(scene, table, columns[0]));
    else if (table.rows.length && (own || (hasBoards && isTold(table, columns)))) put(found, rowsElement(scene, table, columns));
  }
  return found.childElementCount ? found : null;
}

type Table = PageModel["tables"][number];

function isTold({ sentence, rows }: Table, columns: readonly Column[]): boolean {
  return sentence !== null && columns.length > 0 && rows.length <= MOST_ROWS && !columns.some(({ type }) => type.is === "direction");
}

function tableBlock({ look }: Scene, { name, sentence }: Table, ...rows: (HTMLElement | null)[]): HTMLElement {
  return h("section", { class: "zone", attrs: { "data-of": `table ${name}` } }, h("h2", { attrs: sentence ? { title: sentence } : {} }, look.list?.[name]?.label ?? titled(name)), h("table", { class: "lookup" }, ...rows));
}

/** A list of numbers: what is counted above, what it is worth below. */
function listElement(scene: Scene, table: Table, { values }: Column): HTMLElement {
  const { head = "", values: called = "" } = scene.look.list?.[table.name] ?? {};
  const row = (text: string, cells: readonly (string | number)[], tag: "th" | "td") => h("tr", {}, h("th", { attrs: { scope: "row" } }, text), ...cells.map((one) => h(tag, {}, String(one))));
  return tableBlock(scene, table, row(head, values.map((_, i) => table.low + i), "th"), row(called, values.map((one) => String(one ?? "–").replace("-", "−")), "td"));
}

function rowsElement(scene: Scene, table: Table, columns: readonly Column[]): HTMLElement {
  const { rows, name } = table;
  const { head: corner = "", columns: called } = scene.look.list?.[name] ?? {};
  const own = columns.filter(({ values }) => !values.every((value, i) => String(value) === rows[i]));
  const isCounted = own.every((one) => /^\d+$/.test(one.name) || one.type.is !== "number");
  const head = isCounted && !called ? null : h("tr", {}, h("th", {}, corner), ...own.map((one, i) => h("th", { attrs: { scope: "col" } }, called?.[i] ?? titled(one.name))));
  const body = rows.map((row, i) => h("tr", {}, h("th", { attrs: { scope: "row" } }, titled(row)), ...own.map((one) => valueCell(scene, one, i))));
  return tableBlock(scene, table, head, ...body);
}

function valueCell(scene: Scene, { type, values }: Column, row: number): HTMLElement {
  const value = values[row];
  const style = scene.looks.value(type, value);
  if (style) return h("td", {}, emblem(style));
  return h("td", {}, value === null ? "–" : typeof value === "boolean" ? (value ? "yes" : "no") : String(value));
}
