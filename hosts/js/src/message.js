// What a host sends to the page of a seat.
import { OutOfDateError } from "./errors.js";

/** All that the page of a seat needs (null: of a spectator): see `Match.message`. */
export function messageOf(match, seat, since) {
  const isAsked = seat !== null && match.toAct.includes(seat);
  return {
    key: match.key(seat), isOver: match.isOver, view: match.view(seat), step: isAsked ? match.step(seat) : null, refused: isAsked ? match.refused(seat) : [],
    ...eventsSince(match, seat, since), outcome: match.outcome,
  };
}

/** The events since a key, or all of them (`isWhole`) where it is not of the match as it is now. */
function eventsSince(match, seat, since) {
  if (since === undefined) return { events: match.events(seat), isWhole: true };
  try {
    return { events: match.events(seat, { since }), isWhole: false };
  } catch (error) {
    if (!(error instanceof OutOfDateError)) throw error;
    return { events: match.events(seat), isWhole: true };
  }
}
