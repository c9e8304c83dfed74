// One number out of many: a slider with a few steps to begin with, and a button that says what it comes to.
import type { Option, Step } from "gamedsl-host";
import { h, put } from "../window/dom.js";
import type { Amount } from "../game/model.js";

/** Numbers up to so many are buttons. */
const FEW = 9;
const PARTS = [0, 0.25, 0.5, 0.75, 1];
/** Steps on the way are round numbers, where there are so many that they lie near. */
const ROUND = 5;
const MANY = 30;

/** The option that a slider stands at, by its step: it stays when the page is painted anew. */
const chosen = new WeakMap<Step, number>();

/** What a slider needs to know of its options. */
export interface Amounts {
  label: string;
  /** What is chosen already, as “Raise”; empty if it is nothing. */
  before: string;
  /** Numbers that the look file gives names, as “The pot”. */
  named: ReadonlyMap<string, number>;
  /** An option in words. */
  told(option: Option): string;
  /** What it would change; null if nobody knows. */
  changes(option: Option): HTMLElement | null;
  choose(option: Option): void;
}

/** Whether a step asks for one of so many numbers that buttons would be a wall. */
export function isAmount(step: Step, open: readonly Option[]): boolean {
  return step.kind === "one" && open.length > FEW && open.every(({ thing }) => typeof thing === "number");
}

/** The slider, its steps, and the button that chooses the number. */
export function amountElements(step: Step, open: readonly Option[], { label, before, named, told, changes, choose }: Amounts): HTMLElement[] {
  const sorted = [...open].sort((a, b) => Number(a.thing) - Number(b.thing));
  const last = sorted.length - 1;
  let at = Math.min(last, chosen.get(step) ?? 0);
  const range = h("input", { attrs: { type: "range", min: "0", max: String(last), step: "1", "aria-label": label } });
  const button = (text: string, act: string, name: string, to: () => number) => h("button", { class: "btn", attrs: { "data-act": act, "aria-label": name }, on: () => set(to()) }, text);
  const steps = stepsOf(sorted, named).map(([to, word]) => {
    const text = word ? `${word}: ${told(sorted[to])}` : told(sorted[to]);
    return button(text, `amount${to}`, text, () => to);
  });
  const less = button("−", "less", "Less", () => at - 1);
  const more = button("+", "more", "More", () => at + 1);
  const go = h("button", { class: "btn go", on: () => choose(sorted[at]) });
  const set = (to: number) => {
    at = Math.max(0, Math.min(last, to));
    chosen.set(step, at);
    const option = sorted[at];
    range.value = String(at);
    range.setAttribute("aria-valuetext", told(option));
    less.disabled = at === 0;
    more.disabled = at === last;
    for (const one of steps) one.setAttribute("aria-pressed", String(one.dataset.act === `amount${at}`));
    go.dataset.act = `o${option.value}`;
    go.replaceChildren();
    put(go, [before, told(option)].filter(Boolean).join(" "), changes(option));
  };
  range.addEventListener("input", () => set(Number(range.value)));
  range.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") go.click();
  });
  set(at);
  return [h("div", { class: "amount", attrs: { role: "group", "aria-label": label } }, less, range, more, h("div", { class: "steps" }, ...steps)), go];
}

/** Where the steps of the slider stand, from the least, and what they are called: those with names and both ends, where there are such, else parts of the way. */
function stepsOf(sorted: readonly Option[], named: ReadonlyMap<string, number>): [at: number, word: string][] {
  const last = sorted.length - 1;
  const words = new Map([...named].map(([word, number]) => [sorted.findIndex(({ thing }) => thing === number), word]));
  words.delete(-1);
  const places = words.size ? [0, ...words.keys(), last] : PARTS.map((part) => roundAt(sorted, Math.round(part * last)));
  return [...new Set(places)].sort((a, b) => a - b).map((at) => [at, words.get(at) ?? ""]);
}

/** The number of an amount of the look file, rounded down; null where something of it is not seen. */
export function amountOf(amount: Amount, value: (name: string) => number | null): number | null {
  let sum = 0;
  for (const [name, part] of Object.entries(amount)) {
    const one = value(name);
    if (one === null) return null;
    sum += part * one;
  }
  return Math.floor(sum);
}

/** The place of a round number near a place; the place itself at both ends, and where no number near it is round. */
function roundAt(sorted: readonly Option[], at: number): number {
  if (at === 0 || at === sorted.length - 1 || sorted.length < MANY) return at;
  const round = sorted.findIndex(({ thing }, i) => i >= at - ROUND / 2 && Number(thing) % ROUND === 0);
  return round > 0 && round - at < ROUND ? round : at;
}
