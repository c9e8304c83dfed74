// Pieces that moved fly to where they are now.

const MOST = 12;
const TIME = 260;
const STAGGER = 40;
const EASE = "cubic-bezier(.2,.7,.2,1)";

export interface Places { zones: Map<string, DOMRect>; counts: Map<string, number> }

/** Whether people want to see things move. */
export function isMoving(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where pieces are drawn now, by kind and zone. */
export function placesOf(root: Element): Places {
  const zones = new Map<string, DOMRect>();
  const counts = new Map<string, number>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const key = element.dataset.piece ?? "";
    zones.set(key, element.getBoundingClientRect());
    counts.set(key, element.querySelectorAll(".card,.token,.pawn").length || 1);
  }
  return { zones, counts };
}

/** Lets what is new somewhere come from where as much of the same kind is gone. */
export function fly(before: Places, root: Element): void {
  const now = placesOf(root);
  const kindOf = (key: string) => key.split("@")[0];
  const gone = [...before.zones].filter(([key]) => (now.counts.get(key) ?? 0) < (before.counts.get(key) ?? 0));
  let movers = 0;
  for (const element of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const key = element.dataset.piece ?? "";
    if ((before.counts.get(key) ?? 0) >= (now.counts.get(key) ?? 0) || movers >= MOST) continue;
    const at = gone.findIndex(([other]) => kindOf(other) === kindOf(key));
    const to = now.zones.get(key);
    if (!to) continue;
    const frames = at < 0 ? [{ opacity: 0 }, { opacity: 1 }] : [{ transform: `translate(${gone[at][1].x - to.x}px, ${gone[at][1].y - to.y}px)` }, { transform: "none" }];
    if (at >= 0) gone.splice(at, 1);
    element.animate(frames, { duration: TIME, delay: STAGGER * movers, easing: EASE, fill: "backwards" });
    element.classList.add("moved");
    movers += 1;
  }
}
