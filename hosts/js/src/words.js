// Names of values, and what they mean as things of the game.
import { DIRECTIONS, NO_PLACE } from "./types.js";

export class Words {
  constructor(model) {
    this.model = model;
    this.kinds = model.kinds.map((kind) => kind.name);
    this.zoneSpecs = byInstance(model.zones);
    this.fieldSpecs = byInstance(model.fields);
    this.zones = this.zoneSpecs.map((spec, i) => this.instance(spec, i - spec.base));
    this.fields = this.fieldSpecs.map((spec, i) => this.instance(spec, i - spec.base));
    this.rows = new Map(model.tables.map((table) => [table.number, table]));
  }

  /** The indices of an instance, as values of the types of its dimensions. */
  index(spec, flat) {
    const found = [];
    for (const { type, size, low } of [...spec.dimensions].reverse()) {
      const at = flat % Math.max(size, 1);
      flat = Math.floor(flat / Math.max(size, 1));
      found.unshift(type.is === "number" ? at + low : at);
    }
    return found;
  }

  instance(spec, flat) {
    const texts = this.index(spec, flat).map((value, i) => this.plain(value, spec.dimensions[i].type));
    const owner = spec.is_owned ? `${texts.shift()}.` : "";
    return owner + spec.name + (texts.length ? `[${texts.join(", ")}]` : "");
  }

  /** A single value. */
  plain(value, of) {
    if (value === null) return "none";
    switch (of.is) {
      case "optional": return this.plain(value, of.of);
      case "flag": return value ? "yes" : "no";
      case "word": return this.model.types[of.type].values[value];
      case "place": return this.model.boards[of.board].places[value];
      case "seat": return this.model.seats[value];
      case "row": return this.rows.get(of.table)?.rows[value] ?? String(value);
      case "direction": return DIRECTIONS[value];
      case "kind": return this.kinds[value];
      case "zone": return this.zones[value];
      default: return String(value);
    }
  }

  /** A value in the words of the rules. */
  text(value, of) {
    if (value === null) return "none";
    switch (of.is) {
      case "optional": return this.text(value, of.of);
      case "piece": return this.kinds[value[1]];
      case "pieces": return this.pieces(value, new Set());
      case "bag":
        if (of.of.is === "kind") return bracketed(value.map(([kind, count]) => counted(this.kinds[kind], count)));
        return bracketed(value.flatMap(([one, count]) => Array(count).fill(this.plain(one, of.of))));
      case "list": case "set": return bracketed(value.map((one) => this.text(one, of.of)));
      case "ranking": return bracketed(value.map((group) => bracketed(group.map((one) => this.plain(one, of.of)))));
      default: return this.plain(value, of);
    }
  }

  piece(kind, zone, doubtful) {
    return doubtful.has(kind) ? `${this.kinds[kind]} from ${this.zones[zone]}` : this.kinds[kind];
  }

  pieces(value, doubtful) {
    return bracketed(value.map(([zone, kind, count]) => counted(this.piece(kind, zone, doubtful), count)));
  }

  /** The text of a selected value; kinds that are offered from several places with their place. */
  chosen(value, of, doubtful) {
    if (of.is === "piece") return this.piece(value[1], value[0], doubtful);
    if (of.is === "pieces") return this.pieces(value, doubtful);
    return this.text(value, of);
  }

  // -------------------------------------------------------------- things

  /** What a value means: an object with `is`, a number, a yes or no, null, or an array of them. */
  thing(value, of) {
    if (value === null) return null;
    switch (of.is) {
      case "optional": return this.thing(value, of.of);
      case "flag": return Boolean(value);
      case "place": {
        const board = this.model.boards[of.board];
        return { is: "place", board: board.name, name: board.places[value], number: value, at: board.at[value] };
      }
      case "seat": return { is: "seat", name: this.model.seats[value], number: value };
      case "word": return { is: "word", of: this.model.types[of.type].name, name: this.plain(value, of), number: value };
      case "row": return { is: "word", of: this.rows.get(of.table)?.name ?? "", name: this.plain(value, of), number: value };
      case "direction": return { is: "word", of: "direction", name: DIRECTIONS[value], number: value };
      case "kind": return this.kind(value);
      case "zone": return this.zone(value);
      case "piece": return this.pieceThing(value[0], value[1]);
      case "pieces": return { is: "counted", entries: value.map(([zone, kind, count]) => [this.pieceThing(zone, kind), count]) };
      case "bag": return { is: "counted", entries: value.map(([one, count]) => [this.thing(one, of.of), count]) };
      case "ranking": return value.map((group) => group.map((one) => this.thing(one, of.of)));
      case "list": case "set": return value.map((one) => this.thing(one, of.of));
      default: return value;
    }
  }

  kind(number) {
    const spec = this.model.kinds[number];
    return { is: "kind", component: this.model.components[spec.component].name, name: spec.name, number };
  }

  zone(number) {
    const spec = this.zoneSpecs[number];
    const index = this.index(spec, number - spec.base).map((value, i) => this.thing(value, spec.dimensions[i].type));
    return { is: "zone", family: spec.name, index, name: this.zones[number], number };
  }

  pieceThing(zone, kind) {
    return { is: "piece", kind: this.kind(kind), zone: zone === NO_PLACE ? null : this.zone(zone) };
  }
}

export const counted = (name, count) => (count === 1 ? name : `${count} ${name}`);
export const bracketed = (items) => `[${items.join(", ")}]`;

function byInstance(specs) {
  const found = [];
  for (const spec of specs) for (let i = 0; i < spec.count; i++) found[spec.base + i] = spec;
  return found;
}
