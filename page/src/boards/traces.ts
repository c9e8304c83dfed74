// Where the last player has moved on the boards: what pieces left, and where they came.
import type { Event } from "gamedsl-host";
import { eventsOf } from "../table/dice.js";
import { partOf, placeKey, wordKey } from "../game/keys.js";
import { bare, type FieldFamily, familyOf, type PageModel, type ZoneFamily } from "../game/model.js";
import { isOwnBoard } from "../game/owned.js";
import { indexOf } from "../table/scene.js";
import type { Moment, Session } from "../match/session.js";

/** The keys of places and lines of boards that the last player's moves have emptied, and of those to which something came. */
export interface Traces { left: ReadonlySet<string>; came: ReadonlySet<string> }

/** More places than this were set by a rule and not by a hand: stones that are turned, seeds that are sown. */
const MOST = 4;
const EMPTY = new Set(["none", "no", "0"]);
/** A choice that was declined. */
const DECLINED = /: no \w+$/;

/** The traces of whoever moved last, with all the moves made in a row, forced ones too; of a lone player only those of the last move. */
export function tracesOf(session: Session): Traces {
  const [left, came] = [new Set<string>(), new Set<string>()];
  for (const one of lastTurn(session)) {
    for (const key of one.left) if (!came.delete(key)) left.add(key);
    for (const key of one.came) {
      left.delete(key);
      came.add(key);
    }
  }
  return { left, came };
}

/** What the moves have done that the last player made in a row, the oldest first. */
function lastTurn(session: Session): Trace[] {
  const moments = session.moments.filter(({ after }) => session.shown === null || after <= session.shown);
  const found: Trace[] = [];
  for (const moment of moments.reverse()) {
    for (const one of tracesIn(session, moment).reverse()) {
      if (found.length && one.seat !== found[0].seat) return found;
      found.unshift(one);
    }
    if (session.model.humans === 1) return found;
  }
  return found;
}

/** What a move has done, and then what others did who had no choice, as far as it left a trace. */
function tracesIn(session: Session, moment: Moment): Trace[] {
  const was = new Map(session.valuesBefore(moment));
  const parts: { seat: number; events: Event[] }[] = [{ seat: moment.seat, events: [] }];
  for (const event of eventsOf(session, moment)) {
    const last = parts[parts.length - 1];
    // Who chose at the same time moved with it.
    const isNext = event.is === "choose" && Number(event.seat) !== last.seat && !DECLINED.test(event.text) && last.events.some(({ is }) => is !== "choose");
    if (isNext) parts.push({ seat: Number(event.seat), events: [event] });
    else last.events.push(event);
  }
  return parts.flatMap(({ seat, events }, i) => {
    const made = new Trace(session, seat, events, new Map(was));
    for (const { is, name, value } of events) if (is === "field") was.set(String(name), String(value));
    return i && !made.left.size && !made.came.size ? [] : [made];
  });
}

/** What one move has done on the boards. Pieces of others that it took away leave no trace, because they did not move. */
class Trace {
  readonly left = new Set<string>();
  readonly came = new Set<string>();
  private readonly model: PageModel;
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(session: Session, readonly seat: number, events: readonly Event[], private readonly was: ReadonlyMap<string, string>) {
    const { fields, zones } = session.view;
    this.model = session.model;
    this.numbers = new Map([...fields, ...zones].map(({ name, number }) => [name, number]));
    const filled = new Set<string>();
    const turned = new Set<string>();
    const taken = new Set(events.filter((event) => this.isOthers(event)).flatMap((event) => this.placeOf(event.name) ?? []));
    for (const event of events) {
      if (event.is === "move") this.go(event, filled);
      else if (event.is === "field") this.set(event, filled, turned, taken);
    }
    // Where nothing came to an empty place, a piece has come to one that was taken.
    const all = filled.size ? filled : turned;
    if (all.size <= MOST) this.came = all;
    for (const key of all) this.left.delete(key);
    if (this.left.size > MOST) this.left.clear();
  }

  /** Pieces that went from place to place. */
  private go({ from, to, pieces }: Event, filled: Set<string>): void {
    const seats = this.model.seats;
    const owner = seats.indexOf(/\.(\w+)$/.exec(String((pieces as [string, number][] | null)?.[0]?.[0] ?? ""))?.[1] ?? "");
    if (owner >= 0 && owner !== this.seat) return;
    const [here, there] = [this.placeOf(from), this.placeOf(to)];
    if (here !== null) this.left.add(here);
    if (there !== null) filled.add(there);
  }

  /** A field of a place, or of a line of a board, or one that names a place. */
  private set(event: Event, filled: Set<string>, turned: Set<string>, taken: ReadonlySet<string>): void {
    const { name, value } = event;
    const [before, now] = [this.was.get(String(name)) ?? "none", String(value)];
    if (before === now) return;
    const key = this.placeOf(name);
    if (key === null) {
      const [gone, come] = [this.named(name, before), this.named(name, now)];
      if (come === null) return; // nothing left a place because none is named any more
      filled.add(come);
      if (gone !== null) this.left.add(gone);
    } else if (EMPTY.has(now)) {
      if (!taken.has(key)) this.left.add(key);
    } else (EMPTY.has(before) ? filled : turned).add(key);
  }

  /** Whether a field said that somebody else's piece stands there, which was taken away. */
  private isOthers({ is, name, value }: Event): boolean {
    const seat = this.model.seats.indexOf(this.was.get(String(name)) ?? "");
    return is === "field" && EMPTY.has(String(value)) && seat >= 0 && seat !== this.seat;
  }

  /** The key of the place or line whose field or zone has a name; null if it is no such field or zone, or players do not see it. */
  private placeOf(name: unknown): string | null {
    const number = this.numbers.get(String(name));
    const families: (FieldFamily | ZoneFamily)[] = [...this.model.fields, ...this.model.zones];
    const family = families.find((one) => one.name === familyOf(name));
    if (number === undefined || !family?.is_shown) return null;
    const index = indexOf(family, number - family.base);
    const [first] = family.dimensions;
    for (const [i, { type }] of family.dimensions.entries()) {
      if (type.is === "place") {
        const [board, place] = partOf(this.model, type.board, index[i]);
        return placeKey(board, place, isOwnBoard(this.model, board) && first.type.is === "seat" ? index[0] : null);
      }
      if (type.is === "word" && this.model.boards.some(({ shape }) => shape?.edges === type.type)) return wordKey(this.model.types[type.type].name, index[i]);
    }
    return null;
  }

  /** The key of the place that is the value of a shown field. */
  private named(name: unknown, value: string): string | null {
    const number = this.numbers.get(String(name));
    const field = number === undefined ? undefined : this.model.fields.find((one) => one.name === familyOf(name));
    const type = field?.is_shown ? bare(field.type) : null;
    if (type?.is !== "place") return null;
    const place = this.model.boards[type.board].places.indexOf(value);
    return place < 0 ? null : placeKey(...partOf(this.model, type.board, place), null);
  }
}
