// A board of columns, with its bar between the halves and the trays beside it.
import { h, put } from "../window/dom.js";
import type { Plan2d } from "../game/geometry.js";
import { pieceKey, zoneKey } from "../game/keys.js";
import type { ZoneFamily } from "../game/model.js";
import { indexOf, type Scene } from "../table/scene.js";

/** The width of the column with the trays, in cells. */
const TRAY = 1.25;

/** A plan of columns with room for the trays. */
export function withTrays(scene: Scene, plan: Plan2d): Plan2d {
  return plan.tall > 1 && scene.layout.trays.length ? { ...plan, width: plan.width + TRAY } : plan;
}

/** The bar and the trays of all seats: those of the first seat lie below, those of the second above. `face` draws a piece. */
export function besidePoints(scene: Scene, plan: Plan2d, cell: number, face: (kind: number) => HTMLElement): HTMLElement[] {
  const xs = new Set(plan.spots.map(({ x }) => x));
  const gap = Array.from({ length: Math.max(...xs) }, (_, x) => x).find((x) => !xs.has(x));
  const bar = gap === undefined ? null : h("span", { class: "bar-of", style: { left: `${gap * cell}px` }, attrs: { "aria-hidden": "true" } });
  const lying = (families: readonly ZoneFamily[], kind: string, left: number) => families.flatMap((family) =>
    scene.view.zones.filter(({ number }) => number >= family.base && number < family.base + family.count).map((view) => {
      const seat = indexOf(family, view.number - family.base)[0];
      const label = `${scene.label("zone", family.name)}: ${scene.names[seat]}`;
      const found = h("span", { class: `${kind} ${seat % 2 ? "above" : "below"}`, style: { left: `${left * cell}px` }, attrs: { role: "group", "aria-label": `${label}, ${view.count ?? 0}`, title: label } });
      const keys = [zoneKey(view.number)];
      for (const { kind: of, count } of view.contents ?? []) {
        const pile = h("span", { class: "lying column" }, ...Array.from({ length: count }, () => face(of.number)));
        pile.dataset.piece = pieceKey(of.number, view.number);
        keys.push(pieceKey(of.number, view.number));
        put(found, pile);
      }
      if (kind === "tray" && view.count) put(found, h("b", {}, String(view.count)));
      if (kind === "tray" || view.count) put(found, h("em", {}, scene.label("zone", family.name)));
      scene.mark(found, keys.find((key) => scene.targets.has(key)) ?? keys[0], label);
      return found;
    }));
  return [...(bar ? [bar] : []), ...lying(gap === undefined ? [] : scene.layout.bars, "on-bar", gap ?? 0), ...lying(scene.layout.trays, "tray", plan.width - TRAY + 0.15)];
}
