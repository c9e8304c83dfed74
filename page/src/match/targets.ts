// What can be chosen by clicking on things, for the open step.
import { keyOf } from "../game/keys.js";
import { endsOf, type Offer, offersOf, tonesOf } from "./offers.js";
import type { Target } from "../table/scene.js";
import type { Session } from "./session.js";

/** The targets of the open step by key. `done` is called after each click that changed something. */
export function targetsOf(session: Session, done: () => void): Map<string, Target> {
  const found = new Map<string, Target>();
  const { step } = session;
  if (!step) return found;
  if (session.selection) parts(session, found, done);
  else if (step.kind === "menu") menu(session, found, done);
  else if (step.kind === "only") only(session, found, done);
  else if (step.kind === "one") {
    for (const option of step.options) {
      for (const key of session.keysOf(option)) if (!found.has(key)) found.set(key, chosen(session, option.text, [option.value], done));
    }
    for (const [key, value] of session.beside) if (!found.has(key)) found.set(key, chosen(session, "", [value], done));
  }
  return found;
}

/** What answers the open step, and the ones after it, with some values. */
function chosen(session: Session, label: string, values: readonly number[], done: () => void): Target {
  return {
    state: "can", label, values,
    leads: () => session.leads(values),
    act: (_, inside) => {
      session.choose(...values);
      if (inside !== null) goInside(session, inside);
      done();
    },
  };
}

/** What was clicked lies in what was chosen by it: it is chosen as well, if that is what is asked then. */
function goInside(session: Session, key: string): void {
  const next = session.crumbs.length ? targetsOf(session, () => undefined).get(key) : undefined;
  if (next && next.state !== "barred") next.act(1, null);
}

function parts(session: Session, found: Map<string, Target>, done: () => void): void {
  const { selection } = session;
  for (const { key, text, most } of selection?.candidates ?? []) {
    const count = selection?.wish.get(key) ?? 0;
    const why = count ? null : session.barred(key);
    found.set(key, {
      state: why === null ? "adjust" : "barred", label: text, chosen: count, most, ...(why !== null && { why }),
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
    if (key) found.set(key, chosen(session, step?.options[0]?.text ?? "", [0], done));
  }
}

/** A thing with which an action begins chooses the action as well; where several do, the page asks which. */
function menu(session: Session, found: Map<string, Target>, done: () => void): void {
  const by = new Map<string, Offer[]>();
  const tones = tonesOf(session);
  for (const offer of offersOf(session)) for (const key of offer.keys) by.set(key, [...(by.get(key) ?? []), offer]);
  for (const [key, offers] of by) {
    const [one, ...others] = offers;
    const label = `${offers.map(({ action }) => action.text).join(", ")}: ${one.option.text}`;
    found.set(key, others.length ? {
      state: "can", label, leads: () => true,
      act: () => {
        session.narrow(offers);
        done();
      },
    } : { ...chosen(session, label, one.values, done), ...(tones.size && { tone: tones.get(one.action) }) });
  }
  const { narrowed } = session;
  const ends = narrowed && endsOf(session, narrowed);
  if (ends) narrowed.forEach(({ values, action }, i) => { found.set(ends[i], chosen(session, action.text, values, done)); });
}
