// What people have learnt since a move, which taking it back does not make them forget. The terminal decides in the same way: `gamedsl/cli/playing/past.py`.
import type { Event } from "gamedsl-host";
import type { PageModel } from "../game/model.js";
import type { Table } from "./session.js";

/** What was shown: something that chance threw, something that was hidden, or the answer of somebody who knows more. What weighs most comes first. */
const SORTS = ["thrown", "hidden", "answered"] as const;
export type Learnt = (typeof SORTS)[number];

/** What people at the seats have learnt since a position; null if it is nothing. */
export function learntSince({ nodes }: PageModel, match: Table, seats: readonly number[], from: number): Learnt | null {
  const then = match.at(from);
  const isTogether = nodes.find(({ node }) => node === then.node)?.is === "together";
  const unseenBy = (seat: number) => new Set(then.view(seat).zones.filter(({ contents }) => contents === null).map(({ name }) => name));
  const found = new Set(seats.flatMap((seat) => {
    const unseen = unseenBy(seat);
    const isShown = (event: Event) => Array.isArray(event.pieces) && (event.is === "see" ? unseen.has(String(event.zone)) : event.is === "move" && unseen.has(String(event.from)));
    const isAnswer = (chooser: number) => !seats.includes(chooser) && [...unseen].some((zone) => !unseenBy(chooser).has(zone));
    return match.events(seat, { from }).map((event): Learnt | null => {
      if (event.is === "roll") return "thrown";
      if (event.is !== "choose") return isShown(event) ? "hidden" : null;
      if (isTogether && event.seat !== seat) return "hidden";
      return isAnswer(Number(event.seat)) ? "answered" : null;
    });
  }));
  return SORTS.find((one) => found.has(one)) ?? null;
}
