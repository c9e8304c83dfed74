// The ways of pieces in a move: stops are left out, and pieces that go the same way are told together.
import type { Event } from "gamedsl-host";

/** Pieces by their kinds with numbers if they are seen, else `number` of them; the zones that they left, and those where they went. */
export interface Way { pieces: [name: string, count: number][] | null; number: number; from: string[]; to: string[] }

/** What is known of zones and pieces: which belong together, and whose they are. */
export interface Ground {
  /** What instances of a zone have in common; null where each is a place of its own. */
  family(zone: string): string | null;
  owner(zone: string): number | null;
  pieceOwner(kind: string): number | null;
}

/** The ways of moves, without the stops: what goes into a zone that may be one, and out of it again, goes from where it was. */
export function waysOf(moves: readonly Event[], mayBeStop: (zone: string) => boolean, ground: Ground): Way[] {
  return gathered(direct(moves.map(wayOf), mayBeStop), ground);
}

function wayOf({ text, pieces, from, to }: Event): Way {
  const named = Array.isArray(pieces) ? (pieces as [string, number][]) : null;
  const number = named ? named.reduce((sum, [, count]) => sum + count, 0) : Number(/^\d+/.exec(text)?.[0] ?? 1);
  return { pieces: named, number, from: [String(from)], to: [String(to)] };
}

function direct(ways: readonly Way[], mayBeStop: (zone: string) => boolean): Way[] {
  const sum = (of: readonly Way[]) => of.reduce((all, { number }) => all + number, 0);
  const stops = new Map<string, string>();
  for (const [i, { to: [to], from: [from] }] of ways.entries()) {
    const into = ways.filter((one) => one.to[0] === to);
    const out = ways.slice(i).filter((one) => one.from[0] === to);
    if (from !== to && mayBeStop(to) && out.length && into.every((one) => one.from[0] === from) && sum(into) === sum(out) && !ways.slice(0, i).some((one) => one.from[0] === to)) stops.set(to, from);
  }
  return ways.filter(({ to }) => !stops.has(to[0])).map((one) => ({ ...one, from: [stops.get(one.from[0]) ?? one.from[0]] }));
}

/** Ways to the same zone are one; so are those of what players own to their own zones, and those that lead for each player from one own zone to another. */
function gathered(ways: readonly Way[], ground: Ground): Way[] {
  const found = new Map<string, Way>();
  for (const [i, way] of ways.entries()) {
    const key = `${way.pieces ? "" : "unseen "}${sharedBy(way, ground) ?? i}`;
    const before = found.get(key);
    found.set(key, before ? together(before, way) : way);
  }
  return [...found.values()];
}

/** What ways that are told together have in common; null: this one is told alone. */
function sharedBy({ pieces, from: [from], to: [to] }: Way, ground: Ground): string | null {
  const family = ground.family(to);
  if (family === null) return null;
  const owner = ground.owner(to);
  if (owner === null) return `to ${to}`;
  if (pieces?.length && pieces.every(([name]) => ground.pieceOwner(name) === owner)) return `home to ${family}`;
  // From many places of a board to one heap.
  const start = ground.family(from) === null ? "places" : from;
  return ground.owner(from) === owner ? `${ground.family(from)} to ${family}` : `${start} to ${to}`;
}

function together(one: Way, other: Way): Way {
  const counts = new Map(one.pieces);
  for (const [name, count] of other.pieces ?? []) counts.set(name, (counts.get(name) ?? 0) + count);
  const all = (these: string[], those: string[]) => [...new Set([...these, ...those])];
  return { pieces: one.pieces && [...counts], number: one.number + other.number, from: all(one.from, other.from), to: all(one.to, other.to) };
}
