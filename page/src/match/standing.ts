// Things on the table that stand for an option: itself, what a number counts or moves, pieces of a colour.
import type { Option, Step, View } from "gamedsl-host";
import { areNumbers, areWays, gone, moved } from "./foreseen.js";
import { instanceKeys } from "../game/instances.js";
import { keyOf, numberKey, pieceKey, placeKey } from "../game/keys.js";
import { bare, type Look, type PageModel, type Part } from "../game/model.js";
import { numeric, partsOf } from "../game/numbers.js";
import { isOwnBoard } from "../game/owned.js";
import type { Table } from "./session.js";

/** The keys of the things by which options are chosen, by option. `before` are the keys and names of what was chosen before. */
export function thingsFor(model: PageModel, look: Look, match: Table, seat: number, step: Step, before: readonly string[]): Map<number, string[]> {
  const own = new Map(step.options.map((option) => [option.value, listed(keyOf(model, option.thing, seat))]));
  if (step.kind !== "one") return own;
  if (look.rule?.[step.name]?.buttons) return new Map();
  const isWay = areWays(step.options);
  if (isWay || areNumbers(step.options)) {
    if (!isWay && numeric(model, match.node, step)) return own;
    // What stands on a board without being a piece goes there: its places are offered beside the buttons.
    if (!isWay && gone(model, look, match, seat, step).size) return new Map();
    const from = isWay ? new Map<number, string>() : moved(model, match, seat, step, "from");
    const ends = from.size ? from : moved(model, match, seat, step, "to");
    return new Map(step.options.map(({ value }) => [value, listed(ends.get(value) ?? null)]));
  }
  const pieces = words(step) ? piecesFor(model, match, seat, step, before) : null;
  return pieces ? new Map(step.options.map(({ value }) => [value, [...(own.get(value) ?? []), ...(pieces.get(value) ?? [])]])) : own;
}

const known = new WeakMap<Step, ReadonlyMap<string, number>>();

/** What else on the table means one option alone, beside its button: the columns of its numbers, the place to which a number lets something go, and that to which a line leads. Gives the options by key. */
export function besideFor(model: PageModel, look: Look, match: Table, seat: number, step: Step): ReadonlyMap<string, number> {
  const before = known.get(step);
  if (before) return before;
  const places = areNumbers(step.options) ? gone(model, look, match, seat, step) : new Map<number, string>();
  const leading = leadingTo(model, step);
  const keys = step.options.flatMap(({ value, thing }) => [...new Set([...numbersOf(thing).map(numberKey), ...listed(places.get(value) ?? null), ...listed(leading.get(value) ?? null)])].map((key): [string, number] => [key, value]));
  const found = new Map(keys.filter(([key]) => keys.filter(([other]) => other === key).length === 1));
  known.set(step, found);
  return found;
}

/** Where lines of a map lead that all begin at one place, as keys by option; nothing for other options. */
function leadingTo(model: PageModel, { options }: Step): Map<number, string> {
  const types = new Set(options.map(({ thing }) => wordOf(thing)?.of));
  const [of] = types;
  const board = of === undefined || types.size > 1 ? -1 : model.boards.findIndex(({ shape }) => shape?.is === "graph" && shape.edges !== null && model.types[shape.edges].name === of);
  if (board < 0 || options.length < 2 || isOwnBoard(model, board)) return new Map();
  const ends = model.boards[board].shape?.ends ?? [];
  const all = options.map(({ value, thing }) => ({ value, ends: [...(ends[wordOf(thing)?.number ?? -1] ?? [])] }));
  const from = all[0].ends.find((one) => all.every(({ ends }) => ends.includes(one)));
  return from === undefined ? new Map() : new Map(all.flatMap(({ value, ends }) => ends.filter((one) => one !== from).map((end): [number, string] => [value, placeKey(board, end, null)])));
}

/** The numbers of a list. */
function numbersOf(thing: Option["thing"]): number[] {
  return Array.isArray(thing) ? thing.flatMap((one) => (typeof one === "number" ? [one] : [])) : [];
}

function listed(key: string | null): string[] {
  return key === null ? [] : [key];
}

function words({ options }: Step): boolean {
  return options.every(({ thing }) => wordOf(thing) !== null);
}

function wordOf(thing: Option["thing"]): { of: string; number: number } | null {
  return thing !== null && typeof thing === "object" && !Array.isArray(thing) && thing.is === "word" ? thing : null;
}

/** Pieces that have the words of the options, in the zones that the selection reads; null where some word has none. */
function piecesFor(model: PageModel, match: Table, seat: number, step: Step, before: readonly string[]): Map<number, string[]> | null {
  const view = match.view(seat);
  for (const part of partsOf(model, match.node, step.name, before)) {
    const found = new Map(step.options.map(({ value, thing }) => [value, called(model, view, part, wordOf(thing), before)]));
    if ([...found.values()].every((keys) => keys.length)) return found;
  }
  return null;
}

function called(model: PageModel, view: View, part: Part, word: { of: string; number: number } | null, before: readonly string[]): string[] {
  const type = model.types.findIndex(({ name }) => name === word?.of);
  const read = new Set(part.sources?.flatMap((one) => one.reads_zones) ?? []);
  return model.zones.flatMap((family, number) => {
    if (!read.has(number) || !family.is_shown) return [];
    const all = view.zones.filter((zone) => zone.number >= family.base && zone.number < family.base + family.count);
    const near = family.count === 1 ? all : all.filter((zone) => instanceKeys(model, family, zone.number, view.seat ?? -1).some((key) => before.includes(key)));
    return near.flatMap((zone) => (zone.contents ?? []).filter(({ kind }) => isCalled(model, kind.number, type, word?.number ?? -1)).map(({ kind }) => pieceKey(kind.number, zone.number)));
  });
}

/** Whether the only column of a kind with such values has this one. */
function isCalled(model: PageModel, kind: number, type: number, value: number): boolean {
  const { component } = model.kinds[kind];
  const fitting = model.columns.filter((one) => {
    const of = bare(one.type);
    return one.of === "component" && one.number === component && of.is === "word" && of.type === type;
  });
  return fitting.length === 1 && fitting[0].values[kind - model.components[component].first] === value;
}
