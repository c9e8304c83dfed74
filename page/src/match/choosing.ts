// Selections of several parts: what is picked, freely and in any order, and whether that is what some move chooses.
import type { Several, SeveralPart, Step, Thing } from "gamedsl-host";
import { keyOf } from "../game/keys.js";
import { bare, type PageModel, plansOf } from "../game/model.js";
import type { Table } from "./session.js";
import { isDone, plain, titled } from "../game/words.js";

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

  /** The fewest that the rules take; 0 where they do not say a number. */
  private readonly least: number;

  /** Of what each may be picked once only, as “symbol”; null where nothing may not. */
  readonly only: string | null;

  constructor(model: PageModel, private readonly match: Table, private readonly seat: number, private readonly several: Several) {
    const keys = new Set<string>();
    this.all = several.parts.map((part) => ({ ...part, key: unused(keys, keyed(model, part, seat)) }));
    this.candidates = this.all.filter(({ most }) => most > 0);
    const plans = model.nodes.flatMap(({ node, plan }) => (node === match.node && plan ? [...plansOf(plan)] : []));
    const part = plans.flatMap(({ parts }) => parts).find(({ is, name }) => is === "selection" && name === several.name);
    this.filter = part?.why ?? null;
    this.least = Number(/^\d+$/.exec(part?.least ?? "")?.[0] ?? 0);
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

  /** How many can be picked: “3”, “up to 2”, “1 or 2”, “2 to 5”; null where the number says nothing. */
  private get range(): string | null {
    const { least, several: { quantity, number } } = this;
    if (number === null || quantity !== "up_to" || least === number) return number === null ? null : String(number);
    return least ? `${least} ${number - least === 1 ? "or" : "to"} ${number}` : `up to ${number}`;
  }

  /** “Gift: choose 3”; null where the number says nothing. */
  get question(): string | null {
    const { range, several: { name } } = this;
    if (range === null) return null;
    return isDone(name) ? `Which are ${plain(name)}? Choose ${range}.` : `${titled(name)}: choose ${range}`;
  }

  /** “2 of 3”, “1 of up to 2”; the number alone where there are more than there can be, or where the question says from where to where. */
  get counted(): string {
    const { total, least, range, several: { number } } = this;
    const isAlone = number === null || total > number || (least > 0 && least < number);
    return isAlone ? String(total) : `${total} of ${range}`;
  }

  /** Why what is picked cannot be confirmed; empty if it can. */
  get lack(): string {
    if (this.answers()) return "";
    const { number } = this.several;
    if (number !== null && this.total > number) return `${this.total - number} too many: choose ${this.range}.`;
    if (this.exactly !== null && this.total < this.exactly) return `Choose ${this.exactly - this.total}${this.total ? " more" : ""}.`;
    if (this.least && !this.total && this.range !== null) return `Choose ${this.range}.`;
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
