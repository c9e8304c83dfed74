// Selections of several parts: what is picked, freely and in any order, and whether that is what some move chooses.
import type { Several, SeveralPart, Step, Thing } from "gamedsl-host";
import { keyOf } from "../game/keys.js";
import { bare, type PageModel, plansOf } from "../game/model.js";
import type { Table } from "./session.js";
import { plain, titled } from "../game/words.js";

/** Something of which some number can be picked. */
export interface Candidate { key: string; text: string; thing: Thing; most: number; group: number | null }

const SEVERAL = new Set(["count", "group", "member"]);

/** Whether a step is one of several that together choose one thing. */
export function isSeveral(step: Step): boolean {
  return SEVERAL.has(step.kind);
}

/** A selection of several parts that is open. */
export class Selection {
  /** How many are picked, by key. */
  readonly wish: Map<string, number> = new Map();
  /** What some move chooses. */
  readonly candidates: Candidate[];
  private readonly all: Candidate[];
  private known: { amounts: string; answers: number[] | null } | null = null;

  /** The sentence of its filter, if the rules have one. */
  private readonly filter: string | null;

  /** Of what each may be picked once only, as “symbol”; null where nothing may not. */
  readonly only: string | null;

  constructor(model: PageModel, private readonly match: Table, private readonly seat: number, private readonly several: Several) {
    const keys = new Set<string>();
    this.all = several.parts.map((part) => ({ ...part, key: unused(keys, keyed(model, part, seat)) }));
    this.candidates = this.all.filter(({ most }) => most > 0);
    const plans = model.nodes.flatMap(({ node, plan }) => (node === match.node && plan ? [...plansOf(plan)] : []));
    const part = plans.flatMap(({ parts }) => parts).find(({ is, name }) => is === "selection" && name === several.name);
    this.filter = part?.why ?? null;
    const of = part?.distinct ? bare(part.distinct) : null;
    this.only = of?.is === "word" ? plain(model.types[of.type].name) : null;
  }

  get name(): string {
    return this.several.name;
  }

  /** How many have to be picked; null where it is not one number. */
  private get exactly(): number | null {
    return this.several.quantity === "exactly" ? this.several.number : null;
  }

  /** The answers that choose exactly what is picked; null if no move does that. */
  answers(): number[] | null {
    if (this.exactly !== null && this.exactly !== this.total) return null;
    const amounts = this.all.map(({ key }) => this.wish.get(key) ?? 0);
    if (this.known?.amounts !== amounts.join()) this.known = { amounts: amounts.join(), answers: this.match.picked(this.seat, amounts) };
    return this.known.answers;
  }

  /** What is picked and cannot be chosen together with this. */
  rival(key: string): Candidate | null {
    const one = this.candidates.find((candidate) => candidate.key === key);
    return this.candidates.find((other) => other !== one && other.group !== null && other.group === one?.group && this.wish.has(other.key)) ?? null;
  }

  /** Whether it lies among what is selected from, but no move chooses it. */
  isLeftOut(key: string): boolean {
    return this.all.some((one) => one.key === key && one.most === 0);
  }

  /** The sentence of the selection's filter, if that leaves the thing out. */
  whyLeftOut(key: string): string | null {
    return this.isLeftOut(key) || !this.all.some((one) => one.key === key) ? this.filter : null;
  }

  /** Picks so many of something. */
  set(key: string, count: number): void {
    if (count > 0) this.wish.set(key, count);
    else this.wish.delete(key);
  }

  /** How many are picked. */
  get total(): number {
    return [...this.wish.values()].reduce((sum, one) => sum + one, 0);
  }

  /** “Gift: choose 3”; null where the number says nothing. */
  get question(): string | null {
    const { quantity, number, name } = this.several;
    return number === null ? null : `${titled(name)}: choose ${quantity === "up_to" ? "up to " : ""}${number}`;
  }

  /** “2 of 3”. */
  get counted(): string {
    const { quantity, number } = this.several;
    if (number === null) return String(this.total);
    return `${this.total} of ${quantity === "up_to" ? "up to " : ""}${number}`;
  }

  /** Why what is picked cannot be confirmed; empty if it can. */
  get lack(): string {
    if (this.answers()) return "";
    const { number } = this.several;
    if (number !== null && this.total > number) return `${this.total - number} too many.`;
    if (this.exactly !== null && this.total < this.exactly) return `Choose ${this.exactly - this.total}${this.total ? " more" : ""}.`;
    const amounts = this.all.map(({ key }) => this.wish.get(key) ?? 0);
    return this.match.whyNot(this.seat, amounts) ?? (this.total ? "These alone do not do: choose more, or others." : "Choose something.");
  }
}

function keyed(model: PageModel, part: SeveralPart, seat: number): string {
  return keyOf(model, part.thing, seat) ?? `t${part.text}`;
}

function unused(keys: Set<string>, wanted: string): string {
  let key = wanted;
  for (let i = 2; keys.has(key); i++) key = `${wanted}#${i}`;
  keys.add(key);
  return key;
}
