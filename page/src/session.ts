// One match on the page: who sits where, who looks, what is asked, and what has happened.
import { type Advice, type Event, Fault, type Game, Match, type Move, type Option, type Outcome, type Refused, type Several, type Step, type View } from "gamedsl-host";
import { type Failure, failureOf } from "./agents.js";
import { isSeveral, Selection } from "./choosing.js";
import { type Change, foreseen, type Payment, paid } from "./foreseen.js";
import { keyOf } from "./keys.js";
import { type Look, modelOf, type PageModel } from "./model.js";
import { thingsFor } from "./standing.js";
import { Speech } from "./speech.js";
import { withoutPhase } from "./words.js";

/** A person, a strength of the computer (`opponents.ts`), or an agent as `Match.choose` calls it; who is elsewhere is not asked on this page. */
export type Who = "person" | "beginner" | "steady" | "strong" | "random" | "elsewhere" | (string & {});
export interface Person { name: string; who: Who }
/** What a match begins with: equal ones give equal matches. */
export interface Origin { seed: number | bigint; index: number; start: string | null }
/** A move that was played: where the match stood before it and after it. */
export interface Moment { seat: number; steps: number[]; text: string; before: number; after: number }
/** A part of a move that is chosen already: the answers that were given, from the stop `before` on. */
export interface Crumb { text: string; before: number; values: number[]; keys: string[] }

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
  events(seat: number, since: { from: number }): Event[];
  /** The nodes at which the rolls among these events happened; null where that is not known. */
  rolledAt(seat: number, since: { from: number }): number[] | null;
  /** Matches that the seat cannot tell from this one; none where they cannot be made. */
  imagined(seat: number, how: { seed: number; most: number }): Table[];
}

/** Advice for the open step: it is being found out, it is there, or nobody can judge the step. */
export type Hint = { is: "sought" } | { is: "found"; advice: Advice } | { is: "none" };

const REVEALING = new Set(["roll", "see", "peek", "shuffle", "shuffle_under"]);

export abstract class Session {
  abstract readonly match: Table;
  moments: Moment[] = [];
  crumbs: Crumb[] = [];
  selection: Selection | null = null;
  /** The seat whose view is on the page. */
  looker: number;
  /** The seat that has to take the device before anything is shown. */
  covered: number | null = null;
  /** The stop that is looked at; null is the present. */
  shown: number | null = null;
  /** What is said about the last thing that was not possible. */
  note: { head: string; text: string } | null = null;
  /** Why the computer player that is to move cannot; null if it can. */
  trouble: Failure | null = null;
  /** Says what a broken promise of the rules is, in words. */
  tellFailure: (failure: Failure) => string = ({ text }) => text;
  /** What the look file says. */
  look: Look = {};
  /** What a strong player would choose at the open step, or that this is being found out; null if nobody has asked. */
  hint: Hint | null = null;
  private open: Step | null = null;
  private words: Speech | null = null;
  private stands: { step: Step; keys: Map<number, string[]> } | null = null;

  constructor(readonly model: PageModel, readonly people: Person[]) {
    this.looker = Math.max(0, people.findIndex((one) => one.who === "person"));
  }

  /** What people wait for while nobody here is asked; null if they do not wait. */
  get waiting(): string | null {
    return null;
  }

  /** Does what may need something that is not known yet: then it is done when it is known. */
  protected whenKnown(act: () => void): void {
    act();
  }

  /** The words of texts for people. */
  get speech(): Speech {
    this.words ??= new Speech(this.model, this.look, this.people);
    return this.words;
  }

  get names(): string[] {
    return this.people.map((one) => one.name);
  }

  protected isPerson(seat: number): boolean {
    return this.people[seat]?.who === "person";
  }

  /** The agent that is to move; null if there is none. */
  get agent(): number | null {
    return this.match.toAct.find((seat) => !this.isPerson(seat) && this.people[seat]?.who !== "elsewhere") ?? null;
  }

  /** The person who is asked; null while an agent moves and at the end. */
  get asked(): number | null {
    if (this.match.isOver || this.agent !== null) return null;
    return this.match.toAct.find((seat) => this.isPerson(seat)) ?? null;
  }

  /** Whether people play, or only the computer. */
  get hasPeople(): boolean {
    return this.people.some(({ who }) => who === "person");
  }

  protected get hasSecrets(): boolean {
    return this.model.is_hiding && this.people.filter((one) => one.who === "person").length > 1;
  }

  /** Whoever is asked next looks, after the cover if hands are hidden. */
  protected turn(): void {
    this.forget();
    this.covered = null;
    const { asked } = this;
    if (asked === null || asked === this.looker) return;
    if (this.hasSecrets) this.covered = asked;
    else this.looker = asked;
  }

  /** Another step is open. */
  protected forget(): void {
    this.trouble = null;
    this.open = null;
    this.selection = null;
    this.hint = null;
  }

  /** The person at the cover has the device now. */
  uncover(): void {
    if (this.covered !== null) this.looker = this.covered;
    this.covered = null;
  }

  /** The match as it is shown. */
  get visible(): Table {
    return this.shown === null ? this.match : this.match.at(this.shown);
  }

  get view(): View {
    return this.visible.view(this.looker);
  }

  /** The open step of the person who looks; null if nothing is asked. */
  get step(): Step | null {
    if (this.asked === null || this.asked !== this.looker || this.covered !== null || this.shown !== null || this.trouble) return null;
    this.open ??= this.match.step(this.asked);
    if (!this.selection && isSeveral(this.open)) {
      const several = this.match.several(this.asked);
      this.selection = several && new Selection(this.model, this.match, this.asked, several);
    }
    return this.open;
  }

  /** The keys of the things by which an option of the open step is chosen; none where nothing on the table stands for it. */
  keysOf({ value }: Option): string[] {
    const { step } = this;
    if (!step) return [];
    if (this.stands?.step !== step) this.stands = { step, keys: thingsFor(this.model, this.match, this.looker, step, this.crumbs.flatMap(({ keys, text }) => [text, ...keys])) };
    return this.stands.keys.get(value) ?? [];
  }

  /** The words of the only move that begins with an answer; null if there are several, or if something is answered already. */
  aloneBehind(value: number): string | null {
    if (this.asked === null || this.crumbs.length) return null;
    const moves = this.match.list(this.asked, { most: 3 });
    const behind = moves.filter(({ steps }) => steps[0] === value);
    return moves.length < 3 && behind.length === 1 ? this.speech.choice(withoutPhase(this.model.phases, behind[0].text), this.asked) : null;
  }

  /** What the selection as it is wished would change, if it ends the decision. */
  foreseen(values: readonly number[]): Change[] {
    return this.asked === null ? [] : foreseen(this.model, this.match, this.asked, values);
  }

  /** What an answer that completes a move pays of a number. */
  paid(value: number, name: string): Payment | null {
    return this.asked === null || this.crumbs.length ? null : paid(this.model, this.match, this.asked, value, name);
  }

  // -------------------------------------------------------------- choosing

  /** Answers the open step. */
  choose(value: number): void {
    this.whenKnown(() => this.chooseNow(value));
  }

  private chooseNow(value: number): void {
    const { step, asked } = this;
    if (!step || asked === null) return;
    const option = step.options.find((one) => one.value === value);
    const before = this.match.length - 1;
    const keys = option ? this.keysOf(option) : [];
    const move = this.match.take(asked, value);
    this.note = null;
    if (!move) {
      const text = step.kind === "yes_no" ? `${step.name}: ${option?.text}` : step.kind === "gate" ? `${option?.text} ${step.name}` : option?.text ?? "";
      this.crumbs.push({ text, before, values: [value], keys });
      this.forget();
    } else this.played(asked, move);
  }

  /** Answers all steps of the selection as it is wished. */
  confirm(): void {
    this.whenKnown(() => this.confirmNow());
  }

  private confirmNow(): void {
    const { selection, asked } = this;
    const values = selection?.answers();
    if (!selection || !values || asked === null) return;
    const before = this.match.length - 1;
    const text = selection.candidates.filter((one) => selection.wish.has(one.key)).map((one) => `${selection.wish.get(one.key)} ${one.text}`).join(", ");
    for (const value of values) {
      const move = this.match.take(asked, value);
      if (move) {
        this.note = null;
        this.played(asked, move);
        return;
      }
    }
    this.note = null;
    this.crumbs.push({ text: `${selection.name}: ${text || "none"}`, before, values: [...values], keys: [] });
    this.forget();
  }

  private played(seat: number, move: Move): void {
    const before = this.crumbs[0]?.before ?? this.moments[this.moments.length - 1]?.after ?? 0;
    this.moments.push({ seat, steps: move.steps, text: move.text, before, after: this.match.length - 1 });
    this.crumbs = [];
    this.turn();
  }

  /** One more, or one less, of something in the open selection. */
  adjust(key: string, by: 1 | -1): void {
    this.whenKnown(() => this.adjustNow(key, by));
  }

  private adjustNow(key: string, by: 1 | -1): void {
    const { selection } = this;
    if (!selection) return;
    const had = selection.wish.get(key) ?? 0;
    const most = selection.candidates.find((one) => one.key === key)?.most ?? 0;
    this.note = null;
    const rival = had ? null : selection.rival(key);
    if (rival) {
      const { text } = selection.candidates.find((one) => one.key === key) ?? rival;
      this.note = { head: `Not ${this.speech.move(text)}.`, text: `It does not go with ${this.speech.move(rival.text)}.` };
    } else selection.set(key, by > 0 && had >= most ? 0 : had + by);
  }

  /** Says why something cannot be chosen. */
  explain(key: string, name: string): void {
    this.whenKnown(() => this.explainNow(key, name));
  }

  private explainNow(key: string, name: string): void {
    const about = this.step?.ask ? `You are asked: ${this.step.ask}` : "";
    const otherwise = this.selection?.isLeftOut(key) ? "No choice that the rules allow has it." : `It cannot be chosen now. ${about}`.trim();
    this.note = { head: `Not ${name}.`, text: this.sentenceAgainst(key) ?? otherwise };
  }

  /** The sentence of the rules that stands against a thing: of a requirement, of the filter of the selection, or of the one action that could choose it. */
  private sentenceAgainst(key: string): string | null {
    const { asked, step, selection } = this;
    if (asked === null || !step) return null;
    const against = (options: readonly Refused[]) => {
      const found = options.find((one) => keyOf(this.model, one.thing, this.looker) === key);
      return found && (found.refusal.why ?? "The rules do not allow it here.");
    };
    if (selection) return selection.whyLeftOut(key);
    const here = against([...this.match.refused(asked), ...(step.kind === "one" ? this.match.leftOut(asked) : [])]);
    if (here || step.kind !== "menu") return here ?? null;
    for (const { value } of step.options) {
      const after = this.match.at(this.match.length - 1);
      if (after.take(asked, value) || after.step(asked).kind !== "one") continue;
      const there = against([...after.refused(asked), ...after.leftOut(asked)]);
      if (there) return there;
    }
    return null;
  }

  /** What the open step offers but does not allow. */
  refused(): Refused[] {
    if (this.asked === null || !this.step || this.selection) return [];
    return this.match.refused(this.asked);
  }

  // -------------------------------------------------------------- taking back

  get canUndo(): boolean {
    return this.crumbs.length > 0 || this.moments.some(({ seat }) => this.isPerson(seat));
  }

  /** Back to where a step was asked. */
  backTo(crumb: number): void {
    const target = this.crumbs[crumb]?.before;
    if (target === undefined) return;
    this.match.backTo(target);
    this.crumbs.length = crumb;
    this.forget();
    this.note = null;
  }

  /** Whether taking back the last move would give something away. */
  get isRevealed(): boolean {
    const last = this.lastOwn();
    if (this.crumbs.length || !last) return false;
    const hidden = new Set(this.model.zones.filter((zone) => zone.visibility.who !== "everyone").map((zone) => zone.name));
    const families = new Map(this.match.view(this.looker).zones.map((zone) => [zone.name, zone.family]));
    return this.people.some((_, seat) => this.match.events(seat, { from: last.before }).some((event) => REVEALING.has(event.is) || comesFrom(event, families, hidden)));
  }

  private lastOwn(): Moment | null {
    return [...this.moments].reverse().find(({ seat }) => this.isPerson(seat)) ?? null;
  }

  /** Takes back the last step, or the last move of a person and what came after it. */
  undo(): void {
    this.note = null;
    if (this.selection?.wish.size) {
      this.selection.wish.clear();
      return;
    }
    if (this.crumbs.length) {
      this.backTo(this.crumbs.length - 1);
      return;
    }
    const last = this.lastOwn();
    if (!last) return;
    this.match.backTo(last.before);
    this.moments = this.moments.filter(({ before }) => before < last.before);
    this.turn();
  }

  // -------------------------------------------------------------- what has happened

  /** What the looking seat has seen of a move. */
  eventsOf({ before, after }: Moment): Event[] {
    return this.match.at(after).events(this.looker, { from: before });
  }

  /** The nodes at which the rolls of a move happened that the looking seat has seen; null where that is not known. */
  rolledIn({ before, after }: Moment): number[] | null {
    return this.match.at(after).rolledAt(this.looker, { from: before });
  }

  /** The fields as the looking seat saw them before a move, as far as that is known here. */
  abstract valuesBefore(moment: Moment): ReadonlyMap<string, string>;
}

/** A match that is played in this page, which holds all of it. */
export class LocalSession extends Session {
  readonly match: Match;

  constructor(game: Game, readonly setup: number, readonly origin: Origin, people: Person[]) {
    super(modelOf(game), people);
    this.match = new Match(game, origin);
    this.turn();
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

  override valuesBefore({ before }: Moment): ReadonlyMap<string, string> {
    return new Map(this.match.at(before).view(this.looker).fields.map(({ name, text }) => [name, text]));
  }

  /** Takes up a decision that was half made. */
  takeUp(crumbs: readonly Omit<Crumb, "before">[]): void {
    const { asked } = this;
    if (asked === null) return;
    for (const { text, values, keys } of crumbs) {
      const before = this.match.length - 1;
      for (const value of values) this.match.take(asked, value);
      this.crumbs.push({ text, before, values: [...values], keys: [...keys] });
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
    const before = this.match.length - 1;
    const move = this.match.play(seat, { steps, text } as Move);
    this.moments.push({ seat, steps: move.steps, text: move.text, before, after: this.match.length - 1 });
    this.crumbs = [];
    this.turn();
  }
}

function comesFrom(event: Event, families: Map<string, string>, hidden: Set<string>): boolean {
  return event.is === "move" && hidden.has(families.get(String(event.from)) ?? "");
}
