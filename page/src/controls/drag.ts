// Pieces that are pulled: what can be chosen, and then a place that can be chosen, by pulling the one to the other, with a mouse, a pen or a finger.
import { h } from "../window/dom.js";
import type { Session } from "../match/session.js";
import { targetsOf } from "../match/targets.js";

/** So many pixels make a pull of a press. */
const PULL = { mouse: 5, finger: 10 };
/** What is pulled, inside of what stands for the choice. */
const PIECE = ".lying.column .stone:last-child,.lying,.pawn,.stone,.token,.seeds,.fan";

/** What a copy of it has to wear, away from the board or the hand. */
const WORN = ["width", "height", "font-size", "--cell", "--cw", "--r", "--kc"];

interface Point { x: number; y: number }
/** What is pressed, and pulled once it has an `image`. `letGo`: chooses it no more. `isWhole`: it completes the move. */
interface Pull { id: number; source: HTMLElement; key: string; from: Point; isFinger: boolean; image: HTMLElement | null; letGo: (() => void) | null; isWhole: boolean }

export class Dragging {
  private pull: Pull | null = null;
  private over: Element | null = null;
  /** The click that comes after a pull is none. */
  private isPulled = false;

  constructor(private readonly session: () => Session | null, private readonly draw: () => void) {
    document.addEventListener("pointerdown", (event) => this.press(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.drop(event));
    document.addEventListener("pointercancel", () => this.cancel());
    document.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.cancel(); }, { capture: true });
    document.addEventListener("dragstart", (event) => { if (event.target instanceof Element && event.target.closest("[data-act]")) event.preventDefault(); });
    document.addEventListener("click", (event) => {
      if (this.isPulled) event.stopPropagation();
      this.isPulled = false;
    }, { capture: true });
  }

  private press({ target, button, pointerId: id, pointerType, clientX: x, clientY: y, isPrimary }: PointerEvent): void {
    this.isPulled = false;
    const source = target instanceof Element ? target.closest<HTMLElement>(".table [data-act],.mine [data-act]") : null;
    const isFinger = pointerType === "touch";
    if (!source || source instanceof HTMLButtonElement || button || !isPrimary || !pieceIn(source)) return;
    // Where a finger scrolls, it pulls nothing.
    if (isFinger && getComputedStyle(source).touchAction !== "none") return;
    this.pull = { id, source, key: source.dataset.act ?? "", from: { x, y }, isFinger, image: null, letGo: null, isWhole: false };
  }

  private move({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const { pull } = this;
    if (!pull || pull.id !== pointerId) return;
    if (!pull.image) {
      if (Math.hypot(x - pull.from.x, y - pull.from.y) < (pull.isFinger ? PULL.finger : PULL.mouse)) return;
      if (!this.begin(pull)) {
        this.pull = null;
        return;
      }
    }
    pull.image?.style.setProperty("translate", `${x - pull.from.x}px ${y - pull.from.y}px`);
    this.point(this.goal(pull, x, y));
  }

  /** Takes a piece up: it is chosen, if something is asked then. Gives false if it cannot be pulled. */
  private begin(pull: Pull): boolean {
    const session = this.session();
    const target = session && targetsOf(session, () => undefined).get(pull.key);
    const piece = pieceIn(pull.source);
    if (!session || !target || target.state !== "can" || !piece) return false;
    pull.isWhole = !target.leads?.();
    // What completes a move at once is only laid on the table.
    if (pull.isWhole && !pull.source.closest(".hand")) return false;
    pull.image = imageOf(piece);
    document.body.append(pull.image);
    document.documentElement.classList.add("pulling");
    if (!pull.isWhole) {
      pull.letGo = session.holding();
      target.act(1, null);
      this.draw();
    }
    return true;
  }

  /** What lies at a point and would be chosen by laying the piece down there. */
  private goal({ key, isWhole }: Pull, x: number, y: number): Element | null {
    const at = document.elementFromPoint(x, y);
    if (isWhole) return at?.closest(".table") ?? null;
    const found = at?.closest<HTMLElement>("[data-act]:not(.barred)") ?? null;
    return found?.dataset.act === key ? null : found;
  }

  private point(goal: Element | null): void {
    this.over?.classList.remove("aim");
    this.over = goal;
    goal?.classList.add("aim");
  }

  private drop({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const { pull } = this;
    if (!pull || pull.id !== pointerId) return;
    const goal = pull.image && this.goal(pull, x, y);
    this.end();
    if (!pull.image) return;
    this.isPulled = true;
    setTimeout(() => { this.isPulled = false; });
    const home = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-key],[data-place]");
    const { isWhole, key, source } = pull;
    if (goal) this.choose(isWhole ? source : goal);
    // Laid down where it was, it stays chosen, as after a click; anywhere else it goes back.
    else if (home?.dataset.key !== key && home?.dataset.place !== key && home?.dataset.place !== source.dataset.place) this.back(pull);
  }

  private choose(element: Element): void {
    this.isPulled = false;
    element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  private cancel(): void {
    const { pull } = this;
    this.end();
    if (pull) this.back(pull);
  }

  /** What was taken up and is laid down nowhere is not chosen. */
  private back({ letGo }: Pull): void {
    if (!letGo) return;
    letGo();
    this.draw();
  }

  private end(): void {
    this.pull?.image?.remove();
    this.pull = null;
    this.point(null);
    document.documentElement.classList.remove("pulling");
  }
}

/** A copy of a piece that looks the same wherever it is, over all else. */
function imageOf(piece: HTMLElement): HTMLElement {
  const { left, top } = piece.getBoundingClientRect();
  const copy = piece.cloneNode(true) as HTMLElement;
  const copies = [copy, ...copy.querySelectorAll<HTMLElement>("*")];
  [piece, ...piece.querySelectorAll<HTMLElement>("*")].forEach((one, i) => {
    const worn = getComputedStyle(one);
    copies[i].removeAttribute("data-act");
    for (const name of WORN) copies[i].style.setProperty(name, worn.getPropertyValue(name));
  });
  return h("div", { class: "pulled", style: { left: `${left}px`, top: `${top}px` }, attrs: { "aria-hidden": "true" } }, copy);
}

function pieceIn(source: HTMLElement): HTMLElement | null {
  return source.querySelector<HTMLElement>(PIECE) ?? (source.matches(".lying,.pawn,.stone") ? source : null);
}
