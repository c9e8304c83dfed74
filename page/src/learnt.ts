// What people have learnt since a move, which taking it back does not make them forget.
import type { Event } from "gamedsl-host";
import type { PageModel } from "./model.js";
import type { Table } from "./session.js";

/** What was shown: something that chance threw, or something that was hidden. */
export type Learnt = "thrown" | "hidden";

/** What people at the seats have learnt since a position; null if it is nothing. */
export function learntSince({ nodes }: PageModel, match: Table, seats: readonly number[], from: number): Learnt | null {
  const then = match.at(from);
  const isTogether = nodes.find(({ node }) => node === then.node)?.is === "together";
  const found = seats.flatMap((seat) => {
    const events = match.events(seat, { from });
    if (events.some(({ is }) => is === "roll")) return ["thrown" as const];
    const unseen = new Set(then.view(seat).zones.filter(({ contents }) => contents === null).map(({ name }) => name));
    const isShown = (event: Event) => Array.isArray(event.pieces) && (event.is === "see" ? unseen.has(String(event.zone)) : event.is === "move" && unseen.has(String(event.from)));
    const isChosen = (event: Event) => isTogether && event.is === "choose" && event.seat !== seat;
    return events.some((event) => isShown(event) || isChosen(event)) ? ["hidden" as const] : [];
  });
  return found.includes("thrown") ? "thrown" : (found[0] ?? null);
}
