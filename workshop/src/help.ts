// The documentation beside the rules: pages by subject, and a search through all of them.
import { type Child, h } from "../../page/src/dom.js";
import { elementsOf, slugOf, type Ways } from "./markdown.js";
import { rankOf } from "./menu.js";

export interface Page { path: string; group: string; title: string; text: string }

/** A heading of a page, and the text below it up to the next one. */
export interface Section { page: Page; title: string; depth: number; text: string }

interface Place { page: Page; slug: string }

const MOST_FOUND = 40;

/** The sections of a page; the first one is the page itself. */
export function sectionsOf(page: Page): Section[] {
  const found: Section[] = [{ page, title: page.title, depth: 1, text: "" }];
  let isCode = false;
  for (const line of page.text.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const head = isCode ? null : /^(#+) (.*)/.exec(line);
    if (head) found.push({ page, title: head[2].replaceAll("`", ""), depth: head[1].length, text: "" });
    else found[found.length - 1].text += `${line}\n`;
  }
  return found;
}

/** The sections that have all words, those first whose titles fit best. */
export function search(sections: Section[], words: string): Section[] {
  const ranked = sections.flatMap((one) => {
    const rank = rankOf(words, one.title, `${one.title} ${one.text}`);
    return rank === null ? [] : [{ one, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one);
}

/** Where a link of a page leads: the path of another page, and the name of a heading. */
export function targetOf(path: string, link: string): { path: string; slug: string } {
  const url = new URL(link, `docs:///${path}`);
  return { path: url.pathname.slice(1), slug: url.hash.slice(1) };
}

export class HelpPanel {
  private readonly field = h("input", { class: "filter", attrs: { type: "search", placeholder: "Search: words of a rulebook, or of the language …", "aria-label": "Search the help", autocomplete: "off", spellcheck: "false" } });
  private readonly content = h("div", { class: "pages", attrs: { tabindex: "0" } });
  private readonly back = h("button", { class: "small", on: () => this.goBack() }, "Back");
  readonly root = h("div", { class: "help" }, h("div", { class: "acts" }, this.field, h("button", { class: "small", on: () => this.showContents() }, "Contents"), this.back), this.content);
  private pages: Page[] = [];
  private sections: Section[] = [];
  private readonly past: Place[] = [];
  private shown: Place | null = null;

  /** `tryOut` opens a whole game of a page, `shipped` a game by its name. */
  constructor(private readonly tryOut: (rules: string) => void, private readonly shipped: (name: string) => void) {
    this.field.addEventListener("input", () => this.narrow());
    this.field.addEventListener("keydown", ({ key }) => { if (key === "Enter") this.content.querySelector<HTMLElement>("a")?.click(); });
  }

  /** Reads the pages, once, and shows what there is. */
  async show(): Promise<void> {
    if (this.pages.length) return;
    this.pages = (await (await fetch("help.json")).json()) as Page[];
    this.sections = this.pages.flatMap(sectionsOf);
    this.showContents();
  }

  /** Shows what is said of a word; all subjects if nothing is. */
  async find(word: string): Promise<void> {
    await this.show();
    this.field.value = word;
    this.narrow();
    this.field.focus();
  }

  /** What a link of a page outside does: of a lesson. */
  waysFrom(path: string, shown: () => void): Ways {
    return {
      link: (link) => {
        if (/^\w+:/.test(link)) return null;
        const target = targetOf(path, link);
        const game = /^games\/.*?(\w+)\.gdl$/.exec(target.path)?.[1];
        if (game) return () => this.shipped(game);
        if (!/^(language|learn|how-to)\/.*\.md$/.test(target.path)) return null;
        return () => {
          shown();
          void this.open(target.path, target.slug);
        };
      },
      below: (rules) => (rules.startsWith("game ") ? h("p", { class: "acts" }, h("button", { class: "small", on: () => this.tryOut(rules) }, "Open in the editor")) : null),
    };
  }

  private async open(path: string, slug: string): Promise<void> {
    await this.show();
    const page = this.pages.find((one) => one.path === path);
    if (page) this.go({ page, slug });
    else this.showContents();
  }

  private go(place: Place): void {
    if (this.shown) this.past.push(this.shown);
    this.showPlace(place);
  }

  private goBack(): void {
    const place = this.past.pop();
    if (place) this.showPlace(place);
    else this.showContents();
  }

  private showPlace({ page, slug }: Place): void {
    this.field.value = "";
    this.shown = { page, slug };
    this.content.replaceChildren(h("h2", {}, page.title), ...elementsOf(page.text, this.waysFrom(page.path, () => undefined)));
    this.back.hidden = false;
    const head = slug ? this.content.querySelector<HTMLElement>(`[data-slug="${CSS.escape(slug)}"]`) : null;
    this.content.scrollTop = 0;
    if (head) {
      head.scrollIntoView({ block: "start" });
      head.focus({ preventScroll: true });
    } else this.content.focus();
  }

  private showContents(): void {
    this.shown = null;
    this.past.length = 0;
    this.back.hidden = true;
    this.field.value = "";
    const groups = [...new Set(this.pages.map(({ group }) => group))];
    this.content.replaceChildren(...groups.flatMap((group) => [h("h3", {}, group),
      h("ul", {}, ...this.pages.filter((one) => one.group === group).flatMap((page) => this.entry(page, group)))]));
    this.content.scrollTop = 0;
  }

  /** A page in the list of all; the first one is long: its chapters stand below it. */
  private entry(page: Page, group: string): HTMLElement[] {
    const chapters = page === this.pages[0] ? this.sections.filter((one) => one.page === page && one.depth === 2) : [];
    const link = (title: string, slug: string) => h("a", { attrs: { href: "#" }, on: (event) => { event.preventDefault(); this.go({ page, slug }); } }, title);
    const title = page.title.replace(/^(How to say|Phrases): (.)/, (_whole, _head, first: string) => first.toUpperCase());
    return [h("li", {}, link(title === group ? "The whole reference" : title, ""), chapters.length ? h("ul", { class: "chapters" }, ...chapters.map((one) => h("li", {}, link(one.title, slugOf(one.title))))) : null)];
  }

  private narrow(): void {
    const words = this.field.value.trim();
    if (!words) {
      this.showContents();
      return;
    }
    const found = search(this.sections, words);
    this.back.hidden = this.past.length === 0 && !this.shown;
    this.content.scrollTop = 0;
    this.content.replaceChildren(h("p", { class: "count", attrs: { role: "status" } }, found.length ? `${found.length > MOST_FOUND ? `The first ${MOST_FOUND} of ${found.length}` : found.length} places` : "No page has all these words."),
      h("ul", { class: "found" }, ...found.slice(0, MOST_FOUND).map((one) => this.result(one, words))));
  }

  private result(one: Section, words: string): HTMLElement {
    const on = (event: MouseEvent) => {
      event.preventDefault();
      this.go({ page: one.page, slug: one.depth > 1 ? slugOf(one.title) : "" });
    };
    return h("li", {}, h("a", { attrs: { href: "#" }, on }, one.title), one.depth > 1 ? h("small", {}, ` ${one.page.title}`) : null, h("p", {}, ...lit(lineWith(one, words), words)));
  }
}

/** The line of a section that shows what was looked for. */
function lineWith({ text }: Section, words: string): string {
  const all = words.toLowerCase().split(/\s+/);
  const lines = text.split("\n").filter((line) => line.trim() && !line.startsWith("```"));
  const best = lines.map((line) => ({ line, hits: all.filter((word) => line.toLowerCase().includes(word)).length })).sort((a, b) => b.hits - a.hits)[0];
  return (best?.line ?? "").replace(/[`*|]|\]\([^)]*\)|\[/g, "").trim();
}

/** A line with the words marked. */
function lit(line: string, words: string): Child[] {
  const all = words.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return line.split(new RegExp(`(${all.join("|")})`, "i")).map((part, i) => (i % 2 ? h("mark", {}, part) : part));
}
