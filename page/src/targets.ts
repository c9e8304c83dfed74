// What can be chosen by clicking on things, for the open step.
import type { Step } from "gamedsl-host";
import { isSeveral } from "./choosing.js";
import { keyOf } from "./keys.js";
import type { Target } from "./scene.js";
import type { Session } from "./session.js";

const KEYS = 9;

/** The targets of the open step by key. `done` is called after each click that changed something. */
export function targetsOf(session: Session, done: () => void): Map<string, Target> {
  const found = new Map<string, Target>();
  const { step } = session;
  if (!step) return found;
  if (session.selection) parts(session, found, done);
  else if (step.kind === "menu") menu(session, step, found, done);
  else if (step.kind === "one") {
    const few = step.options.length <= KEYS;
    step.options.forEach((option, i) => {
      for (const key of session.keysOf(option)) {
        if (!found.has(key)) found.set(key, { state: "can", label: option.text, ...(few && { hint: i + 1 }), act: chosen(session, [option.value], done) });
      }
    });
  }
  return found;
}

function chosen(session: Session, values: number[], done: () => void): () => void {
  return () => {
    for (const value of values) session.choose(value);
    done();
  };
}

function parts(session: Session, found: Map<string, Target>, done: () => void): void {
  const { selection } = session;
  for (const { key, text, most } of selection?.candidates ?? []) {
    found.set(key, {
      state: "adjust", label: text, chosen: selection?.wish.get(key) ?? 0, most,
      act: (by) => {
        session.adjust(key, by);
        done();
      },
    });
  }
}

/** A thing that occurs as first selection of exactly one action begins that action. */
function menu(session: Session, step: Step, found: Map<string, Target>, done: () => void): void {
  const twice = new Set<string>();
  for (const line of step.options) {
    const after = session.match.at(session.match.length - 1);
    if (session.asked === null || after.take(session.asked, line.value)) continue;
    const next = after.step(session.asked);
    if (next.kind !== "one" || isSeveral(next)) continue;
    for (const option of next.options) {
      const key = typeof option.thing === "number" ? null : keyOf(session.model, option.thing, session.looker);
      if (!key) continue;
      if (found.has(key)) twice.add(key);
      found.set(key, { state: "can", label: `${line.text}: ${option.text}`, act: chosen(session, [line.value, option.value], done) });
    }
  }
  for (const key of twice) found.delete(key);
}
