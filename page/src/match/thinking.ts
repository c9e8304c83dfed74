// The computer's part in a match: it plays its seats, and tells people what it would choose.
import { Fault } from "gamedsl-host";
import { type Agents, type Failure, failureOf } from "./agents.js";
import type { PageData } from "../game/model.js";
import { agentAtOnce, agentOf } from "../game/opponents.js";
import { LocalSession } from "./local.js";
import type { Hint, Origin, Session } from "./session.js";

/** The agent that does not think. */
const RANDOM = "random:moves";

/** So many times faster than usual a move is made that is the only one. */
const QUICK = 2;

/** Makes what thinks about one setup. */
export type NewAgents = (setup: number, origin: Origin) => Agents;

/** Thinks about the match that is `current`, and paints what has changed. */
export class Thinking {
  private agents: Agents | null = null;
  /** The answer that is waited for; null if none is. */
  private awaited: object | null = null;
  /** Whether the computer plays on at once until a person is asked. */
  isHurried = false;
  /** Whether the next move of an agent is any, because it could not think about it. */
  isAtRandom = false;

  constructor(private readonly data: PageData, private readonly newAgents: NewAgents, private readonly current: () => Session | null, private readonly draw: () => void) {}

  /** Leaves a match. */
  leave(): void {
    this.agents?.stop();
    this.agents = null;
    this.awaited = null;
    this.isAtRandom = false;
    this.isHurried = false;
  }

  /** People have seen enough of a long turn: the computer plays at once, and thinks less, until a person is asked. */
  hurry(): void {
    const session = this.current();
    if (this.isHurried || !(session instanceof LocalSession) || session.agent === null) return;
    this.agents?.stop();
    this.agents = null;
    this.awaited = null;
    this.isHurried = true;
    this.draw();
  }

  /** Whether the computer can judge the open step of a match that is played here. */
  canHint(session: Session | null): session is LocalSession {
    return session instanceof LocalSession && session.step !== null && session.step.kind !== "only" && this.data.setups[session.setup].computer !== "takes any move";
  }

  /** Asks what the computer would choose now. */
  hint(): void {
    const session = this.current();
    if (!this.canHint(session) || session.hint) return;
    const { step, looker } = session;
    session.hint = { is: "sought" };
    this.draw();
    void this.advised(session, looker).then((hint) => {
      if (this.current() !== session || session.step !== step) return;
      session.hint = hint;
      this.draw();
    });
  }

  /** Advice for what is open, from the first step on that is not answered yet. */
  private async advised(session: LocalSession, seat: number): Promise<Hint> {
    const taken = session.crumbs.flatMap(({ values }) => values);
    const advice = await this.agentsOf(session).advise(seat, taken, movesOf(session));
    return advice ? { is: "found", ...advice } : { is: "none" };
  }

  /** Lets the agent play whose turn it is, after `pause` milliseconds at least. */
  ask(session: LocalSession, pause: number): void {
    const seat = session.match.isOver ? null : session.agent;
    if (seat === null) this.isHurried = false;
    if (seat === null || this.awaited || session.shown !== null || session.trouble) return;
    const awaited = {};
    this.awaited = awaited;
    const { length } = session.moments;
    const setup = this.data.setups[session.setup];
    const { who } = session.people[seat];
    // Where there is one move, nobody thinks about it.
    const isOnly = hasOneMove(session, seat);
    const agent = this.isAtRandom || isOnly ? RANDOM : this.isHurried ? agentAtOnce(who, setup) : agentOf(who, setup);
    const answer = this.agentsOf(session).choose(seat, agent, movesOf(session));
    const waited = new Promise((resolve) => setTimeout(resolve, this.isHurried ? 0 : isOnly ? pause / QUICK : pause));
    void Promise.all([answer, waited]).then(([{ steps, failed }]) => {
      if (this.awaited !== awaited) return;
      this.awaited = null;
      if (this.current() !== session || session.agent !== seat || session.moments.length !== length) {
        this.draw();
        return;
      }
      const failure = failed ?? played(session, seat, steps);
      if (failure) session.trouble = failure;
      else this.isAtRandom = false;
      this.draw();
    });
  }

  /** An agent that could not think about a move takes any. */
  askAtRandom(session: LocalSession): void {
    this.isAtRandom = true;
    session.trouble = null;
    this.draw();
  }

  private agentsOf({ setup, origin }: LocalSession): Agents {
    this.agents ??= this.newAgents(setup, origin);
    return this.agents;
  }
}

/** Whether a seat has one move; what breaks a promise of the rules is told when the move is played. */
function hasOneMove({ match }: LocalSession, seat: number): boolean {
  try {
    return match.list(seat, { most: 2 }).length === 1;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return false;
  }
}

/** Plays the move of an agent; gives why it cannot be played. */
function played(session: LocalSession, seat: number, steps: number[]): Failure | null {
  try {
    session.play(seat, steps);
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return failureOf(error);
  }
}

function movesOf(session: LocalSession): { seat: number; steps: number[] }[] {
  return session.moments.map(({ seat, steps }) => ({ seat, steps }));
}
