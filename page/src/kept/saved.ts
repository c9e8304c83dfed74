// Matches saved as files, which `gamedsl replay` verifies, as links, and by the browser.
import type { Match, Step } from "gamedsl-host";
import { deflate, fromBase64, inflate, toBase64 } from "./packing.js";
import type { LocalSession } from "../match/local.js";
import type { Person, Who } from "../match/session.js";
import { areNumbers, isMove, isPerson, isWho, type KeptMatch } from "./shelf.js";

/** A match as a link holds it: the digest of its rules, what it began with, who sat where, and the steps of each move. */
export type Shared = Pick<KeptMatch, "digest" | "seed" | "index" | "start" | "people" | "moves">;
/** A saved file. Where a page has written it, `people` are those who sit at the seats. */
export interface Replay { format: string; game: string; digest: string; seed: string; index: number; start: string | null; players: number; seats: string[]; people: Person[]; moves: { seat: string; move: string }[]; open: { seat: string; steps: number[] }[] }

/** A match that cannot be continued here; the message says why, for people. */
export class UnusableMatch extends Error {}

/** What a link, the browser and a list of matches hold of a match. */
export function sharedOf(session: LocalSession): Shared {
  const { seed, index, start } = session.origin;
  const people = session.people.map(({ name, who }): [string, Who] => [name, who]);
  return { digest: session.model.digest, seed: String(seed), index, start, people, moves: session.moments.map(({ seat, steps }) => [seat, steps]) };
}

/** The part of an address that holds a match. */
export async function linkOf(session: LocalSession): Promise<string> {
  return `#match=${toBase64(await deflate(new TextEncoder().encode(JSON.stringify(sharedOf(session)))))}`;
}

/** The match in an address; null if there is none. Throws UnusableMatch if it cannot be read. */
export async function sharedIn(address: string): Promise<Shared | null> {
  const found = /#match=([\w-]+)/.exec(address);
  if (!found) return null;
  const shared = await unpackedMatch(found[1]);
  const { moves, people, digest, seed, index = 0, start = null } = shared ?? {};
  if (!isListOf(moves, isMove) || !isListOf(people, isPerson) || !isIndex(index) || !/^-?\d+$/.test(String(seed))) throw new UnusableMatch("The match in this address cannot be read: the address may be cut off.");
  return { digest: String(digest), seed: String(seed), index, start, people, moves };
}

async function unpackedMatch(text: string): Promise<Partial<Shared> | null> {
  try {
    return JSON.parse(new TextDecoder().decode(await inflate(fromBase64(text))));
  } catch {
    return null;
  }
}

/** A saved file. Throws UnusableMatch if it is none. */
export function replayIn(text: string): Replay {
  const data = jsonIn(text);
  if (typeof data?.format !== "string" || !data.format.startsWith("gamedsl replay ")) throw new UnusableMatch("This file holds no saved match.");
  if (data.format !== FORMAT) throw new UnusableMatch("This file was written by a later version than this page, which cannot read it.");
  // The seed may have more digits than numbers of JSON.
  const seed = /"seed"\s*:\s*(-?\d+)\s*[,}]/.exec(text)?.[1];
  const { index = 0, start = null, open = [], people = [], seats, players } = data;
  const isWhole = seed !== undefined && isText(data.digest) && isIndex(index) && (start === null || isText(start)) && Number.isInteger(players);
  const hasLists = isListOf(seats, isText) && isListOf(data.moves, hasTexts("seat", "move")) && isListOf(open, hasTexts("seat")) && open.every(({ steps }) => areNumbers(steps)) && isListOf(people, hasTexts("name", "who")) && people.every(({ who }) => isWho(who));
  if (!isWhole || !hasLists) throw new UnusableMatch("The match in this file is damaged.");
  return { ...data, seed, index, start, open, people } as Replay;
}

/** A match as a file, with who sits where. */
export function textOf(session: LocalSession, rules: string): string {
  return session.match.save(rules, session.people.slice(0, session.model.humans).map(({ name, who }) => ({ name, who })));
}

/** Who sits where in a saved file: as it says, or else people, by the names of the seats. */
export function peopleOf({ people, seats, players }: Replay): Person[] {
  return seats.map((name, i) => people[i] ?? { name, who: i < players ? "person" : "random" });
}

const FORMAT = "gamedsl replay 1";

function isListOf<T>(data: unknown, isOne: (one: unknown) => one is T): data is T[] {
  return Array.isArray(data) && data.every(isOne);
}

const isIndex = (data: unknown): data is number => Number.isSafeInteger(data) && Number(data) >= 0;
const isText = (data: unknown): data is string => typeof data === "string";

/** A test of an object for texts under some names. */
function hasTexts(...names: string[]): (data: unknown) => data is { [name: string]: unknown } {
  return (data): data is { [name: string]: unknown } => typeof data === "object" && data !== null && names.every((name) => isText((data as { [name: string]: unknown })[name]));
}

function jsonIn(text: string): Partial<Replay> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Plays the moves of a link or of the browser. Throws UnusableMatch where one does not fit. */
export function playAll(session: LocalSession, moves: Shared["moves"], crumbs: KeptMatch["crumbs"] = []): void {
  try {
    for (const [seat, steps] of moves) session.play(seat, steps);
  } catch (error) {
    throw new UnusableMatch(`Move ${session.moments.length + 1} of this match is not possible here.`, { cause: error });
  }
  takeUp(session, crumbs);
}

/** Plays the moves of a saved file, and the answers that were given of the next ones. Throws UnusableMatch where a move does not fit. */
export function resume(session: LocalSession, replay: Replay): void {
  // Scripted seats may have no names of their own in the file.
  const seats = session.model.seats.map((seat, i) => replay.seats[i] ?? seat);
  replay.moves.forEach(({ seat, move }, i) => {
    const at = seats.indexOf(seat);
    const steps = at < 0 || !session.match.toAct.includes(at) ? null : stepsOf(session.match, at, move);
    if (!steps) throw new UnusableMatch(`Move ${i + 1} of the file, “${move}”, is not possible here.`);
    session.play(at, steps, move);
  });
  for (const { seat, steps } of replay.open) if (seats.indexOf(seat) === session.asked) takeUp(session, [{ texts: ["What was chosen"], values: steps, keys: [] }]);
}

/** Gives the answers of a half-made decision. Throws UnusableMatch where one does not fit. */
function takeUp(session: LocalSession, crumbs: KeptMatch["crumbs"]): void {
  try {
    session.takeUp(crumbs);
  } catch (error) {
    throw new UnusableMatch("What was half chosen in this match is not possible here.", { cause: error });
  }
}

const same = (text: string): string => text.replace(/\s+/g, "");
const LIMIT = 20000;

/** The steps of the move with some text. Steps whose text does not occur in it are not tried. */
export function stepsOf(match: Match, seat: number, text: string): number[] | null {
  const wanted = same(text);
  const budget = { left: LIMIT };
  const walk = (at: Match): number[] | null => {
    const step = at.step(seat);
    if (step.kind === "only") return same(step.options[0].text) === wanted ? at.list(seat, { most: 1 })[0].steps : null;
    for (const value of likely(step, wanted)) {
      budget.left -= 1;
      if (budget.left < 0) return null;
      const next = at.at(at.length - 1);
      const move = next.take(seat, value);
      const found = move ? (same(move.text) === wanted ? move.steps : null) : walk(next);
      if (found) return found;
    }
    return null;
  };
  return walk(match.at(match.length - 1));
}

function likely({ kind, options, name }: Step, wanted: string): number[] {
  if (kind === "gate") return options.filter(({ value }) => (value === 1) === wanted.includes(`no${same(name)}`)).concat(options).map(({ value }) => value);
  if (kind !== "one" && kind !== "menu" && kind !== "group") return options.map(({ value }) => value);
  return options.filter(({ text, value }) => (kind === "group" && value === 0) || wanted.includes(same(text))).reverse().map(({ value }) => value);
}
