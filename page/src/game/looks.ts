// Colours and emblems of values, and the faces of kinds: found from the declarations, changed by the look file.
import type { View } from "gamedsl-host";
import emblems from "./emblems.json" with { type: "json" };
import { bare, type Column, type DrawnFace, type FieldFamily, type Look, type PageModel, type TypeData } from "./model.js";
import { kindTitle, placeName, titled } from "./words.js";

export interface Emblem { symbol?: string; glyph?: string; /** The address of somebody's own picture. */ picture?: string }
export interface Style extends Emblem { color: string; word: string; pose?: string }
/** A way in which a shape can lie, as the rules call it: `Corner_E`, `Corner_N_flipped`. */
const POSE = /^(.+)_(N|NE|E|SE|S|SW|W|NW)(_flipped)?$/;
const TURNS: Readonly<Record<string, { turn: number; word: string }>> = {
  N: { turn: 0, word: "As drawn" }, NE: { turn: 60, word: "A sixth to the right" }, E: { turn: 90, word: "Turned to the right" }, SE: { turn: 120, word: "Two sixths to the right" },
  S: { turn: 180, word: "Upside down" }, SW: { turn: 240, word: "Two sixths to the left" }, W: { turn: 270, word: "Turned to the left" }, NW: { turn: 300, word: "A sixth to the left" },
};
export type Form = "pawn" | "stone" | "card" | "token";
/** What stands on a face (`isSmall`: all numbers of the column can be counted as dots): `numeral` in the middle where there is one, `rank` and `suit` in the corners, `feet` below. */
export interface Face {
  form: Form;
  title: string;
  style: Style;
  seat: number | null;
  numeral: number | null;
  /** What the numeral counts. */
  counts?: string;
  corner: { rank: string; suit: Style } | null;
  feet: { name: string; text: string; style: Style | null; isSmall?: boolean }[];
  /** What the rules say that the piece does; empty where they say nothing. */
  text: string;
}

const ORDINARIES = ["chevron", "cross", "fess", "pale", "bend", "roundel", "lozenge", "paly", "saltire", "bordure", "quarter", "pile"];
const COLOURS: Record<string, string> = {
  red: "var(--c1)", blue: "var(--c2)", green: "var(--c3)", yellow: "var(--yellow)", gold: "var(--yellow)", purple: "var(--c5)", violet: "var(--c5)",
  orange: "var(--c7)", pink: "var(--c8)", black: "var(--c9)", grey: "var(--c9)", gray: "var(--c9)", brown: "var(--c10)", white: "var(--white)", teal: "var(--c6)",
  ruby: "var(--c1)", sapphire: "var(--c2)", emerald: "var(--c3)", jade: "var(--c3)", topaz: "var(--c4)", opal: "var(--c6)", amber: "var(--c4)", rust: "var(--c7)",
  wood: "var(--c10)", clay: "var(--c7)", food: "var(--c3)", stone: "var(--c9)", iron: "var(--c9)", silver: "var(--c9)", copper: "var(--c7)", water: "var(--c2)",
  hearts: "var(--c1)", diamonds: "var(--c1)", clubs: "var(--ink)", spades: "var(--ink)",
};
const GLYPHS: Record<string, string> = {
  hearts: "♥", diamonds: "♦", clubs: "♣", spades: "♠", king: "♚", queen: "♛", rook: "♜", bishop: "♝", knight: "♞", horse: "♞", pawn: "♟", sunny: "☀", rainy: "☂",
};
const HUES = new Set(["red", "blue", "green", "yellow", "purple", "violet", "orange", "pink", "black", "grey", "gray", "brown", "white", "teal", "ruby", "sapphire", "emerald", "jade", "topaz", "opal", "amber"]);
const SUITS = new Set(["hearts", "diamonds", "clubs", "spades"]);
const RANKS: Record<string, string> = {
  ace: "A", one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8", nine: "9", ten: "10", jack: "J", queen: "Q", king: "K",
};
const MANY = 5;
const SMALL = 4;
/** The contrast from which small text can be read (WCAG). */
const READABLE = 4.5;
const PALE = 150;
const WHITE = 215;
/** What lies flat on a board, by its name. */
const FLAT = /\b(?:disc|disk|stone|man|men|counter|checker|draughtsman)\b/i;
/** What a card costs is not what it is known by. */
const COSTS = /(?:^|_)(?:costs?|price|fee|wages?|toll)$/;
/** Numbers of a card that need no name: the card is what they say. */
const UNITLESS = /^(?:value|number|rank|size|strength|figure|digit|pips|worth)$/;
const COLOURED = /^colou?r$|^suit$/;

export class Looks {
  private readonly faces = new Map<number, Face>();
  private worn: ReadonlyMap<number, string> = new Map();

  constructor(private readonly model: PageModel, private readonly look: Look) {}

  /** The colour of a seat: the one that was chosen in the match, or its usual one. */
  seat(seat: number): string {
    return this.worn.get(seat) ?? seatColour(this.look, seat);
  }

  /** What stands on boards for a seat instead of a stone or a pawn, a drawing or any other sign; null where the look file says nothing. */
  sign(seat: number): Style | null {
    const sign = this.look.seats?.signs?.[seat];
    if (!sign) return null;
    return { color: this.seat(seat), word: "", ...signOf(sign) };
  }

  /** Gives the seats the colours that players have chosen, where the look file names the field that says it. */
  wear(view: View): void {
    const worn = wornIn(this.model, this.look, view, (type, value) => this.word(type, value).color);
    if ([...worn].join() === [...this.worn].join()) return;
    this.worn = worn;
    this.faces.clear();
  }

  /** The address of a picture of the look file. */
  picture(file: string): string {
    return this.look.pictures?.[file] ?? "";
  }

  /** The face of a kind as a layout draws it; null where none does. */
  drawn(kind: number): DrawnFace | null {
    return this.look.faces?.[this.model.kinds[kind].name] ?? null;
  }

  /** The back of the pieces of a component: its colour and its picture, and its form where a layout draws the fronts. */
  back(component: number): { color: string | null; picture: string | null; form: DrawnFace | null } {
    const { name, first } = this.model.components[component];
    const told = this.look.class?.[name]?.back;
    const isPicture = /\.(png|jpe?g|svg)$/i.test(told ?? "");
    return { color: told && !isPicture ? colourNamed(told) : null, picture: told && isPicture ? this.picture(told) : null, form: this.drawn(first) };
  }

  /** The look of a value of a type that lists its values. */
  word(type: number, value: number): Style {
    const { values } = this.model.types[type];
    const name = values[value] ?? "";
    const from = this.inherited(type);
    const near = from?.values[value] ?? null;
    const base = from && near !== null ? this.word(from.type, near) : this.ordinary(value, values);
    return this.changed(name, { ...base, ...this.posed(type, value), word: this.posed(type, value)?.word ?? titled(name) });
  }

  /** How a shape lies, in words; null for values of other types. */
  lying(type: number, value: number): string | null {
    return this.posed(type, value)?.word ?? null;
  }

  /** A way in which a shape can lie: the shape with how it is turned, and its words; null for values of other types. */
  private posed(type: number, value: number): Style | null {
    const [, shape, way, flipped] = POSE.exec(this.model.types[type].values[value] ?? "") ?? [];
    const of = this.model.types.findIndex(({ values }, i) => i !== type && values.includes(shape));
    if (shape === undefined || of < 0 || !this.model.types[type].values.every((one) => POSE.test(one))) return null;
    const { turn, word } = TURNS[way];
    return { ...this.word(of, this.model.types[of].values.indexOf(shape)), pose: `rotate(${turn}deg)${flipped ? " scaleX(-1)" : ""}`, word: flipped ? `${word}, turned over` : word };
  }

  /** What the look file draws for a value of a field of places, a drawing or sign for each word; null if it draws none. */
  drawings(field: FieldFamily, value: number): Style[] | null {
    const own = this.look.field?.[field.name];
    if (!own?.drawings) return null;
    const at = placeOf(field, value);
    const color = colourNamed(own.colors?.[at] || "var(--ink)");
    return (own.drawings[at] ?? "").split(/\s+/).filter(Boolean).map((word) => {
      const symbol = drawingOf(word);
      return symbol ? { color, symbol: `i-${symbol}`, word } : { color, glyph: word, word };
    });
  }

  /** What the look file says that a value of a field of places means; null if it says nothing. */
  meaning(field: FieldFamily, value: number): string | null {
    return this.look.field?.[field.name]?.words?.[placeOf(field, value)] || null;
  }

  /** The look of one of several names: by what it is called, else by its number. */
  private ordinary(number: number, names: readonly string[]): Style {
    const name = names[number];
    // Ranks of a deck have no colour of their own: that is the suit's.
    const isRank = name.toLowerCase() in RANKS && areMost(names, (one) => one in RANKS);
    const color = COLOURS[name.toLowerCase()] ?? (isRank ? "var(--ink)" : names.length === 1 ? "var(--c9)" : `var(--c${(number % 10) + 1})`);
    return { color, ...emblemOf(number, names), word: titled(name) };
  }

  private changed(name: string, style: Style): Style {
    const own = this.look.value?.[name];
    if (!own) return style;
    const glyph = own.glyph ? { glyph: undefined, symbol: undefined, picture: undefined, ...signOf(own.glyph) } : {};
    const emblem = own.picture ? { glyph: undefined, symbol: undefined, picture: this.picture(own.picture) } : glyph;
    return { ...style, ...emblem, color: own.color ? colourNamed(own.color) : style.color, word: own.label ?? style.word };
  }

  /** A type each value of which has its own value of another type looks like that one. */
  private inherited(type: number): { type: number; values: (number | null)[] } | null {
    for (const column of this.model.columns) {
      if (column.of !== "type" || column.number !== type) continue;
      const to = bare(column.type);
      const values = column.values.filter((one): one is number => typeof one === "number");
      const isApart = values.length > 1 && new Set(values).size === values.length;
      if (to.is === "word" && to.type !== type && isApart) return { type: to.type, values: column.values.map((one) => (typeof one === "number" ? one : null)) };
    }
    return null;
  }

  /** The look of a value of any type; null where it is only a number or a text. */
  value(of: TypeData, value: number | boolean | null): Style | null {
    const inner = bare(of);
    if (value === null || typeof value === "boolean") return null;
    if (inner.is === "word") return this.word(inner.type, value);
    if (inner.is === "kind") return this.kind(value).style;
    return null;
  }

  private titles({ first, count }: PageModel["components"][number]): string[] {
    return this.model.kinds.slice(first, first + count).map(titleOf);
  }

  /** The look of the only kind of a component: brown, as no seat is, unless its name says a colour. */
  private alone(title: string, owner: number | null): Style {
    const { color, ...rest } = this.ordinary(0, [title]);
    return { ...rest, color: COLOURS[title.toLowerCase()] ? color : owner === null ? "var(--c10)" : color };
  }

  private columns(component: number): Column[] {
    return this.model.columns.filter((one) => one.of === "component" && one.number === component && one.name !== "owner");
  }

  /** The face of a kind. */
  kind(kind: number): Face {
    const known = this.faces.get(kind);
    if (known) return known;
    const found = this.made(kind);
    this.faces.set(kind, found);
    return found;
  }

  /** How a kind is drawn where it is counted or named: a flat piece as the disc that it is on the table. */
  kindSign(kind: number): Style {
    const { form, style } = this.kind(kind);
    return form !== "stone" || style.glyph || style.picture !== undefined ? style : { ...style, symbol: "i-disc" };
  }

  private made(kind: number): Face {
    const spec = this.model.kinds[kind];
    const component = this.model.components[spec.component];
    const row = kind - component.first;
    const own = this.look.value?.[spec.name];
    const called = titleOf(spec);
    const columns = distinct(this.columns(spec.component));
    const corner = this.corner(columns, row);
    const title = own?.label ?? (corner ? suited(called, corner.suit.word) : called);
    const words = columns.filter((one) => bare(one.type).is === "word");
    const numbers = columns.filter((one) => one.type.is === "number");
    const first = words.find(({ name }) => COLOURED.test(name)) ?? words[0];
    const key = called.toLowerCase();
    let style = first ? this.value(first.type, first.values[row] as number | null) : null;
    style ??= this.changed(spec.name, component.count > 1 ? this.ordinary(row, this.titles(component)) : this.alone(called, spec.owner));
    if (spec.owner !== null) style = { ...style, color: this.seat(spec.owner), ...(GLYPHS[key] ? { glyph: GLYPHS[key], symbol: undefined, picture: undefined } : {}) };
    const like = own?.like ? this.named(own.like) : null;
    if (like) style = like;
    const look = this.look.class?.[component.name];
    if (look?.glyph) style = { ...style, glyph: look.glyph, symbol: undefined, picture: undefined };
    const varied = numbers.filter((one) => one.values.some((value) => value !== one.values[0]) && !this.named(one.name));
    const lead = corner ? null : (varied.find(({ name }) => !COSTS.test(name)) ?? varied[0]);
    const isLarge = lead?.values.some((value) => typeof value === "number" && value > SMALL) ?? false;
    const numeral = lead && (isLarge || !first) ? (lead.values[row] as number) : null;
    const feet = corner ? [] : columns.filter((one) => one !== lead || numeral === null).filter((one) => !(first === one && (title.includes(style.word) || (numeral !== null && COLOURED.test(one.name) && HUES.has(style.word.toLowerCase()))))).map((one) => this.foot(one, row)).filter((one) => one !== null).filter((one) => one.style !== null || !title.includes(one.text));
    const short = numeral !== null && first ? titled(title.split(" ").filter((word) => word !== style.word).join(" ")) : "";
    const named = short === String(numeral) ? style.word : short || title;
    return { form: look?.form ?? this.form(spec.component, columns.length), title: named, style: corner ? { ...corner.suit, word: title } : style, seat: spec.owner, numeral, counts: lead && numeral !== null && !UNITLESS.test(lead.name) ? titled(lead.name) : "", corner, feet, text: own?.text ? withoutIcons(own.text) : this.sentence(spec.name) };
  }

  /** So many of a kind in words: “5 seeds” where nothing but their owners tells the pieces of a component apart, else “3× Boat”. */
  counted(kind: number, count: number): string {
    const { component, owner } = this.model.kinds[kind];
    const { first, count: kinds, called } = this.model.components[component];
    const others = Array.from({ length: kinds }, (_, i) => this.model.kinds[first + i]);
    const isPlain = kinds === 1 || (owner !== null && new Set(others.map(titleOf)).size === 1);
    if (isPlain) return count === 1 ? this.kind(kind).title : `${count} ${called[1]}`;
    return `${count > 1 ? `${count}× ` : ""}${this.kind(kind).title}`;
  }

  /** The sentence of a kind that has rules of its own. */
  private sentence(kind: string): string {
    return this.model.sentences.find(({ of, name }) => of === "kind" && name === kind)?.text ?? "";
  }

  /** The rank and suit of a kind; null if it has none. */
  cornerOf(kind: number): Face["corner"] {
    const { component } = this.model.kinds[kind];
    return this.corner(distinct(this.columns(component)), kind - this.model.components[component].first);
  }

  private corner(columns: Column[], row: number): Face["corner"] {
    const suited = columns.find((one) => one.type.is === "word" && this.model.types[one.type.type].values.some((name) => SUITS.has(name.toLowerCase())));
    const ranked = columns.find((one) => one !== suited && (one.type.is === "word" || one.type.is === "number"));
    if (!suited || !ranked) return null;
    const suit = this.value(suited.type, suited.values[row] as number | null);
    const value = ranked.values[row];
    const name = ranked.type.is === "word" && typeof value === "number" ? this.model.types[ranked.type.type].values[value] : String(value);
    return suit && { suit, rank: RANKS[name.toLowerCase()] ?? titled(name) };
  }

  private foot(column: Column, row: number): Face["feet"][number] | null {
    const value = column.values[row];
    if (value === null || value === false || (value === 0 && bare(column.type).is === "number") || bare(column.type).is === "kind") return null;
    const style = this.value(column.type, value);
    if (style) return { name: titled(column.name), text: style.word, style };
    const of = bare(column.type);
    if (of.is === "place") return { name: titled(column.name), text: placeName(this.model, of.board, value as number), style: null };
    const named = this.named(column.name) ?? this.costing(column.name);
    if (of.is === "number") return { name: titled(column.name), text: String(value), style: named, isSmall: column.values.every((one) => one === null || (typeof one === "number" && one >= 0 && one <= SMALL)) };
    return of.is === "flag" ? { name: titled(column.name), text: titled(column.name), style: null } : null;
  }

  /** A column that is called like a value, as a price in `Wood`, looks like that value. */
  private named(name: string): Style | null {
    for (const [type, { values }] of this.model.types.entries()) {
      const at = values.indexOf(name);
      if (at >= 0) return this.word(type, at);
    }
    return null;
  }

  /** A column that is called after something that has a drawing, as `wood_cost`. */
  private costing(name: string): Style | null {
    const [found, word] = name.split("_").map((one): [string | null, string] => [drawingOf(one), one]).find(([one]) => one !== null) ?? [null, ""];
    return found === null ? null : { color: COLOURS[word] ?? "var(--c9)", symbol: `i-${found}`, word: titled(name) };
  }

  /** Whether a zone is on the places of a grid. */
  private isOnGrid({ dimensions }: PageModel["zones"][number]): boolean {
    return dimensions.some(({ type }) => type.is === "place" && ["grid", "hex"].includes(this.model.boards[type.board]?.shape?.is ?? ""));
  }

  private form(component: number, columns: number): Form {
    const { model } = this;
    const spec = model.components[component];
    const kinds = model.kinds.slice(spec.first, spec.first + spec.count);
    const zones = model.zones.filter((zone) => zone.components.includes(component));
    const isPlaced = zones.some((zone) => zone.dimensions.some(({ type }) => type.is === "place") && zone.form === "slot");
    const isOnBoard = zones.some((zone) => zone.dimensions.some(({ type }) => type.is === "place"));
    const isOwned = kinds.some((kind) => kind.owner !== null);
    if (isOwned && (isOnBoard || columns === 0)) return FLAT.test([spec.name, ...kinds.map(({ name }) => name)].join(" ")) ? "stone" : "pawn";
    const isRead = spec.name === "card" || kinds.some(({ name }) => this.sentence(name) !== "");
    // It is laid on the board, as a tile.
    if (!isRead && zones.some((zone) => zone.form === "slot" && this.isOnGrid(zone))) return "token";
    if (spec.name === "card" || zones.some((zone) => zone.form === "pile") || columns >= 2) return "card";
    const isSilent = columns < 2 && !isRead;
    const isOpen = zones.every(({ visibility }) => visibility.who === "everyone");
    // Nobody hides it and there is nothing to read, as on a crate.
    if (isSilent && isOpen && (kinds.length === 1 || kinds.every(({ copies }) => copies > 1))) return "token";
    return isPlaced || isOwned || kinds.every((kind) => kind.copies >= MANY && columns + Number(kinds.length > 1) < 2 + Number(kinds.length === 1)) ? "token" : "card";
  }
}

/** A text of the look file with the names of its icons in the place of the icons: `Pay :coin*2:` as “Pay coin”. */
function withoutIcons(text: string): string {
  return text.replace(/:([^\W\d]\w*)(?:\*\d{1,2})?:/g, "$1");
}

function titleOf({ name, owner }: PageModel["kinds"][number]): string {
  return kindTitle(owner === null ? name : name.replace(/\.[^.]*$/, ""));
}

/** Whether more than half of some names are known, in small letters. */
function areMost(names: readonly string[], known: (one: string) => boolean): boolean {
  return names.filter((one) => known(one.toLowerCase())).length * 2 > names.length;
}

/** The emblem of one of several names: its rank, a sign or a drawing of what it is called; colours have plain shapes, and everything else a coat of arms. Some alike have the same, if all have: then colours and words tell them apart. */
function emblemOf(number: number, names: readonly string[]): Emblem {
  const keys = names.map((name) => name.toLowerCase());
  const key = keys[number];
  const most = (known: (one: string) => boolean) => areMost(names, known);
  if (RANKS[key] && most((one) => one in RANKS)) return { glyph: RANKS[key] };
  if (GLYPHS[key]) return { glyph: GLYPHS[key] };
  if (names.length > 1 && most((one) => HUES.has(one))) return { symbol: `i-${emblems.colours[number % emblems.colours.length]}` };
  const own = drawingOf(key);
  const alike = keys.filter((one) => drawingOf(one) === own);
  if (own && (alike[0] === key || alike.length === keys.length)) return { symbol: `i-${own}` };
  return { symbol: `o-${ORDINARIES[number % ORDINARIES.length]}` };
}

const drawings: Record<string, string> = emblems.words;

/** The drawing of what a name says: by its last word, or by another one. */
export function drawingOf(name: string): string | null {
  const words = name.toLowerCase().split(/[\s_]+/).reverse();
  return words.map((word) => drawings[word]).find((one) => one !== undefined) ?? null;
}

/** What a card of a suit is called: “Ten of Hearts” for `Ten Hearts`; the same where its name does not say the suit. */
function suited(called: string, suit: string): string {
  const rest = called.split(" ").filter((word) => word !== suit).join(" ");
  return rest && rest !== called ? `${rest} of ${suit}` : called;
}

/** A sign of the look file: the drawing of that name, else the sign itself. */
export function signOf(said: string): Emblem {
  return isDrawn(said) ? { symbol: `i-${said}` } : { glyph: said };
}

/** Whether there is a drawing of this name. */
function isDrawn(name: string): boolean {
  return Object.values(drawings).includes(name);
}

/** A column with the values of an earlier one in every row says nothing new. Numbers stay: a cost is another thing than an equal value. */
function distinct(columns: Column[]): Column[] {
  const key = ({ type, values }: Column) => JSON.stringify([type, values]);
  return columns.filter((one, i) => bare(one.type).is === "number" || !columns.slice(0, i).some((other) => key(other) === key(one)));
}

/** The colour of a seat: the look file's, or one of six. */
export function seatColour(look: Look, seat: number): string {
  const named = look.seats?.colors?.[seat];
  return named ? colourNamed(named) : `var(--s${(seat % 6) + 1})`;
}

/** Which of its values a field has, counted from 0. */
function placeOf({ type }: FieldFamily, value: number): number {
  const of = bare(type);
  return value - (of.is === "number" ? of.low : 0);
}

/** The colours that seats have chosen. */
function wornIn(model: PageModel, look: Look, view: View, colour: (type: number, value: number) => string): Map<number, string> {
  const field = model.fields.find(({ name, dimensions }) => look.field?.[name]?.seats && dimensions.length === 1 && dimensions[0].type.is === "seat");
  const of = field && bare(field.type);
  if (!field || of?.is !== "word") return new Map();
  return new Map(view.fields.flatMap(({ number, thing }) => {
    const isOne = number >= field.base && number < field.base + field.count && typeof thing === "object" && thing !== null && !Array.isArray(thing) && thing.is === "word";
    return isOne ? [[number - field.base, colour(of.type, thing.number)] as const] : [];
  }));
}

/** Whether a sign is a pattern that stands for anything, and no drawing of what it is called. */
export function isOrnament({ symbol, glyph, picture }: Style): boolean {
  return glyph === undefined && picture === undefined && (symbol?.startsWith("o-") ?? true);
}

/** Whether dark text stands on a colour. */
export function isPale(color: string): boolean {
  return color === "var(--yellow)" || isWhite(color) || (lightness(color) ?? 0) > PALE;
}

/** Whether a colour is nearly that of paper. */
export function isWhite(color: string): boolean {
  return color === "var(--white)" || (lightness(color) ?? 0) > WHITE;
}

/** The colour of text that can be read on a colour of three numbers: white if that can be read, else black. Null for other colours. */
export function textOn(color: string): string | null {
  const parts = /^#(\w\w)(\w\w)(\w\w)$/.exec(color);
  if (!parts) return null;
  const [r, g, b] = parts.slice(1).map((one) => Number.parseInt(one, 16) / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (luminance + 0.05) >= READABLE ? "#fff" : "#000";
}

/** How light a colour is, from 0 to 255; null if it is none with three numbers. */
function lightness(color: string): number | null {
  const parts = /^#(\w\w)(\w\w)(\w\w)$/.exec(color);
  if (!parts) return null;
  const [r, g, b] = parts.slice(1).map((one) => Number.parseInt(one, 16));
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

/** A colour of the look file: one that has a name here, else as it is written. */
export function colourNamed(name: string): string {
  return COLOURS[name.toLowerCase()] ?? name;
}
