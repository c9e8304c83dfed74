// What programs that read pages aloud are told. The page is made anew at each painting, so what such programs would have to follow is in one element that stays.
import { h } from "./dom.js";

/** The mark of what is read aloud when it is new: the question, a reason, the end. */
export const SAID = { "data-said": "" };

/** Milliseconds for which a sentence stays: long enough to be noticed, and nobody finds it beside the table later. */
const LASTS = 5_000;

/** Says each thing once, in the order in which it happened. */
export class Voice {
  readonly root = h("div", { class: "sr", attrs: { role: "log", "aria-live": "polite", "aria-label": "News" } });
  private before = new Set<string>();

  /** Forgets all that was said: somebody else takes the device, who may not learn of it. */
  hush(): void {
    this.root.replaceChildren();
  }

  /** Says what has happened, then what the page says about it: after news also the question that stood there before. */
  tell(news: readonly string[], page: HTMLElement): void {
    const marked = [...page.querySelectorAll<HTMLElement>("[data-said]")].flatMap(({ innerText }) => innerText.replace(/\s+/g, " ").trim() || []);
    for (const text of [...news, ...marked.filter((one) => news.length || !this.before.has(one))]) {
      const sentence = h("p", {}, text);
      this.root.append(sentence);
      setTimeout(() => sentence.remove(), LASTS);
    }
    this.before = new Set(marked);
  }
}
