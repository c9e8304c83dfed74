// Worlds: positions that a seat cannot tell from the true one, drawn from what it sees. Nothing hidden from the seat is read.
//
// What lies hidden are the pieces that the seat does not see anywhere. They are dealt anew over the places that it does not see: as many into each zone as lie there, each
// where its zone, its back and what the seat knows allow it. Who chooses at the same time as the seat has not chosen yet. What others' choices say about their hands is not
// looked at.
import { shuffled } from "./random.js";

export class Worlds {
  /** The worlds of a seat that has to choose. `isPossible`: whether they can be drawn here. */
  constructor(match, seat) {
    this._game = match.game;
    this._seat = seat;
    this._record = match._now.record.slice();
    /** @type {any} */
    this._pieces = null;
    /** @type {any[]} */
    this._places = [];
    /** @type {{ zone: number, places: number[] }[]} */
    this._zones = [];
    this.isPossible = match.game.unguessable === null && !this._hasUnseenLocals(match);
    if (!this.isPossible || !match.game.model.is_hiding) return;
    this._unmake(match);
    this._look(match);
  }

  /** Whether something still counts here that not everybody may know, be it because of a choice or of a hidden piece. Whose turn it is, the asked seat knows. */
  _hasUnseenLocals(match) {
    const { locals } = this._game.model;
    const { live = [] } = this._game.nodes.get(match.node);
    return live.some((id) => !locals[id].is_public && !TURNS.has(locals[id].name));
  }

  /** Others have not chosen yet: what they chose unseen is not what they would choose in another world. */
  _unmake(match) {
    const game = this._game;
    const now = game.nodes.get(match.node);
    for (const { node, todo, exit, commits } of game.host.about.worlds.together) {
      for (const other of game.seats.keys()) {
        if (other === this._seat) continue;
        for (const base of [exit, ...commits]) {
          const at = game.fieldAt[base + other];
          this._record.set(game.setUp.subarray(at, at + game.fieldSizes[base + other]), at);
        }
        if (node === now.node && match.seen.isAsked(other)) this._record[game.fieldAt[todo + other]] = 1;
      }
    }
  }

  /** Notes which pieces the seat does not see, and in which places they may lie. */
  _look(match) {
    const game = this._game;
    const { zones: isSeen } = match.seen.sight(this._seat);
    const known = game.facts.known(match._now.facts, this._seat);
    const data = new DataView(this._record.buffer);
    const left = game.model.kinds.map((kind) => kind.copies);
    const pinned = [];
    for (const [zone, spec] of game.words.zoneSpecs.entries()) {
      if (isSidesZone(spec)) continue;
      const lying = game.zoneCodings[zone].read(data, game.zoneAt[zone]);
      if (isSeen[zone]) for (const [kind, count] of flat(spec, lying)) left[kind] -= count;
      else {
        for (const [kind, count] of known[zone]) for (let i = 0; i < count; i++) pinned.push({ kind, zone });
        this._zones.push({ zone, places: this._placesOf(zone, spec, lying) });
      }
    }
    for (const { kind } of pinned) left[kind] -= 1;
    this._turn(left);
    const free = left.flatMap((count, kind) => Array.from({ length: Math.max(0, count) }, () => ({ kind, zone: -1 })));
    pinned.sort((a, b) => a.zone - b.zone || a.kind - b.kind);
    this._pieces = { pinned, free };
  }

  /** The places of a zone: from a pile's bottom to its top, of which the seat may see more than of the rest. */
  _placesOf(zone, spec, lying) {
    const game = this._game;
    const components = new Set(spec.components);
    const count = flat(spec, lying).reduce((sum, [, n]) => sum + n, 0);
    const found = Array.from({ length: count }, () => ({ zone, components, back: ANY, shows: ANY, kind: -1 }));
    const top = lying[lying.length - 1];
    if (spec.form !== "pile") {
      const backs = lying.flatMap(([kind, n]) => Array(n).fill(backOf(game.model, kind))).sort((a, b) => a - b);
      backs.forEach((back, i) => { found[i].back = back; });
    } else if (count && spec.visibility.top_seen) {
      if (top.length === 1) found[count - 1].kind = top[0][0];
    } else if (count) {
      const backs = new Set(top.map(([kind]) => backOf(game.model, kind)).filter((back) => back !== NO_BACK));
      if (backs.size === 1) found[count - 1].shows = [...backs][0];
    }
    this._places.push(...found);
    return found.map((_, i) => this._places.length - count + i);
  }

  /** The other sides of pieces with two lie apart: where none is seen to be turned, the first one is up. */
  _turn(left) {
    const game = this._game;
    const { kinds } = game.model;
    const zone = game.words.zoneSpecs.findIndex(isSidesZone);
    if (zone < 0) return;
    const apart = [];
    for (const [kind, count] of game.words.zoneSpecs[zone].start[0]) {
      const other = kinds[kind].other_side;
      const turned = count - left[kind];
      apart.push(...Array(left[kind]).fill(kind), ...Array(turned).fill(other));
      left[kind] = 0;
      left[other] -= turned;
    }
    this._write(zone, [apart]);
  }

  _write(zone, stretches) {
    this._game.zoneCodings[zone].write(new DataView(this._record.buffer), this._game.zoneAt[zone], stretches);
  }

  /** One world, as a record with the stream of the match: whoever plays on from it has to give it another. null: there is none. */
  sample(random) {
    if (!this._pieces) return this._record;
    const held = dealt(this._game.model, this._pieces, this._places, random);
    if (!held) return null;
    for (const { zone, places } of this._zones) {
      const lying = places.map((place) => held[place]);
      const top = this._places[places[places.length - 1]];
      const hasTop = top && (top.kind >= 0 || top.shows !== ANY);
      this._write(zone, hasTop ? [lying.slice(0, -1), lying.slice(-1)].filter((one) => one.length) : [lying]);
    }
    return this._record.slice();
  }
}

const ANY = -2, NO_BACK = -1;
/** What says whose turn it is: in the rules, and in loops over the seats. */
const TURNS = new Set(["me", ".seat", ".from"]);

function isSidesZone(spec) {
  return spec.is_hidden && spec.name === "other sides";
}

function flat(spec, lying) {
  return spec.form === "pile" ? lying.flat() : lying;
}

function backOf(model, kind) {
  const { component, back } = model.kinds[kind];
  return model.components[component].has_backs ? back : NO_BACK;
}

/** By place, the kind that comes to lie there: every piece gets a random place among those that take it, and others make room where none is free. */
function dealt(model, { pinned, free }, places, random) {
  const order = shuffled([...places.keys()], random);
  const held = places.map(() => null);
  const fits = (piece, place) => {
    const { zone, components, back, kind, shows } = places[place];
    if (piece.zone >= 0 && piece.zone !== zone) return false;
    if (kind >= 0) return piece.kind === kind;
    const own = backOf(model, piece.kind);
    return components.has(model.kinds[piece.kind].component) && (back === ANY || back === own) && (shows === ANY || shows === own || own === NO_BACK);
  };
  const lay = (piece, passed) => {
    const at = order.findIndex((place) => fits(piece, place));
    if (at >= 0) {
      const [place] = order.splice(at, 1);
      held[place] = piece;
      return true;
    }
    for (const place of places.keys()) {
      if (passed.has(place) || !fits(piece, place)) continue;
      passed.add(place);
      if (lay(held[place], passed)) {
        held[place] = piece;
        return true;
      }
    }
    return false;
  };
  for (const piece of [...pinned, ...shuffled([...free], random)]) if (!lay(piece, new Set())) return null;
  return held.includes(null) ? null : held.map((piece) => piece.kind);
}
