// How large boards and cards are, so that the table fits the window.
import { type PageModel, plansOf } from "../game/model.js";
import { isRoundOwn } from "../boards/middle.js";
import { isOpenMat, type Layout } from "../game/roles.js";

const SIDE = 296;
const PHONE = 760;
/** Windows as low as this, and wider than high, have the decision beside the table. */
const LOW = 560;
const LEAST_BOARD = 0.54;
/** The same of a board of lines on a phone: its places may come nearer to each other, and all of it is seen. */
const LEAST_LINES = 0.36;
/** The same when the match is over: nothing is chosen on the board any more, and all of it is seen. */
const LEAST_AT_THE_END = 0.3;
const CARD = { most: 148, beside: 92, least: 68, step: 8 };
/** The least on a phone: six of them are a row. */
const PHONE_LEAST = 52;
/** So wide are cards on a phone where few lie on the table. */
const PHONE_CARD = 116;
/** The least width of cards beside the board of a phone: four lie in a row. */
const PHONE_BESIDE = 84;
/** What is left and right of the table, and between cards. */
const PHONE_EDGE = 12;
const PHONE_GAP = 8;
/** The rim of a round table, above and below, and the least width of cards on it. */
const RIM = 36;
const LEAST_CARD = 34;
/** The texts of smaller cards cannot be read. */
const READABLE = 100;

/** What may be larger than its place, and whether it is: keys scroll what can be focused. */
const SCROLLED = ".boards,.shelf,.mine,.facts,.seats,.choices,.scores";

/** The heights of what stands above the table and below it, in pixels: the bar, the seats on a phone, the margin of the table, and the question with its choices. */
const BAR = { wide: 48, phone: 44 };
const SEATS = 52;
/** The room on a phone for what others did lately (`.lately`), and the height of the window from which it is there. */
const LATELY = { height: 22, from: 640 };
const MARGIN = { wide: 26, phone: 20 };
const DECISION = { wide: 62, phone: 92 };
/** The height of a second row, for which games with more than so many different choices have room from the beginning. */
const ROW = 48;
const MANY = 10;
/** The same on a phone whose table is a board of squares: what has to be chosen beside it lies over its lower end for that long. */
const QUESTION = 44;
/** So high is a hand before anything has been dealt, and what else somebody owns. */
const HAND = { wide: 160, phone: 116 };
const MAT = { wide: 90, phone: 60 };
/** The dock leaves so much of the window to the table and the bar. */
const LEFT = { wide: 50, phone: 108 };
/** The height of a row of packs below a board, with its gap. */
const SHELF = 52;

/** What of the rules decides how much room a table needs. */
export interface Needs { hasHands: boolean; hasMats: boolean; hasShelf: boolean; hasBoards: boolean; hasLines: boolean; isWordy: boolean }

/** What a match needs. */
export function needsOf(scene: { model: PageModel; layout: Layout }): Needs {
  const { model, layout } = scene;
  const hasBoards = model.boards.some(({ shape }) => shape !== null);
  return {
    hasHands: layout.mat.some(({ visibility }) => visibility.who === "owner"),
    hasMats: !isRoundOwn(model) && layout.mat.some((family) => !isOpenMat(scene, family)),
    hasShelf: hasBoards && layout.shelf.length > 0, hasBoards,
    hasLines: model.boards.some(({ shape }) => shape?.is === "graph"),
    isWordy: !hasBoards && model.nodes.flatMap(({ plan }) => (plan ? [...plansOf(plan)].flatMap(({ parts }) => parts) : [])).length > MANY,
  };
}

/** The sizes of one match. They stay so for the match, so that nothing jumps. */
export class Sizes {
  /** The width of large cards. */
  private big: number;
  private height = Number.POSITIVE_INFINITY;
  /** The height of the boards when they were made lower last, and what was free then. */
  private fitted = { high: Number.POSITIVE_INFINITY, free: Number.POSITIVE_INFINITY };
  /** The width of the cards that players have laid out beside each other. */
  laidOut = Number.POSITIVE_INFINITY;
  /** The width of the cards that lie in several rows on a phone. */
  inRows = Number.POSITIVE_INFINITY;
  /** Whether what is somebody's lies small on the table: what all share needs the room. */
  private isDense = false;
  /** The height of what somebody owns in the dock, and of the question with its choices: of the highest that there was. */
  private own: number;
  private decision: number;
  /** Which boards lie on their side, found anew until the table fits for the first time. */
  private readonly turned = new Map<number, boolean>();
  private hasFitted = false;
  /** Whether a phone tells above the table what others did lately: not where a board needs the room. */
  private hasLately = innerHeight >= LATELY.from;

  constructor(private readonly needs: Needs) {
    this.big = innerWidth <= PHONE ? PHONE_CARD : needs.hasBoards ? CARD.beside : CARD.most;
    this.own = needs.hasHands ? this.of(HAND) : needs.hasMats ? this.of(MAT) : 0;
    this.decision = this.isPhone && needs.hasBoards && !needs.hasLines ? QUESTION : this.of(DECISION) + (needs.isWordy && !this.isPhone ? ROW : 0);
  }

  /** Whether the decision stands beside the table. */
  get isBeside(): boolean {
    return innerHeight <= LOW && innerWidth > innerHeight;
  }

  get isPhone(): boolean {
    return innerWidth <= PHONE || this.isBeside;
  }

  private of({ wide, phone }: { wide: number; phone: number }): number {
    return this.isPhone ? phone : wide;
  }

  /** The height of the dock, with room for what is usually chosen from. */
  private get dock(): number {
    return Math.min(this.decision + this.own, innerHeight / 2 - this.of(LEFT));
  }

  /** The room of the table, and whether the panels of the seats stand beside it. */
  get room(): { width: number; height: number; hasPanels: boolean; turned: Map<number, boolean> } {
    const { turned } = this;
    if (this.isBeside) return { width: innerWidth - besideWidth() - 24, height: innerHeight - 74, hasPanels: false, turned };
    const free = innerHeight - this.of(BAR) - this.of(MARGIN) - this.dock - (this.isPhone ? SEATS + (this.hasLately ? LATELY.height : 0) : this.needs.hasShelf ? SHELF : 0);
    return { width: innerWidth - (this.isPhone ? (this.needs.hasBoards ? 14 : 28) : SIDE + 54), height: Math.min(free, this.height), hasPanels: !this.isPhone, turned };
  }

  /** Tells a page how wide its cards are and how high its dock is. */
  dress(page: HTMLElement): void {
    page.style.setProperty("--big", `${this.isPhone && !this.isBeside ? filling(this.big) : this.big}px`);
    // A table without a board or seats can be scrolled: of what a decision leaves free it has all.
    page.style.setProperty("--dock", page.querySelector(".flow.alone:not(:has(>.felt))") ? "auto" : `${this.dock}px`);
    page.classList.toggle("dense", this.isDense);
    page.classList.toggle("small", this.isPhone && this.big < READABLE);
    page.classList.toggle("telling", this.hasLately);
  }

  /** Makes boards and cards smaller until a page fits, and its dock as high as what somebody owns needs. Gives whether to paint again. */
  fit(page: HTMLElement, isOver: boolean): boolean {
    const isChanged = this.isMadeToFit(page, isOver);
    this.hasFitted ||= !isChanged;
    if (!this.hasFitted) this.turned.clear();
    return isChanged;
  }

  private isMadeToFit(page: HTMLElement, isOver: boolean): boolean {
    const table = page.querySelector<HTMLElement>(".table");
    if (!table) return false;
    if (!this.isBeside && !isOver && this.fitDock(page)) return true;
    const boards = table.querySelector<HTMLElement>(".boards");
    const isSmaller = () => (boards === null || this.isPhone) && this.fitCards(table, isOver);
    // Cards below a board of lines are made small before its places come nearer to each other.
    if (boards !== null && this.needs.hasLines && this.isPhone && isSmaller()) return true;
    return (boards !== null && this.fitBoards(table, boards, isOver)) || isSmaller() || this.dropLately(table);
  }

  /** Leaves out what others did lately where a board that becomes no smaller just fits without it. */
  private dropLately(table: HTMLElement): boolean {
    const over = table.scrollHeight - table.clientHeight;
    if (!this.isPhone || !this.hasLately || this.hasFitted || !this.needs.hasBoards || over <= 2 || over > LATELY.height) return false;
    this.hasLately = false;
    this.height = Number.POSITIVE_INFINITY;
    this.fitted = { high: Number.POSITIVE_INFINITY, free: Number.POSITIVE_INFINITY };
    return true;
  }

  private fitDock(page: HTMLElement): boolean {
    const { own, decision, dock } = this;
    const highOf = (part: string) => page.querySelector<HTMLElement>(part)?.offsetHeight ?? 0;
    this.own = Math.max(own, highOf(".mine"));
    // Over the lower end of a board lies what a decision needs beyond the usual: the board stays as large as it is. Seats round a table only come nearer.
    if (!this.needs.hasBoards) this.decision = Math.max(decision, highOf(".askbox"));
    return this.dock > dock;
  }

  private fitBoards(table: HTMLElement, boards: HTMLElement, isOver: boolean): boolean {
    const { hasLines } = this.needs;
    if (this.isPhone && !hasLines && !isOver) return false;
    const shelf = table.querySelector<HTMLElement>(".shelf");
    const above = boards.getBoundingClientRect().top - table.getBoundingClientRect().top + table.scrollTop;
    // What lies below a board of lines is seen with it: that can be drawn smaller than a board of squares, on which a finger has to find them.
    const flow = hasLines && this.isPhone ? table.querySelector<HTMLElement>(".stackc>.boards+.flow") : null;
    // At the end, what is only counted may lie below that.
    const below = flow && isOver ? [flow] : [flow, shelf];
    const free = table.clientHeight - above - below.reduce((sum, one) => sum + (one ? one.offsetHeight + 12 : 0), 0) - 10;
    // While a decision needs much room, the table scrolls: a board would stay small for good.
    const whole = free + (this.isPhone && this.hasLately ? LATELY.height : 0);
    if (boards.scrollHeight <= free + 2 || whole <= innerHeight * (isOver ? LEAST_AT_THE_END : hasLines && this.isPhone ? LEAST_LINES : LEAST_BOARD)) return false;
    // Places have a least size: boards that did not become lower stay as they are.
    if (boards.scrollHeight >= this.fitted.high && free >= this.fitted.free) return false;
    this.fitted = { high: boards.scrollHeight, free };
    this.height = this.room.height - (boards.scrollHeight - free);
    return true;
  }

  private fitCards(table: HTMLElement, isOver: boolean): boolean {
    // Cards that say something are not made so small that nobody can read it: the table scrolls instead.
    const isSaying = table.querySelector(".card.big.says") !== null;
    const least = isSaying ? READABLE : !this.isPhone ? CARD.least : this.needs.hasBoards ? PHONE_BESIDE : PHONE_LEAST;
    // When a match is over, all of it is seen.
    const last = !isOver || (isSaying && this.isPhone) ? least : this.of({ wide: CARD.least, phone: PHONE_LEAST });
    if (table.scrollHeight <= table.clientHeight + 2) return false;
    if (this.big > least) this.big = Math.max(least, this.big - CARD.step);
    else if (!this.isDense && table.querySelector(".belongs")) this.isDense = true;
    else if (this.big > last) this.big = Math.max(last, this.big - CARD.step);
    else return false;
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
    // Offsets are whole numbers, and places are not.
    const step = second.offsetLeft - first.offsetLeft + 1;
    cards.style.maxWidth = `${Math.ceil(step * (longest - 1) + first.offsetWidth + 1)}px`;
    cards.dataset.longest = String(longest);
  }
}

/** Makes cards that lie in balanced rows on a phone as wide as these have room for, if the table is high enough. They are never larger than they were (`last`). */
export function fillRows(table: HTMLElement, last: number): number {
  const all = [...table.querySelectorAll<HTMLElement>(".cards.big[data-longest]")];
  if (table.scrollHeight > table.clientHeight + 1) return last;
  for (const cards of all) {
    const usual = cards.style.maxWidth;
    const most = Math.floor((innerWidth - 2 * PHONE_EDGE + PHONE_GAP) / Number(cards.dataset.longest)) - PHONE_GAP;
    const least = cards.firstElementChild instanceof HTMLElement ? cards.firstElementChild.offsetWidth : most;
    let width = Math.min(most, last);
    const isOut = () => {
      for (const name of ["--big", "--cw"]) cards.style.setProperty(name, `${width}px`);
      return table.scrollHeight > table.clientHeight + 1 || cards.scrollWidth > cards.clientWidth + 1;
    };
    cards.style.maxWidth = "none";
    while (width > least && isOut()) width -= CARD.step;
    if (width <= least) {
      for (const name of ["--big", "--cw"]) cards.style.removeProperty(name);
      cards.style.maxWidth = usual;
    } else last = width;
  }
  return last;
}

/** Makes the cards in the middle of a round table smaller until they lie on it. */
export function fitMiddle(page: HTMLElement): void {
  const [felt, centre] = [page.querySelector<HTMLElement>(".felt"), page.querySelector<HTMLElement>(".felt>.centre")];
  const cards = centre?.querySelector<HTMLElement>(".cards.big");
  if (!felt || !centre || !cards) return;
  // Whoever sits above and below the middle.
  const ends = [...felt.querySelectorAll<HTMLElement>(":scope>.at0,:scope.n2>.at1,:scope.n4>.at2,:scope.n6>.at3")];
  const isOut = () => {
    const [table, lying] = [felt.getBoundingClientRect(), centre.getBoundingClientRect()];
    const isOver = ends.some((one) => one.getBoundingClientRect().top < lying.bottom && one.getBoundingClientRect().bottom > lying.top);
    return isOver || Math.max(centre.scrollHeight, lying.height) > table.height - RIM || lying.bottom > table.bottom - RIM / 2 || lying.top < table.top + RIM / 2;
  };
  for (let width = Math.round(Number.parseFloat(getComputedStyle(cards).getPropertyValue("--big")) || CARD.most); width > LEAST_CARD && isOut(); width -= CARD.step) centre.style.setProperty("--big", `${width - CARD.step}px`);
}

/** Lets keys scroll the parts of a page that are larger than their places. */
export function letScroll(page: HTMLElement): void {
  for (const part of page.querySelectorAll<HTMLElement>(SCROLLED)) if (isCut(part)) part.tabIndex = 0;
}

function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
}

/** The width of the column beside the table in low windows, as in the style sheet. */
function besideWidth(): number {
  return Math.max(150, Math.min(420, innerWidth * 0.44));
}
