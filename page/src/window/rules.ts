// The rulebook beside the table: a drawer with search, which opens at the rule of the present decision.
import { h } from "./dom.js";
import type { Session } from "../match/session.js";
import { counted } from "../game/words.js";

/** So many pixels are free above a passage that is shown. */
const ABOVE = 10;

export class RulesDrawer {
  private readonly passages: HTMLElement[];
  private readonly found = h("span", { class: "found", attrs: { role: "status" } });
  private readonly search = h("input", { attrs: { type: "search", placeholder: "Search the rules", "aria-label": "Search the rules" } });
  private readonly body: HTMLElement;
  private readonly root: HTMLElement;
  private opener: HTMLElement | null = null;

  constructor(book: DocumentFragment, title: string) {
    this.body = h("div", { class: "book", attrs: { tabindex: "0", role: "document", "aria-label": `The rules of ${title}` } });
    this.body.append(book);
    this.passages = [...this.body.querySelectorAll<HTMLElement>("section[data-level]")];
    const close = h("button", { class: "tool", attrs: { "aria-label": "Close the rules", title: "Close the rules (Escape)" }, on: () => this.close() }, "×");
    this.root = h("aside", { class: "rules", attrs: { role: "dialog", "aria-label": "Rules", hidden: "" } }, h("header", {}, h("h2", {}, "Rules"), this.search, close), this.found, this.contents(), this.body);
    this.search.addEventListener("input", () => this.filter());
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      event.stopPropagation();
    });
    // The address may hold a match: links inside the book only scroll.
    this.root.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link) event.preventDefault();
    });
    document.body.append(this.root);
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  /** The chapters for people, to go to one. */
  private contents(): HTMLElement {
    const chapters = this.passages.filter((one) => one.dataset.level === "1" && foldOf(one) === null);
    const list = h("select", { attrs: { "aria-label": "Chapter" } }, h("option", { attrs: { value: "" } }, "Chapters …"), ...chapters.map((one, i) => h("option", { attrs: { value: String(i) } }, headOf(one))));
    list.addEventListener("change", () => {
      const chosen = chapters[Number(list.value)];
      if (list.value !== "" && chosen) this.show(chosen);
      list.value = "";
    });
    return h("div", { class: "chapters" }, list);
  }

  /** Opens at what is decided now; at the beginning where nothing is. */
  open(session: Session | null): void {
    this.opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    this.root.hidden = false;
    const passage = session && this.passageOf(session);
    this.show(passage ?? this.passages[0] ?? null, passage !== null);
    this.body.focus({ preventScroll: true });
  }

  /** Whether there is a passage about a rule. */
  tells(name: string): boolean {
    return this.passageAbout([name]) !== null;
  }

  /** Opens at the passage about a rule. */
  openAt(name: string): void {
    this.open(null);
    this.show(this.passageAbout([name]), true);
  }

  close(): void {
    this.root.hidden = true;
    if (this.opener?.isConnected) this.opener.focus();
    else document.querySelector<HTMLElement>("[data-tool=rules]")?.focus();
  }

  toggle(session: Session | null): void {
    if (this.isOpen) this.close();
    else this.open(session);
  }

  /** The passage about the open decision: the action that was begun, else the rule that asks, else the phase. */
  private passageOf(session: Session): HTMLElement | null {
    const { step } = session;
    return this.passageAbout([...session.crumbs.flatMap(({ keys }) => keys), ...(step ? [step.name, step.decision] : []), session.view.phase]);
  }

  /** The passage about the first of these names that has one: for people, else among the steps that are folded away. */
  private passageAbout(names: readonly string[]): HTMLElement | null {
    const about = (name: string) => this.passages.filter(({ dataset }) => dataset.tells?.split(" ").includes(name));
    const found = names.flatMap(about);
    return found.find((one) => foldOf(one) === null) ?? found[0] ?? null;
  }

  private show(passage: HTMLElement | null, isHere = false): void {
    this.search.value = "";
    this.filter();
    for (const one of this.passages) one.classList.toggle("here", isHere && one === passage);
    const fold = passage && foldOf(passage);
    if (fold) fold.open = true;
    if (passage) this.body.scrollTop = passage.offsetTop - ABOVE;
  }

  /** Shows the passages that hold all words of the search. */
  private filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const one of this.passages) {
      const text = (one.textContent ?? "").toLowerCase();
      one.hidden = !words.every((word) => text.includes(word));
      if (!one.hidden) count += 1;
    }
    for (const fold of this.body.querySelectorAll<HTMLDetailsElement>("details.full")) {
      const isFound = [...fold.querySelectorAll<HTMLElement>("section")].some(({ hidden }) => !hidden);
      fold.hidden = !isFound;
      fold.open = words.length > 0 && isFound;
    }
    this.found.textContent = words.length ? (count ? `${counted(count, "passage")} with “${this.search.value.trim()}”` : "Nothing in the rules holds that.") : "";
    mark(this.passages, words);
    if (words.length) this.body.scrollTop = 0;
  }
}

/** What folds a passage away; null if nothing does. */
function foldOf(passage: HTMLElement): HTMLDetailsElement | null {
  return passage.closest<HTMLDetailsElement>("details.full");
}

function headOf(passage: HTMLElement): string {
  return passage.querySelector("h2")?.textContent?.trim() ?? "";
}

/** Colours the words that were searched, where the browser can do it without changing the text. */
function mark(passages: readonly HTMLElement[], words: readonly string[]): void {
  if (typeof Highlight === "undefined") return;
  const ranges: Range[] = [];
  for (const passage of words.length ? passages : []) {
    if (passage.hidden) continue;
    const walker = document.createTreeWalker(passage, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? "").toLowerCase();
      for (const word of words) for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set("searched", new Highlight(...ranges));
}

/** The drawer of a page; null where the page holds no rules. */
export function drawerOf(title: string): RulesDrawer | null {
  const held = document.getElementById("page-rules");
  if (!(held instanceof HTMLTemplateElement) || !held.content.childElementCount) return null;
  return new RulesDrawer(held.content, title);
}
