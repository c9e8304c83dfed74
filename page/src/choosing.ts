// Selections of several parts: what may be chosen together, found by walking the steps on a copy of the match.
import type { Option, Step, Thing } from "gamedsl-host";
import { keyOf } from "./keys.js";
import type { PageModel } from "./model.js";
import type { Table } from "./session.js";

const BUDGET = 400;

/** Something of which some number can be chosen. */
export interface Candidate { key: string; text: string; thing: Thing; most: number }
/** The numbers that are wished, by key. */
export type Wish = Map<string, number>;

const SEVERAL = new Set(["count", "group", "member"]);

/** Whether a step is one of several that together choose one thing. */
export function isSeveral(step: Step): boolean {
  return SEVERAL.has(step.kind);
}

/** A selection of several parts that is open. */
export class Selection {
  readonly wish: Wish = new Map();
  readonly candidates: Candidate[];
  readonly name: string;
  readonly ask: string | null;

  constructor(private readonly model: PageModel, private readonly match: Table, private readonly seat: number, step: Step) {
    this.name = step.name;
    this.ask = step.ask;
    this.candidates = this.found();
  }

  private copy(): Table {
    return this.match.at(this.match.length - 1);
  }

  private key(step: Step, option: Option): string {
    const thing = step.kind === "group" ? option.thing : step.topic;
    return keyOf(this.model, thing, this.seat) ?? `t${step.kind === "group" ? option.text : step.about}`;
  }

  private isOpen(step: Step): boolean {
    return isSeveral(step) && step.name === this.name;
  }

  private found(): Candidate[] {
    const all = new Map<string, Candidate>();
    for (const last of [false, true]) {
      const walk = this.copy();
      for (let step = walk.step(this.seat); this.isOpen(step); step = walk.step(this.seat)) {
        for (const option of step.options) this.note(all, step, option);
        const taken = step.options[last ? step.options.length - 1 : 0];
        if (walk.take(this.seat, taken.value)) break;
      }
    }
    return [...all.values()];
  }

  private note(all: Map<string, Candidate>, step: Step, option: Option): void {
    if (amount(step, option) === 0) return;
    const key = this.key(step, option);
    const most = Math.max(all.get(key)?.most ?? 0, amount(step, option));
    const isGroup = step.kind === "group";
    all.set(key, { key, most, text: isGroup ? option.text : step.about, thing: isGroup ? option.thing : step.topic });
  }

  /** The answers that choose exactly what is wished; null if that is not possible. */
  exact(): number[] | null {
    const found: number[] = [];
    return this.walk(this.copy(), found, true, { left: BUDGET }) ? found : null;
  }

  /** Whether something can be chosen that holds all that is wished. */
  isPossible(): boolean {
    return this.walk(this.copy(), [], false, { left: BUDGET });
  }

  private walk(match: Table, taken: number[], isExact: boolean, budget: { left: number }): boolean {
    const step = match.step(this.seat);
    if (!this.isOpen(step)) return true;
    for (const option of this.fitting(step, isExact)) {
      budget.left -= 1;
      if (budget.left < 0) return false;
      const next = match.at(match.length - 1);
      taken.push(option.value);
      if (next.take(this.seat, option.value) || this.walk(next, taken, isExact, budget)) return true;
      taken.pop();
    }
    return false;
  }

  private fitting(step: Step, isExact: boolean): Option[] {
    const wished = (option: Option) => this.wish.get(this.key(step, option)) ?? 0;
    if (step.kind === "group") {
      const named = step.options.filter((one) => amount(step, one) && wished(one));
      if (named.length) return named;
      return isExact ? step.options.filter((one) => !amount(step, one)) : step.options;
    }
    return step.options.filter((one) => (isExact ? amount(step, one) === wished(one) : amount(step, one) >= wished(one)));
  }

  /** One more of something, if that is possible; otherwise the wish stays. */
  add(key: string): boolean {
    const candidate = this.candidates.find((one) => one.key === key);
    const had = this.wish.get(key) ?? 0;
    if (!candidate || had >= candidate.most) return false;
    this.wish.set(key, had + 1);
    let isPossible = false;
    try {
      isPossible = this.isPossible();
    } finally {
      if (!isPossible) this.set(key, had);
    }
    return isPossible;
  }

  /** Some number of something, without asking whether it is possible. */
  set(key: string, count: number): void {
    if (count > 0) this.wish.set(key, count);
    else this.wish.delete(key);
  }

  /** How many are wished, and how many are asked for at most, as far as the step says it. */
  get total(): number {
    return [...this.wish.values()].reduce((sum, one) => sum + one, 0);
  }
}

function amount(step: Step, option: Option): number {
  if (step.kind === "count") return typeof option.thing === "number" ? option.thing : Number(option.text);
  return step.kind === "member" ? Number(option.thing === true) : Number(option.thing !== null);
}
