// What a seat that has to choose can choose at one position: complete moves, open steps, what is refused there, and selections of several.
import { checkCounts, GameError, readOptions } from "./game.js";
import { IllegalMove } from "./errors.js";
import { moveNamed } from "./named.js";
import { stepsFor, whole } from "./several.js";
import { nodeOf } from "./stops.js";

const COUNT = 0, PICK = 1, OPEN = 3, OPTIONS = 4;

export class Asked {
  /** `stop`: a position of a match, which keeps what was searched there. */
  constructor(game, stop) {
    this.game = game;
    this._stop = stop;
  }

  get node() {
    return nodeOf(this._stop);
  }

  _ask(seat, prefix, mode, more = {}) {
    const { host } = this.game;
    this.game.checkSeat(seat);
    if (!((this._stop.acting >> seat) & 1)) throw new GameError(`seat ${seat} is not to choose`);
    return host.ask(this._stop.record, seat, prefix, { MODE: mode, ...more });
  }

  /** The steps that a seat has taken of its open decision. */
  taken(seat) {
    return this._stop.taken.get(seat) ?? [];
  }

  /** The open step of a seat. Who reads a step answers it next, so it is searched once. */
  open(seat) {
    const stop = this._stop;
    if (!stop.open || stop.open.seat !== seat) stop.open = { seat, found: this.openAfter(seat, this.taken(seat)) };
    return stop.open.found;
  }

  /** The open step after some steps: the steps before it, and its values; null where only one move begins with them. */
  openAfter(seat, prefix) {
    const { host } = this.game;
    const found = this._ask(seat, prefix, OPEN);
    const at = host.get("OPEN");
    if (!found || at >= host.get("FIRST_LENGTH")) return null;
    const before = host.words("FIRST_STEPS", at);
    return { before, values: this._options(seat, before) };
  }

  _options(seat, before, more = {}) {
    const { host } = this.game;
    this._ask(seat, before, OPTIONS, { PROBE: before.length, OPTION_COUNT: 0, ...more });
    return host.words("OPTIONS", host.get("OPTION_COUNT"));
  }

  /** Stops at a complete move that begins with these steps; its steps and exit. */
  _pick(seat, prefix, number = 0, more = {}) {
    const { host } = this.game;
    this._ask(seat, prefix, PICK, { TARGET: number, ...more });
    return { steps: host.words("STEPS", host.get("END")), exit: host.get("EXIT"), broken: host.get("BROKEN") };
  }

  /** How many complete moves the seat has. */
  count(seat) {
    return this._ask(seat, this.taken(seat), COUNT);
  }

  /** How many complete moves begin with some steps. */
  countAfter(seat, steps) {
    return this._ask(seat, steps, COUNT);
  }

  /**
   * Complete moves in the order of the rules, at most `most` from number `from` on: `steps`, `text`, `choices`.
   * @param {number} seat
   * @param {{ from?: number, most?: number }} range
   */
  list(seat, range = {}) {
    const { from = 0, most = 1000 } = readOptions(range, "from", "most");
    checkCounts({ from, most });
    const end = Math.min(this.count(seat), from + most);
    return Array.from({ length: Math.max(0, end - from) }, (_, i) => this.moveAfter(seat, this.taken(seat), from + i));
  }

  /** One of the complete moves that begin with some steps. */
  moveAfter(seat, prefix, number) {
    const { decisions } = this.game;
    const { steps, walk } = this._walk(seat, prefix, number);
    return { steps, text: decisions.text(walk), choices: decisions.choices(walk) };
  }

  _walk(seat, prefix, number) {
    const { host, decisions } = this.game;
    const { steps, exit } = this._pick(seat, prefix, number);
    return { steps, walk: decisions.walk(host.view, this.node, exit) };
  }

  /** The open step of a seat, with its options in words and as things. */
  step(seat) {
    const { host, decisions } = this.game;
    const open = this.open(seat);
    if (!open) {
      const { text, choices } = this.moveAfter(seat, this.taken(seat), 0);
      const name = decisions.nodes.get(this.node).plan.name;
      return { decision: name, kind: "only", name, about: "", ask: null, topic: null, options: [{ value: 0, text, thing: null }], choices };
    }
    const { exit } = this._pick(seat, [...open.before, open.values[0]]);
    const { part, plan, ...step } = decisions.step(host.view, this.node, exit, open.before.length, open.values);
    return step;
  }

  /** The open step after some steps, with the steps before it; null where only one move begins with them. */
  _stepAfter(seat, prefix) {
    const open = this.openAfter(seat, prefix);
    if (!open) return null;
    const { exit } = this._pick(seat, [...open.before, open.values[0]]);
    return { ...open, ...this.game.decisions.step(this.game.host.view, this.node, exit, open.before.length, open.values) };
  }

  /** What the open step offers but does not allow: options with the sentence of the requirement that stands in the way. */
  refused(seat) {
    return this._refusedAfter(seat, this.taken(seat));
  }

  _refusedAfter(seat, prefix) {
    const { host, decisions } = this.game;
    const open = this.openAfter(seat, prefix);
    if (!open) return [];
    const legal = new Set(open.values);
    const offered = this._options(seat, open.before, { WHY: 1 }).filter((value) => !legal.has(value));
    return offered.map((value) => {
      const { exit, broken } = this._pick(seat, [...open.before, value], 0, { WHY: 1 });
      const { options: [option], name } = decisions.step(host.view, this.node, exit, open.before.length, [value]);
      const [blamed, why] = host.about.refusals.requirements[broken - 1] ?? [name, null];
      return { ...option, refusal: { kind: "requirement", name: blamed, why, text: why ?? `\`${blamed}\` does not hold` } };
    });
  }

  /** What the filter (`where`) of an open selection of one leaves out, with its sentence. These options have the value -1: they cannot be taken. */
  leftOut(seat) {
    return this._leftOutAfter(seat, this.taken(seat));
  }

  _leftOutAfter(seat, prefix) {
    const { host, decisions } = this.game;
    const step = this._stepAfter(seat, prefix);
    if (step?.kind !== "one" || step.part.sources.every((source) => source.text === source.offers)) return [];
    const number = 1 + host.about.refusals.selections.indexOf(step.name);
    const widely = { UNFILTERED: number, UNTIL: number, WHY: 1 };
    const { exit } = this._pick(seat, [...step.before, step.values[0]]);
    const values = this._options(seat, step.before, widely);
    this._pick(seat, [...step.before, values[0]], 0, widely); // what is offered now lies in memory
    const { options } = decisions.step(host.view, this.node, exit, step.before.length, values);
    for (const name of ["UNFILTERED", "UNTIL", "WHY"]) host.set(name, 0);
    const { why } = step.part;
    const offered = new Set([...step.options, ...this._refusedAfter(seat, prefix)].map((option) => JSON.stringify(option.thing)));
    return options.filter((option) => !offered.has(JSON.stringify(option.thing))).map((option) => {
      const text = why ?? `\`${step.name}\` cannot be ${option.text} here`;
      return { ...option, value: -1, refusal: { kind: "selection", name: step.name, why, text } };
    });
  }

  /** The selection of several that the open step belongs to, as a whole; null if it belongs to none. */
  several(seat) {
    const found = this._several(seat);
    return found && whole(found.offered, this.taken(seat), found.steps, (before) => this._options(seat, before));
  }

  /** The answers to the open step and those after it that choose so many of each part of `several`, and nothing else; null if no move does that. */
  picked(seat, amounts) {
    checkAmounts(amounts);
    const found = this._several(seat);
    const taken = this.taken(seat);
    const steps = found && stepsFor(found.offered, found.steps, amounts);
    if (!steps || taken.some((value, i) => i < steps.length && steps[i] !== value) || !this._ask(seat, steps, OPEN)) return null;
    const answers = [];
    for (let open = this.openAfter(seat, taken); open && open.before.length < steps.length; ) {
      const value = steps[open.before.length];
      answers.push(value);
      open = this.openAfter(seat, [...open.before, value]);
    }
    return answers;
  }

  /**
   * The sentence of the requirement that forbids to choose so many of each part of `several`; null if none does, or if it has no sentence.
   * @returns {string | null}
   */
  whyNot(seat, amounts) {
    checkAmounts(amounts);
    const { host } = this.game;
    const found = this._several(seat);
    const steps = found && stepsFor(found.offered, found.steps, amounts);
    if (!steps || !this._ask(seat, steps, COUNT, { WHY: 1 })) return null;
    const { broken } = this._pick(seat, steps, 0, { WHY: 1 });
    return host.about.refusals.requirements[broken - 1]?.[1] ?? null;
  }

  /** What the selection of several offers to which the open step belongs, with the steps of the first move; null if it belongs to none. */
  _several(seat) {
    const { host, decisions } = this.game;
    const open = this.open(seat);
    if (!open) return null;
    const { steps, exit } = this._pick(seat, [...open.before, open.values[0]]);
    const offered = decisions.several(host.view, this.node, exit, open.before.length);
    return offered && { offered, steps };
  }

  /** A move of `list`, or of what a program has kept of one: its steps count. Throws GameError, IllegalMove. */
  known(seat, move) {
    const steps = move?.steps;
    if (!Array.isArray(steps) || !steps.every(isStep)) throw new GameError("a move is one of `list`, or a text");
    const { PREFIX, PREFIX_LENGTH } = this.game.host.addresses;
    const hasRoom = 4 * steps.length <= PREFIX_LENGTH - PREFIX;
    const found = hasRoom && this.countAfter(seat, steps) ? this.moveAfter(seat, steps, 0) : null;
    if (found?.steps.length !== steps.length) throw new IllegalMove({ kind: "unknown", name: "", why: null, text: "there is no such move here" });
    return found;
  }

  /** The move that a text names, which may be short. Throws IllegalMove. */
  named(seat, text) {
    const { decisions } = this.game;
    const found = moveNamed(this.game.short.withPlaces(text), {
      decision: decisions.plans[decisions.nodes.get(this.node).plan.number],
      taken: this.taken(seat),
      open: (prefix) => this._stepAfter(seat, prefix),
      refused: (prefix) => [...this._refusedAfter(seat, prefix), ...this._leftOutAfter(seat, prefix)],
      count: (prefix) => this.countAfter(seat, prefix),
      textOf: (prefix, i) => decisions.text(this._walk(seat, prefix, i).walk),
      move: (prefix, i) => this.moveAfter(seat, prefix, i),
    });
    if (!found.refusal) return found;
    const short = this.game.short.move(text, this._askedShortly(seat));
    if (short && !short.refusal) return short;
    throw new IllegalMove((short ?? found).refusal);
  }

  _askedShortly(seat) {
    return { taken: this.taken(seat), open: (prefix) => this._stepAfter(seat, prefix), move: (prefix) => this.moveAfter(seat, prefix, 0) };
  }

  /** The shortest text that `play` reads as a move of a seat that has to choose: `e2e4`, where the rules say what players call the places of a board. */
  short(seat, move) {
    return this.game.short.text(this.known(seat, move), this._askedShortly(seat));
  }
}

/** Throws GameError for what are no amounts of parts. */
function checkAmounts(amounts) {
  if (Array.isArray(amounts) && amounts.every((one) => isStep(one) && one >= 0)) return;
  throw new GameError("`amounts` is a list, with a whole number from 0 on for each part of `several`");
}

/** Whether a value can be the answer to a step: memory would make another number of anything else. */
function isStep(value) {
  return Number.isInteger(value) && value === (value | 0);
}
