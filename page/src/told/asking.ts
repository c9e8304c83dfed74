// What somebody did, from the question that was answered: “Which card do you bid?” and 5 as “bids 5”. For choices of which the rules say nothing.
import { singular } from "../game/words.js";

/** The questions of what the language asks by itself, by the names of the plan and the selection. */
export const USUAL: Readonly<Record<string, string>> = { "ranking winner": "Whom do you name as the winner?" };

/** Only the first sentence of a question asks; what stands behind a comma is no part of what is done. */
const FORMS: readonly [question: RegExp, told: (done: string, rest: string, value: string, of: string) => string][] = [
  [/^Which (?<of>[\p{L} ]+?) do you (?<verb>\p{Ll}+)(?<rest>[^?,]*)\?/u, (done, rest, value) => `${done} ${value}${rest}`],
  [/^How (?:many|much)(?<of>[\p{L} ]*?) do you (?<verb>\p{Ll}+)(?<rest>[^?,]*)\?/u, (done, rest, value, of) => `${done} ${value}${value === "1" ? oneOf(of) : of}${rest}`],
  [/^Whom do you (?<verb>\p{Ll}+)(?<rest>[^?,]*)\?/u, (done, rest, value) => `${done} ${value}${rest}`],
  [/^Where do you (?<verb>\p{Ll}+)(?<rest>[^?,]*)\?/u, (done, rest, value) => `${done}${rest} ${rest ? "on" : "to"} ${value}`],
];
const WHETHER = /^Do you (?<verb>\p{Ll}+)(?<rest>[^?,]*)\?/u;
/** What is the reader's own cannot be told of somebody else. */
const YOURS = /\byour?(?:s|self)?\b/;

/** What was done, without the name of who did it: by the question, and what was chosen in words. Null where the question has no such form. */
export function doneBy(question: string, value: string): string | null {
  for (const [form, told] of FORMS) {
    const { verb, rest, of = "" } = form.exec(question)?.groups ?? {};
    if (verb && !YOURS.test(rest + of)) return told(does(verb), rest, value, of);
  }
  return null;
}

/** The same for a question whether something is done. */
export function decidedBy(question: string, isDone: boolean): string | null {
  const { verb, rest } = WHETHER.exec(question)?.groups ?? {};
  if (!verb || YOURS.test(rest)) return null;
  return isDone ? does(verb) + rest : `does not ${verb}${rest}`;
}

/** What the button of a number says that answers a question: “How much do you bid?” as “Bid”; empty where nothing tells it. */
export function verbOf(question: string): string {
  const { verb, rest = "" } = /^(?:Which|How (?:many|much))[\p{L} ]*? do you (?<verb>\p{Ll}+)(?<rest>[^?,]*)\?/u.exec(question)?.groups ?? {};
  return verb && !rest ? verb.charAt(0).toUpperCase() + verb.slice(1) : "";
}

/** Whether a sentence about somebody tells what the name of an action does: “Ann opens an office.” what “Open” does. */
export function tellsDeed(sentence: string, name: string, action: string): boolean {
  const [, verb = ""] = /^(\p{L}+)(?: \p{L}+)*$/u.exec(action.toLowerCase()) ?? [];
  return verb !== "" && sentence.startsWith(`${name} ${does(verb)} `);
}

/** “bid” as “bids”, “pass” as “passes”, “try” as “tries”. */
function does(verb: string): string {
  if (/(?:[sxzo]|ch|sh)$/.test(verb)) return `${verb}es`;
  return verb === "have" ? "has" : verb.replace(/(?<=[^aeiou])y$/, "ie").concat("s");
}

function oneOf(of: string): string {
  const [, first, rest] = /^ (\p{L}+)(.*)$/u.exec(of) ?? [];
  return first === undefined ? of : ` ${singular(first)}${rest}`;
}
