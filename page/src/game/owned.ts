// Boards of which everybody has one.
import { drawnBoards } from "./geometry.js";
import type { FieldFamily, PageModel, ZoneFamily } from "./model.js";

const known = new WeakMap<PageModel, boolean[]>();

/** Whether everybody has such a board: the rules say so, or all that lies on it and is written there belongs to a player. */
export function isOwnBoard(model: PageModel, board: number): boolean {
  const all = known.get(model) ?? model.boards.map((_, one) => isEverybodys(model, one));
  known.set(model, all);
  return all[board];
}

function isEverybodys(model: PageModel, board: number): boolean {
  const { shape } = model.boards[board];
  if (shape?.is_owned) return true;
  if (shape?.is !== "grid" && shape?.is !== "hex") return false;
  const here = seenOn(model, board);
  const isJoined = model.boards.some((other) => other.shape?.parts.includes(board) || other.shape?.around === board);
  return here.length > 0 && !isJoined && here.every(({ dimensions }) => dimensions.length === 2 && dimensions[0].type.is === "seat");
}

/** What lies on a board or is written there, and somebody sees. */
function seenOn(model: PageModel, board: number): (ZoneFamily | FieldFamily)[] {
  const isHere = ({ dimensions }: ZoneFamily | FieldFamily) => dimensions.some(({ type }) => type.is === "place" && type.board === board);
  return [...model.zones, ...model.fields].filter((family) => family.is_shown && family.visibility.who !== "nobody" && isHere(family));
}

/** Whether nobody but its owner ever sees anything on such a board. */
export function isSecretBoard(model: PageModel, board: number): boolean {
  return seenOn(model, board).every(({ visibility }) => visibility.who === "owner");
}

/** The numbers of those boards. */
export function geometryOfOwned(model: PageModel): number[] {
  return drawnBoards(model).filter((board) => isOwnBoard(model, board));
}

/** The numbers of the boards that all share. */
export function sharedBoards(model: PageModel): number[] {
  return drawnBoards(model).filter((board) => !isOwnBoard(model, board));
}

/** Whether the boards of the seat that looks lie on the table, because no other board does. */
export function isOwnOnTable(model: PageModel): boolean {
  return !sharedBoards(model).length && geometryOfOwned(model).length > 0;
}
