// Actions of a menu that begin with a click on the table: the thing that is clicked chooses the action as well.
import type { Option, Step } from "gamedsl-host";
import { reached } from "./foreseen.js";
import { behind } from "./front.js";
import type { Session } from "./session.js";

/** An action with the thing that it begins with, as answers to the menu and to the step behind it; `keys` are those of the thing. */
export interface Offer { action: Option; option: Option; values: number[]; keys: string[] }

const known = new WeakMap<Step, Offer[]>();

/** What the open menu offers on the table; nothing for other steps. */
export function offersOf(session: Session): Offer[] {
  const { step, asked } = session;
  if (step?.kind !== "menu" || asked === null) return [];
  const found = known.get(step) ?? step.options.flatMap((action) => offersBehind(session, action, asked));
  known.set(step, found);
  return found;
}

function offersBehind(session: Session, action: Option, asked: number): Offer[] {
  const after = behind(session.table, asked, action.value);
  const next = after?.step(asked);
  if (!after || next?.kind !== "one") return [];
  const things = session.thingsAt(after, next, [action.text]);
  return next.options.map((option) => ({ action, option, values: [action.value, option.value], keys: things.get(option.value) ?? [] }));
}

/** The numbers of the actions that begin with a click on the table, by which their things are coloured; empty where one alone does. */
export function tonesOf(session: Session): Map<Option, number> {
  const actions = [...new Set(offersOf(session).map(({ action }) => action))];
  return new Map(actions.length > 1 ? actions.map((action, i) => [action, i]) : []);
}

/** Where the pieces come that each of several offers moves, as keys; null where that does not tell them apart. */
export function endsOf({ model, table, asked }: Session, offers: readonly Offer[]): string[] | null {
  if (asked === null) return null;
  const ends = offers.map(({ values }) => reached(model, table, asked, values));
  return ends.every((one) => one !== null) && new Set(ends).size === ends.length ? ends : null;
}
