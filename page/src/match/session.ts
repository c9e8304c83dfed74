// One match on the page: who sits where, who looks, what is asked, and what has happened.
import type { Event, Move, Option, Refused, Step, View } from "gamedsl-host";
import type { Failure } from "./agents.js";
import { isSeveral, Selection } from "./choosing.js";
import { brought, type Change, foreseen, type Gain, type Payment, paid, reached } from "./foreseen.js";
import { type Exit, type Front, frontOf, given } from "./front.js";
import { type Learnt, learntSince } from "./learnt.js";
import type { Look, PageModel } from "../game/model.js";
import type { Offer } from "./offers.js";
import type { Crumb, Hint, Moment, Note, Person, Picked, Table } from "./parts.js";
import { whyNot } from "./refusing.js";
import { besideFor, thingsFor } from "./standing.js";
import { Speech } from "../told/speech.js";
import { unaskedOf } from "./unasked.js";
import { withoutPhase } from "../game/words.js";

export type { Crumb, Hint, Moment, Note, Origin, Person, Table, Who } from "./parts.js";

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
  note: Note | null = null;
  /** Why the computer player that is to move cannot; null if it can. */
  trouble: Failure | null = null;
  /** Says what a broken promise of the rules is, in words. */
  tellFailure: (failure: Failure) => string = ({ text }) => text;
  /** What the look file says. */
  look: Look = {};
  /** What the computer would choose at the open step, or that this is being found out; null if nobody has asked. */
  hint: Hint | null = null;
  /** The actions that begin with the thing that was clicked, while the page asks which is meant. */
  narrowed: readonly Offer[] | null = null;
  /** What was clicked once and ends the match. */
  private doubted: string | null = null;
  /** What was picked before the page was opened again, until its selection is open here. */
  private wished: readonly Picked[] = [];
  private front: Front | null = null;
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

  /** Looks at what an answer would do. Where that is not known yet, it is `unknown` until it is. */
  protected lookAhead<T>(look: () => T, _unknown: T): T {
    return look();
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

  /** The agent that is to move; null if there is none. Where people and agents choose at the same time, people need not wait: they are asked first. */
  get agent(): number | null {
    if (this.match.toAct.some((seat) => this.isPerson(seat))) return null;
    return this.match.toAct.find((seat) => !this.isPerson(seat) && this.people[seat]?.who !== "elsewhere") ?? null;
  }

  /** The person who is asked; null while an agent moves and at the end. */
  get asked(): number | null {
    if (this.match.isOver || this.agent !== null) return null;
    return this.match.toAct.find((seat) => this.isPerson(seat)) ?? null;
  }

  /** Who plays a seat, beside its name; null where nothing is said of it. */
  abstract tag(seat: number): string | null;

  /** What is said of a seat beside its name: who plays it, and that it thinks. */
  tags(seat: number): string[] {
    const isThinking = seat === this.agent && !this.trouble && this.shown === null;
    return [this.tag(seat), isThinking ? "thinking" : null].filter((one) => one !== null);
  }

  /** Whether one person plays, and nobody else but the computer. */
  get isAlone(): boolean {
    return this.people.filter(({ who }) => who === "person" || who === "elsewhere").length === 1;
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
    this.wished = [];
    this.trouble = null;
    this.front = null;
    this.narrowed = null;
    this.doubted = null;
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

  /** What the looking seat saw before the first move; null while that is not known here. */
  get beginning(): View | null {
    return this.lookAhead(() => this.match.at(0).view(this.looker), null);
  }

  /** The open step of the person who looks; null if nothing is asked. */
  get step(): Step | null {
    if (this.asked === null || this.asked !== this.looker || this.covered !== null || this.shown !== null || this.trouble) return null;
    this.front ??= this.frontOf(this.asked);
    const { step, table } = this.front;
    if (!this.selection && isSeveral(step)) {
      const several = table.several(this.asked);
      this.selection = several && new Selection(this.model, table, this.asked, several);
      for (const [key, count] of this.wished) if (this.selection?.candidates.some((one) => one.key === key && one.most >= count)) this.selection.set(key, count);
      this.wished = [];
    }
    return step;
  }

  /** What is asked of a seat. */
  protected frontOf(seat: number): Front {
    return frontOf(this.match, seat);
  }

  /** The match where the open step is asked: some answers before it need no question. */
  get table(): Table {
    return this.front?.table ?? this.match;
  }

  /** What can be answered beside the open step. */
  get exits(): readonly Exit[] {
    return this.step ? (this.front?.exits ?? []) : [];
  }

  /** The answers before the open step that need no question. */
  get entered(): readonly number[] {
    return this.front?.entered ?? [];
  }

  /** The keys of the things by which an option of the open step is chosen; none where nothing on the table stands for it. */
  keysOf({ value }: Option): string[] {
    const { step } = this;
    if (!step) return [];
    if (this.stands?.step !== step) this.stands = { step, keys: this.thingsAt(this.table, step) };
    return this.stands.keys.get(value) ?? [];
  }

  /** What else on the table means an option of the open step, beside its button. */
  get beside(): ReadonlyMap<string, number> {
    const { step, asked } = this;
    return step && asked !== null ? this.lookAhead(() => besideFor(this.model, this.look, this.table, asked, step), new Map()) : new Map();
  }

  /** The keys of what was chosen on the way to the open step, with the names of actions. */
  get chosen(): string[] {
    return [...this.crumbs.flatMap(({ keys }) => keys), ...(this.front?.names ?? [])];
  }

  /** The keys of the things by which the options of a step are chosen, by option; `names` are those of actions that were chosen on the way there. */
  thingsAt(table: Table, step: Step, names: readonly string[] = []): Map<number, string[]> {
    const before = [...this.chosen, ...names];
    return thingsFor(this.model, this.look, table, this.looker, step, before);
  }

  /** The words of the only move that begins with an answer; null if there are several, or if something is answered already. */
  aloneBehind(value: number): string | null {
    if (this.asked === null || this.crumbs.length || this.entered.length) return null;
    const moves = this.match.list(this.asked, { most: 3 });
    const behind = moves.filter(({ steps }) => steps[0] === value);
    return moves.length < 3 && behind.length === 1 ? this.speech.choice(withoutPhase(this.model.phases, behind[0].text), this.asked) : null;
  }

  /** What the selection as it is wished would change, if it ends the decision. */
  foreseen(values: readonly number[]): Change[] {
    const { asked } = this;
    return asked === null ? [] : this.lookAhead(() => foreseen(this.model, this.table, asked, values), []);
  }

  /** The pieces that answers which complete a move would bring. */
  brought(values: readonly number[]): Gain[] {
    const { asked } = this;
    return asked === null ? [] : this.lookAhead(() => brought(this.model, this.table, asked, values), []);
  }

  /** The key of where answers that complete a move bring the pieces of the chooser; null where that is not one place. */
  reached(values: readonly number[]): string | null {
    const { asked } = this;
    return asked === null ? null : this.lookAhead(() => reached(this.model, this.table, asked, values), null);
  }

  /** What an answer that completes a move pays of a number. */
  paid(value: number, name: string): Payment | null {
    const { asked } = this;
    return asked === null || this.crumbs.length ? null : this.lookAhead(() => paid(this.model, this.table, asked, value, name), null);
  }

  // -------------------------------------------------------------- choosing

  /** Answers the open step, and those after it that are answered at once. */
  choose(...values: number[]): void {
    this.whenKnown(() => this.chooseNow(values));
  }

  private chooseNow(values: readonly number[]): void {
    const { step, table, asked } = this;
    if (!step || asked === null) return;
    const texts: string[] = [];
    const keys = [...(this.front?.names ?? [])];
    const after = table.at(table.length - 1);
    for (const [i, value] of values.entries()) {
      const at = after.step(asked);
      const option = at.options.find((one) => one.value === value);
      texts.push(at.kind === "yes_no" ? `${at.name}: ${option?.text}` : at.kind === "gate" ? `${option?.text} ${at.name}` : (option?.text ?? ""));
      if (at.kind === "menu" && option) keys.push(option.text);
      else if (option) keys.push(...(this.thingsAt(after, at, keys).get(value) ?? []));
      if (i < values.length - 1) after.take(asked, value);
    }
    this.answer([...this.entered, ...values], texts, keys);
  }

  /** Asks which of several actions is meant that begin with the same thing. */
  narrow(offers: readonly Offer[]): void {
    this.narrowed = offers;
    this.note = null;
  }

  /** Whether answers end the match, as far as the seat can know. */
  ends(values: readonly number[]): boolean {
    const { asked, match } = this;
    const found = asked === null || this.model.is_hiding ? null : this.lookAhead(() => given(match, asked, values), null);
    return Boolean(found?.isWhole && found.after.isOver);
  }

  /** Whether answers that begin with the open step do not complete the move. */
  leads(values: readonly number[]): boolean {
    const { asked } = this;
    return asked !== null && this.step?.kind !== "only" && this.lookAhead(() => given(this.table, asked, values), null)?.isWhole === false;
  }

  /** Whether an option of the open step does not complete the move. */
  leadsOn({ value }: Option): boolean {
    return this.leads([value]);
  }

  /** Whether somebody means what ends the match: a second click says so. */
  isMeant(act: string, text: string): boolean {
    const isMeant = this.doubted === act;
    this.doubted = isMeant ? null : act;
    this.note = { head: `${text}?`, text: "That ends the match. Click it again if you mean it." };
    return isMeant;
  }

  /** Answers what stands beside the open step. */
  leave({ values, option }: Exit): void {
    this.whenKnown(() => this.answer(values, [option.text], []));
  }

  /** Somebody answers: what was taken back is gone. */
  protected answered(): void {}

  /** Whether what was taken back last can be done again. */
  get canRedo(): boolean {
    return false;
  }

  /** Does again what was taken back last. */
  redo(): void {}

  /** Gives answers to the match: a move is played, or it is half made. */
  protected answer(values: readonly number[], texts: string[], keys: string[]): void {
    const { asked } = this;
    if (asked === null) return;
    const before = this.match.length - 1;
    this.answered();
    this.note = null;
    for (const value of values) {
      const move = this.match.take(asked, value);
      if (move) {
        this.played(asked, move);
        return;
      }
    }
    this.crumbs.push({ texts, before, values: [...values], keys });
    this.forget();
  }

  /** Answers all steps of the selection as it is wished. */
  confirm(): void {
    this.whenKnown(() => this.confirmNow());
  }

  private confirmNow(): void {
    const { selection } = this;
    const values = selection?.answers();
    if (!selection || !values) return;
    const text = selection.candidates.filter((one) => selection.wish.has(one.key)).map(({ key, text }) => ((selection.wish.get(key) ?? 1) > 1 ? `${selection.wish.get(key)} ${text}` : text)).join(", ");
    this.answer([...this.entered, ...values], [`${selection.name}: ${text || "none"}`], this.front?.names ?? []);
  }

  protected played(seat: number, move: Move): void {
    const before = this.crumbs[0]?.before ?? this.moments[this.moments.length - 1]?.after ?? 0;
    const moment = { seat, steps: move.steps, text: move.text, before, after: this.match.length - 1 };
    this.moments.push(moment);
    this.crumbs = [];
    const unasked = seat === this.looker && !this.match.isOver ? unaskedOf(this.eventsOf(moment), seat, this.speech) : null;
    if (unasked) this.note = { head: "There was one possibility:", text: unasked, isNews: true };
    this.turn();
  }

  /** What is picked and not confirmed. */
  get picks(): readonly Picked[] {
    return this.selection ? [...this.selection.wish] : this.wished;
  }

  /** Picks what was picked before the page was opened again. */
  pickAgain(picks: readonly Picked[]): void {
    this.wished = picks;
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
    const why = had ? null : this.barred(key);
    const { text = "" } = selection.candidates.find((one) => one.key === key) ?? {};
    this.note = why === null ? null : { head: `${this.speech.move(text)}:`, text: why };
    if (why === null) selection.set(key, by > 0 && had >= most ? 0 : had + by);
  }

  /** Why something of the open selection does not go with what is picked; null if it does. */
  barred(key: string): string | null {
    const { selection } = this;
    const rival = selection?.rival(key);
    return rival ? `You have chosen ${this.speech.move(rival.text)}, and ${selection?.only ? `only one of each ${selection.only} counts` : "these two do not go together"}.` : null;
  }

  /** Why something cannot be chosen, in the words of the rules; null where it can, where they say nothing, and while nobody here knows. */
  reasonAgainst(key: string, name: string): string | null {
    return this.step ? this.lookAhead(() => whyNot(this, key, name)?.text || null, null) : null;
  }

  /** Says why something cannot be chosen. */
  explain(key: string, name: string): void {
    this.whenKnown(() => { this.note = whyNot(this, key, name) ?? this.note; });
  }

  /** Actions that are there, but not allowed now. */
  refusedActions(): Refused[] {
    const { asked, step } = this;
    if (asked === null || !step) return [];
    return [...(this.front?.refused ?? []), ...(step.kind === "menu" ? this.table.refused(asked) : [])];
  }

  // -------------------------------------------------------------- taking back

  get canUndo(): boolean {
    return this.isHalfMade || this.lastOwn() !== null;
  }

  /** Whether something of a move is chosen, but not all. */
  get isHalfMade(): boolean {
    return this.narrowed !== null || this.crumbs.length > 0 || Boolean(this.selection?.wish.size);
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

  /** Gives what takes back all that is half chosen from now on, as if it had never been: nothing of it can be done again. */
  holding(): () => void {
    const depth = this.crumbs.length;
    return () => {
      this.narrowed = null;
      this.backTo(depth);
    };
  }

  /** What people have learnt since the last move that can be taken back; null if it is nothing. */
  get learnt(): Learnt | null {
    const last = this.lastOwn();
    if (this.isHalfMade || !last) return null;
    return learntSince(this.model, this.match, [...this.people.keys()].filter((seat) => this.isPerson(seat)), last.before);
  }

  /** Whether the page played a move, because all choices came to the same. */
  protected wasForced(_: Moment): boolean {
    return false;
  }

  protected lastOwn(): Moment | null {
    return [...this.moments].reverse().find((one) => this.isPerson(one.seat) && !this.wasForced(one)) ?? null;
  }

  /** Takes back the last step, or the last move of a person and what came after it. */
  undo(): void {
    this.note = null;
    if (this.selection?.wish.size) {
      this.selection.wish.clear();
      return;
    }
    if (this.narrowed) {
      this.narrowed = null;
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

  /** What the seat that is asked sees after answers that complete its move; null where they do not, where chance or something hidden has a say, and while it is not known here: then `later` is called when it is. */
  abstract viewAfter(answers: readonly number[], later: () => void): View | null;

  /** What the looking seat would see after answers that ask once more, for each answer to that; nothing if those are many, or not known here. */
  viewsBehind(_answers: readonly number[], _most: number): View[] {
    return [];
  }

  /** The fields as the looking seat saw them before a move, as far as that is known here. */
  abstract valuesBefore(moment: Moment): ReadonlyMap<string, string>;
}
