// Cards that came and went within one move: a trick that somebody took, and hands that were shown. The page keeps them where people can see them.
import type { Event, View } from "gamedsl-host";
import { h, put } from "../window/dom.js";
import { disc, pieceFace } from "./faces.js";
import type { Look, PageModel, ZoneFamily } from "../game/model.js";
import { type Layout, POTS, stakeFields } from "../game/roles.js";
import { indexOf, type Scene } from "./scene.js";
import { singular, titled, uncapital } from "../game/words.js";

/** What lay there for a moment. `trick`: the card of each seat. `shown`: the cards that seats showed, one after the other, and that are their own no more, with `shared` cards beside them, and `said`: what the rules say of each seat's. */
export interface Passing {
  trick: Map<number, number[]>;
  /** The names of the zones of tricks. */
  trickZones: ReadonlySet<string>;
  /** Who took the trick, in words; null where nothing tells it. */
  taker: string | null;
  shown: Showing[];
  /** Cards of all, by the name of their zone; the first `known` of them lay there before the move. */
  shared: { zone: string; kinds: number[]; known: number }[];
  said: Map<number, string[]>;
}

/** The cards that a seat showed, what they changed of its score, `lines`: what the rules say of where that comes from, and the zone of all that held nothing but them, as a crib; null if they came from elsewhere. */
export interface Showing { seat: number; kinds: number[]; won: number; lines: string[]; zone: string | null }

interface Instance { family: ZoneFamily; seat: number | null; count: number | null }

const TAKEN = /trick|won|taken/i;
const SEAT = /^P(\d+)$/;
/** That somebody shows cards which lie there needs no words. */
const SHOWS = /^[^.]* shows? [^.]*\. /;

/** What passed in a move; null where nothing did. `before` finds the value of a field then, `lying` the kinds that lay in a zone, and `view` is what a seat sees after the move. */
export function passingOf(model: PageModel, layout: Layout, view: View, events: readonly Event[], before: (field: string) => number, lying: (zone: string) => number[] = () => []): Passing | null {
  // On a board, or beside cards that lie in places of their own, what is played openly is no hand that is shown.
  const isTable = !layout.tiles.length && !model.boards.some(({ shape }) => shape !== null);
  const zones = new Map(view.zones.map((zone) => [zone.name, instanceOf(model, zone)]));
  const moves = events.filter(({ is, pieces }) => is === "move" && Array.isArray(pieces));
  const from = (move: Event) => zones.get(String(move.from)) ?? null;
  const to = (move: Event) => zones.get(String(move.to)) ?? null;
  const isTrick = (one: Instance | null) => one !== null && layout.trick.includes(one.family);
  const trick = new Map<number, number[]>();
  const gone: { move: Event; family: ZoneFamily; seat: number; source: Instance | null }[] = [];
  const shared = new Map<ZoneFamily, number[]>();
  const known = new Map<ZoneFamily, number>();
  for (const [i, move] of moves.entries()) {
    const [source, target] = [from(move), to(move)];
    if (!source || source.count) continue;
    const { family, seat } = source;
    if (isTrick(source) && seat !== null && !isTrick(target)) trick.set(seat, kindsOf(model, move));
    else if (family.visibility.who !== "everyone" || !family.is_shown) continue;
    else if (seat === null) {
      const kinds = kindsOf(model, move);
      if (family.form === "pile") {
        // Its cards stay in the order in which they were laid.
        const lay = lying(String(move.from));
        known.set(family, lay.length);
        const came = [...lay, ...moves.slice(0, i).filter((one) => one.to === move.from).flatMap((one) => kindsOf(model, one))];
        kinds.sort((a, b) => came.indexOf(a) - came.indexOf(b));
      }
      shared.set(family, [...(shared.get(family) ?? []), ...kinds]);
    }
    else if (isTable && target?.seat !== seat) gone.push({ move, family, seat, source: moves.slice(0, i).filter((one) => one.to === move.from).map(from).findLast((one) => one?.family.visibility.who !== "everyone") ?? null });
  }
  // Where somebody shows cards, what the others have laid in the same place is shown with them.
  const fresh = new Set(gone.filter(({ source }) => source).map(({ family }) => family));
  const showings = gone.filter(({ family }) => fresh.has(family));
  const won = wonIn(model, layout, events, before, showings);
  const shown = showings.map(({ move, seat, source }, i) => ({ seat, kinds: kindsOf(model, move), won: won[i], lines: linesOf(model, events, showings, i), zone: source?.seat === null && !source.count ? source.family.name : null }));
  // Cards that go to different places are no trick that somebody takes.
  const targets = new Set(moves.filter((move) => isTrick(from(move)) && !isTrick(to(move))).map((move) => move.to));
  const isWhole = trick.size > 1 && targets.size === 1;
  if (!isWhole && !shown.length) return null;
  return {
    trick: isWhole ? trick : new Map(),
    trickZones: new Set(view.zones.map(({ name }) => name).filter((name) => isTrick(zones.get(name) ?? null))),
    taker: isWhole ? takerOf(model, events.slice(events.findLastIndex((event) => moves.includes(event) && isTrick(to(event))) + 1), moves.find((move) => isTrick(from(move)) && !isTrick(to(move))), to) : null,
    shown,
    shared: shown.length ? [...shared].map(([family, kinds]) => ({ zone: family.name, kinds, known: known.get(family) ?? kinds.length })) : [],
    said: new Map(shown.map(({ seat }) => [seat, events.flatMap(({ is, text }) => (is === "say" && text.startsWith(`${model.seats[seat]} `) ? [text] : []))])),
  };
}

function instanceOf(model: PageModel, { number, count }: View["zones"][number]): Instance {
  const family = model.zones.find(({ base, count: size }) => number >= base && number < base + size) as ZoneFamily;
  const isOwned = family.dimensions[0]?.type.is === "seat";
  return { family, seat: isOwned ? indexOf(family, number - family.base)[0] : null, count };
}

/** The kinds of the pieces of a move, one by one. */
function kindsOf({ kinds }: PageModel, { pieces }: Event): number[] {
  return (pieces as [string, number][]).flatMap(([name, count]) => {
    const kind = kinds.findIndex((one) => one.name === name);
    return kind < 0 ? [] : Array.from({ length: count }, () => kind);
  });
}

/** Who took a trick: the owner of the zone where it went; else, by what happened since its last card, whose number of tricks grew, or the player that a shared field names. */
function takerOf({ seats }: PageModel, events: readonly Event[], taken: Event | undefined, to: (move: Event) => Instance | null): string | null {
  const target = taken && to(taken);
  if (target && target.seat !== null) return seats[target.seat];
  const fields = events.filter(({ is }) => is === "field");
  const [counted] = fields.filter(({ name }) => TAKEN.test(String(name).split(".")[1] ?? "")).map(({ name }) => String(name).split(".")[0]);
  if (counted) return counted;
  const named = fields.find(({ name, value }) => !String(name).includes(".") && SEAT.test(String(value)));
  return named ? String(named.value) : null;
}

/** What a move changed of the score of each seat that shows cards: from when they lay there until they are gone, or else until they lay there. What a player had staked is no gain. */
function wonIn({ seats }: PageModel, layout: Layout, events: readonly Event[], before: (field: string) => number, showings: readonly { move: Event; seat: number; source: Instance | null }[]): number[] {
  const { score } = layout;
  if (!score) return showings.map(() => 0);
  const counted = [score, ...stakeFields(layout).filter(({ name }) => POTS.test(name))].map(({ name }) => name);
  const worth = (seat: string, until: number) => counted.reduce((sum, field) => {
    const set = events.slice(0, until).findLast(({ is, name }) => is === "field" && name === `${seat}.${field}`);
    return sum + (set ? Number(set.value) : before(`${seat}.${field}`));
  }, 0);
  const changed = (seat: string, from: number, until: number) => worth(seat, until) - worth(seat, Math.max(0, from));
  const laid = (until: number, { from }: Event) => events.slice(0, until).findLastIndex(({ is, to }) => is === "move" && to === from);
  const since = showings.map(({ move, seat }) => {
    const until = events.indexOf(move);
    const lay = laid(until, move);
    // Cards of which some lay there before count from the sentence that tells of them.
    const told = sizeOf(events[lay]) < sizeOf(move) ? events.slice(0, until).findLastIndex(({ is, text }) => is === "say" && text.startsWith(`${seats[seat]} `)) : -1;
    return changed(seats[seat], Math.max(lay, told), until) || changed(seats[seat], lay, until);
  });
  return since.some((one) => one) ? since : showings.map(({ move, seat }) => changed(seats[seat], 0, laid(events.indexOf(move), move)));
}

/** What is said between two sentences about the seat of a showing, as that fifteens bring four points: where there are as many such passages as showings of the seat, they follow each other. */
function linesOf({ seats }: PageModel, events: readonly Event[], showings: readonly { seat: number; move: Event }[], i: number): string[] {
  const { seat } = showings[i];
  // What is said before anybody shows something, as of cards in the middle, is nobody's.
  const first = events.findIndex(({ is, to }) => is === "move" && showings.some(({ move }) => move.from === to));
  const said = events.slice(first < 0 ? 0 : Math.max(0, events.slice(0, first).findLastIndex(({ is }) => is === "say"))).filter(({ is }) => is === "say").map(({ text }) => text);
  const ofSeats = [...said.keys()].filter((at) => seats.some((one) => said[at].startsWith(`${one} `)));
  const isOwn = (at: number | undefined) => at !== undefined && said[at].startsWith(`${seats[seat]} `);
  const passages = ofSeats.flatMap((at, j) => (isOwn(at) && isOwn(ofSeats[j + 1]) && ofSeats[j + 1] > at + 1 ? [said.slice(at + 1, ofSeats[j + 1])] : []));
  const own = [...showings.keys()].filter((one) => showings[one].seat === seat);
  return passages.length === own.length ? passages[own.indexOf(i)] : [];
}

function sizeOf(move: Event | undefined): number {
  return ((move?.pieces ?? []) as [string, number][]).reduce((sum, [, count]) => sum + count, 0);
}

/** “Ann takes the trick.”, and the seat that it tells of; teams have none. */
export function takenBy(names: readonly string[], look: Look, { taker }: Passing): { seat: number | null; told: string } {
  const [, number] = SEAT.exec(taker ?? "") ?? [];
  const seat = number === undefined ? null : Number(number) - 1;
  const name = seat === null ? (look.value?.[taker ?? ""]?.label ?? titled(taker ?? "")) : names[seat];
  return { seat, told: taker === null ? "The trick is over." : `${name} takes the trick.` };
}

/** In which step each card of a row is laid, where the look file says how many are laid together: 0 for those that lay there before. */
function stepsOf(groups: readonly number[], cards: number, known: number): number[] {
  const group = groups.flatMap((size, i) => Array.from({ length: size }, () => i));
  const fresh = group[known] ?? 0;
  return Array.from({ length: cards }, (_, i) => (i < known || !groups.length ? 0 : (group[i] ?? 0) - fresh + 1));
}

/** The hands that were shown, until somebody goes on; at the end of a match they stay. */
export function shownElement(scene: Scene, passing: Passing, goOn: (() => void) | null, tell: (text: string) => string): HTMLElement {
  const cards = (kinds: readonly number[]) => h("div", { class: "cards" }, ...kinds.map((kind) => pieceFace(scene.looks, kind)));
  let laid = 0;
  const found = h("section", { class: goOn ? "showdown" : "shown", attrs: { role: goOn ? "dialog" : "region", "aria-label": "What was shown" } }, h("h2", {}, "What was shown"));
  for (const { zone, kinds, known } of passing.shared) {
    const lying = cards(kinds);
    stepsOf(scene.look.zone?.[zone]?.spread ?? [], kinds.length, known).forEach((step, i) => {
      laid = Math.max(laid, step);
      (lying.children[i] as HTMLElement).style.setProperty("--step", String(step));
    });
    put(found, h("div", { class: "common" }, h("h3", {}, scene.label("zone", zone)), lying));
  }
  found.style.setProperty("--steps", String(laid));
  const row = h("div", { class: "hands" });
  const score = scene.layout.score ? scene.label("field", scene.layout.score.name).toLowerCase() : "";
  for (const { seat, kinds, won, lines, zone } of [...passing.shown].sort((a, b) => a.seat - b.seat)) {
    const said = (passing.said.get(seat) ?? []).map((text) => tell(text).replace(SHOWS, "")).filter((text) => !text.startsWith(`${scene.names[seat]} `));
    said.push(...lines.map(tell));
    put(row, h("div", { class: `seen ${won > 0 ? "won" : ""}` }, h("span", { class: "who" }, disc(scene.looks.seat(seat), scene.names[seat], "s"), zone ? `${scene.names[seat]}: ${uncapital(scene.label("zone", zone))}` : scene.names[seat]), cards(kinds), said.length ? h("span", { class: "said" }, said.join(" ")) : null, won ? h("b", {}, `${won > 0 ? "+" : "−"}${Math.abs(won)} ${Math.abs(won) === 1 ? singular(score) : score}`) : null));
  }
  put(found, row, goOn && h("button", { class: "btn go", attrs: { "data-act": "seen" }, on: goOn }, "Go on"));
  return found;
}
