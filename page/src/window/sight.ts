// Choices that lie where nobody sees them: a new decision brings them into sight, and what is still hidden is told with a button that leads there.
import { h } from "./dom.js";
import { counted } from "../game/words.js";

const ROOM = 8;
/** The heading above choices is seen, too. */
const HEAD = 34;

/** The choices on a table that lie above and below the part of it that is seen. */
interface Hidden { above: DOMRect[]; below: DOMRect[]; all: DOMRect[] }

export class Sight {
  private asked: unknown = null;

  /** Looks after the choices of a page that was painted anew. `asked` is another one for each decision; `covered` is how much of the table something lies over. */
  follow(page: HTMLElement, asked: unknown, covered: number): void {
    const table = page.querySelector<HTMLElement>(".table");
    if (!table) return;
    const isNew = asked !== null && asked !== this.asked;
    this.asked = asked;
    const up = chip("up", () => bring(table, hiddenOn(table, covered).above, covered));
    const down = chip("down", () => bring(table, hiddenOn(table, covered).below, covered));
    down.style.setProperty("margin-bottom", `${covered + ROOM}px`);
    if (isNew) {
      const { above, below, all } = hiddenOn(table, covered);
      if (above.length || below.length) bring(table, all, covered);
    }
    page.append(up, down);
    const tell = () => {
      const { above, below } = hiddenOn(table, covered);
      label(up, "↑", above.length, "above");
      label(down, "↓", below.length, "below");
    };
    table.addEventListener("scroll", tell, { passive: true });
    tell();
  }
}

function chip(way: string, act: () => void): HTMLElement {
  return h("button", { class: `chip-to ${way}`, on: act });
}

function label(of: HTMLElement, sign: string, count: number, where: string): void {
  of.hidden = !count;
  of.replaceChildren(h("span", { attrs: { "aria-hidden": "true" } }, sign), ` ${counted(count, "choice")} ${where}`);
}

function hiddenOn(table: HTMLElement, covered: number): Hidden {
  const seen = table.getBoundingClientRect();
  const found = new Map<string, DOMRect>();
  for (const one of table.querySelectorAll<HTMLElement>("[data-act]:not(.barred)")) if (one.getClientRects().length) found.set(one.dataset.act ?? "", one.getBoundingClientRect());
  const all = [...found.values()];
  const middle = ({ top, height }: DOMRect) => top + height / 2;
  return { all, above: all.filter((one) => middle(one) < seen.top), below: all.filter((one) => middle(one) > seen.bottom - covered) };
}

/** Scrolls as little as shows all of these. Where they are higher than what is seen, the first of them stands at the top, if more of them are seen then. */
function bring(table: HTMLElement, wanted: readonly DOMRect[], covered: number): void {
  const seen = table.getBoundingClientRect();
  const [top, bottom] = [Math.min(...wanted.map((one) => one.top)) - HEAD, Math.max(...wanted.map((one) => one.bottom)) + ROOM];
  const free = seen.height - covered;
  const countFrom = (start: number) => wanted.filter((one) => one.top >= start && one.top + one.height / 2 <= start + free).length;
  const areHigher = bottom - top > free;
  if (top < seen.top || (areHigher && countFrom(top) > countFrom(seen.top))) table.scrollTop += top - seen.top;
  else if (!areHigher && bottom > seen.top + free) table.scrollTop += bottom - seen.top - free;
}
