// Decisions in words: the ways through their plans, moves, and open steps.
import { isScalar, lanesReader, reader } from "./types.js";

const NO_KEY = 0x7fffffff;

export class Decisions {
  constructor(model, words, places) {
    this.model = model;
    this.words = words;
    this.places = places;
    this.plans = [];
    this.nodes = new Map();
    for (const node of model.nodes) {
      if (!node.plan) continue;
      this._number(node.plan, false);
      const ways = new Map();
      this._ways(ways, node.node, node.plan, []);
      this.nodes.set(node.node, { node, plan: node.plan, ways });
    }
  }

  _number(plan, isLine) {
    const selections = plan.parts.filter((part) => part.is === "selection" || part.is === "yes_no");
    const isSecret = selections.length > 0 && plan.menu === null && selections.every((part) => part.is_secret);
    this.plans[plan.number] = { plan, selections, isLine, isSecret, names: new Set([plan.name]) };
    for (const line of plan.menu ?? []) {
      this._number(line, true);
      for (const name of this.plans[line.number].names) this.plans[plan.number].names.add(name);
    }
  }

  _ways(ways, node, plan, before) {
    if (plan.gate_exit !== null) ways.set(plan.gate_exit, [...before, { plan, isDeclined: true, chosen: [] }]);
    const chosen = this.plans[plan.number].selections.map((part) => this._chosen(node, part));
    const here = [...before, { plan, isDeclined: false, chosen }];
    if (plan.exit !== null) ways.set(plan.exit, here);
    for (const line of plan.menu ?? []) this._ways(ways, node, line, here);
  }

  _chosen(node, part) {
    const of = this.type(part.local);
    const offer = part.is === "yes_no" ? null : this.places.offers[node]?.[part.local];
    const [elements, step, count, groups, starts, order, keys] = offer ?? [];
    return {
      part, of,
      at: this.places.locals[part.local],
      read: this.localReader(part.local),
      offer: offer && { elements, step, count, groups, starts, order, keys },
      readElement: part.is === "yes_no" ? null : reader(this.model, part.element, this.places.numbers_below),
    };
  }

  type(local) {
    return this.model.locals[local].type;
  }

  localReader(local) {
    const lanes = this.places.lanes[local];
    return lanes ? lanesReader(lanes) : reader(this.model, this.type(local), this.places.numbers_below);
  }

  // -------------------------------------------------------------- moves

  /** The move at which a search has stopped: its parts, with the kinds that are offered from several places. */
  walk(view, node, exit) {
    return this.nodes.get(node).ways.get(exit).map((stage) => ({
      plan: stage.plan.number,
      isDeclined: stage.isDeclined,
      values: stage.chosen.map((one) => one.read(view, one.at)),
      doubtful: stage.chosen.map((one) => this.doubtful(view, one)),
    }));
  }

  doubtful(view, one) {
    const seen = new Set();
    const twice = new Set();
    if (one.offer && one.part.takes_pieces) {
      for (let i = 0; i < view.getInt32(one.offer.count, true); i++) {
        const kind = view.getInt32(one.offer.elements + one.offer.step * i + 4, true);
        (seen.has(kind) ? twice : seen).add(kind);
      }
    }
    return twice;
  }

  text(walk) {
    const texts = [];
    for (const { plan: number, isDeclined, values, doubtful } of walk) {
      const { plan, selections, isLine } = this.plans[number];
      if (isDeclined) texts.push(`no ${plan.name}`);
      else if (selections.length) {
        const args = selections.map((part, i) => `${part.name} = ${this.words.chosen(values[i], this.type(part.local), doubtful[i])}`);
        texts.push(`${plan.name}(${args.join(", ")})`);
      } else if (isLine || plan.menu === null) texts.push(plan.name);
    }
    return texts.join(", ");
  }

  choices(walk) {
    const found = [];
    for (const { plan: number, isDeclined, values } of walk) {
      const { plan, selections, isLine } = this.plans[number];
      if (!(isDeclined || selections.length || isLine || plan.menu === null)) continue;
      const chosen = isDeclined ? [] : selections.map((part, i) => [part.name, this.words.thing(values[i], this.type(part.local))]);
      found.push({ name: plan.name, isDeclined, values: chosen });
    }
    return found;
  }

  // -------------------------------------------------------------- steps

  /** Step number `depth` of the move at which a search has stopped, with words for the given values. */
  step(view, node, exit, depth, values) {
    const { plan: top, ways } = this.nodes.get(node);
    /** @type {Record<string, any>} */
    const opened = this._opened(view, ways.get(exit), depth);
    return {
      decision: top.name,
      kind: opened.kind,
      name: opened.name,
      about: opened.about ?? "",
      ask: opened.ask ?? null,
      topic: opened.topic ?? null,
      part: opened.part ?? null,
      plan: opened.plan,
      options: values.map((value) => ({ value, text: opened.text(value), thing: opened.thing(value) })),
    };
  }

  /** The kind and names of a step, and what its options are: `text` and `thing` by value. */
  _opened(view, way, depth) {
    for (const { plan, isDeclined, chosen } of way) {
      if (plan.gate === "may" && plan.gate_exit !== null) {
        if (!depth) return { kind: "gate", name: plan.name, plan: plan.name, text: (v) => ["take", "decline"][v], thing: (v) => !v };
        depth -= 1;
      }
      for (const one of chosen) {
        const length = stepsOf(view, one);
        if (depth < length) return { plan: plan.name, ...this._selected(view, one, depth) };
        depth -= length;
      }
      if (plan.menu !== null && !isDeclined) {
        if (!depth) {
          const name = (v) => plan.menu[v].name;
          return { kind: "menu", name: plan.name, plan: plan.name, text: name, thing: (v) => ({ is: "word", of: plan.name, name: name(v), number: v }) };
        }
        depth -= 1;
      }
    }
    throw new Error("a move has the steps that lead to it");
  }

  /**
   * The selection of several that step `depth` of the move at which a search has stopped belongs to: its first step, and what each of its steps offers, with how
   * many of it lie there. null for other steps.
   */
  several(view, node, exit, depth) {
    let first = 0;
    for (const { plan, isDeclined, chosen } of this.nodes.get(node).ways.get(exit)) {
      if (plan.gate === "may" && plan.gate_exit !== null) first += 1;
      for (const one of chosen) {
        const length = stepsOf(view, one);
        if (depth < first + length) return depth < first || !one.offer || one.part.quantity === "one" ? null : { first, part: one.part, steps: Array.from({ length }, (_, i) => this._offered(view, one, i)) };
        first += length;
      }
      if (plan.menu !== null && !isDeclined) first += 1;
    }
    return null;
  }

  /** What a step of a selection of several offers: each with its words, the value that takes one, and how many there are. */
  _offered(view, one, i) {
    const { offer } = one;
    /** @type {Record<string, any>} */
    const step = this._selected(view, one, i);
    if (step.kind !== "group") return [{ text: step.about, thing: step.topic, value: 1, most: view.getInt32(offer.elements + offer.step * (i + 1) - 4, true) }];
    const start = view.getInt32(offer.starts + 4 * i, true);
    const size = view.getInt32(offer.starts + 4 * (i + 1), true) - start;
    return Array.from({ length: size }, (_, v) => ({ text: step.text(v + 1), thing: step.thing(v + 1), value: v + 1, most: 1 }));
  }

  _selected(view, one, i) {
    const { part, offer } = one;
    const head = { name: part.name, ask: part.ask, part };
    if (!offer) return { ...head, kind: "yes_no", text: (v) => ["no", "yes"][v], thing: Boolean };
    const doubtful = this.doubtful(view, one);
    const entry = (k) => one.readElement(view, offer.elements + offer.step * k);
    const named = (element) =>
      part.takes_pieces ? this.words.piece(element[1], element[0], doubtful) : this.words.text(element, part.element);
    const meant = (element) => this.words.thing(element, part.element);
    if (part.quantity === "one") return { ...head, kind: "one", text: (v) => named(entry(v)), thing: (v) => meant(entry(v)) };
    if (part.distinct !== null) {
      const start = view.getInt32(offer.starts + 4 * i, true);
      const member = (v) => entry(view.getInt32(offer.order + 4 * (start + v - 1), true));
      const key = offer.keys ? view.getInt32(offer.keys + 4 * start, true) : NO_KEY;
      const inner = part.distinct.is === "optional" ? part.distinct.of : part.distinct;
      const value = key === NO_KEY ? null : inner.is === "flag" ? Boolean(key) : key;
      const about = isScalar(part.distinct) ? this.words.text(value, part.distinct) : "";
      return {
        ...head, kind: "group", about, topic: this.words.thing(value, part.distinct),
        text: (v) => (v ? named(member(v)) : "none"), thing: (v) => (v ? meant(member(v)) : null),
      };
    }
    const element = entry(i);
    const rest = { ...head, about: named(element), topic: meant(element) };
    if (part.is_counted) return { ...rest, kind: "count", text: String, thing: (v) => v };
    return { ...rest, kind: "member", text: (v) => ["out", "in"][v], thing: Boolean };
  }
}

function stepsOf(view, { part, offer }) {
  if (!offer || part.quantity === "one") return 1;
  return view.getInt32(part.distinct !== null ? offer.groups : offer.count, true);
}
