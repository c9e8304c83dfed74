// How large boards and cards are, so that the table fits the window.

const SIDE = 296;
const PHONE = 760;
/** Windows as low as this, and wider than high, have the decision beside the table. */
const LOW = 560;
const LEAST_BOARD = 0.54;
/** The same when the match is over: nothing is chosen on the board any more, and all of it is seen. */
const LEAST_AT_THE_END = 0.36;
const CARD = { most: 140, beside: 92, least: 68, step: 12 };
/** So wide are cards on a phone where few lie on the table. */
const PHONE_CARD = 116;
/** What is left and right of the table, and between cards. */
const PHONE_EDGE = 12;
const PHONE_GAP = 8;
/** The texts of smaller cards cannot be read. */
const READABLE = 100;

/** What may be larger than its place, and whether it is: keys scroll what can be focused. */
const SCROLLED = ".boards,.shelf,.mine,.facts,.seats,.choices,.scores";

/** The sizes of one match. They stay so for the match, so that nothing jumps. */
export class Sizes {
  /** The width of large cards. */
  private big = innerWidth <= PHONE ? PHONE_CARD : CARD.most;
  private height = Number.POSITIVE_INFINITY;
  private owns = false;

  /** Whether the decision stands beside the table. */
  get isBeside(): boolean {
    return innerHeight <= LOW && innerWidth > innerHeight;
  }

  get isPhone(): boolean {
    return innerWidth <= PHONE || this.isBeside;
  }

  /** The room of the table. Once the dock has shown what somebody owns, it keeps the room for it: boards stay as large as they are. */
  room(hasOwn: boolean): { width: number; height: number } {
    if (hasOwn) this.owns = true;
    if (this.isBeside) return { width: innerWidth - besideWidth() - 40, height: innerHeight - 74 };
    const guess = this.isPhone && this.owns ? innerHeight * 0.5 : innerHeight - (this.isPhone ? 215 : this.owns ? 300 : 175);
    return { width: innerWidth - (this.isPhone ? 28 : SIDE + 54), height: Math.min(guess, this.height) };
  }

  /** Tells a page how wide its cards are. */
  dress(page: HTMLElement): void {
    page.style.setProperty("--big", `${this.isPhone && !this.isBeside ? filling(this.big) : this.big}px`);
    page.classList.toggle("small", this.isPhone && this.big < READABLE);
  }

  /** Makes boards and cards smaller until the table fits into `height`. Gives whether to paint again. */
  fit(table: HTMLElement, height: number, isOver: boolean): boolean {
    const boards = isOver ? table.querySelector(".boards") : null; // on a phone they scroll by themselves
    if ([table, boards].every((one) => !one || one.scrollHeight <= one.clientHeight + 2)) return false;
    const shelf = table.querySelector<HTMLElement>(".shelf")?.offsetHeight ?? 0;
    const own = table.clientHeight - shelf - 44;
    const hasBoard = table.querySelector(".boardblock") !== null;
    if (hasBoard && this.big > CARD.beside) {
      this.big = CARD.beside;
      return true;
    }
    // While a decision needs much room, the table scrolls: a board would stay small for good.
    if (hasBoard && own < height - 4 && own > innerHeight * (isOver ? LEAST_AT_THE_END : LEAST_BOARD)) {
      this.height = own;
      return true;
    }
    if (this.isPhone && hasBoard) return false;
    // Cards that say something are not made so small that nobody can read it: on a phone the table scrolls instead.
    const least = this.isPhone && table.querySelector(".card.big.says") ? READABLE : CARD.least;
    if (hasBoard || this.big <= least) return false;
    this.big = Math.max(least, this.big - CARD.step);
    return true;
  }
}

/** The width of cards not smaller than some width of which whole rows fill a phone. */
function filling(least: number): number {
  const room = innerWidth - 2 * PHONE_EDGE + PHONE_GAP;
  return Math.floor(room / Math.max(1, Math.floor(room / (least + PHONE_GAP)))) - PHONE_GAP;
}

/** Where cards need several rows, these are equally long. */
export function balance(table: HTMLElement): void {
  for (const cards of table.querySelectorAll<HTMLElement>(".cards.big")) {
    const all = [...cards.children].filter((one): one is HTMLElement => one instanceof HTMLElement);
    const rows = new Set(all.map(({ offsetTop }) => offsetTop)).size;
    const [first, second] = all;
    const longest = Math.ceil(all.length / rows);
    if (rows < 2 || all.filter(({ offsetTop }) => offsetTop === first.offsetTop).length <= longest) continue;
    const step = second.offsetLeft - first.offsetLeft;
    cards.style.maxWidth = `${Math.ceil(step * (longest - 1) + first.offsetWidth + 1)}px`;
  }
}

/** Lets keys scroll the parts of a page that are larger than their places. */
export function letScroll(page: HTMLElement): void {
  for (const part of page.querySelectorAll<HTMLElement>(SCROLLED)) if (isCut(part)) part.tabIndex = 0;
}

function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
}

/** The width of the column beside the table in low windows, as in `page.css`. */
function besideWidth(): number {
  return Math.max(250, Math.min(420, innerWidth * 0.44));
}
