// Which instance of a family lies where.
import type { Event } from "gamedsl-host";
import { partOf, placeKey, seatKey, wordKey, zoneKey } from "./keys.js";
import type { PageModel, ZoneFamily } from "./model.js";
import { isOwnBoard } from "./owned.js";
import { indexOf } from "../table/scene.js";

/** Whose the pieces of an event are; null where they are nobody's or not seen. */
export function pieceOwner(model: PageModel, { pieces }: Event): number | null {
  const [first] = Array.isArray(pieces) ? pieces : [];
  const name = Array.isArray(first) ? String(first[0]) : "";
  return model.kinds.find((kind) => kind.name === name)?.owner ?? null;
}

/** The key of the place on which a zone lies; null for other zones. */
export function placeOf(model: PageModel, zone: number, seat: number): string | null {
  const family = model.zones.find(({ base, count }) => zone >= base && zone < base + count);
  const at = family?.dimensions.findIndex(({ type }) => type.is === "place") ?? -1;
  if (!family || at < 0) return null;
  const { type } = family.dimensions[at];
  if (type.is !== "place") return null;
  const [board, place] = partOf(model, type.board, indexOf(family, zone - family.base)[at]);
  return placeKey(board, place, isOwnBoard(model, board) ? seat : null);
}

/** The keys by which a zone is chosen: its own, and those of what it is indexed by. */
export function instanceKeys(model: PageModel, family: ZoneFamily, zone: number, seat: number): string[] {
  const index = indexOf(family, zone - family.base);
  const place = placeOf(model, zone, seat);
  const words = family.dimensions.flatMap(({ type }, i) => {
    if (type.is === "word") return [wordKey(model.types[type.type].name, index[i])];
    return type.is === "seat" ? [seatKey(index[i])] : [];
  });
  return [zoneKey(zone), ...(place ? [place] : []), ...words];
}
