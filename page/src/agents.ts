// Agents: players that choose by random matches, in a worker of their own, so that the page never waits for them.
import { loadGame, Match, type Move } from "gamedsl-host";
import type { Who } from "./session.js";

/** What a worker is asked: the match as seats and steps, and for whom to choose. */
export interface Question { number: number; seat: number; who: Who; seed: number; moves: { seat: number; steps: number[] }[] }
export interface Answer { number: number; steps: number[] }
export interface Start { module: ArrayBuffer; seed: number }

const CANDIDATES = 40;
const ITERATIONS = 500;

/** The worker's side: keeps a match and answers questions. */
export function serve(scope: { onmessage: ((event: MessageEvent) => void) | null; postMessage(answer: Answer): void }): void {
  let match: Promise<Match> | null = null;
  let played: Question["moves"] = [];
  let seed = 0;
  let start: Start | null = null;
  scope.onmessage = async ({ data }: MessageEvent<Start | Question>) => {
    if ("module" in data) {
      start = data;
      seed = data.seed;
      match = loadGame(data.module).then((game) => new Match(game, { seed }));
      return;
    }
    if (!match || !start) return;
    let now = await match;
    let same = 0;
    while (same < played.length && same < data.moves.length && JSON.stringify(played[same]) === JSON.stringify(data.moves[same])) same += 1;
    if (same < played.length) {
      now = new Match(now.game, { seed });
      same = 0;
    }
    for (const { seat, steps } of data.moves.slice(same)) now.play(seat, { steps } as Move);
    played = data.moves;
    match = Promise.resolve(now);
    scope.postMessage({ number: data.number, steps: chosen(now, data).steps });
  };
}

function chosen(match: Match, { seat, who, seed }: Question): Move {
  const random = generator(seed);
  const count = match.count(seat);
  if (who === "random" || count === 1) return match.list(seat, { from: Math.floor(random() * count), most: 1 })[0];
  const moves = count <= CANDIDATES ? match.list(seat, { most: count }) : Array.from({ length: CANDIDATES }, () => match.list(seat, { from: Math.floor(random() * count), most: 1 })[0]);
  return best(match, seat, moves, random);
}

/** Successive halving: each round the better half gets as many playouts again. */
function best(match: Match, seat: number, moves: Move[], random: () => number): Move {
  let left = moves.map((move) => {
    const after = match.at(match.length - 1);
    after.play(seat, move);
    return { move, after, value: 0, count: 0 };
  });
  const rounds = Math.max(1, Math.ceil(Math.log2(left.length)));
  for (let round = 0; round < rounds && left.length > 1; round++) {
    const each = Math.max(1, Math.floor(ITERATIONS / rounds / left.length));
    for (const one of left) {
      one.value += worth(one.after, seat, each, Math.floor(random() * 2 ** 31)) * each;
      one.count += each;
    }
    left.sort((a, b) => b.value / b.count - a.value / a.count);
    left = left.slice(0, Math.ceil(left.length / 2));
  }
  return left[0].move;
}

function worth(match: Match, seat: number, number: number, seed: number): number {
  const { outcome } = match;
  if (outcome) return outcome.ranking[0].includes(seat) ? 1 / outcome.ranking[0].length : 0;
  const played = match.playouts(number, { seed });
  return played.reduce((sum, seats) => sum + seats[seat].share + seats[seat].total * 1e-6, 0) / played.length;
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let found = Math.imul(state ^ (state >>> 15), 1 | state);
    found = (found + Math.imul(found ^ (found >>> 7), 61 | found)) ^ found;
    return ((found ^ (found >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The page's side: one worker for the agents of a match. */
export class Agents {
  private readonly worker: Worker;
  private readonly address: string;
  private asked = 0;
  private waiting: ((steps: number[]) => void) | null = null;

  constructor(script: string, module: Uint8Array<ArrayBuffer>, private readonly seed: number) {
    this.address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.worker = new Worker(this.address);
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.number === this.asked) this.waiting?.(data.steps);
    };
    this.worker.postMessage({ module: module.slice().buffer, seed } satisfies Start);
  }

  /** The steps of the move that an agent chooses. An answer that comes after another question is dropped. */
  choose(seat: number, who: Who, moves: Question["moves"]): Promise<number[]> {
    this.asked += 1;
    const question: Question = { number: this.asked, seat, who, seed: this.seed * 7919 + moves.length + 1, moves };
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.worker.postMessage(question);
    });
  }

  stop(): void {
    this.asked += 1;
    this.worker.terminate();
    URL.revokeObjectURL(this.address);
  }
}
