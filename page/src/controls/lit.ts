// Lights what lines of the rules have done: moves in the log, and on the table what these changed.
import type { Event } from "gamedsl-host";
import { h } from "../window/dom.js";
import { SEEN, wantedOf } from "./finder.js";
import { momentNode } from "../told/telling.js";
import { familyOf } from "../game/model.js";
import type { Moment, Session } from "../match/session.js";

/** So many moves are listed where there is no room for the log. */
const LINES = 6;

/** What a line does (`gamedsl/studio/deeds.py`): where it asks or rolls; after which nodes it may run, with the choices that lead there (null: any); what it changes then. */
export interface Deed { at: number[]; after: [number, string[] | null][]; changes: string[] }

/** What lines of the rules do, and what they declare, as `field coins`. */
export interface Lines { deeds: Deed[]; declared: string[] }

export class RuleLight {
  private lines: Lines = { deeds: [], declared: [] };
  /** The lit moves, where the page is too narrow for its log. */
  private readonly moves = h("section", { class: "lit-moves", attrs: { "aria-label": "What the rule did" } });

  constructor(private readonly session: () => Session | null) {}

  /** Lights what these lines have done, until others are named. */
  show(lines: Lines): void {
    this.lines = lines;
    this.mark();
  }

  /** The page was painted anew. */
  mark(): void {
    for (const one of document.querySelectorAll(".did")) one.classList.remove("did");
    document.querySelector(".log .did-count")?.remove();
    this.moves.remove();
    const session = this.session();
    const { deeds, declared } = this.lines;
    if (!session || session.covered !== null || !(deeds.length || declared.length)) return;
    const changed = new Set(declared);
    const nodes = new Set(deeds.flatMap(({ at }) => at));
    const stops = new Set<number>();
    for (const moment of session.moments) {
      const did = this.changedIn(session, moment);
      if (!did) continue;
      stops.add(moment.after);
      for (const one of did) changed.add(one);
    }
    for (const one of document.querySelectorAll<HTMLElement>(".logline")) one.classList.toggle("did", stops.has(Number(one.dataset.after)));
    for (const one of document.querySelectorAll<HTMLElement>(SEEN)) {
      const wanted = one.closest(".log") ? null : wantedOf(session, one);
      if (wanted && ("node" in wanted ? nodes.has(wanted.node) && one.dataset.of !== "decision" : wanted.declared.some((name) => changed.has(name)))) one.classList.add("did");
    }
    const count = h("small", { class: "did-count" }, ` ${stops.size} of ${session.moments.length} moves by the rule at the cursor`);
    const log = document.querySelector<HTMLElement>(".log");
    if (log?.getClientRects().length) {
      log.querySelector("h2")?.append(count);
      log.querySelector(".did")?.scrollIntoView({ block: "nearest" });
    } else if (session.moments.length) {
      const hide = h("button", { class: "tool", attrs: { "aria-label": "Hide this" }, on: () => this.show({ deeds: [], declared: [] }) }, "×");
      const lines = [...document.querySelectorAll<HTMLElement>(".logline.did")].slice(-LINES).map((one) => {
        const copy = one.cloneNode(true) as HTMLElement;
        copy.addEventListener("click", () => one.click());
        return copy;
      });
      this.moves.replaceChildren(h("p", {}, count, hide), ...lines);
      document.body.append(this.moves);
    }
  }

  /** What the lines changed in a move; null if they did nothing there, as far as the looking seat knows. */
  private changedIn(session: Session, moment: Moment): string[] | null {
    const { deeds, declared } = this.lines;
    const node = momentNode(session, moment);
    const events = session.eventsOf(moment);
    const names = new Set(events.flatMap((event) => [...changesOf(event)]));
    const chosen = new Set(events.flatMap(({ is, seat, text }) => (is === "choose" && seat === moment.seat ? choicesIn(text) : [])));
    const rolled = session.rolledIn(moment);
    const runs = deeds.filter(({ at, after, changes }) => {
      if (node !== null && at.includes(node)) return true;
      // A line that only rolls: another one may roll under the same name.
      if (rolled && changes.every((one) => one.startsWith("roll "))) return rolled.some((one) => at.includes(one));
      const way = after.find(([one]) => one === node);
      return way && (way[1]?.some((name) => chosen.has(name)) ?? true) && changes.some((one) => names.has(one));
    });
    const own = declared.filter((one) => names.has(one));
    if (!runs.length && !own.length) return null;
    return [...own, ...runs.flatMap(({ changes }) => changes.filter((one) => names.has(one)))];
  }
}

/** What an event changes, as lines name it. */
function* changesOf({ is, name, zone, from, to }: Event): Generator<string> {
  if (is === "field") yield `field ${familyOf(name)}`;
  else if (is === "roll") yield `roll ${String(name)}`;
  else if (is === "choose" || is === "say") yield is;
  for (const one of [zone, from, to]) if (one !== undefined) yield `zone ${familyOf(one)}`;
}

/** The names of what was chosen: `trading` and `earn` of `Ann: trading, earn`. */
const choicesIn = (text: string): string[] => text.replace(/^[^:]*: /, "").split(/, | /).map((one) => /^\w+/.exec(one)?.[0] ?? "");
