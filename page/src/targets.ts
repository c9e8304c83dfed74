// What can be chosen by clicking on things, for the open step.
import { keyOf } from "./keys.js";
import { endsOf, type Offer, offersOf } from "./offers.js";
import type { Target } from "./scene.js";
import type { Session } from "./session.js";

const KEYS = 9;

/** The targets of the open step by key. `done` is called after each click that changed something. */
export function targetsOf(session: Session, done: () => void): Map<string, Target> {
  const found = new Map<string, Target>();
  const { step } = session;
  if (!step) return found;
  if (session.selection) parts(session, found, done);
  else if (step.kind === "menu") menu(session, found, done);
  else if (step.kind === "only") only(session, found, done);
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
    session.choose(...values);
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

/** The things of the only move that there is. */
function only(session: Session, found: Map<string, Target>, done: () => void): void {
  const { step, model, looker } = session;
  for (const [, thing] of step?.choices?.flatMap(({ values }) => values) ?? []) {
    const key = typeof thing === "number" ? null : keyOf(model, thing, looker);
    if (key) found.set(key, { state: "can", label: step?.options[0]?.text ?? "", act: chosen(session, [0], done) });
  }
}

/** A thing with which an action begins chooses the action as well; where several do, the page asks which. */
function menu(session: Session, found: Map<string, Target>, done: () => void): void {
  const by = new Map<string, Offer[]>();
  for (const offer of offersOf(session)) for (const key of offer.keys) by.set(key, [...(by.get(key) ?? []), offer]);
  for (const [key, offers] of by) {
    const [one, ...others] = offers;
    const act = others.length ? () => {
      session.narrow(offers);
      done();
    } : chosen(session, one.values, done);
    found.set(key, { state: "can", label: `${offers.map(({ action }) => action.text).join(", ")}: ${one.option.text}`, act });
  }
  const { narrowed } = session;
  const ends = narrowed && endsOf(session, narrowed);
  if (ends) narrowed.forEach(({ values, action }, i) => { found.set(ends[i], { state: "can", label: action.text, hint: i + 1, act: chosen(session, values, done) }); });
}
