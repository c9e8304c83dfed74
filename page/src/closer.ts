// A closer look at a piece: its face as large as the printed one, with all that it says. It follows the pointer, the focus, and a tap or a long press.
import { h, put } from "./dom.js";
import { pieceFace } from "./faces.js";
import type { Looks } from "./looks.js";

const AFTER = 350;
const PRESS = 450;
const GAP = 10;

/** Shows faces of the pieces on the page. `looks` gives those of the match that is shown. */
export class CloserLook {
  private readonly root = h("aside", { class: "closer", attrs: { role: "tooltip", id: "closer", hidden: "" } });
  private timer = 0;
  private over: HTMLElement | null = null;
  /** A finger looked at something that it would choose: lifting it does not choose. */
  private isHeld = false;

  constructor(private readonly looks: () => Looks | null) {
    document.body.append(this.root);
    document.addEventListener("pointerover", (event) => this.point(event));
    document.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    document.addEventListener("pointerup", () => clearTimeout(this.timer));
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

  private point(event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    const piece = pieceAt(event.target);
    if (piece === this.over) return;
    this.hide();
    this.over = piece;
    if (piece) this.timer = window.setTimeout(() => this.show(piece), AFTER);
  }

  /** A finger that rests on a piece looks at it; a short tap does too where nothing is chosen by it. */
  private press(event: PointerEvent): void {
    this.hide();
    this.isHeld = false;
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
    if (piece && isOne) this.timer = window.setTimeout(() => this.show(piece), AFTER);
  }

  private show(piece: HTMLElement): void {
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
    this.place(piece.getBoundingClientRect());
  }

  /** Beside the piece, inside the window. */
  private place(of: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const left = of.right + GAP + width <= innerWidth ? of.right + GAP : of.left - GAP - width;
    const isBeside = left >= 0;
    const x = isBeside ? left : Math.max(4, Math.min(innerWidth - width - 4, of.left + of.width / 2 - width / 2));
    const below = of.bottom + GAP + height <= innerHeight ? of.bottom + GAP : of.top - GAP - height;
    const y = isBeside ? of.top + of.height / 2 - height / 2 : below;
    this.root.style.setProperty("left", `${x}px`);
    this.root.style.setProperty("top", `${Math.max(4, Math.min(innerHeight - height - 4, y))}px`);
  }
}

function pieceAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-face]") : null;
}
