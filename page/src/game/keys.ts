// Keys name what is drawn: places, zones, pieces, seats, words. Options with the same key are chosen by clicking there.
import type { Thing } from "gamedsl-host";
import type { PageModel } from "./model.js";
import { isOwnBoard } from "./owned.js";

export const placeKey = (board: number, place: number, owner: number | null): string => `b${board}.${place}${owner === null ? "" : `@${owner}`}`;
/** The board and the place of a key that names a place; nothing for other keys. */
export const placeOfKey = (key: string): number[] => (/^b(\d+)\.(\d+)/.exec(key) ?? []).slice(1).map(Number);
export const zoneKey = (zone: number): string => `z${zone}`;
export const pieceKey = (kind: number, zone: number): string => `k${kind}@${zone}`;
export const seatKey = (seat: number): string => `s${seat}`;
export const wordKey = (type: string, value: number): string => `w${type}.${value}`;
export const numberKey = (value: number): string => `n${value}`;

/** The key of what a thing means for the seat that chooses; null where nothing on the table stands for it. */
export function keyOf(model: PageModel, thing: Thing, seat: number): string | null {
  if (typeof thing === "number") return numberKey(thing);
  if (thing === null || typeof thing !== "object" || Array.isArray(thing)) return null;
  switch (thing.is) {
    case "place": return placeThing(model, thing.board, thing.number, seat);
    case "seat": return seatKey(thing.number);
    case "word": return wordKey(thing.of, thing.number);
    case "zone": return zoneKey(thing.number);
    case "piece": return thing.zone ? pieceKey(thing.kind.number, thing.zone.number) : null;
    case "kind": return `k${thing.number}`;
    default: return null;
  }
}

function placeThing(model: PageModel, board: string, number: number, seat: number): string | null {
  const at = model.boards.findIndex((one) => one.name === board);
  if (at < 0) return null;
  const [real, place] = partOf(model, at, number);
  return placeKey(real, place, isOwnBoard(model, real) ? seat : null);
}

/** A place of a union is one of the boards that it joins. */
export function partOf(model: PageModel, board: number, place: number): [board: number, place: number] {
  const { shape } = model.boards[board];
  if (shape?.is !== "union") return [board, place];
  let left = place;
  for (const part of shape.parts) {
    const { length } = model.boards[part].places;
    if (left < length) return partOf(model, part, left);
    left -= length;
  }
  return [board, place];
}
