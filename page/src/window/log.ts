// The log on the page: a line for each move, with its effects; a click shows the position after it.
import { h, put } from "./dom.js";
import { disc } from "../table/faces.js";
import type { Looks } from "../game/looks.js";
import { madeAt } from "../game/model.js";
import type { Moment, Session } from "../match/session.js";
import { counted } from "../game/words.js";
import { type Brought, momentNode, type Part, Teller, type Told } from "../told/telling.js";

const SHOWN = 60;
/** Whoever is so many pixels from the end of the log reads what comes. */
const NEAR = 40;
const EFFECTS = 12;
/** The places of a board that grows stand nowhere on it: its lines do without them. Readers are told them as the names of the places. */
const UNSEEN = / (?:from|to|on|at|onto) −?\d+·−?\d+/g;
const LINES = 16;

/** A move as it stands in the log: a line, or one for each turn of which it has a part, where each turn stands in one line. */
interface Entry { lines: { line: HTMLElement; turn: Part["turn"]; seat: number | null; isNext: boolean }[]; told: Told; begins: HTMLElement | null; ends: HTMLElement | null }

/** A round or a deal: its heading, how it closed, its moves, and what it began with. In this order people read it, as it happened. */
interface Section { heading: string | null; begins: HTMLElement | null; lines: HTMLElement[]; ends: HTMLElement | null }

/** The log of a match. Lines are made once for each looker, because what has been seen stays. */
export class Log {
  private readonly lines: Map<Moment, Entry>[] = [];
  /** Whether it tells what only moved, too. */
  private hasDetails = false;
  /** The position that was looked at when the log was drawn last. */
  private looked: number | null = null;
  readonly root = h("div", { class: "log", attrs: { role: "log", "aria-live": "off", "aria-label": "What happened", tabindex: "0" } });

  /** On a phone, where the log has no room: what the others did since the looker chose last, the latest of it. It opens the log. */
  readonly lately = h("button", { class: "lately", attrs: { title: "What happened" }, on: () => this.toggle() });

  private readonly teller: Teller;
  private held: Moment | null = null;
  /** So many moves are no news. */
  private toldTo: number;
  /** Where somebody reads earlier lines; null at the end. The browser forgets it whenever the page is painted anew. */
  private reader: number | null = null;
  private readonly isGrown: boolean;

  constructor(readonly session: Session, private readonly looks: Looks, private readonly show: (stop: number) => void) {
    this.teller = new Teller(session);
    this.isGrown = session.model.boards.some(({ shape }) => shape?.torus);
    this.toldTo = session.moments.length;
    for (const one of ["wheel", "touchmove", "keyup", "pointerup"]) this.root.addEventListener(one, () => requestAnimationFrame(() => this.noteReader()), { passive: true });
  }

  /** Lays the log over the table, or takes it away, where there is no room beside the table. */
  toggle(isOpen = !this.root.classList.contains("open")): void {
    this.root.classList.toggle("open", isOpen);
    if (isOpen) this.root.focus();
  }

  private noteReader(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.root;
    this.reader = scrollHeight - scrollTop - clientHeight < NEAR ? null : scrollTop;
  }

  /** What has happened since this was asked last, the oldest first: a sentence for each part of a move, and the headings of rounds and deals. */
  news(): string[] {
    const { moments, covered, looker } = this.session;
    if (covered !== null) return [];
    const from = Math.min(this.toldTo, moments.length);
    this.toldTo = moments.length;
    return moments.slice(from).flatMap((moment, i) => {
      const told = this.lines[looker]?.get(moment)?.told;
      // What others choose at the same time is told when all have chosen.
      if (!told || told.isPending || this.isAgain(moments[from + i - 1], moment)) return [];
      const aloud = (isNext: boolean) => told.parts.filter((part) => part.isNext === isNext).map((part) => spoken(part, this.session.names[part.seat]));
      return [...aloud(false), ...(told.period === null ? [] : [`${told.period}.`]), ...aloud(true)];
    });
  }

  /** Whether no more is known of a move than of the one before it: that the same player has chosen. */
  private isAgain(before: Moment | undefined, moment: Moment): boolean {
    const known = this.lines[this.session.looker];
    return before?.seat === moment.seat && known?.get(before)?.told.isUnknown === true && known.get(moment)?.told.isUnknown === true;
  }

  /** Brings the log up to date. `held`: the hands that were shown in this move are still looked at, and what comes after them is not told. */
  draw(held: Moment | null): void {
    const { session } = this;
    this.held = held;
    if (session.covered !== null) {
      this.root.replaceChildren();
      this.lately.replaceChildren();
      return;
    }
    this.lines[session.looker] ??= new Map();
    const made = this.lines[session.looker];
    const recent = session.moments.slice(0, held ? session.moments.indexOf(held) + 1 : undefined).slice(-SHOWN);
    const sections: Section[] = [{ heading: this.teller.periodBefore(recent[0]), begins: null, lines: [], ends: null }];
    for (const [i, moment] of recent.entries()) {
      const known = made.get(moment) ?? this.entry(moment);
      made.set(moment, known);
      const { lines, told, ends, begins } = known;
      const before = sections[sections.length - 1];
      before.ends = ends ?? before.ends;
      if (told.period !== null && moment !== held) sections.push({ heading: told.period, begins, lines: [], ends: null });
      const next = sections[sections.length - 1];
      for (const { line, turn, seat, isNext } of lines) {
        const now = isNext ? next : before;
        // Whoever declines something and goes on in the same round has not passed.
        const hasGoneOn = told.isPass && told.period === null && recent[i + 1]?.seat === moment.seat;
        line.classList.toggle("detail", told.isIdle || hasGoneOn || this.isAgain(recent[i - 1], moment));
        line.hidden = told.isPending && session.moments[session.moments.length - 1] !== moment;
        line.classList.toggle("looked", session.shown === moment.after);
        const last = now.lines[now.lines.length - 1];
        if (turn === "ways" && last?.dataset.turn === String(seat)) last.append(line);
        else now.lines.push(turn === null ? line : h("div", { class: "turn", attrs: { "data-turn": String(seat) } }, line));
      }
    }
    if (session.moments.length <= SHOWN) {
      const beginning = this.teller.beginning();
      if (beginning.length) sections[0].begins = h("p", { class: "begins" }, beginning.join(" "));
    }
    const close = h("button", { class: "close", attrs: { "aria-label": "Close the log" }, on: () => this.toggle(false) }, "×");
    const details = h("button", { class: "link", attrs: { "aria-pressed": String(this.hasDetails), title: "Also what only moved" }, on: () => {
      this.hasDetails = !this.hasDetails;
      this.draw(this.held);
    } }, "Details");
    this.root.classList.toggle("detailed", this.hasDetails);
    this.root.replaceChildren(h("header", {}, h("h2", {}, "What happened"), details, close));
    if (session.moments.length > SHOWN) put(this.root, h("p", { class: "early" }, `${counted(session.moments.length - SHOWN, "move")} before ${session.moments.length - SHOWN === 1 ? "this" : "these"}`));
    for (const { heading, begins, lines, ends } of sections) {
      if (begins || lines.length || ends) put(this.root, heading === null ? null : h("h3", { class: "period" }, heading), begins, ...lines, ends);
    }
    // What happened last is seen, or else what is looked at; whoever reads earlier lines stays there.
    const shown = session.shown === null ? null : this.root.querySelector<HTMLElement>(".looked");
    const isElsewhere = session.shown !== this.looked;
    this.looked = session.shown;
    if (isElsewhere) this.reader = null;
    if (shown && isElsewhere) this.root.scrollTop = shown.offsetTop - this.root.clientHeight / 2;
    else this.root.scrollTop = this.reader ?? this.root.scrollHeight;
    this.drawLately(recent);
  }

  /** Of these moves, those of others since the looker chose last, or else all: as many of the latest as have room. */
  private drawLately(recent: readonly Moment[]): void {
    const { session, lately } = this;
    const own = recent.map(({ seat }) => seat).lastIndexOf(session.looker);
    const since = own < recent.length - 1 ? recent.slice(own + 1) : recent;
    const told = since.map((moment) => this.lines[session.looker]?.get(moment)?.told).filter((one) => one && !one.isPending);
    const parts = told.flatMap((one) => one?.parts ?? []).map((part) => worded(part, session.names[part.seat]));
    lately.disabled = session.moments.length === 0;
    const shown = (first: number) => parts.slice(first).flatMap(([head, rest], i, all) => {
      const text = this.isGrown ? rest.replace(UNSEEN, "") : rest;
      // Who did several things is named once.
      return i > 0 && head === all[i - 1][0] && text.startsWith(": ") ? [`${text.slice(2)} `] : [h("b", {}, head), `${text} `];
    });
    // As many of the latest as have room.
    let first = Math.max(0, parts.length - 1);
    lately.replaceChildren(...shown(first));
    while (first > 0 && lately.scrollWidth <= lately.clientWidth) lately.replaceChildren(...shown(--first));
    if (lately.scrollWidth > lately.clientWidth && first < parts.length - 1) lately.replaceChildren(...shown(first + 1));
  }

  /** A move with its effects and the moves that others had to make because of it; and what closes a round or a deal for all, and what the next one brings. */
  private entry(moment: Moment): Entry {
    const told = this.teller.tell(moment);
    const { period, closes, begins, ends, parts } = told;
    const turns = turnsOf(parts);
    const lines = turns.map((turn, i) => {
      const line = h("button", { class: `logline ${told.isPending ? "pending" : ""} ${told.isPass ? "passed" : ""}`, attrs: { title: "Show the position after this", "data-after": String(moment.after), ...madeAt(momentNode(this.session, moment)) }, on: () => {
        this.toggle(false);
        this.show(moment.after);
      } });
      for (const part of turn.slice(0, LINES)) put(line, this.part(part));
      if (turn.length > LINES) put(line, h("small", {}, `and ${turn.length - LINES} more`));
      const isSkipped = turn.length === 1 && turn[0].turn === "throw" && i < turns.length - 1;
      if (isSkipped) put(line, h("span", { class: "part none" }, " no move"));
      return { line, turn: turn[0]?.turn ?? null, seat: turn[0]?.seat ?? null, isNext: turn[0]?.isNext ?? false };
    });
    return {
      lines, told,
      begins: broughtElement("begins", null, begins),
      ends: broughtElement("begins ends", h("b", {}, closes === null ? endOf(period, this.teller.periodBefore(moment)) : `${closes}: `), ends),
    };
  }

  private part(part: Part): HTMLElement {
    const { seat, effects, details, more, notation, turn } = part;
    const name: string | undefined = this.session.names[seat];
    const brought = [effects.length ? h("small", {}, shortened(effects)) : null, details.length ? h("small", { class: "detail" }, shortened(details)) : null];
    const following = more.map((one) => h("span", { class: "follows" }, one));
    // What is said of all is read as a whole, and then what it has brought.
    const after = name === undefined ? [...following, ...brought] : [...brought, ...following];
    const [head, whole] = worded(part, name);
    const rest = this.isGrown ? whole.replace(UNSEEN, "") : whole;
    const told = notation === null && rest === whole ? {} : { attrs: { title: `${head}${whole}` } };
    return h("span", { class: `part ${turn ?? ""}`, ...told }, name === undefined ? null : disc(this.looks.seat(seat), name, "s"), head ? h("b", {}, head) : null, notation === null ? rest : ` ${notation}`, ...after);
  }
}

/** The sentence of a part: the name of the player with which it begins, and the rest. What happens to all, after the last choice of a round, belongs to nobody. */
function worded({ told: words, isSaid }: Part, name: string | undefined): [head: string, rest: string] {
  const told = /[.!?…]$/.test(words) ? words : `${words}.`;
  if (name === undefined || (isSaid && !told.startsWith(`${name} `))) return ["", told];
  return [name, isSaid ? told.slice(name.length) : /^\p{Lu}/u.test(told) ? `: ${told}` : ` ${told}`];
}

/** The parts of a move by the turns to which they belong: each throw begins one, where turns are written down, and so does what belongs to the next round. */
function turnsOf(parts: readonly Part[]): Part[][] {
  const turns: Part[][] = [[]];
  for (const part of parts) {
    const last = turns[turns.length - 1];
    if (last.length && (part.turn === "throw" || part.isNext !== last[0].isNext)) turns.push([]);
    turns[turns.length - 1].push(part);
  }
  return turns;
}

/** A part as it is read aloud. */
function spoken(part: Part, name: string | undefined): string {
  const effects = part.effects.length ? [`${shortened(part.effects).replaceAll(" → ", " to ").replaceAll(" · ", ", ")}.`] : [];
  return [worded(part, name).join(""), ...effects, ...part.more].join(" ");
}

/** What stands before that with which something closes, by what begins after it and what was before it: nothing is before the first round. */
function endOf(period: string | null, before: string | null): string {
  const [, of] = /^(.+) \d+$/.exec(period ?? "") ?? [];
  if (of !== undefined && before === null) return `Before the first ${of.toLowerCase()}: `;
  return period === null ? "At the end: " : `At the end of the ${of === undefined ? "deal" : of.toLowerCase()}: `;
}

/** What closes or begins a round or a deal. If it only moves pieces, it is a detail. */
function broughtElement(name: string, head: HTMLElement | null, { effects, details }: Brought): HTMLElement | null {
  if (!effects.length && !details.length) return null;
  const inner = details.length ? h("small", { class: "detail" }, shortened(details)) : null;
  return h("p", { class: `${name} ${effects.length ? "" : "detail"}` }, head, effects.length ? `${shortened(effects)}.`.replace(/([.!?])\.$/, "$1") : null, inner);
}

/** Effects in a line, not too many of them. */
function shortened(effects: readonly string[]): string {
  return (effects.length > EFFECTS ? [...effects.slice(0, EFFECTS), `and ${effects.length - EFFECTS} more`] : effects).join(" · ");
}
