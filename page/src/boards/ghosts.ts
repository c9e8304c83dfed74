// What a choice would bring to the table, shown faintly where it would lie, while somebody points at the choice: a stone on a crossing, a runner a step higher.
// It is found by trying the choice and drawing the table once more: what is new there is the ghost.
import { hasWalls } from "./edges.js";
import type { Scene } from "../table/scene.js";
import type { Session } from "../match/session.js";

/** Where things lie, by what names the place. */
const PLACES = ".board .sq[data-place],.climb .level";
/** What may lie there. */
const THINGS = ":scope>.lying,:scope>.pawn,:scope>.stone,:scope>.token,:scope>.runner,:scope>.disc,:scope>.seeds";
/** So many things at most are shown: more is not what a choice lays down. */
const MOST = 12;
/** Walls lie between places. So many ways to build one are offered on the board at once. */
const WALLS = ".board>.wall[data-wall]";
const WAYS = 2;

export class Ghosts {
  private of: HTMLElement | null = null;

  /** `draw` paints the table as a session sees it, on the side. */
  constructor(
    private readonly session: () => Session | null,
    private readonly draw: (session: Session, after: Scene["view"]) => HTMLElement | null,
    private readonly done: () => void,
  ) {
    document.addEventListener("pointerover", ({ target, pointerType }) => { if (pointerType !== "touch") this.point(target); });
    document.addEventListener("focusin", ({ target }) => { if (target instanceof HTMLElement && target.matches(":focus-visible")) this.point(target); });
  }

  /** Shows each wall that can be built where a place is chosen already, as it would lie: a click or a tap on one builds it. */
  offer(): void {
    const session = this.session();
    const { step = null } = session ?? {};
    if (!session || !step || step.kind !== "one" || step.options.length > WAYS || !session.crumbs.length || session.asked !== session.looker || !hasWalls(session.model)) return;
    for (const { value } of step.options) {
      const after = session.viewAfter([value], this.done);
      const drawn = after && this.draw(session, after);
      for (const wall of drawn ? layWalls(drawn, "offered") : []) {
        wall.dataset.answers = String(value);
        wall.addEventListener("click", () => {
          session.choose(value);
          this.done();
        });
      }
    }
  }

  private point(target: EventTarget | null): void {
    const chosen = target instanceof Element ? target.closest<HTMLElement>("[data-answers]") : null;
    if (chosen === this.of) return;
    this.clear();
    this.of = chosen;
    for (const one of alike(chosen)) one.classList.add("alike");
    const session = this.session();
    if (!chosen || !session || session.asked === null || session.asked !== session.looker || !document.querySelector(PLACES)) return;
    const answers = (chosen.dataset.answers ?? "").split(",").map(Number);
    const after = session.viewAfter(answers, () => {
      if (this.of !== chosen || !chosen.isConnected) return;
      this.of = null;
      this.point(chosen);
    });
    const behind = after || !hasWalls(session.model) ? [] : session.viewsBehind(answers, WAYS);
    for (const view of after ? [after] : behind) {
      const drawn = this.draw(session, view);
      if (!drawn) continue;
      if (after) lay(drawn);
      layWalls(drawn, "");
    }
  }

  private clear(): void {
    for (const one of document.querySelectorAll(".ghost:not(.offered)")) one.remove();
    for (const one of document.querySelectorAll(".offered.meant")) one.classList.remove("meant");
    for (const one of document.querySelectorAll(".alike")) one.classList.remove("alike");
    for (const one of document.querySelectorAll(".awaits")) one.classList.remove("awaits");
  }
}

/** All that stands for the same choice on a map: a line, its name, and the place to which it leads. */
function alike(chosen: HTMLElement | null): Element[] {
  return chosen ? [...document.querySelectorAll(`.graph [data-answers="${chosen.dataset.answers}"]`)] : [];
}

/** Lays what is on another drawing of the table, and not on the one in the window, on this one. */
function lay(drawn: HTMLElement): void {
  const now = placesOf(document);
  const found: [HTMLElement, Element][] = [];
  for (const [name, place] of placesOf(drawn)) {
    const here = now.get(name);
    if (!here) continue;
    const left = [...here.querySelectorAll(THINGS)].map(toldOf);
    for (const thing of place.querySelectorAll(THINGS)) {
      const at = left.indexOf(toldOf(thing));
      if (at >= 0) left.splice(at, 1);
      else found.push([here, thing]);
    }
  }
  if (found.length > MOST) return;
  for (const [here, thing] of found) {
    thing.classList.add("ghost");
    thing.setAttribute("aria-hidden", "true");
    here.append(thing);
    here.closest(".col")?.classList.add("awaits");
  }
}

/** Lays the walls of another drawing that do not stand in the window; gives those that it has laid. */
function layWalls(drawn: HTMLElement, kind: string): HTMLElement[] {
  const standing = new Map([...document.querySelectorAll<HTMLElement>(WALLS)].map((one) => [wallName(one), one]));
  return [...drawn.querySelectorAll<HTMLElement>(WALLS)].filter((wall) => {
    const here = standing.get(wallName(wall));
    if (here?.classList.contains("offered") && !kind) here.classList.add("meant");
    const board = document.querySelector(`.board[data-of="${wall.parentElement?.dataset.of}"]`);
    if (here || !board) return false;
    wall.className = `${wall.className} ghost ${kind}`;
    wall.setAttribute("aria-hidden", "true");
    board.append(wall);
    return true;
  });
}

function wallName({ dataset, parentElement }: HTMLElement): string {
  return `${parentElement?.dataset.of} ${dataset.wall}`;
}

function placesOf(root: ParentNode): Map<string, HTMLElement> {
  const found = [...root.querySelectorAll<HTMLElement>(PLACES)].map((one, i) => [one.dataset.place ?? `level ${i}`, one] as const);
  return new Map(found);
}

/** What tells a thing from another. */
function toldOf(thing: Element): string {
  return `${thing.className} ${thing.getAttribute("style") ?? ""} ${thing.querySelector("use")?.getAttribute("href") ?? ""} ${thing.textContent}`;
}
