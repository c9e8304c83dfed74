// What has happened: a line for each move, with its effects; a click shows the position after it.
import type { Event } from "gamedsl-host";
import { h, put } from "./dom.js";
import { disc } from "./faces.js";
import type { Looks } from "./looks.js";
import type { Moment, Session } from "./session.js";
import { sentence } from "./words.js";

const SHOWN = 60;
const EFFECTS = 6;

/** The log of a match. Lines are made once for each looker, because what has been seen stays. */
export class Log {
  private readonly lines: Map<Moment, HTMLElement>[] = [];
  readonly root = h("div", { class: "log", attrs: { role: "log", "aria-live": "polite", "aria-label": "What happened", tabindex: "0" } });

  private readonly menus: Set<string>;
  private readonly onBoards: Set<string>;

  constructor(readonly session: Session, private readonly looks: Looks, private readonly show: (stop: number) => void) {
    const { nodes, fields } = session.model;
    this.menus = new Set(nodes.flatMap(({ plan }) => (plan?.menu && !plan.parts.length ? [plan.name] : [])));
    const edges = new Set(session.model.boards.map(({ shape }) => shape?.edges ?? -1));
    this.onBoards = new Set(fields.filter(({ dimensions }) => dimensions.some(({ type }) => type.is === "place" || (type.is === "word" && edges.has(type.type)))).map(({ name }) => name));
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
      known.classList.toggle("shown", session.shown === moment.after);
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

  /** What a board shows anyway. */
  private isPlain(event: Event): boolean {
    return event.is === "field" && this.onBoards.has(/(\w+)(?:\[[^\]]*\])?$/.exec(String(event.name))?.[1] ?? "");
  }

  private line(moment: Moment): HTMLElement {
    const { session } = this;
    const { seat } = moment;
    const name = session.names[seat];
    const events = session.eventsOf(moment);
    const own = events.find((event) => event.is === "choose" && event.seat === seat);
    const told = own ? said(this.brief(own.text.replace(/^[^:]*: /, "")), session) : "has chosen";
    const effects = events.filter((event) => event !== own && !this.isPlain(event)).map((event) => said(event.text, session));
    const more = effects.length > EFFECTS ? [...effects.slice(0, EFFECTS), `and ${effects.length - EFFECTS} more`] : effects;
    const found = h("button", { class: "logline", attrs: { title: "Show the position after this" }, on: () => this.show(moment.after) });
    put(found, disc(this.looks.seat(seat), name, "s"), h("b", {}, name), ` ${told}`, more.length ? h("small", {}, more.join(" · ")) : null);
    return found;
  }
}

function said(text: string, session: Session): string {
  return sentence(text, session.model.seats, session.names);
}
