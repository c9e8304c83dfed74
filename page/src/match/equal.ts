// Choices that come to the same: they are offered once, and where all do, nothing is asked. Only where nothing is hidden: elsewhere equal results might tell what nobody knows.
import { Fault, type Match, type Move, type Step } from "gamedsl-host";
import { CHANCE } from "./foreseen.js";

/** So many options of a step are compared, and so many moves behind all of them. */
const OPTIONS = 12;
const MOVES = 60;
/** Where chance has a say, choices are the same if they are in so many futures. The one to come is none of them. */
const FUTURES = 6;

/** A step without the options that lead to the same as an earlier one. */
export function withoutEqual(match: Match, seat: number, step: Step): Step {
  const { options, kind } = step;
  if (!["one", "menu", "gate", "yes_no"].includes(kind) || options.length < 2 || options.length > OPTIONS || match.count(seat) > MOVES) return step;
  const results = new Results(match, seat);
  const known = new Set<string>();
  const kept = options.filter(({ value }) => {
    const result = results.of(value);
    return known.size !== known.add(result).size;
  });
  return kept.length === options.length ? step : { ...step, options: kept };
}

/** The steps of a move, where all moves that a seat has lead to the same; null if one does not, or if there is only one. */
export function forced(match: Match, seat: number): number[] | null {
  const count = match.count(seat);
  if (count < 2 || count > OPTIONS) return null;
  const [first, ...others] = match.list(seat, { most: OPTIONS });
  const results = new Results(match, seat);
  const wanted = results.positionAfter(first);
  return others.every((move) => results.positionAfter(move) === wanted) ? first.steps : null;
}

/** The position after a move, and the words of what is said on the way. `isChance`: it is one of several that chance may lead to. */
interface Result { position: string; words: string; isChance: boolean }

/** What moves of a seat lead to, as texts. */
class Results {
  private futures: Match[] | null = null;

  constructor(private readonly match: Match, private readonly seat: number) {}

  /** What an answer to the open step can lead to. */
  of(value: number): string {
    const after = this.match.at(this.match.length - 1);
    const move = unbroken(() => after.take(this.seat, value), `${value}`);
    if (typeof move === "string") return move;
    const moves = move ? [move] : after.list(this.seat, { most: MOVES });
    return [...new Set(moves.map((one) => this.after(one)))].sort().join("\n");
  }

  /** What a move leads to, with the words that are said of it, in any order. */
  private after(move: Move): string {
    return this.found(move, ({ position, words }) => `${position} ${words}`);
  }

  /** What a move leads to. */
  positionAfter(move: Move): string {
    return this.found(move, ({ position }) => position);
  }

  private found(move: Move, text: (result: Result) => string): string {
    return unbroken(() => {
      const result = resultOf(this.match, this.seat, move);
      if (!result.isChance) return text(result);
      this.futures ??= Array.from({ length: FUTURES }, (_, i) => this.match.reseeded(1, i));
      return this.futures.map((one) => text(resultOf(one, this.seat, move))).join("; ");
    }, move.steps.join());
  }
}

/** What is found where no promise of the rules is broken; else `otherwise`. */
function unbroken<T>(find: () => T, otherwise: string): T | string {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return otherwise;
  }
}

function resultOf(match: Match, seat: number, move: Move): Result {
  const from = match.length - 1;
  const after = match.at(from);
  after.play(seat, move);
  const events = after.events(seat, { from });
  const words = events.flatMap(({ is, text }) => (is === "say" ? text.split(/[^\p{L}\p{N}]+/u).sort() : []));
  return { position: after.position.join(), words: words.join(" "), isChance: events.some(({ is }) => CHANCE.has(is)) };
}
