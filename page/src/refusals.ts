// Why something cannot be chosen, in the words of the rules.
import type { Refused } from "gamedsl-host";
import { behind } from "./front.js";
import { keyOf } from "./keys.js";
import type { Session } from "./session.js";

/** The sentence of the rules that stands against a thing: of a requirement, of the filter of the selection, or of the one action that could choose it. */
export function sentenceAgainst(session: Session, key: string): string | null {
  const { asked, step, selection, table } = session;
  if (asked === null || !step) return null;
  const against = (options: readonly Refused[]) => {
    const found = options.find((one) => keyOf(session.model, one.thing, session.looker) === key);
    return found && (found.refusal.why ?? "The rules do not allow it here.");
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
