// Where the choices of a round or a deal end, and what closes it for all begins.
import type { Event } from "gamedsl-host";
import type { PageModel } from "../game/model.js";
import { titled } from "../game/words.js";
import type { Moment, Session } from "../match/session.js";

/** Parts of a match that are no phases of a round. */
const PARTS = new Set(["setup", "rounds", "end"]);
/** The owner of what nobody owns. */
const NOBODY = -1;

/** The event with which that begins which happens to several players after the last choice of a round or a deal: a field of theirs changes, or pieces go to them or from them; or one of the `rolls` of a later phase. Where another phase follows that of the choice, what is nobody's before it is of that phase, too. */
export function closingOf(session: Session, moment: Moment, events: readonly Event[], opening: Event | null, rolls: readonly Event[]): Event | null {
  const ownerOf = (name: unknown) => ownerIn(session.model, name);
  const end = opening === null ? events.length : events.indexOf(opening);
  const last = events.slice(0, end).findLastIndex(({ is }) => is === "choose" || is === "say");
  const owners = new Map<string, Set<number>>();
  const after = events.slice(last + 1, end).flatMap((event) => {
    const name = [event.name, event.to, event.from].find((one) => ownerOf(one) !== null);
    if (name === undefined) return [];
    const family = `${event.is} ${name === event.to ? "to " : ""}${String(name).replace(/^[^.]*/, "")}`;
    owners.set(family, (owners.get(family) ?? new Set()).add(ownerOf(name) ?? NOBODY));
    return [{ event, family }];
  });
  const several = after.find(({ family }) => (owners.get(family)?.size ?? 0) > 1)?.event;
  const rolled = events.slice(last + 1, end).find((event) => rolls.includes(event));
  const from = Math.min(end, ...[several, rolled].flatMap((one) => (one === undefined ? [] : [events.indexOf(one)])));
  const first = from < end ? events[from] : null;
  const own = events.slice(0, from).findLastIndex((event, i) => i <= last || [event.name, event.to, event.from].some((one) => ownerOf(one) !== null));
  const isOfNobody = ({ is }: Event) => is === "move" || is === "field";
  return phasesAfter(session, moment).length ? (events.slice(own + 1, from).find(isOfNobody) ?? first) : first;
}

/** What was rolled in another phase than that of the choice of a move, as far as that is known. */
export function rolledLater(session: Session, moment: Moment, events: readonly Event[]): Event[] {
  const nodes = session.rolledIn(moment);
  const own = phaseOf(session, moment);
  const phaseAt = (at: number) => session.model.nodes.find(({ node }) => node === at)?.phase ?? own;
  return nodes === null ? [] : events.filter(({ is }) => is === "roll").filter((_, i) => phaseAt(nodes[i]) !== own);
}

/** The phase that follows that of a move up to the end of the round, in the words of players; null if it is not one phase, or somebody is asked in it. */
export function unaskedAfter(session: Session, moment: Moment): string | null {
  const { model, look } = session;
  const [phase, ...more] = phasesAfter(session, moment);
  const isAsked = model.nodes.some((one) => one.phase === phase && (one.is === "decision" || one.is === "together"));
  return phase === undefined || more.length || isAsked ? null : (look.rule?.[phase]?.label ?? titled(phase));
}

/** Whose a zone or a field is; null if it is nobody's. */
export function ownerIn({ seats }: PageModel, name: unknown): number | null {
  const seat = seats.indexOf(String(name).split(".")[0]);
  return seat < 0 ? null : seat;
}

/** The phases of a round that follow that of a move. */
function phasesAfter(session: Session, moment: Moment): string[] {
  const phases = session.model.phases.filter((one) => !PARTS.has(one));
  return phases.slice(phases.indexOf(phaseOf(session, moment)) + 1);
}

function phaseOf(session: Session, { before }: Moment): string {
  return session.match.at(before).view(session.looker).phase ?? "";
}
