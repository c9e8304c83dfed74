// A match that people play: moves by steps or as a whole, views, events, undo, saving.
import { GameError, readOptions } from "./game.js";
import { digest } from "./keys.js";
import { moveNamed } from "./named.js";
import { generator } from "./random.js";
import { stepsFor, whole } from "./several.js";
import { advised, choose } from "./thinking.js";
import { Worlds } from "./worlds.js";

const COUNT = 0, PICK = 1, LIST = 2, OPEN = 3, OPTIONS = 4;
const FORMAT = "gamedsl replay 1";
const SEED = "the seed stands here, because it may have more digits than numbers of JSON";

/** A choice that is not possible; `refusal` has `kind`, `name`, `why` and `text`. */
export class IllegalMove extends Error {
  constructor(refusal) {
    super(refusal.text);
    this.name = "IllegalMove";
    this.refusal = refusal;
  }
}

/** An answer to an earlier version of a match: what it was an answer to has changed since, or was taken back. `given` is the version or key that came with it. */
export class OutOfDateError extends Error {
  constructor(text, given) {
    super(text);
    this.name = "OutOfDateError";
    this.given = given;
  }
}

export class Match {
  /**
   * Begins a match, with the set-up or from a named start of the rules. Equal seeds give equal matches, in Python as here. Throws GameError, Fault.
   * @param {any} game
   * @param {{ seed?: number | bigint, index?: number, start?: string | null }} setup
   */
  constructor(game, setup = {}) {
    const { seed = 0, index = 0, start = null } = readOptions(setup, "seed", "index", "start");
    this.game = game;
    this.seed = seed;
    this.index = index;
    this.start = start;
    this._isOther = false;
    this._version = 0;
    /** How often something was taken back that a seat had seen, by seat; the last one is that of spectators. */
    this._takenBack = [...game.seats.map(() => 0), 0];
    /** @type {Map<string, string> | null} */
    this._placeTexts = null;
    const { host } = game;
    const { image, told } = game.start(start);
    host.bytes.set(image, host.addresses.START);
    const record = new Uint8Array(host.size);
    record.set(image);
    host.hold(record);
    if (![seed, index].every((one) => typeof one === "bigint" || Number.isInteger(one))) throw new GameError("seed and index are whole numbers");
    host.setMatch(seed, index);
    host.run("tell_begin", host.at);
    host.run("begin", host.at, 0);
    const end = host.run("tell_end", host.at);
    this._past = [this._stop(told, end, null)];
    /** Answers that were taken back and can be given again: lists of those that belong together, the last one at the end. */
    this._undone = [];
  }

  get _now() {
    return this._past[this._past.length - 1];
  }

  _stop(before, end, move) {
    const { host, facts } = this.game;
    const found = facts.read(host.view, host.addresses.TELL, end, before);
    const record = host.record();
    return {
      record, facts: [...before, ...found], acting: host.run("to_act", host.at), taken: new Map(), answers: new Map(), move,
      open: /** @type {any} */ (undefined), answer: /** @type {any} */ (null), keys: new Map(),
    };
  }

  /** The moves so far: the seat and the text of each. */
  get moves() {
    return this._past.filter((state) => state.move).map((state) => state.move);
  }

  /** The moves so far, each with its choices. */
  get played() {
    return this._past.flatMap(({ move, answer }, i) => (move ? [{ ...move, choices: answer.move.choices ?? this.at(i - 1)._choices(answer) }] : []));
  }

  _choices({ seat, move }) {
    return this._move(seat, move.steps, 0).choices;
  }

  /** The number of changes so far. It counts what others do unseen, so it is for the host and not for players, who are sent `key`. */
  get version() {
    return this._version;
  }

  /** The first seat that has to choose; null at the end. */
  get openSeat() {
    return this.toAct[0] ?? null;
  }

  /** The open steps by seat, of all seats that have to choose. */
  get openSteps() {
    return Object.fromEntries(this.toAct.map((seat) => [seat, this.step(seat)]));
  }

  get node() {
    return this._now.record[0] | (this._now.record[1] << 8);
  }

  /** The bytes of the position: equal positions have equal bytes, here as in Python. */
  get position() {
    return this._now.record.slice(0, this.game.host.about.state.size);
  }

  get isOver() {
    return this.game.nodes.get(this.node).is === "end";
  }

  /** The seats that have to choose. The host may know; `view(seat).toAct` is what a seat may know. */
  get toAct() {
    return this.game.seats.map((_, seat) => seat).filter((seat) => (this._now.acting >> seat) & 1);
  }

  // -------------------------------------------------------------- what can be chosen

  /** Refuses what is no seat: another number would be taken for one of them. */
  _checked(seat) {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.game.seats.length) throw new GameError(`there is no seat ${seat}`);
  }

  _ask(seat, prefix, mode, more = {}) {
    const { host } = this.game;
    this._checked(seat);
    if (!((this._now.acting >> seat) & 1)) throw new GameError(`seat ${seat} is not to choose`);
    return host.ask(this._now.record, seat, prefix, { MODE: mode, ...more });
  }

  _taken(seat) {
    return this._now.taken.get(seat) ?? [];
  }

  /** The open step of a seat. Who reads a step answers it next, so it is searched once. */
  _open(seat) {
    const now = this._now;
    if (now.open?.seat !== seat) now.open = { seat, found: this._openAfter(seat, this._taken(seat)) };
    return now.open.found;
  }

  _openAfter(seat, prefix) {
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
    return this._ask(seat, this._taken(seat), COUNT);
  }

  /** How many complete moves begin with some steps. */
  _countAfter(seat, steps) {
    return this._ask(seat, steps, COUNT);
  }

  /**
   * Complete moves in the order of the rules, at most `most` from number `from` on: `steps`, `text`, `choices`.
   * @param {number} seat
   * @param {{ from?: number, most?: number }} range
   */
  list(seat, range = {}) {
    const { from = 0, most = 1000 } = readOptions(range, "from", "most");
    for (const [name, number] of Object.entries({ from, most })) {
      if (!Number.isInteger(number) || number < 0) throw new GameError(`\`${name}\` is a whole number from 0 on, not ${number}`);
    }
    const end = Math.min(this.count(seat), from + most);
    return Array.from({ length: Math.max(0, end - from) }, (_, i) => this._move(seat, this._taken(seat), from + i));
  }

  _move(seat, prefix, number) {
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
    const open = this._open(seat);
    if (!open) {
      const { text, choices } = this._move(seat, this._taken(seat), 0);
      const name = decisions.nodes.get(this.node).plan.name;
      return { decision: name, kind: "only", name, about: "", ask: null, topic: null, options: [{ value: 0, text, thing: null }], choices };
    }
    const { exit } = this._pick(seat, [...open.before, open.values[0]]);
    const { part, plan, ...step } = decisions.step(host.view, this.node, exit, open.before.length, open.values);
    return step;
  }

  /** The open step after some steps, with the steps before it; null where only one move begins with them. */
  _stepAfter(seat, prefix) {
    const open = this._openAfter(seat, prefix);
    if (!open) return null;
    const { exit } = this._pick(seat, [...open.before, open.values[0]]);
    return { ...open, ...this.game.decisions.step(this.game.host.view, this.node, exit, open.before.length, open.values) };
  }

  /** What the open step offers but does not allow: options with the sentence of the requirement that stands in the way. */
  refused(seat) {
    return this._refusedAfter(seat, this._taken(seat));
  }

  _refusedAfter(seat, prefix) {
    const { host, decisions } = this.game;
    const open = this._openAfter(seat, prefix);
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
    return this._leftOutAfter(seat, this._taken(seat));
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

  // -------------------------------------------------------------- selections of several

  /** The selection of several that the open step belongs to, as a whole; null if it belongs to none. */
  several(seat) {
    const found = this._several(seat);
    return found && whole(found.offered, this._taken(seat), found.steps, (before) => this._options(seat, before));
  }

  /** The answers to the open step and those after it that choose so many of each part of `several`, and nothing else; null if no move does that. */
  picked(seat, amounts) {
    const found = this._several(seat);
    const taken = this._taken(seat);
    const steps = found && stepsFor(found.offered, found.steps, amounts);
    if (!steps || taken.some((value, i) => i < steps.length && steps[i] !== value) || !this._ask(seat, steps, OPEN)) return null;
    const answers = [];
    for (let open = this._openAfter(seat, taken); open && open.before.length < steps.length; ) {
      const value = steps[open.before.length];
      answers.push(value);
      open = this._openAfter(seat, [...open.before, value]);
    }
    return answers;
  }

  /**
   * The sentence of the requirement that forbids to choose so many of each part of `several`; null if none does, or if it has no sentence.
   * @returns {string | null}
   */
  whyNot(seat, amounts) {
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
    const open = this._open(seat);
    if (!open) return null;
    const { steps, exit } = this._pick(seat, [...open.before, open.values[0]]);
    const offered = decisions.several(host.view, this.node, exit, open.before.length);
    return offered && { offered, steps };
  }

  // -------------------------------------------------------------- choosing

  /**
   * Answers the open step; forced steps are taken, and a complete move is played. `version`, `key`: of the position that the answer is for.
   * @param {number} seat
   * @param {number} value
   * @param {{ version?: number, key?: string }} position
   */
  take(seat, value, position = {}) {
    this._check(position, seat);
    const move = this._take(seat, value);
    this._changed();
    return move;
  }

  takeStep(seat, value, position = {}) {
    return this.take(seat, value, position);
  }

  _take(seat, value) {
    this._mustAct(seat);
    const open = this._open(seat);
    if (!open && value === 0) return this._play(seat, this._move(seat, this._taken(seat), 0), value);
    if (!open) throw new IllegalMove({ kind: "selection", name: "", why: null, text: `${value} is no option here` });
    if (!open.values.includes(value)) {
      const refusal = this.refused(seat).find((one) => one.value === value)?.refusal;
      throw new IllegalMove(refusal ?? { kind: "selection", name: "", why: null, text: `${value} is no option here` });
    }
    const steps = [...open.before, value];
    const next = this._openAfter(seat, steps);
    if (!next) return this._play(seat, this._move(seat, steps, 0), value);
    const answers = new Map(this._now.answers).set(seat, [...(this._now.answers.get(seat) ?? []), value]);
    this._past.push({
      ...this._now, taken: new Map(this._now.taken).set(seat, next.before), answers, move: null, open: undefined, keys: new Map(),
      answer: { seat, value, move: null, isShared: false },
    });
    return null;
  }

  _mustAct(seat) {
    this._checked(seat);
    if ((this._now.acting >> seat) & 1) return;
    const name = this.game.seats[seat] ?? `seat ${seat}`;
    throw new IllegalMove({ kind: "not_your_turn", name, why: null, text: `${name} is not to choose` });
  }

  /**
   * Plays a move of `list`, or one by its text, which may be short (`e2e4`). Gives the move; throws IllegalMove. `version`, `key`: see `take`.
   * @param {number} seat
   * @param {any} move
   * @param {{ version?: number, key?: string }} position
   */
  play(seat, move, position = {}) {
    this._check(position, seat);
    this._mustAct(seat);
    const found = this._play(seat, typeof move === "string" ? this._named(seat, move) : this._known(seat, move), null);
    this._changed();
    return found;
  }

  move(seat, move, position = {}) {
    return this.play(seat, move, position);
  }

  _play(seat, found, value) {
    const { host } = this.game;
    host.hold(this._now.record);
    host.setPrefix(found.steps);
    const isShared = this.toAct.length > 1;
    const end = host.run("tell_play", host.at, seat);
    if (!end) throw new IllegalMove({ kind: "unknown", name: "", why: null, text: "there is no such move here" });
    const taken = new Map(this._now.taken);
    const answers = new Map(this._now.answers);
    taken.delete(seat);
    answers.delete(seat);
    const before = this._now.facts;
    const after = this._stop(before, end, { seat, text: found.text });
    this._past.push({ ...after, taken, answers, answer: { seat, value, move: found, isShared } });
    return found;
  }

  _changed() {
    this._undone = [];
    this._version += 1;
  }

  _known(seat, move) {
    if (!Array.isArray(move?.steps)) throw new GameError("a move is one of `list`, or a text");
    return { ...move, text: move.text ?? this._move(seat, move.steps, 0).text };
  }

  _named(seat, text) {
    const count = (prefix) => this._ask(seat, prefix, COUNT);
    const { decisions } = this.game;
    const found = moveNamed(this._withPlaces(text), {
      decision: decisions.plans[decisions.nodes.get(this.node).plan.number],
      taken: this._taken(seat),
      open: (prefix) => this._stepAfter(seat, prefix),
      refused: (prefix) => [...this._refusedAfter(seat, prefix), ...this._leftOutAfter(seat, prefix)],
      count,
      textOf: (prefix, i) => decisions.text(this._walk(seat, prefix, i).walk),
      move: (prefix, i) => this._move(seat, prefix, i),
    });
    if (!found.refusal) return found;
    const short = this.game.short.move(text, this._askedShortly(seat));
    if (short && !short.refusal) return short;
    throw new IllegalMove((short ?? found).refusal);
  }

  _askedShortly(seat) {
    return { taken: this._taken(seat), open: (prefix) => this._stepAfter(seat, prefix), move: (prefix) => this._move(seat, prefix, 0) };
  }

  /** The shortest text that `play` reads as a move of a seat that has to choose: `e2e4`, where the rules say what players call the places of a board. */
  short(seat, move) {
    this._mustAct(seat);
    return this.game.short.text({ ...this._known(seat, move), choices: move.choices ?? this._move(seat, move.steps, 0).choices }, this._askedShortly(seat));
  }

  /** A text with the names that rules give to places for those of players: `e4` as `square[5, 5]`. */
  _withPlaces(text) {
    if (!this._placeTexts) {
      const named = this.game.model.boards.flatMap(({ names, places }) => (names ?? []).map((name, i) => [name, places[i]]));
      this._placeTexts = new Map(named.filter(([name]) => named.filter(([other]) => other === name).length === 1));
    }
    const texts = this._placeTexts;
    return text.replace(/(?<![\w.])[A-Za-z]\d+(?![\w.[(]|\s*=)/g, (name) => texts.get(name) ?? name);
  }

  // -------------------------------------------------------------- taking back

  /**
   * Takes back the last move of any seat, with all its steps, or the steps of the last open decision; with a `seat`, only what this seat did, and nothing of others.
   * Whether it shows anything is for the host to say. Gives the move, null for steps. Throws GameError if there is none, or if others have played since.
   * @param {number | null} seat
   * @param {{ version?: number, key?: string }} position
   */
  undo(seat = null, position = {}) {
    this._check(position, seat);
    if (this._past.length === 1) throw new GameError("there is no move to take back");
    if (seat !== null) this._checked(seat);
    const whose = seat ?? this._now.answer.seat;
    const begin = this._lastOf(whose);
    const rest = this._past.slice(begin);
    const mine = rest.filter(({ answer }) => answer.seat === whose);
    const before = this._keys();
    this._playOn(this._past.slice(0, begin), rest.filter(({ answer }) => answer.seat !== whose).map(({ answer }) => answer));
    this._undone.push(mine.map(({ answer }) => answer));
    this._noteTakenBack(before);
    return mine[mine.length - 1].move;
  }

  /**
   * Does again what was taken back last. Gives the move, null for steps. Throws GameError if there is nothing, or if it was not this seat's (null: anybody's).
   * @param {number | null} seat
   * @param {{ version?: number, key?: string }} position
   */
  redo(seat = null, position = {}) {
    this._check(position, seat);
    const answers = this._undone[this._undone.length - 1];
    if (!answers) throw new GameError("there is nothing that was taken back");
    if (seat !== null && answers[0].seat !== seat) throw new GameError(`what was taken back last is a move of ${this.game.seats[answers[0].seat]}`);
    this._playOn(this._past, answers);
    this._undone.pop();
    this._version += 1;
    return this._now.move;
  }

  /** Goes back to an earlier position; what came after it is forgotten. */
  backTo(number) {
    const before = this._keys();
    this._past = this.at(number)._past;
    this._undone = [];
    this._noteTakenBack(before);
  }

  /** Where the answers begin that `undo` takes back for a seat: only its own, and answers of others that stay. Throws GameError. */
  _lastOf(seat) {
    const { seats } = this.game;
    const goesOn = ({ answer }) => answer.move !== null && !answer.isShared;
    let begin = this._past.findLastIndex(({ answer }) => answer?.seat === seat);
    if (begin < 0) throw new GameError(`${seats[seat]} has no move to take back`);
    const since = this._past.slice(begin);
    if (since.length > 1 && since.some(goesOn)) throw new GameError(`${seats[since[since.length - 1].answer.seat]} has played since ${seats[seat]} did`);
    for (let at = begin - 1; at > 0; at--) {
      const one = this._past[at];
      if (one.answer.seat === seat && one.answer.move === null) begin = at;
      else if (one.answer.seat === seat || goesOn(one)) break;
    }
    return begin;
  }

  /** Replaces what was played, and gives answers again behind it. Changes nothing if that fails. */
  _playOn(past, answers) {
    const old = this._past;
    this._past = [...past];
    try {
      for (const { seat, value, move } of answers) {
        if (value === null) this._play(seat, move, null);
        else this._take(seat, value);
      }
    } catch (error) {
      this._past = old;
      throw error;
    }
  }

  _everybody() {
    return [...this.game.seats.keys(), null];
  }

  _keys() {
    return this._everybody().map((seat) => this._knownKey(this._past.length - 1, seat));
  }

  _noteTakenBack(before) {
    this._keys().forEach((key, i) => { this._takenBack[i] += key === before[i] ? 0 : 1; });
    this._version += 1;
  }

  /** Throws OutOfDateError for an answer to another version of the match. */
  _check(position, seat) {
    const { version, key } = readOptions(position, "version", "key");
    if (version !== undefined && version !== this._version) {
      throw new OutOfDateError(`this is an answer to version ${version} of the match, which is at version ${this._version} now`, version);
    }
    if (key === undefined) return;
    if (seat === null) throw new GameError("a `key` belongs to a seat: give the seat, too");
    if (key !== this.key(seat)) throw new OutOfDateError("this is an answer to an earlier position of the match", key);
  }

  /** The number of positions so far, and the match as it was at one of them: 0 is the first one, and each answer led to the next. */
  get length() {
    return this._past.length;
  }

  at(number) {
    if (!Number.isInteger(number) || number < 0 || number >= this._past.length) {
      throw new GameError(`there is no position ${number}: the last one is ${this._past.length - 1}`);
    }
    const other = Object.create(Match.prototype);
    return Object.assign(other, this, { _past: this._past.slice(0, number + 1), _undone: [], _takenBack: [...this._takenBack] });
  }

  // -------------------------------------------------------------- what a seat sees

  /** Which fields and zones a seat sees, or all seats: a byte for each. */
  _sight(seat) {
    if (seat !== null) return this._sightOf(seat);
    const all = this.game.seats.map((_, one) => this._sightOf(one));
    const common = (what) => all[0][what].map((_, i) => Number(all.every((sight) => sight[what][i])));
    return { fields: common("fields"), zones: common("zones") };
  }

  _sightOf(seat) {
    const { host, words } = this.game;
    host.hold(this._now.record);
    host.run("visible", host.at, seat);
    const seen = (name, count) => host.bytes.slice(host.addresses[name], host.addresses[name] + count);
    return { fields: seen("VISIBLE_FIELDS", words.fields.length), zones: seen("VISIBLE_ZONES", words.zones.length) };
  }

  /**
   * What a seat may know: safe to send to it. null: what a spectator may know, who sees what all seats see.
   * @param {number | null} seat
   */
  view(seat) {
    if (seat !== null) this._checked(seat);
    const { game } = this;
    const { words, model } = game;
    const { record } = this._now;
    const { fields, zones } = this._sight(seat);
    const data = new DataView(record.buffer, record.byteOffset, record.byteLength);
    const node = game.nodes.get(this.node);
    const value = (i) => game.fieldCodings[i].read(data, game.fieldAt[i]);
    const known = game.facts.known(this._now.facts, seat);
    const shown = (specs, all) => all.map((_, i) => i).filter((i) => !specs[i].is_hidden);
    return {
      seat,
      phase: node.phase,
      round: this._round(data),
      toAct: this._toAct(seat, node, data),
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

  _toAct(seat, node, data) {
    if (node.is === "decision") return this.toAct.filter((one) => !node.is_unseen || one === seat);
    if (node.is !== "together") return [];
    // Others who take part are shown whether they have chosen or not: who was asked is noted when the decision begins.
    return this.game.seats.map((_, one) => one).filter((one) => this._isAsked(one) && (one !== seat || this.toAct.includes(seat)));
  }

  /** Whether a seat takes part in the simultaneous decision that is open, be it that it has chosen already. */
  _isAsked(seat) {
    const { node, _now: { facts } } = this;
    if (this.toAct.includes(seat)) return true;
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

  /**
   * What a seat has observed, or a spectator (null), oldest first. `since` leaves out what it had observed before: a number of events, or the `key` that it had then;
   * `from` is the number of a position. Throws OutOfDateError for a key that is not of this match as it is now.
   * @param {number | null} seat
   * @param {{ since?: number | string, from?: number }} range
   */
  events(seat, range = {}) {
    const { since = 0, from = -1 } = readOptions(range, "since", "from");
    if (seat !== null) this._checked(seat);
    if (typeof since !== "string" && (!Number.isInteger(since) || since < 0)) throw new GameError(`\`since\` is a key, or a number from 0 on, not ${since}`);
    if (!Number.isInteger(from) || from >= this._past.length) throw new GameError(`there is no position ${from}: the last one is ${this._past.length - 1}`);
    const stop = typeof since === "string" ? this._stopOf(seat, since) : from;
    const before = stop < 0 ? 0 : this._past[stop].facts.length;
    const found = this._now.facts.slice(before).flatMap((fact) => [...this.game.facts.events(fact, seat)]);
    return typeof since === "string" ? found : found.slice(since);
  }

  /**
   * The nodes of the graph at which what a seat (null: a spectator) has seen rolled since a position was rolled: one for each event `roll` of `events`, in their order.
   * @param {number | null} seat
   * @param {{ from?: number }} range
   */
  rolledAt(seat, range = {}) {
    const { from = -1 } = readOptions(range, "from");
    if (seat !== null) this._checked(seat);
    if (!Number.isInteger(from) || from >= this._past.length) throw new GameError(`there is no position ${from}: the last one is ${this._past.length - 1}`);
    const rolls = this._now.facts.slice(from < 0 ? 0 : this._past[from].facts.length).filter((fact) => fact.is === "rolled");
    return rolls.flatMap((fact) => [...this.game.facts.events(fact, seat)].map(() => fact.node));
  }

  /**
   * A text that changes whenever the match changes for a seat (null: a spectator), also when something is taken back, and that never becomes an earlier one again. It
   * says nothing that the seat may not know.
   * @param {number | null} seat
   */
  key(seat) {
    if (seat !== null) this._checked(seat);
    return this._keyAt(this._past.length - 1, seat);
  }

  _keyAt(number, seat) {
    return digest(`${this._knownKey(number, seat)} ${this._takenBack[seat ?? this.game.seats.length]}`).slice(0, 24);
  }

  /** A key of what a seat had observed at a position, and of the steps that it had taken. */
  _knownKey(number, seat) {
    return digest(`${this._observed(number, seat)} ${seat} ${this._past[number].taken.get(seat) ?? ""}`);
  }

  _observed(number, seat) {
    let at = number;
    while (at >= 0 && !this._past[at].keys.has(seat)) at -= 1;
    let key = at < 0 ? "" : this._past[at].keys.get(seat);
    for (at += 1; at <= number; at++) {
      const { facts, keys } = this._past[at];
      // Each event is digested by itself, because a seat does not observe where positions end.
      for (const fact of facts.slice(at ? this._past[at - 1].facts.length : 0)) {
        for (const event of this.game.facts.events(fact, seat)) key = digest(key + JSON.stringify(event));
      }
      keys.set(seat, key);
    }
    return key;
  }

  /** The number of the last position at which a seat had a key. Throws OutOfDateError. */
  _stopOf(seat, key) {
    for (let i = this._past.length - 1; i >= 0; i--) if (this._keyAt(i, seat) === key) return i;
    throw new OutOfDateError("what was seen under this key was taken back, or it is of another match", key);
  }

  /**
   * All that the page of a seat needs (null: of a spectator): its `key`, its view, its open step with what is refused there, the events since the key that the page has
   * (`since`), and the result.
   * @param {number | null} seat
   * @param {{ since?: string }} known
   */
  message(seat, known = {}) {
    const { since } = readOptions(known, "since");
    const isAsked = seat !== null && this.toAct.includes(seat);
    let events;
    let isWhole = since === undefined;
    try {
      events = this.events(seat, since === undefined ? {} : { since });
    } catch (error) {
      if (!(error instanceof OutOfDateError)) throw error;
      events = this.events(seat);
      isWhole = true;
    }
    return {
      key: this.key(seat), isOver: this.isOver, view: this.view(seat), step: isAsked ? this.step(seat) : null, refused: isAsked ? this.refused(seat) : [],
      events, isWhole, outcome: this.outcome,
    };
  }

  /** The result; null before the end. */
  get outcome() {
    if (!this.isOver) return null;
    const { host, model, seats } = this.game;
    host.hold(this._now.record);
    host.set("LEFT", 1000000);
    host.run("outcome", host.at);
    const lines = model.scores.length;
    const points = host.words("OUTCOME", seats.length * lines);
    const scores = seats.map((_, seat) => model.scores.map((line, i) => [line.name, points[seat * lines + i]]));
    /** @type {number[][]} */
    const ranking = [];
    const count = host.get("RANKED");
    const entries = host.words("RANKED", 1 + 2 * count).slice(1);
    for (let i = 0; i < count; i++) {
      if (entries[2 * i + 1] || !ranking.length) ranking.push([]);
      ranking[ranking.length - 1].push(entries[2 * i]);
    }
    const totals = scores.map((line) => line.reduce((sum, [, n]) => sum + n, 0));
    const reason = model.reasons[Math.max(0, host.get("REASON"))] ?? "";
    const bits = host.addresses.WON === undefined ? -1 : host.get("WON");
    const won = bits === -1 ? null : seats.map((_, seat) => ((bits >> seat) & 1) === 1);
    return { ranking, scores, totals, reason, won };
  }

  // -------------------------------------------------------------- another future

  /**
   * The match with another future: later chance is that of (`seed`, `index`), and what lies in open order is drawn anew. Nothing that happened changes, and hidden
   * hands stay as they are. For programs that look ahead; it cannot be saved. Throws Fault.
   */
  reseeded(seed, index = 0) {
    const { host } = this.game;
    const other = this.at(this._past.length - 1);
    host.hold(this._now.record);
    const taken = host.at + ((host.size + 15) & ~15);
    host.put(taken, [...this._takenWords(), -1]);
    host.set("TAKEN", taken);
    host.setMatch(seed, index);
    host.run("resume", host.at, 1);
    other._past[other._past.length - 1] = { ...this._now, record: host.record(), acting: host.run("to_act", host.at), open: undefined };
    other._isOther = true;
    return other;
  }

  /**
   * Matches that the seat, which has to choose, cannot tell from this one: what is hidden from it is dealt anew, and each has another future. None where that cannot be made
   * up. What is equal in all of them, the seat may be told. They cannot be saved.
   * @param {number} seat
   * @param {{ seed?: number | bigint, most?: number }} asked
   */
  imagined(seat, asked = {}) {
    const { seed = 0, most = 3 } = readOptions(asked, "seed", "most");
    this._mustAct(seat);
    const worlds = new Worlds(this, seat);
    if (!worlds.isPossible) return [];
    const random = generator(seed);
    const own = (answers) => new Map([...answers].filter(([one]) => one === seat));
    return Array.from({ length: most }, (_, i) => {
      const record = worlds.sample(random);
      if (!record) return [];
      const other = this.at(this._past.length - 1);
      other._past[other._past.length - 1] = { ...this._now, record, taken: own(this._now.taken), answers: own(this._now.answers), open: undefined };
      return [other.reseeded(seed, i)];
    }).flat();
  }

  /** The steps that seats have taken of open decisions: the seat, how many, the steps. */
  _takenWords() {
    return [...this._now.taken].sort((a, b) => a[0] - b[0]).flatMap(([seat, steps]) => [seat, steps.length, ...steps]);
  }

  // -------------------------------------------------------------- playing on at random

  /**
   * Plays `number` random matches from here to the end: for each the place and points by seat.
   * @param {number} number
   * @param {{ seed?: number | bigint, index?: number, policy?: string }} asked
   */
  playouts(number, asked = {}) {
    const { seed = 1, index = 0, policy = "steps" } = readOptions(asked, "seed", "index", "policy");
    return this.game.playedOn(this._now.record, this._takenWords(), number, { seed, index, policy });
  }

  /**
   * The move that an agent chooses for a seat: `random:moves`, `playouts:500` or `mcts:2000`. See `choose`.
   * @param {number} seat
   * @param {string} agent
   * @param {{ seed?: number | bigint }} asked
   */
  choose(seat, agent = "playouts", asked = {}) {
    const { seed = 0 } = readOptions(asked, "seed");
    this._mustAct(seat);
    if (typeof seed !== "bigint" && !Number.isInteger(seed)) throw new GameError("a seed is a whole number");
    return choose(this, seat, agent, seed);
  }

  /**
   * What a strong player would choose within a time, and what the answers to the open step are worth. See `advised`.
   * @param {number} seat
   * @param {{ milliseconds?: number, seed?: number | bigint }} asked
   */
  advise(seat, asked = {}) {
    const { milliseconds = 1000, seed = 0 } = readOptions(asked, "milliseconds", "seed");
    this._mustAct(seat);
    return advised(this, seat, milliseconds, seed);
  }

  // -------------------------------------------------------------- saving

  /** The match as the replay that `gamedsl replay` verifies. `rules` is the path of the rules file. */
  save(rules = "", people = []) {
    if (this._isOther) throw new GameError("a match with another future cannot be saved");
    const { model, seats } = this.game;
    const outcome = this.outcome;
    const first = outcome?.ranking[0] ?? [];
    const won = outcome?.won;
    const share = (seat) => won ? (won[seat] ? "1" : "0") : (first.includes(seat) ? (first.length === 1 ? "1" : `1/${first.length}`) : "0");
    const replay = {
      format: FORMAT, game: model.name, rules, players: model.humans, options: model.options, variants: model.variants, seats,
      digest: model.digest, seed: SEED, index: this.index,
      moves: this.moves.map(({ seat, text }) => ({ seat: seats[seat], move: text })),
      outcome: outcome && {
        ranking: outcome.ranking, scores: outcome.scores, totals: outcome.totals,
        shares: seats.map((_, seat) => share(seat)), reason: outcome.reason,
        ...(outcome.won ? { won: outcome.won } : {}),
      },
      ...(this.start === null ? {} : { start: this.start }),
      ...(this._now.answers.size ? { open: [...this._now.answers].map(([seat, steps]) => ({ seat: seats[seat], steps })) } : {}),
      ...(this._version === this.moves.length + [...this._now.answers.values()].flat().length ? {} : { version: this._version }),
      ...(this._takenBack.some(Boolean) ? { taken_back: this._takenBack } : {}),
      ...(people.length ? { people } : {}),
    };
    return JSON.stringify(replay, null, 2).replace(`"${SEED}"`, String(this.seed));
  }

  /** A saved match of the same game. Throws GameError, IllegalMove. */
  static load(game, text) {
    const replay = read(text);
    if (replay?.format !== FORMAT) throw new GameError("this is no replay");
    if (replay.digest !== game.model.digest) throw new GameError("the match belongs to another game, or to other rules");
    if (!Array.isArray(replay.moves)) throw new GameError("this replay is damaged: its moves are missing");
    const match = new Match(game, { seed: seedIn(text), index: replay.index ?? 0, start: replay.start ?? null });
    for (const { seat, move } of replay.moves) match.play(game.seats.indexOf(seat), move);
    for (const { seat, steps } of replay.open ?? []) for (const value of steps) match.take(game.seats.indexOf(seat), value);
    if (replay.version !== undefined) match._version = replay.version;
    if (replay.taken_back) match._takenBack = [...replay.taken_back];
    return match;
  }

  toJson(rules = "") {
    return this.save(rules);
  }

  static fromJson(text, game) {
    return Match.load(game, text);
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The seed of a replay, exactly. */
function seedIn(text) {
  const seed = BigInt(/"seed"\s*:\s*(-?\d+)/.exec(text)?.[1] ?? 0);
  return BigInt(Number(seed)) === seed && Number.isSafeInteger(Number(seed)) ? Number(seed) : seed;
}

