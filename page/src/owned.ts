// Boards of which everybody has one.
import { drawnBoards } from "./geometry.js";
import type { PageModel } from "./model.js";

/** The numbers of those boards. */
export function geometryOfOwned(model: PageModel): number[] {
  return drawnBoards(model).filter((board) => model.boards[board].shape?.is_owned);
}

/** The numbers of the boards that all share. */
export function sharedBoards(model: PageModel): number[] {
  return drawnBoards(model).filter((board) => !model.boards[board].shape?.is_owned);
}
