// Keys of what seats have observed of a match: equal ones mean that nothing has changed for a seat.
import { digest } from "./keys.js";

/** A key of what a seat (null: a spectator) had observed at a position, and of the steps that it had taken. */
export function knownKey(game, past, number, seat) {
  return digest(`${observedKey(game, past, number, seat)} ${seat} ${past[number].taken.get(seat) ?? ""}`);
}

function observedKey(game, past, number, seat) {
  let at = number;
  while (at >= 0 && !past[at].keys.has(seat)) at -= 1;
  let key = at < 0 ? "" : past[at].keys.get(seat);
  for (at += 1; at <= number; at++) {
    const { facts, keys } = past[at];
    // Each event is digested by itself, because a seat does not observe where positions end.
    for (const fact of facts.slice(at ? past[at - 1].facts.length : 0)) {
      for (const event of game.facts.events(fact, seat)) key = digest(key + JSON.stringify(event));
    }
    keys.set(seat, key);
  }
  return key;
}
