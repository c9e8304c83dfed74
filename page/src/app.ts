// One page with one match: paints it, and reacts to what people do.
import { Fault, type Game, type View } from "gamedsl-host";
import { type Agents, type Failure, failureOf } from "./agents.js";
import { fly, isMoving, type Places, placesOf } from "./animate.js";
import { CloserLook } from "./closer.js";
import { h, put } from "./dom.js";
import { askElement, mineElement, noteElement } from "./dock.js";
import { eventsOf, throwsOf } from "./dice.js";
import { loadFonts, disc } from "./faces.js";
import { Log } from "./log.js";
import { Looks } from "./looks.js";
import { modelOf, type PageData, type Team } from "./model.js";
import { onKey } from "./keyboard.js";
import { endElement, endingOf, type Record } from "./ending.js";
import { GuestSession } from "./guest.js";
import { type Followed, follow, type Kept, keptOf, OTHER_GAME } from "./following.js";
import { type Passing, passingOf, shownElement } from "./passing.js";
import { layoutOf, type Layout } from "./roles.js";
import { linkOf, playAll, replayIn, resume, type Shared, sharedIn, sharedOf, UnusableMatch } from "./saved.js";
import { Missing } from "./remote.js";
import { RuleFinder, type Wanted } from "./finder.js";
import { type Lines, RuleLight } from "./lit.js";
import { drawerOf, type RulesDrawer } from "./rules.js";
import { Scene } from "./scene.js";
import { seatElement } from "./seats.js";
import { hintElement, markBest } from "./hints.js";
import { agentOf, strengthTold } from "./opponents.js";
import { LocalSession, type Moment, type Origin, type Person, type Session } from "./session.js";
import { type KeptMatch, seedOf, type Shelf } from "./shelf.js";
import { type StartActions, StartForm } from "./start.js";
import { territoryOf } from "./territory.js";
import { tableElement } from "./table.js";
import { choiceTold } from "./telling.js";
import { targetsOf } from "./targets.js";
import { placeOf, troubleElement, troubleTold } from "./trouble.js";
import { tracesOf } from "./traces.js";
import { titled } from "./words.js";

const OTHER_EDITION = "That match belongs to another edition of this game: its rules, options or number of players are not those of this page.";

/** The event of the window that tells who looks from outside: the page was painted anew. */
export const DRAWN = "gamedsl-drawn";

const SIDE = 296;
const PHONE = 760;
/** Windows as low as this, and wider than high, have the decision beside the table. */
const LOW = 560;
/** The agent that does not think. */
const RANDOM = "random:moves";
/** So many times as long as usual an agent waits after a trick. */
const TRICK = 4;
const LEAST_BOARD = 0.54;
/** The same when the match is over: nothing is chosen on the board any more, and all of it is seen. */
const LEAST_AT_THE_END = 0.36;
const CARD = { most: 104, least: 68, step: 12 };
/** So wide are cards on a phone where few lie on the table. */
const PHONE_CARD = 116;
/** The texts of smaller cards cannot be read. */
const READABLE = 100;

/** The width of the column beside the table in low windows, as in `page.css`. */
function besideWidth(): number {
  return Math.max(250, Math.min(420, innerWidth * 0.44));
}

/** What may be larger than its place, and whether it is: keys scroll what can be focused. */
const SCROLLED = ".boards,.shelf,.mine,.facts,.seats,.choices,.scores";

function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
}

/** Whether nobody here has a seat. */
const isWatched = (session: Session): boolean => session instanceof GuestSession && session.isSpectator;

/** How far a match is: “Round 2 of 5 · Court life · Ann’s turn”. */
function placeOfMatch(session: Session, { round, phase, toAct }: View): string {
  const { rounds } = session.model;
  const most = rounds?.is_exact ? ` of ${rounds.most}` : "";
  const turn = toAct.length === 1 ? `${session.names[toAct[0]]}’s turn` : "";
  return [round && rounds ? `Round ${round}${most}` : "", titled(phase), turn].filter(Boolean).join(" · ");
}

function movesOf(session: LocalSession): { seat: number; steps: number[] }[] {
  return session.moments.map(({ seat, steps }) => ({ seat, steps }));
}

/** A name that no other match in this browser has. */
function newName(): string {
  return `${Date.now().toString(36)} ${Math.floor(Math.random() * 2 ** 32).toString(36)}`;
}

export class App {
  session: Session | null = null;
  private looks: Looks | null = null;
  private readonly rules: RulesDrawer | null;
  private readonly closer = new CloserLook(() => this.looks);
  private layout: Layout | null = null;
  private log: Log | null = null;
  private agents: Agents | null = null;
  private seen = new Set<number>();
  private isAsking = false;
  /** Milliseconds that an agent waits before it moves; tests set it to 0. */
  pause = 500;
  /** Whether this browser keeps the match. The studio keeps it itself. */
  isKeeping = true;
  private keptAs: string | null = null;
  /** Whether the next move of an agent is any, because it could not think about it. */
  private isAtRandom = false;
  /** The score of the finished match of a lone player. */
  private record: Record | null = null;
  /** Whether it was said that this browser keeps nothing. */
  private isRefused = false;
  private wantsUndo = false;
  private isMenuOpen = false;
  /** Whether the last move has completed a trick. */
  private hasTaken = false;
  /** The small place that was tapped once. */
  private tapped: string | null = null;
  private height = Number.POSITIVE_INFINITY;
  private big = CARD.most;
  /** The stop behind the last throw that was shown, and since when it is. */
  private thrown = { of: -1, at: 0 };
  private owns = false;
  /** The move whose shown hands are held on the page, and the one whose hands people have seen. */
  private held: Moment | null = null;
  private seenShown: Moment | null = null;
  /** Where somebody has the rules beside the page, it tells them which ones are wanted. */
  private finder: RuleFinder | null = null;
  private readonly lights = new RuleLight(() => this.session);

  constructor(private readonly root: HTMLElement, private readonly data: PageData, private readonly game: (setup: number) => Promise<Game>, private readonly newAgents: (setup: number, origin: Origin) => Agents, private readonly shelf: Shelf | null) {
    document.title = data.title;
    loadFonts(data.look);
    this.rules = drawerOf(data.title);
    document.addEventListener("keydown", (event) => onKey(event, this));
    // Whatever is clicked, the menu closes first: what its tools paint anew has it closed.
    document.addEventListener("click", ({ target }) => {
      if (this.isMenuOpen && !(target instanceof Element && target.closest(".opens"))) this.openMenu(false);
    }, { capture: true });
    addEventListener("resize", () => {
      this.unfit();
      this.draw();
    });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = () => this.wear(dark.matches);
    dark.addEventListener("change", theme);
    theme();
  }

  /** What a page shows first: the match that was open in this tab, the one in its address, or the form. */
  async enter(): Promise<void> {
    const kept = this.shelf?.opened(location.hash) ?? null;
    try {
      const shared = kept ? null : await sharedIn(location.hash);
      if (kept) await this.goOn(kept);
      else if (shared) await this.resume(shared);
      else this.start();
    } catch (error) {
      if (!(error instanceof UnusableMatch)) throw error;
      this.start(error.message);
    }
  }

  /** Shows the form with which a match begins. `said`: why what was wanted is not possible. */
  start(said = ""): void {
    const { session } = this;
    const isUntouched = session instanceof LocalSession && !session.canUndo && !session.match.isOver;
    if (isUntouched && this.keptAs) this.shelf?.remove(this.keptAs);
    this.shelf?.open(null, "");
    this.leave();
    const actions: StartActions = {
      begin: (chosen) => void this.begin(chosen.setup, chosen.people, chosen.seed, chosen.start),
      open: (text) => void this.attempt(() => this.open(text)),
      goOn: (match) => void this.attempt(() => this.goOn(match)),
      rules: this.rules && (() => this.readRules()),
    };
    this.root.replaceChildren(new StartForm(this.data, this.data.title, actions, this.shelf, said).root);
    dispatchEvent(new Event(DRAWN));
  }

  /** Opens a match; if that is not possible, the form says why. */
  private async attempt(open: () => Promise<void>): Promise<void> {
    try {
      await open();
    } catch (error) {
      if (!(error instanceof UnusableMatch)) throw error;
      this.start(error.message);
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

  private unfit(): void {
    this.height = Number.POSITIVE_INFINITY;
    this.big = innerWidth <= PHONE ? PHONE_CARD : CARD.most;
    this.owns = false;
  }

  private leave(): void {
    this.unfit();
    this.agents?.stop();
    this.agents = null;
    this.tapped = null;
    this.session = null;
    this.thrown = { of: -1, at: 0 };
    this.keptAs = null;
    this.record = null;
    this.isAtRandom = false;
    this.seen = new Set();
  }

  /** Begins a match. */
  async begin(setup: number, people: Person[], seed: number | bigint, start: string | null = null, index = 0): Promise<LocalSession> {
    const session = await this.made(setup, people, { seed, start, index });
    this.play(session);
    return session;
  }

  private async made(setup: number, people: Person[], origin: Origin): Promise<LocalSession> {
    const game = await this.game(setup);
    const all = modelOf(game).seats.map((seat, i) => people[i] ?? { name: seat, who: "random" as const });
    return new LocalSession(game, setup, origin, all);
  }

  /** Shows a match and plays it from now on; `keptAs` is its name in this browser. */
  play(session: Session, keptAs: string = newName()): void {
    this.leave();
    this.session = session;
    this.keptAs = keptAs;
    this.looks = new Looks(session.model, this.data.look);
    session.look = this.data.look;
    if (session instanceof LocalSession) session.tellFailure = (failure) => troubleTold(this.data, session.setup, session.model, failure);
    this.layout = layoutOf(session.model, this.data.look);
    this.log = new Log(session, this.looks, (stop) => this.show(stop));
    this.draw();
  }

  /** Goes on with a match that somebody has sent. Throws UnusableMatch. */
  async resume(shared: Shared): Promise<void> {
    this.play(await this.restored(shared));
  }

  /** Goes on with a match that this browser has kept. Throws UnusableMatch. */
  private async goOn(match: KeptMatch): Promise<void> {
    this.play(await this.restored(match, match.crumbs), match.id);
  }

  /** A match as it was, with whoever is asked looking. Throws UnusableMatch. */
  private async restored(shared: Shared, crumbs: KeptMatch["crumbs"] = []): Promise<LocalSession> {
    const setup = this.data.setups.findIndex(({ digest }) => digest === shared.digest);
    if (setup < 0) throw new UnusableMatch(OTHER_EDITION);
    const { seed, index, start } = shared;
    const session = await this.made(setup, shared.people.map(([name, who]) => ({ name, who })), { seed: seedOf(seed), index, start });
    playAll(session, shared.moves, crumbs);
    session.resumed();
    return session;
  }

  private teamsOf(session: Session): Team[] {
    return session instanceof LocalSession ? this.data.setups[session.setup].teams : [];
  }

  /** Compares the score of a finished match for one player with those before it on this device, and keeps it. */
  private noteScore(session: LocalSession): void {
    const { outcome } = session.match;
    const { shelf, keptAs } = this;
    if (this.record || !outcome || outcome.won || session.model.humans !== 1 || !session.hasPeople || !shelf || keptAs === null || !this.isKeeping) return;
    const { digest } = session.model;
    const before = [...shelf.scores(digest)].filter(([id]) => id !== keptAs).map(([, score]) => score);
    const [score] = outcome.totals;
    const { wantsLeast } = this.data.setups[session.setup];
    this.record = { score, best: before.length ? (wantsLeast ? Math.min(...before) : Math.max(...before)) : null, wantsLeast };
    shelf.score(digest, keptAs, score);
  }

  /** Keeps the match in this browser as it is now. */
  private keep(session: LocalSession): void {
    const { shelf, keptAs } = this;
    if (!shelf || keptAs === null || !this.isKeeping) return;
    const crumbs = session.crumbs.map(({ text, values, keys }) => ({ text, values, keys }));
    const said = session.match.outcome ? endingOf(session.names, session.match.outcome, this.teamsOf(session), session.hasPeople).head : placeOfMatch(session, session.match.view(session.looker));
    const isKept = shelf.keep({ ...sharedOf(session), id: keptAs, game: this.data.name, crumbs, when: Date.now(), said, isOver: session.match.isOver });
    if (isKept) shelf.open(keptAs, location.hash);
    else if (!this.isRefused) {
      this.isRefused = true;
      session.note = { head: "This browser does not keep the match.", text: "Save it as a file if you want to go on another time." };
      this.draw();
    }
  }

  /** The match without its rules, to go on with other ones; null if there is none. */
  kept(): Kept | null {
    return this.session instanceof LocalSession ? keptOf(this.session, this.data) : null;
  }

  /** Goes on with a match that was begun under other rules; gives null if these have no setup like that. */
  async follow(kept: Kept): Promise<Followed | null> {
    const setup = this.data.setups.findIndex(({ players, options }) => players === kept.players && Object.entries(options).every(([name, value]) => (kept.options[name] ?? value) === value));
    const isOther = kept.game !== this.data.name;
    if (setup < 0) return isOther ? OTHER_GAME : null;
    const session = await this.begin(setup, kept.people, seedOf(kept.seed), kept.start, kept.index);
    const followed = follow(session, kept.moves);
    if (isOther && kept.moves.length && !followed.played) { // not only its name is another one
      this.start();
      return OTHER_GAME;
    }
    if (session.covered !== null && session.asked !== null) session.uncover();
    this.draw();
    return followed;
  }

  /** Goes on with a saved file. Throws UnusableMatch. */
  private async open(text: string): Promise<void> {
    const replay = replayIn(text);
    const setup = this.data.setups.findIndex(({ digest }) => digest === replay.digest);
    if (setup < 0) throw new UnusableMatch(OTHER_EDITION);
    const people = replay.seats.map((seat, i) => ({ name: seat, who: i < replay.players ? ("person" as const) : ("random" as const) }));
    const session = await this.made(setup, people, { seed: seedOf(replay.seed), index: replay.index, start: replay.start });
    resume(session, { ...replay, seats: session.model.seats.map((seat, i) => (replay.seats[i] === undefined ? seat : replay.seats[i])) });
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
    if (session instanceof LocalSession) this.noteScore(session);
    this.closer.hide();
    const before = isMoving() ? placesOf(this.root) : null;
    const focused = document.activeElement instanceof HTMLElement ? (document.activeElement.dataset.act ?? null) : null;
    if (session.covered === null) this.paint(session, before, focused);
    else this.root.replaceChildren(this.cover(session, session.covered));
    this.log?.draw();
    this.finder?.mark();
    this.lights.mark();
    if (session instanceof LocalSession) {
      this.keep(session);
      this.askAgent(session);
    }
  }

  private paint(session: Session, before: Places | null, focused: string | null): void {
    const scene = this.scene(session);
    if (!scene) return;
    for (const zone of scene.view.zones) if (zone.count !== 0) this.seen.add(zone.number);
    const isBeside = innerHeight <= LOW && innerWidth > innerHeight;
    const isPhone = innerWidth <= PHONE || isBeside;
    const dock = h("section", { class: "dock", attrs: { "aria-label": "Your decision" } });
    const own = session.shown === null && !session.match.isOver && !isWatched(session) ? session.looker : -1;
    const mine = own >= 0 ? mineElement(scene, session.looker) : null;
    // Once the dock has shown what somebody owns, it keeps the room for it: boards stay as large as they are.
    if (mine) this.owns = true;
    const guess = isPhone && this.owns ? innerHeight * 0.5 : innerHeight - (isPhone ? 215 : this.owns ? 300 : 175);
    const room = isBeside ? { width: innerWidth - besideWidth() - 40, height: innerHeight - 74 } : { width: innerWidth - (isPhone ? 28 : SIDE + 54), height: Math.min(guess, this.height) };
    const table = tableElement(scene, room, this.seen);
    const seats = h("div", { class: "seats" });
    session.names.forEach((_, seat) => {
      const panel = seatElement(scene, seat, scene.view.toAct.includes(seat), seat === own);
      const tag = session instanceof GuestSession ? session.tag(seat) : seat < session.model.humans ? strengthTold(session.people[seat].who) : null;
      if (tag) put(panel.querySelector(".nm") ?? panel, h("span", { class: "chip" }, tag));
      put(seats, panel);
    });
    const last = session.moments[session.moments.length - 1];
    if (scene.passing?.shown.size && session.shown === null && session.hasPeople && last !== this.seenShown) this.held = last;
    const said = session instanceof GuestSession && session.said ? h("p", { class: "said", attrs: { role: "status" } }, session.said) : null;
    const hint = hintElement(scene, session);
    put(dock, said, this.status(session), askElement(scene, session, this.draw), isPhone ? hint : null, noteElement(session), mine);
    const page = h("div", { class: "page" }, this.bar(session, scene), table, h("aside", { class: "side", attrs: { "aria-label": "Players" } }, seats, isPhone ? null : hint, this.log?.root), dock);
    page.style.setProperty("--big", `${this.big}px`);
    page.classList.toggle("small", isPhone && this.big < READABLE);
    if (scene.passing?.shown.size && this.isHeld(session)) {
      const last = this.held;
      put(page, shownElement(scene, scene.passing, () => {
        this.seenShown = last;
        this.held = null;
        this.draw();
      }));
    }
    const wantsSeen = page.querySelector<HTMLElement>(".showdown .btn");
    this.root.replaceChildren(page);
    markBest(page, session);
    // A hint comes and goes: the board stays as large as it is, and on a phone the table scrolls meanwhile.
    if (!session.hint && this.fit(table, room.height, isPhone, session.match.isOver)) {
      this.paint(session, before, focused);
      return;
    }
    for (const part of page.querySelectorAll<HTMLElement>(SCROLLED)) if (isCut(part)) part.tabIndex = 0;
    if (before?.zones.size) fly(before, page);
    this.focus(focused);
    wantsSeen?.focus({ preventScroll: true });
  }

  /** Makes boards and cards smaller until the table fits. They stay so for the match, so that nothing jumps. Gives whether to paint again. */
  private fit(table: HTMLElement, height: number, isPhone: boolean, isOver: boolean): boolean {
    const boards = isOver ? table.querySelector(".boards") : null; // on a phone they scroll by themselves
    if ([table, boards].every((one) => !one || one.scrollHeight <= one.clientHeight + 2)) return false;
    const shelf = table.querySelector<HTMLElement>(".shelf")?.offsetHeight ?? 0;
    const own = table.clientHeight - shelf - 44;
    const hasBoard = table.querySelector(".boardblock") !== null;
    // While a decision needs much room, the table scrolls: a board would stay small for good.
    if (hasBoard && own < height - 4 && own > innerHeight * (isOver ? LEAST_AT_THE_END : LEAST_BOARD)) {
      this.height = own;
      return true;
    }
    if (isPhone && hasBoard) return false;
    // Cards that say something are not made so small that nobody can read it: on a phone the table scrolls instead.
    const least = isPhone && table.querySelector(".card.big.says") ? READABLE : CARD.least;
    if (hasBoard || this.big <= least) return false;
    this.big = Math.max(least, this.big - CARD.step);
    return true;
  }

  private scene(session: Session): Scene | null {
    if (!this.looks || !this.layout) return null;
    const refuse = session.step ? (key: string, name: string) => {
      session.explain(key, name);
      this.draw();
    } : null;
    const done = () => {
      this.tapped = null;
      this.draw();
    };
    const first = (key: string, name: string) => {
      this.tapped = key;
      session.note = { head: `${name}?`, text: "Tap it again." };
      this.draw();
    };
    const scene = new Scene(session.model, this.data.look, this.looks, this.layout, session.view, session.names, targetsOf(session, done), refuse, { key: this.tapped, first });
    if (session.shown === null && session.match.outcome) scene.territory = territoryOf(session.model, scene.view, session.match.outcome);
    scene.traces = tracesOf(session);
    if (session.shown === null) scene.picked = new Set(session.crumbs.flatMap(({ keys }) => keys));
    scene.passing = this.passingIn(session, scene);
    this.hasTaken = Boolean(scene.passing?.trick.size);
    scene.throws = throwsOf(session);
    scene.node = session.visible.node;
    if (session.shown === null && scene.throws.of > this.thrown.of) this.thrown = { of: scene.throws.of, at: performance.now() };
    if (session.shown === null && scene.throws.of === this.thrown.of) scene.sinceThrown = performance.now() - this.thrown.at;
    return scene;
  }

  /** What came and went with the move before what is shown. */
  private passingIn(session: Session, { model, layout, view }: Scene): Passing | null {
    const moment = session.moments.findLast(({ after }) => session.shown === null || after <= session.shown);
    if (!moment) return null;
    return passingOf(model, layout, view, eventsOf(session, moment), (field) => Number(session.match.at(moment.before).view(session.looker).fields.find(({ name }) => name === field)?.thing ?? 0));
  }

  /** Hands that were shown stay until somebody goes on. */
  private isHeld(session: Session): boolean {
    const last = session.moments[session.moments.length - 1];
    return session.shown === null && session.covered === null && last !== undefined && this.held === last;
  }

  private focus(key: string | null): void {
    if (key === null) return;
    const all = [...this.root.querySelectorAll<HTMLElement>("[data-act]")];
    (all.find((one) => one.dataset.act === key) ?? all[0])?.focus({ preventScroll: true });
  }

  private bar(session: Session, { view }: Scene): HTMLElement {
    const where = h("div", { class: "where hide" }, placeOfMatch(session, view));
    const tool = (text: string, icon: string, key: string, act: () => void, isOn = true) =>
      h("button", { class: "tool", attrs: { "aria-label": text, title: `${text} (${key})`, ...(isOn ? {} : { disabled: "" }) }, on: act }, h("span", { attrs: { "aria-hidden": "true" } }, icon), h("span", { class: "t" }, text));
    const rules = this.rules && tool("Rules", "?", "R", () => this.readRules());
    rules?.setAttribute("data-tool", "rules");
    const { finder } = this;
    const find = finder && tool("Find rule", "§", "W", () => this.findRule());
    find?.setAttribute("data-tool", "find");
    find?.setAttribute("aria-pressed", String(finder?.isOn));
    const undo = tool("Undo", "↶", "U", () => this.undo(), session.canUndo && session.shown === null);
    const theme = tool("Light or dark", "◐", "D", () => this.toggleTheme());
    const [tools, more] = session instanceof GuestSession ? isWatched(session) ? [[rules, find], [theme]] : [[rules, find, undo], [tool("Name", "✎", "M", () => this.rename(session)), theme]]
      : [[rules, find, tool("Hint", "✦", "H", () => this.hint(), this.canHint(session)), undo], [tool("Save", "⤓", "S", () => this.save()), tool("Link", "↗", "C", () => void this.share()), theme, tool("New", "+", "N", () => this.start())]];
    return h("header", { class: "bar" }, h("h1", {}, this.data.title), where, h("span", { class: "sp" }), ...tools, ...this.menu(more));
  }

  /** Further tools: in a row where there is room, else behind a button. */
  private menu(tools: HTMLElement[]): HTMLElement[] {
    const list = h("div", { class: `more-tools ${this.isMenuOpen ? "open" : ""}` }, ...tools);
    const button = h("button", { class: "tool opens", attrs: { "aria-label": "More", "aria-expanded": String(this.isMenuOpen), title: "More" }, on: (event) => {
      event.stopPropagation();
      this.openMenu(!this.isMenuOpen);
    } }, "⋯");
    return [button, list];
  }

  private openMenu(isOpen: boolean): void {
    this.isMenuOpen = isOpen;
    this.root.querySelector(".more-tools")?.classList.toggle("open", isOpen);
    this.root.querySelector(".opens")?.setAttribute("aria-expanded", String(isOpen));
  }

  /** What stands over the question: the past that is looked at, the end, who moves, or a doubt about taking back. */
  private status(session: Session): HTMLElement | null {
    if (session.shown !== null) return this.past(session);
    if (this.wantsUndo) return this.doubt(session);
    if (session.match.isOver) return endElement(session, this.looks, this.teamsOf(session), this.record, (stop) => this.show(stop), session instanceof GuestSession ? null : () => this.start());
    const { agent, waiting } = session;
    if (agent !== null && this.isHeld(session)) return h("div", { class: "ask" }, h("h2", { class: "q" }, "Cards were shown: go on when you have seen them."));
    if (session.trouble && session instanceof LocalSession) return this.trouble(session, agent);
    if (waiting !== null) return h("div", { class: "ask" }, h("h2", { class: "q", attrs: { "aria-live": "polite" } }, waiting));
    if (agent === null) return null;
    return h("div", { class: "ask" }, disc(this.looks?.seat(agent) ?? "", session.names[agent], "s"), h("h2", { class: "q" }, `${session.names[agent]} is thinking`));
  }

  /** Why whoever is to move cannot, and what can be done about it. */
  private trouble(session: LocalSession, agent: number | null): HTMLElement | null {
    const { trouble: failure } = session;
    if (!failure) return null;
    const seat = agent ?? session.match.toAct[0] ?? session.looker;
    const where = placeOf(this.data, session.setup, failure);
    const { rules } = this;
    return troubleElement(session.names[seat], this.looks?.seat(seat) ?? "", session.tellFailure(failure), {
      undo: session.canUndo ? () => this.undo() : null,
      begin: () => this.start(),
      go: agent === null || this.isAtRandom ? null : () => this.askAtRandom(session),
      read: rules && where && rules.tells(where) ? () => rules.openAt(where) : null,
    });
  }

  private past(session: Session): HTMLElement {
    const stops = session.moments.map(({ after }) => after);
    const at = stops.indexOf(session.shown ?? -1);
    const go = (text: string, to: number | null | undefined) => h("button", { class: "btn", attrs: to === undefined ? { disabled: "" } : {}, on: () => this.show(to ?? null) }, text);
    return h("div", { class: "ask" }, h("h2", { class: "q" }, at < 0 ? "The beginning" : `After move ${at + 1} of ${stops.length}`),
      h("div", { class: "acts" }, go("◀ Back", at > 0 ? stops[at - 1] : at === 0 ? 0 : undefined), go("Forward ▶", stops[at + 1]), go("To now", null)));
  }

  private doubt(session: Session): HTMLElement {
    const answer = (text: string, isYes: boolean) => h("button", { class: `btn ${isYes ? "" : "go"}`, on: () => {
      this.wantsUndo = false;
      if (isYes) session.undo();
      this.draw();
    } }, text);
    return h("div", { class: "ask" }, h("h2", { class: "q" }, "Undo would show what was hidden. Does everybody agree?"), h("div", { class: "acts" }, answer("Undo it", true), answer("Leave it", false)));
  }

  private cover(session: Session, seat: number): HTMLElement {
    const name = session.names[seat];
    const news = session.moments.slice(-session.names.length).filter((one) => one.seat !== seat);
    const told = news.map((moment) => {
      const events = session.match.at(moment.after).events(seat, { from: moment.before });
      return h("p", {}, choiceTold(events, moment.seat, session) ?? `${session.names[moment.seat]} has chosen.`);
    });
    return h("main", { class: "cover" }, h("div", {}, disc(this.looks?.seat(seat) ?? "", name), h("h1", {}, `Pass to ${name}`), h("p", {}, "Only look when you are alone with your cards."),
      told.length ? h("div", { class: "news" }, ...told) : null, h("button", { class: "btn go", attrs: { "data-act": "uncover" }, on: () => {
        session.uncover();
        this.draw();
      } }, `I am ${name}`)));
  }

  // -------------------------------------------------------------- what the tools do

  /** Shows the match as it was after a stop; null is now. */
  show(stop: number | null): void {
    if (!this.session) return;
    this.session.shown = stop;
    this.draw();
  }

  undo(): void {
    const { session } = this;
    if (!session?.canUndo || session.shown !== null || session.covered !== null) return;
    if (session.isRevealed) this.wantsUndo = true;
    else session.undo();
    this.isAtRandom = false;
    this.draw();
  }

  save(): void {
    if (!(this.session instanceof LocalSession)) return;
    const address = URL.createObjectURL(new Blob([this.session.match.save(this.data.rules)], { type: "application/json" }));
    h("a", { attrs: { href: address, download: `${this.data.name}.json` } }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  async share(): Promise<void> {
    const { session } = this;
    if (!(session instanceof LocalSession)) return;
    location.hash = await linkOf(session);
    if (this.isKeeping) this.shelf?.open(this.keptAs, location.hash);
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    session.note = { head: "The address of this page now holds the match.", text: "Send it together with this file, or open it later." };
    this.draw();
  }

  /** Asks what the others shall call this seat. */
  private rename(session: GuestSession): void {
    const name = prompt("What shall the others call you?", session.names[session.looker]);
    if (name !== null) void session.rename(name);
  }

  /** Opens the rules at what is decided now, or closes them. */
  readRules(): void {
    this.rules?.toggle(this.session?.covered === null ? this.session : null);
  }

  toggleTheme(): void {
    this.wear(document.documentElement.getAttribute("data-theme") !== "dark");
  }

  wear(isDark: boolean): void {
    const { documentElement } = document;
    documentElement.setAttribute("data-theme", isDark ? "dark" : "light");
    const color = this.data.look.table?.color;
    if (color) documentElement.style.setProperty("--felt", isDark ? `color-mix(in srgb, ${color} 14%, #14181b)` : color);
  }

  // -------------------------------------------------------------- agents

  /** Asks what a strong player would choose now. */
  hint(): void {
    const { session } = this;
    if (!this.canHint(session) || session.hint) return;
    const { step, looker } = session;
    session.hint = { is: "sought" };
    this.draw();
    this.agents ??= this.newAgents(session.setup, session.origin);
    const taken = session.crumbs.flatMap(({ values }) => values);
    void this.agents.advise(looker, taken, movesOf(session)).then((advice) => {
      if (this.session !== session || session.step !== step) return;
      session.hint = advice ? { is: "found", advice } : { is: "none" };
      this.draw();
    });
  }

  /** Whether the computer can judge the open step of a match that is played here. */
  private canHint(session: Session | null): session is LocalSession {
    return session instanceof LocalSession && session.step !== null && session.step.kind !== "only" && this.data.setups[session.setup].computer !== "takes any move";
  }

  private askAgent(session: LocalSession): void {
    const seat = session.match.isOver ? null : session.agent;
    if (seat === null || this.isAsking || session.shown !== null || session.trouble || this.isHeld(session)) return;
    this.isAsking = true;
    this.agents ??= this.newAgents(session.setup, session.origin);
    const { length } = session.moments;
    const agent = this.isAtRandom ? RANDOM : agentOf(session.people[seat].who, this.data.setups[session.setup]);
    const answer = this.agents.choose(seat, agent, movesOf(session));
    // A trick stays for a moment before somebody leads to the next one.
    const waited = new Promise((resolve) => setTimeout(resolve, this.pause * (this.hasTaken ? TRICK : 1)));
    void Promise.all([answer, waited]).then(([{ steps, failed }]) => {
      this.isAsking = false;
      if (this.session !== session || session.agent !== seat || session.moments.length !== length) {
        this.draw();
        return;
      }
      const failure = failed ?? this.played(session, seat, steps);
      if (failure) session.trouble = failure;
      else this.isAtRandom = false;
      this.draw();
    });
  }

  /** Plays the move of an agent; gives why it cannot be played. */
  private played(session: LocalSession, seat: number, steps: number[]): Failure | null {
    try {
      session.play(seat, steps);
      return null;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return failureOf(error);
    }
  }

  /** An agent that could not think about a move takes any. */
  private askAtRandom(session: LocalSession): void {
    this.isAtRandom = true;
    session.trouble = null;
    this.draw();
  }
}
