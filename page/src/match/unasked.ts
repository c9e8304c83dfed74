// What somebody had to do without being asked, because there was one possibility.
import type { Event } from "gamedsl-host";
import type { Speech } from "../told/speech.js";

/** A choice that was declined because nothing could be chosen. */
const NOTHING = /: no \w+$/;
/** So many are told. */
const MOST = 2;

/** The choices of a seat behind its own in the events of one move, in the sentences of the rules; null where there are none, or the rules say nothing of them. */
export function unaskedOf(events: readonly Event[], seat: number, speech: Speech): string | null {
  const [, ...more] = events.flatMap((event, at) => (event.is === "choose" && Number(event.seat) === seat ? [at] : []));
  const told = more.flatMap((at) => (events[at + 1]?.is === "say" && !NOTHING.test(events[at].text) ? [speech.said(events[at + 1].text)] : []));
  return told.length && told.length <= MOST ? told.join(" ") : null;
}
