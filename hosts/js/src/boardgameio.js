// Games of boardgame.io, made of modules: turns, stages, moves, views, undo, and players that think. This file needs nothing of boardgame.io itself.
import { checkCounts, checkGame, describe, Fault, GameError, readOptions } from "./game.js";
import { digest } from "./keys.js";
import { IllegalMove, OutOfDateError } from "./errors.js";
import { Match } from "./match.js";
import { readAgent } from "./thinking.js";

const INVALID_MOVE = "INVALID_MOVE"; // as in boardgame.io/core
const TOGETHER = "together";
const REMEMBERED = 1000;
const NO_EVENTS = Object.fromEntries(
  ["endTurn", "pass", "endPhase", "setPhase", "endGame", "setActivePlayers", "endStage", "setStage"].map((name) => [name, false]),
);

/**
 * A `Game` of boardgame.io. `modules` are of one game, loaded by `loadGame`: one, or one for each number of players. See boardgameio.d.ts. Throws GameError.
 * @param {any} modules
 * @param {{ name?: string, seeds?: (id: string) => number | bigint, undo?: "steps" | "moves" | "never", bots?: boolean, events?: number }} options
 */
export function boardgameGame(modules, options = {}) {
  const { name, seeds, undo = "steps", bots = false, events: most = 100 } = readOptions(options, "name", "seeds", "undo", "bots", "events");
  if (!["steps", "moves", "never"].includes(undo)) throw new GameError(`\`undo\` is "steps", "moves" or "never", not ${describe(undo)}`);
  checkCounts({ events: most });
  if (seeds !== undefined && typeof seeds !== "function") throw new GameError(`\`seeds\` is a function that gives the seed of a match by its id, not ${describe(seeds)}`);
  const positions = new Positions([modules].flat(), seeds ?? null, bots, most);
  const numbers = [...positions.modules.keys()];
  const offered = (isShared) => ({
    take: long((given) => positions.answered(given, isShared, false)),
    play: long((given) => positions.answered(given, isShared, true)),
  });
  // What a move returns is a new state; the state that it is given may be a draft, so the plugin below adds the real one as `state`.
  const long = (answered) => ({
    move: ({ state, ctx, playerID }, answer, key) => answered({ state, ctx, playerID, answer, key }),
    undoable: undo === "moves" || (({ G }) => isInMidst(G)),
    client: false, redact: true, noLimit: true,
  });
  const together = Object.fromEntries(Object.entries(offered(true)).map(([move, how]) => [move, { ...how, ignoreStaleStateID: true }]));
  const first = ({ G, ctx }) => positions.held(G, ctx).toAct[0] ?? 0;
  const game = {
    name: name ?? spoken(positions.first.model.name),
    minPlayers: Math.min(...numbers),
    maxPlayers: Math.max(...numbers),
    disableUndo: undo === "never",
    events: NO_EVENTS,
    validateSetupData: (data, numPlayers) => positions.whyNot(data, numPlayers),
    setup: ({ ctx }, data) => positions.begun(data, ctx),
    moves: offered(false),
    turn: {
      order: { first, next: first },
      endIf: ({ G, ctx }) => positions.isOthersTurn(G, ctx),
      onBegin: ({ state, ctx, events }) => {
        const { toAct } = positions.held(state, ctx);
        if (toAct.length > 1) events.setActivePlayers({ value: Object.fromEntries(toAct.map((seat) => [seat, TOGETHER])) });
      },
      stages: { [TOGETHER]: { moves: together } },
    },
    endIf: ({ G, ctx }) => positions.held(G, ctx).gameover,
    playerView: ({ G, ctx, playerID }) => (isStored(G) ? positions.view(G, ctx, playerID) : G),
    plugins: [{
      name: "gamedsl",
      setup: () => ({}),
      fnWrap: (method) => (context, ...more) => method({ ...context, state: context.G }, ...more),
      // Who has moved may be a secret; what everybody may know of a move are `events` of the views.
      dangerouslyFlushRawState: ({ state }) => (bots || !state.deltalog ? state : { ...state, deltalog: state.deltalog.filter(({ action }) => action.type !== "MAKE_MOVE") }),
    }],
    matchOf: (G, ctx) => positions.matchOf(G, ctx),
  };
  return bots ? { ...game, ai: { enumerate: (G, ctx, playerID) => positions.answers(G, ctx, playerID) } } : game;
}

/** The `Game` of a page: it asks the server for everything, and needs no module. `name` is that of the server's game. */
export function boardgameClient(name) {
  const asked = { move: () => {}, client: false };
  const moves = { take: asked, play: asked };
  return { name, events: NO_EVENTS, moves, turn: { stages: { [TOGETHER]: { moves } } } };
}

/** A bot for `Local({ bots })` and `Simulate`, which uses only what its seat knows. `agent` is one of `Match.choose`. Throws GameError. */
export function thinking(agent = "playouts") {
  readAgent(agent); // throws GameError
  return class {
    /** @param {{ game: any, seed?: string | number }} about */
    constructor({ game, seed }) {
      this.game = game;
      this.seed = seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number.parseInt(digest(String(seed)).slice(0, 8), 16);
    }

    async play({ G, ctx }, playerID) {
      const match = this.game.matchOf(G, ctx);
      const move = match.choose(Number(playerID), agent, { seed: this.seed });
      return { action: { type: "MAKE_MOVE", payload: { type: "play", args: [move.text, match.key(Number(playerID))], playerID } } };
    }
  };
}

/**
 * Lets a server of boardgame.io take only moves, undo and redo from clients. Version 0.50 takes every action of an active player, also one that replaces the state.
 * @param {{ app: any }} server
 * @param {readonly { name?: string }[]} games
 */
export function guard(server, games) {
  for (const { name } of games) {
    server.app._io.of(String(name)).on("connection", (socket) => {
      socket.use(([event, action], next) => {
        if (event !== "update" || ["MAKE_MOVE", "UNDO", "REDO"].includes(action?.type)) next();
      });
    });
  }
}

/** A name without spaces. */
function spoken(name) {
  return name.replace(/\s+/g, "-");
}

/** Whether a state is the one that a server keeps, and not what a seat sees of it. */
function isStored(G) {
  return typeof G?.id === "string" && typeof G.played === "string";
}

/** Whether the last answer has not completed a move: nothing has happened by it. */
function isInMidst(G) {
  return /\d $/.test(G.played);
}

/**
 * The positions of matches. A state has the `id` of its match and what was `played`: `0:3 ` is the answer 3 of seat 0, `0:3! ` one that completed a move, `0=5,1! ` a
 * whole move with its steps. The seed is in no state, because boardgame.io sends the first state to all clients as it is.
 */
class Positions {
  constructor(modules, seeds, isOpen, most) {
    this.modules = new Map(modules.map((module) => [checkGame(module).model.humans, module]));
    this.first = modules[0];
    this.isOpen = isOpen;
    this.most = most;
    if (!modules.length || this.modules.size < modules.length) throw new GameError("give one module, or one for each number of players");
    const other = modules.find(({ model }) => model.name !== this.first.model.name);
    if (other) throw new GameError(`the modules are of several games: ${this.first.model.name} and ${other.model.name}`);
    /** @type {Map<string, bigint>} */
    const own = new Map();
    this.seeds = seeds ?? ((id) => own.get(id));
    this._newSeed = seeds ? () => {} : (id) => own.set(id, crypto.getRandomValues(new BigUint64Array(1))[0]);
    this._held = new WeakMap();
    /** @type {Map<string, { played: string, match: any }>} The last position of a match, of those that were played last. */
    this._last = new Map();
  }

  whyNot(data, numPlayers) {
    const module = this.modules.get(numPlayers);
    if (!module) return `there is no module for ${numPlayers} players`;
    const start = data?.start ?? null;
    return start === null || module.model.starts.some((one) => one.name === start) ? undefined : `the rules have no start ${start}`;
  }

  begun(data, ctx) {
    const wrong = this.whyNot(data, ctx.numPlayers);
    if (wrong) throw new GameError(wrong);
    const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this._newSeed(id);
    return { id, rules: this.modules.get(ctx.numPlayers).model.digest, start: data?.start ?? null, played: "" };
  }

  /** The position of a state: its match, the seats that boardgame.io may know as active, and the result. */
  held(G, ctx) {
    return this._held.get(G) ?? this._keep(G, this._replayed(G, ctx));
  }

  _keep(G, { match, trouble }) {
    const isOver = trouble !== null || match.isOver;
    const held = { match, trouble, toAct: isOver ? [] : this._toAct(match), gameover: trouble !== null ? { trouble } : isOver ? result(match) : undefined };
    this._held.set(G, held);
    if (match) {
      this._last.delete(G.id);
      this._last.set(G.id, { played: G.played, match });
      if (this._last.size > REMEMBERED) this._last.delete(this._last.keys().next().value ?? "");
    }
    return held;
  }

  /** The active seats that everybody may know: while one is asked in secret, all are. With bots it is those who have to choose. */
  _toAct(match) {
    if (this.isOpen) return match.toAct;
    const known = match.view(null).toAct;
    return known.length ? known : Array.from({ length: match.game.model.humans }, (_, seat) => seat);
  }

  _replayed(G, ctx) {
    const module = this.modules.get(ctx.numPlayers);
    if (module?.model.digest !== G.rules) return { match: null, trouble: "the match belongs to other rules" };
    const seed = this.seeds(G.id);
    if (seed === undefined || (G.check ?? check(seed)) !== check(seed)) return { match: null, trouble: "the seed of the match is lost" };
    const near = this._last.get(G.id);
    const isNear = near !== undefined && G.played.startsWith(near.played);
    try {
      const match = isNear ? copied(near.match) : new Match(module, { seed, start: G.start });
      for (const [, seat, sign, values] of G.played.slice(isNear ? near.played.length : 0).matchAll(/(\d+)([:=])([-\d,]*)!? /g)) {
        if (sign === ":") match.take(Number(seat), Number(values));
        else match.play(Number(seat), { steps: values ? values.split(",").map(Number) : [] });
      }
      return { match, trouble: G.trouble ?? null };
    } catch (error) {
      return { match: null, trouble: error instanceof Error ? error.message : String(error) };
    }
  }

  isOthersTurn(G, ctx) {
    const { toAct } = this.held(G, ctx);
    const active = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer];
    return toAct.length > 0 && toAct.join() !== active.join();
  }

  /** The state after an answer of a client, which may be anything. */
  answered({ state, ctx, playerID, answer, key }, isShared, isWhole) {
    const { match, trouble } = this.held(state, ctx);
    const seat = seatOf(playerID, ctx);
    // Where several choose at the same time, boardgame.io takes answers to older states: the key says whether they are too old.
    if (trouble !== null || seat === null || (isShared && typeof key !== "string")) return INVALID_MOVE;
    const next = copied(match);
    try {
      const told = played(next, seat, answer, key, isWhole);
      if (told === null) return INVALID_MOVE;
      const after = { ...state, played: state.played + told, check: check(match.seed) };
      this._keep(after, { match: next, trouble: null });
      return after;
    } catch (error) {
      if (error instanceof Fault) return { ...state, trouble: error.message };
      if (error instanceof IllegalMove || error instanceof OutOfDateError || error instanceof GameError) return INVALID_MOVE;
      throw error;
    }
  }

  view(G, ctx, playerID) {
    const { match, trouble } = this.held(G, ctx);
    const message = match && this._short(match.message(seatOf(playerID, ctx)));
    return trouble === null ? message : { ...message, isOver: true, step: null, refused: [], trouble };
  }

  /** Each state goes to each client as a whole, so it has only the newest events. */
  _short(message) {
    const { events } = message;
    return events.length > this.most ? { ...message, events: events.slice(events.length - this.most), isWhole: false } : message;
  }

  answers(G, ctx, playerID) {
    const { match, trouble } = this.held(G, ctx);
    const seat = seatOf(playerID, ctx);
    if (trouble !== null || seat === null || !match.toAct.includes(seat)) return [];
    const key = match.toAct.length > 1 ? [match.key(seat)] : [];
    return match.step(seat).options.map(({ value }) => ({ move: "take", args: [value, ...key] }));
  }

  matchOf(G, ctx) {
    const { match, trouble } = this.held(G, ctx);
    if (!match) throw new GameError(trouble);
    return copied(match);
  }
}

function check(seed) {
  return digest(`seed ${seed}`);
}

function copied(match) {
  return match.at(match.length - 1);
}

/** The seat of a player; null for everybody else, who sees what spectators see. */
function seatOf(playerID, { numPlayers }) {
  const seat = Number(playerID);
  return String(seat) === playerID && Number.isInteger(seat) && seat >= 0 && seat < numPlayers ? seat : null;
}

/** Plays what a client has sent, and says it as states do; null where it is no answer. Throws what `Match` throws. */
function played(match, seat, answer, key, isWhole) {
  if (isWhole && typeof answer === "string") return `${seat}=${match.play(seat, answer, { key }).steps.join()}! `;
  const values = isWhole ? answer : [answer];
  if (!Array.isArray(values) || !values.length || !values.every(Number.isInteger)) return null;
  let told = "";
  let move = null;
  for (const [i, value] of values.entries()) {
    if (move) return null;
    move = match.take(seat, value, i ? {} : { key });
    told += `${seat}:${value}${move ? "!" : ""} `;
  }
  return isWhole && !move ? null : told;
}

/** The result, as tools of boardgame.io look for it: `winner`, or `draw`. */
function result(match) {
  const { outcome } = match;
  const { won, ranking } = outcome;
  const winners = won ? won.flatMap((one, seat) => (one ? [String(seat)] : [])) : ranking[0].map(String);
  const isDraw = !won && winners.length > 1 && winners.length === match.game.seats.length;
  return { ...outcome, winners, ...(winners.length === 1 ? { winner: winners[0] } : {}), ...(isDraw ? { draw: true } : {}) };
}
