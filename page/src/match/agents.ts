// Agents: players that choose by what their seat sees, in a worker of their own, so that the page never waits for them.
import { type Advice, Fault, GameError, IllegalMove, type Line, loadGame, Match, type Move } from "gamedsl-host";
import { CHANCE } from "./foreseen.js";
import type { Origin } from "./session.js";

/**
 * Advice for the open decision, from the first step on that is not answered; `further` are the moves with which it goes on, as with the other die. `replies` say what it leads to: what the
 * next player would do, and what the seat would do then; nothing where chance or something hidden comes between. `refuted`: what the next player would do after each other line.
 * `wins`: whether the advised turn wins the match; where something is hidden, whether it does so at once whatever that is. `threat`: with what the next player would win after every other move, and one of these.
 */
export interface Advised { advice: Advice; further: Line[]; replies: Reply[]; refuted: (Reply | null)[]; wins: boolean; threat: Threat | null }
export interface Threat { move: Move; reply: Reply }
/** What a player would answer, and whether that wins the match. */
export interface Reply { seat: number; line: Line; wins: boolean }

/** What a worker is asked: the match as seats and steps, and for whom to choose. Without an agent it gives advice for the step after the answers `taken`. */
export interface Question { number: number; seat: number; agent: string | null; taken: number[]; seed: number; moves: { seat: number; steps: number[] }[] }
/** `failed`: why there is no answer: a promise of the rules that was broken while the computer tried moves, or what else went wrong. */
export interface Answer { number: number; steps: number[]; advice: Advised | null; failed: Failure | null }
/** A fault of the rules by its code and site; of other trouble only the text. */
export interface Failure { code: string | null; site: number; text: string }

export function failureOf(error: unknown): Failure {
  return error instanceof Fault ? { code: error.code, site: error.site, text: error.message } : { code: null, site: -1, text: error instanceof Error ? error.message : String(error) };
}
export interface Start { module: ArrayBuffer; origin: Origin }

/** Milliseconds that advice takes, and as many for each further move and each reply, of which there are a few at most. */
const ADVICE = 2000, FURTHER = 500;
const MOST_FURTHER = 3, MOST_REPLIES = 2;
/** Whether all other moves lose by the same answer is asked where there are no more moves than this. */
const MOST_OTHERS = 200;
/** In how many positions that a seat cannot tell from the true one a move has to win at once before that is told. */
export const WORLDS = 100;

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
    scope.postMessage({ number: data.number, ...answered(now, data) });
  };
}

function answered(now: Match, data: Question): Omit<Answer, "number"> {
  try {
    return { steps: data.agent === null ? [] : chosen(now, data.agent, data).steps, advice: data.agent === null ? advised(now, data) : null, failed: null };
  } catch (error) {
    return { steps: [], advice: null, failed: failureOf(error) };
  }
}

/** Somebody else's link may name an agent that this game has not. */
function chosen(match: Match, agent: string, { seat, seed }: Question): Move {
  try {
    return match.choose(seat, agent, { seed });
  } catch (error) {
    if (error instanceof GameError) return match.choose(seat, "playouts", { seed });
    throw error;
  }
}

function advised(match: Match, { seat, taken, seed }: Question): Advised | null {
  const now = match.at(match.length - 1);
  for (const value of taken) now.take(seat, value);
  const advice = now.advise(seat, { milliseconds: ADVICE, seed });
  if (!advice) return null;
  if (!advice.differs) return { advice, further: [], replies: [], refuted: [], wins: false, threat: null };
  const start = () => match.at(match.length - 1);
  const { is_hiding, humans } = match.game.model;
  if (is_hiding) return { advice, further: [], replies: [], refuted: [], wins: humans > 1 && winsAnyway(match, seat, advice.move, seed), threat: null };
  const turn = continued(start(), seat, advice.move, seed, MOST_REPLIES);
  // Beside a turn of several moves, the other lines are only first moves of turns.
  const refuted = turn.further.length ? [] : advice.lines.slice(1).map(({ move }) => continued(start(), seat, move, seed, 1).replies[0] ?? null);
  const threat = turn.wins || turn.further.length ? null : threatened(start, seat, advice.move, seed);
  return { advice, ...turn, refuted, threat };
}

/**
 * How the computer thinks that a match goes on, until chance has a say or the rules break a promise: the rest of the turn, and up to `most` replies, of each player in turn. Only where
 * nothing is hidden; a lone player has no turns.
 */
function continued(after: Match, seat: number, move: Move, seed: number, most: number): Pick<Advised, "further" | "replies" | "wins"> {
  const { phase } = after.view(seat);
  const { humans } = after.game.model;
  const further: Line[] = [];
  const replies: Reply[] = [];
  let wins = false;
  let next = move;
  for (let mover = seat; humans > 1;) {
    const chooser = chooserAfter(after, mover, next);
    if (hasWon(after, mover)) {
      if (replies.length) replies[replies.length - 1].wins = true;
      else wins = true;
    }
    if (chooser === null || replies.length === most) break;
    const isOwn = !replies.length && chooser === seat;
    if (replies.length ? chooser !== seat : isOwn && (further.length === MOST_FURTHER || after.view(seat).phase !== phase)) break;
    const advice = after.advise(chooser, { milliseconds: FURTHER, seed });
    const [line] = advice?.lines ?? [];
    if (!line || !(isOwn || advice?.differs)) break;
    if (isOwn) further.push(line);
    else replies.push({ seat: chooser, line, wins: false });
    next = line.move;
    mover = chooser;
  }
  return { further, replies, wins };
}

/** With what the next player would win after every other move than the advised one. */
function threatened(start: () => Match, seat: number, advised: Move, seed: number): Threat | null {
  const now = start();
  if (now.game.model.humans === 1) return null;
  const others = now.list(seat, { most: MOST_OTHERS + 1 }).filter(({ text }) => text !== advised.text);
  const [other] = others;
  if (!other || others.length > MOST_OTHERS) return null;
  const [reply] = continued(start(), seat, other, seed, 1).replies;
  const wins = (move: Move) => {
    const after = start();
    if (!reply?.wins || chooserAfter(after, seat, move) !== reply.seat) return false;
    try {
      after.play(reply.seat, reply.line.move.text);
    } catch (error) {
      if (error instanceof IllegalMove || error instanceof Fault) return false;
      throw error;
    }
    return hasWon(after, reply.seat);
  };
  return reply && others.every(wins) ? { move: other, reply } : null;
}

/** Whether a move wins at once in all positions that a seat cannot tell from the true one, as far as they are tried. */
function winsAnyway(match: Match, seat: number, move: Move, seed: number): boolean {
  const wins = (world: Match) => {
    try {
      world.play(seat, move);
    } catch (error) {
      if (error instanceof IllegalMove || error instanceof Fault) return false;
      throw error;
    }
    return hasWon(world, seat);
  };
  const all = (most: number) => {
    const worlds = match.imagined(seat, { most, seed });
    return worlds.length === most && worlds.every(wins);
  };
  // Few moves end a match: one world shows it.
  return all(1) && all(WORLDS);
}

/** Whether a match is over and a seat alone has won it. */
function hasWon({ outcome }: Match, seat: number): boolean {
  const winners = outcome?.won?.flatMap((has, one) => (has ? [one] : [])) ?? outcome?.ranking[0];
  return winners?.length === 1 && winners[0] === seat;
}

/** Plays a move; gives who is to choose then, alone and without chance between; else null. */
function chooserAfter(match: Match, seat: number, move: Move): number | null {
  const from = match.length - 1;
  try {
    match.play(seat, move);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
  const isByChance = match.events(seat, { from }).some(({ is }) => CHANCE.has(is));
  return match.isOver || isByChance || match.toAct.length !== 1 ? null : match.toAct[0];
}

/** The page's side: one worker for the agents of a match, and for advice. */
export class Agents {
  private readonly worker: Worker;
  private readonly address: string;
  private readonly begun: Promise<void>;
  private asked = 0;
  private waiting: ((answer: Answer) => void) | null = null;

  constructor(script: string, module: Promise<Uint8Array<ArrayBuffer>>, private readonly origin: Origin) {
    this.address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.worker = new Worker(this.address);
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.number === this.asked) this.waiting?.(data);
    };
    this.begun = module.then((bytes) => this.worker.postMessage({ module: bytes.slice().buffer, origin } satisfies Start));
  }

  /** The steps of the move that an agent chooses, or why it chooses none. An answer that comes after another question is dropped. */
  choose(seat: number, agent: string, moves: Question["moves"]): Promise<Answer> {
    return this.ask(seat, agent, [], moves);
  }

  /** What the computer would do after some answers of the open decision; null if that cannot be judged. */
  async advise(seat: number, taken: number[], moves: Question["moves"]): Promise<Advised | null> {
    return (await this.ask(seat, null, taken, moves)).advice;
  }

  private ask(seat: number, agent: string | null, taken: number[], moves: Question["moves"]): Promise<Answer> {
    this.asked += 1;
    // How often others have chosen may be hidden: only the seat's own moves count.
    const own = moves.filter((one) => one.seat === seat).length;
    const seed = (Number(BigInt.asUintN(32, BigInt(this.origin.seed))) * 7919 + seat * 104729 + own + 1) % 2 ** 32;
    const question: Question = { number: this.asked, seat, agent, taken, seed, moves };
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
