// A list that opens below a button, and closes with Escape, by a choice, or by a click elsewhere. Arrows go through it; a long one can be narrowed.
import { h } from "../../page/src/window/dom.js";

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Where an entry comes among those that a filter leaves: 0 if its title begins with the filter's words, 1 if each of them begins a word of the title, 2 if they
 *  are all somewhere in the title, 3 in the entry; null if it is left out. */
export function rankOf(filter: string, title: string, whole: string): number | null {
  const words = wordsOf(filter);
  const inTitle = wordsOf(title);
  const areIn = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  if (!areIn(whole)) return null;
  if (!areIn(title)) return 3;
  if (inTitle.join(" ").startsWith(words.join(" "))) return 0;
  return words.every((word) => inTitle.some((one) => one.startsWith(word))) ? 1 : 2;
}

export class Menu {
  private readonly list = h("ul", { class: "menu" });
  readonly root: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly filter = h("input", { class: "filter", attrs: { type: "search", autocomplete: "off", spellcheck: "false" } });
  private readonly none = h("li", { attrs: { hidden: "" } }, h("p", { attrs: { role: "status" } }));
  private all: HTMLElement[] = [];

  /** `filtered` is what the field is called that narrows the list; null if there is none. */
  constructor(title: string, private readonly entries: () => Promise<HTMLElement[]>, private readonly filtered: string | null = null) {
    this.list.hidden = true;
    this.button = h("button", { class: "act", attrs: { "aria-expanded": "false" }, on: () => void this.toggle() }, title);
    this.root = h("div", { class: "has-menu" }, this.button, this.list);
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        this.close();
        this.button.focus();
      } else this.key(event);
    });
    this.filter.addEventListener("input", () => this.narrow());
    this.list.addEventListener("click", ({ target }) => { if (target instanceof HTMLElement && target.closest("button")) this.close(); });
    addEventListener("pointerdown", ({ target }) => { if (!this.root.contains(target as Node)) this.close(); });
  }

  private async toggle(): Promise<void> {
    if (!this.list.hidden) {
      this.close();
      return;
    }
    this.all = await this.entries();
    this.filter.value = "";
    if (this.filtered !== null) this.filter.setAttribute("aria-label", this.filtered);
    if (this.filtered !== null) this.filter.placeholder = `${this.filtered} …`;
    this.list.replaceChildren(...(this.filtered === null ? [] : [h("li", { class: "filters" }, this.filter), this.none]), ...this.all);
    this.list.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.narrow();
    (this.filtered === null ? this.list.querySelector("button") : this.filter)?.focus();
  }

  /** Shows the entries with all words of the filter, and first those whose titles fit it best. */
  private narrow(): void {
    const ranked = this.all.map((one) => ({ one, rank: rankOf(this.filter.value, one.querySelector("b")?.textContent ?? "", one.textContent ?? "") }));
    for (const { one, rank } of ranked) one.hidden = rank === null;
    this.list.append(...ranked.sort((a, b) => (a.rank ?? 4) - (b.rank ?? 4)).map(({ one }) => one));
    const isEmpty = this.seen.length === 0;
    this.none.hidden = !isEmpty;
    if (this.none.firstChild) this.none.firstChild.textContent = isEmpty ? "Nothing in this list has these words." : "";
  }

  /** The first button of each entry that is seen. */
  private get seen(): HTMLButtonElement[] {
    return [...this.list.querySelectorAll<HTMLElement>(":scope > li:not([hidden])")].flatMap((one) => one.querySelector("button") ?? []);
  }

  private key(event: KeyboardEvent): void {
    const { seen } = this;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      const at = seen.findIndex((one) => one.closest("li")?.contains(document.activeElement));
      if (at + by >= 0) seen[Math.min(at + by, seen.length - 1)]?.focus();
      else this.filter.focus();
    } else if (event.key === "Enter" && document.activeElement === this.filter) seen[0]?.click();
    else return;
    event.preventDefault();
  }

  private close(): void {
    this.list.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }
}
