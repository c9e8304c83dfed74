// A closer look at a piece: its face as large as the printed one, with all that it says. It is for pieces of which something is hard to read where they lie, and it
// lies over what can be chosen only where there is no other room. Of what cannot be chosen it tells why. It follows a pointer that has come to rest, the focus, and a tap or a long press.
import { h, put } from "./dom.js";
import { FEET, pieceFace } from "../table/faces.js";
import type { Looks } from "../game/looks.js";

/** A pointer rests for so many milliseconds before it looks. */
const AFTER = 600;
/** What cannot be chosen now. */
const GREY = "[data-piece][data-key]:not([data-act]),.btn.refused";
const PRESS = 450;
const GAP = 10;
const EDGE = 4;
/** Places are tried so many pixels apart. */
const STEP = 30;
/** What is covered counts so much: what can be chosen, and the piece itself, where other pieces count 1. */
const CHOICE = 3;
const PIECE = 9;
/** A pointer that has moved so many pixels since the last click is meant. */
const MOVED = 6;
/** Smaller letters, in pixels, are hard to read: people rest the pointer on them. */
const READABLE = 12;

/** Shows faces of the pieces on the page. `looks` gives those of the match that is shown. */
export class CloserLook {
  private readonly root = h("aside", { class: "closer", attrs: { role: "tooltip", id: "closer", hidden: "" } });
  private timer = 0;
  private over: HTMLElement | null = null;
  /** Where the pointer was, and where it clicked last, until it has moved away from there. */
  private at = { x: 0, y: 0 };
  private clicked: { x: number; y: number } | null = null;
  /** A finger looked at something that it would choose: lifting it does not choose. */
  private isHeld = false;

  /** `why`: why what lies there cannot be chosen, by its key; null where nothing stands against it. */
  constructor(private readonly looks: () => Looks | null, private readonly why: (key: string, name: string) => string | null) {
    document.body.append(this.root);
    document.addEventListener("pointermove", (event) => this.point(event));
    document.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    document.addEventListener("pointerup", (event) => { if (event.pointerType === "touch") clearTimeout(this.timer); });
    document.addEventListener("click", (event) => {
      if (this.isHeld) event.stopPropagation();
      this.isHeld = false;
    }, { capture: true });
    document.addEventListener("focusin", (event) => this.focus(event));
    document.addEventListener("keydown", () => this.hide(), { capture: true });
    document.addEventListener("contextmenu", (event) => { if (this.isShown && event instanceof PointerEvent && event.pointerType === "touch") event.preventDefault(); });
    document.addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  private get isShown(): boolean {
    return !this.root.hidden;
  }

  hide(): void {
    clearTimeout(this.timer);
    this.root.hidden = true;
    this.over = null;
  }

  private point({ pointerType, target, clientX: x, clientY: y, buttons }: PointerEvent): void {
    if (pointerType === "touch") {
      if (far(this.at, x, y)) this.hide();
      return;
    }
    if (x === this.at.x && y === this.at.y) return; // the page was painted anew below it
    this.at = { x, y };
    if (this.clicked && far(this.clicked, x, y)) this.clicked = null;
    const piece = pieceAt(target);
    if (this.isShown && piece === this.over) return;
    this.hide();
    this.over = piece;
    if (piece && !this.clicked && !buttons && this.isWorthIt(piece)) this.timer = window.setTimeout(() => this.show(piece), AFTER);
  }

  /** A finger that rests on a piece looks at it; a short tap does too where nothing is chosen by it. */
  private press(event: PointerEvent): void {
    this.hide();
    this.isHeld = false;
    this.at = { x: event.clientX, y: event.clientY };
    this.clicked = this.at;
    if (event.pointerType !== "touch") return;
    const piece = pieceAt(event.target);
    if (!piece) return;
    const isChosen = piece.closest("[data-act]") !== null;
    this.timer = window.setTimeout(() => {
      this.isHeld = isChosen;
      this.show(piece);
    }, isChosen ? PRESS : 0);
  }

  private focus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
    const piece = target.dataset.face ? target : target.querySelector<HTMLElement>("[data-face]");
    const isOne = piece !== null && target.querySelectorAll("[data-face]").length <= 4 && (target.dataset.piece !== undefined || target === piece);
    const found = piece && isOne && this.saysMore(piece) ? piece : target.matches(GREY) && this.isWorthIt(target) ? target : null;
    if (found) this.timer = window.setTimeout(() => this.show(found), AFTER);
  }

  /** Whether there is something to tell of an element: more than can be read there, or why it cannot be chosen. */
  private isWorthIt(element: HTMLElement): boolean {
    return this.saysMore(element) || this.reasonOf(element) !== null;
  }

  /** Why what lies at an element cannot be chosen. */
  private reasonOf(element: HTMLElement): string | null {
    const grey = element.closest<HTMLElement>(GREY);
    if (!grey) return null;
    return grey.dataset.key === undefined ? grey.title : this.why(grey.dataset.key, grey.getAttribute("aria-label") ?? grey.textContent ?? "");
  }

  /** Whether a piece says more than can be read where it lies. */
  private saysMore(piece: HTMLElement): boolean {
    const face = piece.dataset.face === undefined ? null : this.looks()?.kind(Number(piece.dataset.face));
    if (!face) return false;
    const letters = [...piece.querySelectorAll("svg text")];
    if (piece.classList.contains("drawn")) return letters.some((one) => one.getBoundingClientRect().height < READABLE) || (face.text !== "" && !piece.classList.contains("worded"));
    const isLegible = (part: string) => {
      const found = piece.querySelector<HTMLElement>(part);
      return found !== null && found.offsetHeight > 0 && found.scrollHeight <= found.clientHeight + 1 && found.scrollWidth <= found.clientWidth + 1 && Number.parseFloat(getComputedStyle(found).fontSize) >= READABLE;
    };
    return (face.text !== "" && !isLegible(".text")) || (face.feet.length > 0 && (face.feet.length > FEET || !isLegible(".foot"))) || !isLegible(".top");
  }

  private show(piece: HTMLElement): void {
    const looks = this.looks();
    if (!looks || !piece.isConnected) return;
    const reason = this.reasonOf(piece);
    this.root.replaceChildren(...(this.saysMore(piece) ? enlarged(looks, Number(piece.dataset.face)) : []));
    this.root.classList.toggle("laid", this.root.querySelector(".card.drawn") !== null);
    if (reason) put(this.root.querySelector(".about") ?? this.root, h("p", { class: "against" }, reason));
    this.root.hidden = false;
    this.over = piece;
    this.place(piece.getBoundingClientRect());
  }

  /** Beside the piece, or else at the edge of the table, inside the window: where it covers as little as possible of what can be chosen, and nothing of the piece. */
  private place(of: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const top = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? EDGE;
    const within = (at: number, least: number, most: number) => Math.max(least, Math.min(most, at));
    const across = within(of.left + of.width / 2 - width / 2, EDGE, innerWidth - width - EDGE);
    const down = within(of.top + of.height / 2 - height / 2, EDGE, innerHeight - height - EDGE);
    const spots = [[of.right + GAP, down], [of.left - GAP - width, down], [across, of.top - GAP - height], [across, of.bottom + GAP]];
    for (let x = EDGE; x + width <= innerWidth; x += STEP) for (let y = top; y + height <= innerHeight; y += STEP) spots.push([x, y]);
    const inside = spots.filter(([x, y]) => x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight);
    const all = (what: string, weight: number) => [...document.querySelectorAll(what)].map((one) => ({ box: one.getBoundingClientRect(), weight }));
    const taken = [...all("[data-act]", CHOICE), ...all("[data-face]", 1), { box: of, weight: PIECE }];
    const covered = ([x, y]: number[]) => taken.reduce((sum, { box, weight }) => sum + weight * Math.max(0, Math.min(x + width, box.right) - Math.max(x, box.left)) * Math.max(0, Math.min(y + height, box.bottom) - Math.max(y, box.top)), 0);
    // The nearest place that covers nothing, else the one that covers least.
    const away = ([x, y]: number[]) => Math.hypot(x + width / 2 - of.left - of.width / 2, y + height / 2 - of.top - of.height / 2);
    const rated = inside.map((spot) => ({ spot, covered: covered(spot), away: away(spot) }));
    const [x, y] = rated.sort((a, b) => a.covered - b.covered || a.away - b.away)[0]?.spot ?? [across, EDGE];
    this.root.style.setProperty("left", `${x}px`);
    this.root.style.setProperty("top", `${y}px`);
  }
}

function far(from: { x: number; y: number }, x: number, y: number): boolean {
  return Math.hypot(x - from.x, y - from.y) > MOVED;
}

function pieceAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? (target.closest<HTMLElement>("[data-face]") ?? target.closest<HTMLElement>(GREY)) : null;
}

/** A face as large as the printed one, and what it says in words. */
function enlarged(looks: Looks, kind: number): HTMLElement[] {
  const face = looks.kind(kind);
  const facts = face.feet.map(({ name, text, style }) => h("li", {}, name === text ? h("b", {}, text) : h("span", {}, `${name} `, h("b", {}, style?.word ?? text))));
  const about = h("div", { class: "about" }, h("h3", {}, face.title));
  if (facts.length) put(about, h("ul", {}, ...facts));
  if (face.text) put(about, h("p", {}, face.text));
  return [h("div", { class: "cards big" }, pieceFace(looks, kind, "big")), about];
}
