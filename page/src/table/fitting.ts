// What is known only when a page is painted: words become smaller until they fit their cards, and cards round a table as large as their places allow.

/** The sizes of letters of which words become smaller, and the least that can be read. */
const STEP = 0.5;
const LEAST = 6.5;
/** How high a card is, in its widths. */
const HIGH = 7 / 5;
/** The widths of the cards that lie openly before the seats of a round table, and how much larger those of whoever looks are. */
const WIDTHS = [84, 76, 68, 60, 52, 46, 40, 34, 29, 25];
/** The part of a narrow table that a card takes at most. */
const NARROW = 0.15;
/** The rim of a round table, and the free room between what lies on it. */
const RIM = 12;
const AIR = 4;

/** Makes the words on cards smaller until nothing of them is cut: a name that cannot be read is left out, the drawing says it. */
export function fitWords(page: HTMLElement): void {
  const isCut = (one: HTMLElement) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1 || hasStretched(one);
  let cut = [...page.querySelectorAll<HTMLElement>(".card>.top,.card>.foot")].filter(isCut);
  const sizes = new Map(cut.map((one) => [one, Number.parseFloat(getComputedStyle(one).fontSize)]));
  while (cut.length) {
    for (const one of cut) {
      const size = (sizes.get(one) ?? 0) - STEP;
      sizes.set(one, size);
      if (size < LEAST) one.classList.add("unread");
      else one.style.fontSize = `${size}px`;
    }
    cut = cut.filter((one) => !one.classList.contains("unread") && isCut(one));
  }
}

/** Whether what stands below makes a card without a text higher than others. */
function hasStretched({ classList, parentElement: card }: HTMLElement): boolean {
  return classList.contains("foot") && card !== null && !card.classList.contains("says") && card.offsetHeight > card.offsetWidth * HIGH + 1;
}

/** Makes what lies openly before the seats of a round table as large as it can be: nobody's cards lie on those of others, and all lie on the table. */
export function fitSeats(page: HTMLElement): void {
  const felt = page.querySelector<HTMLElement>(".felt:has(>.sits>.cards.open)");
  if (!felt) return;
  const parts = [...felt.querySelectorAll<HTMLElement>(":scope>.sits,:scope>.centre")];
  const isCrowded = () => {
    const table = felt.getBoundingClientRect();
    const areas = parts.map((one) => one.getBoundingClientRect());
    const isOut = (one: DOMRect) => one.top < table.top + RIM || one.bottom > table.bottom - RIM || one.left < table.left + RIM || one.right > table.right - RIM;
    const isOver = (one: DOMRect, other: DOMRect) => one.left < other.right + AIR && other.left < one.right + AIR && one.top < other.bottom + AIR && other.top < one.bottom + AIR;
    return areas.some((one, i) => isOut(one) || areas.slice(0, i).some((other) => isOver(one, other)));
  };
  const most = felt.classList.contains("narrow") ? felt.clientWidth * NARROW : Number.POSITIVE_INFINITY;
  for (const width of WIDTHS.filter((one) => one <= most)) {
    felt.style.setProperty("--open", `${width}px`);
    if (!isCrowded()) return;
  }
}
