// Numbers that stand for something on the table: indices of zones and fields that the selection reads.
import type { Step } from "gamedsl-host";
import { type PageModel, type Part, plansOf } from "./model.js";

/** Whether the numbers of a step are indices of something that is drawn. */
export function numeric(model: PageModel, node: number, step: Step): boolean {
  const sources = partsOf(model, node, step.name).flatMap((part) => part.sources ?? []);
  const read = [
    ...sources.flatMap((one) => one.reads_zones.map((zone) => model.zones[zone])),
    ...sources.flatMap((one) => one.reads_fields.map((field) => model.fields[field])),
  ];
  const numbers = step.options.map(({ thing }) => (typeof thing === "number" ? thing : Number.NaN));
  return read.some((family) => family?.is_shown && family.dimensions.some(({ type }) => type.is === "number" && numbers.every((one) => one >= type.low && one <= type.high)));
}

/** The selections that a step may be about: several actions may call theirs alike. If an action was named before, it is one of that action's. */
export function partsOf(model: PageModel, node: number, name: string, before: readonly string[] = []): Part[] {
  const plan = model.nodes.find((one) => one.node === node)?.plan;
  const having = (plan ? [...plansOf(plan)] : []).filter(({ parts }) => parts.some((part) => part.name === name));
  const chosen = having.filter((one) => before.includes(one.name));
  return (chosen.length ? chosen : having).flatMap(({ parts }) => parts.filter((part) => part.name === name));
}
