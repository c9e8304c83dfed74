// What the rules print on the places of a board: which of their columns are drawn there, and what these are.
import { bare, type Column, type PageModel } from "../game/model.js";

/** A column that is drawn on places; a territory has a colour and a border. */
export interface Layer { column: Column; isTerritory: boolean }

/** The columns of a board that are drawn on its places. */
export function layersOf(model: PageModel, board: number): Layer[] {
  const columns = model.columns.filter((one) => one.of === "board" && one.number === board && !isSetUp(model, board, one) && !["row", "col", "column"].includes(one.name) && ["word", "flag", "number"].includes(bare(one.type).is));
  return columns.map((column) => ({ column, isTerritory: isTerritory(model, board, column) }));
}

/** The numbers that are printed on the places of a board and count something. */
export function countsOf(model: PageModel, board: number): Column[] {
  return layersOf(model, board).flatMap(({ column }) => (isCount(model, column) ? [column] : []));
}

/** Whether a layer says what stands where at the beginning: places have a field with such values, or it numbers the seats that begin on some of them. */
function isSetUp(model: PageModel, board: number, column: Column): boolean {
  const of = bare(column.type);
  if (isOfSeats(model, column) && column.values.includes(null)) return true;
  return model.fields.some((field) => {
    const held = bare(field.type);
    const isAlike = held.is === "word" ? of.is === "word" && held.type === of.type : held.is === "number" && of.is === "number" && held.high === of.high;
    return isAlike && field.dimensions.some((one) => one.type.is === "place" && one.type.board === board);
  });
}

/** Whether what is printed counts something. */
export function isCount(model: PageModel, column: Column): boolean {
  return bare(column.type).is === "number" && !isOfSeats(model, column);
}

/** Whether numbers are those of the seats: each seat has as many of the places. */
export function isOfSeats({ humans }: PageModel, { type, values }: Column): boolean {
  const of = bare(type);
  if (of.is !== "number" || humans <= 1 || of.low !== 1 || of.high !== humans) return false;
  const shares = Array.from({ length: humans }, (_, seat) => values.filter((value) => value === seat + 1).length);
  return shares.every((share) => share > 0 && share === shares[0]);
}

/** Whether the values of a layer lie together, two places or more each on average. Places of a board of lines do not touch. */
function isTerritory(model: PageModel, board: number, { values, type }: Column): boolean {
  const { at, shape } = model.boards[board];
  if (bare(type).is !== "word" || shape?.is === "graph") return false;
  const left = new Set(at.keys());
  let patches = 0;
  while (left.size) {
    patches += 1;
    const [first] = left;
    const todo = [first];
    left.delete(first);
    while (todo.length) {
      const one = todo.pop() as number;
      for (const other of left) {
        if (Math.abs(at[one][0] - at[other][0]) + Math.abs(at[one][1] - at[other][1]) === 1 && values[one] === values[other]) {
          left.delete(other);
          todo.push(other);
        }
      }
    }
  }
  return patches === new Set(values).size && patches * 2 <= at.length;
}
