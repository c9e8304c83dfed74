// The graph of the rules, with the place where the match stands, and the rule that is asked there.
import { h } from "../window/dom.js";
import type { Wanted } from "../controls/finder.js";
import type { Lines } from "../controls/lit.js";
import type { GraphData, Rule } from "./studio_state.js";

const SMALLEST = 0.45;
const LEAST = 0.15;
const MOST = 3;
const STEP = 1.25;

export class GraphPanel {
  private readonly paper = h("div", { class: "paper", attrs: { tabindex: "0", role: "img", "aria-label": "The graph of the game" } });
  private readonly rule = h("section", { class: "rule", attrs: { "aria-label": "The rule that runs", tabindex: "-1" } });
  private readonly at = h("span", { class: "at", attrs: { "aria-live": "polite" } });
  readonly root = h("div", { class: "graph" }, this.sizes(), this.paper, this.rule);
  private data: GraphData | null = null;
  private asked = 0;
  private node: number | null = null;
  private width = 0;
  private height = 0;
  /** What somebody has chosen; null: as wide as the panel. */
  private scale: number | null = null;
  /** Goes to a line of the rules, where there is an editor; says whether it has the file. */
  go: ((file: string, line: number) => boolean) | null = null;

  constructor() {
    this.paper.addEventListener("click", ({ target }) => {
      const entry = this.entries.find(({ box, rule }) => rule && target instanceof Element && target.closest(`[id="${box}"]`));
      if (entry?.rule) this.open(entry.rule);
    });
  }

  private get entries() {
    return Object.values(this.data?.nodes ?? {});
  }

  /** Shows the lines of what somebody wants to see in the rules, and goes to them in the text. Says whether they are seen there. */
  find(wanted: Wanted): boolean {
    const { nodes = {}, declared = {} } = this.data ?? {};
    const name = "declared" in wanted ? wanted.declared.find((one) => Object.hasOwn(declared, one)) : undefined;
    const rule = "node" in wanted ? nodes[wanted.node]?.rule : name === undefined ? null : declared[name];
    if (rule) return this.open(rule);
    this.rule.replaceChildren(h("p", { class: "none" }, "No line of the rules declares this: it belongs to every game."));
    return false;
  }

  private open(rule: Rule): boolean {
    this.showRule(rule);
    return this.goTo(rule);
  }

  private goTo({ place, lines }: Rule): boolean {
    return this.go?.(fileOf(place), lines.find(([, , isHere]) => isHere)?.[0] ?? 1) ?? false;
  }

  /** Marks the decisions that a line of the rules is about: somebody reads or writes there. */
  mark(line: number, isOpen: (file: string) => boolean): void {
    const isAbout = ({ place, lines }: Rule) => isOpen(fileOf(place)) && lines.some(([number]) => number === line);
    const boxes = new Set(this.entries.filter(({ rule }) => rule && isAbout(rule)).map(({ box }) => box));
    for (const one of this.paper.querySelectorAll("[id]")) one.classList.toggle("read", boxes.has(one.id));
  }

  /** What some lines of a file do and declare. */
  about(first: number, last: number, isOpen: (file: string) => boolean): Lines {
    const isInside = (place: string) => isOpen(fileOf(place)) && lineOf(place) >= first && lineOf(place) <= last;
    const { deeds = {}, declared = {} } = this.data ?? {};
    return { deeds: Object.entries(deeds).flatMap(([place, deed]) => (isInside(place) ? [deed] : [])), declared: Object.entries(declared).flatMap(([name, rule]) => (rule && isInside(rule.place) ? [name] : [])) };
  }

  /** Draws the graph of another version. */
  async load(version: number): Promise<void> {
    this.asked = version;
    const answer = await fetch(`graph/${version}`);
    if (!answer.ok) return;
    const data = (await answer.json()) as GraphData;
    if (this.asked === version) this.take(data);
  }

  /** Draws a graph. */
  take(data: GraphData): void {
    this.data = data;
    const drawn = new DOMParser().parseFromString(data.svg, "image/svg+xml").documentElement;
    const isDrawn = drawn.localName === "svg";
    if (isDrawn) [this.width, this.height] = [Number(drawn.getAttribute("width")), Number(drawn.getAttribute("height"))];
    this.paper.replaceChildren(isDrawn ? document.importNode(drawn, true) : (data.why ?? "There is no drawing."));
    this.fit();
    this.show();
  }

  private sizes(): HTMLElement {
    const button = (text: string, title: string, scale: () => number | null) => h("button", { attrs: { title, "aria-label": title }, on: () => this.showAt(scale()) }, text);
    return h("div", { class: "sizes", attrs: { role: "group", "aria-label": "Size of the graph" } },
      button("−", "Smaller", () => this.now / STEP), button("+", "Larger", () => this.now * STEP), button("Whole", "The whole graph", () => this.whole), button("Width", "As wide as the panel, and readable", () => null), this.at);
  }

  private get now(): number {
    return this.scale ?? Math.max(SMALLEST, Math.min(1, (this.paper.clientWidth - 16) / this.width));
  }

  private get whole(): number {
    return Math.min((this.paper.clientWidth - 16) / this.width, (this.paper.clientHeight - 16) / this.height);
  }

  private showAt(scale: number | null): void {
    this.scale = scale === null ? null : Math.max(LEAST, Math.min(MOST, scale));
    this.fit();
  }

  /** As wide as the panel, but never so small that nobody can read it; or as large as somebody has chosen. */
  fit(): void {
    const svg = this.paper.querySelector("svg");
    if (!svg || this.paper.clientWidth <= 16 || !this.width) return;
    const width = String(Math.round(this.width * this.now));
    this.at.textContent = `${Math.round(this.now * 100)} %`;
    if (svg.getAttribute("width") === width) return;
    svg.setAttribute("width", width);
    svg.removeAttribute("height");
    this.centre();
  }

  /** Lights the node where the match stands; null: there is no match. */
  light(node: number | null): void {
    if (this.node === node) return;
    this.node = node;
    this.show();
  }

  private show(): void {
    for (const one of this.paper.querySelectorAll(".lit")) one.classList.remove("lit");
    const entry = this.node === null ? undefined : this.data?.nodes[String(this.node)];
    const box = entry ? this.paper.querySelector(`[id="${entry.box}"]`) : null;
    box?.classList.add("lit");
    this.centre();
    if (entry?.rule) this.showRule(entry.rule);
    else this.rule.replaceChildren(h("p", { class: "none" }, this.node === null ? "Begin a match: the place where it stands is lit." : (entry?.title ?? "")));
  }

  /** Brings the focus to the lines that are shown. */
  read(): void {
    this.rule.focus();
  }

  private showRule(rule: Rule): void {
    const there = this.go ? h("button", { class: "small", attrs: { title: "Go to this rule in the text" }, on: () => this.goTo(rule) }, rule.place) : h("small", {}, rule.place);
    this.rule.replaceChildren(...ruleLines(rule, there));
  }

  /** Scrolls to where the match stands. */
  private centre(): void {
    const box = this.paper.querySelector(".lit");
    if (!box || !this.paper.clientHeight) return;
    const of = this.paper.getBoundingClientRect();
    const at = box.getBoundingClientRect();
    this.paper.scrollBy({ top: at.top + at.height / 2 - of.top - of.height / 2, left: at.left + at.width / 2 - of.left - of.width / 2 });
  }
}

const lineOf = (place: string): number => Number(place.slice(place.lastIndexOf(":") + 1));
const fileOf = (place: string): string => place.slice(0, place.lastIndexOf(":"));

function ruleLines({ name, lines }: Rule, there: HTMLElement): HTMLElement[] {
  const indent = Math.min(...lines.filter(([, text]) => text.trim()).map(([, text]) => text.length - text.trimStart().length));
  const shown = lines.map(([number, text, isHere]) => h("span", { class: `line ${isHere ? "here" : ""}` }, h("i", {}, String(number)), text.slice(indent)));
  return [h("h2", {}, name, there), h("pre", { attrs: { tabindex: "0" } }, ...shown)];
}
