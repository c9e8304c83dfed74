// What stands below a board: what drawings, signs, numbers and the colours of lines on it mean.
import { isTheOnlyNumber, numbersOn, shortNames } from "./below.js";
import { isOrnament, type Style } from "../game/looks.js";
import { countsOf, layersOf } from "./printed.js";
import { bare, type Column, type FieldFamily, type TypeData } from "../game/model.js";
import { emblem } from "../table/faces.js";
import type { Scene } from "../table/scene.js";
import { h } from "../window/dom.js";
import { plain, uncapital } from "../game/words.js";

/** Types with more values are not listed. */
const MOST_VALUES = 6;

/** What is on a board in words; null where it speaks for itself. */
export function legendElement(scene: Scene, board: number): HTMLElement | null {
  const found = h("p", { class: "legend" }, ...wordsOfLook(scene, board), ...(scene.model.boards[board].shape?.is === "graph" ? [...ofPlaces(scene, board), ...ofLines(scene, board)] : []));
  return found.childElementCount ? found : null;
}

/** What the drawings on a board mean, where the look file says it in words. */
function wordsOfLook(scene: Scene, board: number): HTMLElement[] {
  const isHere = ({ is_shown, dimensions }: FieldFamily) => is_shown && dimensions.some(({ type }) => type.is === "place" && type.board === board);
  return scene.model.fields.filter(isHere).flatMap((field) => {
    const { words = [] } = scene.look.field?.[field.name] ?? {};
    const of = bare(field.type);
    return words.flatMap((word, i) => {
      const drawings = scene.looks.drawings(field, i + (of.is === "number" ? of.low : 0));
      return word && drawings?.length ? [h("span", {}, ...drawings.map((style) => emblem(style, "")), word)] : [];
    });
  });
}

/** The signs beside the names of places, in their order, and the number. */
function ofPlaces(scene: Scene, board: number): HTMLElement[] {
  const columns = layersOf(scene.model, board).filter(({ isTerritory }) => !isTerritory).map(({ column }) => column);
  const worded = columns.filter(({ type }) => bare(type).is === "word");
  const signs = worded.flatMap((column) => {
    const value = column.values.find((one) => typeof one === "number") ?? null;
    const style = scene.looks.value(column.type, value);
    // The only sign is told by all of its values.
    if (worded.length === 1 && valuesOf(scene, worded).length) return [h("b", {}, plain(column.name))];
    return style ? [h("span", {}, emblem(style, ""), plain(column.name))] : [];
  });
  const numbers = [...countsOf(scene.model, board).map(({ name }) => plain(name)), ...numbersOn(scene, board).map(({ name }) => uncapital(scene.label("field", name)))];
  const isSaid = isTheOnlyNumber(scene, board);
  return [...signs, ...valuesOf(scene, worded), ...(isSaid ? numbers.map((name) => onEach(scene.model.boards[board].name, name)) : shortened(scene, board))];
}

/** What the letters beside numbers stand for: they are seen where the plates of a board are short. */
function shortened(scene: Scene, board: number): HTMLElement[] {
  return [...shortNames(scene, board)].filter(([label, short]) => label !== short).map(([label, short]) => h("span", { class: "brief" }, h("b", {}, short), uncapital(label)));
}

/** The colours of lines, and their number. */
function ofLines(scene: Scene, board: number): HTMLElement[] {
  const { model } = scene;
  const edges = model.boards[board].shape?.edges ?? null;
  const columns = edges === null ? [] : model.columns.filter(({ of, number }) => of === "type" && number === edges);
  const coloured = columns.find(({ type }) => bare(type).is === "word");
  const swatches = coloured ? stylesOf(scene, coloured.type).map(({ color, word }) => h("span", {}, h("i", { class: "swatch", style: { "--lc": color } }), word)) : [];
  const numbers = columns.filter(({ type }) => bare(type).is === "number");
  return [...swatches, ...(numbers.length === 1 && edges !== null ? [onEach(model.types[edges].name, plain(numbers[0].name))] : [])];
}

function onEach(name: string, number: string): HTMLElement {
  return h("span", {}, h("b", {}, `number on each ${plain(name)}`), number);
}

/** The values of types whose signs are no drawings of what they are called. */
function valuesOf(scene: Scene, columns: readonly Column[]): HTMLElement[] {
  const types = new Map(columns.map(({ type }) => [JSON.stringify(bare(type)), type]));
  return [...types.values()].flatMap((type) => {
    const styles = stylesOf(scene, type);
    return styles.some(isOrnament) ? styles.map((style) => h("span", {}, emblem(style, ""), style.word)) : [];
  });
}

function stylesOf(scene: Scene, type: TypeData): Style[] {
  const of = bare(type);
  const size = of.is === "word" ? scene.model.types[of.type].values.length : 0;
  return size > MOST_VALUES ? [] : Array.from({ length: size }, (_, value) => scene.looks.value(type, value)).filter((one) => one !== null);
}
