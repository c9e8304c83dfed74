// What has happened, in sentences: a move with its effects, and the moves that followed from it.
import type { Event } from "gamedsl-host";
import { closingOf, ownerIn, rolledLater, unaskedAfter } from "./closing.js";
import { decidedBy, doneBy, tellsDeed, USUAL } from "./asking.js";
import { isOnColumns } from "../boards/columns.js";
import { GuestSession } from "../match/guest.js";
import { familyOf, type FieldFamily, plansOf } from "../game/model.js";
import { ColumnsNotation, type Written } from "./men.js";
import { notationOf, notationOfForced } from "./notation.js";
import { type Passing, passingOf, takenBy } from "../table/passing.js";
import { isWhereabouts, type Layout, layoutOf } from "../game/roles.js";
import type { Moment, Session } from "../match/session.js";
import { allSee, sightsOf } from "./sights.js";
import { type Way, waysOf } from "./ways.js";
import { listed, periodCalled, ROUND, withoutPhase } from "../game/words.js";
import { withMovedChoices } from "./moved.js";

const SHUFFLED = new Set(["shuffle", "shuffle_under"]);
/** Nobody sees that what went under a pile is mixed. */
const UNSEEN = "shuffle_under";
/** A choice of which nothing is known but that it was declined. */
const DECLINED = /^(Pass|(?:[\p{L} ]+: )?[Nn]o [\p{L} ]+)$/u;
/** A sentence about somebody who looks at something. */
const LOOKS = /^.+ looks? at /;
/** A sentence about a pile that was mixed: everybody knows when that is done. */
const MIXED = / is shuffled$/;
/** So many moves onto a board are told one by one. */
const ON_BOARD = 3;
/** So many ways from one place of all to another are told of what closes or begins a round. */
const LAID_OUT = 2;
const PASSES = "passes";
/** What is told of a choice of which nothing is known. */
const CHOSEN = "has chosen";
/** What the notation of a move says with a sign. */
const CHECK = "Check.";
/** What of drawn pieces is kept: that has words of its own. */
const KEPT = "kept";
/** Whoever takes the device is told so many sentences at most. */
const NEWS = 8;
/** The seat of what a round or a deal brings. */
const NOBODY = -1;
/** Pieces and values are named together if there are at most so many sorts of them. */
const SORTS = 4;

/** A choice with what it changed, and more sentences of the rules about what followed. `details`: what only moved because of what is told. `isSaid`: the rules tell it in a sentence of their own. `notation`: the choice as players of boards write it, where they do. `turn`: what of a turn it is, where all of one stands in one line. `isNext`: it belongs to the round or the deal that begins: somebody had no choice in it. */
export interface Part { seat: number; isNext: boolean; told: string; notation: string | null; turn: Written["turn"]; effects: string[]; details: string[]; more: string[]; isSaid: boolean }

/** A move with what followed from it, what closes a round or a deal for all, and what begins then, with what that brings. `closes`: the phase that closes it, where that is one in which nobody is asked; `isPending`: others choose at the same time, and what was chosen is told when all have; `isPass`: nothing was done but to decline something, `isIdle`: in a turn that goes on; `isUnknown`: no more is known than that somebody has chosen. */
export interface Told { period: string | null; closes: string | null; begins: Brought; ends: Brought; parts: Part[]; isPending: boolean; isPass: boolean; isIdle: boolean; isUnknown: boolean }

/** What closes or begins a round or a deal: what changed, and what only moved. */
export interface Brought { effects: string[]; details: string[] }

/** A part under way, with the events that are not yet in words. `thrown`: what the player threw before the choice; `rolls`: what was thrown after it; `dice`: what was thrown directly before its sentence. `when`: in the move itself, or in what closes or begins a round or a deal, which is nobody's. */
interface Draft extends Omit<Part, "effects" | "details" | "turn" | "isNext"> { when: "move" | "end" | "begin"; fields: Map<string, Event>; moves: Event[]; thrown: Event[]; rolls: Event[]; dice: string[]; others: string[] }

/** The node where a move was chosen. A guest does not know where the match stood before: there the choice tells it by its name. */
export function momentNode(session: Session, moment: Moment): number | null {
  if (!(session instanceof GuestSession)) return session.match.at(moment.before).node;
  const chosen = session.eventsOf(moment).find((event) => event.is === "choose" && Number(event.seat) === moment.seat);
  const [, name] = /: (?:no )?([^(,]+)/.exec(chosen?.text ?? "") ?? [];
  return session.model.nodes.find(({ plan }) => plan !== undefined && plan.name === name)?.node ?? null;
}

/** Tells the moves of a match, as the seat that looks knows them. */
export class Teller {
  private readonly menus: Set<string>;
  /** Choices that select something: where that is not told, it is not known. */
  private readonly selecting: Set<string>;
  /** The questions of selections, by the names of their plans and their own. */
  private readonly asks: ReadonlyMap<string, string>;
  /** Choices that are left out where nothing can be chosen. */
  private readonly ifAble: Set<string>;
  private readonly quiet: Set<string>;
  /** Fields that begin anew each round. */
  private readonly perRound: Set<string>;
  /** Fields that players do not see: what the rules note of a throw before anybody chooses by it. */
  private readonly unseen: Set<string>;
  /** The nodes at which several players choose at the same time. */
  private readonly together: Set<number>;
  private readonly layout: Layout;
  private readonly columns: ColumnsNotation;

  constructor(private readonly session: Session) {
    const { nodes, fields } = session.model;
    this.menus = new Set(nodes.flatMap(({ plan }) => (plan?.menu && !plan.parts.length ? [plan.name] : [])));
    const plans = nodes.flatMap(({ plan }) => (plan ? [...plansOf(plan)] : []));
    this.selecting = new Set([...session.model.phases, ...plans.filter(({ parts }) => parts.length).map(({ name }) => name)]);
    this.asks = new Map(plans.flatMap(({ name, parts }) => parts.flatMap((part): [string, string][] => {
      const ask = session.look.say?.[part.name] ?? part.ask ?? USUAL[`${name} ${part.name}`];
      return ask ? [[`${name} ${part.name}`, ask]] : [];
    })));
    const gated = (gate: string) => nodes.flatMap(({ plan }) => (plan?.gate === gate ? [plan.name] : []));
    const optional = gated("may");
    this.ifAble = new Set(gated("if_able").filter((name) => !optional.includes(name)));
    const edges = new Set(session.model.boards.map(({ shape }) => shape?.edges ?? -1));
    const isOnBoard = ({ dimensions }: FieldFamily) => dimensions.some(({ type }) => type.is === "place" || (type.is === "word" && edges.has(type.type)));
    // Small numbers of several players on one place do not say which has changed.
    const isShared = ({ dimensions: [first, ...others] }: FieldFamily) => first?.type.is === "place" && others.some(({ type }) => type.is === "seat");
    this.quiet = new Set(fields.filter((field) => (isOnBoard(field) && !isShared(field)) || isOnColumns(session.model, field) || field.reset || session.look.field?.[field.name]?.hide || session.look.field?.[field.name]?.quiet).map(({ name }) => name));
    this.perRound = new Set(fields.filter((field) => field.reset === ROUND).map(({ name }) => name));
    this.unseen = new Set(fields.filter((field) => !field.is_shown).map(({ name }) => name));
    this.together = new Set(nodes.filter(({ is }) => is === "together").map(({ node }) => node));
    this.layout = layoutOf(session.model, session.look);
    this.columns = new ColumnsNotation(session, this.layout);
    session.speech.learn(session.match.view(session.looker));
  }

  /** Tells a move. */
  tell(moment: Moment): Told {
    const { session } = this;
    const seen = withMovedChoices(session.model, session.eventsOf(moment));
    const events = this.withoutDealing(seen);
    const begun = events.kept.findLast((event) => event.is === "field" && event.name === ROUND);
    const passing = this.passing(moment, events.kept);
    const drafts: Draft[] = [draft(moment.seat, CHOSEN)];
    const after = session.match.at(moment.after);
    const round = begun ? Number(begun.value) : this.roundAt(moment.after);
    const isLater = begun !== undefined || round > this.roundAt(moment.before);
    const isRound = isLater && periodCalled(session.look, round) !== null;
    const dealt = events.dealt === null ? null : (events.kept[events.dealt] ?? null);
    const opening = begun ?? dealt ?? (isLater ? this.firstReset(events.kept) : null);
    let isOwnSeen = false;
    let isTaken = false;
    const all = this.withEarlierThrows(moment, events.kept);
    const closing = isRound || events.dealt !== null || after.isOver ? closingOf(session, moment, all, opening, rolledLater(session, moment, seen)) : null;
    // What is said after the last choice of a phase belongs to the phases that follow.
    const isOnward = session.match.at(moment.before).view(session.looker).phase !== after.view(session.looker).phase || (isRound && session.model.phases.length > 1);
    const stood = new Map(session.valuesBefore(moment));
    const lastChoice = all.findLastIndex(({ is }) => is === "choose");
    const isTogether = all.filter(({ is }) => is === "choose").length > 1 && all.slice(0, lastChoice).every(({ is }) => is === "choose");
    for (const [at, event] of all.entries()) {
      if (event === closing) drafts.push({ ...draft(NOBODY, ""), when: "end" });
      if (event === opening) drafts.push({ ...draft(NOBODY, ""), when: "begin" });
      const last = drafts[drafts.length - 1];
      if (event.is === "choose") {
        const seat = Number(event.seat);
        if (this.isLeftOut(event)) continue;
        if (seat === moment.seat && !isOwnSeen) {
          isOwnSeen = true;
          // Others may have chosen before it, at the same time.
          if (last.seat !== seat) drafts.push(...drafts.splice(drafts.findIndex((one) => one.seat === seat), 1));
          drafts[drafts.length - 1].told = this.told(event);
        } else {
          // What was thrown last belongs to whoever chooses by it.
          const thrown = seat === last.seat ? [] : last.rolls.splice(lastThrow(last.rolls));
          const notation = session instanceof GuestSession ? null : notationOfForced(session.model, session.look, seat, event.text, stood);
          drafts.push({ ...draft(seat, this.told(event)), thrown, notation });
        }
      } else if (event.is === "say") {
        this.say(drafts, session.speech.said(event.text), isOnward && at > lastChoice, isTogether);
        drafts[drafts.length - 1].dice = diceBefore(all, at);
      } else if (event.is === "field") {
        stood.set(String(event.name), String(event.value));
        if (!this.isPlain(event)) last.fields.set(String(event.name), event);
      } else if (event.is === "roll") (isOwnSeen || drafts.length > 1 ? last.rolls : last.thrown).push(event);
      else if (event.is === "move") {
        if (!passing || !this.isOfTrick(passing, event)) last.moves.push(event);
        else if (!isTaken) {
          isTaken = true;
          const { seat, told } = takenBy(session.names, session.look, passing);
          for (const [name, field] of last.fields) if (session.speech.saysField(told, field, seat ?? last.seat)) last.fields.delete(name);
          if (!/\btrick\b/i.test(last.told)) drafts.push({ ...draft(seat ?? NOBODY, told), isSaid: true });
        }
      } else if (event.is !== UNSEEN) this.look(last, event);
    }
    const said = drafts.filter(({ isSaid }) => isSaid);
    const was = new Map(session.valuesBefore(moment));
    const begins = drafts.findIndex(({ when }) => when === "begin");
    const finished = drafts.map((one, i) => {
      const part = { ...this.finished(one, said, was), isNext: begins >= 0 && i > begins };
      for (const [name, { value }] of one.fields) was.set(name, String(value));
      return part;
    });
    const noted = withoutPassing(finished.filter((_, i) => drafts[i].when === "move"));
    if (noted[0]?.seat === moment.seat && !(session instanceof GuestSession)) noted[0].notation ??= notationOf(session.model, session.look, session.match.at(moment.before), moment.seat, moment.steps);
    const parts = withChecks(noted);
    const brought = (when: Draft["when"]): Brought => {
      const all = finished.filter((_, i) => drafts[i].when === when);
      return { effects: all.flatMap(({ effects, more }) => (when === "begin" ? [...more, ...effects] : [...effects, ...more])), details: all.flatMap(({ details }) => details) };
    };
    const isPending = !after.isOver && this.together.has(momentNode(session, moment) ?? -1) && all.every((event) => event.is === "choose" && Number(event.seat) === moment.seat);
    const isPass = parts.every(({ told, effects, more }) => told === PASSES && !effects.length && !more.length);
    return { period: isRound ? periodCalled(session.look, round) : events.dealt === null ? null : "New deal", closes: after.isOver ? null : unaskedAfter(session, moment), begins: brought("begin"), ends: brought("end"), parts, isPending, isPass, isIdle: isPass && this.isInside(events.kept), isUnknown: parts.every(isUnknown) };
  }

  /** Whether what is declined stands inside a turn. */
  private isInside(events: readonly Event[]): boolean {
    const declined = events.flatMap(({ is, text }) => (is === "choose" ? [/: no (\w+)$/.exec(text)?.[1] ?? ""] : []));
    return declined.length > 0 && declined.every((name) => name !== "" && !this.session.model.phases.includes(name));
  }

  /** What happened before the first move: what the rules say of it, and what was thrown. */
  beginning(): string[] {
    const { match, looker, speech } = this.session;
    const events = match.at(0).events(looker, { from: -1 });
    const said = events.filter(({ is }) => is === "say").map(({ text }) => speech.said(text));
    const rolls = events.filter((one) => one.is === "roll" && !said.some((sentence) => speech.saysRoll(sentence, one)));
    return [...said, ...(rolls.length > SORTS ? [] : this.thrown(rolls)).map((one) => `${one}.`)];
  }

  /** The round in which a move was made, as a heading; null where there are no rounds, or only one. */
  periodBefore(moment: Moment | undefined): string | null {
    const round = moment && this.session.model.rounds?.most !== 1 ? this.roundAt(moment.before) : 0;
    return round > 0 ? periodCalled(this.session.look, round) : null;
  }

  /** The number of the round in a position; 0 without rounds. */
  private roundAt(stop: number): number {
    return this.session.match.at(stop).view(this.session.looker).round ?? 0;
  }

  /** The first of the fields that the last round of a move has set back, where the number of the round is no field of the game; null if there are none. */
  private firstReset(events: readonly Event[]): Event | null {
    const isReset = ({ is, name }: Event) => is === "field" && this.perRound.has(familyOf(name));
    const last = events.findLastIndex(isReset);
    if (last < 0) return null;
    const before = events.slice(0, last).findLastIndex((event) => !isReset(event));
    return events[before + 1];
  }

  /** Adds a sentence of the rules. It stands for the words of the choice that it tells (`isTogether`: all have chosen before anything followed); a sentence about somebody else is a part of its own, and so is one about nobody that belongs to no choice. What is said as a round or a deal begins is nobody's. */
  private say(drafts: Draft[], told: string, isOnward: boolean, isTogether: boolean): void {
    const last = drafts[drafts.length - 1];
    if (last.when === "begin") {
      last.more.push(told);
      return;
    }
    const about = this.session.names.findIndex((name) => told.startsWith(`${name} `));
    const isOfLast = about < 0 ? last.when === "move" && !isOnward : about === last.seat;
    const replaced = isOfLast ? last : about < 0 ? undefined : drafts.find((one) => one.seat === about);
    if (replaced && !replaced.isSaid && (isTogether || replaced.told === CHOSEN || isPlainDraft(replaced) || this.isTold(replaced, told) || tellsDeed(told, this.session.names[replaced.seat] ?? "", replaced.told))) Object.assign(replaced, { told, isSaid: true, moves: [...replaced.moves, ...(replaced === last ? [] : this.taken(last, about))] });
    else if (about >= 0 || (isOnward && last.when === "move" && last.seat !== NOBODY)) drafts.push({ ...draft(about, told), isSaid: true, moves: about < 0 || last.seat === about ? [] : this.taken(last, about) });
    else last.more.push(told);
  }

  /** Whether a sentence tells all that has followed from a choice. */
  private isTold({ seat, fields, moves, others, more }: Draft, told: string): boolean {
    return !fields.size && !others.length && !more.length && moves.every((move) => this.session.speech.tells(told, move, seat));
  }

  /** What was the seat's of the moves of a draft about another seat, and is not that one's: they leave it. */
  private taken(from: Draft, seat: number): Event[] {
    const isTheirs = (move: Event) => {
      const owners = [this.ownerOf(move.from), this.ownerOf(move.to)];
      return owners.includes(seat) && !owners.includes(from.seat);
    };
    const taken = from.moves.filter(isTheirs);
    from.moves = from.moves.filter((move) => !taken.includes(move));
    return taken;
  }

  /** Adds what was seen. Who looks at the same is named in one sentence; what all others look at is shown. */
  private look(last: Draft, event: Event): void {
    const told = this.session.speech.effect(event);
    if (told === null) return;
    const [, who, what] = event.is === "peek" ? /^(.*?) looks at (.*)$/.exec(told) ?? [] : [];
    const before = last.others[last.others.length - 1];
    const [, others, same] = /^(.*?) looks? at (.*)$/.exec(before ?? "") ?? [];
    if (what && what === same) {
      const lookers = [...others.split(/, | and /), who];
      const isAll = lookers.length === this.session.model.seats.length - 1;
      last.others[last.others.length - 1] = isAll ? allSee(what) : `${listed(lookers)} look at ${what}`;
    } else last.others.push(told);
  }

  /** A part in words: of a field only its last value beside the one before, and nothing that the sentence says, or that of its owner. */
  private finished({ seat, told, notation, isSaid, when, fields, moves, thrown, rolls, dice, others, more }: Draft, said: readonly Draft[], was: ReadonlyMap<string, string>): Omit<Part, "isNext"> {
    const { session } = this;
    const { speech } = session;
    const sentences = isSaid ? [told, ...more] : more;
    const sayings = [...sentences, ...said.map((one) => one.told)];
    // What a roll has made of a number is told with that.
    const isNoted = (roll: Event) => [...fields.values()].some(({ name, value }) => this.ownerOf(name) !== null && /^\d+$/.test(String(value)) && value === roll.value);
    const untold = (of: readonly Event[]) => of.filter((roll) => !isNoted(roll) && !sayings.some((one) => speech.saysRoll(one, roll)));
    const effects = [...this.thrown(untold(thrown)), ...this.thrown(untold(rolls))];
    const ways: string[] = [];
    const got: string[] = [];
    const about = when === "move" ? seat : null;
    const sayers = (name: unknown) => said.filter((one) => [this.ownerOf(name) ?? seat, this.ownerOf(name) ?? NOBODY].includes(one.seat) || (isSaid && one.seat === seat));
    // What goes from nobody to nobody may be told by whoever acts next.
    const isNobodys = ({ from, to }: Event) => this.ownerOf(from) === null && this.ownerOf(to) === null;
    const left = moves.filter((move) => !(isNobodys(move) ? said : sayers(move.from)).some((one) => speech.tells(one.told, move, one.seat)) && !(!isSaid && speech.tellsLine(told, move, seat)));
    const went = waysOf(left, (zone) => this.ownerOf(zone) === null && !speech.isOnBoard(zone), speech.ground);
    // Many pieces on a board are seen there: a sowing, or men that are set up.
    const isMany = went.filter(({ to: [to] }) => speech.isOnBoard(to)).length > ON_BOARD;
    // So is what a round lays out for all.
    const isShared = ({ from, to }: Way) => [...from, ...to].every((zone) => this.ownerOf(zone) === null);
    const isLaidOut = when !== "move" && went.filter(isShared).length > LAID_OUT;
    for (const way of went.filter((one) => !(isMany && speech.isOnBoard(one.to[0])) && !(isLaidOut && isShared(one)))) {
      if (this.isGot(way)) {
        got.push(speech.got(way, session.looker));
        continue;
      }
      const effect = speech.moved(way, about, SORTS);
      if (effect !== null) ways.push(effect);
    }
    const news = sightsOf(others);
    const seen = news.filter((one) => !MIXED.test(one) && (!isSaid || !LOOKS.test(one)));
    const looks = news.filter((one) => !seen.includes(one));
    const object = isSaid || when !== "move" ? null : this.objectOf(told, went);
    const isFolded = isSaid || when !== "move" || object !== null;
    if (!isFolded) effects.push(...ways);
    const set = [...fields.values()].filter((event) => this.isNews(event) && !sayers(event.name).some((one) => speech.saysField(one.told, event, one.seat)) && !(this.ownerOf(event.name) === null && more.some((one) => speech.saysField(one, event, seat))) && !(this.isPlaceOf(event, seat) && speech.saysField(told, event, seat)));
    effects.push(...speech.set(set, about, was));
    const written = this.columns.notation(seat, moves, dice);
    return { seat, told: isSaid ? told : DECLINED.test(told) ? PASSES : object === null ? told : `${told}: ${object}`, ...written, notation: written.notation ?? notation, isSaid, effects: [...effects, ...got, ...seen], details: [...(isFolded ? ways : []), ...looks], more };
  }

  /** The pieces of an action whose words name none, where it moves some on one way that is not from place to place; else null. */
  private objectOf(told: string, [way, ...more]: readonly Way[]): string | null {
    if (!way?.pieces?.length || more.length || way.pieces.length > SORTS || told === CHOSEN || DECLINED.test(told) || told.includes(":")) return null;
    const { speech } = this.session;
    const object = speech.listed(way.pieces);
    const isOnBoard = [...way.from, ...way.to].some((zone) => speech.isOnBoard(zone));
    return isOnBoard || this.isGot(way) || told.toLowerCase().includes(object.toLowerCase()) ? null : object;
  }

  /** Whether a field says where a seat is: a choice of that place tells it. */
  private isPlaceOf({ name }: Event, seat: number): boolean {
    const family = this.session.model.fields.find((one) => one.name === familyOf(name));
    return this.ownerOf(name) === seat && family !== undefined && isWhereabouts(family);
  }

  /** Whether the looking seat got pieces from somebody else, and sees which. */
  private isGot({ pieces, from, to }: Way): boolean {
    const { looker } = this.session;
    const givers = from.map((zone) => this.ownerOf(zone));
    return pieces !== null && to.every((zone) => this.ownerOf(zone) === looker) && givers.every((giver) => giver !== null && giver !== looker);
  }

  /** Whether the new value of a field is told: it is one, no long list, and no flag or shared number that goes back to where it began. */
  private isNews({ name, value }: Event): boolean {
    const text = String(value);
    return text !== "none" && text.split(",").length <= SORTS && !(this.session.speech.isRestored(String(name), text));
  }

  /** Whose a zone or a field is; null if it is nobody's. */
  private ownerOf(name: unknown): number | null {
    return ownerIn(this.session.model, name);
  }

  /** What was thrown, in words: several dice are one throw. */
  private thrown(rolls: readonly Event[]): string[] {
    if (rolls.length > 1 && rolls.every(({ value }) => /^\d+$/.test(String(value)))) return [`Thrown: ${listed(rolls.map(({ value }) => String(value)))}`];
    return rolls.flatMap((one) => this.session.speech.effect(one) ?? []);
  }

  /** Events without those that only bring the cards about: all go into a zone, and each player gets some from there. What the looking seat got is kept. `dealt` is the number of the event with which a deal begins; null if there is none. */
  private withoutDealing(events: readonly Event[]): { kept: readonly Event[]; dealt: number | null } {
    const { model, looker } = this.session;
    const shuffled = events.findLastIndex(({ is }) => SHUFFLED.has(is));
    const dealtFrom = (deck: string, after: number) => events.filter((one, i) => i >= after && one.is === "move" && one.from === deck && this.ownerOf(one.to) !== null);
    const players = (of: readonly Event[]) => new Set(of.map(({ to }) => this.ownerOf(to))).size;
    const isDeck = (deck: string) => this.ownerOf(deck) === null && !this.session.speech.isOnBoard(deck) && players(dealtFrom(deck, 0)) === model.seats.length && model.seats.length > 1;
    const isShuffled = shuffled >= 0 && players(dealtFrom(String(events[shuffled].zone), shuffled)) > 1;
    const deck = isShuffled ? String(events[shuffled].zone) : events.filter(({ is }) => is === "move").map(({ from }) => String(from)).findLast(isDeck);
    if (deck === undefined) return { kept: events, dealt: null };
    const at = isShuffled ? shuffled : events.indexOf(dealtFrom(deck, 0)[0]);
    const isCollected = (one: Event, i: number) => i < at && one.is === "move" && one.to === deck;
    const isOthers = (one: Event, i: number) => i >= at && ((SHUFFLED.has(one.is) && one.zone === deck) || (one.is === "move" && one.from === deck && this.ownerOf(one.to) !== looker && this.ownerOf(one.to) !== null));
    const isFolded = (one: Event, i: number) => isCollected(one, i) || isOthers(one, i);
    const before = events.slice(0, at).filter((one, i) => !isFolded(one, i)).length;
    return { kept: events.filter((one, i) => !isFolded(one, i)), dealt: isShuffled || events.some(isCollected) ? before : null };
  }

  /** What was thrown at the end of the move before belongs to this one, if another player chooses by it; what is thrown at the end of this one belongs to the next. */
  private withEarlierThrows(moment: Moment, events: readonly Event[]): readonly Event[] {
    const { session } = this;
    const isUnseen = ({ is, name }: Event) => is === "field" && this.unseen.has(familyOf(name));
    const rollsAfter = (of: readonly Event[], isLast: (event: Event) => boolean) => {
      const rolls = of.slice(of.findLastIndex(isLast) + 1).filter(({ is }) => is === "roll");
      return rolls.slice(lastThrow(rolls));
    };
    // A throw that can still be named when the next choice is open is one by which that is made.
    const trailing = (of: readonly Event[], stop: number) => {
      const live = new Set(session.match.at(stop).view(session.looker).locals.map(({ name }) => name));
      const named = rollsAfter(of, ({ is }) => is === "choose");
      return named.every(({ name }) => live.has(String(name))) ? named : rollsAfter(of, (event) => event.is !== "roll" && !isUnseen(event));
    };
    const earlier = session.moments[session.moments.indexOf(moment) - 1];
    // Forced choices of others may have followed in the same move.
    const lastSeat = (of: readonly Event[], seat: number) => Number(of.findLast(({ is }) => is === "choose")?.seat ?? seat);
    const before = earlier && lastSeat(session.eventsOf(earlier), earlier.seat) !== moment.seat ? trailing(session.eventsOf(earlier), earlier.after) : [];
    const [next, ...more] = session.match.at(moment.after).toAct;
    const after = next === undefined || more.length || next === lastSeat(events, moment.seat) ? [] : trailing(events, moment.after);
    const sayings = before.length ? session.eventsOf(earlier).flatMap(({ is, text }) => (is === "say" ? [session.speech.said(text)] : [])) : [];
    const untold = before.filter((roll) => !sayings.some((one) => session.speech.saysRoll(one, roll)));
    return [...untold, ...events.filter((event) => !after.includes(event))];
  }

  private passing(moment: Moment, events: readonly Event[]): Passing | null {
    const { session } = this;
    const found = passingOf(session.model, this.layout, session.match.at(moment.after).view(session.looker), events, () => 0);
    return found?.trick.size && found.taker !== null ? found : null;
  }

  /** Whether pieces were collected with a trick. */
  private isOfTrick({ trickZones }: Passing, { from, to }: Event): boolean {
    return trickZones.has(String(from)) && !trickZones.has(String(to));
  }

  /** A move without the name of the phase or of the menu that everybody knows. */
  private brief(text: string): string {
    const found = /^(\w+), (.*)$/.exec(text);
    return withoutPhase(this.session.model.phases, found && this.menus.has(found[1]) ? found[2] : text);
  }

  /** What a board shows anyway, and what counts for one turn only. */
  private isPlain(event: Event): boolean {
    return event.name === ROUND || this.quiet.has(familyOf(event.name));
  }

  /** A choice that nobody had, because nothing could be chosen. */
  private isLeftOut(event: Event): boolean {
    return this.ifAble.has(/: no (\w+)$/.exec(event.text)?.[1] ?? "");
  }

  private told(event: Event): string {
    // Where a piece came from is told with where it goes.
    const words = event.text.replace(/^[^:]*: /, "").replace(/ from \w+(?=[,)])/g, "");
    if (this.selecting.has(words)) return CHOSEN;
    const seat = Number(event.seat);
    return this.answered(words, seat) ?? this.session.speech.choice(this.brief(words), seat);
  }

  /** A choice of one thing by the question that it answers; null where the question does not tell it. */
  private answered(words: string, seat: number): string | null {
    const [, menu, name, part, value] = /^(?:(\w+), )?(\w+)\((\w+) = ([^=]+)\)$/.exec(words) ?? [];
    const ask = this.asks.get(`${name} ${part}`);
    if (ask === undefined || part === KEPT || (menu !== undefined && !this.menus.has(menu))) return null;
    if (value === "yes" || value === "no") return decidedBy(ask, value === "yes");
    return doneBy(ask, this.session.speech.choice(`${part} = ${value}`, seat));
  }
}

function draft(seat: number, told: string): Draft {
  return { seat, told, notation: null, isSaid: false, when: "move", fields: new Map(), moves: [], thrown: [], rolls: [], dice: [], others: [], more: [] };
}

/** Where the last throw begins: the dice of one throw have different names. */
function lastThrow(rolls: readonly Event[]): number {
  let at = rolls.length;
  const seen = new Set<unknown>();
  while (at > 0 && !seen.has(rolls[at - 1].name)) seen.add(rolls[--at].name);
  return at;
}

/** What was thrown directly before an event. */
function diceBefore(events: readonly Event[], at: number): string[] {
  const first = events.slice(0, at).findLastIndex(({ is }) => is !== "roll") + 1;
  return events.slice(first, at).map(({ value }) => String(value));
}

/** Whether nothing has happened yet but what was thrown before. */
function isPlainDraft({ fields, moves, others, more }: Draft): boolean {
  return !fields.size && !moves.length && !others.length && !more.length;
}

/** Whether nothing is told of a part but that its player has chosen. */
function isUnknown({ told, effects, details, more }: Part): boolean {
  return told === CHOSEN && !effects.length && !details.length && !more.length;
}

/** Parts without what somebody did not do who did something else in the same move, or of which nothing is known; who passed twice has passed. */
function withoutPassing(parts: readonly Part[]): Part[] {
  const isMore = (one: Part) => ![PASSES, CHOSEN].includes(one.told) || one.effects.length > 0 || one.more.length > 0;
  return parts.filter((one, i) => isMore(one) || !parts.some((other, k) => other.seat === one.seat && (isMore(other) || k < i)));
}

/** Parts whose notation says with a sign that a king is attacked, which the rules tell in a sentence behind it. */
function withChecks(parts: readonly Part[]): Part[] {
  const isAlone = ({ told, effects, more }: Part) => told === CHECK && !effects.length && !more.length;
  const follows = (at: number) => parts[at]?.notation !== null && parts[at + 1] !== undefined && isAlone(parts[at + 1]);
  return parts.flatMap((part, at) => {
    if (at && follows(at - 1)) return [];
    if (part.notation === null || !(follows(at) || part.more.includes(CHECK))) return [part];
    return [{ ...part, notation: `${part.notation}+`, more: part.more.filter((one) => one !== CHECK) }];
  });
}

/** What everybody may know of what has happened since a seat moved last, the oldest first: what the rules say of it, else the choices in their own words. Who passes a device on reads it as well. */
export function newsFor(session: Session, seat: number): string[] {
  const { match, moments, names, speech } = session;
  const fresh = moments.slice(moments.findLastIndex((one) => one.seat === seat) + 1);
  return fresh.flatMap(({ before, after, seat: mover }) => {
    const events = match.at(after).events(null, { from: before });
    const said = events.filter(({ is }) => is === "say").map(({ text }) => speech.said(text));
    const own = events.find((one) => one.is === "choose" && one.seat === mover);
    return said.length ? said : [own ? speech.move(own.text) : `${names[mover]} ${CHOSEN}.`];
  }).slice(-NEWS);
}
