// Empty places that only one player's stones surround, at the end of a match in which they count.
import type { Outcome, View } from "gamedsl-host";
import { placeKey } from "../game/keys.js";
import { bare, type Board, type PageModel } from "../game/model.js";
import { sharedBoards } from "../game/owned.js";

/** The seats to which empty places belong, by their keys: none unless a line of the score counts, for every seat, just these. */
export function territoryOf(model: PageModel, view: View, { scores }: Outcome): Map<string, number> {
  for (const number of sharedBoards(model)) {
    const board = model.boards[number];
    const field = model.fields.find(({ type, dimensions: [first, ...more] }) => !more.length && first?.type.is === "place" && first.type.board === number && bare(type).is === "seat");
    if (board.shape?.is !== "grid" || board.shape.torus || !field) continue;
    const stones = board.places.map((_, place) => view.fields.find((one) => one.number === field.base + place)?.thing ?? null).map((thing) => (thing !== null && typeof thing === "object" && "number" in thing ? Number(thing.number) : null));
    const found = surrounded(board, stones);
    const sizes = scores.map((_, seat) => found.filter((owner) => owner === seat).length);
    const lines = scores[0]?.map((_, line) => line) ?? [];
    const isCounted = lines.some((line) => scores.every((score, seat) => score[line][1] === sizes[seat]));
    if (isCounted && sizes.some((size) => size > 0)) return new Map(found.flatMap((owner, place) => (owner === null ? [] : [[placeKey(number, place, null), owner]])));
  }
  return new Map();
}

/** For each place the seat whose stones alone lie round the empty area of which it is part. */
export function surrounded({ at }: Pick<Board, "at">, stones: readonly (number | null)[]): (number | null)[] {
  const numbers = new Map(at.map(([row, column], place) => [`${row} ${column}`, place]));
  const beside = (place: number) => [[-1, 0], [1, 0], [0, -1], [0, 1]].flatMap(([down, right]) => numbers.get(`${at[place][0] + down} ${at[place][1] + right}`) ?? []);
  const found: (number | null)[] = stones.map(() => null);
  const seen = new Set<number>();
  for (const [first, stone] of stones.entries()) {
    if (stone !== null || seen.has(first)) continue;
    const area = [first];
    const round = new Set<number>();
    seen.add(first);
    for (const place of area) {
      for (const other of beside(place)) {
        const there = stones[other];
        if (there !== null) round.add(there);
        else if (!seen.has(other)) {
          seen.add(other);
          area.push(other);
        }
      }
    }
    const [owner] = round;
    if (round.size === 1) for (const place of area) found[place] = owner;
  }
  return found;
}
