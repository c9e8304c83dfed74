// A promise of the rules that was broken while a match is played: said in words, with the rule, and with what can be done.
import type { Failure } from "../match/agents.js";
import { disc } from "../table/faces.js";
import { h } from "./dom.js";
import type { PageData, PageModel } from "../game/model.js";
import { titled } from "../game/words.js";

/** What can be done about it; null where it cannot. */
export interface WaysOut { undo: (() => void) | null; begin: () => void; go: (() => void) | null; read: (() => void) | null }

/** The rule, phase or declaration that a fault points to; empty if it points to none. */
export function placeOf({ setups }: PageData, setup: number, { site }: Failure): string {
  return site < 0 ? "" : (setups[setup].places.findLast(([first]) => first <= site)?.[1] ?? "");
}

/** “A zone that is full, in Draw phase.”, and the sentence of that rule. */
export function troubleTold(data: PageData, setup: number, { sentences }: PageModel, failure: Failure): string {
  const what = failure.code === null ? failure.text : (data.faults[failure.code] ?? failure.code);
  const where = placeOf(data, setup, failure);
  const sentence = sentences.find(({ name }) => name === where && where)?.text;
  return `${titled(what)}${where ? `, in “${titled(where)}”` : ""}.${sentence ? ` ${sentence}` : ""}`;
}

/** Stands in place of the question while the match cannot go on. */
export function troubleElement(name: string, colour: string, told: string, { undo, begin, go, read }: WaysOut): HTMLElement {
  const button = (text: string, act: (() => void) | null, isMain = false) => act && h("button", { class: `btn ${isMain ? "go" : ""}`, on: act }, text);
  return h("div", { class: "ask trouble", attrs: { role: "alert" } }, disc(colour, name, "s"),
    h("div", {}, h("h2", { class: "q" }, `${name} cannot go on: the rules break a promise`), h("p", {}, told)),
    h("div", { class: "acts" }, button("Undo", undo, true), button(`Let ${name} take any move`, go), button("Read the rule", read), button("New match", begin)));
}
