// What has happened: a line for each move, with its effects; a click shows the position after it.
import { h, put } from "./dom.js";
import { disc } from "./faces.js";
import type { Looks } from "./looks.js";
import type { Moment, Session } from "./session.js";
import { sentence } from "./words.js";

const SHOWN = 60;
const EFFECTS = 6;

/** The log of a match. Lines are made once for each looker, because what has been seen stays. */
export class Log {
  private lines = new Map<Moment, HTMLElement>();
  private looker = -1;
  readonly root = h("div", { class: "log", attrs: { role: "log", "aria-live": "polite", "aria-label": "What happened", tabindex: "0" } });

  constructor(readonly session: Session, private readonly looks: Looks, private readonly show: (stop: number) => void) {}

  /** Brings the log up to date. */
  draw(): void {
    const { session } = this;
    if (session.covered !== null) {
      this.root.replaceChildren();
      return;
    }
    if (session.looker !== this.looker) this.lines = new Map();
    this.looker = session.looker;
    const recent = session.moments.slice(-SHOWN);
    const lines = recent.map((moment) => {
      const known = this.lines.get(moment) ?? this.line(moment);
      this.lines.set(moment, known);
      known.classList.toggle("shown", session.shown === moment.after);
      return known;
    }).reverse();
    this.root.replaceChildren(h("h2", {}, "What happened"), ...lines);
    if (session.moments.length > SHOWN) put(this.root, h("p", { class: "early" }, `and ${session.moments.length - SHOWN} moves before`));
  }

  private line(moment: Moment): HTMLElement {
    const { session } = this;
    const { seat } = moment;
    const name = session.names[seat];
    const events = session.eventsOf(moment);
    const own = events.find((event) => event.is === "choose" && event.seat === seat);
    const told = own ? said(own.text.replace(/^[^:]*: /, ""), session) : "has chosen";
    const effects = events.filter((event) => event !== own).map((event) => said(event.text, session));
    const more = effects.length > EFFECTS ? [...effects.slice(0, EFFECTS), `and ${effects.length - EFFECTS} more`] : effects;
    const found = h("button", { class: "logline", attrs: { title: "Show the position after this" }, on: () => this.show(moment.after) });
    put(found, disc(this.looks.seat(seat), name, "s"), h("b", {}, name), ` ${told}`, more.length ? h("small", {}, more.join(" · ")) : null);
    return found;
  }
}

function said(text: string, session: Session): string {
  return sentence(text, session.model.seats, session.names);
}
