// A match that people play: moves by steps or as a whole, views, events, undo, saving.
import { Asked } from "./asked.js";
import { IllegalMove, OutOfDateError } from "./errors.js";
import { checkCounts, checkGame, describe, GameError, readOptions } from "./game.js";
import { digest } from "./keys.js";
import { messageOf } from "./message.js";
import { knownKey } from "./observed.js";
import { outcomeOf } from "./outcome.js";
import { seeded } from "./random.js";
import { readReplay, replayOf } from "./replays.js";
import { Seen } from "./seen.js";
import { asSeen, firstStop, nodeOf, stopNow, takenWords, withFuture } from "./stops.js";
import { lastOf } from "./taking_back.js";
import { advised, choose } from "./thinking.js";
import { Worlds } from "./worlds.js";

export class Match {
  /**
   * Begins a match, with the set-up or from a named start of the rules. Equal seeds give equal matches, in Python as here. Throws GameError, Fault.
   * @param {any} game
   * @param {{ seed?: number | bigint, index?: number, start?: string | null }} setup
   */
  constructor(game, setup = {}) {
    const { seed = 0, index = 0, start = null } = readOptions(setup, "seed", "index", "start");
    checkGame(game);
    this.game = game;
    this.seed = seed;
    this.index = index;
    this.start = start;
    this._isOther = false;
    this._version = 0;
    /** How often something was taken back that a seat had seen, by seat; the last one is that of spectators. */
    this._takenBack = [...game.seats.map(() => 0), 0];
    this._past = [firstStop(game, start, seed, index)];
    /** Answers that were taken back and can be given again: lists of those that belong together, the last one at the end. */
    this._undone = [];
  }

  get _now() {
    return this._past[this._past.length - 1];
  }

  /** The moves so far: the seat and the text of each. */
  get moves() {
    return this._past.filter((state) => state.move).map((state) => state.move);
  }

  /** The moves so far, each with its choices. */
  get played() {
    return this._past.flatMap(({ move, answer }, i) => (move ? [{ ...move, choices: answer.move.choices ?? this.at(i - 1).asked.moveAfter(move.seat, answer.move.steps, 0).choices }] : []));
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
    return nodeOf(this._now);
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

  /** What seats that have to choose can choose now. */
  get asked() {
    return new Asked(this.game, this._now);
  }

  /** How many complete moves the seat has. */
  count(seat) {
    return this.asked.count(seat);
  }

  /**
   * Complete moves in the order of the rules, at most `most` from number `from` on: `steps`, `text`, `choices`.
   * @param {number} seat
   * @param {{ from?: number, most?: number }} range
   */
  list(seat, range = {}) {
    return this.asked.list(seat, range);
  }

  /** The open step of a seat, with its options in words and as things. */
  step(seat) {
    return this.asked.step(seat);
  }

  /** What the open step offers but does not allow: options with the sentence of the requirement that stands in the way. */
  refused(seat) {
    return this.asked.refused(seat);
  }

  /** What the filter (`where`) of an open selection of one leaves out, with its sentence. These options have the value -1: they cannot be taken. */
  leftOut(seat) {
    return this.asked.leftOut(seat);
  }

  /** The selection of several that the open step belongs to, as a whole; null if it belongs to none. */
  several(seat) {
    return this.asked.several(seat);
  }

  /** The answers to the open step and those after it that choose so many of each part of `several`, and nothing else; null if no move does that. */
  picked(seat, amounts) {
    return this.asked.picked(seat, amounts);
  }

  /**
   * The sentence of the requirement that forbids to choose so many of each part of `several`; null if none does, or if it has no sentence.
   * @returns {string | null}
   */
  whyNot(seat, amounts) {
    return this.asked.whyNot(seat, amounts);
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
    const open = this.asked.open(seat);
    if (!open && value === 0) return this._play(seat, this.asked.moveAfter(seat, this.asked.taken(seat), 0), value);
    if (!open?.values.includes(value)) {
      const refusal = this.refused(seat).find((one) => one.value === value)?.refusal;
      throw new IllegalMove(refusal ?? { kind: "selection", name: "", why: null, text: `${describe(value)} is no option here` });
    }
    const steps = [...open.before, value];
    const next = this.asked.openAfter(seat, steps);
    if (!next) return this._play(seat, this.asked.moveAfter(seat, steps, 0), value);
    const answers = new Map(this._now.answers).set(seat, [...(this._now.answers.get(seat) ?? []), value]);
    this._past.push({
      ...this._now, taken: new Map(this._now.taken).set(seat, next.before), answers, move: null, open: undefined, keys: new Map(),
      answer: { seat, value, move: null, isShared: false },
    });
    return null;
  }

  _mustAct(seat) {
    this.game.checkSeat(seat);
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
    const found = this._play(seat, typeof move === "string" ? this.asked.named(seat, move) : this.asked.known(seat, move), null);
    this._changed();
    return found;
  }

  move(seat, move, position = {}) {
    return this.play(seat, move, position);
  }

  _play(seat, found, value) {
    const { game: { host }, toAct } = this;
    host.hold(this._now.record);
    host.setPrefix(found.steps);
    const end = host.run("tell_play", host.at, seat);
    if (!end) throw new IllegalMove({ kind: "unknown", name: "", why: null, text: "there is no such move here" });
    const taken = new Map(this._now.taken);
    const answers = new Map(this._now.answers);
    taken.delete(seat);
    answers.delete(seat);
    const after = stopNow(this.game, this._now.facts, end, { seat, text: found.text });
    this._past.push({ ...after, taken, answers, answer: { seat, value, move: found, isShared: toAct.length > 1 } });
    return found;
  }

  _changed() {
    this._undone = [];
    this._version += 1;
  }

  /** The shortest text that `play` reads as a move of a seat that has to choose: `e2e4`, where the rules say what players call the places of a board. */
  short(seat, move) {
    this._mustAct(seat);
    return this.asked.short(seat, move);
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
    if (seat !== null) this.game.checkSeat(seat);
    const whose = seat ?? this._now.answer.seat;
    const begin = lastOf(this.game.seats, this._past, whose);
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
    const answers = this._undone.at(-1);
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
    Object.assign(this, { _past: this.at(number)._past, _undone: [] });
    this._noteTakenBack(before);
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

  _keys() {
    return [...this.game.seats.keys(), null].map((seat) => knownKey(this.game, this._past, this._past.length - 1, seat));
  }

  _noteTakenBack(before) {
    this._keys().forEach((key, i) => { this._takenBack[i] += key === before[i] ? 0 : 1; });
    this._version += 1;
  }

  /** Throws OutOfDateError for an answer to another version of the match. */
  _check(position, seat) {
    const { version, key } = readOptions(position, "version", "key");
    if (version !== undefined && version !== this._version) {
      throw new OutOfDateError(`this is an answer to version ${describe(version)} of the match, which is at version ${this._version} now`, version);
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
    this._checkPosition(number, 0);
    const other = Object.create(Match.prototype);
    return Object.assign(other, this, { _past: this._past.slice(0, number + 1), _undone: [], _takenBack: [...this._takenBack] });
  }

  _checkPosition(number, least) {
    if (!Number.isInteger(number) || number < least || number >= this._past.length) throw new GameError(`there is no position ${describe(number)}: the last one is ${this._past.length - 1}`);
  }

  // -------------------------------------------------------------- what a seat sees

  /**
   * What a seat may know: safe to send to it. null: what a spectator may know, who sees what all seats see.
   * @param {number | null} seat
   */
  view(seat) {
    if (seat !== null) this.game.checkSeat(seat);
    return this.seen.view(seat);
  }

  /** What seats see of the match as it stands now. */
  get seen() {
    return new Seen(this.game, this._now, this.toAct);
  }

  /**
   * What a seat has observed, or a spectator (null), oldest first. `since` leaves out what it had observed before: a number of events, or the `key` that it had then;
   * `from` is the number of a position. Throws OutOfDateError for a key that is not of this match as it is now.
   * @param {number | null} seat
   * @param {{ since?: number | string, from?: number }} range
   */
  events(seat, range = {}) {
    const { since = 0, from = -1 } = readOptions(range, "since", "from");
    if (seat !== null) this.game.checkSeat(seat);
    if (typeof since !== "string" && (!Number.isInteger(since) || since < 0)) throw new GameError(`\`since\` is a key, or a number from 0 on, not ${describe(since)}`);
    this._checkPosition(from, -Infinity);
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
    if (seat !== null) this.game.checkSeat(seat);
    this._checkPosition(from, -Infinity);
    const rolls = this._now.facts.slice(from < 0 ? 0 : this._past[from].facts.length).filter((fact) => fact.is === "rolled");
    return rolls.flatMap((fact) => [...this.game.facts.events(fact, seat)].map(() => fact.node));
  }

  /**
   * A text that changes whenever the match changes for a seat (null: a spectator), also when something is taken back, and that never becomes an earlier one again. It
   * says nothing that the seat may not know.
   * @param {number | null} seat
   */
  key(seat) {
    if (seat !== null) this.game.checkSeat(seat);
    return this._keyAt(this._past.length - 1, seat);
  }

  _keyAt(number, seat) {
    return digest(`${knownKey(this.game, this._past, number, seat)} ${this._takenBack[seat ?? this.game.seats.length]}`).slice(0, 24);
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
    return messageOf(this, seat, since);
  }

  /** The result; null before the end. */
  get outcome() {
    return this.isOver ? outcomeOf(this.game, this._now.record) : null;
  }

  // -------------------------------------------------------------- other futures, and players that think

  /**
   * The match with another future: later chance is that of (`seed`, `index`), and what lies in open order is drawn anew. Nothing that happened changes, and hidden
   * hands stay as they are. For programs that look ahead; it cannot be saved. Throws Fault.
   */
  reseeded(seed, index = 0) {
    return this._otherwise(withFuture(this.game.host, this._now, seed, index));
  }

  /** The match with another last position. */
  _otherwise(stop) {
    const other = this.at(this._past.length - 1);
    return Object.assign(other, { _past: [...other._past.slice(0, -1), stop], _isOther: true });
  }

  /**
   * Matches that the seat, which has to choose, cannot tell from this one: what is hidden from it is dealt anew, and each has another future. None where that cannot be made
   * up. What is equal in all of them, the seat may be told. They cannot be saved.
   * @param {number} seat
   * @param {{ seed?: number | bigint, most?: number }} asked
   */
  imagined(seat, asked = {}) {
    const { seed = 0, most = 3 } = readOptions(asked, "seed", "most");
    checkCounts({ most });
    this._mustAct(seat);
    const worlds = new Worlds(this, seat);
    if (!worlds.isPossible) return [];
    const random = seeded(seed);
    return Array.from({ length: most }, (_, i) => {
      const record = worlds.sample(random);
      return record ? [this._otherwise(asSeen(this._now, record, seat)).reseeded(seed, i)] : [];
    }).flat();
  }

  /**
   * Plays `number` random matches from here to the end: for each the place and points by seat.
   * @param {number} number
   * @param {{ seed?: number | bigint, index?: number, policy?: string }} asked
   */
  playouts(number, asked = {}) {
    const { seed = 1, index = 0, policy = "steps" } = readOptions(asked, "seed", "index", "policy");
    return this.game.playedOn(this._now.record, takenWords(this._now), number, { seed, index, policy });
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
    return choose(this, seat, agent, seed);
  }

  /**
   * What a strong player would choose within a time, and what the answers to the open step are worth. See `advised`.
   * @param {number} seat
   * @param {{ milliseconds?: number, seed?: number | bigint }} asked
   */
  advise(seat, asked = {}) {
    const { milliseconds = 1000, seed = 0 } = readOptions(asked, "milliseconds", "seed");
    if (!(Number.isFinite(milliseconds) && milliseconds >= 0)) throw new GameError(`\`milliseconds\` is a number from 0 on, not ${describe(milliseconds)}`);
    this._mustAct(seat);
    return advised(this, seat, milliseconds, seed);
  }

  // -------------------------------------------------------------- saving

  /** The match as the replay that `gamedsl replay` verifies. `rules` is the path of the rules file. */
  save(rules = "", people = []) {
    if (this._isOther) throw new GameError("a match with another future cannot be saved");
    return replayOf(this, { seed: this.seed, answers: this._now.answers, takenBack: this._takenBack }, rules, people);
  }

  /** A saved match of the same game. Throws GameError, IllegalMove. */
  static load(game, text) {
    const replay = readReplay(text, game);
    const match = new Match(game, { seed: replay.seed, index: replay.index ?? 0, start: replay.start ?? null });
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
