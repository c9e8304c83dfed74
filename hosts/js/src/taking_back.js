// Which answers are taken back together.
import { GameError } from "./game.js";

/** Where the answers begin that `undo` takes back for a seat: only its own, and answers of others that stay. Throws GameError. */
export function lastOf(seats, past, seat) {
  const goesOn = ({ answer }) => answer.move !== null && !answer.isShared;
  let begin = past.findLastIndex(({ answer }) => answer?.seat === seat);
  if (begin < 0) throw new GameError(`${seats[seat]} has no move to take back`);
  const since = past.slice(begin);
  if (since.length > 1 && since.some(goesOn)) throw new GameError(`${seats[since[since.length - 1].answer.seat]} has played since ${seats[seat]} did`);
  for (let at = begin - 1; at > 0; at--) {
    const one = past[at];
    if (one.answer.seat === seat && one.answer.move === null) begin = at;
    else if (one.answer.seat === seat || goesOn(one)) break;
  }
  return begin;
}
