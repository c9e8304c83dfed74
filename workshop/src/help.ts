// Help beside the rules: the pages of the documentation, found by words, and what is said of each finding.
import { h } from "../../page/src/window/dom.js";
import { elementsOf, inline } from "./markdown.js";
import { rankOf } from "./menu.js";
import { fetchedJson } from "./parts.js";

interface Page { name: string; title: string; text: string }
interface Section { page: Page; heading: string; text: string }

const MOST = 40;
const GROUPS: [string, string][] = [["learn/", "Learn the language"], ["language/", "Reference"], ["how-to/phrases/", "Phrases of rulebooks"], ["how-to/", "How to say it"]];

export class Help {
  readonly root = h("section", { class: "lesson help", attrs: { "aria-label": "Help", tabindex: "0" } });
  private pages = new Map<string, Page>();
  private sections: Section[] = [];
  /** The pages that were read, the last one at the end; "" is the list. */
  private trail: string[] = [];
  private asked = "";

  /** `left` is told when somebody closes the help. */
  constructor(private readonly left: () => void) {
    this.root.hidden = true;
  }

  /** Opens a page, as `how-to/drafting#what-goes-wrong`, or the list of all. */
  async open(target = ""): Promise<void> {
    if (!this.pages.size) {
      const all = (await fetchedJson("help.json")) as Page[];
      this.pages = new Map(all.map((page) => [page.name, page]));
      this.sections = all.flatMap(sectionsOf);
    }
    if (this.root.hidden) this.trail = [];
    this.root.hidden = false;
    this.visit(target);
  }

  /** Shows what the pages say of a word. */
  async find(word: string): Promise<void> {
    this.asked = word;
    await this.open();
  }

  close(): void {
    this.root.hidden = true;
    this.left();
  }

  private visit(target: string): void {
    if (this.trail.at(-1) !== target) this.trail.push(target);
    const [name, anchor = ""] = target.split("#");
    const page = this.pages.get(name);
    const back = this.trail.length > 1 ? h("button", { class: "small", on: () => { this.trail.pop(); this.visit(this.trail.at(-1) ?? ""); } }, "Back") : null;
    const list = page ? h("button", { class: "small", on: () => this.visit("") }, "All pages") : null;
    const head = h("p", { class: "place" }, h("span", {}, "Help ", back, list), h("button", { class: "close", attrs: { "aria-label": "Close the help" }, on: () => this.close() }, "×"));
    this.root.replaceChildren(head, ...(page ? [h("h2", {}, ...inline(page.title)), ...elementsOf(page.text, (link) => this.follow(name, link))] : this.list()));
    this.root.scrollTop = 0;
    if (anchor) [...this.root.querySelectorAll("h3")].find(({ textContent }) => slug(textContent ?? "") === anchor)?.scrollIntoView();
  }

  /** What a link on a page does; null if it leads nowhere from here. */
  private follow(from: string, link: string): (() => void) | null {
    const target = resolved(from, link);
    return this.pages.has(target.split("#")[0]) ? () => this.visit(target) : null;
  }

  private list(): HTMLElement[] {
    const found = h("ul", { class: "found" });
    const field = h("input", { class: "filter", attrs: { type: "search", placeholder: "Search: deal, loop, ties, E0301", "aria-label": "Search the help", value: this.asked } });
    const draw = () => {
      this.asked = field.value;
      found.replaceChildren(...(field.value.trim() ? this.search(field.value) : this.overview()));
    };
    field.addEventListener("input", draw);
    draw();
    queueMicrotask(() => field.focus());
    return [field, found];
  }

  private overview(): HTMLElement[] {
    const rest = [...this.pages.values()].filter(({ name }) => !name.startsWith("findings/"));
    return GROUPS.flatMap(([start, title]) => {
      const own = rest.filter((page) => GROUPS.find(([one]) => page.name.startsWith(one))?.[0] === start);
      return [h("li", {}, h("h3", {}, title)), ...own.map((page) => this.entry(page.name, page.title, "", ""))];
    });
  }

  private search(asked: string): HTMLElement[] {
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = this.sections.flatMap((section) => {
      const title = plain(section.heading || section.page.title);
      const rank = rankOf(asked, title, `${title} ${section.page.title} ${section.text}`);
      return rank === null ? [] : [{ section, rank: section.page.name.startsWith("findings/") ? rank + 0.5 : rank }];
    }).sort((a, b) => a.rank - b.rank).slice(0, MOST);
    if (!hits.length) return [h("li", {}, "No page has these words.")];
    return hits.map(({ section: { page, heading, text } }) => {
      const line = text.split("\n").find((one) => words.some((word) => one.toLowerCase().includes(word)) && !one.startsWith("```")) ?? "";
      return this.entry(heading ? `${page.name}#${slug(heading)}` : page.name, heading || page.title, heading ? page.title : "", plain(line));
    });
  }

  private entry(target: string, title: string, of: string, line: string): HTMLElement {
    return h("li", {}, h("button", { on: () => this.visit(target) }, h("b", {}, plain(title)), of ? h("small", {}, ` ${plain(of)}`) : null, line ? h("span", {}, line) : null));
  }
}

/** Where a link on a page leads, as a name of a page. */
export function resolved(from: string, link: string): string {
  const { pathname, hash } = new URL(link, `http://docs/${from}.md`);
  return pathname.slice(1).replace(/\.md$/, "") + hash;
}

function sectionsOf(page: Page): Section[] {
  const [first, ...others] = page.text.split(/^#{2,4} /m);
  const own: Section = { page, heading: "", text: first };
  return [own, ...others.map((one) => ({ page, heading: one.split("\n", 1)[0], text: one.slice(one.indexOf("\n") + 1) }))];
}

const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*|#]/g, "").trim();

/** A heading as links name it. */
export const slug = (heading: string): string => plain(heading).toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
