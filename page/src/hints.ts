// A hint: what a strong player would choose, and what each option is worth.
import type { Advice, Step, Thing } from "gamedsl-host";
import { optionTold } from "./dock.js";
import { h, put } from "./dom.js";
import { keyOf } from "./keys.js";
import { offersOf } from "./offers.js";
import type { Scene } from "./scene.js";
import type { Session } from "./session.js";
import { named } from "./values.js";
import { SAID } from "./voice.js";
import { listed, titled } from "./words.js";

const SHOWN = 6;

/** The hint in the dock; nothing if nobody has asked for one. */
export function hintElement(scene: Scene, session: Session): HTMLElement | null {
  const { hint, step } = session;
  if (!hint || !step) return null;
  const found = h("section", { class: "advice", attrs: { "aria-label": "Hint", ...SAID } });
  if (hint.is === "sought") put(found, h("p", {}, "A strong player is thinking …"));
  else if (hint.is === "none") put(found, h("p", {}, "Nobody can judge this: something unseen still counts."));
  else put(found, ...judged(scene, session, hint.advice, hint.step));
  return found;
}

function judged(scene: Scene, session: Session, advice: Advice, step: Step): HTMLElement[] {
  const selection = step === session.step ? session.selection : null;
  if (!advice.differs) return [h("p", {}, "A strong player sees no difference: take what you like.")];
  const best = Math.max(...advice.options.map(({ worth }) => worth ?? Number.NEGATIVE_INFINITY));
  if (selection) {
    const picked = [...picks(session, advice)].map(([key, count]) => {
      const candidate = selection.candidates.find((one) => one.key === key);
      return candidate ? `${count > 1 ? `${count} ` : ""}${titled(named(scene, candidate.thing, candidate.text))}` : "";
    });
    return [h("p", {}, "A strong player would choose ", h("b", {}, listed(picked.filter(Boolean)) || "none"), `: ${worthTold(best, advice)}.`)];
  }
  const { answer: chosen } = advice;
  const options = advice.options.flatMap(({ value, worth }) => {
    const option = step.options.find((one) => one.value === value);
    return option && worth !== null ? [{ value, worth, text: session.speech.move(optionTold(scene, session, step, option)) }] : [];
  }).sort((a, b) => Number(b.value === chosen) - Number(a.value === chosen) || b.worth - a.worth);
  if (!options.length) return [h("p", {}, "Nobody can judge this yet.")];
  const least = Math.min(0, ...options.map(({ worth }) => worth));
  const span = advice.measure === "share" ? 1 : Math.max(...options.map(({ worth }) => worth)) - least || 1;
  const list = h("ol", {}, ...options.slice(0, SHOWN).map(({ value, worth, text }) =>
    h("li", { class: value === chosen ? "top" : "" }, h("span", {}, text), h("i", { style: { "--part": `${Math.round((100 * (worth - least)) / span)}%` }, attrs: { "aria-hidden": "true" } }), h("b", {}, worthTold(worth, advice)))));
  const more = options.length - SHOWN;
  const [first] = options;
  return [h("p", {}, "A strong player would choose ", h("b", {}, first.text), "."), list, ...(more > 0 ? [h("p", { class: "soft" }, `${more} more ${more === 1 ? "is" : "are"} worth no more.`)] : [])];
}

/** “62 % to win”, or for a single player “about 34 points”. */
function worthTold(worth: number, { measure }: Advice): string {
  return measure === "share" ? `${Math.round(100 * worth)} % to win` : `about ${Math.round(worth)} points`;
}

/** How many of each thing the advised move chooses in the open selection of several, by key. */
function picks(session: Session, { move }: Advice): Map<string, number> {
  const found = new Map<string, number>();
  const name = session.selection?.name;
  const value = move.choices.flatMap(({ values }) => values).find(([one]) => one === name)?.[1] ?? null;
  const note = (thing: Thing, count: number) => {
    const key = keyOf(session.model, thing, session.looker);
    if (key) found.set(key, (found.get(key) ?? 0) + count);
  };
  if (Array.isArray(value)) for (const thing of value) note(thing, 1);
  else if (typeof value === "object" && value !== null && "entries" in value) for (const [thing, count] of value.entries as [Thing, number][]) note(thing, count);
  return found;
}

/** The keys and buttons of what is advised at the open step. */
function bestOf(session: Session, step: Step, advice: Advice): string[] {
  if (session.selection) return [...picks(session, advice).keys()];
  const option = step.options.find(({ value }) => value === advice.answer);
  const begun = offersOf(session).filter(({ action }) => action === option);
  const before = [...session.crumbs.flatMap(({ values }) => values), ...session.entered].length;
  const behind = begun.filter(({ values }) => values.every((value, i) => advice.move.steps[before + i] === value));
  return option ? [`o${option.value}`, ...session.keysOf(option), ...behind.flatMap(({ keys }) => keys)] : [];
}

/** Marks on the page what is advised. */
export function markBest(page: HTMLElement, session: Session): void {
  const { hint, step } = session;
  if (hint?.is !== "found" || !hint.advice.differs || !step) return;
  const keys = hint.step === step ? bestOf(session, step, hint.advice) : session.exits.flatMap((exit, i) => (exit.step.name === hint.step.name && exit.option.value === hint.advice.answer ? [`x${i}`] : []));
  for (const one of page.querySelectorAll<HTMLElement>("[data-act]")) {
    const act = one.dataset.act ?? "";
    if (keys.includes(act) || keys.includes(act.replace(/^w(?=.)/, ""))) one.classList.add("best");
  }
}
