// The log on the page: a line for each move, with its effects; a click shows the position after it.
import { h, put } from "./dom.js";
import { disc } from "./faces.js";
import type { Looks } from "./looks.js";
import { madeAt } from "./model.js";
import { LocalSession, type Moment, type Session } from "./session.js";
import { type Part, Teller } from "./telling.js";

const SHOWN = 60;
const EFFECTS = 5;
const LINES = 8;

/** The log of a match. Lines are made once for each looker, because what has been seen stays. */
export class Log {
  private readonly lines: Map<Moment, HTMLElement>[] = [];
  readonly root = h("div", { class: "log", attrs: { role: "log", "aria-live": "polite", "aria-label": "What happened", tabindex: "0" } });

  private readonly teller: Teller;

  constructor(readonly session: Session, private readonly looks: Looks, private readonly show: (stop: number) => void) {
    this.teller = new Teller(session);
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
      known.hidden = known.classList.contains("pending") && session.moments[session.moments.length - 1] !== moment;
      known.lastElementChild?.classList.toggle("shown", session.shown === moment.after);
      return known;
    }).reverse();
    this.root.replaceChildren(h("h2", {}, "What happened"), ...lines);
    if (session.moments.length > SHOWN) put(this.root, h("p", { class: "early" }, `and ${session.moments.length - SHOWN} moves before`));
  }

  /** A move with its effects, and below it the moves that others had to make because of it; above it what closes the round for all, and the round that begins then, because the newest stands first. */
  private line(moment: Moment): HTMLElement {
    const { period, begins, ends, parts, isPending } = this.teller.tell(moment);
    const found = h("button", { class: "logline", attrs: { title: "Show the position after this", "data-after": String(moment.after), ...madeAt(momentNode(this.session, moment)) }, on: () => this.show(moment.after) });
    for (const part of parts.slice(0, LINES)) put(found, this.part(part));
    if (parts.length > LINES) put(found, h("small", {}, `and ${parts.length - LINES} more`));
    return h("div", { class: isPending ? "entry pending" : "entry" }, period === null ? null : h("h3", { class: "period" }, period), begins.length ? h("p", { class: "begins" }, shortened(begins)) : null, ends.length ? h("p", { class: "begins ends" }, h("b", {}, endOf(period)), shortened(ends)) : null, found);
  }

  private part({ seat, told, effects, isSaid, words }: Part): HTMLElement {
    const name: string | undefined = this.session.names[seat];
    // What happens to all, after the last choice of a round, belongs to nobody.
    if (name === undefined) return h("span", { class: "part" }, told, effects.length ? h("small", {}, shortened(effects)) : null);
    const rest = isSaid && told.startsWith(`${name} `) ? told.slice(name.length) : isSaid ? null : /^\p{Lu}/u.test(told) ? `: ${told}` : ` ${told}`;
    const sentence = rest === null ? [told] : [h("b", {}, name), rest];
    const title = isSaid ? { title: `${name}: ${words}` } : undefined;
    return h("span", { class: "part", attrs: title }, disc(this.looks.seat(seat), name, "s"), ...sentence, effects.length ? h("small", {}, shortened(effects)) : null);
  }
}

/** The node where a move was chosen. A guest does not know where the match stood before: there the choice tells it by its name. */
export function momentNode(session: Session, moment: Moment): number | null {
  if (session instanceof LocalSession) return session.match.at(moment.before).node;
  const chosen = session.eventsOf(moment).find((event) => event.is === "choose" && Number(event.seat) === moment.seat);
  const [, name] = /: (?:no )?([^(,]+)/.exec(chosen?.text ?? "") ?? [];
  return session.model.nodes.find(({ plan }) => plan !== undefined && plan.name === name)?.node ?? null;
}

/** What stands before that with which something closes, by what begins after it. */
function endOf(period: string | null): string {
  return period === null ? "At the end: " : period.startsWith("Round ") ? "At the end of the round: " : "At the end of the deal: ";
}

/** Effects in a line, not too many of them. */
function shortened(effects: readonly string[]): string {
  return (effects.length > EFFECTS ? [...effects.slice(0, EFFECTS), `and ${effects.length - EFFECTS} more`] : effects).join(" · ");
}
