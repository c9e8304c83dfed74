// What a choice would do, as far as whoever chooses can know it: it is tried in matches that the seat cannot tell from this one, and what is equal in all of them is told.
import { type Event, Fault, GameError, IllegalMove, type Option, type Step, type Thing } from "gamedsl-host";
import { pieceOwner, placeOf } from "../game/instances.js";
import { keyOf, placeKey, zoneKey } from "../game/keys.js";
import { bare, type FieldFamily, type Look, type PageModel } from "../game/model.js";
import type { Table } from "./session.js";

/** A number that the choice would change, as it was and would be. */
export interface Change { field: FieldFamily; before: string; after: string }

/** Pieces that come into a zone of the chooser: the names of their kinds, with how many there are. */
export interface Gain { zone: string; pieces: [string, number][] }

/** A number of the chooser before and after what a choice pays of it. */
export interface Payment { field: FieldFamily; before: number; after: number }

const MATCHES = 6;
const FEW = 2;
const MOST_OPTIONS = 30;
const MOST_STEPS = 4;
/** The events by which chance has a say. */
export const CHANCE: ReadonlySet<string> = new Set(["roll", "shuffle", "shuffle_under"]);

/** Where the pieces of the chooser lie that a number moves, or where those come to lie that go in a direction, as keys by option: it is chosen by a click there. Empty where they are not as many places. */
export function moved(model: PageModel, match: Table, seat: number, { options }: Step, end: "from" | "to"): Map<number, string> {
  const found = new Map<number, string>();
  if (options.length > MOST_OPTIONS) return found;
  const worlds = imagined(match, seat, FEW);
  for (const option of options) {
    const keys = new Set(worlds.flatMap((world) => completed(world, seat, option.value).map((values) => tried(world, seat, values, (after, events) => endOf(model, after, seat, events, end)))));
    const [key] = keys;
    if (keys.size !== 1 || !key) return new Map();
    found.set(option.value, key);
  }
  return new Set(found.values()).size === found.size ? found : new Map();
}

/** The key of where the pieces of the chooser come that some answers move, or else those that leave a zone of the chooser; null where that is not one place. */
export function reached(model: PageModel, match: Table, seat: number, values: readonly number[]): string | null {
  const isFromOwn = ({ is, from }: Event) => is === "move" && String(from).startsWith(`${model.seats[seat]}.`);
  const keys = new Set(imagined(match, seat, FEW).map((world) => tried(world, seat, values, (after, events) => endOf(model, after, seat, events, "to") ?? comesTo(model, after, seat, events.find(isFromOwn)?.to))));
  const [key] = keys;
  return keys.size === 1 ? (key ?? null) : null;
}

/** Where an option of numbers lets something of the chooser go that stands on a board without being a piece: what a field of places names, or what a number counts along a board of the look file. Gives the keys of these places by option. */
export function gone(model: PageModel, look: Look, match: Table, seat: number, { options }: Step): Map<number, string> {
  const fields = model.fields.filter(({ name, is_shown, type, dimensions: [first, ...more] }) => is_shown && !more.length && (!first || first.type.is === "seat") && (bare(type).is === "place" || look.field?.[name]?.board));
  if (!fields.length || options.length > MOST_OPTIONS) return new Map();
  const standing = (of: Table): (string | null)[] => {
    const seen = new Map(of.view(seat).fields.map(({ number, thing }) => [number, thing]));
    return fields.map((field) => placeIn(model, look, field, seen.get(instanceOf(field, seat)) ?? null, seat));
  };
  const before = standing(match);
  const worlds = imagined(match, seat, FEW);
  return new Map(options.flatMap(({ value }): [number, string][] => {
    const keys = new Set(worlds.flatMap((world) => completed(world, seat, value).flatMap((values) => tried(world, seat, values, standing)?.filter((key, i) => key !== before[i]) ?? [null])));
    const [key] = keys;
    return keys.size === 1 && key ? [[value, key]] : [];
  }));
}

/** The key of the place that the value of a field means. */
function placeIn(model: PageModel, look: Look, { name }: FieldFamily, thing: Thing, seat: number): string | null {
  if (typeof thing !== "number") return keyOf(model, thing, seat);
  const board = model.boards.findIndex((one) => one.name === look.field?.[name]?.board);
  const size = model.boards[board]?.places.length ?? 0;
  return size ? placeKey(board, ((thing % size) + size) % size, null) : null;
}

/** Answers that begin with this one and complete a move: with the first options of what is asked then, and with the last ones. */
function completed(world: Table, seat: number, value: number): number[][] {
  return [0, -1].map((at) => {
    const match = world.at(world.length - 1);
    const values = [value];
    try {
      while (values.length < MOST_STEPS && !match.take(seat, values[values.length - 1])) values.push(match.step(seat).options.at(at)?.value ?? 0);
    } catch (error) {
      if (!isExpected(error)) throw error;
    }
    return values;
  });
}

/** Whether the options of a step are numbers. */
export function areNumbers(options: readonly Option[]): boolean {
  return options.every(({ thing }) => typeof thing === "number");
}

/** Whether the options of a step are directions. */
export function areWays(options: readonly Option[]): boolean {
  return options.every(({ thing }) => thing !== null && typeof thing === "object" && !Array.isArray(thing) && thing.is === "word" && thing.of === "direction");
}

/** What would change for the chooser and for all by answering a decision to its end; nothing where chance has a say. What comes to the same only by luck, behind a draw that is another one in each match, is no news. */
export function foreseen(model: PageModel, match: Table, seat: number, values: readonly number[]): Change[] {
  const fields = model.fields.filter((field) => tells(field));
  const before = read(match, seat, fields);
  const names = new Map(match.view(seat).fields.map(({ number, name }) => [number, name]));
  const futures = imagined(match, seat, MATCHES).map((world) => tried(world, seat, values, (one, events) => (events.some(({ is }) => CHANCE.has(is)) ? null : { events, after: read(one, seat, fields) })));
  const equal = equalEvents(futures.map((one) => one?.events ?? []));
  const byLuck = new Set(futures.flatMap((one) => one?.events.slice(equal) ?? []).filter(({ is }) => is === "field").map(({ name }) => name));
  return fields.flatMap((field, i) => {
    const [text, ...others] = futures.map((one) => one?.after[i] ?? null);
    const was = before[i];
    const isSure = text && others.every((one) => one === text) && !byLuck.has(names.get(instanceOf(field, seat)));
    return isSure && was && text !== was ? [{ field, before: was, after: text }] : [];
  });
}

/** The pieces that a choice would bring the chooser out of zones into which the seat sees, by the name of the zone where they come; nothing where chance has a say. */
export function brought(model: PageModel, match: Table, seat: number, values: readonly number[]): Gain[] {
  const open = new Set(match.view(seat).zones.flatMap(({ name, contents }) => (contents ? [name] : [])));
  const own = `${model.seats[seat]}.`;
  const futures = imagined(match, seat, FEW).map((world) => tried(world, seat, values, (_, events) => (events.some(({ is }) => CHANCE.has(is)) ? [] : events)) ?? []);
  const known = futures[0]?.slice(0, equalEvents(futures)) ?? [];
  return known.flatMap(({ is, from, to, pieces }) => {
    const isGain = is === "move" && String(to).startsWith(own) && !String(from).startsWith(own) && open.has(String(from)) && Array.isArray(pieces);
    return isGain ? [{ zone: String(to).slice(own.length), pieces: pieces as [string, number][] }] : [];
  });
}

/** How many events at the beginning are the same in all matches. */
function equalEvents([first = [], ...others]: readonly Event[][]): number {
  const end = first.findIndex(({ text }, i) => others.some((events) => events.at(i)?.text !== text));
  return end < 0 ? first.length : end;
}

/** What a number of the chooser is right after a choice, whatever chance brings then; null if the choice does not change it at once. */
export function paid(model: PageModel, match: Table, seat: number, value: number, name: string): Payment | null {
  const field = model.fields.find((one) => one.name === name);
  if (!field) return null;
  const number = instanceOf(field, seat);
  const shown = match.view(seat).fields.find((one) => one.number === number);
  const [world] = imagined(match, seat, 1);
  const first = shown && world && tried(world, seat, [value], (_, events) => events.find((event) => event.is === "field" && event.name === shown.name) ?? null);
  return shown && first ? { field, before: Number(shown.text), after: Number(first.value) } : null;
}

/** Numbers of the chooser or of all. */
function tells({ type, dimensions, is_shown, reset }: FieldFamily): boolean {
  const isOwnOrShared = dimensions.length === 0 || (dimensions.length === 1 && dimensions[0].type.is === "seat");
  return isOwnOrShared && is_shown && !reset && bare(type).is === "number";
}

/** The instance of a field that is the chooser's, or that of all. */
function instanceOf({ base, dimensions }: FieldFamily, seat: number): number {
  return base + (dimensions.length ? seat : 0);
}

function read(match: Table, seat: number, fields: readonly FieldFamily[]): (string | null)[] {
  const seen = new Map(match.view(seat).fields.map(({ number, text }) => [number, text]));
  return fields.map((field) => seen.get(instanceOf(field, seat)) ?? null);
}

function imagined(match: Table, seat: number, most: number): Table[] {
  try {
    return match.imagined(seat, { seed: match.length, most });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return [];
  }
}

/** What is found after these answers in a match; null if they do not complete a move there. */
function tried<T>(world: Table, seat: number, values: readonly number[], find: (after: Table, events: Event[]) => T | null): T | null {
  const match = world.at(world.length - 1);
  const from = match.length - 1;
  try {
    for (const value of values) if (match.take(seat, value)) return find(match, match.events(seat, { from }));
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
  return null;
}

/** What was made up may not allow an answer, or break a promise of the rules. */
function isExpected(error: unknown): boolean {
  return error instanceof Fault || error instanceof GameError || error instanceof IllegalMove;
}

/** The key of where the first own piece was that moved, or of where it came. */
function endOf(model: PageModel, match: Table, seat: number, events: readonly Event[], end: "from" | "to"): string | null {
  const first = events.find((event) => event.is === "move" && pieceOwner(model, event) === seat);
  return comesTo(model, match, seat, first?.[end]);
}

/** The key of a zone, or of the place on which it lies. */
function comesTo(model: PageModel, match: Table, seat: number, name: unknown): string | null {
  const zone = match.view(seat).zones.find((one) => one.name === name);
  return zone ? (placeOf(model, zone.number, seat) ?? zoneKey(zone.number)) : null;
}
