// A match that a host keeps: what the host has told of it, in the form in which a session reads a match.
import type { Event, Move, Outcome, Refused, Several, Step, View } from "gamedsl-host";
import type { Table } from "./session.js";

/** Something that is not known here yet. `found` says, when the host has answered, whether it is now. */
export class Missing extends Error {
  constructor(readonly found: Promise<boolean>) {
    super("the host has to be asked");
  }
}

/** A step with what it offers but does not allow, where that is shown; null: nothing is asked any more. */
export type StepNode = { step: Step; refused: Refused[] | null } | null;
export type Steps = Record<string, StepNode>;
export interface Line { seat: number; events: Event[] }

/** What a host tells a seat of a match. `before` lines of what has happened are left out. */
export interface Position { view: View; lines: Line[]; before: number; isOver: boolean; outcome: Outcome | null; node: number | null; steps: Steps }

/** What can be asked of a host about the position: each gives whether it is known now. */
export interface Host {
  answer(values: readonly number[]): Promise<boolean>;
  steps(values: readonly number[]): Promise<boolean>;
  refused(values: readonly number[]): Promise<boolean>;
  past(line: number): Promise<boolean>;
  several(values: readonly number[]): Promise<boolean>;
  picked(values: readonly number[], amounts: readonly number[]): Promise<boolean>;
}

/** A position with all that was asked about it since. */
export class Known {
  readonly refused = new Map<string, Refused[]>();
  readonly past = new Map<number, View>();
  readonly several = new Map<string, Several | null>();
  readonly picked = new Map<string, number[] | null>();

  constructor(readonly position: Position, readonly host: Host) {}

  /** How many lines of the match there are. */
  get count(): number {
    return this.position.before + this.position.lines.length;
  }
}

export const pathKey = (path: readonly number[]): string => path.join(",");
export const pickKey = (path: readonly number[], amounts: readonly number[]): string => `${pathKey(path)}|${pathKey(amounts)}`;

/** The present with the answers `taken`, or the past after some line. Only the one that is no copy plays. */
export class RemoteTable implements Table {
  constructor(private readonly known: Known, private readonly taken: number[] = [], private readonly line: number | null = null, private readonly isCopy = false) {}

  get length(): number {
    return (this.line ?? this.known.count + this.taken.length) + 1;
  }

  get node(): number {
    return this.known.position.node ?? -1;
  }

  get isOver(): boolean {
    return this.known.position.isOver;
  }

  get outcome(): Outcome | null {
    return this.known.position.outcome;
  }

  get toAct(): readonly number[] {
    return this.known.position.view.toAct;
  }

  at(stop: number): RemoteTable {
    const { count } = this.known;
    return stop < count ? new RemoteTable(this.known, [], stop, true) : new RemoteTable(this.known, this.taken.slice(0, stop - count), null, true);
  }

  view(): View {
    if (this.line === null) return this.known.position.view;
    const found = this.known.past.get(this.line);
    if (!found) throw new Missing(this.known.host.past(this.line));
    return found;
  }

  events(_: number, { from }: { from: number }): Event[] {
    const { lines, before } = this.known.position;
    return lines.slice(Math.max(0, from - before), Math.max(0, this.length - 1 - before)).flatMap(({ events }) => events);
  }

  /** Hosts do not tell by which line something was rolled. */
  rolledAt(): null {
    return null;
  }

  /** What seats may know is dealt anew by the host alone: nothing is foreseen here. */
  imagined(): RemoteTable[] {
    return [];
  }

  step(): Step {
    const found = this.known.position.steps[pathKey(this.taken)];
    if (!found) throw new Missing(this.known.host.steps(this.taken));
    return found.step;
  }

  refused(): Refused[] {
    const key = pathKey(this.taken);
    const found = this.known.position.steps[key]?.refused ?? this.known.refused.get(key);
    if (!found) throw new Missing(this.known.host.refused(this.taken));
    return found;
  }

  /** A host does not tell what filters leave out. */
  leftOut(): Refused[] {
    return [];
  }

  /** A host tells steps, not moves. */
  list(): Move[] {
    return [];
  }

  /** A host tells only whether something may be picked. */
  whyNot(): string | null {
    return null;
  }

  several(): Several | null {
    const found = this.known.several.get(pathKey(this.taken));
    if (found === undefined) throw new Missing(this.known.host.several(this.taken));
    return found;
  }

  picked(_: number, amounts: readonly number[]): number[] | null {
    const found = this.known.picked.get(pickKey(this.taken, amounts));
    if (found === undefined) throw new Missing(this.known.host.picked(this.taken, amounts));
    return found;
  }

  take(_: number, value: number): Move | null {
    const path = [...this.taken, value];
    const found = this.known.position.steps[pathKey(path)];
    if (found) {
      this.taken.push(value);
      return null;
    }
    if (!this.isCopy) throw new Missing(this.known.host.answer(path));
    if (found === undefined) throw new Missing(this.known.host.steps(path));
    return { steps: path, text: "", choices: [] };
  }

  backTo(stop: number): void {
    while (this.length - 1 > stop && this.taken.length) this.taken.pop();
  }
}
