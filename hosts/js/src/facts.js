// What happened in a match: the log of the module as facts, and facts as what one seat has seen and knows.
import { isPieces } from "./types.js";
import { counted } from "./words.js";

const [FIELD, MOVED, DRAWN, EXCHANGED, SHUFFLED, SHOWN, PEEKED, ROLLED, CHOSEN, OPENED, REVEALED, SAID, RESOLVED] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const UNDER = 1, FROM_BOTTOM = 2, BENEATH = 4, MIXED = 8;

export class Facts {
  constructor(game) {
    this.game = game;
    this.all = (1 << game.model.seats.length) - 1;
  }

  /** The facts of a log that lies between two addresses; `before` are those of the match so far. */
  read(view, from, to, before) {
    const log = new Log(view, from);
    const found = [];
    while (log.at < to) this._entry(log, found, before);
    return found;
  }

  _zone(mask, zone) {
    return mask < 0 ? this.game.audience.zones[zone] : mask;
  }

  _entry(log, found, before) {
    const { model, decisions } = this.game;
    const what = log.word();
    switch (what) {
      case FIELD: {
        const instance = log.word(), mask = log.word(), at = log.value();
        const seen = mask < 0 ? this.game.audience.fields[instance] : mask;
        found.push({ is: "field", instance, value: this.game.fieldCodings[instance].read(log.view, at), seen });
        break;
      }
      case MOVED: case DRAWN: found.push(this._moved(log, what)); break;
      case EXCHANGED: {
        const parts = [];
        for (let n = log.word(); n > 0; n--) {
          const zone = log.word(), to = log.word(), was = log.word(), now = log.word();
          const pieces = new Map();
          for (let k = log.word(); k > 0; k--) more(pieces, log.word(), log.word());
          parts.push({ zone, to, pieces: sorted(pieces), seen: this._zone(was, zone) | this._zone(now, to) });
        }
        found.push({ is: "exchanged", parts });
        break;
      }
      case SHUFFLED: found.push({ is: "shuffled", zone: log.word(), beneath: Boolean(log.word()) }); break;
      case SHOWN: {
        const zone = log.word(), seen = log.word();
        found.push({ is: "shown", zone, pieces: log.triples().get(zone) ?? [], seen, by: null });
        break;
      }
      case PEEKED: {
        const seat = log.word(), isNoticed = log.word();
        for (const [zone, pieces] of log.triples()) found.push({ is: "shown", zone, pieces, seen: 1 << seat, by: isNoticed ? seat : null });
        break;
      }
      case ROLLED: {
        const node = log.word(), seat = log.word();
        let seen = seat < 0 ? this.all : 1 << seat;
        for (let n = log.word(); n > 0; n--) {
          const zone = log.word(), mask = log.word();
          if (zone >= 0) seen &= this._zone(mask, zone);
        }
        const { local, name } = this.game.nodes.get(node);
        const value = decisions.localReader(local)(log.view, log.value());
        found.push({ is: "rolled", node, name, value, of: decisions.type(local), seen });
        break;
      }
      case CHOSEN: {
        const node = log.word(), seat = log.word(), exit = log.word();
        const walk = decisions.nodes.get(node).ways.get(exit).map((stage) => ({
          plan: stage.plan.number, isDeclined: stage.isDeclined, values: stage.chosen.map((one) => one.read(log.view, log.value())),
        }));
        const spec = this.game.nodes.get(node);
        found.push({ is: "chosen", seat, walk, seen: spec.is === "decision" && !spec.is_unseen ? this.all : 1 << seat });
        break;
      }
      case OPENED: found.push({ is: "opened", node: log.word() }); break;
      case REVEALED: {
        const node = log.word();
        const chosen = new Map();
        const facts = [...before, ...found];
        for (let i = facts.length - 1; i >= 0 && !(facts[i].is === "opened" && facts[i].node === node); i--) {
          if (facts[i].is === "chosen" && !chosen.has(facts[i].seat)) chosen.set(facts[i].seat, facts[i].walk);
        }
        for (const seat of [...chosen.keys()].sort((a, b) => a - b)) {
          found.push({ is: "chosen", seat, walk: chosen.get(seat), seen: this.all & ~(1 << seat) });
        }
        break;
      }
      case SAID: {
        const { texts, types } = model.sayings[log.word()];
        const named = types.map((of) => this.game.words.text(this.game.reader(of)(log.view, log.value()), of));
        found.push({ is: "said", text: texts.map((text, i) => text + (named[i] ?? "")).join("") });
        break;
      }
      case RESOLVED: log.at += 12; break;
      default: throw new Error(`the log has an entry ${what}`);
    }
  }

  _moved(log, what) {
    const flags = log.word(), to = log.word(), arrived = log.word();
    const places = new Map();
    let total = 0;
    if (what === MOVED) {
      for (let n = log.word(); n > 0; n--) {
        const zone = log.word(), kind = log.word(), count = log.word(), size = log.word(), mask = log.word(), top = log.word();
        if (!places.has(zone)) places.set(zone, { size, mask, top, kinds: new Map() });
        more(places.get(zone).kinds, kind, count);
        total += count;
      }
    } else {
      const zone = log.word(), size = log.word(), mask = log.word(), top = log.word();
      const place = { size, mask, top, kinds: new Map() };
      total = log.word();
      for (let n = total; n > 0; n--) more(place.kinds, log.word(), 1);
      places.set(zone, place);
    }
    const tops = (zone) => this.game.words.zoneSpecs[zone].visibility.top_seen;
    const isOnTop = !(flags & (what === MOVED ? UNDER | BENEATH | MIXED : UNDER));
    const arriving = total === 1 && isOnTop && tops(to) ? this.all : this._zone(arrived, to);
    const isFromTop = what === DRAWN || !(flags & FROM_BOTTOM);
    const parts = [...places].map(([zone, { size, mask, top, kinds }]) => {
      const pieces = sorted(kinds);
      const isTop = isFromTop && zone >= 0 && tops(zone) && pieces.length === 1 && pieces[0][0] === top && pieces[0][1] === 1;
      return { zone, before: size, pieces, seen: isTop ? this.all : (zone < 0 ? 0 : this._zone(mask, zone)) | arriving };
    });
    return { is: "moved", to, parts };
  }

  // -------------------------------------------------------------- what a seat has observed

  /** The seats that must see something so that this seat sees it, as bits: all of them for a spectator, who is null. */
  _viewers(seat) {
    return seat === null ? this.all : 1 << seat;
  }

  /** The events of a fact that a seat observes (null: a spectator): objects with a `text` and what it is made of. */
  *events(fact, seat) {
    const { words, model } = this.game;
    const viewers = this._viewers(seat);
    const sees = (seen) => (seen & viewers) === viewers;
    switch (fact.is) {
      case "moved":
        for (const part of fact.parts) yield* this._movedEvent(part, part.zone, fact.to, sees(part.seen));
        break;
      case "exchanged":
        for (const part of fact.parts) yield* this._movedEvent(part, part.zone, part.to, sees(part.seen));
        break;
      case "shuffled": {
        const zone = words.zones[fact.zone];
        yield { is: fact.beneath ? "shuffle_under" : "shuffle", text: fact.beneath ? `what went under ${zone} is shuffled` : `${zone} is shuffled`, zone };
        break;
      }
      case "shown": {
        const zone = words.zones[fact.zone];
        const by = fact.by === null ? "" : model.seats[fact.by];
        if (sees(fact.seen)) yield { is: "see", text: `${this._counted(fact.pieces)} in ${zone}`, zone, by, pieces: this._named(fact.pieces) };
        else if (fact.by !== null) yield { is: "peek", text: `${by} looks at ${zone}`, zone, by };
        break;
      }
      case "field":
        if (sees(fact.seen) && !words.fieldSpecs[fact.instance].is_hidden) {
          const name = words.fields[fact.instance];
          const value = words.text(fact.value, words.fieldSpecs[fact.instance].type);
          yield { is: "field", text: `${name} is ${value}`, name, value };
        }
        break;
      case "rolled":
        if (sees(fact.seen)) {
          const value = words.text(fact.value, fact.of);
          yield { is: "roll", text: `${fact.name}: ${value}`, name: fact.name, value };
        }
        break;
      case "chosen":
        // Of a simultaneous choice the chooser is told when it is made, and all others later.
        if (sees(seat === null ? fact.seen | (1 << fact.seat) : fact.seen)) yield this._chosenEvent(fact, fact.seat === seat);
        break;
      case "said":
        yield { is: "say", text: fact.text };
        break;
      case "laid":
        yield { is: "start", text: `the match begins from ${fact.name}`, name: fact.name };
        break;
    }
  }

  *_movedEvent({ pieces }, from, to, isNamed) {
    const { words } = this.game;
    const way = `from ${words.zones[from]} to ${words.zones[to]}`;
    const ends = { from: words.zones[from], to: words.zones[to] };
    if (isNamed) yield { is: "move", text: `${this._counted(pieces)} ${way}`, pieces: this._named(pieces), ...ends };
    else if (!(this.hidesCount(from) && this.hidesCount(to))) {
      const number = pieces.reduce((sum, [, count]) => sum + count, 0);
      yield { is: "move", text: `${number} unseen ${way}`, number, backs: this.game.backs(pieces), ...ends };
    }
  }

  hidesCount(zone) {
    return this.game.words.zoneSpecs[zone].visibility.count_hidden;
  }

  _named(pieces) {
    return pieces.map(([kind, count]) => [this.game.words.kinds[kind], count]);
  }

  _counted(pieces) {
    return this._named(pieces).map(([name, count]) => counted(name, count)).join(", ");
  }

  _chosenEvent({ seat, walk }, isOwn) {
    const { decisions, words, model } = this.game;
    const everywhere = { has: () => true };
    const parts = walk.map(({ plan: number, isDeclined, values }) => {
      const { plan, selections, isSecret } = decisions.plans[number];
      if (isSecret && !isOwn) return plan.name;
      if (isDeclined) return `no ${plan.name}`;
      const told = selections.flatMap((part, i) => {
        const of = decisions.type(part.local);
        return isOwn || !(part.is_secret || isPieces(of)) ? [`${part.name} = ${words.chosen(values[i], of, everywhere)}`] : [];
      });
      return told.length ? `${plan.name}(${told.join(", ")})` : plan.name;
    });
    return { is: "choose", text: `${model.seats[seat]}: ${parts.join(", ")}`, seat };
  }

  // -------------------------------------------------------------- what a seat knows of hidden zones

  /** By zone, how many of each kind the seat knows to lie there at least. */
  known(facts, seat) {
    const bounds = this.game.words.zoneSpecs.map((spec, i) => new Map(spec.start[i - spec.base]));
    const viewers = this._viewers(seat);
    const sees = (seen) => (seen & viewers) === viewers;
    for (const fact of facts) {
      if (fact.is === "moved") for (const part of fact.parts) this._learnMove(bounds, part, fact.to, sees(part.seen));
      else if (fact.is === "exchanged") {
        const before = fact.parts.map((part) => new Map(bounds[part.zone]));
        fact.parts.forEach((part, i) => { bounds[part.to] = sees(part.seen) ? new Map(part.pieces) : before[i]; });
      } else if (fact.is === "shown" && sees(fact.seen)) {
        for (const [kind, count] of fact.pieces) bounds[fact.zone].set(kind, Math.max(bounds[fact.zone].get(kind) ?? 0, count));
      } else if (fact.is === "laid") {
        bounds.fill(null);
        bounds.forEach((_, zone) => { bounds[zone] = new Map(sees(fact.shown[zone].seen) ? fact.shown[zone].pieces : []); });
      }
    }
    return bounds;
  }

  _learnMove(bounds, { zone, before, pieces }, to, isSeen) {
    if (isSeen) {
      for (const [kind, count] of pieces) {
        const left = (bounds[zone].get(kind) ?? 0) - count;
        if (left > 0) bounds[zone].set(kind, left);
        else bounds[zone].delete(kind);
        more(bounds[to], kind, count);
      }
      return;
    }
    if (this.hidesCount(zone) && this.hidesCount(to)) {
      bounds[zone] = new Map();
      return;
    }
    const gone = pieces.reduce((sum, [, count]) => sum + count, 0);
    if (gone === before && !this.hidesCount(zone)) for (const [kind, count] of [...bounds[zone]]) more(bounds[to], kind, count);
    bounds[zone] = new Map([...bounds[zone]].filter(([, count]) => count > gone).map(([kind, count]) => [kind, count - gone]));
  }
}

class Log {
  constructor(view, at) {
    this.view = view;
    this.at = at;
  }

  word() {
    this.at += 4;
    return this.view.getInt32(this.at - 4, true);
  }

  /** The address of the bytes that follow; they are passed. */
  value() {
    const size = this.word();
    const at = this.at;
    this.at += (size + 3) & ~3;
    return at;
  }

  /** Zones with kinds and counts. */
  triples() {
    const zones = new Map();
    for (let n = this.word(); n > 0; n--) {
      const zone = this.word();
      if (!zones.has(zone)) zones.set(zone, new Map());
      more(zones.get(zone), this.word(), this.word());
    }
    return new Map([...zones].map(([zone, kinds]) => [zone, sorted(kinds)]));
  }
}

function more(counts, kind, count) {
  counts.set(kind, (counts.get(kind) ?? 0) + count);
}

const sorted = (counts) => [...counts].sort((a, b) => a[0] - b[0]);
