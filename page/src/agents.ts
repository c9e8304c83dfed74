// Agents: players that choose by what their seat sees, in a worker of their own, so that the page never waits for them.
import { GameError, loadGame, Match, type Move } from "gamedsl-host";
import type { Origin, Who } from "./session.js";

/** What a worker is asked: the match as seats and steps, and for whom to choose. */
export interface Question { number: number; seat: number; who: Who; seed: number; moves: { seat: number; steps: number[] }[] }
export interface Answer { number: number; steps: number[] }
export interface Start { module: ArrayBuffer; origin: Origin }

/** The worker's side: keeps a match and answers questions. */
export function serve(scope: { onmessage: ((event: MessageEvent) => void) | null; postMessage(answer: Answer): void }): void {
  let match: Promise<Match> | null = null;
  let played: Question["moves"] = [];
  let begun: Start | null = null;
  scope.onmessage = async ({ data }: MessageEvent<Start | Question>) => {
    if ("module" in data) {
      begun = data;
      const { origin } = data;
      match = loadGame(data.module).then((game) => new Match(game, origin));
      return;
    }
    if (!match || !begun) return;
    let now = await match;
    let same = 0;
    while (same < played.length && same < data.moves.length && JSON.stringify(played[same]) === JSON.stringify(data.moves[same])) same += 1;
    if (same < played.length) {
      now = new Match(now.game, begun.origin);
      same = 0;
    }
    for (const { seat, steps } of data.moves.slice(same)) now.play(seat, { steps } as Move);
    played = data.moves;
    match = Promise.resolve(now);
    scope.postMessage({ number: data.number, steps: chosen(now, data).steps });
  };
}

/** Somebody else's link may name an agent that this game has not. */
function chosen(match: Match, { seat, who, seed }: Question): Move {
  try {
    return match.choose(seat, who, { seed });
  } catch (error) {
    if (error instanceof GameError) return match.choose(seat, "playouts", { seed });
    throw error;
  }
}

/** The page's side: one worker for the agents of a match. */
export class Agents {
  private readonly worker: Worker;
  private readonly address: string;
  private readonly begun: Promise<void>;
  private asked = 0;
  private waiting: ((steps: number[]) => void) | null = null;

  constructor(script: string, module: Promise<Uint8Array<ArrayBuffer>>, private readonly origin: Origin) {
    this.address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.worker = new Worker(this.address);
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.number === this.asked) this.waiting?.(data.steps);
    };
    this.begun = module.then((bytes) => this.worker.postMessage({ module: bytes.slice().buffer, origin } satisfies Start));
  }

  /** The steps of the move that an agent chooses. An answer that comes after another question is dropped. */
  choose(seat: number, who: Who, moves: Question["moves"]): Promise<number[]> {
    this.asked += 1;
    // How often others have chosen may be hidden: only the seat's own moves count.
    const own = moves.filter((one) => one.seat === seat).length;
    const question: Question = { number: this.asked, seat, who, seed: (Number(BigInt.asUintN(32, BigInt(this.origin.seed))) * 7919 + seat * 104729 + own + 1) % 2 ** 32, moves };
    return new Promise((resolve) => {
      this.waiting = resolve;
      void this.begun.then(() => this.worker.postMessage(question));
    });
  }

  stop(): void {
    this.asked += 1;
    this.worker.terminate();
    URL.revokeObjectURL(this.address);
  }
}
