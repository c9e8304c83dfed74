// What has happened: a line for each move, with its effects; a click shows the position after it.
import type { Event } from "gamedsl-host";
import { h, put } from "./dom.js";
import { disc } from "./faces.js";
import type { Looks } from "./looks.js";
import type { FieldFamily } from "./model.js";
import type { Moment, Session } from "./session.js";

const SHOWN = 60;
const ROUND = "round";
const EFFECTS = 5;
const LINES = 4;

/** A choice with what it changed. `isSaid`: the rules tell it in a sentence of their own; `words` are those of the choice then. */
interface Part { seat: number; told: string; effects: string[]; isSaid: boolean; words: string }

/** The log of a match. Lines are made once for each looker, because what has been seen stays. */
export class Log {
  private readonly lines: Map<Moment, HTMLElement>[] = [];
  readonly root = h("div", { class: "log", attrs: { role: "log", "aria-live": "polite", "aria-label": "What happened", tabindex: "0" } });

  private readonly menus: Set<string>;
  /** Choices that are left out where nothing can be chosen. */
  private readonly ifAble: Set<string>;
  private readonly quiet: Set<string>;

  constructor(readonly session: Session, private readonly looks: Looks, private readonly show: (stop: number) => void) {
    const { nodes, fields } = session.model;
    this.menus = new Set(nodes.flatMap(({ plan }) => (plan?.menu && !plan.parts.length ? [plan.name] : [])));
    const gated = (gate: string) => nodes.flatMap(({ plan }) => (plan?.gate === gate ? [plan.name] : []));
    const optional = gated("may");
    this.ifAble = new Set(gated("if_able").filter((name) => !optional.includes(name)));
    const edges = new Set(session.model.boards.map(({ shape }) => shape?.edges ?? -1));
    const isOnBoard = ({ dimensions }: FieldFamily) => dimensions.some(({ type }) => type.is === "place" || (type.is === "word" && edges.has(type.type)));
    this.quiet = new Set(fields.filter((field) => isOnBoard(field) || field.reset).map(({ name }) => name));
    session.speech.learn(session.match.view(session.looker));
  }

  /** Brings the log up to date. */
  draw(): void {
    const { session } = this;
    if (session.covered !== null) {
      this.root.replaceChildren();
      return;
    }
    this.lines[session.looker] ??= new Map();
    const made = this.lines[session.looker];
    const recent = session.moments.slice(-SHOWN);
    const lines = recent.map((moment) => {
      const known = made.get(moment) ?? this.line(moment);
      made.set(moment, known);
      known.lastElementChild?.classList.toggle("shown", session.shown === moment.after);
      return known;
    }).reverse();
    this.root.replaceChildren(h("h2", {}, "What happened"), ...lines);
    if (session.moments.length > SHOWN) put(this.root, h("p", { class: "early" }, `and ${session.moments.length - SHOWN} moves before`));
  }

  /** A move without the name of the phase or of the menu that everybody knows. */
  private brief(text: string): string {
    const { phases } = this.session.model;
    const found = /^(\w+), (.*)$/.exec(text);
    const rest = found && this.menus.has(found[1]) ? found[2] : text;
    const named = /^(\w+)\((.*)\)$/.exec(rest);
    return named && phases.includes(named[1]) ? named[2] : rest;
  }

  /** What a board shows anyway, and what counts for one turn only. */
  private isPlain(event: Event): boolean {
    return event.is === "field" && (event.name === ROUND || this.quiet.has(fieldOf(String(event.name))));
  }

  /** A choice that nobody had, because nothing could be chosen. */
  private isLeftOut(event: Event): boolean {
    return this.ifAble.has(/: no (\w+)$/.exec(event.text)?.[1] ?? "");
  }

  /** A move with its effects, and below it the moves that others had to make because of it; above it the round that begins then, because the newest stands first. */
  private line(moment: Moment): HTMLElement {
    const { session } = this;
    const events = session.eventsOf(moment);
    const begun = events.findLast((event) => event.is === "field" && event.name === ROUND);
    const parts: Part[] = [{ seat: moment.seat, told: "has chosen", effects: [], isSaid: false, words: "" }];
    let isOwnSeen = false;
    for (const event of events) {
      const seat = event.is === "choose" ? Number(event.seat) : null;
      const last = parts[parts.length - 1];
      if (seat !== null && this.isLeftOut(event)) continue;
      if (event.is === "say" && !last.isSaid && !last.effects.length) Object.assign(last, { told: session.speech.said(event.text), isSaid: true, words: last.told });
      else if (seat === null) {
        const effect = this.isPlain(event) || (last.isSaid && session.speech.tells(last.told, event, last.seat)) ? null : session.speech.effect(event);
        if (effect !== null) last.effects.push(effect);
      } else if (seat === moment.seat && !isOwnSeen) {
        isOwnSeen = true;
        last.told = this.told(event);
      } else parts.push({ seat, told: this.told(event), effects: [], isSaid: false, words: "" });
    }
    const found = h("button", { class: "logline", attrs: { title: "Show the position after this" }, on: () => this.show(moment.after) });
    for (const part of parts.slice(0, LINES)) put(found, this.part(part));
    if (parts.length > LINES) put(found, h("small", {}, `and ${parts.length - LINES} more`));
    return h("div", { class: "entry" }, begun ? h("h3", { class: "period" }, `Round ${begun.value}`) : null, found);
  }

  private part({ seat, told, effects, isSaid, words }: Part): HTMLElement {
    const name = this.session.names[seat];
    const more = effects.length > EFFECTS ? [...effects.slice(0, EFFECTS), `and ${effects.length - EFFECTS} more`] : effects;
    const rest = isSaid && told.startsWith(`${name} `) ? told.slice(name.length) : isSaid ? null : ` ${told}`;
    const sentence = rest === null ? [told] : [h("b", {}, name), rest];
    const title = isSaid ? { title: `${name}: ${words}` } : undefined;
    return h("span", { class: "part", attrs: title }, disc(this.looks.seat(seat), name, "s"), ...sentence, more.length ? h("small", {}, more.join(" · ")) : null);
  }

  private told(event: Event): string {
    return this.session.speech.choice(this.brief(event.text.replace(/^[^:]*: /, "")), Number(event.seat));
  }

}

/** What a seat knows of a choice, in a sentence: what the rules say of it, else its own words; null if it knows nothing. */
export function choiceTold(events: readonly Event[], seat: number, session: Session): string | null {
  const at = events.findIndex((one) => one.is === "choose" && one.seat === seat);
  if (at < 0) return null;
  const { speech } = session;
  return events[at + 1]?.is === "say" ? speech.said(events[at + 1].text) : speech.move(events[at].text);
}

/** The field of an instance: `told` of `P1.told[chart[1, 4]]`, `mark` of `cell[1, 4].mark`. */
function fieldOf(name: string): string {
  return /(\w+)(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?$/.exec(name)?.[1] ?? "";
}
