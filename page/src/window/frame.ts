// Puts a painted page into the window: it stays where people had scrolled it, its board stays where it is, and what does not fit is told.
import { clearBoards } from "../boards/clearing.js";
import { h } from "./dom.js";
import { numberChoices } from "../controls/hotkeys.js";
import { Sight } from "./sight.js";
import { fitHand, fitLaidOut, fitSeats, fitWords, type Laid, layAt, markUnder } from "../table/fitting.js";
import { balance, fillRows, fitMiddle, letScroll, type Sizes } from "../table/sizes.js";

/** What keeps its place when it is painted anew. */
const SCROLLED = [".table", ".boards", ".mine", ".seats"];
/** What lies on the table below the dock is wanted from so many pixels on. */
const LEAST = 3;
/** The least height of a round table with what stands above it. */
const LEAST_ROUND = 340;
/** A log of fewer pixels says nothing. */
const LOGGED = 110;

export class Frame {
  private readonly sight = new Sight();

  private laid: Laid = { width: 34, of: "" };

  /** Whether the page shows the end of a match. */
  private hasEnded = false;

  /** Whether a phone shows all of what the seats have. */
  private hasSeats = false;

  constructor(private readonly root: HTMLElement) {}

  /** The button with which a phone shows all of what the seats have, over the table. */
  seatsOpener(seats: HTMLElement): HTMLElement {
    const found = h("button", { class: "opens-seats", attrs: { "aria-label": "All about the players" }, on: () => {
      this.hasSeats = !this.hasSeats;
      open();
    } });
    const open = () => {
      seats.classList.toggle("all", this.hasSeats);
      found.setAttribute("aria-expanded", String(this.hasSeats));
      found.textContent = this.hasSeats ? "▴" : "▾";
    };
    open();
    return found;
  }

  /** Shows a page. Gives false if its sizes have changed: then it has to be painted once more. `asked` is another one for each decision; `isSteady`: nothing becomes smaller now. */
  show(page: HTMLElement, sizes: Sizes, asked: unknown, { isSteady, isOver }: { isSteady: boolean; isOver: boolean }): boolean {
    const places = SCROLLED.map((one) => this.root.querySelector(one)).map((one) => one && [one.scrollLeft, one.scrollTop]);
    page.classList.toggle("ended", isOver);
    sizes.dress(page);
    layAt(page, this.laid.width);
    this.root.replaceChildren(page);
    const isKept = isSteady || !sizes.fit(page, isOver);
    // The end is looked at from the beginning of the table.
    const isNewEnd = isOver && !this.hasEnded;
    SCROLLED.forEach((name, i) => {
      const [found, place] = [page.querySelector(name), places[i]];
      if (found && place && !isNewEnd) [found.scrollLeft, found.scrollTop] = place;
    });
    if (!isKept) return false;
    this.hasEnded = isOver;
    clearRound(page);
    fitMiddle(page);
    this.laid = fitSeats(page, this.laid);
    fitHand(page);
    if (sizes.isPhone) fillPhone(page, sizes);
    else sizes.laidOut = fitLaidOut(page, sizes.laidOut);
    const table = page.querySelector<HTMLElement>(".table") ?? page;
    balance(sizes.isPhone ? table : page);
    if (sizes.isPhone && !isOver) sizes.inRows = fillRows(table, sizes.inRows);
    markUnder(page);
    fitWords(page);
    clearBoards(page);
    letScroll(page);
    // Keys find what cannot be chosen, too: it says why.
    if (asked) for (const grey of page.querySelectorAll<HTMLElement>(".mine [data-piece][data-key]:not([data-act])")) grey.tabIndex = 0;
    numberChoices(page);
    // A reason stands above the dock, also where that lies over the table.
    page.querySelector<HTMLElement>(":scope>.why")?.style.setProperty("--covered", `${Math.max(0, coveredBy(page))}px`);
    this.sight.follow(page, asked, this.covered(page));
    return true;
  }

  /** How much of the table the dock lies over, for a decision that needs more room than usual. The table can be scrolled so far that all of it is seen. */
  private covered(page: HTMLElement): number {
    const table = page.querySelector<HTMLElement>(".table");
    const covered = coveredBy(page);
    if (!table || table.style.paddingBottom || covered < LEAST) return 0;
    for (const one of table.querySelectorAll<HTMLElement>(":scope>*")) one.style.setProperty("flex", `0 0 ${one.offsetHeight}px`);
    table.append(h("div", { style: { flex: `0 0 ${covered}px` }, attrs: { "aria-hidden": "true" } }));
    return covered;
  }
}

/** How much of the table the dock lies over. */
function coveredBy(page: HTMLElement): number {
  const [table, dock] = [".table", ".dock"].map((name) => page.querySelector<HTMLElement>(name)?.getBoundingClientRect());
  return table && dock && dock.left < table.right ? table.bottom - dock.top : 0;
}

/** A round table ends where the dock begins, if that leaves enough of it: whoever sits below is seen. */
function clearRound(page: HTMLElement): void {
  const table = page.querySelector<HTMLElement>(".table:has(>.flow>.felt)");
  const covered = coveredBy(page);
  if (table && covered >= LEAST && table.clientHeight - covered > LEAST_ROUND) table.style.paddingBottom = `${covered + LEAST}px`;
}

/** A phone shows what happened below a board that leaves so much room, and of its seats nothing by halves. */
function fillPhone(page: HTMLElement, sizes: Sizes): void {
  const [table, boards] = [page.querySelector<HTMLElement>(".table"), page.querySelector<HTMLElement>(".stackc.whole>.boards")];
  if (table && boards && !sizes.isBeside) {
    const lately = page.querySelector<HTMLElement>(".lately")?.offsetHeight ?? 0;
    const free = table.clientHeight + lately - [...boards.querySelectorAll<HTMLElement>(".boardblock")].reduce((sum, one) => sum + one.offsetHeight, 0) - ((boards.previousElementSibling as HTMLElement | null)?.offsetHeight ?? 0);
    page.classList.toggle("logged", free > LOGGED);
  }
  for (const note of page.querySelectorAll<HTMLElement>(".seats:not(.all) .seat>.note")) note.classList.toggle("cut", note.scrollWidth > note.clientWidth);
  // Where no number has room, the pieces of the seat are counted instead.
  for (const line of page.querySelectorAll<HTMLElement>(".seats:not(.all) .seat>.sub.few")) {
    if (!cutParts(line)) continue;
    line.classList.remove("few");
    for (const one of line.querySelectorAll<HTMLElement>(":scope>*")) one.classList.remove("cut");
  }
  // Pieces are told by what they lie in, where there is room for the words of all.
  const seats = page.querySelector<HTMLElement>(".seats");
  const counts = [...page.querySelectorAll<HTMLElement>(".seats:not(.all) .seat>.ph")];
  seats?.classList.add("in-words");
  if (counts.some(isCutShort)) seats?.classList.remove("in-words");
  for (const line of [...counts, ...page.querySelectorAll<HTMLElement>(".seats:not(.all) .seat>.own:not(.few)")]) cutParts(line);
  // Where nothing stands below a name, it stands in the middle.
  for (const seat of page.querySelectorAll<HTMLElement>(".seats:not(.all)>.seat")) seat.classList.toggle("bare", ![...seat.querySelectorAll(":scope>:is(.sub,.ph)>:not(.cut),:scope>.note:not(.cut)")].some((one) => one.getClientRects().length));
}

/** Whether some part of a line has no room in it. */
function isCutShort(line: HTMLElement): boolean {
  const { right } = line.getBoundingClientRect();
  return [...line.children].some((one) => one.getBoundingClientRect().right > right + 1);
}

/** Hides the parts of a line that have no room in it; whether that is all of them. */
function cutParts(line: HTMLElement): boolean {
  const { right, bottom } = line.getBoundingClientRect();
  const parts = [...line.querySelectorAll<HTMLElement>(":scope>*")];
  for (const one of parts) {
    const box = one.getBoundingClientRect();
    one.classList.toggle("cut", box.right > right + 1 || box.top > bottom - LEAST);
  }
  return parts.length > 0 && parts.every(({ classList }) => classList.contains("cut"));
}
