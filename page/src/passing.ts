// Cards that came and went within one move: a trick that somebody took, and hands that were shown. The page keeps them where people can see them.
import type { Event, View } from "gamedsl-host";
import { h, put } from "./dom.js";
import { disc, pieceFace } from "./faces.js";
import type { Look, PageModel, ZoneFamily } from "./model.js";
import { type Layout, POTS, stakeFields } from "./roles.js";
import { indexOf, type Scene } from "./scene.js";
import { singular, titled } from "./words.js";

/** What lay there for a moment. `trick`: the card of each seat. `shown`: the cards that each seat showed and that are its own no more, with `shared` cards beside them, and `won`: what that changed of each score, and `said`: what the rules say of each seat's. */
export interface Passing {
  trick: Map<number, number[]>;
  /** The names of the zones of tricks. */
  trickZones: ReadonlySet<string>;
  /** Who took the trick, in words; null where nothing tells it. */
  taker: string | null;
  shown: Map<number, number[]>;
  /** Cards of all, by the name of their zone; the first `known` of them lay there before the move. */
  shared: { zone: string; kinds: number[]; known: number }[];
  won: Map<number, number>;
  said: Map<number, string[]>;
}

interface Instance { family: ZoneFamily; seat: number | null; count: number | null }

const TAKEN = /trick|won|taken/i;
const SEAT = /^P(\d+)$/;
const OWNED = /^P\d+\./;
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
  const shown = new Map<number, number[]>();
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
    else if (isTable && target?.seat !== seat && moves.slice(0, i).some((one) => one.to === move.from && from(one)?.family.visibility.who !== "everyone")) shown.set(seat, kindsOf(model, move));
  }
  // Cards that go to different places are no trick that somebody takes.
  const targets = new Set(moves.filter((move) => isTrick(from(move)) && !isTrick(to(move))).map((move) => move.to));
  const isWhole = trick.size > 1 && targets.size === 1;
  if (!isWhole && !shown.size) return null;
  return {
    trick: isWhole ? trick : new Map(),
    trickZones: new Set(view.zones.map(({ name }) => name).filter((name) => isTrick(zones.get(name) ?? null))),
    taker: isWhole ? takerOf(model, events.slice(events.findLastIndex((event) => moves.includes(event) && isTrick(to(event))) + 1), moves.find((move) => isTrick(from(move)) && !isTrick(to(move))), to) : null,
    shown,
    shared: shown.size ? [...shared].map(([family, kinds]) => ({ zone: family.name, kinds, known: known.get(family) ?? kinds.length })) : [],
    won: shown.size ? wonIn(model, layout, events, before) : new Map(),
    said: new Map([...shown.keys()].map((seat) => [seat, events.flatMap(({ is, text }) => (is === "say" && text.startsWith(`${model.seats[seat]} `) ? [text] : []))])),
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

/** What a move changed of each score until the cards were gone that had been shown, or else until they were shown. What a player had staked is no gain. */
function wonIn({ seats }: PageModel, layout: Layout, events: readonly Event[], before: (field: string) => number): Map<number, number> {
  const { score } = layout;
  if (!score) return new Map();
  const counted = [score, ...stakeFields(layout).filter(({ name }) => POTS.test(name))].map(({ name }) => name);
  const lasts = events.findLastIndex(({ is, to, from }) => is === "move" && OWNED.test(String(to)) && OWNED.test(String(from)));
  const first = events.findIndex(({ is }, i) => is === "move" && i > lasts);
  const worth = (seat: string, until: number) => counted.reduce((sum, field) => {
    const set = events.slice(0, until).findLast(({ is, name }) => is === "field" && name === `${seat}.${field}`);
    return sum + (set ? Number(set.value) : before(`${seat}.${field}`));
  }, 0);
  const changed = (from: number, until: number) => new Map(seats.flatMap((seat, i): [number, number][] => {
    const won = worth(seat, until) - worth(seat, from);
    return won ? [[i, won]] : [];
  }));
  const since = changed(Math.max(0, lasts), first < 0 ? events.length : first);
  return since.size ? since : changed(0, Math.max(0, lasts));
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
  for (const [seat, kinds] of [...passing.shown].sort(([a], [b]) => a - b)) {
    const won = passing.won.get(seat) ?? 0;
    const said = (passing.said.get(seat) ?? []).map((text) => tell(text).replace(SHOWS, "")).filter((text) => !text.startsWith(`${scene.names[seat]} `));
    put(row, h("div", { class: `seen ${won > 0 ? "won" : ""}` }, h("span", { class: "who" }, disc(scene.looks.seat(seat), scene.names[seat], "s"), scene.names[seat]), cards(kinds), said.length ? h("span", { class: "said" }, said.join(" ")) : null, won ? h("b", {}, `${won > 0 ? "+" : "−"}${Math.abs(won)} ${Math.abs(won) === 1 ? singular(score) : score}`) : null));
  }
  put(found, row, goOn && h("button", { class: "btn go", attrs: { "data-act": "seen" }, on: goOn }, "Go on"));
  return found;
}
