// What is known only when a page is painted: words become smaller until they fit their cards, and cards round a table as large as their places allow.

/** The sizes of letters of which words become smaller, and the least that can be read. */
const STEP = 0.5;
const LEAST = 6.5;
/** How high a card is, in its widths. */
const HIGH = 7 / 5;
/** The widths of the cards that lie openly before the seats of a round table. */
const WIDTHS = [84, 73, 63, 54, 46, 38, 29, 21];
/** The part of a narrow table that a card takes at most. */
const NARROW = 0.15;
/** The rim of a round table, and the free room between what lies on it. */
const RIM = 12;
const AIR = 4;

/** Makes the words on cards smaller until nothing of them is cut: a name that cannot be read is shortened, or left out, and the drawing says it. */
export function fitWords(page: HTMLElement): void {
  const isCut = (one: HTMLElement) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1 || hasStretched(one);
  let cut = [...page.querySelectorAll<HTMLElement>(".card>.top,.card>.foot")].filter(isCut);
  const sizes = new Map(cut.map((one) => [one, Number.parseFloat(getComputedStyle(one).fontSize)]));
  while (cut.length) {
    // What is asked of each is asked before the first becomes smaller: the page is laid out once for all.
    const shares = cut.map((one) => one.clientWidth / Math.max(1, one.scrollWidth));
    for (const [i, one] of cut.entries()) {
      const before = sizes.get(one) ?? 0;
      const size = Math.min(before - STEP, Math.max(LEAST, before * shares[i]));
      sizes.set(one, size);
      if (size < LEAST) one.classList.add("unread");
      else one.style.fontSize = `${size}px`;
    }
    cut = cut.filter((one) => !one.classList.contains("unread") && isCut(one));
  }
  shorten([...page.querySelectorAll<HTMLElement>(".card>.top.unread")]);
}

/** So many letters of a word with the point behind them tell at least what it is. */
const FEWEST = 4;
/** The part of a card that its name takes at most. */
const HIGHEST = 0.5;

/** Gives names that would have to be smaller than anybody reads several lines, with words that end in a point: “Fairgr.”. What has no room either way stays out. */
function shorten(names: readonly HTMLElement[]): void {
  const all = names.map((one) => ({ one, whole: one.textContent ?? "" }));
  for (const { one } of all) {
    one.classList.replace("unread", "brief");
    one.style.fontSize = `${LEAST}px`;
  }
  let wide = all.filter(({ one }) => one.scrollWidth > one.clientWidth);
  for (let most = Math.max(0, ...wide.map(({ whole }) => longest(whole))) - 1; most >= FEWEST && wide.length; most--) {
    for (const { one, whole } of wide) one.textContent = whole.split(" ").map((word) => (word.length > most ? `${word.slice(0, most - 1)}.` : word)).join(" ");
    wide = wide.filter(({ one }) => one.scrollWidth > one.clientWidth);
  }
  const isHigh = ({ offsetHeight, parentElement: card }: HTMLElement) => card !== null && offsetHeight > card.offsetWidth * HIGH * HIGHEST;
  for (const { one, whole } of all.filter(({ one }) => one.scrollWidth > one.clientWidth || isHigh(one))) {
    one.classList.replace("brief", "unread");
    one.textContent = whole;
  }
}

function longest(name: string): number {
  return Math.max(...name.split(" ").map((word) => word.length));
}

/** Whether what stands below makes a card without a text higher than others. */
function hasStretched({ classList, parentElement: card }: HTMLElement): boolean {
  return classList.contains("foot") && card !== null && !card.classList.contains("says") && card.offsetHeight > card.offsetWidth * HIGH + 1;
}

/** The least width of the cards of a hand that become lower, and by how much they do each time. */
const LEAST_HELD = 56;
const LOWER = 6;

/** Makes large cards of a hand smaller until none is cut by what stands above them. */
export function fitHand(page: HTMLElement): void {
  const dock = page.querySelector<HTMLElement>(".dock");
  const mine = dock?.querySelector<HTMLElement>(":scope>.mine");
  const cards = mine?.querySelector<HTMLElement>(".hand .cards.big");
  if (!dock || !mine || !cards) return;
  // What stands at the lower end of its place sticks out above it.
  const isCut = () => [...mine.children].some((one) => one.getBoundingClientRect().top < mine.getBoundingClientRect().top - 1) || mine.scrollHeight > mine.clientHeight + 1 || dock.scrollHeight > dock.clientHeight + 1;
  for (let width = cards.querySelector<HTMLElement>(".card")?.offsetWidth ?? 0; width > LEAST_HELD && isCut(); width -= LOWER) for (const name of ["--big", "--cw", "--held"]) cards.style.setProperty(name, `${width - LOWER}px`);
}

/** Less than so many pixels of a card under another one are not missed. */
const MISSED = 4;

/** Marks the cards of whoever looks that lie under the next one: only what is left of these is written at their edge. */
export function markUnder(page: HTMLElement): void {
  // What stands for the cards becomes narrower than they are: they are measured themselves.
  const all = [...page.querySelectorAll<HTMLElement>(".mine .cards>.grp")].map((one) => {
    const cards = [...(one.querySelector(":scope>.fan")?.children ?? [one])].map((card) => card.getBoundingClientRect());
    return { one, first: cards[0], last: cards[cards.length - 1] };
  });
  for (const [i, { one, last }] of all.entries()) {
    const next = all[i + 1];
    one.classList.toggle("under", next?.one.parentElement === one.parentElement && next.first.left > last.left && next.first.left < last.right - MISSED && next.first.top < last.bottom && last.top < next.first.bottom);
  }
}

/** The widths of cards that players have laid out for each value of a type, where these are larger than usual. */
const LAID_OUT = [100, 92, 84, 76, 68, 60];

/** Makes what players have laid out beside each other as large as the table has room for. It is never larger than it was (`last`): nothing grows when a card is taken. */
export function fitLaidOut(page: HTMLElement, last: number): number {
  const table = page.querySelector<HTMLElement>(".table");
  const rows = [...page.querySelectorAll<HTMLElement>(".places:has(>.place>.own)")];
  if (!table || !rows.length) return last;
  const isOut = (one: HTMLElement) => one.scrollWidth > one.clientWidth + 1;
  const fits = (width: number) => {
    for (const row of rows) row.style.setProperty("--laid", `${width}px`);
    return table.scrollHeight <= table.clientHeight + 1 && !rows.some((row) => [...row.children].some((place) => isOut(place as HTMLElement)));
  };
  const found = LAID_OUT.find((width) => width <= last && fits(width));
  if (found === undefined) for (const row of rows) row.style.removeProperty("--laid");
  return found ?? 0;
}

/** The width of the cards that lie openly round a table, and for which table it was found. */
export interface Laid { width: number; of: string }

/** Makes what lies openly before the seats of a round table as large as it can be: nobody's cards lie on those of others, and all lie on the table. `last` is what the page has on already, and stays while as much lies there. */
export function fitSeats(page: HTMLElement, last: Laid): Laid {
  const felt = page.querySelector<HTMLElement>(".felt:has(>.sits>.cards.open)");
  if (!felt) return last;
  const parts = [...felt.querySelectorAll<HTMLElement>(":scope>.sits,:scope>.centre")];
  const of = [felt.clientWidth, felt.clientHeight, ...parts.map((one) => one.querySelectorAll(".card").length)].join();
  const isCrowded = () => {
    const table = felt.getBoundingClientRect();
    const areas = parts.map((one) => one.getBoundingClientRect());
    const isOut = (one: DOMRect) => one.top < table.top + RIM || one.bottom > table.bottom - RIM || one.left < table.left + RIM || one.right > table.right - RIM;
    const isOver = (one: DOMRect, other: DOMRect) => one.left < other.right + AIR && other.left < one.right + AIR && one.top < other.bottom + AIR && other.top < one.bottom + AIR;
    return areas.some((one, i) => isOut(one) || areas.slice(0, i).some((other) => isOver(one, other)));
  };
  if (of === last.of && !isCrowded()) return last;
  const most = felt.classList.contains("narrow") ? felt.clientWidth * NARROW : Number.POSITIVE_INFINITY;
  const widths = WIDTHS.filter((one) => one <= most);
  // The largest that fits lies between the last that was too large and the first that fits.
  let [large, small] = [-1, widths.length - 1];
  while (small - large > 1) {
    const middle = Math.floor((large + small) / 2);
    layAt(page, widths[middle]);
    if (isCrowded()) large = middle;
    else small = middle;
  }
  layAt(page, widths[small]);
  return { width: widths[small], of };
}

/** Lays the cards before the seats out as wide as that. */
export function layAt(page: HTMLElement, width: number): void {
  page.querySelector<HTMLElement>(".felt")?.style.setProperty("--open", `${width}px`);
}
