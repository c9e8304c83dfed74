// Matches saved as files, which `gamedsl replay` verifies, and as links.
import type { Match, Step } from "gamedsl-host";
import { deflate, fromBase64, inflate, toBase64 } from "./packing.js";
import type { LocalSession, Person, Who } from "./session.js";

/** A match as a link holds it: which setup, which seed, who sat where, and the steps of each move. */
export interface Shared { setup: number; seed: number; people: [string, Who][]; moves: [seat: number, steps: number[]][]; start?: string | null }
interface Replay { format: string; digest: string; seed: number; start?: string | null; players: number; options: Record<string, string>; seats: string[]; moves: { seat: string; move: string }[] }

/** The part of an address that holds a match. */
export async function linkOf(session: LocalSession): Promise<string> {
  const people = session.people.map(({ name, who }): [string, Who] => [name, who]);
  const shared: Shared = { setup: session.setup, seed: session.seed, people, moves: session.moments.map(({ seat, steps }) => [seat, steps]), start: session.match.start };
  return `#match=${toBase64(await deflate(new TextEncoder().encode(JSON.stringify(shared))))}`;
}

/** The match in an address; null if there is none, or if it cannot be read. */
export async function sharedIn(address: string): Promise<Shared | null> {
  const found = /#match=([\w-]+)/.exec(address);
  if (!found) return null;
  try {
    const shared: Shared = JSON.parse(new TextDecoder().decode(await inflate(fromBase64(found[1]))));
    return Array.isArray(shared.moves) && Array.isArray(shared.people) ? shared : null;
  } catch {
    return null;
  }
}

/** A saved file; null if it is none. */
export function replayIn(text: string): Replay | null {
  try {
    const replay: Replay = JSON.parse(text);
    return typeof replay === "object" && replay !== null && replay.format === "gamedsl replay 1" && Array.isArray(replay.moves) ? replay : null;
  } catch {
    return null;
  }
}

/** Plays the moves of a saved file. Throws an Error with a sentence where a move does not fit. */
export function resume(session: LocalSession, replay: Replay): void {
  replay.moves.forEach(({ seat, move }, i) => {
    const at = replay.seats.indexOf(seat);
    const steps = at < 0 || !session.match.toAct.includes(at) ? null : stepsOf(session.match, at, move);
    if (!steps) throw new Error(`Move ${i + 1} of the file, “${move}”, is not possible here.`);
    session.play(at, steps, move);
  });
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

/** Names for seats that nobody has named. */
export function people(seats: readonly string[], humans: number): Person[] {
  const names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"];
  return seats.map((seat, i) => ({ name: i < humans ? (names[i] ?? seat) : seat, who: i === 0 ? "person" : "playouts" }));
}
