// What a seat, or a spectator, may know of one position.
import { nodeOf } from "./stops.js";

export class Seen {
  /** `acting`: the seats that have to choose at the position. */
  constructor(game, stop, acting) {
    this.game = game;
    this._stop = stop;
    this._acting = acting;
  }

  get node() {
    return nodeOf(this._stop);
  }

  /** Which fields and zones a seat sees, or all seats: a byte for each. */
  sight(seat) {
    if (seat !== null) return this._sightOf(seat);
    const all = this.game.seats.map((_, one) => this._sightOf(one));
    const common = (what) => all[0][what].map((_, i) => Number(all.every((sight) => sight[what][i])));
    return { fields: common("fields"), zones: common("zones") };
  }

  _sightOf(seat) {
    const { host, words } = this.game;
    host.hold(this._stop.record);
    host.run("visible", host.at, seat);
    const seen = (name, count) => host.bytes.slice(host.addresses[name], host.addresses[name] + count);
    return { fields: seen("VISIBLE_FIELDS", words.fields.length), zones: seen("VISIBLE_ZONES", words.zones.length) };
  }

  /**
   * What a seat may know: safe to send to it. null: what a spectator may know, who sees what all seats see.
   * @param {number | null} seat
   */
  view(seat) {
    const { game } = this;
    const { words, model } = game;
    const { record } = this._stop;
    const { fields, zones } = this.sight(seat);
    const data = new DataView(record.buffer, record.byteOffset, record.byteLength);
    const node = game.nodes.get(this.node);
    const value = (i) => game.fieldCodings[i].read(data, game.fieldAt[i]);
    const known = game.facts.known(this._stop.facts, seat);
    const shown = (specs, all) => all.map((_, i) => i).filter((i) => !specs[i].is_hidden);
    return {
      seat,
      phase: node.phase,
      round: this._round(data),
      toAct: this._toAct(seat, node),
      fields: shown(words.fieldSpecs, words.fields).filter((i) => fields[i]).map((i) => {
        const { type } = words.fieldSpecs[i];
        return { number: i, name: words.fields[i], text: words.text(value(i), type), thing: words.thing(value(i), type) };
      }),
      zones: shown(words.zoneSpecs, words.zones).map((i) => this._zone(data, i, Boolean(zones[i]), known[i])),
      locals: node.live.filter((id) => model.locals[id].is_named && model.locals[id].is_public).flatMap((id) => {
        const { name, type } = model.locals[id];
        const found = this._local(data, id);
        return found === null ? [] : [{ name, text: words.text(found, type), thing: words.thing(found, type) }];
      }),
    };
  }

  _local(data, id) {
    const at = this.game.localAt.get(id);
    return at === undefined ? null : this.game.localCoding(id).read(data, at);
  }

  _round(data) {
    const { rounds } = this.game.model;
    if (rounds === null) return null;
    if (rounds.field !== null) return this.game.fieldCodings[rounds.field].read(data, this.game.fieldAt[rounds.field]);
    return rounds.counter === null ? null : data.getInt32(this.game.host.about.state.extras.counters + 4 * rounds.counter, true);
  }

  _toAct(seat, node) {
    if (node.is === "decision") return this._acting.filter((one) => !node.is_unseen || one === seat);
    if (node.is !== "together") return [];
    // Others who take part are shown whether they have chosen or not: who was asked is noted when the decision begins.
    return this.game.seats.map((_, one) => one).filter((one) => this.isAsked(one) && (one !== seat || this._acting.includes(seat)));
  }

  /** Whether a seat takes part in the simultaneous decision that is open, be it that it has chosen already. */
  isAsked(seat) {
    const { node, _stop: { facts } } = this;
    if (this._acting.includes(seat)) return true;
    for (let i = facts.length - 1; i >= 0; i--) {
      if (facts[i].is === "chosen" && facts[i].seat === seat) return true;
      if (facts[i].is === "opened" && facts[i].node === node) return false;
    }
    return false;
  }

  _zone(data, number, isSeen, known) {
    const { game } = this;
    const { words } = game;
    const spec = words.zoneSpecs[number];
    const lying = game.zoneCodings[number].read(data, game.zoneAt[number]);
    const isPile = spec.form === "pile";
    const flat = isPile ? lying.flat() : lying;
    const count = flat.reduce((sum, [, n]) => sum + n, 0);
    const head = { number, name: words.zones[number], family: spec.name };
    const named = (pairs) => pairs.map(([kind, n]) => ({ kind: words.kind(kind), count: n }));
    if (isSeen) {
      const pieces = isPile ? flat.flatMap(([kind, n]) => Array.from({ length: n }, () => [kind, 1])) : flat;
      return { ...head, contents: named(pieces), count, backs: [], known: [] };
    }
    const certain = named([...known].sort((a, b) => a[0] - b[0]));
    if (spec.visibility.count_hidden) return { ...head, contents: null, count: null, backs: [], known: certain };
    return { ...head, contents: null, count, backs: this._backs(spec, lying), known: certain };
  }

  _backs(spec, lying) {
    const { game } = this;
    if (spec.form !== "pile" || !lying.length) return game.backs(lying);
    const top = lying[lying.length - 1];
    if (spec.visibility.top_seen) return top.length === 1 ? [[game.words.kinds[top[0][0]], 1]] : [];
    const backs = game.backs(top.map(([kind]) => [kind, 1]));
    return backs.length === 1 ? [[backs[0][0], 1]] : [];
  }
}
