// Jobs on the rules, done by a worker: the table, the graph, trials, commands. Typing never waits for them.
import type { Example, Figures, Finding, Broken, GraphData, StudioState } from "../../page/src/studio/studio_state.js";
import type { Loading } from "./parts.js";
import { PythonWorker } from "./workers.js";

export interface Looked { isGood: boolean; findings: Finding[]; secrets: StudioState["secrets"]; setups: string[]; setup: number }
export interface Ran { code: number; out: string; err: string; file: string | null; texts: Record<string, string> }

/** The rules on which a job is done: the texts of a project, which of them is played, and the setup; "" takes the first one. */
export interface Rules { files: Record<string, string>; main: string; setup: string }

/** What a job answers. */
export interface Answer extends Partial<Looked>, Partial<Ran> { id: number; isDone?: true; page?: string; why?: string; graph?: GraphData; examples?: Example[]; figures?: Figures | Broken }

export type Asked = Rules & ({ job: "look" | "page" | "graph" | "examples" | "figures" } | { job: "run"; arguments: string[]; made: string });

/** What is said when a job has failed. */
export const wasStopped = (error: unknown): string => `This was stopped: ${error instanceof Error ? error.message : String(error)}.`;

interface Waiting { heard(answer: Answer): void; done(): void; failed(why: Error): void }

export class Jobs {
  private readonly worker: PythonWorker;
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  /** `busy` is told whether something is done. */
  constructor(loading: Loading, private readonly busy: (isBusy: boolean) => void) {
    this.worker = new PythonWorker("jobs", loading, {
      ready: () => undefined,
      message: (text) => this.take(JSON.parse(text) as Answer),
      ended: (why) => this.lose(why),
    });
  }

  /** Does a job; each of its answers is heard. Fails if the worker was ended. */
  ask(asked: Asked, heard: (answer: Answer) => void): Promise<void> {
    this.count += 1;
    const id = this.count;
    return new Promise((done, failed) => {
      this.waiting.set(id, { heard, done, failed });
      this.busy(true);
      this.worker.send({ kind: "message", text: JSON.stringify({ ...asked, id }) });
    });
  }

  /** Does a job with one answer. */
  async answer(asked: Asked): Promise<Answer> {
    let found: Answer | null = null;
    await this.ask(asked, (answer) => { found = answer; });
    if (!found) throw new Error("a job without an answer");
    return found;
  }

  private take(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    if (!answer.isDone) {
      waiting.heard(answer);
      return;
    }
    this.waiting.delete(answer.id);
    this.busy(this.waiting.size > 0);
    waiting.done();
  }

  private lose(why: string): void {
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    this.busy(false);
    for (const one of lost) one.failed(new Error(why));
  }
}
