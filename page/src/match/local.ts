// A match that is played in this page, which holds all of it.
import { Fault, type Game, GameError, IllegalMove, Match, type Move, type View } from "gamedsl-host";
import { failureOf } from "./agents.js";
import { forced, withoutEqual } from "./equal.js";
import { CHANCE } from "./foreseen.js";
import type { Front } from "./front.js";
import { modelOf } from "../game/model.js";
import { strengthTold } from "../game/opponents.js";
import { type Crumb, type Moment, type Origin, type Person, Session } from "./session.js";

/** What was taken back: moves, or a part of one that was half made; `at` is the stop where it was made. */
interface Undone { at: number; moments: Moment[]; crumbs: Crumb[] }

/** A match that is played in this page, which holds all of it. */
export class LocalSession extends Session {
  readonly match: Match;
  private undone: Undone[] = [];

  constructor(game: Game, readonly setup: number, readonly origin: Origin, people: Person[]) {
    super(modelOf(game), people);
    this.match = new Match(game, origin);
    this.turn();
    if (this.match.isOver) this.note = { head: "Nobody was asked:", text: "there was one possibility at a time, and the match is over." };
  }

  override tag(seat: number): string | null {
    return (seat < this.model.humans && strengthTold(this.people[seat].who)) || null;
  }

  /** A choice that would break a promise of the rules is not made, and that is said. */
  protected override whenKnown(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.note = { head: "This cannot be done: the rules break a promise.", text: this.tellFailure(failureOf(error)) };
    }
  }

  protected override frontOf(seat: number): Front {
    const front = super.frontOf(seat);
    return this.model.is_hiding ? front : { ...front, step: withoutEqual(front.table as Match, seat, front.step) };
  }

  /** A person is not asked where all choices come to the same, or where the only person can only decline: that is played. */
  settle(): void {
    for (let seat = this.asked; seat !== null && this.shown === null && this.trouble === null; seat = this.asked) {
      const steps = this.forcedAt(this.match, seat);
      if (!steps) return;
      this.played(seat, this.match.play(seat, { steps } as Move));
    }
  }

  protected override wasForced({ seat, before }: Moment): boolean {
    return this.forcedAt(this.match.at(before), seat) !== null;
  }

  private forcedAt(match: Match, seat: number): number[] | null {
    return this.declining(match, seat) ?? (this.model.is_hiding ? null : forced(match, seat));
  }

  /** The steps with which the only person does without something, where nothing else can be done. Several are asked all the same: else the others would learn it. */
  private declining(match: Match, seat: number): number[] | null {
    if (!this.isAlone) return null;
    const { kind, choices } = match.step(seat);
    return kind === "only" && choices?.length && choices.every(({ isDeclined }) => isDeclined) ? match.list(seat, { most: 1 })[0].steps : null;
  }

  override viewAfter(answers: readonly number[]): View | null {
    const { asked, table, model, looker } = this;
    if (asked === null || model.is_hiding) return null;
    const match = table.at(table.length - 1);
    const from = match.length - 1;
    try {
      const isWhole = answers.some((value) => match.take(asked, value));
      return isWhole && !match.events(looker, { from }).some(({ is }) => CHANCE.has(is)) ? match.view(looker) : null;
    } catch (error) {
      if (error instanceof Fault || error instanceof GameError || error instanceof IllegalMove) return null;
      throw error;
    }
  }

  override viewsBehind(answers: readonly number[], most: number): View[] {
    const { asked, table } = this;
    if (asked === null) return [];
    const match = table.at(table.length - 1);
    try {
      if (answers.some((value) => match.take(asked, value))) return [];
      const { kind, options } = match.step(asked);
      return kind === "one" && options.length <= most ? options.flatMap(({ value }) => this.viewAfter([...answers, value]) ?? []) : [];
    } catch (error) {
      if (error instanceof Fault || error instanceof GameError || error instanceof IllegalMove) return [];
      throw error;
    }
  }

  override valuesBefore({ before }: Moment): ReadonlyMap<string, string> {
    return new Map(this.match.at(before).view(this.looker).fields.map(({ name, text }) => [name, text]));
  }

  protected override answered(): void {
    this.undone = [];
  }

  override undo(): void {
    const { moments, crumbs } = this;
    const parts = [...crumbs];
    super.undo();
    const taken = { at: this.match.length - 1, moments: moments.slice(this.moments.length), crumbs: parts.slice(this.crumbs.length) };
    if (taken.moments.length || taken.crumbs.length) this.undone.push(taken);
  }

  override holding(): () => void {
    const { undone } = this;
    const letGo = super.holding();
    return () => {
      letGo();
      this.undone = undone;
    };
  }

  override get canRedo(): boolean {
    return this.undone.at(-1)?.at === this.match.length - 1;
  }

  override redo(): void {
    const last = this.canRedo ? this.undone.pop() : undefined;
    if (!last) return;
    const others = this.undone;
    this.note = null;
    for (const { seat, steps, text } of last.moments) this.play(seat, steps, text);
    this.takeUp(last.crumbs);
    this.undone = others;
  }

  /** Takes up a decision that was half made. */
  takeUp(crumbs: readonly Omit<Crumb, "before">[]): void {
    const { asked } = this;
    if (asked === null) return;
    for (const { texts, values, keys } of crumbs) {
      const before = this.match.length - 1;
      for (const value of values) this.match.take(asked, value);
      this.crumbs.push({ texts: [...texts], before, values: [...values], keys: [...keys] });
    }
    this.forget();
  }

  /** Whoever is asked looks; where hands are hidden, after the cover: nobody knows who opens the page again. */
  resumed(): void {
    const { asked } = this;
    if (asked === null) return;
    if (this.hasSecrets) this.covered = asked;
    else this.looker = asked;
  }

  /** Plays a whole move, as agents and saved matches do. */
  play(seat: number, steps: number[], text?: string): void {
    this.answered();
    const before = this.match.length - 1;
    const move = this.match.play(seat, { steps, text } as Move);
    this.moments.push({ seat, steps: move.steps, text: move.text, before, after: this.match.length - 1 });
    this.crumbs = [];
    this.turn();
  }
}
