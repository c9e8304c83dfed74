// A list that opens below a button, and closes with Escape, by a choice, or by a click elsewhere.
import { h } from "../../page/src/dom.js";

export class Menu {
  private readonly list = h("ul", { class: "menu" });
  readonly root: HTMLElement;
  private readonly button: HTMLButtonElement;

  constructor(title: string, private readonly entries: () => Promise<HTMLElement[]>) {
    this.list.hidden = true;
    this.button = h("button", { class: "act", attrs: { "aria-expanded": "false" }, on: () => void this.toggle() }, title);
    this.root = h("div", { class: "has-menu" }, this.button, this.list);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.close();
      this.button.focus();
    });
    this.list.addEventListener("click", ({ target }) => { if (target instanceof HTMLElement && target.closest("button")) this.close(); });
    addEventListener("pointerdown", ({ target }) => { if (!this.root.contains(target as Node)) this.close(); });
  }

  private async toggle(): Promise<void> {
    if (!this.list.hidden) {
      this.close();
      return;
    }
    this.list.replaceChildren(...(await this.entries()));
    this.list.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.list.querySelector("button")?.focus();
  }

  private close(): void {
    this.list.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }
}
