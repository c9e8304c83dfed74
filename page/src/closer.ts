// A closer look at a piece: its face as large as the printed one, with all that it says. It is for pieces of which something cannot be read where they lie, and it
// never lies over what can be chosen. It follows a pointer that has come to rest, the focus, and a tap or a long press.
import { h, put } from "./dom.js";
import { FEET, pieceFace } from "./faces.js";
import type { Looks } from "./looks.js";

/** A pointer rests for so many milliseconds before it looks. */
const AFTER = 600;
const PRESS = 450;
const GAP = 10;
const EDGE = 4;
/** A pointer that has moved so many pixels since the last click is meant. */
const MOVED = 6;
/** Letters lower than this, in pixels, cannot be read. */
const READABLE = 9;

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

  constructor(private readonly looks: () => Looks | null) {
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
    if (piece && !this.clicked && !buttons && this.saysMore(piece)) this.timer = window.setTimeout(() => this.show(piece, false), AFTER);
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
      this.show(piece, true);
    }, isChosen ? PRESS : 0);
  }

  private focus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
    const piece = target.dataset.face ? target : target.querySelector<HTMLElement>("[data-face]");
    const isOne = piece !== null && target.querySelectorAll("[data-face]").length <= 4 && (target.dataset.piece !== undefined || target === piece);
    if (piece && isOne && this.saysMore(piece)) this.timer = window.setTimeout(() => this.show(piece, false), AFTER);
  }

  /** Whether a piece says more than can be read where it lies. */
  private saysMore(piece: HTMLElement): boolean {
    const face = this.looks()?.kind(Number(piece.dataset.face));
    if (!face) return false;
    const letters = [...piece.querySelectorAll("svg text")];
    if (piece.classList.contains("drawn")) return letters.some((one) => one.getBoundingClientRect().height < READABLE) || (face.text !== "" && !piece.classList.contains("worded"));
    const isLegible = (part: string) => {
      const found = piece.querySelector<HTMLElement>(part);
      return found !== null && found.offsetHeight > 0 && found.scrollHeight <= found.clientHeight + 1 && found.scrollWidth <= found.clientWidth + 1 && Number.parseFloat(getComputedStyle(found).fontSize) >= READABLE;
    };
    return (face.text !== "" && !isLegible(".text")) || (face.feet.length > 0 && (face.feet.length > FEET || !isLegible(".foot"))) || !isLegible(".top");
  }

  /** `isAsked`: somebody wants to see it wherever it finds room. */
  private show(piece: HTMLElement, isAsked: boolean): void {
    const looks = this.looks();
    if (!looks || !piece.isConnected) return;
    const kind = Number(piece.dataset.face);
    const face = looks.kind(kind);
    const facts = face.feet.map(({ name, text, style }) => h("li", {}, name === text ? h("b", {}, text) : h("span", {}, `${name} `, h("b", {}, style?.word ?? text))));
    this.root.replaceChildren(h("div", { class: "cards big" }, pieceFace(looks, kind, "big")), h("div", { class: "about" }, h("h3", {}, face.title)));
    this.root.classList.toggle("laid", looks.drawn(kind) !== null);
    const about = this.root.querySelector(".about") ?? this.root;
    if (facts.length) put(about, h("ul", {}, ...facts));
    if (face.text) put(about, h("p", {}, face.text));
    this.root.hidden = false;
    this.over = piece;
    if (!this.place(piece.getBoundingClientRect()) && !isAsked) this.root.hidden = true;
  }

  /** Beside the piece, or else at the edge of the table, inside the window. Gives whether nothing that can be chosen lies below. */
  private place(of: DOMRect): boolean {
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const across = Math.max(EDGE, Math.min(innerWidth - width - EDGE, of.left + of.width / 2 - width / 2));
    const down = Math.max(EDGE, Math.min(innerHeight - height - EDGE, of.top + of.height / 2 - height / 2));
    const [left, right, top, bottom] = [EDGE, innerWidth - width - EDGE, document.querySelector(".bar")?.getBoundingClientRect().bottom ?? EDGE, innerHeight - height - EDGE];
    const spots = [[of.right + GAP, down], [of.left - GAP - width, down], [across, of.top - GAP - height], [across, of.bottom + GAP], [right, bottom], [right, top], [left, top], [left, bottom], [right, down], [left, down]]
      .filter(([x, y]) => x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight);
    const taken = [...document.querySelectorAll("[data-act]")].map((one) => one.getBoundingClientRect()).concat(of);
    const covered = ([x, y]: number[]) => taken.reduce((sum, one) => sum + Math.max(0, Math.min(x + width, one.right) - Math.max(x, one.left)) * Math.max(0, Math.min(y + height, one.bottom) - Math.max(y, one.top)), 0);
    const [x, y] = spots.find((one) => !covered(one)) ?? spots.sort((a, b) => covered(a) - covered(b))[0] ?? [across, EDGE];
    this.root.style.setProperty("left", `${x}px`);
    this.root.style.setProperty("top", `${y}px`);
    return !covered([x, y]);
  }
}

function far(from: { x: number; y: number }, x: number, y: number): boolean {
  return Math.hypot(x - from.x, y - from.y) > MOVED;
}

function pieceAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-face]") : null;
}
