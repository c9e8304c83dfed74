// Lines between places of a board: those of graphs, and walls on grids.
import { drawn, h, put } from "./dom.js";
import type { Plan2d } from "./geometry.js";
import { wordKey } from "./keys.js";
import { instanceAt, type Scene } from "./scene.js";
import { placeTitle } from "./words.js";

/** The room that the places at both ends of a line take, in cells, and the width of a letter of its name. */
const KNOT = 0.5;
const LETTER = 6;

/** The lines of a graph; those that have a name of their own can be chosen. */
export function lines(scene: Scene, found: Plan2d, board: number, cell: number): HTMLElement {
  const edges = scene.model.boards[board].shape?.edges ?? null;
  const width = found.width * cell;
  const height = found.height * cell;
  const root = h("div", { class: "lines" });
  const svg = drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  root.append(svg);
  for (const [from, to, number] of found.lines) {
    const [a, b] = [found.spots[from], found.spots[to]];
    const ends = { x1: (a.x + 0.5) * cell, y1: (a.y + 0.5) * cell, x2: (b.x + 0.5) * cell, y2: (b.y + 0.5) * cell };
    const owner = edges === null ? null : ownerOf(scene, edges, number);
    const line = drawn("line", { ...ends, class: `edge ${owner === null ? "" : "owned"} ${edges !== null && isFresh(scene, edges, number) ? "came" : ""}` });
    if (owner !== null) line.style.setProperty("--kc", scene.looks.seat(owner));
    svg.append(line);
    if (edges === null) continue;
    const mark = edgeMark(scene, edges, number, owner);
    mark.style.left = `${(ends.x1 + ends.x2) / 2}px`;
    mark.style.top = `${(ends.y1 + ends.y2) / 2}px`;
    // A name that is longer than its line would lie on others.
    const room = Math.hypot(ends.x2 - ends.x1, ends.y2 - ends.y1) - cell * KNOT;
    if (room < (mark.textContent?.length ?? 0) * LETTER) mark.classList.add("tight");
    put(root, mark);
  }
  return root;
}

/** Flags of the edges of a grid: a bar between two cells. */
export function walls(scene: Scene, found: Plan2d, board: number, cell: number): HTMLElement[] {
  const { ends, edges } = scene.model.boards[board].shape ?? { ends: [], edges: null };
  return scene.model.fields.filter(({ dimensions: [first], type }) => type.is === "flag" && first?.type.is === "word" && first.type.type === edges).flatMap((flags) =>
    ends.flatMap(([from, to], i) => {
      if (scene.field(flags.base + i)?.thing !== true) return [];
      const [a, b] = [found.spots[from], found.spots[to]];
      const kind = a.x === b.x ? "flat" : "upright";
      const fresh = edges !== null && isFresh(scene, edges, i) ? "came" : "";
      return [h("span", { class: `wall ${kind} ${fresh}`, style: { left: `${((a.x + b.x + 1) / 2) * cell}px`, top: `${((a.y + b.y + 1) / 2) * cell}px` } })];
    }));
}

/** Whether the last move has touched a line. */
function isFresh({ model, traces }: Scene, type: number, value: number): boolean {
  return traces.came.has(wordKey(model.types[type].name, value));
}

/** Whose a line of a graph is; null if it is nobody's. */
function ownerOf(scene: Scene, type: number, value: number): number | null {
  for (const field of scene.model.fields) {
    const of = field.dimensions[0]?.type;
    if (!field.is_shown || field.dimensions.length !== 1 || of?.is !== "word" || of.type !== type) continue;
    const thing = scene.field(instanceAt(field, [value]))?.thing;
    if (thing && typeof thing === "object" && !Array.isArray(thing) && thing.is === "seat") return thing.number;
  }
  return null;
}

function edgeMark(scene: Scene, type: number, value: number, owner: number | null): HTMLElement {
  const { name, values } = scene.model.types[type];
  const title = placeTitle(values[value]);
  const found = h("span", { class: "edgemark", attrs: { title } }, h("span", { class: "t" }, title));
  if (owner !== null) {
    found.style.setProperty("--kc", scene.looks.seat(owner));
    found.classList.add("owned");
    found.title = `${title}: ${scene.names[owner]}`;
  }
  scene.mark(found, wordKey(name, value), title);
  return found;
}
