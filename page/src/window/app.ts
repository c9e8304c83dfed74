// One page with one match: paints it, and reacts to what people do.
import { Fault, type Game } from "gamedsl-host";
import { failureOf } from "../match/agents.js";
import { fly, isMoving, type Places, placesOf } from "../table/animate.js";
import { Bar } from "./bar.js";
import { CloserLook } from "./closer.js";
import { h, put } from "./dom.js";
import { askElement, mineElement, noteElement } from "../controls/dock.js";
import { loadFonts } from "../table/faces.js";
import type { Learnt } from "../match/learnt.js";
import { Log } from "./log.js";
import { Looks } from "../game/looks.js";
import { modelOf, type PageData } from "../game/model.js";
import { type Handle, handleOf, onKey, refocus } from "../controls/keyboard.js";
import { resultElement } from "./result.js";
import { Dragging } from "../controls/drag.js";
import { Frame } from "./frame.js";
import { Ghosts } from "../boards/ghosts.js";
import { watchKeys } from "../controls/hotkeys.js";
import { GuestSession } from "../match/guest.js";
import { ANEW, type Followed, follow, type Kept, keptOf } from "../match/following.js";
import { shownElement } from "../table/passing.js";
import { Stage } from "../table/staging.js";
import { layoutOf } from "../game/roles.js";
import { linkOf, peopleOf, playAll, replayIn, resume, textOf, type Shared, sharedIn, UnusableMatch } from "../kept/saved.js";
import { Missing } from "../match/remote.js";
import { RuleFinder, type Wanted } from "../controls/finder.js";
import { type Lines, RuleLight } from "../controls/lit.js";
import { drawerOf, type RulesDrawer } from "./rules.js";
import type { Scene } from "../table/scene.js";
import { seatElement } from "../table/seats.js";
import { hintElement, markBest } from "../controls/hints.js";
import { needsOf, Sizes } from "../table/sizes.js";
import { coverElement, doubtElement, pastElement, saidElement, thinkingElement } from "../controls/status.js";
import { LocalSession } from "../match/local.js";
import type { Origin, Person, Session } from "../match/session.js";
import { Keeper, newName } from "../kept/keeping.js";
import { type NewAgents, Thinking } from "../match/thinking.js";
import { type KeptMatch, seedOf, type Shelf } from "../kept/shelf.js";
import { newSeed, type StartActions, StartForm } from "./start.js";
import { tableElement } from "../table/table.js";
import { placeOf, troubleElement, troubleTold } from "./trouble.js";
import { followSystem, toggleTheme, wear } from "./theme.js";
import { toolbar } from "../controls/tools.js";
import { SAID, Voice } from "./voice.js";

const OTHER_EDITION = "That match belongs to another edition of this game: its rules, options or number of players are not those of this page.";
const OTHER_GAMES = "That match is one of another game.";

/** The event of the window that tells who looks from outside: the page was painted anew. */
export const DRAWN = "gamedsl-drawn";

/** So many times as long as usual an agent waits after a trick. */
const TRICK = 2.5;
/** Whether nobody here has a seat. */
const isWatched = (session: Session): boolean => session instanceof GuestSession && session.isSpectator;

export class App {
  session: Session | null = null;
  private stage: Stage | null = null;
  private readonly rules: RulesDrawer | null;
  private readonly bar: Bar;
  private readonly closer = new CloserLook(() => this.stage?.looks ?? null, (key, name) => this.session?.reasonAgainst(key, name) ?? null);
  private log: Log | null = null;
  private seen = new Set<number>();
  /** Milliseconds that an agent waits before it moves; tests set it to 0. */
  pause = 500;
  /** Whether this browser keeps the match. The studio keeps it itself. */
  isKeeping = true;
  private keeper: Keeper | null = null;
  private readonly thinking: Thinking;
  /** What people have learnt since the move that they want to take back, while they are asked whether they mean it. */
  private doubt: Learnt | null = null;
  /** The choice that was focused when others began to move: whoever plays by keys goes on there. */
  private unfocused: Handle | null = null;
  private sizes: Sizes | null = null;
  private readonly frame: Frame;
  /** Where somebody has the rules beside the page, it tells them which ones are wanted. */
  private finder: RuleFinder | null = null;
  private readonly voice = new Voice();
  private readonly ghosts: Ghosts;
  private readonly lights = new RuleLight(() => this.session);

  constructor(private readonly root: HTMLElement, private readonly data: PageData, private readonly game: (setup: number) => Promise<Game>, newAgents: NewAgents, private readonly shelf: Shelf | null) {
    document.title = data.title;
    loadFonts(data.look);
    this.rules = drawerOf(data.title);
    document.addEventListener("keydown", (event) => onKey(event, this));
    this.thinking = new Thinking(data, newAgents, () => this.session, () => this.draw());
    this.bar = new Bar(root, data.title);
    this.frame = new Frame(root);
    watchKeys();
    new Dragging(() => this.session, this.draw);
    this.ghosts = new Ghosts(() => this.session, (session, after) => (this.stage && this.sizes ? tableElement(this.stage.sceneOf(session, after), this.sizes.room, this.seen) : null), this.draw);
    addEventListener("resize", () => {
      this.sizes = null;
      this.draw();
    });
    document.body.append(this.voice.root);
    followSystem(data.look);
  }

  /** What a page shows first: the match that was open in this tab, the one in its address, or the form. */
  async enter(): Promise<void> {
    const kept = this.shelf?.opened(location.hash) ?? null;
    await this.attempt(async () => {
      const shared = kept ? null : await sharedIn(location.hash);
      if (kept) await this.goOn(kept);
      else if (shared) await this.resume(shared);
      else this.start();
    });
  }

  /** Shows the form with which a match begins. `said`: why what was wanted is not possible. */
  start(said = ""): void {
    const { session } = this;
    if (session instanceof LocalSession) this.keeper?.forgetUntouched(session);
    this.shelf?.open(null, "");
    this.leave();
    const actions: StartActions = {
      begin: (chosen) => void this.attempt(() => this.begin(chosen.setup, chosen.people, chosen.seed, chosen.start)),
      open: (text) => void this.attempt(() => this.open(text)),
      goOn: (match) => void this.attempt(() => this.goOn(match)),
      rules: this.rules && (() => this.readRules()),
    };
    this.root.replaceChildren(new StartForm(this.data, this.data.title, actions, this.shelf, said).root);
    dispatchEvent(new Event(DRAWN));
  }

  /** Opens a match; if that is not possible, the form says why, and null is given. */
  private async attempt<T>(open: () => Promise<T>): Promise<T | null> {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof UnusableMatch)) throw error;
      this.start(error.message);
      return null;
    }
  }

  /** Offers to find the rule of what is on the page; `tell` is told what is wanted. A second call changes nothing. */
  linkRules(tell: (wanted: Wanted) => void): void {
    if (this.finder) return;
    this.finder = new RuleFinder(() => this.session, tell);
    this.draw();
  }

  /** Lights what lines of the rules have done in the match. */
  light(lines: Lines): void {
    this.lights.show(lines);
  }

  /** Begins or ends the search for the rule of something. Gives whether that is offered. */
  findRule(): boolean {
    this.finder?.toggle();
    return this.finder !== null;
  }

  private leave(): void {
    this.sizes = null;
    this.stage = null;
    this.thinking.leave();
    this.session = null;
    this.unfocused = null;
    this.keeper = null;
    this.seen = new Set();
  }

  /** Begins a match. Throws UnusableMatch. */
  async begin(setup: number, people: Person[], seed: number | bigint, start: string | null = null, index = 0): Promise<LocalSession> {
    const session = await this.made(setup, people, { seed, start, index });
    this.play(session);
    return session;
  }

  /** A match that begins; it may play to its end at once, where nothing is to be decided. Throws UnusableMatch. */
  private async made(setup: number, people: Person[], origin: Origin): Promise<LocalSession> {
    const game = await this.game(setup);
    const model = modelOf(game);
    if (origin.start !== null && !this.data.setups[setup].starts.some(({ name }) => name === origin.start)) throw new UnusableMatch("That match begins with a start that these rules do not have.");
    try {
      return new LocalSession(game, setup, origin, model.seats.map((seat, i) => people[i] ?? { name: seat, who: "random" as const }));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new UnusableMatch(`The rules break a promise before anybody is asked. ${troubleTold(this.data, setup, model, failureOf(error))}`, { cause: error });
    }
  }

  /** Shows a match and plays it from now on; `keptAs` is its name in this browser. */
  play(session: Session, keptAs: string = newName()): void {
    this.leave();
    this.session = session;
    this.keeper = this.shelf && new Keeper(this.data, this.shelf, keptAs);
    const looks = new Looks(session.model, this.data.look);
    this.stage = new Stage(looks, layoutOf(session.model, this.data.look), this.data.look, this.draw);
    session.look = this.data.look;
    if (session instanceof LocalSession) session.tellFailure = (failure) => troubleTold(this.data, session.setup, session.model, failure);
    this.log = new Log(session, looks, (stop) => this.show(stop));
    this.draw();
  }

  /** Goes on with a match that somebody has sent. Throws UnusableMatch. */
  async resume(shared: Shared): Promise<void> {
    this.play(await this.restored(shared));
  }

  /** Goes on with a match that this browser has kept. Throws UnusableMatch. */
  private async goOn(match: KeptMatch): Promise<void> {
    this.play(await this.restored(match, match.crumbs, match.picks), match.id);
  }

  /** A match as it was, with whoever is asked looking. Throws UnusableMatch. */
  private async restored(shared: Shared, crumbs: KeptMatch["crumbs"] = [], picks: KeptMatch["picks"] = []): Promise<LocalSession> {
    const setup = this.data.setups.findIndex(({ digest }) => digest === shared.digest);
    if (setup < 0) throw new UnusableMatch(OTHER_EDITION);
    const { seed, index, start } = shared;
    const session = await this.made(setup, shared.people.map(([name, who]) => ({ name, who })), { seed: seedOf(seed), index, start });
    playAll(session, shared.moves, crumbs);
    session.resumed();
    session.pickAgain(picks);
    return session;
  }

  /** The match without its rules, to go on with other ones; null if there is none. */
  kept(): Kept | null {
    return this.session instanceof LocalSession ? keptOf(this.session, this.data) : null;
  }

  /** Goes on with a match that was begun under other rules; gives null if these have no setup like that. */
  async follow(kept: Kept): Promise<Followed | null> {
    const setup = this.data.setups.findIndex(({ players, options }) => players === kept.players && Object.entries(options).every(([name, value]) => (kept.options[name] ?? value) === value));
    const isOther = kept.game !== this.data.name;
    if (setup < 0) return isOther ? ANEW : null;
    const session = await this.attempt(() => this.begin(setup, kept.people, seedOf(kept.seed), kept.start, kept.index));
    if (session === null) return ANEW;
    const followed = follow(session, kept.moves);
    if (isOther && kept.moves.length && !followed.played) { // not only its name is another one
      this.start();
      return ANEW;
    }
    if (session.covered !== null && session.asked !== null) session.uncover();
    this.draw();
    return followed;
  }

  /** Goes on with a saved file. Throws UnusableMatch. */
  private async open(text: string): Promise<void> {
    const replay = replayIn(text);
    const setup = this.data.setups.findIndex(({ digest }) => digest === replay.digest);
    if (setup < 0) throw new UnusableMatch(replay.game === this.data.name ? OTHER_EDITION : OTHER_GAMES);
    const session = await this.made(setup, peopleOf(replay), { seed: seedOf(replay.seed), index: replay.index, start: replay.start });
    resume(session, replay);
    session.resumed();
    this.play(session);
  }

  // -------------------------------------------------------------- painting

  /** Paints everything as it is now. */
  readonly draw = (): void => {
    const { session } = this;
    if (!session) return;
    try {
      this.drawNow(session);
    } catch (error) {
      // Whoever is asked cannot be asked: that is told in place of the question.
      if (error instanceof Fault && !session.trouble) {
        session.trouble = failureOf(error);
        this.draw();
        return;
      }
      if (!(error instanceof Missing)) throw error;
      void error.found.then((isFound) => { if (isFound && this.session === session) this.draw(); });
      return;
    }
    dispatchEvent(new Event(DRAWN));
  };

  private drawNow(session: Session): void {
    if (session instanceof LocalSession) session.settle();
    const keeper = this.isKeeping && session instanceof LocalSession ? this.keeper : null;
    if (session instanceof LocalSession) keeper?.noteScore(session);
    this.closer.hide();
    const before = isMoving() ? placesOf(this.root) : null;
    const focused = handleOf(document.activeElement) ?? this.unfocused;
    if (session.covered === null) this.paint(session, before, focused);
    else {
      this.root.replaceChildren(coverElement(session, this.stage?.looks ?? null, session.covered, () => {
        session.uncover();
        this.draw();
      }));
      // Whoever plays by keys presses one.
      this.root.querySelector<HTMLElement>("[data-act=uncover]")?.focus();
    }
    this.log?.draw(this.stage?.heldIn(session) ?? null);
    if (session.covered !== null) this.voice.hush();
    this.voice.tell(this.log?.news() ?? [], this.root);
    this.finder?.mark();
    this.lights.mark();
    if (session.covered === null) this.ghosts.offer();
    if (session instanceof LocalSession) {
      const note = keeper?.keep(session);
      if (note) {
        session.note = note;
        this.draw();
      }
      // A trick stays for a moment before somebody leads to the next one.
      if (!this.stage?.isHeld(session)) this.thinking.ask(session, this.pause * (this.stage?.hasTaken ? TRICK : 1));
    }
  }

  private paint(session: Session, before: Places | null, focused: Handle | null): void {
    const { stage } = this;
    if (!stage) return;
    const scene = stage.scene(session);
    this.sizes ??= new Sizes(needsOf(scene));
    for (const zone of scene.view.zones) if (zone.count !== 0) this.seen.add(zone.number);
    const isHeld = stage.isHeld(session);
    const staged = isHeld ? stage.sceneBefore(session) : scene;
    const dock = h("section", { class: "dock", attrs: { "aria-label": "Your decision" } });
    const own = session.shown === null && !session.match.isOver && !isWatched(session) ? session.looker : -1;
    const mine = own >= 0 ? mineElement(staged, session.looker) : null;
    const { isPhone } = this.sizes;
    const table = tableElement(staged, this.sizes.room, this.seen);
    const seats = h("div", { class: "seats" }, ...session.names.map((_, seat) => seatElement(staged, seat, staged.view.toAct.includes(seat), seat === own, session.tags(seat))));
    const said = session instanceof GuestSession && session.said ? h("p", { class: "said", attrs: SAID }, session.said) : null;
    const hint = hintElement(scene, session);
    const tell = (text: string) => session.speech.said(text);
    const asks = isHeld ? null : askElement(scene, session, this.draw);
    const isEnd = session.match.isOver && session.shown === null && !this.doubt;
    put(dock, said, isEnd ? this.result(session, scene) : this.status(session, mine !== null, isHeld), asks, isPhone ? hint : null, mine);
    const page = h("div", { class: "page" }, toolbar(this, this.bar, session, staged.view), table, h("aside", { class: "side", attrs: { "aria-label": "Players" } }, seats, this.frame.seatsOpener(seats), isPhone ? (session.names.length > 1 ? this.log?.lately : null) : hint, this.log?.root), dock, noteElement(session));
    // The hands that decided a match lie where they were shown.
    if (isEnd && scene.passing?.shown.length) put(table.querySelector(".felt>.centre") ?? dock, shownElement(scene, scene.passing, null, tell));
    if (scene.passing && isHeld) put(page, shownElement(scene, scene.passing, () => stage.goOn(), tell));
    const wantsSeen = page.querySelector<HTMLElement>(".showdown .btn");
    // A hint comes and goes: the board stays as large as it is.
    if (!this.frame.show(page, this.sizes, session.step, { isSteady: session.hint !== null, isOver: session.match.isOver })) {
      this.paint(session, before, focused);
      return;
    }
    markBest(page, scene, session);
    if (before?.zones.size) fly(before, page);
    this.unfocused = refocus(this.root, focused);
    wantsSeen?.focus({ preventScroll: true });
  }

  /** How the match ended, and what can be done next. */
  private result(session: Session, scene: Scene): HTMLElement {
    const isLocal = session instanceof LocalSession;
    return resultElement(session, scene, isLocal ? this.data.setups[session.setup] : null, this.keeper?.record ?? null, {
      goThrough: () => this.show(0),
      again: isLocal ? () => void this.attempt(() => this.begin(session.setup, session.people.map((one) => ({ ...one })), newSeed(), session.origin.start)) : null,
      save: isLocal ? () => this.save() : null,
      anew: isLocal ? () => this.start() : null,
    });
  }

  /** What stands over the question: the past that is looked at, who moves, or a doubt about taking back. */
  private status(session: Session, hasOwn: boolean, isHeld: boolean): HTMLElement | null {
    if (session.shown !== null) return pastElement(session, (stop) => this.show(stop));
    if (this.doubt) return doubtElement(session, this.doubt, (isYes) => {
      this.doubt = null;
      if (isYes) session.undo();
      this.draw();
    });
    const { agent, waiting } = session;
    if (isHeld) return saidElement("Cards were shown: go on when you have seen them.");
    if (session.trouble && session instanceof LocalSession) return this.trouble(session, agent);
    if (waiting !== null) return saidElement(waiting);
    return agent === null ? null : thinkingElement(session, this.stage?.looks ?? null, agent, hasOwn, session.hasPeople && session instanceof LocalSession && !this.thinking.isHurried ? () => this.hurry() : null);
  }

  /** Why whoever is to move cannot, and what can be done about it. */
  private trouble(session: LocalSession, agent: number | null): HTMLElement | null {
    const { trouble: failure } = session;
    if (!failure) return null;
    const seat = agent ?? session.match.toAct[0] ?? session.looker;
    const where = placeOf(this.data, session.setup, failure);
    const { rules } = this;
    return troubleElement(session.names[seat], this.stage?.looks.seat(seat) ?? "", session.tellFailure(failure), {
      undo: session.canUndo ? () => this.undo() : null,
      begin: () => this.start(),
      go: agent === null || this.thinking.isAtRandom ? null : () => this.thinking.askAtRandom(session),
      read: rules && where && rules.tells(where) ? () => rules.openAt(where) : null,
    });
  }

  // -------------------------------------------------------------- what the tools do

  get hasRules(): boolean {
    return this.rules !== null;
  }

  /** Whether a rule is looked for; null where that is not offered. */
  get isFinding(): boolean | null {
    return this.finder?.isOn ?? null;
  }

  get canHint(): boolean {
    return this.thinking.canHint(this.session);
  }

  toggleLog(): void {
    this.log?.toggle();
  }

  /** Shows the match as it was after a stop; null is now. */
  show(stop: number | null): void {
    if (!this.session) return;
    this.session.shown = stop;
    this.draw();
  }

  undo(): void {
    const { session } = this;
    if (!session?.canUndo || session.shown !== null || session.covered !== null) return;
    this.doubt = session.learnt;
    session.note = null;
    if (!this.doubt) session.undo();
    this.thinking.isAtRandom = false;
    this.draw();
  }

  redo(): void {
    const { session } = this;
    if (!session?.canRedo || session.shown !== null || session.covered !== null) return;
    session.redo();
    this.draw();
  }

  save(): void {
    if (!(this.session instanceof LocalSession)) return;
    const address = URL.createObjectURL(new Blob([textOf(this.session, this.data.rules)], { type: "application/json" }));
    h("a", { attrs: { href: address, download: `${this.data.name}.json` } }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  async share(): Promise<void> {
    const { session } = this;
    if (!(session instanceof LocalSession)) return;
    location.hash = await linkOf(session);
    if (this.isKeeping) this.keeper?.open();
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    session.note = { head: "The address of this page now holds the match.", text: "Send it together with this file, or open it later.", isNews: true };
    this.draw();
  }

  /** Asks what the others shall call this seat. */
  rename(session: GuestSession): void {
    const name = prompt("What shall the others call you?", session.names[session.looker]);
    if (name !== null) void session.rename(name);
  }

  /** Opens the rules at what is decided now, or closes them. */
  readRules(): void {
    this.rules?.toggle(this.session?.covered === null ? this.session : null);
  }

  /** Wears what the page around this one says. */
  readonly wear = (isDark: boolean): void => wear(this.data.look, isDark);
  readonly toggleTheme = (): void => toggleTheme(this.data.look);

  /** Lets the computer play on at once until a person is asked. */
  hurry(): void {
    this.thinking.hurry();
  }

  /** Asks what the computer would choose now. */
  hint(): void {
    this.thinking.hint();
  }
}
