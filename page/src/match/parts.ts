// What a session is made of: who plays, what was played, and what it needs of a match.
import type { Event, Move, Outcome, Refused, Several, Step, View } from "gamedsl-host";
import type { Advised } from "./agents.js";

/** A person, a strength of the computer (`opponents.ts`), or an agent as `Match.choose` calls it; who is elsewhere is not asked on this page. */
export type Who = "person" | "beginner" | "steady" | "strong" | "random" | "elsewhere" | (string & {});
export interface Person { name: string; who: Who }
/** What a match begins with: equal ones give equal matches. */
export interface Origin { seed: number | bigint; index: number; start: string | null }
/** A move that was played: where the match stood before it and after it. */
export interface Moment { seat: number; steps: number[]; text: string; before: number; after: number }
/** A part of a move that is chosen already: the answers that were given, from the stop `before` on, each in words. `keys`: what stands for them, and the actions among them. */
export interface Crumb { texts: string[]; before: number; values: number[]; keys: string[] }

/** So many are picked of something, by its key, and not confirmed. */
export type Picked = [key: string, count: number];

/** What a session needs of a match: a `Match` in this page, or what a host tells of one. */
export interface Table {
  readonly length: number;
  readonly node: number;
  readonly isOver: boolean;
  readonly toAct: readonly number[];
  readonly outcome: Outcome | null;
  at(stop: number): Table;
  step(seat: number): Step;
  refused(seat: number): Refused[];
  /** What the filter of an open selection leaves out, with its sentence; none where that is not known. */
  leftOut(seat: number): Refused[];
  /** The first complete moves, up to `most` of them; none where they are not known. */
  list(seat: number, how: { most: number }): Move[];
  several(seat: number): Several | null;
  picked(seat: number, amounts: readonly number[]): number[] | null;
  /** The sentence of the requirement that forbids what is picked; null where there is none, or it is not known. */
  whyNot(seat: number, amounts: readonly number[]): string | null;
  take(seat: number, value: number): Move | null;
  /** Goes back to an earlier position. */
  backTo(stop: number): void;
  view(seat: number): View;
  events(seat: number | null, since: { from: number }): Event[];
  /** The nodes at which the rolls among these events happened; null where that is not known. */
  rolledAt(seat: number, since: { from: number }): number[] | null;
  /** Matches that the seat cannot tell from this one; none where they cannot be made. */
  imagined(seat: number, how: { seed: number; most: number }): Table[];
}

/** What is said beside the question. */
export interface Note { head: string; text: string; /** Whether it tells of something that happened, and not of what is not possible. */ isNews?: boolean }

/** Advice is being found out, it is there, or nobody can judge the decision. */
export type Hint = { is: "sought" } | ({ is: "found" } & Advised) | { is: "none" };
