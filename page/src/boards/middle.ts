// The middle of a board that runs round: there everybody's own places lie.
import { boardElement, plan } from "./boards.js";
import { h, put } from "../window/dom.js";
import { disc } from "../table/faces.js";
import { LOOP } from "../game/geometry.js";
import { geometryOfOwned, sharedBoards } from "../game/owned.js";
import type { PageModel } from "../game/model.js";
import type { Scene } from "../table/scene.js";
import { instances, smallZone } from "../table/zones.js";

const LEAST = 2;

/** Whether the boards that everybody has are drawn in the middle of the one that all share. */
export function isRoundOwn(model: PageModel): boolean {
  const [board, ...others] = sharedBoards(model);
  return board !== undefined && !others.length && model.boards[board].shape?.is === "ring" && model.boards[board].places.length >= LOOP && geometryOfOwned(model).length > 0;
}

/** Each seat with its own boards and what lies in front of it. */
export function middleElement(scene: Scene, cell: number, side: number): HTMLElement {
  const found = h("div", { class: "middle", style: { inset: `${cell}px`, "--n": String(LEAST) } });
  const own = geometryOfOwned(scene.model);
  const widest = Math.max(...own.map((board) => plan(scene.model, board).width));
  const small = Math.max(14, Math.min(cell, ((side - 2) * cell) / LEAST / (widest + 1)));
  scene.names.slice(0, scene.model.humans).forEach((name, seat) => {
    const block = h("section", { class: "around", style: { "--sc": scene.looks.seat(seat) }, attrs: { "aria-label": name } }, h("span", { class: "who" }, disc(scene.looks.seat(seat), name, "s"), name));
    for (const family of scene.layout.mat) {
      for (const { view, index } of instances(scene, family)) if (index[0] === seat && index.length === 1 && view.count) put(block, smallZone(scene, family, view, scene.label("zone", family.name)));
    }
    for (const board of own) put(block, boardElement(scene, board, small, seat));
    put(found, block);
  });
  return found;
}
