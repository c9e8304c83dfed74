// A page of one seat: the host of the match tells it what the seat may know, and it sends back what is chosen.
import type { Refused, Several, View } from "gamedsl-host";
import type { Front } from "./front.js";
import type { PageModel } from "../game/model.js";
import { type Host, Known, Missing, type Position, pathKey, pickKey, RemoteTable, type Steps } from "./remote.js";
import { type Moment, Session } from "./session.js";
import { refusedStream } from "./streams.js";
import { listed } from "../game/words.js";

/** The whole message of a host. `seen` names the position; `rules` changes with all that a page is made of. */
export interface Told { rules: string; match: string; seat: number | null; seen: string; position: Position; table: { names: string[]; away: number[]; note: string | null; canUndo: boolean } }
interface Answer { played?: string; steps?: Steps; refused?: Refused[]; several?: Several | null; picked?: number[] | null; ahead?: View | null; problem?: string; advice?: string }

const SILENCE = 25_000;
const AGAIN = 2_000;
const AWAY = "Your host is away. Nothing is lost.";

/** Answers that completed a move, and the number of lines before it. */
interface Sent { at: number; values: number[] }

/** What a session asks of the connection to its host. */
export interface Connection { ask(what: string, message: unknown): Promise<Answer>; past(line: number): Promise<View | null> }

export class GuestSession extends Session {
  match: RemoteTable;
  /** Why the host is not there; null if it is. */
  away: string | null = null;
  private isAnswering = false;
  private known: Known;
  private lines: { text: string; moment: Moment }[] = [];
  /** What this seat has played, and what of it was taken back: the answers, and the number of lines before them. */
  private sent: Sent[] = [];
  private undone: Sent[] = [];
  /** What would be seen after answers to the present position; null while that is asked for. */
  private readonly ahead = new Map<string, View | null>();

  constructor(model: PageModel, private told: Told, private readonly connection: Connection, private readonly draw: () => void) {
    super(model, told.table.names.map((name, seat) => ({ name, who: seat === told.seat ? "person" : "elsewhere" })));
    this.known = this.knownOf(told);
    this.match = new RemoteTable(this.known);
    this.noteLines();
  }

  /** What the host says to all; null if it is nothing. */
  get said(): string | null {
    return this.told.table.note;
  }

  /** What is said of a seat beside its name: whose it is here, or that its page is closed. */
  override tag(seat: number): string | null {
    if (seat === this.told.seat) return "you";
    return this.told.table.away.includes(seat) ? "away" : null;
  }

  override get canUndo(): boolean {
    return this.isHalfMade || this.told.table.canUndo;
  }

  override get waiting(): string | null {
    if (this.away !== null) return this.away;
    if (this.match.isOver || this.asked !== null) return null;
    const others = this.match.toAct.filter((seat) => seat !== this.told.seat);
    return others.length ? `${listed(others.map((seat) => this.names[seat]))} ${others.length === 1 ? "chooses" : "choose"}` : "Somebody else chooses";
  }

  /** Whether nobody sits here: a spectator sees what all seats see. */
  get isSpectator(): boolean {
    return this.told.seat === null;
  }

  /** What is half chosen is taken back here; a move, by the host. */
  override undo(): void {
    if (this.isHalfMade) super.undo();
    else if (this.told.table.canUndo) void this.askUndo();
  }

  private async askUndo(): Promise<void> {
    const { problem, advice } = await this.connection.ask("undo", { seen: this.told.seen });
    this.note = problem ? { head: problem, text: advice ?? "" } : null;
    const last = problem ? undefined : this.sent.pop();
    if (last) this.undone.push(last);
    this.draw();
  }

  /** Whether the position is the one in which the move was made that was taken back last. */
  override get canRedo(): boolean {
    return !this.isHalfMade && this.asked !== null && this.undone.at(-1)?.at === this.known.count;
  }

  override redo(): void {
    const last = this.canRedo ? this.undone.pop() : undefined;
    if (!last) return;
    const others = this.undone;
    this.whenKnown(() => this.answer(last.values, [], []));
    this.undone = others;
  }

  protected override answered(): void {
    this.undone = [];
  }

  override viewAfter(answers: readonly number[], later: () => void): View | null {
    if (this.model.is_hiding || this.away !== null) return null;
    const values = [...this.crumbs.flatMap((one) => one.values), ...answers];
    const key = pathKey(values);
    const found = this.ahead.get(key);
    if (found !== undefined) return found;
    this.ahead.set(key, null);
    const { known } = this;
    void this.connection.ask("ahead", { seen: this.told.seen, values }).then(({ ahead = null }) => {
      if (known !== this.known) return;
      this.ahead.set(key, ahead);
      if (ahead) later();
    });
    return null;
  }

  /** Takes in what the host tells. What was half chosen stays if it is still the same position. */
  take(told: Told): void {
    const { told: before } = this;
    this.told = told;
    told.table.names.forEach((name, seat) => { this.people[seat].name = name; });
    if (told.table.names.join() !== before.table.names.join()) this.lines = [];
    if (told.seen !== before.seen) {
      this.isAnswering = false;
      const beginning = told.match === before.match ? this.known.past.get(0) : undefined;
      this.known = this.knownOf(told);
      this.ahead.clear();
      if (told.match !== before.match) this.sent = this.undone = [];
      // A match has one beginning: it is asked for once.
      if (beginning) this.known.past.set(0, beginning);
      this.match = new RemoteTable(this.known);
      this.crumbs = [];
      this.note = null;
      this.turn();
      if (told.match !== before.match || (this.shown ?? 0) > this.known.count) this.shown = null;
    }
    this.noteLines();
  }

  /** What the lines before have told. */
  override valuesBefore({ before }: Moment): ReadonlyMap<string, string> {
    const { lines, before: left } = this.told.position;
    const set = lines.slice(0, Math.max(0, before - left)).flatMap(({ events }) => events.filter(({ is }) => is === "field"));
    return new Map(set.map(({ name, value }) => [String(name), String(value)]));
  }

  /** A moment for each line. Moments of equal lines stay the same, so that they are put into words once. */
  private noteLines(): void {
    const { before, lines } = this.told.position;
    this.lines = lines.map((line, i) => {
      const at = before + i;
      const text = JSON.stringify(line);
      const known = this.lines[i];
      return known?.text === text && known.moment.before === at ? known : { text, moment: { seat: line.seat, steps: [], text: "", before: at, after: at + 1 } };
    });
    this.moments = this.lines.map(({ moment }) => moment);
  }

  protected override whenKnown(act: () => void): void {
    const { length } = this.match;
    const { match } = this;
    try {
      act();
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      this.match.backTo(length - 1);
      void error.found.then((isFound) => {
        if (isFound && this.match === match) this.whenKnown(act);
        this.draw();
      });
    }
  }

  /** What is behind the open step is asked of the host, and the step itself is shown until it answers. */
  protected override frontOf(seat: number): Front {
    const { match } = this;
    return this.lookAhead(() => super.frontOf(seat), { table: match, step: match.step(), entered: [], names: [], exits: [], refused: [] });
  }

  protected override lookAhead<T>(look: () => T, unknown: T): T {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      const { match } = this;
      void error.found.then((isFound) => {
        if (!isFound || this.match !== match) return;
        if (!this.isPicking) this.forget();
        this.draw();
      });
      return unknown;
    }
  }

  /** Whether somebody has begun to choose at the open step. */
  private get isPicking(): boolean {
    return this.narrowed !== null || Boolean(this.selection?.wish.size);
  }

  // -------------------------------------------------------------- asking the host

  private knownOf(told: Told): Known {
    const host: Host = {
      answer: (values) => this.send(values, told),
      steps: async (values) => (await this.ask("steps", values, told)).isFound,
      refused: async (values) => (await this.ask("refused", values, told)).isFound,
      several: async (values) => (await this.ask("several", values, told)).isFound,
      picked: async (values, amounts) => (await this.ask("picked", values, told, amounts)).isFound,
      past: async (line) => {
        const view = await this.connection.past(line);
        if (view) known.past.set(line, view);
        return view !== null;
      },
    };
    const known = new Known(told.position, host);
    return known;
  }

  /** Asks the host to call this seat by another name. */
  async rename(name: string): Promise<void> {
    const { problem } = await this.connection.ask("name", { name });
    this.note = problem ? { head: "Not that name.", text: problem } : null;
    this.draw();
  }

  /** One answer after the other: after a move, the next one is for the position that the host tells then. */
  private async send(values: readonly number[], told: Told): Promise<boolean> {
    if (this.isAnswering || this.away !== null) return false;
    this.isAnswering = true;
    const { played, isFound } = await this.ask("answer", values, told);
    if (played) this.sent.push({ at: told.position.before + told.position.lines.length, values: [...values] });
    else this.isAnswering = false;
    return isFound;
  }

  private async ask(what: string, values: readonly number[], told: Told, amounts: readonly number[] = []): Promise<{ isFound: boolean; played: boolean }> {
    const { known } = this;
    const found = await this.connection.ask(what, { seen: told.seen, values, ...(what === "picked" && { amounts }) });
    Object.assign(known.position.steps, found.steps);
    if (found.refused) known.refused.set(pathKey(values), found.refused);
    if (found.several !== undefined) known.several.set(pathKey(values), found.several);
    if (found.picked !== undefined) known.picked.set(pickKey(values, amounts), found.picked);
    if (found.problem && known === this.known) this.note = { head: "Not now.", text: found.problem };
    return { isFound: [found.steps, found.refused, found.several, found.picked].some((one) => one !== undefined), played: found.played !== undefined };
  }
}

/** Listens to the host for ever, and asks it. `take` is given each message, and `isAway` why the host is not there, or null if it is. */
export class HostConnection implements Connection {
  private source: EventSource | null = null;
  private silence = 0;

  constructor(private readonly take: (told: Told) => void, private readonly isAway: (why: string | null) => void) {
    this.listen();
  }

  private listen(): void {
    this.source?.close();
    const source = new EventSource("events");
    this.source = source;
    source.addEventListener("message", ({ data }) => {
      this.alive();
      this.take(JSON.parse(data) as Told);
    });
    source.addEventListener("here", () => this.alive());
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) void this.askWhy();
      else this.isAway(AWAY);
    });
    this.wait();
  }

  /** A stream that was refused is asked for again, when the host says so. */
  private async askWhy(): Promise<void> {
    clearTimeout(this.silence);
    const refused = await refusedStream("events");
    this.isAway(refused?.told ?? AWAY);
    setTimeout(() => this.listen(), refused?.wait ?? AGAIN);
  }

  private alive(): void {
    this.isAway(null);
    this.wait();
  }

  /** A host that says nothing for long is away, even if nobody has closed the connection. */
  private wait(): void {
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => {
      this.isAway(AWAY);
      this.listen();
    }, SILENCE);
  }

  async ask(what: string, message: unknown): Promise<Answer> {
    try {
      const answer = await fetch(what, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(message) });
      return (await answer.json()) as Answer;
    } catch {
      return { problem: "Your host does not answer. Try it again." };
    }
  }

  async past(line: number): Promise<View | null> {
    try {
      const answer = await fetch(`past/${line}`);
      return answer.ok ? ((await answer.json()) as View) : null;
    } catch {
      return null;
    }
  }
}
