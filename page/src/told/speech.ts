// Texts of moves and events for people: names of the rules are replaced by those of the look file, of places and of the players.
import type { Event, View } from "gamedsl-host";
import { partOf } from "../game/keys.js";
import { bare, type Family, type FieldFamily, kindAt, type Look, type PageModel, type ZoneFamily } from "../game/model.js";
import { Looks } from "../game/looks.js";
import { isOnLines, isWhereabouts } from "../game/roles.js";
import { indexOf } from "../table/scene.js";
import type { Ground, Way } from "./ways.js";
import { capital, counted, isDone, isUnit, isWorded, kindTitle, lineTitle, listed, numberText, placeCalled, plain, singular, uncapital, WAYS } from "../game/words.js";

/** A name of the rules inside a text: `P1.hand`, `square[7, 1].side`, `card[Two, Clubs]`. */
const NAME = /[^\W\d]\w*(?:\.\w+)*(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?(?:\.\w+(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?)*/g;

/** How many pieces of a kind there are inside a text: `2 Soldier`, which people read as “2× Soldier”. */
const COUNTED = new RegExp(`(?<![\\w.,[-])(\\d+) (${NAME.source})`, "g");

/** The signs of suits, which stand for them on cards. */
const SUITS = /[♥♦♣♠]$/u;

/** Several things in a sentence of the rules: `[Jade, 2 Ruby]`. */
const LIST = /(?<![\w\]])\[((?:[^[\]]|\[[^[\]]*\])+)\]/g;

/** What is counted in a sentence that is written for several: “bakes 1 loaves”. */
const ONE = /(\b\w+s |\b(?:by|for|has|of|with) )1 ([a-z]{3,}s)\b/g;

/** What an instance of a field or zone is called, and its family: `label` is “Ann’s store of Wood”, `bare` the same without the owner, `head` “store”, and `part` “Wood”. */
interface Instance { label: string; bare: string; head: string; part: string; seat: number | null; family: Family; number: number }

export class Speech {
  private readonly words = new Map<string, () => string>();
  private readonly fields = new Map<string, Instance>();
  private readonly zones = new Map<string, Instance>();
  private readonly looks: Looks;
  /** The seat that looks: it may count places from its own end. */
  private looker: number | null = null;

  constructor(private readonly model: PageModel, private readonly look: Look, private readonly people: readonly { name: string }[]) {
    this.looks = new Looks(model, look);
    const add = (name: string, word: () => string) => this.words.set(name, word);
    if ([...model.fields, ...model.locals].some(({ type }) => bare(type).is === "direction")) for (const [name, word] of Object.entries(WAYS)) add(name, () => word);
    for (const [type, { values }] of model.types.entries()) for (const [i, name] of values.entries()) add(name, () => look.value?.[name]?.label ?? this.looks.lying(type, i) ?? lineTitle(model, type, i) ?? plain(name));
    for (const { name, owner } of model.kinds) add(name, () => this.kind(name, owner));
    model.boards.forEach(({ places, shape }, board) => {
      if (shape?.is !== "union") for (const [i, name] of places.entries()) add(name, () => this.place(board, i));
    });
    for (const [seat, name] of model.seats.entries()) add(name, () => people[seat]?.name ?? name);
  }

  /** Learns what the instances of fields and zones are called. */
  learn(view: View): void {
    this.looker = view.seat;
    for (const { name, number } of view.fields) this.fields.set(name, this.instance("field", this.model.fields, number));
    for (const { name, number } of view.zones) this.zones.set(name, this.instance("zone", this.model.zones, number));
  }

  /** A text with the names of the rules replaced. Values in prose are no fields: a word like the name of one is the author's own. */
  clean(text: string, isProse = false): string {
    const counted = text.replace(COUNTED, (all, number: string, name: string) => (this.model.kinds.some((one) => one.name === name) ? `${number}× ${name}` : all));
    return counted.replace(/\[\]/g, "none").replace(NAME, (name) => (isProse && this.fields.has(name) ? name : this.word(name))).replace(/[[\]]/g, "");
  }

  /** A sentence that the rules say. Whoever it begins with needs no owner: “Ann plays Flat”, not “Flat of Ann”. */
  said(text: string): string {
    const lists = text.replace(/\[\]/g, "nothing").replace(LIST, (_, things: string) => this.several(things));
    const told = this.clean(lists, true).replace(ONE, (_, before: string, noun: string) => `${before}1 ${singular(noun)}`);
    const who = this.people.find(({ name }) => told.startsWith(`${name} `));
    return capital(who ? told.replaceAll(` of ${who.name}`, "") : told);
  }

  /** The things of a list inside a sentence: “Ruby and 2 Jade”; cards stand beside each other. */
  private several(things: string): string {
    const parts = things.split(/, (?![^[]*\])/).map((one) => this.clean(one, true));
    return parts.every((one) => SUITS.test(one)) ? parts.join(", ") : listed(parts);
  }

  /** A move, or one of its steps: `from_court(kind = Musician)` as “From court: Musician”. */
  move(text: string): string {
    const flags = text.replace(/(\w+) = (yes|no)\b/g, (_, name: string, value: string) => (value === "yes" ? name : `no ${name}`));
    const told = flags.replace(/\bno (\w+)/g, (all, name: string) => (this.model.phases.includes(name) ? "pass" : all));
    const bare = told.replace(/\b\w+ = /g, "");
    const [, name = "", chosen] = /^(\w+)(?:\(([^()]*)\))?$/.exec(bare) ?? [];
    const label = this.look.rule?.[name]?.label;
    return label ? [label, ...(chosen ? [this.clean(chosen)] : [])].join(": ") : capital(this.clean(bare.replace(/(\w+)\(([^()]*)\)/g, "$1: $2")));
  }

  /** A choice, without its seat: what is one's own needs no owner, and no place to come from. */
  choice(text: string, seat: number): string {
    const [, kept] = /^(?:\w+\()?kept = ([^=]+?)\)?$/.exec(text) ?? [];
    if (kept) return `keeps ${this.clean(kept.replace(/ from [^,\]]+/g, ""))}`;
    const name = this.seat(seat);
    const [of, from] = [` of ${name}`, ` from ${name}’s `];
    return directed(this.move(text).split(", ").map((part) => part.split(from)[0].replaceAll(of, ""))).join(", ");
  }

  /** Whether a choice tells the line on which pieces of a seat went. */
  tellsLine(told: string, { pieces, from, to }: Event, seat: number): boolean {
    const isOwn = Array.isArray(pieces) && pieces.every(([name]) => this.ground.pieceOwner(String(name)) === seat);
    return isOwn && told.includes(`${this.clean(String(from))}–${this.clean(String(to))}`);
  }

  /** What has happened besides the choice; null if nobody needs to be told. What belongs to `seat`, of which the line tells, needs no owner. */
  effect(event: Event, seat: number | null = null): string | null {
    if (event.is === "field") return this.fieldSet(event, seat);
    if (event.is === "say") return this.said(event.text);
    const zone = this.zones.get(String(event.zone));
    if (zone && !zone.family.is_shown) return null;
    if (event.is === "shuffle" && zone) return zone.seat === null ? `The ${zone.label} is shuffled` : `${zone.label} is shuffled`;
    if (event.is === "see" && zone && Array.isArray(event.pieces)) return `${capital(this.ownLabel(zone.label, seat))}: ${this.listed(event.pieces as [string, number][])}`;
    const label = event.is === "roll" ? this.look.rule?.[String(event.name)]?.label : undefined;
    return label === undefined ? capital(this.clean(event.text)) : `${label}: ${this.clean(String(event.value))}`;
  }

  /** What fields have become, in words; numbers as they were and are. What is said of several of one family is said once: “Store: Wood 1 → 3, Clay 4 → 2”. */
  set(events: readonly Event[], seat: number | null, was: ReadonlyMap<string, string>): string[] {
    const groups = new Map<string, Event[]>();
    for (const event of events) {
      const found = this.fields.get(String(event.name));
      if (was.get(String(event.name)) === String(event.value) || found?.family.is_shown === false) continue;
      const key = found && !isFlag(found) ? `${found.family.name} ${found.part ? (found.seat ?? "") : ""}` : String(event.name);
      groups.set(key, [...(groups.get(key) ?? []), event]);
    }
    return [...groups.values()].flatMap((group) => (group.length === 1 ? this.fieldSet(group[0], seat, was) ?? [] : [this.severalSet(group, seat, was)]));
  }

  private severalSet(events: readonly Event[], seat: number | null, was: ReadonlyMap<string, string>): string {
    const found = events.map(({ name }) => this.fields.get(String(name)) as Instance);
    const [{ head, seat: owner, part }] = found;
    const whose = part && owner !== null && owner !== seat ? `${this.seat(owner)}’s ` : "";
    const told = events.map((event, i) => `${found[i].part || this.seat(found[i].seat ?? 0)} ${this.change(event, found[i], was)}`);
    return capital(whose + (head ? `${head}: ` : "") + told.join(", "));
  }

  /** What a field was and is; null if players do not see it. */
  private fieldSet(event: Event, seat: number | null, was: ReadonlyMap<string, string> = new Map()): string | null {
    const name = String(event.name);
    const found = this.fields.get(name);
    if (found && !found.family.is_shown) return null;
    const label = this.ownLabel(found?.label ?? this.clean(name), seat);
    if (found && isFlag(found)) {
      const whose = found.seat !== null && found.seat !== seat ? `${this.seat(found.seat)}: ` : "";
      const words = whose ? found.bare : label;
      const told = event.value === "yes" ? words : denied(words);
      return whose ? whose + lowered(told) : capital(told);
    }
    // Where somebody stands needs no name of the rules: “Now at Porto”, “Bob is now at Porto”.
    const isPlace = found !== undefined && isWhereabouts(found.family as FieldFamily) && this.look.field?.[found.family.name]?.label === undefined;
    if (isPlace && event.value !== "none") return found.seat === seat ? `Now at ${this.clean(String(event.value))}` : `${this.seat(found.seat ?? 0)} is now at ${this.clean(String(event.value))}`;
    return `${capital(label)}: ${this.change(event, found, was)}`;
  }

  private change({ name, value }: Event, found: Instance | undefined, was: ReadonlyMap<string, string>): string {
    const words = found ? (found.family as FieldFamily).shown_as : null;
    const [before, after] = [was.get(String(name)) ?? "", String(value)].map((one) => ({ one, isNumber: /^-?\d+$/.test(one) }));
    const told = ({ one, isNumber }: typeof after) => (isNumber ? numberText(words, Number(one)) : this.clean(one));
    if (!before.isNumber || !after.isNumber) return told(after);
    // Words that say what is counted stand once.
    const number = ({ one }: typeof after) => numberText(null, Number(one));
    const isSaid = found !== undefined && isUnit(words, plain(found.head));
    return `${isWorded(words) ? number(before) : told(before)} → ${isSaid ? number(after) : told(after)}`;
  }

  /** What is known of zones and of pieces. */
  readonly ground: Ground = {
    family: (zone) => (this.isOnBoard(zone) ? null : (this.zones.get(zone)?.family.name ?? null)),
    owner: (zone) => this.zones.get(zone)?.seat ?? null,
    pieceOwner: (name) => this.model.kinds.find((one) => one.name === name)?.owner ?? null,
  };

  /** What a seat got from others: “Ann gets 5♣ Q♦”. */
  got({ pieces }: Way, seat: number): string {
    return `${this.seat(seat)} gets ${this.listed(pieces ?? [])}`;
  }

  /** Pieces that moved. The hidden ones, and those of more than `most` sorts, are counted; null if players do not see them at all, or no way that they went. */
  moved({ pieces: named, number, from, to }: Way, seat: number | null, most: number): string | null {
    const { components, kinds } = this.model;
    const known = (zones: string[]) => zones.flatMap((zone) => this.zones.get(zone) ?? []);
    const [sources, targets] = [known(from), known(to)];
    if (!sources.length || !targets.length || ![...sources, ...targets].every(({ family }) => family.is_shown) || !number) return null;
    const sort = named ? components[kinds.find(({ name }) => name === named[0]?.[0])?.component ?? -1] : components[(sources[0].family as ZoneFamily).components[0]];
    const called: [string, string] = sort ? [sort.called[0], sort.called[1]] : ["piece", "pieces"];
    const isPlain = named?.length === 1 && this.isPlainKind(named[0][0]) && sort?.count === 1;
    const what = named && named.length <= most && !isPlain ? this.listed(named) : counted(number, ...called);
    const owners = named ? named.map(([name]) => this.ground.pieceOwner(name)) : [];
    const isOwn = [...sources, ...targets].every(({ seat: owner }) => owner === null || owner === seat);
    const isBare = ({ seat: owner }: Instance) => owner !== null && (isOwn || (owners.length > 0 && owners.every((one) => one === owner)));
    // Whose a zone is needs no article, and a place of a board has a name of its own.
    const label = (those: Instance[]) => {
      const [one] = those;
      const own = those.length > 1 || isBare(one) ? one.bare : one.label;
      const noun = this.withPieces(one, own);
      return (own === one.label && one.seat !== null) || one.family.dimensions.some(({ type }) => type.is === "place") || own.startsWith("your ") ? noun : `the ${noun}`;
    };
    const isOneWay = sources.length === 1 || (sources.length === targets.length && sources.every(({ family, seat: owner }, i) => family === sources[0].family && owner === targets[i].seat));
    const [start, end] = [isOneWay ? label(sources) : "", label(targets)];
    if (start === end) return null;
    const goes = (named?.reduce((sum, [, count]) => sum + count, 0) ?? number) === 1 ? "goes" : "go";
    return start ? `${capital(what)} ${goes} from ${start} to ${end}` : `${capital(what)} ${goes} to ${end}`;
  }

  /** What a zone is called, with its pieces if its name only says what has become of them: “won cards”, “Ann’s won cards”, “waiting guests”. */
  private withPieces({ bare: own, part, family }: Instance, label: string): string {
    const [component, ...others] = (family as ZoneFamily).components;
    const isOnlyDone = !part && isDone(own) && label.endsWith(own);
    return isOnlyDone ? `${label} ${others.length ? "pieces" : this.model.components[component].called[1]}` : label;
  }

  /** Kinds with their numbers: “2× Boat, Horse”, “2♣ Q♦”. */
  listed(named: readonly [name: string, count: number][]): string {
    const words = named.map(([name, count]) => (count > 1 ? `${count}× ${this.clean(name)}` : this.clean(name)));
    return words.join(words.every((word) => SUITS.test(word)) ? " " : ", ");
  }

  /** Whether a flag or a shared number goes back to where it began. */
  isRestored(name: string, value: string): boolean {
    const found = this.fields.get(name);
    if (!found) return false;
    const { type, start, dimensions } = found.family as FieldFamily;
    const sort = bare(type).is;
    if (sort !== "flag" && (sort !== "number" || found.seat !== null)) return false;
    const begun = dimensions.length ? start[found.number - found.family.base] : start[0];
    return value === (typeof begun === "boolean" ? (begun ? "yes" : "no") : String(begun));
  }

  /** Whether a sentence about a seat says what a field has become: a word or a player is named in it, or what a flag is called. Numbers are so if they belong to nobody, or stand behind the name of the field. */
  saysField(sentence: string, { name, value }: Event, seat: number): boolean {
    const found = this.fields.get(String(name));
    const isOthers = found?.seat !== undefined && found.seat !== null && found.seat !== seat;
    const text = this.clean(String(value)).toLowerCase();
    // “Ann bids 20” says that her bid is 20; other numbers in a sentence may mean something else.
    if (/^\d+$/.test(text) && found?.seat === seat) return new RegExp(`\\b${escaped(plain(found.family.name))}s ${text}(?!\\d)`, "iu").test(sentence);
    if (text === "yes" && found?.seat === seat) return new RegExp(`\\b${found.family.name.replace(/ed$/, "")}`, "iu").test(sentence);
    const suits = this.suits.filter(([glyph]) => sentence.includes(glyph)).map(([, word]) => ` ${word}`).join("");
    if (isOthers || text === "yes" || text === "no") return false;
    return new RegExp(`(^|[^\\p{L}\\d])${escaped(text)}($|[^\\p{L}\\d])`, "u").test((sentence + suits).toLowerCase());
  }

  /** Whether a sentence says what was thrown. */
  saysRoll(sentence: string, { value }: Event): boolean {
    const text = this.clean(String(value)).toLowerCase();
    return new RegExp(`(^|[^\\p{L}\\d])${escaped(text)}($|[^\\p{L}\\d])`, "u").test(sentence.toLowerCase());
  }

  /** Whether a zone is on a place of a board. */
  isOnBoard(zone: string): boolean {
    return this.zones.get(zone)?.family.dimensions.some(({ type }) => type.is === "place") ?? false;
  }

  /** Whether a sentence about a seat says that pieces moved: it names all of them, and whose they are if they are not that seat's; or the places between which they went. */
  tells(sentence: string, { is, pieces, from, to }: Event, seat: number): boolean {
    if (is !== "move") return false;
    const text = sentence.toLowerCase();
    const named = (pieces as [name: string, count: number][] | undefined)?.every(([name]) => {
      const owner = this.model.kinds.find((one) => one.name === name)?.owner ?? seat;
      return text.includes(this.title(name).toLowerCase()) && (owner === seat || text.includes(this.seat(owner).toLowerCase()));
    });
    const words = sentence.split(/[ ,;.:]+/);
    if (this.isSeenOnBoard(sentence, (pieces as [name: string, count: number][] | undefined) ?? [], String(from), String(to), seat)) return true;
    return named || [from, to].every((zone) => words.includes(this.clean(String(zone))));
  }

  /** Whether pieces that need no name went where the sentence says: out of a supply to a place that it names, or off a place that it names. They are nobody's, or the seat's own. */
  private isSeenOnBoard(sentence: string, pieces: readonly [name: string, count: number][], from: string, to: string, seat: number): boolean {
    if (!pieces.length || !pieces.every(([name]) => this.isPlainKind(name) && (this.ground.pieceOwner(name) ?? seat) === seat)) return false;
    const isNamed = (zone: string) => new RegExp(`(?<![\\p{L}\\d])${escaped(this.clean(zone))}(?![\\p{L}\\d])`, "u").test(sentence);
    return this.isOnBoard(from) ? isNamed(from) && (!this.isOnBoard(to) || isNamed(to)) : this.isOnBoard(to) && isNamed(to);
  }

  /** Whether nothing but their owners tells the pieces of a component apart, as stones. */
  private isPlainKind(name: string): boolean {
    const kind = this.model.kinds.find((one) => one.name === name);
    return kind !== undefined && new Set(this.model.kinds.filter(({ component }) => component === kind.component).map((one) => this.title(one.name))).size === 1;
  }

  /** The suits by their signs. */
  private get suits(): [glyph: string, word: string][] {
    return this.model.types.flatMap(({ values }, type) => values.flatMap((name, i): [string, string][] => {
      const { glyph = "" } = this.looks.word(type, i);
      return SUITS.test(glyph) ? [[glyph, this.clean(name)]] : [];
    }));
  }

  private title(name: string): string {
    const number = this.model.kinds.findIndex((one) => one.name === name);
    const kind = this.model.kinds[number];
    const corner = kind && this.looks.cornerOf(number);
    if (corner && SUITS.test(corner.suit.glyph ?? "")) return `${corner.rank}${corner.suit.glyph}`;
    return this.look.value?.[name]?.label ?? kindTitle(kind && kind.owner !== null ? name.replace(/\.[^.]*$/, "") : name);
  }

  private word(name: string): string {
    const known = this.words.get(name)?.() ?? this.fields.get(name)?.label ?? this.zones.get(name)?.label;
    if (known !== undefined) return known;
    const at = name.indexOf("[");
    if (at >= 0) return `${this.word(name.slice(0, at))} ${this.clean(name.slice(at + 1).replace(/\]$/, ""))}`;
    const [first, ...rest] = name.split(".");
    const seat = this.model.seats.indexOf(first);
    const whose = seat >= 0 && rest.length ? `${this.people[seat]?.name ?? first}’s ` : null;
    return plain(whose === null ? name.replace(/\./g, " ") : whose + rest.join(" "));
  }

  private kind(name: string, owner: number | null): string {
    const title = this.title(name);
    return owner === null ? title : `${title} of ${this.seat(owner)}`;
  }

  private seat(seat: number): string {
    return this.people[seat]?.name ?? this.model.seats[seat];
  }

  private place(board: number, place: number): string {
    const title = placeCalled(this.model, this.look, this.looker, board, place);
    const { name } = this.model.boards[board];
    return /^\d+$/.test(title) ? `${lowered(this.look.board?.[name]?.label ?? plain(name))} ${title}` : title;
  }

  private instance(section: "field" | "zone", families: readonly Family[], number: number): Instance {
    const family = families.find(({ base, count }) => number >= base && number < base + count) as Family;
    const label = this.look[section]?.[family.name]?.label ?? plain(family.name);
    const index = indexOf(family, number - family.base);
    let seat: number | null = null;
    let place: string | null = null;
    const rest: string[] = [];
    family.dimensions.forEach(({ type }, i) => {
      if (type.is === "seat" && seat === null) seat = index[i];
      else if (type.is === "place" && place === null) place = this.place(...partOf(this.model, type.board, index[i]));
      else if (type.is === "word") rest.push(this.clean(this.model.types[type.type].values[index[i]]));
      else if (type.is === "kind") rest.push(this.title(this.model.kinds[kindAt(this.model, type.components, index[i])].name));
      else rest.push(String(index[i]));
    });
    const at = section === "field" && seat !== null && place !== null;
    const of = [...rest, ...(section === "field" && place !== null ? [place] : [])].join(", ");
    const inside = section === "zone" && place !== null;
    const isOnLine = section === "zone" && isOnLines(this.model, family as ZoneFamily);
    const own = isOnLine ? rest[0] : inside ? String(place) : at ? `${lowered(label)}${rest.length ? ` of ${rest.join(", ")}` : ""} at ${place}` : seat !== null ? `${lowered(label)}${of ? `${/^\d/.test(of) ? " " : " of "}${of}` : ""}` : of ? `${label} of ${of}` : section === "zone" ? lowered(label) : label;
    if (section === "field" && seat !== null && this.isGoods(family)) return { label: `${this.seat(seat)}’s ${lowered(of)}`, bare: lowered(of), head: "", part: of, seat, family, number };
    return { label: seat === null ? own : `${this.seat(seat)}’s ${own}`, bare: own, head: lowered(label), part: of, seat, family, number };
  }

  /** Whether nothing else of players is counted by the same words: “Wood” says as much as “store of Wood”. */
  private isGoods({ name, dimensions }: Family): boolean {
    const [, of] = dimensions;
    if (dimensions.length !== 2 || of.type.is !== "word") return false;
    const { type } = of.type;
    const isSame = (other: Family) => other.name !== name && other.dimensions.some((one) => one.type.is === "word" && one.type.type === type);
    return !this.model.fields.some((other) => other.dimensions[0]?.type.is === "seat" && isSame(other)) && !this.model.zones.some(isSame);
  }

  /** A label without its owner if that is the seat. */
  private ownLabel(label: string, seat: number | null): string {
    return seat !== null && label.startsWith(`${this.seat(seat)}’s `) ? label.slice(this.seat(seat).length + 3) : label;
  }
}

/** Chosen things, with a line that is called after its ends in the direction of the one that is chosen behind it: that needs no word of its own. */
function directed(parts: readonly string[]): string[] {
  return parts.flatMap((part, i) => {
    const ends = (one: string | undefined) => one?.replace(/^[^:]*: /, "").split("–") ?? [];
    const isEnd = (at: number) => ends(parts[at - 1]).length === 2 && ends(parts[at - 1]).includes(parts[at]);
    if (isEnd(i)) return [];
    const [first, second] = ends(part);
    return isEnd(i + 1) && parts[i + 1] === first ? [part.replace(`${first}–${second}`, `${second}–${first}`)] : [part];
  });
}

/** “Starter is open” denied is “Starter is not open”; what is somebody's keeps the name in front. */
export function denied(label: string): string {
  if (label.includes("’s ")) return `${label}: no`;
  return / (is|are) /.test(label) ? label.replace(/ (is|are) /, " $1 not ") : `not ${uncapital(label)}`;
}

/** A label inside a text: “Taken” as “taken”; what has further capitals is a name. */
function lowered(label: string): string {
  return /^\p{Lu}[^\p{Lu}]*$/u.test(label) ? uncapital(label) : label;
}

function isFlag({ family }: Instance): boolean {
  return (family as FieldFamily).type.is === "flag";
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
