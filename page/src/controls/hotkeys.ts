// Numbers on the keyboard for what can be chosen, in the order in which people see it. They show once somebody uses the keyboard.
import { h, put } from "../window/dom.js";

/** More choices than this have no numbers. */
const MOST = 9;
/** What has keys of its own: the button that confirms, sliders, what was seen. */
const OTHERS = "[data-act=done],[data-act=seen],.amount *";

/** Gives each choice on a page its number. */
export function numberChoices(page: HTMLElement): void {
  const all = [...page.querySelectorAll<HTMLElement>("[data-act]:not([disabled])")].filter((one) => !one.matches(OTHERS));
  const keys = [...new Set(all.map((one) => one.dataset.act))];
  if (keys.length < 2 || keys.length > MOST) return;
  for (const [i, key] of keys.entries()) {
    const one = all.find((element) => element.dataset.act === key);
    if (!one) continue;
    one.dataset.hint = String(i + 1);
    put(one, h(one instanceof HTMLButtonElement ? "kbd" : "span", { class: "hint", attrs: { "aria-hidden": "true" } }, String(i + 1)));
  }
}

/** Shows the numbers from the first key on, until the pointer is used again. */
export function watchKeys(): void {
  const { classList } = document.documentElement;
  document.addEventListener("keydown", ({ key }) => { if (/^([1-9]|Arrow\w+|Tab)$/.test(key)) classList.add("keyed"); }, { capture: true });
  document.addEventListener("pointerdown", () => classList.remove("keyed"), { capture: true });
}
