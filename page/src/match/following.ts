// Goes on with a match after its rules have changed: the same seed, people and moves, as far as these are possible.
import type { PageData } from "../game/model.js";
import { stepsOf } from "../kept/saved.js";
import type { LocalSession } from "./local.js";
import type { Person } from "./session.js";

/** A match without its rules. */
export interface Kept { game: string; players: number; options: Record<string, string>; seed: string; index: number; start: string | null; people: Person[]; moves: { seat: string; text: string }[] }
/** How far it went on: `played` of the moves, and why the next one did not. */
export interface Followed { played: number; of: number; move: string; why: string }

/** What is told where a match begins anew, or where the form says why it does not: nothing. */
export const ANEW: Followed = { played: 0, of: 0, move: "", why: "" };

/** What is kept of a match. */
export function keptOf(session: LocalSession, data: PageData): Kept {
  const { players, options } = data.setups[session.setup];
  const { seats } = session.model;
  const moves = session.moments.map(({ seat, text }) => ({ seat: seats[seat], text }));
  const { seed, index, start } = session.origin;
  return { game: data.name, players, options, seed: String(seed), index, start, people: session.people, moves };
}

/** Plays moves until one is not possible. */
export function follow(session: LocalSession, moves: Kept["moves"]): Followed {
  for (const [played, { seat, text }] of moves.entries()) {
    const why = refusal(session, session.model.seats.indexOf(seat), text);
    if (why !== null) return { played, of: moves.length, move: `${session.names[session.model.seats.indexOf(seat)] ?? seat}: ${text}`, why };
  }
  return { played: moves.length, of: moves.length, move: "", why: "" };
}

/** Plays a move; gives why that is not possible, or null. */
function refusal(session: LocalSession, seat: number, text: string): string | null {
  const { match } = session;
  if (match.isOver) return "The match is over there.";
  if (!match.toAct.includes(seat)) return "Nobody asks for it there.";
  try {
    const steps = stepsOf(match, seat, text);
    if (steps) {
      session.play(seat, steps, text);
      return null;
    }
    match.at(match.length - 1).play(seat, text);
    return "It is not possible there.";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
