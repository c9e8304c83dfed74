// Players: they choose by what their seat sees. Chance, and what is hidden from it, is drawn anew for everything they try.
import { checkSeeds, describe, Fault, GameError } from "./game.js";
import { seeded } from "./random.js";
import { canSearch, searched, valued } from "./tree.js";
import { Worlds } from "./worlds.js";

const CANDIDATES = 40;
const PLAYOUTS = 500;
/** The most moves that advice compares. */
const ADVISED = 60;
const ITERATIONS = 1000;

/**
 * The move that an agent chooses, the same for the same seed and the same knowledge of the seat.
 *
 * `random:moves` takes any move. `playouts:N` tries the moves in N random matches. Where the game hides something that cannot be made up (`game.unguessable` says so),
 * they do the same. `mcts:N` searches a tree with N iterations, in games that hide nothing; with iterations it chooses as in Python. Both may have a time instead
 * (`playouts:500ms`, `mcts:2s`); then the choice depends on the machine.
 */
export function choose(match, seat, agent, seed) {
  checkSeeds({ seed });
  const [word, allowed] = readAgent(agent);
  if (word === "mcts") return thought(match, seat, allowed, seed);
  const random = seeded(seed);
  const any = () => match.list(seat, { from: Math.floor(random() * count), most: 1 })[0];
  const count = match.count(seat);
  if (word === "random" || count === 1 || match.game.unguessable !== null) return any();
  const worlds = new Worlds(match, seat);
  if (!worlds.isPossible) return any();
  const moves = count <= CANDIDATES ? match.list(seat, { most: count }) : Array.from({ length: CANDIDATES }, any);
  return best(new Trials(match.game, worlds, seat, random), moves, allowed);
}

/**
 * What an agent is called, and what it is allowed. Throws GameError.
 * @returns {[string, {number?: number, milliseconds?: number, iterations?: number}]}
 */
export function readAgent(agent) {
  const [, word, number, unit] = (typeof agent === "string" && /^(random|playouts|mcts)(?::(moves|[1-9]\d{0,8})(ms|s)?)?$/.exec(agent)) || [];
  if (!word || (number !== undefined && (word === "random") !== (number === "moves")) || (unit && word === "random")) {
    throw new GameError(`there is no agent \`${describe(agent)}\`: \`random:moves\`, \`playouts:500\`, \`mcts:2000\` and \`mcts:2s\` are some`);
  }
  if (word !== "mcts") return [word, unit ? { milliseconds: Number(number) * (unit === "s" ? 1000 : 1) } : { number: number === undefined ? PLAYOUTS : Number(number) }];
  return [word, unit ? { milliseconds: Number(number) * (unit === "s" ? 1000 : 1) } : { iterations: number === undefined ? ITERATIONS : Number(number) }];
}

/** By a tree; by playouts where an iteration has no room, or the rules break a promise in it. */
function thought(match, seat, allowed, seed) {
  if (!canSearch(match.game)) throw new GameError("`mcts` has no room in this game, or nobody can make up what it hides");
  try {
    return searched(match, seat, allowed, seed);
  } catch (error) {
    if (error instanceof Fault || error instanceof GameError) return choose(match, seat, "playouts", seed);
    throw error;
  }
}

/**
 * Successive halving: each round the better half gets as many playouts again, or as much time.
 * @param {{number?: number, milliseconds?: number}} allowed
 */
function best(trials, moves, allowed) {
  const { number = PLAYOUTS, milliseconds } = allowed;
  let left = moves.map(tried);
  const rounds = Math.max(1, Math.ceil(Math.log2(left.length)));
  const begun = performance.now();
  for (let round = 0, first = 0; round < rounds && left.length > 1; round++) {
    first = milliseconds === undefined
      ? trials.number(left, first, Math.max(1, Math.floor(number / rounds / left.length)))
      : trials.until(left, first, begun + (milliseconds * (round + 1)) / rounds);
    left.sort((a, b) => mean(b) - mean(a));
    left = left.slice(0, Math.ceil(left.length / 2));
  }
  return left[0].count ? left[0].move : trials.any(moves);
}

const tried = (move) => ({ move, value: 0, count: 0 });
const mean = ({ value, count }) => (count ? value / count : Number.NEGATIVE_INFINITY);

/**
 * What a strong player would choose within some milliseconds, and what each answer to the open step is worth: the expected share of the victory, or for a
 * single player the expected points. null where nothing can be judged: only one move is left, or what the seat does not see cannot be made up.
 * @returns {import("../index.js").Advice | null}
 */
export function advised(match, seat, milliseconds, seed) {
  checkSeeds({ seed });
  const taken = match.asked.taken(seat);
  const open = match.asked.openAfter(seat, taken);
  if (!open) return null;
  const isAlone = match.game.model.humans === 1;
  if (canSearch(match.game)) {
    const found = advisedByTree(match, seat, milliseconds, seed);
    if (found) return found;
  }
  const worlds = match.game.unguessable === null ? new Worlds(match, seat) : null;
  if (!worlds?.isPossible) return null;
  const random = seeded(seed);
  const trials = new Trials(match.game, worlds, seat, random, isAlone);
  const each = Math.max(1, Math.floor(ADVISED / open.values.length));
  const all = open.values.flatMap((value) => some(match, seat, [...open.before, value], each, random).map((move) => ({ ...tried(move), answer: value })));
  const begun = performance.now();
  let first = trials.until(all, 0, begun + milliseconds / 2);
  let left = all;
  const rounds = Math.ceil(Math.log2(all.length));
  for (let round = 1; round <= rounds; round++) {
    left = [...left].sort((a, b) => mean(b) - mean(a)).slice(0, Math.ceil(left.length / 2));
    first = trials.until(left, first, begun + (milliseconds * (rounds + round)) / (2 * rounds));
  }
  const [top] = left;
  if (!top.count) return null;
  // Moves that were dropped early were tried less: none of them counts more than the one that was left.
  const worthOf = (value) => Math.min(mean(top), Math.max(...all.filter(({ answer }) => answer === value).map(mean)));
  const options = open.values.map((value) => ({ value, worth: Number.isFinite(worthOf(value)) ? worthOf(value) : null }));
  const own = (move) => ({ move, answers: answersOf(match, seat, taken, move) });
  const others = [...all].filter((one) => one !== top && one.count >= top.count / 50 && String(one.move.steps) !== String(top.move.steps)).sort((a, b) => mean(b) - mean(a)).slice(0, 2);
  const lines = [top, ...others].map((one) => ({ ...own(one.move), worth: Math.min(mean(top), mean(one)), noise: trials.span / (2 * Math.sqrt(one.count)) }));
  return { lines, move: top.move, answer: top.answer, measure: isAlone ? "points" : "share", spread: trials.span / 2, differs: trials.differs, options };
}

/**
 * What the options are worth by a tree; null if its search has no room or breaks a promise of the rules.
 * @returns {import("../index.js").Advice | null}
 */
function advisedByTree(match, seat, milliseconds, seed) {
  try {
    return valued(match, seat, { milliseconds }, seed);
  } catch (error) {
    if (error instanceof Fault || error instanceof GameError) return null;
    throw error;
  }
}

/** The answers that lead to a move, behind the steps that are taken. */
function answersOf(match, seat, taken, { steps }) {
  const answers = [];
  let given = taken;
  for (let open = match.asked.openAfter(seat, given); open; open = match.asked.openAfter(seat, given)) {
    const value = steps[open.before.length];
    answers.push(value);
    given = [...open.before, value];
  }
  return answers;
}

/** At most so many of the moves that begin with some steps, taken at random where there are more. */
function some(match, seat, steps, most, random) {
  const count = match.asked.countAfter(seat, steps);
  const numbers = count <= most ? Array.from({ length: count }, (_, i) => i) : Array.from({ length: most }, () => Math.floor(random() * count));
  return numbers.map((number) => match.asked.moveAfter(seat, steps, number));
}

/** Matches played on from worlds, each with its own future: the same for all moves. */
class Trials {
  constructor(game, worlds, seat, random, isByPoints = false) {
    this._isByPoints = isByPoints;
    this._game = game;
    this._worlds = worlds;
    this._seat = seat;
    this._random = random;
    this._seed = Math.floor(random() * 2 ** 31);
    this._drawn = [];
    this._least = Number.POSITIVE_INFINITY;
    this._greatest = Number.NEGATIVE_INFINITY;
  }

  /** Whether two matches had different values. */
  get differs() {
    return this._least < this._greatest;
  }

  /** How far the values of matches lie apart. */
  get span() {
    return Math.max(0, this._greatest - this._least);
  }

  any(moves) {
    return moves[Math.floor(this._random() * moves.length)];
  }

  /** Tries each move in so many worlds, from world `first` on. Returns the first world that was not used. */
  number(moves, first, each) {
    for (const one of moves) for (let i = first; i < first + each; i++) this._note(one, i);
    return first + each;
  }

  /** Tries all moves in the same worlds until a time, once at least. Returns the first world that was not used. */
  until(moves, first, end) {
    let world = first;
    do {
      for (const one of moves) this._note(one, world);
      world += 1;
    } while (performance.now() < end);
    return world;
  }

  _note(one, world) {
    const worth = this.worth(one.move, world);
    if (worth === null) return;
    this._least = Math.min(this._least, worth);
    this._greatest = Math.max(this._greatest, worth);
    one.value += worth;
    one.count += 1;
  }

  _world(number) {
    while (this._drawn.length <= number) this._drawn.push(this._worlds.sample(this._random));
    return this._drawn[number];
  }

  /** What a move is worth in a world; null where the world does not allow it or contradicts the rules, or the module has no room. */
  worth({ steps }, number) {
    const record = this._world(number);
    if (!record) return null;
    try {
      if (!this._game.allows(record, this._seat, steps)) return null;
      const [seats] = this._game.playedOn(record, [this._seat, steps.length, ...steps], 1, { seed: this._seed, index: number, policy: "steps" });
      const { share, total } = seats[this._seat];
      return this._isByPoints ? total : share + total * 1e-6;
    } catch (error) {
      if (error instanceof Fault || error instanceof GameError) return null;
      throw error;
    }
  }
}
