// The colours that players have chosen by a rule: their pieces and their names have them.
import type { Looks } from "./looks.js";
import { bare, plansOf, type PageModel } from "./model.js";
import type { Session } from "./session.js";

/** The colours of the seats, where the rules let players choose one; null for a seat that has its usual one. */
export function chosenColours(session: Session, looks: Looks): (string | null)[] {
  const { model } = session;
  const type = model.types.findIndex(({ values }) => values.length >= model.humans && values.every((value) => looks.isHue(value)));
  const found = type < 0 ? [] : inFields(session, type) ?? inChoices(session, type);
  if (!found.some((value) => value !== null)) return session.names.map(() => null);
  // Who chooses none has one that nobody has chosen.
  const left = [...model.types[type].values.keys()].filter((value) => !found.includes(value));
  const all = model.seats.map((_, seat) => found[seat] ?? (isComplete(model, found) ? left.shift() : null) ?? null);
  return all.map((value) => (value === null ? null : looks.word(type, value).color));
}

/** Whether all people have a colour: what is left is for the others. */
function isComplete({ humans }: PageModel, found: readonly (number | null)[]): boolean {
  return found.slice(0, humans).every((value) => value !== null);
}

/** The colours that a field of each player holds; null where there is no such field, or two hold the same. */
function inFields({ model, view }: Session, type: number): (number | null)[] | null {
  const field = model.fields.find(({ dimensions: [first, ...more], type: of }) => {
    const held = bare(of);
    return first?.type.is === "seat" && !more.length && held.is === "word" && held.type === type;
  });
  if (!field) return null;
  const values = model.seats.map((_, seat) => {
    const thing = view.fields.find(({ number }) => number === field.base + seat)?.thing;
    return typeof thing === "object" && thing !== null && !Array.isArray(thing) && thing.is === "word" ? thing.number : null;
  });
  return new Set(values).size === values.length ? values : null;
}

/** The colours that players chose one after the other, each for the first time of all things that they chose, and nothing else with it. */
function inChoices({ model, moments, match, looker, shown }: Session, type: number): (number | null)[] {
  const alone = new Map(model.nodes.flatMap(({ plan }) => (plan ? [...plansOf(plan)] : [])).filter(({ parts, menu }) => parts.length === 1 && !menu).map(({ name, parts: [part] }) => [name, part]));
  const found: (number | null)[] = model.seats.map(() => null);
  const last = moments.findLast(({ after }) => shown === null || after <= shown);
  if (!last) return found;
  const seen = new Set<number>();
  for (const event of match.at(last.after).events(looker, { from: 0 })) {
    if (event.is !== "choose") continue;
    const [, seat, name, chosen] = /^(\w+): (\w+)\(\w+ = (\w+)\)$/.exec(event.text) ?? [];
    const at = model.seats.indexOf(seat);
    const value = model.types[type].values.indexOf(chosen);
    if (at < 0 || seen.has(at) || value < 0 || !alone.has(name) || found.includes(value)) break;
    seen.add(at);
    found[at] = value;
  }
  return found;
}
