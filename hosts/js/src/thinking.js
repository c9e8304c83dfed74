// Players: they choose by what their seat sees. Chance, and what is hidden from it, is drawn anew for everything they try.
import { Fault, GameError } from "./game.js";
import { generator } from "./random.js";
import { canSearch, searched } from "./tree.js";
import { Worlds } from "./worlds.js";

const CANDIDATES = 40;
const PLAYOUTS = 500;
const ITERATIONS = 1000;

/**
 * The move that an agent chooses, the same for the same seed and the same knowledge of the seat.
 *
 * `random:moves` takes any move. `playouts:N` tries the moves in N random matches. Where the game hides something that cannot be made up (`game.unguessable` says so),
 * they do the same. `mcts:N` searches a tree with N iterations, or for a time (`mcts:500ms`, `mcts:2s`), in games that hide nothing; with iterations it chooses as in Python.
 */
export function choose(match, seat, agent, seed) {
  const [word, allowed] = read(agent);
  if (word === "mcts") return thought(match, seat, allowed, seed);
  const random = generator(Number(BigInt.asUintN(32, BigInt(seed))));
  const any = () => match.list(seat, { from: Math.floor(random() * count), most: 1 })[0];
  const count = match.count(seat);
  if (word === "random" || count === 1 || match.game.unguessable !== null) return any();
  const worlds = new Worlds(match, seat);
  if (!worlds.isPossible) return any();
  const moves = count <= CANDIDATES ? match.list(seat, { most: count }) : Array.from({ length: CANDIDATES }, any);
  return best(new Trials(match.game, worlds, seat, random), moves, allowed);
}

/** What an agent is called, and what it is allowed. Throws GameError. */
function read(agent) {
  const [, word, number, unit] = /^(random|playouts|mcts)(?::(moves|[1-9]\d{0,8})(ms|s)?)?$/.exec(agent) ?? [];
  if (!word || (number !== undefined && (word === "random") !== (number === "moves")) || (unit && word !== "mcts")) {
    throw new GameError(`there is no agent \`${agent}\`: \`random:moves\`, \`playouts:500\`, \`mcts:2000\` and \`mcts:2s\` are some`);
  }
  if (word !== "mcts") return [word, number === undefined ? PLAYOUTS : Number(number)];
  return [word, unit ? { milliseconds: Number(number) * (unit === "s" ? 1000 : 1) } : { iterations: number === undefined ? ITERATIONS : Number(number) }];
}

/** By a tree; by playouts where an iteration has no room, or the rules break a promise in it. */
function thought(match, seat, allowed, seed) {
  if (!canSearch(match.game)) throw new GameError("`mcts` is for games that hide nothing");
  try {
    return searched(match, seat, allowed, seed);
  } catch (error) {
    if (error instanceof Fault || error instanceof GameError) return choose(match, seat, "playouts", seed);
    throw error;
  }
}

/** Successive halving: each round the better half gets as many playouts again. */
function best(trials, moves, number) {
  let left = moves.map((move) => ({ move, value: 0, count: 0 }));
  const rounds = Math.max(1, Math.ceil(Math.log2(left.length)));
  const mean = ({ value, count }) => (count ? value / count : Number.NEGATIVE_INFINITY);
  for (let round = 0, first = 0; round < rounds && left.length > 1; round++) {
    const each = Math.max(1, Math.floor(number / rounds / left.length));
    for (const one of left) {
      for (let i = first; i < first + each; i++) {
        const worth = trials.worth(one.move, i);
        if (worth === null) continue;
        one.value += worth;
        one.count += 1;
      }
    }
    first += each;
    left.sort((a, b) => mean(b) - mean(a));
    left = left.slice(0, Math.ceil(left.length / 2));
  }
  return left[0].count ? left[0].move : trials.any(moves);
}

/** Matches played on from worlds, each with its own future: the same for all moves. */
class Trials {
  constructor(game, worlds, seat, random) {
    this._game = game;
    this._worlds = worlds;
    this._seat = seat;
    this._random = random;
    this._seed = Math.floor(random() * 2 ** 31);
    this._drawn = [];
  }

  any(moves) {
    return moves[Math.floor(this._random() * moves.length)];
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
      return seats[this._seat].share + seats[this._seat].total * 1e-6;
    } catch (error) {
      if (error instanceof Fault || error instanceof GameError) return null;
      throw error;
    }
  }
}
