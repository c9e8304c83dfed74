// Columns of different heights that players climb: a list of heights in the rules, and fields with a number for each of its columns.
import { h, put } from "../window/dom.js";
import { disc } from "../table/faces.js";
import { bare, type Column, type FieldFamily, type PageModel } from "../game/model.js";
import { instanceAt, type Scene } from "../table/scene.js";
import { titled } from "../game/words.js";

const LEAST = 4;
const TALLEST = 24;

/** `heights` are those of the columns from number `low` on. `camps` say how high each seat stands, `runners` how high something of all does, `owners` whose a column is. */
export interface Columns { name: string; low: number; heights: number[]; camps: FieldFamily[]; runners: FieldFamily[]; owners: FieldFamily[] }

const known = new WeakMap<PageModel, Columns[]>();

/** The lists of the rules that fields climb: they have a number for each place of the list, and reach as high as its largest number. */
export function columnsOf(model: PageModel): Columns[] {
  const before = known.get(model);
  if (before) return before;
  const found = columnsIn(model);
  known.set(model, found);
  return found;
}

function columnsIn(model: PageModel): Columns[] {
  return model.tables.flatMap(({ number, name, low, size, rows }) => {
    const heights = heightsOf(model.columns.find((one) => one.of === "table" && one.number === number));
    if (rows.length || size < LEAST || !heights) return [];
    const most = Math.max(...heights);
    const isFor = (field: FieldFamily, before: number) => {
      const last = field.dimensions[field.dimensions.length - 1];
      return field.is_shown && field.dimensions.length === before + 1 && last.type.is === "number" && last.type.low === low && last.size === size;
    };
    const climbs = ({ type }: FieldFamily) => {
      const of = bare(type);
      return of.is === "number" && of.low === 0 && of.high === most;
    };
    const alone = model.fields.filter((field) => isFor(field, 0));
    const runners = alone.filter(climbs);
    const camps = model.fields.filter((field) => isFor(field, 1) && field.dimensions[0].type.is === "seat" && climbs(field));
    return runners.length + camps.length ? [{ name, low, heights, camps, runners, owners: alone.filter(({ type }) => bare(type).is === "seat") }] : [];
  });
}

function heightsOf(column: Column | undefined): number[] | null {
  const values = column?.values.filter((one) => typeof one === "number") ?? [];
  return values.length && values.length === column?.values.length && Math.min(...values) > 0 && Math.max(...values) <= TALLEST ? values : null;
}

/** Whether a field is drawn on columns. */
export function isOnColumns(model: PageModel, field: FieldFamily): boolean {
  return columnsOf(model).some(({ camps, runners, owners }) => [...camps, ...runners, ...owners].includes(field));
}

/** The columns, with the tokens of the seats and of all. */
export function columnsElement(scene: Scene, columns: Columns): HTMLElement {
  const { heights, low, camps, runners } = columns;
  const drawn = h("div", { class: "climb" }, ...heights.map((height, i) => columnElement(scene, columns, height, i)));
  const beside = runners.map(({ name }) => h("i", {}, h("span", { class: "runner" }), ` ${scene.label("field", name).toLowerCase()}`));
  const head = beside.length ? h("h2", {}, ...beside) : null;
  drawn.style.setProperty("--n", String(heights.length));
  drawn.style.setProperty("--tallest", String(Math.max(...heights)));
  drawn.setAttribute("aria-label", `${titled(columns.name)} of columns ${low} to ${low + heights.length - 1}`);
  drawn.setAttribute("role", "group");
  return h("section", { class: "zone", attrs: { "data-of": [...camps, ...runners].map(({ name }) => `field ${name}`).join(", ") } }, head, drawn);
}

function columnElement(scene: Scene, { low, camps, runners, owners }: Columns, height: number, i: number): HTMLElement {
  const at = (field: FieldFamily, before: readonly number[] = []) => scene.field(instanceAt(field, [...before, low + i]))?.thing;
  const owner = owners.map((field) => at(field)).find((thing) => typeof thing === "object" && thing !== null && !Array.isArray(thing) && thing.is === "seat");
  const seat = owner !== undefined && owner !== null && typeof owner === "object" && "number" in owner ? Number(owner.number) : null;
  const standing = camps.flatMap((field) => scene.names.map((_, one) => ({ seat: one, step: Number(at(field, [one]) ?? 0) }))).filter(({ step }) => step > 0);
  const running = runners.map((field) => Number(at(field) ?? 0)).filter((step) => step > 0);
  const label = String(low + i);
  const column = h("div", { class: `col ${seat === null ? "" : "won"}` });
  if (seat !== null) column.style.setProperty("--sc", scene.looks.seat(seat));
  put(column, h("em", {}, seat === null ? label : disc(scene.looks.seat(seat), scene.names[seat], "s")));
  for (let step = 1; step <= height; step++) {
    const here = standing.filter((one) => one.step === step).map((one) => disc(scene.looks.seat(one.seat), scene.names[one.seat], "s"));
    put(column, h("span", { class: `level ${step === height ? "top" : ""}` }, ...here, running.includes(step) ? h("span", { class: "runner" }) : null));
  }
  const told = [
    ...(seat === null ? [] : [`won by ${scene.names[seat]}`]),
    ...running.map((step) => `runner at ${step}`),
    ...standing.map((one) => `${scene.names[one.seat]} at ${one.step}`),
  ];
  const words = `${label}, ${height} steps${told.length ? `: ${told.join(", ")}` : ""}`;
  column.title = words;
  if (!scene.mark(column, `n${label}`, words)) {
    column.setAttribute("role", "img");
    column.setAttribute("aria-label", words);
  }
  return column;
}
