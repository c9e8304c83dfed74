// The open decision as the page asks it: what a player thinks of as one choice is one, and what comes to the same is offered once.
import { Fault, type Option, type Refused, type Step, type Thing } from "gamedsl-host";
import type { Table } from "./session.js";

/** An answer beside those of the open step: one of an earlier step, as to pass where something may be done. */
export interface Exit { step: Step; option: Option; values: number[] }
/** The step that is asked, the answers that lead there and need no question of their own, what can be answered instead, and what is offered beside it but not allowed. */
export interface Front { table: Table; step: Step; entered: number[]; names: string[]; exits: Exit[]; refused: Refused[] }

/** More options than this are a choice of their own. */
const FEW = 4;
/** So many steps are answered without a question. */
const MOST = 4;
const ON_TABLE = new Set(["place", "piece", "zone"]);

/** What is asked of a seat: a step of which only one answer leads on, while all others end the move, is passed over. */
export function frontOf(match: Table, seat: number): Front {
  const front: Front = { table: match, step: match.step(seat), entered: [], names: [], exits: [], refused: [] };
  for (let i = 0; i < MOST; i++) {
    const entered = entering(front, seat);
    if (!entered) break;
    const { option, table, step } = entered;
    const others = front.step.options.filter((one) => one !== option);
    front.refused = front.step.kind === "menu" ? [...front.refused, ...front.table.refused(seat)] : front.refused;
    front.exits = [...others.map((one): Exit => ({ step: front.step, option: one, values: [...front.entered, one.value] })), ...front.exits];
    front.entered = [...front.entered, option.value];
    front.names = [...front.names, front.step.kind === "menu" ? option.text : front.step.name];
    Object.assign(front, { table, step });
  }
  return front;
}

/** The one answer that leads on, with the step behind it; null where the step has to be asked. */
function entering({ table, step }: Front, seat: number): { option: Option; table: Table; step: Step } | null {
  if (!["gate", "menu"].includes(step.kind) || step.options.length > FEW) return null;
  const on = step.options.flatMap((option) => {
    const after = behind(table, seat, option.value);
    return after ? [{ option, table: after, step: after.step(seat) }] : [];
  });
  const [one, ...others] = on;
  if (!one || others.length) return null;
  return step.kind === "gate" || (one.step.kind === "one" && one.step.options.every(({ thing }) => liesOnTable(thing))) ? one : null;
}

/** The match after an answer that does not complete a move; null if it does, or if that would break a promise of the rules. */
export function behind(table: Table, seat: number, value: number): Table | null {
  const found = given(table, seat, [value]);
  return found?.isWhole ? null : (found?.after ?? null);
}

/** The match after answers, and whether they complete a move; null if that would break a promise of the rules. */
export function given(table: Table, seat: number, values: readonly number[]): { after: Table; isWhole: boolean } | null {
  const after = table.at(table.length - 1);
  try {
    return { after, isWhole: values.some((value) => after.take(seat, value)) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return null;
  }
}

/** Whether a thing is surely drawn on the table. */
function liesOnTable(thing: Thing): boolean {
  return thing !== null && typeof thing === "object" && !Array.isArray(thing) && ON_TABLE.has(thing.is);
}
