// Everything by the keyboard alone.
import type { App } from "../window/app.js";

export const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What can be done when the match is over. */
const RESULT = ".ending .acts button";

/** What a key does: numbers choose, arrows go to the next control in that direction, Enter and Space choose what is focused. */
export function onKey(event: KeyboardEvent, app: App): void {
  const { target } = event;
  if (event.altKey || !app.session || (target instanceof HTMLInputElement && target.type !== "range") || target instanceof HTMLSelectElement) return;
  if (event.ctrlKey || event.metaKey) {
    if (taken(event, app)) event.preventDefault();
    return;
  }
  if (target instanceof HTMLInputElement) return;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const handled = press(event, app, focused);
  if (handled) event.preventDefault();
}

/** Ctrl+Z takes back; with Shift, or with Y, that is done again. */
function taken({ key, shiftKey }: KeyboardEvent, app: App): boolean {
  const letter = key.toLowerCase();
  if (letter === "y" || (letter === "z" && shiftKey)) app.redo();
  else if (letter === "z") app.undo();
  else return false;
  return true;
}

function press(event: KeyboardEvent, app: App, focused: HTMLElement | null): boolean {
  const { key } = event;
  if (ARROWS[key]) return move(focused, ...ARROWS[key]);
  if (/^[1-9]$/.test(key)) return clicked(document.querySelector<HTMLElement>(`[data-hint="${key}"]`));
  switch (key) {
    case "Enter": case " ": return activate(event, focused);
    case "Escape": if (app.session?.isHalfMade) app.undo(); return true;
    case "u": case "U": app.undo(); return true;
    case "h": case "H": app.hint(); return true;
    case "f": case "F": app.hurry(); return true;
    case "s": case "S": app.save(); return true;
    case "d": case "D": app.toggleTheme(); return true;
    case "r": case "R": case "?": app.readRules(); return true;
    case "w": case "W": return app.findRule();
    case "l": case "L": document.querySelector<HTMLElement>(".log")?.focus(); return true;
    default: return false;
  }
}

/** By what a control is found again when the page was painted anew: what it does, or else what it is called. */
export interface Handle { act: string | null; name: string }

export function handleOf(element: Element | null): Handle | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  return { act: element.dataset.act ?? null, name: `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent}` };
}

/** Focuses what was focused before the page was painted; where a choice is not there any more, the first one, and after the match what can be done next. Gives the choice that was focused if nobody is asked now: the next question is focused in its place. */
export function refocus(root: HTMLElement, handle: Handle | null): Handle | null {
  if (!handle) return null;
  const all = [...root.querySelectorAll<HTMLElement>("[data-act], button, a[href], [tabindex]")];
  const { act, name } = handle;
  const found = act === null ? all.find((one) => handleOf(one)?.name === name) : (all.find((one) => one.dataset.act === act) ?? all.find((one) => one.dataset.act !== undefined) ?? root.querySelector<HTMLElement>(RESULT));
  found?.focus({ preventScroll: true });
  return act !== null && !found ? handle : null;
}

function clicked(element: HTMLElement | null): boolean {
  element?.click();
  return element !== null;
}

/** Enter in a selection of several parts confirms it; Space takes one more, with Shift one less. */
function activate(event: KeyboardEvent, focused: HTMLElement | null): boolean {
  if ((focused?.dataset.act ?? focused?.dataset.key) === undefined || !focused || focused instanceof HTMLButtonElement) return false;
  if (event.key === "Enter" && focused.getAttribute("role") === "spinbutton") {
    const done = document.querySelector<HTMLButtonElement>('[data-act="done"]:not([disabled])');
    return clicked(done ?? focused);
  }
  focused.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: event.shiftKey }));
  return true;
}

function move(focused: HTMLElement | null, dx: number, dy: number): boolean {
  // What is folded away has no place, and cannot be focused.
  const all = [...document.querySelectorAll<HTMLElement>(`[data-act]:not([disabled]), ${RESULT}`)].filter((one) => one.getClientRects().length);
  const next = nearest(all, focused && all.includes(focused) ? focused : null, dx, dy);
  next?.focus();
  return next !== null;
}

/** Which of some elements comes next in a direction; the first one where none is focused. */
export function nearest(all: readonly HTMLElement[], focused: HTMLElement | null, dx: number, dy: number): HTMLElement | null {
  if (!focused) return all[0] ?? null;
  const from = focused.getBoundingClientRect();
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  let best: HTMLElement | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const one of all) {
    if (one === focused) continue;
    const at = one.getBoundingClientRect();
    const [rx, ry] = [at.x + at.width / 2 - x, at.y + at.height / 2 - y];
    const along = rx * dx + ry * dy;
    const aside = Math.abs(rx * dy) + Math.abs(ry * dx);
    if (along > 2 && along + 3 * aside < least) [best, least] = [one, along + 3 * aside];
  }
  return best;
}
