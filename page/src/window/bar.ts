// The bar above the table: how far the match is, and the tools.
import type { View } from "gamedsl-host";
import { h } from "./dom.js";
import type { Session } from "../match/session.js";
import { periodCalled, titled } from "../game/words.js";

/** A button of the bar: its name, its sign, its key and what it does. `isPressed`: whether it is on, where it stays on; `isForSmall`: it is there only where something has no room beside the table. */
export interface Tool { text: string; icon: string; key: string; act: () => void; isOn?: boolean; name?: string; isPressed?: boolean; isForSmall?: boolean }

/** The bar of a page, with the further tools behind a button where there is no room for them. */
export class Bar {
  private isOpen = false;

  constructor(private readonly root: HTMLElement, private readonly title: string) {
    // Whatever is clicked, the menu closes first: what its tools paint anew has it closed.
    document.addEventListener("click", ({ target }) => {
      if (this.isOpen && !(target instanceof Element && target.closest(".opens"))) this.open(false);
    }, { capture: true });
  }

  /** The bar now. `more` are the further tools. */
  element(session: Session, view: View, tools: readonly (Tool | null)[], more: readonly Tool[]): HTMLElement {
    const list = h("div", { class: `more-tools ${this.isOpen ? "open" : ""}` }, ...more.map(toolElement));
    const button = h("button", { class: "tool opens", attrs: { "aria-label": "More", "aria-expanded": String(this.isOpen), title: "More" }, on: (event) => {
      event.stopPropagation();
      this.open(!this.isOpen);
    } }, "⋯");
    const where = h("div", { class: "where hide" }, placeOfMatch(session, view));
    const brief = h("div", { class: "where brief" }, brieflyIn(session, view));
    return h("header", { class: "bar" }, h("h1", {}, this.title), where, brief, h("span", { class: "sp" }), ...tools.map((one) => one && toolElement(one)), button, list);
  }

  private open(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.root.querySelector(".more-tools")?.classList.toggle("open", isOpen);
    this.root.querySelector(".opens")?.setAttribute("aria-expanded", String(isOpen));
  }
}

function toolElement({ text, icon, key, act, isOn = true, name, isPressed, isForSmall = false }: Tool): HTMLElement {
  const found = h("button", { class: isForSmall ? "tool for-small" : "tool", attrs: { "aria-label": text, title: `${text} (${key})`, ...(isOn ? {} : { disabled: "" }) }, on: act }, h("span", { attrs: { "aria-hidden": "true" } }, icon), h("span", { class: "t" }, text));
  if (name !== undefined) found.dataset.tool = name;
  if (isPressed !== undefined) found.setAttribute("aria-pressed", String(isPressed));
  return found;
}

/** How far a match is, where there is little room: “Round 2/5”. Nothing of a match of one round, or of rounds that have no name. */
function brieflyIn({ model: { rounds }, look }: Session, { round }: View): string {
  const called = round && rounds && rounds.most > 1 ? periodCalled(look, round) : null;
  return called === null ? "" : called + (rounds?.is_exact ? `/${rounds.most}` : "");
}

/** How far a match is: “Round 2 of 5 · Court life · Ann’s turn”. */
export function placeOfMatch(session: Session, { round, phase, toAct }: View): string {
  const { rounds } = session.model;
  const most = rounds?.is_exact ? ` of ${rounds.most}` : "";
  const turn = toAct.length === 1 ? `${session.names[toAct[0]]}’s turn` : "";
  const isOnly = new Set(session.model.nodes.flatMap((node) => (node.plan ? [node.phase] : []))).size === 1;
  const heading = round && rounds && rounds.most > 1 ? periodCalled(session.look, round) : null;
  return [heading === null ? "" : heading + most, isOnly ? "" : titled(session.look.rule?.[phase ?? ""]?.label ?? phase), turn].filter(Boolean).join(" · ");
}
