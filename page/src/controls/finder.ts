// Finds the rules that made what is on the page: in a mode of its own a click, or Enter, asks for them, and plays nothing.
import { h } from "../window/dom.js";
import { ARROWS, nearest } from "./keyboard.js";
import type { Session } from "../match/session.js";

/** What somebody wants to see in the rules: the decision at a node of the graph, or the first of these that is declared (`zone tavern`, `kind event.Double`). */
export type Wanted = { node: number } | { declared: string[] };

/** What comes from the rules: it names its declarations (`data-of`), is a piece, or was chosen or thrown at a node of the graph. */
export const SEEN = "[data-of],[data-piece],[data-node]";
const TOLD = "Which rule? Choose a card, a place, a number, or a line of what happened.";

export class RuleFinder {
  isOn = false;
  private readonly told = h("span", { attrs: { role: "status" } });
  private readonly root = h("div", { class: "finder", attrs: { hidden: "" } }, this.told, h("button", { class: "tool", attrs: { title: "Back to the match (Escape)" }, on: () => this.toggle(false) }, "Back"));
  /** Where the focus is among what can be chosen, while it is there. */
  private at = -1;

  constructor(private readonly session: () => Session | null, private readonly tell: (wanted: Wanted) => void) {
    document.body.append(this.root);
    document.addEventListener("click", (event) => this.click(event), { capture: true });
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
    document.addEventListener("pointerover", ({ target }) => { if (this.isOn) this.point(seenAt(target)); });
    document.addEventListener("focusin", ({ target }) => { if (this.isOn) this.focused(seenAt(target)); });
  }

  /** Begins to look, or ends it. */
  toggle(isOn = !this.isOn): void {
    this.isOn = isOn;
    this.at = -1;
    document.documentElement.classList.toggle("finds", isOn);
    this.root.hidden = !isOn;
    this.told.textContent = isOn ? TOLD : "";
    document.querySelector("[data-tool=find]")?.setAttribute("aria-pressed", String(isOn));
    if (!isOn) {
      this.point(null);
      for (const one of document.querySelectorAll<HTMLElement>("[data-lent]")) {
        one.removeAttribute("data-lent");
        one.removeAttribute("tabindex");
      }
    }
    this.mark();
  }

  /** The page was painted anew: what can be chosen there can be focused. */
  mark(): void {
    if (!this.isOn) return;
    const all = this.all();
    for (const one of all) if (one.tabIndex < 0) {
      one.tabIndex = 0;
      one.dataset.lent = "";
    }
    if (this.at >= 0 && document.activeElement === document.body) all[Math.min(this.at, all.length - 1)]?.focus({ preventScroll: true });
  }

  private all(): HTMLElement[] {
    const isInside = ({ parentElement, dataset: { of } }: HTMLElement) => of !== undefined && parentElement?.closest<HTMLElement>("[data-of]")?.dataset.of === of;
    return [...document.querySelectorAll<HTMLElement>(SEEN)].filter((one) => one.getClientRects().length && !isInside(one));
  }

  private point(found: HTMLElement | null): void {
    for (const one of document.querySelectorAll(".sought")) one.classList.remove("sought");
    found?.classList.add("sought");
  }

  private focused(found: HTMLElement | null): void {
    this.at = found ? this.all().indexOf(found) : -1;
    this.point(found);
  }

  private click(event: MouseEvent): void {
    const { target } = event;
    const isOnTable = target instanceof Element && target.closest(".page") && !target.closest(".bar");
    if (!isOnTable || !(this.isOn || event.altKey)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.choose(seenAt(target));
  }

  private choose(found: HTMLElement | null): void {
    const session = this.session();
    const wanted = found && session && wantedOf(session, found);
    if (!wanted) return;
    this.toggle(false);
    this.tell(wanted);
  }

  private key(event: KeyboardEvent): void {
    if (!this.isOn || event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || event.key === "Shift") return;
    const focused = seenAt(document.activeElement);
    if (!focused && (event.key === "Enter" || event.key === " ")) return; // a button of the bar
    event.stopImmediatePropagation(); // no key plays
    const way = ARROWS[event.key];
    if (!way && !["Enter", " ", "Escape", "w", "W"].includes(event.key)) return;
    event.preventDefault();
    if (way) nearest(this.all(), focused, ...way)?.focus();
    else if (event.key === "Enter" || event.key === " ") this.choose(focused);
    else this.toggle(false);
  }
}

function seenAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(SEEN) : null;
}

/** What an element of the page comes from. */
export function wantedOf({ model, visible }: Session, { dataset: { of, piece, node } }: HTMLElement): Wanted | null {
  if (node !== undefined) return { node: Number(node) };
  const kind = model.kinds[Number(/^k(\d+)/.exec(piece ?? "")?.[1])];
  if (kind) {
    const { name } = model.components[kind.component];
    return { declared: [`kind ${name}.${kind.name.split(".")[0]}`, `component ${name}`] };
  }
  if (of === "decision") return { node: visible.node };
  return of === undefined ? null : { declared: of.split(", ") };
}
