// The player that searches a tree. In games that hide nothing it is `mcts:2000` of Python, with the same choices for a seed; see `emit.hosts.searching`. In other games
// iterations begin in worlds (`worlds.js`), which differ from those of Python; see `emit.hosts.searching_worlds`. The module grows the tree.
import { GameError } from "./game.js";
import { tables } from "./ucb.js";
import { Dice, generator } from "./random.js";
import { Worlds } from "./worlds.js";

const WAY = 1 << 19;
const MOST_ROOM = 1 << 22;
/** Units of memory of a node: an iteration makes one at most, and steps seldom have more options. */
const NODE = 512;
const HEAD = 40, OPTION = 24;
/** The bytes for states behind a module, the most worlds of a call, and how often a deal that leads nowhere is made again. */
const STATES = 1 << 20, WORLDS = 64, TRIES = 20;
/** The value of a won match, as `WIN` in `wasm/instances/interface.py`. */
const WIN = 2520;
/** The binary digits of a value behind the units of WIN, what is proved of an option, and the number of an aim, as in the same file. */
const POINTS_BITS = 16, LOST = 2 ** 31, WINS = 2 ** 30, POINTS = 1;
/** The most complete moves of advice; they differ in the first answers, and those that were tried seldom, and much less than the advised one, say nothing unless something is proved of them. */
const MOST_LINES = 3, BROAD = 3, FEW_TRIES = 0.02, ENOUGH_TRIES = 100;
/** The standard deviation of values that are distributed normally, by their mean distance from their mean. */
const DEVIATION = 1.2533;
/** Milliseconds after which the clock is looked at, and after which the search asks whether more of it could change the choice. */
const SLICE = 10, ASKED = 100;
/** Iterations for each option of the open step that a search with a time makes even if that takes longer, and how many times the allowed time they may take. */
const LEAST = 5, LONGEST = 3;

/** Whether the module of a game can grow trees. */
export function canSearch(game) {
  const { call, about } = game.fast;
  const grows = game.model.is_hiding ? game.unguessable === null && typeof call.worlds_grown === "function" : typeof call.grown === "function";
  return grows && about.ucb !== undefined;
}

/** The tree of a seat; throws GameError where its worlds cannot be made up. */
function treeOf(match, seat, seeds, iterations) {
  return match.game.model.is_hiding ? new WorldTree(match, seat, seeds, iterations) : new Tree(match, seat, seeds, iterations);
}

/** The move that a tree of so many iterations, or of so many milliseconds, makes likely. Throws Fault, GameError. */
export function searched(match, seat, { iterations, milliseconds }, seed) {
  const dice = new Dice(seed);
  const tree = treeOf(match, seat, [dice.below(1n << 64n), dice.below(1n << 64n)], iterations);
  return answeredWith(tree, iterations === undefined ? new Time(milliseconds, true) : new Iterations(iterations), dice);
}

/** The move that a tree makes likely with the work that is left. */
function answeredWith(tree, left, dice) {
  for (;;) {
    const open = tree.open;
    if (!open) return tree.move;
    left.most(tree);
    let value = tree.best();
    if (value === null || !tree.goesOn(value)) {
      left.all(tree);
      value = tree.best();
    }
    tree.answer(value !== null && tree.differs() ? value : open.values[Number(dice.below(BigInt(open.values.length)))]);
  }
}

/**
 * The move as `searched` finds it, and what the answers to the open step are worth: shares of the victory, or points; null where none was tried.
 * Throws Fault, GameError.
 * @returns {import("../index.js").Advice}
 */
export function valued(match, seat, { milliseconds }, seed) {
  const dice = new Dice(seed);
  const tree = treeOf(match, seat, [dice.below(1n << 64n), dice.below(1n << 64n)], undefined);
  const left = new Time(milliseconds);
  left.most(tree);
  const tried = new Map(tree.options().map((one) => [one.value, one]));
  const { before, values } = tree.open;
  const options = values.map((value) => {
    const found = tried.get(value);
    return { value, worth: found?.tried || found?.proof ? tree.worth(found) : null };
  });
  const mark = tree.mark();
  const move = answeredWith(tree, left, dice);
  tree.backTo(mark);
  return { lines: tree.lines(move), move, answer: move.steps[before.length], measure: tree.isByPoints ? "points" : "share", spread: tree.spread, differs: tree.differs(), options };
}

class Iterations {
  constructor(left) {
    this._left = left;
  }

  most(tree) {
    const spent = Math.ceil((this._left * 3) / 4);
    tree.grow(spent);
    this._left -= spent;
  }

  all(tree) {
    tree.grow(this._left);
    this._left = 0;
  }
}

/** A time. If it `mayEnd` before, it does so as soon as the answer that was tried most would stay so, whatever the rest of the time brought. */
class Time {
  constructor(milliseconds, mayEnd = false) {
    const now = performance.now();
    this._end = now + milliseconds;
    this._last = now + LONGEST * milliseconds;
    this._mayEnd = mayEnd;
  }

  most(tree) {
    const now = performance.now();
    this._until(tree, now + ((this._end - now) * 3) / 4);
  }

  all(tree) {
    this._until(tree, this._end);
  }

  _until(tree, end) {
    let size = 1;
    const start = performance.now();
    const before = tree.done;
    const least = LEAST * (tree.open?.values.length ?? 0);
    let asked = start;
    for (let began = start; began < end || (tree.done < least && began < this._last); ) {
      tree.grow(size);
      const now = performance.now();
      if (this._mayEnd && now < end && now - asked > ASKED) {
        asked = now;
        if (tree.isSettled(((tree.done - before) * (this._end - now)) / (now - start))) return;
      }
      if (now - began < SLICE / 4) size *= 2;
      else if (now - began > SLICE) size = Math.max(1, Math.floor(size / 2));
      began = now;
    }
  }
}

class Tree {
  constructor(match, seat, [first, second], iterations) {
    this._seat = seat;
    this._match = match.reseeded(first);
    this._steps = [...this._match.asked.taken(seat)];
    this._seed = second;
    this._done = 0;
    this._game = match.game;
    const { fast } = this._game;
    this._lay(iterations === undefined ? this._mostRoom : Math.min(this._mostRoom, Math.max(1 << 12, iterations * NODE)));
    fast.set("TREE_SEAT", seat);
    this._begin(first);
    fast.view.setBigUint64(fast.addresses.TREE_SEED, first, true);
  }

  /** The bytes of a unit of memory. */
  get _unit() {
    return 24;
  }

  get _mostRoom() {
    return MOST_ROOM;
  }

  _begin(_seed) {
    this._origin = this._match._now.record;
    this._game.fast.run("tree_begun");
  }

  /** Finds room behind the memory of the module for the tables, the index and the nodes. */
  _lay(room) {
    const { fast } = this._game;
    const { spreads, rarities } = tables(fast.about.ucb);
    const index = 4 * 2 ** Math.max(10, Math.floor(room / 2).toString(2).length);
    const at = fast.spare;
    const way = at + spreads.byteLength + rarities.byteLength;
    const first = (way + WAY + index + 15) & ~15;
    fast.grow(first + this._unit * room);
    fast.bytes.set(new Uint8Array(spreads.buffer), at);
    fast.bytes.set(new Uint8Array(rarities.buffer), at + spreads.byteLength);
    const places = {
      TREE_SPREADS: at, TREE_RARITIES: at + spreads.byteLength, TREE_WAY: way, TREE_WAY_END: way + WAY, TREE_INDEX: way + WAY, TREE_FIRST: first, TREE_ROOM: room,
    };
    for (const [name, value] of Object.entries(places)) fast.set(name, value);
  }

  /** Where iterations begin, and with which steps. */
  _hold(index) {
    const { fast } = this._game;
    const origin = fast.at + ((fast.size + 15) & ~15);
    const taken = origin + ((fast.size + 15) & ~15);
    fast.bytes.set(this._origin, origin);
    fast.put(taken, [...(this._steps.length ? [this._seat, this._steps.length, ...this._steps] : []), -1]);
    fast.set("ORIGIN", origin);
    fast.set("TAKEN", taken);
    fast.setMatch(this._seed, index);
  }

  grow(number) {
    const { fast } = this._game;
    this._hold(this._done);
    fast.run("grown", fast.at, number);
    this._done += number;
  }

  /** The iterations so far. */
  get done() {
    return this._done;
  }

  /** Whether so many more iterations cannot change which answer was tried most. */
  isSettled(more) {
    const tried = this.options().map((one) => one.tried).sort((a, b) => b - a);
    return tried.length < 2 || tried[0] - tried[1] > more;
  }

  /** The open step: the steps before it, and its values; null if the move is complete. */
  get open() {
    return this._match.asked.openAfter(this._seat, this._steps);
  }

  get move() {
    return this._match.asked.moveAfter(this._seat, this._steps, 0);
  }

  goesOn(value) {
    return this._match.asked.openAfter(this._seat, [...this.open.before, value]) !== null;
  }

  answer(value) {
    this._steps = [...this.open.before, value];
  }

  /** The answers to the open step: how often each was tried, and what it has won. */
  options() {
    const { fast } = this._game;
    this._hold(0);
    const node = fast.run("tree_root", fast.at);
    const count = node ? fast.view.getInt32(node + 8, true) : 0;
    const read = (at) => {
      const tried = fast.view.getUint32(at + 8, true);
      const proof = tried & LOST ? -1 : tried & WINS ? 1 : 0;
      return { won: fast.view.getBigInt64(at, true), tried: tried & (WINS - 1), value: fast.view.getInt32(at + 12, true), proof };
    };
    return Array.from({ length: count }, (_, i) => read(node + HEAD + i * OPTION));
  }

  /** The answer that was tried most, first of those that win for sure, last of those that lose; of equals the one that has won more, then the first. null if none was tried and none wins. */
  best() {
    const tried = this.options().filter((one) => one.tried || one.proof > 0);
    tried.sort((a, b) => b.proof - a.proof || b.tried - a.tried || Number(b.won - a.won) || a.value - b.value);
    return tried[0]?.value ?? null;
  }

  /** Whether two playouts had different values for the seat, or not the same is proved of all its options. */
  differs() {
    const { view, addresses } = this._game.fast;
    const [low, high] = [addresses.TREE_LOW, addresses.TREE_HIGH].map((at) => view.getBigInt64(at + 8 * this._seat, true));
    return low < high || new Set(this.options().map((one) => one.proof)).size > 1;
  }

  get isByPoints() {
    const { view, addresses } = this._game.fast;
    return view.getInt32(addresses.TREE_AIM, true) === POINTS;
  }

  /**
   * Where the tree stands in the open decision, for `backTo`.
   * @returns {any}
   */
  mark() {
    return { steps: this._steps };
  }

  backTo({ steps }) {
    this._steps = steps;
  }

  /** Complete moves as far as they were tried or proved, the chosen one first, then those that were tried most: at most MOST_LINES. */
  lines(chosen) {
    const own = String(chosen.steps);
    const found = this._linesFrom(chosen.steps, [], 0).sort((a, b) => b.tried - a.tried);
    const first = found.find(({ move }) => String(move.steps) === own);
    const least = Math.min(ENOUGH_TRIES, (first?.tried ?? 0) * FEW_TRIES);
    const others = found.filter((one) => one !== first && (one.tried >= least || one.proof) && String(one.move.steps) !== own).slice(0, MOST_LINES - 1);
    return (first ? [first, ...others] : []).map(({ move, answers, worth, noise }) => ({ move, answers, worth: Math.min(worth, first.worth), noise }));
  }

  _linesFrom(chosen, answers, depth) {
    const { open } = this;
    if (!open) return [];
    const options = this.options().filter((one) => (one.tried > 0 || one.proof) && open.values.includes(one.value));
    // Among equals the chosen one was taken by chance, so it may be far behind.
    const own = open.before.every((value, i) => chosen[i] === value) ? chosen[open.before.length] : null;
    options.sort((a, b) => Number(b.value === own) - Number(a.value === own) || b.proof - a.proof || b.tried - a.tried || Number(b.won - a.won) || a.value - b.value);
    const mark = this.mark();
    return options.slice(0, depth < BROAD ? MOST_LINES : 1).flatMap((one) => {
      const given = [...answers, one.value];
      this.answer(one.value);
      const isWhole = this.open === null;
      const found = isWhole
        ? [{ move: this.move, answers: given, worth: this.worth(one), noise: this.noise(one), tried: one.tried, proof: one.proof }]
        : this._linesFrom(chosen, given, depth + 1);
      this.backTo(mark);
      return found;
    });
  }

  /** How far the worth of an option may be wrong by chance. */
  noise({ tried, proof }) {
    return proof ? 0 : this.spread / Math.sqrt(tried);
  }

  /** The standard deviation of what the seat got in playouts. */
  get spread() {
    const { view, addresses } = this._game.fast;
    const [low, high, count, strayed] = [addresses.TREE_LOW, addresses.TREE_HIGH, addresses.TREE_COUNT, addresses.TREE_STRAYED].map((at) => Number(view.getBigInt64(at + 8 * this._seat, true)));
    // Where values are graded, their distances are known; else they can only be at both ends.
    const deviation = count ? (DEVIATION * strayed) / count : (high - low) / 2;
    return deviation / (this.isByPoints ? 1 : WIN * 2 ** POINTS_BITS);
  }

  /** What is proved of an option; else what it was worth on average: points, or a share of the victory. */
  worth({ won, tried, proof }) {
    if (proof) return proof > 0 ? 1 : 0;
    return this.isByPoints ? Number(won) / tried : Math.min(1, Math.max(0, Number(won) / (tried * WIN * 2 ** POINTS_BITS)));
  }
}

/** The tree of a game that hides something: each iteration begins in a world. */
class WorldTree extends Tree {
  get _unit() {
    return 32;
  }

  get _mostRoom() {
    return MOST_ROOM / 2;
  }

  _begin(seed) {
    const { fast } = this._game;
    /** @type {any} */
    this._worlds = new Worlds(this._match, this._seat);
    if (!this._worlds.isPossible) throw new GameError("nobody can make up what is hidden here");
    this._random = generator(Number(seed & 0xffffffffn));
    this._origin = this._world();
    fast.run("worlds_begun");
    fast.set("DEAL_RECORD", 0);
  }

  _world() {
    for (let i = 0; i < TRIES; i++) {
      const record = this._worlds.sample(this._random);
      if (record) return record;
    }
    throw new GameError("nobody can make up what is hidden here");
  }

  /** Where the records of worlds lie: behind the root and the steps taken there. */
  get _worldsAt() {
    const { fast } = this._game;
    return (fast.at + 2 * ((fast.size + 15) & ~15) + 4 * (this._steps.length + 4) + 15) & ~15;
  }

  grow(number) {
    const { fast } = this._game;
    const end = this._done + number;
    const room = Math.max(1, Math.min(WORLDS, Math.floor((fast.at + STATES - this._worldsAt) / fast.size)));
    while (this._done < end) {
      const some = Math.min(room, end - this._done);
      for (let i = 0; i < some; i++) fast.bytes.set(this._world(), this._worldsAt + i * fast.size);
      this._hold(this._done);
      fast.run("worlds_grown", fast.at, this._worldsAt, some);
      this._done += some;
    }
  }

  mark() {
    const { fast } = this._game;
    return { steps: this._steps, said: fast.view.getBigInt64(fast.addresses.TREE_ROOT_SAID, true) };
  }

  backTo({ steps, said }) {
    const { fast } = this._game;
    this._steps = steps;
    fast.view.setBigInt64(fast.addresses.TREE_ROOT_SAID, said, true);
  }

  answer(value) {
    const { fast } = this._game;
    this._hold(0);
    fast.run("worlds_answered", fast.at, fast.get("ORIGIN"), value);
    super.answer(value);
  }

  options() {
    const { fast } = this._game;
    this._hold(0);
    const node = fast.run("worlds_root", fast.at, fast.get("ORIGIN"));
    const found = [];
    for (let at = node && fast.view.getInt32(node + 16, true); at; at = fast.view.getInt32(at + 28, true)) {
      found.push({ won: fast.view.getBigInt64(at, true), tried: fast.view.getInt32(at + 8, true), value: fast.view.getInt32(at + 12, true), proof: 0 });
    }
    return found;
  }
}
