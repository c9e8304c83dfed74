/** Plays the modules that `gamedsl build` writes. Seats are numbers from 0, in the order of `game.seats`. */

import type { Model } from "./model.js";

export const ABI: number;
export const MODEL: number;

/** What a module cannot do, or does not hold. */
export class GameError extends Error {}
/** A promise of the rules that was broken in play. */
export class Fault extends Error {
  readonly code: string;
  readonly site: number;
}
/** A choice that is not possible. */
export class IllegalMove extends Error {
  readonly refusal: Refusal;
}

export interface Place { is: "place"; board: string; name: string; number: number; at: [row: number, column: number] }
export interface SeatThing { is: "seat"; name: string; number: number }
export interface Word { is: "word"; of: string; name: string; number: number }
export interface Kind { is: "kind"; component: string; name: string; number: number }
export interface Zone { is: "zone"; family: string; index: Thing[]; name: string; number: number }
export interface Piece { is: "piece"; kind: Kind; zone: Zone | null }
export interface Counted { is: "counted"; entries: [Thing, number][] }
export type Thing = Place | SeatThing | Word | Kind | Zone | Piece | Counted | number | boolean | null | Thing[];

export interface Choice { name: string; isDeclined: boolean; values: [name: string, thing: Thing][] }
export interface Move { steps: number[]; text: string; choices: Choice[] }
export interface Option { value: number; text: string; thing: Thing }
export interface Step {
  decision: string;
  kind: "gate" | "menu" | "one" | "count" | "group" | "member" | "yes_no" | "only";
  name: string;
  about: string;
  ask: string | null;
  topic: Thing;
  options: Option[];
  /** Of kind `only`: what the move consists of. */
  choices?: Choice[];
}
/** A part of a selection of several: at most `most` of it are in some move. Of parts with the same `group`, one can be chosen. */
export interface SeveralPart { text: string; thing: Thing; most: number; group: number | null }
/**
 * A selection of several as a whole, all its steps together. `number` is how many are chosen: exactly so many, up to so many as far as a quick look can tell, or null for any
 * number.
 */
export interface Several { name: string; ask: string | null; quantity: "exactly" | "up_to" | "any"; number: number | null; parts: SeveralPart[] }
export interface Refusal { kind: "not_your_turn" | "unknown" | "not_offered" | "selection" | "requirement"; name: string; why: string | null; text: string }
export interface Refused extends Option { refusal: Refusal }

export interface Pieces { kind: Kind; count: number }
export interface ZoneView {
  number: number;
  name: string;
  family: string;
  /** null: the seat does not see it. Piles from bottom to top, one by one. */
  contents: Pieces[] | null;
  /** null: not even how many is seen. */
  count: number | null;
  backs: [name: string, count: number][];
  /** What the seat knows to lie there at least. */
  known: Pieces[];
}
export interface View {
  seat: number;
  phase: string;
  round: number | null;
  toAct: number[];
  fields: { number: number; name: string; text: string; thing: Thing }[];
  zones: ZoneView[];
  /** What was rolled, chosen or gone through before and still counts, as far as everybody may know it. */
  locals: { name: string; text: string; thing: Thing }[];
}
export interface Event {
  is: "move" | "shuffle" | "shuffle_under" | "see" | "peek" | "field" | "roll" | "choose" | "say" | "start";
  text: string;
  [more: string]: unknown;
}
export interface Outcome { ranking: number[][]; scores: [line: string, points: number][][]; totals: number[]; reason: string; /** Whether each seat has won, where the rules say it; else null, and the ranking says it. */ won: boolean[] | null }

/** The model: names, types, boards and decisions of a game. `ModelTypes` are the types of its parts. */
export type { Model } from "./model.js";
export type * as ModelTypes from "./model.js";

export class Game {
  readonly model: Model;
  readonly seats: readonly string[];
  /** Why nobody can make up what is hidden in this game, in words: `choose` takes any move then. null if it can be made up, or if nothing is hidden. */
  readonly unguessable: string | null;
}

/** Loads a module. Throws GameError for anything else. */
export function loadGame(bytes: BufferSource): Promise<Game>;

/** The move, its answer to the open step, and what each answer is worth. */
export interface Advice { move: Move; answer: number; measure: "share" | "points"; options: { value: number; worth: number | null }[] }

export class Match {
  /** `start` is the name of a start of the rules (null: the set-up). Throws GameError, Fault. */
  constructor(game: Game, setup?: { seed?: number | bigint; index?: number; start?: string | null });
  static load(game: Game, text: string): Match;
  readonly game: Game;
  readonly seed: number | bigint;
  readonly index: number;
  readonly start: string | null;
  readonly node: number;
  /** The bytes of the position: equal positions have equal bytes, here as in Python. */
  readonly position: Uint8Array;
  readonly isOver: boolean;
  readonly toAct: number[];
  readonly moves: { seat: number; text: string }[];
  readonly outcome: Outcome | null;
  readonly length: number;
  count(seat: number): number;
  list(seat: number, range?: { from?: number; most?: number }): Move[];
  step(seat: number): Step;
  /** What the open step offers but a requirement does not allow, with its sentence. */
  refused(seat: number): Refused[];
  /** What the filter (`where`) of an open selection of one leaves out, with its sentence. These options have the value -1: they cannot be taken. */
  leftOut(seat: number): Refused[];
  /** The selection of several that the open step belongs to, as a whole; null if it belongs to none. */
  several(seat: number): Several | null;
  /** The answers to the open step and those after it that choose so many of each part of `several`, and nothing else; null if no move does that. */
  picked(seat: number, amounts: readonly number[]): number[] | null;
  /** The sentence of the requirement that forbids to choose so many of each part of `several`; null if none does, or if it has no sentence. */
  whyNot(seat: number, amounts: readonly number[]): string | null;
  /** Answers the open step. Gives the move if that completes it. Throws IllegalMove, Fault. */
  take(seat: number, value: number): Move | null;
  /** Plays a move of `list`, or the one that a text names; forced selections may be left out. Throws IllegalMove with the reason, Fault. */
  play(seat: number, move: Move | string): Move;
  undo(): boolean;
  redo(): boolean;
  /** The match as it was at a stop. */
  at(number: number): Match;
  /** The match with another future, for programs that look ahead. It cannot be saved. */
  reseeded(seed: number | bigint, index?: number): Match;
  /**
   * Matches that the seat, which has to choose, cannot tell from this one: what is hidden from it is dealt anew, and each has another future. None where that cannot be
   * made up.
   */
  imagined(seat: number, options?: { seed?: number; most?: number }): Match[];
  /**
   * The move that an agent chooses: `playouts` (or `playouts:500`, `playouts:2s`), `random:moves`, or in games that hide nothing `mcts:2000` or `mcts:2s`. It is the same for the same seed, whatever lies hidden from the seat, and whatever
   * chance will bring; for a time it depends on the machine. Throws GameError for other agents.
   */
  choose(seat: number, agent?: string, how?: { seed?: number | bigint }): Move;
  /**
   * What a strong player would choose, and what each answer to the open step is worth: the share of the victory from 0 to 1, or for a single player the points
   * (`measure` says which); null where an answer was not tried. The whole is null where nothing can be judged. It uses only what the seat knows.
   */
  advise(seat: number, how?: { milliseconds?: number; seed?: number | bigint }): Advice | null;
  view(seat: number): View;
  /** What a seat has observed, oldest first; `from` is the number of a stop. */
  events(seat: number, since?: { from?: number }): Event[];
  playouts(number: number, how?: { seed?: number; index?: number; policy?: "steps" | "moves" }): { place: number; share: number; total: number }[][];
  save(rules?: string): string;
}

/** Random numbers from 0 to 1, the same for the same seed. */
export function generator(seed: number): () => number;
