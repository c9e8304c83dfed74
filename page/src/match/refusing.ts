// Why a thing cannot be chosen, in the words of the rules.
import type { Refused } from "gamedsl-host";
import { behind } from "./front.js";
import { keyOf, placeOfKey } from "../game/keys.js";
import { isWhereabouts } from "../game/roles.js";
import type { Session } from "./session.js";
import { listed, placeCalled } from "../game/words.js";

/** So many things that can be chosen are named. */
const FEW = 3;

/** What is said to a click on a thing that cannot be chosen; null where the click asks nothing of the rules, as one on a player or a pile. */
export function whyNot(session: Session, key: string, name: string): { head: string; text: string } | null {
  const said = sentenceAgainst(session, key);
  if (said === null && !isMeantToChoose(session, key)) return null;
  const called = placeAt(session, key) ?? name;
  return said ? { head: `${called}:`, text: said } : { head: `${called} cannot be chosen now.`, text: offerTold(session) };
}

/** What can be chosen instead, where that is little; empty where it is more, or parts of something. */
function offerTold({ asked, step, selection, speech }: Session): string {
  if (asked === null || selection || step?.kind !== "one" || step.options.length > FEW) return "";
  return `Only ${listed([...new Set(step.options.map(({ text }) => speech.choice(text, asked)))])} can be.`;
}

/** What players call the place of a key; null if it is none. */
function placeAt({ model, look, looker }: Session, key: string): string | null {
  const [, board, place] = /^b(\d+)\.(\d+)/.exec(key) ?? [];
  return board === undefined ? null : placeCalled(model, look, looker, Number(board), Number(place));
}

/** Whether a click on a thing is meant as a choice: something of its sort can be chosen. */
function isMeantToChoose(session: Session, key: string): boolean {
  const { step, selection, model, looker } = session;
  const offered = selection ? selection.candidates.map((one) => one.key) : (step?.options.flatMap((option) => session.keysOf(option)) ?? []);
  const only = step?.choices?.flatMap(({ values }) => values.map(([, thing]) => keyOf(model, thing, looker))) ?? [];
  return [...offered, ...only].some((one) => one?.charAt(0) === key.charAt(0));
}

/** Whether a line of a map leads from where the looking seat is to the place of a key. */
function leadsTo({ model, view, looker }: Session, { thing }: Refused, key: string): boolean {
  const [board, place] = placeOfKey(key);
  const { shape, name } = model.boards[board] ?? {};
  if (shape?.is !== "graph" || thing === null || typeof thing !== "object" || Array.isArray(thing) || thing.is !== "word" || thing.of !== model.types[shape.edges ?? -1]?.name) return false;
  const ends = shape.ends[thing.number];
  const at = model.fields.filter(isWhereabouts).map(({ base }) => view.fields.find(({ number }) => number === base + looker)?.thing);
  return ends.includes(place) && at.some((one) => one !== null && typeof one === "object" && !Array.isArray(one) && one.is === "place" && one.board === name && one.number !== place && ends.includes(one.number));
}

/** The sentence of the rules that stands against a thing: of a requirement, of the filter of the selection, or of the one action that could choose it. */
function sentenceAgainst(session: Session, key: string): string | null {
  const { asked, step, selection, table, model, looker } = session;
  if (asked === null || !step) return null;
  const against = (options: readonly Refused[]) => {
    const found = options.find((one) => keyOf(model, one.thing, looker) === key || leadsTo(session, one, key));
    return found && (found.refusal.why ?? "The rules do not allow this now.");
  };
  if (selection) return selection.whyLeftOut(key);
  const here = against([...table.refused(asked), ...(step.kind === "one" ? table.leftOut(asked) : [])]);
  if (here || step.kind !== "menu") return here ?? null;
  for (const { value } of step.options) {
    const after = behind(table, asked, value);
    if (after?.step(asked).kind !== "one") continue;
    const there = against([...after.refused(asked), ...after.leftOut(asked)]);
    if (there) return there;
  }
  return null;
}
