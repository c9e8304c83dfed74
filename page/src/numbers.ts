// Numbers that stand for something on the table: indices of zones and fields that the selection reads.
import type { Step } from "gamedsl-host";
import { type PageModel, type Part, plansOf } from "./model.js";

/** Whether the numbers of a step are indices of something that is drawn. */
export function numeric(model: PageModel, node: number, step: Step): boolean {
  const part = partOf(model, node, step.name);
  const sources = part?.sources ?? [];
  const read = [
    ...sources.flatMap((one) => one.reads_zones.map((zone) => model.zones[zone])),
    ...sources.flatMap((one) => one.reads_fields.map((field) => model.fields[field])),
  ];
  const numbers = step.options.map(({ thing }) => (typeof thing === "number" ? thing : Number.NaN));
  return read.some((family) => family && !family.is_hidden && family.dimensions.some(({ type }) => type.is === "number" && numbers.every((one) => one >= type.low && one <= type.high)));
}

function partOf(model: PageModel, node: number, name: string): Part | null {
  const plan = model.nodes.find((one) => one.node === node)?.plan;
  if (!plan) return null;
  for (const one of plansOf(plan)) for (const part of one.parts) if (part.name === name) return part;
  return null;
}
