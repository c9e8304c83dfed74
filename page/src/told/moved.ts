// The pieces that somebody has chosen where all see them go. The event of a choice never names pieces: `gamedsl/table/logs/moved_choices.py` follows the same rules.
import type { Event } from "gamedsl-host";
import { familyOf, type PageModel, type Part, plansOf } from "../game/model.js";

const known = new WeakMap<PageModel, Map<string, Part[]>>();

/** An action in the text of a choice, with what it selects in brackets; not one that is declined. */
const ACTION = /(?<!\w|\bno )(\w+)(?:\(([^()]*)\))?(?=, |$)/g;

/** Events of a move in which each choice names the pieces that one move alone shows. */
export function withMovedChoices(model: PageModel, events: readonly Event[]): Event[] {
  return events.map((event, at) => {
    // What follows from choices that were made together belongs to none of them.
    if (event.is !== "choose" || events[at - 1]?.is === "choose" || events[at + 1]?.is === "choose") return event;
    const later = events.slice(at + 1);
    const next = later.findIndex(({ is }) => is === "choose");
    return { ...event, text: completed(model, event.text, next < 0 ? later : later.slice(0, next)) };
  });
}

function completed(model: PageModel, text: string, followed: readonly Event[]): string {
  return text.replace(ACTION, (all, name: string, inside: string | undefined) => {
    // What an action moves that names nothing is its object.
    if (inside === undefined) return all;
    const told = new Map(inside.split(/, (?=\w+ = )/).filter(Boolean).map((one) => [one.split(" = ")[0], one]));
    const parts = selections(model).get(name) ?? [];
    const added = parts.flatMap((part): [string, string][] => {
      const kind = told.has(part.name) ? null : movedOf(model, part, followed);
      return kind === null ? [] : [[part.name, `${part.name} = ${kind}`]];
    });
    if (!added.length) return all;
    const whole = new Map([...told, ...added]);
    const inOrder = [...parts.flatMap((part) => whole.get(part.name) ?? []), ...[...told].flatMap(([one, value]) => (parts.some((part) => part.name === one) ? [] : [value]))];
    return `${name}(${inOrder.join(", ")})`;
  });
}

/** The kind of the only piece that has left the zones of a selection of one piece; null if there are several, or if it is not seen. */
function movedOf(model: PageModel, { quantity, is_secret, local, sources }: Part, followed: readonly Event[]): string | null {
  const of = local === undefined ? null : model.locals[local].type;
  if (quantity !== "one" || is_secret || of?.is !== "piece") return null;
  const families = new Set((sources ?? []).flatMap(({ from_zones }) => from_zones.map((zone) => model.zones[zone].name)));
  const left = followed.filter(({ is, from }) => is === "move" && families.has(familyOf(from)));
  const [pieces] = left.map((one) => (Array.isArray(one.pieces) ? (one.pieces as [string, number][]) : []));
  if (left.length !== 1 || pieces.length !== 1 || pieces[0][1] !== 1) return null;
  const kind = model.kinds.find(({ name }) => name === pieces[0][0]);
  return kind && of.components.includes(kind.component) ? kind.name : null;
}

/** The selections of each action or phase, by its name; those that differ from one choice to the next are left out. */
function selections(model: PageModel): Map<string, Part[]> {
  const before = known.get(model);
  if (before) return before;
  const found = new Map<string, Part[]>();
  const differing = new Set<string>();
  for (const { plan } of model.nodes) for (const { name, parts } of plan ? plansOf(plan) : []) {
    const own = parts.filter(({ is }) => is === "selection");
    const other = found.get(name);
    if (other && JSON.stringify(other) !== JSON.stringify(own)) differing.add(name);
    found.set(name, own);
  }
  for (const name of differing) found.delete(name);
  known.set(model, found);
  return found;
}
