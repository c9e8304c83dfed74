/** Games of boardgame.io (0.50), made of modules. `docs/embedding/boardgameio.md` of gamedsl shows a whole server and a page. */

import type { Game, Match, Message } from "./index.js";

/** The `Ctx` of boardgame.io, as far as it is read here. */
export interface Context { numPlayers: number; currentPlayer: string; activePlayers?: Record<string, string> | null }
/** What a server keeps of a match: which one it is, and what was played. It never leaves the server. */
export interface StoredState { id: string; rules: string; start: string | null; played: string; check?: string; trouble?: string }
/** What a client receives as `G`: the message of its seat. `trouble`: why the match cannot go on, a fault of the rules for example. */
export interface ClientState extends Message { trouble?: string }
/** The arguments of the moves `take` and `play`: the answer, and `G.key`, which has to be given where several choose at the same time. */
export type TakeArguments = [value: number, key?: string];
export type PlayArguments = [move: string | number[], key?: string];

export interface Options {
  /** The name of the game in the lobby; without it, that of the rules. */
  name?: string;
  /** The seed of a match by its id, always the same for the same id, and to be guessed by nobody. Without it, seeds are random and are lost when the program ends. */
  seeds?: (id: string) => number | bigint;
  /** What a player may undo: steps of a move that is not complete (the default), also moves while nobody else is to choose, or nothing. */
  undo?: "steps" | "moves" | "never";
  /** For a program that has everything in itself: bots find `ai.enumerate`, and `ctx` says who has still to choose, also where this is a secret. */
  bots?: boolean;
  /** How many of the newest events a client receives with each state (100). `isWhole` says whether these are all. */
  events?: number;
}

type Hook = (context: any) => any;
/** A `Game` of boardgame.io. */
export interface BoardgameGame {
  name: string;
  minPlayers: number;
  maxPlayers: number;
  disableUndo: boolean;
  events: Record<string, boolean>;
  validateSetupData: (data: any, numPlayers: number) => string | undefined;
  setup: (context: any, data?: { start?: string | null }) => StoredState;
  moves: Record<"take" | "play", any>;
  turn: any;
  endIf: Hook;
  playerView: (context: { G: any; ctx: any; playerID: string | null }) => any;
  plugins: any[];
  ai?: { enumerate: (G: any, ctx: any, playerID: string) => { move: string; args: any[] }[] };
  /** The match of a stored state, for the server alone. It is a copy. Throws GameError if the state is of other rules, or if its seed is lost. */
  matchOf(G: StoredState, ctx: Context): Match;
}

/** The game of modules that `loadGame` has loaded: one, or one for each number of players. Throws GameError. */
export function boardgameGame(modules: Game | readonly Game[], options?: Options): BoardgameGame;
/** The `Game` of a client in multiplayer, with the name of the server's game. It needs no module, and computes nothing. */
export function boardgameClient(name: string): { name: string; events: Record<string, boolean>; moves: Record<"take" | "play", any>; turn: any };
/** A bot that uses only what its seat knows. `agent` is one of `Match.choose`. */
export function thinking(agent?: string): new (about: { game: any; enumerate?: any; seed?: string | number }) => {
  play(state: any, playerID: string): Promise<{ action: any }>;
};
/** Lets a server take nothing but moves, undo and redo from clients. */
export function guard(server: { app: any }, games: readonly { name?: string }[]): void;
