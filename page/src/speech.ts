// Texts of moves and events for people: names of the rules are replaced by those of the look file, of places and of the players.
import type { Event, View } from "gamedsl-host";
import { partOf } from "./keys.js";
import { bare, type Family, type FieldFamily, type Look, type PageModel, type ZoneFamily } from "./model.js";
import { indexOf } from "./scene.js";
import { counted, kindTitle, numberText, placeName, plain } from "./words.js";

/** A name of the rules inside a text: `P1.hand`, `square[7, 1].side`, `card[Two, Clubs]`. */
const NAME = /[^\W\d]\w*(?:\.\w+)*(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?(?:\.\w+(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?)*/g;

/** What an instance of a field or zone is called, and its family. */
interface Instance { label: string; bare: string; seat: number | null; family: Family; number: number }

export class Speech {
  private readonly words = new Map<string, () => string>();
  private readonly fields = new Map<string, Instance>();
  private readonly zones = new Map<string, Instance>();

  constructor(private readonly model: PageModel, private readonly look: Look, private readonly people: readonly { name: string }[]) {
    const add = (name: string, word: () => string) => this.words.set(name, word);
    for (const { values } of model.types) for (const name of values) add(name, () => look.value?.[name]?.label ?? plain(name));
    for (const { name, owner } of model.kinds) add(name, () => this.kind(name, owner));
    model.boards.forEach(({ places, shape }, board) => {
      if (shape?.is !== "union") for (const [i, name] of places.entries()) add(name, () => this.place(board, i));
    });
    for (const [seat, name] of model.seats.entries()) add(name, () => people[seat]?.name ?? name);
  }

  /** Learns what the instances of fields and zones are called. */
  learn(view: View): void {
    for (const { name, number } of view.fields) this.fields.set(name, this.instance("field", this.model.fields, number));
    for (const { name, number } of view.zones) this.zones.set(name, this.instance("zone", this.model.zones, number));
  }

  /** A text with the names of the rules replaced. */
  clean(text: string): string {
    return text.replace(/\[\]/g, "none").replace(NAME, (name) => this.word(name)).replace(/[[\]]/g, "");
  }

  /** A sentence that the rules say. Whoever it begins with needs no owner: “Ann plays Flat”, not “Flat of Ann”. */
  said(text: string): string {
    const told = this.clean(text.replace(/\[\]/g, "nothing"));
    const who = this.people.find(({ name }) => told.startsWith(`${name} `));
    return capital(who ? told.replaceAll(` of ${who.name}`, "") : told);
  }

  /** A move, or one of its steps: `from_court(kind = Musician)` as “From court: Musician”. */
  move(text: string): string {
    const flags = text.replace(/(\w+) = (yes|no)\b/g, (_, name: string, value: string) => (value === "yes" ? name : `no ${name}`));
    const told = flags.replace(/\bno (\w+)/g, (all, name: string) => (this.model.phases.includes(name) ? "pass" : all));
    return capital(this.clean(told.replace(/\b\w+ = /g, "").replace(/(\w+)\(([^()]*)\)/g, "$1: $2")));
  }

  /** A choice, without its seat: what is one's own needs no owner, and no place to come from. */
  choice(text: string, seat: number): string {
    const [, kept] = /^(?:\w+\()?kept = ([^=]+?)\)?$/.exec(text) ?? [];
    if (kept) return `keeps ${this.clean(kept.replace(/ from [^,\]]+/g, ""))}`;
    const name = this.seat(seat);
    const [of, from] = [` of ${name}`, ` from ${name}’s `];
    return this.move(text).split(", ").map((part) => part.split(from)[0].replaceAll(of, "")).join(", ");
  }

  /** What has happened besides the choice; null if nobody needs to be told. What belongs to `seat`, of which the line tells, needs no owner. */
  effect(event: Event, seat: number | null = null): string | null {
    if (event.is === "field") return this.fieldSet(String(event.name), String(event.value), seat);
    if (event.is === "say") return this.said(event.text);
    const zone = this.zones.get(String(event.zone));
    return zone && !zone.family.is_shown ? null : capital(this.clean(event.text));
  }

  /** Whether players see what an event is about. */
  private fieldSet(name: string, value: string, seat: number | null): string | null {
    const found = this.fields.get(name);
    if (found && !found.family.is_shown) return null;
    const label = this.ownLabel(found?.label ?? this.clean(name), seat);
    const isFlag = found !== undefined && (found.family as FieldFamily).type.is === "flag";
    if (isFlag) return value === "yes" ? capital(label) : capital(denied(label));
    const words = found ? (found.family as FieldFamily).shown_as : null;
    return `${capital(label)}: ${words && /^-?\d+$/.test(value) ? numberText(words, Number(value)) : this.clean(value)}`;
  }

  /** Pieces that moved. The hidden ones, and those of more than `most` sorts, are counted; null if players do not see them at all. */
  moved({ text, from, to, pieces }: Event, seat: number, { components, kinds }: PageModel, most: number): string | null {
    const zones = [String(from), String(to)].map((zone) => this.zones.get(zone));
    const [source, target] = zones;
    if (!source?.family.is_shown || !target?.family.is_shown) return null;
    const named = Array.isArray(pieces) ? (pieces as [name: string, count: number][]) : null;
    const sort = named ? components[kinds.find(({ name }) => name === named[0]?.[0])?.component ?? -1] : components[(source.family as ZoneFamily).components[0]];
    const number = named ? named.reduce((sum, [, count]) => sum + count, 0) : Number(/^\d+/.exec(text)?.[0] ?? 1);
    if (!number) return null;
    const called: [string, string] = sort ? [sort.called[0], sort.called[1]] : ["piece", "pieces"];
    const what = named && named.length <= most ? named.map(([name, count]) => (count > 1 ? `${count}× ${this.clean(name)}` : this.clean(name))).join(", ") : counted(number, ...called);
    const owners = named ? named.map(([name]) => kinds.find((one) => one.name === name)?.owner ?? null) : [];
    const whose = [source, target].map(({ seat: owner }) => owner).filter((owner) => owner !== null);
    const isOwn = whose.every((owner) => owner === seat);
    const label = (one: Instance) => (one.seat !== null && (isOwn || owners.every((owner) => owner === one.seat) && owners.length) ? one.bare : one.label);
    return `${capital(what)}: ${label(source)} → ${label(target)}`;
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

  /** Whether a sentence about a seat says what a field has become: a word or a player is named in it, or what a flag is called. Numbers are only so if they belong to nobody. */
  saysField(sentence: string, { name, value }: Event, seat: number): boolean {
    const found = this.fields.get(String(name));
    const isOthers = found?.seat !== undefined && found.seat !== null && found.seat !== seat;
    const text = this.clean(String(value)).toLowerCase();
    if (text === "yes" && found?.seat === seat) return new RegExp(`\\b${found.family.name.replace(/ed$/, "")}`, "iu").test(sentence);
    if (isOthers || text === "yes" || text === "no" || (found?.seat === seat && /^\d+$/.test(text))) return false;
    return new RegExp(`(^|[^\\p{L}\\d])${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}($|[^\\p{L}\\d])`, "u").test(sentence.toLowerCase());
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
    return named || [from, to].every((zone) => words.includes(this.clean(String(zone))));
  }

  private title(name: string): string {
    const kind = this.model.kinds.find((one) => one.name === name);
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
    const title = placeName(this.model, board, place);
    return /^\d+$/.test(title) ? `${plain(this.model.boards[board].name)} ${title}` : title;
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
      else rest.push(String(index[i]));
    });
    const of = [...rest, ...(section === "field" && place !== null ? [place] : [])].join(", ");
    const inside = section === "zone" && place !== null;
    const own = inside ? String(place) : seat !== null ? `${lowered(label)}${of ? ` ${of}` : ""}` : of ? `${label} of ${of}` : section === "zone" ? lowered(label) : label;
    return { label: seat === null ? own : `${this.seat(seat)}’s ${own}`, bare: own, seat, family, number };
  }

  /** A label without its owner if that is the seat. */
  private ownLabel(label: string, seat: number | null): string {
    return seat !== null && label.startsWith(`${this.seat(seat)}’s `) ? label.slice(this.seat(seat).length + 3) : label;
  }
}

/** “Starter is open” denied is “Starter is not open”; what is somebody's keeps the name in front. */
export function denied(label: string): string {
  if (label.includes("’s ")) return `${label}: no`;
  return / (is|are) /.test(label) ? label.replace(/ (is|are) /, " $1 not ") : `not ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** A label inside a text: “Taken” as “taken”; what has further capitals is a name. */
function lowered(label: string): string {
  return /^\p{Lu}[^\p{Lu}]*$/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

function capital(text: string): string {
  return /^[a-z]\d+\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
