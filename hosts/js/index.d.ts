/** Plays the modules that `gamedsl build` writes. Seats are numbers from 0, in the order of `game.seats`. */

import type {
  CountedData, KindData, Message, MessageChoice, MessageEvent, MessageMove, MessageOption, MessageOutcome, MessagePieces, MessageRefusal, MessageRefused, MessageStep, MessageView,
  MessageZone, PieceData, PlaceData, SeatThingData, ThingData, WordData, ZoneThingData,
} from "./message.js";
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
/** An answer to an earlier version of a match: what it was an answer to has changed since, or was taken back. `given` is the version or key that came with it. */
export class OutOfDateError extends Error {
  readonly given: number | string;
}

export type Place = PlaceData;
export type SeatThing = SeatThingData;
export type Word = WordData;
export type Kind = KindData;
export type Zone = ZoneThingData;
export type Piece = PieceData;
export type Counted = CountedData;
export type Thing = ThingData;

export type Choice = MessageChoice;
export type Move = MessageMove;
export type Option = MessageOption;
/** The open step of a seat. Of kind `only` it has `choices`: what the move consists of. */
export type Step = MessageStep;
/** A part of a selection of several: at most `most` of it are in some move. Of parts with the same `group`, one can be chosen. */
export interface SeveralPart { text: string; thing: Thing; most: number; group: number | null }
/**
 * A selection of several as a whole, all its steps together. `number` is how many are chosen: exactly so many, up to so many as far as a quick look can tell, or null for any
 * number.
 */
export interface Several { name: string; ask: string | null; quantity: "exactly" | "up_to" | "any"; number: number | null; parts: SeveralPart[] }
export type Refusal = MessageRefusal;
export type Refused = MessageRefused;

export type Pieces = MessagePieces;
export type ZoneView = MessageZone;
export type View = MessageView;
export type Event = MessageEvent;
export type Outcome = MessageOutcome;
/** A move that was played. */
export interface Played { seat: number; text: string; choices: Choice[] }
/** The position that an answer is for. If it is not the current one, the answer is refused with OutOfDateError. */
export interface Position { version?: number; key?: string }

/** What a page is sent: see `Match.message`. Its JSON schema is `message.schema.json`. */
export type { Message } from "./message.js";

/** The model: names, types, boards and decisions of a game. `ModelTypes` are the types of its parts. */
export type { Model } from "./model.js";
export type * as ModelTypes from "./model.js";

export class Game {
  readonly model: Model;
  readonly seats: readonly string[];
  /** Why nobody can make up what is hidden in this game, in words: `choose` takes any move then. null if it can be made up, or if nothing is hidden. */
  readonly unguessable: string | null;
}

/**
 * Loads a module: its bytes, or its address as a URL or a text. In node an address may be that of a file, or a path. Throws GameError for anything else.
 */
export function loadGame(source: BufferSource | URL | string): Promise<Game>;

/** The move, its answer to the open step, and what each answer is worth. `differs` is false if every match that was tried was worth the same: any move is as good. `lines` are complete moves, the advised one first. `spread` is the standard deviation of what matches that were tried were worth: a difference of worths is great or small beside it. */
export interface Advice { move: Move; answer: number; measure: "share" | "points"; spread: number; differs: boolean; options: { value: number; worth: number | null }[]; lines: Line[] }
/** A complete move that was judged: the answers of the seat from the open step on, what it is worth, and how far that may be wrong by chance. */
export interface Line { move: Move; answers: number[]; worth: number; noise: number }

export class Match {
  /** `start` is the name of a start of the rules (null: the set-up). Throws GameError, Fault. */
  constructor(game: Game, setup?: { seed?: number | bigint; index?: number; start?: string | null });
  static load(game: Game, text: string): Match;
  /** The same as `load`, with the name that it has in Python. */
  static fromJson(text: string, game: Game): Match;
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
  /** The moves so far, each with its choices. */
  readonly played: Played[];
  /** The number of changes so far: each answer, `undo` and `redo` raises it. It is for the host and not for players, because it counts what others do unseen. */
  readonly version: number;
  /** The first seat that has to choose; null at the end. */
  readonly openSeat: number | null;
  /** The open steps by seat, of all seats that have to choose. */
  readonly openSteps: Record<number, Step>;
  readonly outcome: Outcome | null;
  /** The number of positions so far: the first one, and one after each answer. */
  readonly length: number;
  count(seat: number): number;
  /** Complete moves in the order of the rules: at most `most` (1000), from number `from` on. Throws GameError for other numbers. */
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
  /** Answers the open step. Gives the move if that completes it. Throws IllegalMove, OutOfDateError, Fault. */
  takeStep(seat: number, value: number, position?: Position): Move | null;
  /** The same as `takeStep`. */
  take(seat: number, value: number, position?: Position): Move | null;
  /**
   * Plays a move of `list`, or the one that a text names; forced selections may be left out, and the text may be short (`e2e4`). Throws IllegalMove with the reason,
   * OutOfDateError, Fault.
   */
  move(seat: number, move: Move | string, position?: Position): Move;
  /** The same as `move`. */
  play(seat: number, move: Move | string, position?: Position): Move;
  /** The shortest text that `move` reads as a move of a seat that has to choose: `e2e4`, where the rules say what players call the places of a board. */
  short(seat: number, move: Move): string;
  /**
   * Takes back the last move of any seat, with all its steps, or the steps of the last open decision. With a seat, only what this seat did: where several choose at the same
   * time, the answers of others stay. Gives the move, null for steps. Throws GameError if there is none, or if others have played since; OutOfDateError.
   */
  undo(seat?: number | null, position?: Position): { seat: number; text: string } | null;
  /** Does again what was taken back last, and gives the move, null for steps. Throws GameError if there is nothing, or if it was not this seat's; OutOfDateError, Fault. */
  redo(seat?: number | null, position?: Position): { seat: number; text: string } | null;
  /** Goes back to an earlier position (see `length`); what came after it is forgotten. Throws GameError. */
  backTo(number: number): void;
  /** The match as it was at a position: 0 is the first one, and each answer led to the next. Throws GameError if there is none. */
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
  /** What a seat may know. null: what a spectator may know, who sees what all seats see. */
  view(seat: number | null): View;
  /**
   * What a seat has observed (null: a spectator), oldest first. `since` leaves out what it had observed before: a number of events, or the `key` that it had then. `from` is the
   * number of a position. Throws OutOfDateError for a key that is not of this match as it is now.
   */
  events(seat: number | null, range?: { since?: number | string; from?: number }): Event[];
  /** The nodes of the graph at which what a seat (null: a spectator) has seen rolled since position `from` was rolled: one for each event `roll` of `events`. */
  rolledAt(seat: number | null, range?: { from?: number }): number[];
  /** A text that changes whenever the match changes for a seat (null: a spectator), also when something is taken back. It never becomes an earlier one again. */
  key(seat: number | null): string;
  /** All that the page of a seat needs (null: of a spectator). `since` is the key that the page has: only the events since then are sent. */
  message(seat: number | null, known?: { since?: string }): Message;
  playouts(number: number, how?: { seed?: number; index?: number; policy?: "steps" | "moves" }): { place: number; share: number; total: number }[][];
  /** The match as a text, which `gamedsl replay` verifies. `people` are those who sit at the seats. */
  save(rules?: string, people?: { name: string; who: string }[]): string;
  /** The same as `save`, with the name that it has in Python. */
  toJson(rules?: string): string;
}

/** Random numbers from 0 to 1, the same for the same seed. */
export function generator(seed: number): () => number;
