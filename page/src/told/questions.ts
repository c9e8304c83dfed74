// The question of the open step, in a sentence: that of the rules or of the look file, else one made of the names.
import type { Option, Step, Thing } from "gamedsl-host";
import { USUAL } from "./asking.js";
import type { Selection } from "../match/choosing.js";
import { type Plan, plansOf } from "../game/model.js";
import { type Offer, offersOf } from "../match/offers.js";
import type { Scene } from "../table/scene.js";
import type { Session } from "../match/session.js";
import { named, ownLabel } from "../table/values.js";
import { isDone, listed, plain, titled, uncapital } from "../game/words.js";

/** So many actions are named in a question. */
const FEW = 4;
/** So many actions beside the one that is asked about are named. */
const MOST_OTHERS = 2;

/** What the person is asked. */
export function question(scene: Scene, session: Session): string {
  const { step } = session;
  if (!step) return "";
  const name = session.names[session.looker];
  const { narrowed } = session;
  if (narrowed?.length) return `${titled(numbered(scene, narrowed[0].option.thing) ?? toldOf(scene, session, narrowed[0].option))}: ${either(scene, narrowed.map(({ action }) => action))}?`;
  // Drawn pieces are asked about by `keep`, which has no sentence of its own.
  const said = scene.look.say?.[step.name] ?? step.ask ?? USUAL[`${step.decision} ${step.name}`] ?? (step.name === "kept" ? "Which do you keep?" : null);
  if (said) return withOthers(scene, session, said);
  if (offeredOnTable(scene, session).length && step.options.length <= FEW) return `${name}: ${either(scene, step.options)}?`;
  switch (step.kind) {
    case "menu": return session.crumbs.length || session.names.length === 1 ? "What do you do now?" : `${name}, what do you do?`;
    case "gate": return askBehind(scene, session, step.name) ?? (session.model.phases.includes(step.name) ? `${name}, what do you do?` : `${scene.label("rule", step.name)}?`);
    case "only": return asksOnly(scene, session, step);
    case "yes_no": return `${scene.label("rule", step.name)}?`;
    case "one": return `${name}: which ${asked(scene, step)}?`;
    case "count": case "member": case "group": return session.selection?.question ?? `Which ${asked(scene, step)}?`;
    default: return `Which ${asked(scene, step)}?`;
  }
}

/** What was clicked: pieces by all of their name, as “Yellow Two”, which their faces need not repeat. */
function toldOf(scene: Scene, session: Session, { thing, text }: Option): string {
  const isPiece = thing !== null && typeof thing === "object" && !Array.isArray(thing) && thing.is === "piece";
  return isPiece ? session.speech.choice(text, session.looker) : named(scene, thing, text);
}

/** What the place of the player is called that has a number, as “Hand 2”; null for other things. */
function numbered(scene: Scene, thing: Thing): string | null {
  if (typeof thing !== "number") return null;
  const found = scene.layout.mat.find(({ dimensions: [, second, ...more] }) => second?.type.is === "number" && !more.length);
  return found ? ownLabel(scene, found, [scene.view.seat ?? 0, thing]) : null;
}

/** A question about the action that leads on, with what else can be done: “Where do you walk, or do you fill the buckets?” */
function withOthers(scene: Scene, session: Session, said: string): string {
  const others = session.exits.filter(({ step }) => step.kind === "menu").map(({ option }) => option);
  if (!others.length || !/^[^.?!]+\?$/.test(said)) return said;
  return said.replace(/\?$/, others.length > MOST_OTHERS ? ", or what else do you do?" : `, or do you ${either(scene, others)}?`);
}

/** What the open menu offers on the table, if nothing that leads on needs a button. */
export function offeredOnTable(scene: Scene, session: Session): readonly Offer[] {
  const offers = offersOf(session);
  const isAll = offers.every(({ keys }) => keys.some((key) => scene.painted.has(key)));
  const leading = new Set(offers.map(({ action }) => action));
  return isAll && session.step?.options.every((option) => leading.has(option) || !session.leadsOn(option)) ? offers : [];
}

/** Why what is picked cannot be confirmed, or why there is nothing to pick; empty if it can. */
export function lackOf(selection: Selection): string {
  return !selection.candidates.length && selection.answers() ? "You have nothing that fits." : selection.lack;
}

/** The question of a move that is asked though it is the only one: that of what it selects. */
function asksOnly(scene: Scene, session: Session, { name, choices = [] }: Step): string {
  const who = session.names[session.looker];
  const told = choices.flatMap(({ values }) => values.flatMap(([one]) => askOf(scene, session, one) ?? []));
  if (told.length) return `${told[told.length - 1]} You have one possibility.`;
  return scene.look.say?.[name] ?? (choices.some(({ isDeclined }) => !isDeclined) ? `${who}, you have one possibility:` : `${who}, there is nothing for you to do here.`);
}

/** The first question of what is chosen behind a step that asks whether something is done; null if it is an action of several. */
function askBehind(scene: Scene, session: Session, name: string): string | null {
  const plan = plansIn(session).find((one) => one.name === name);
  return plan?.menu ? null : (plan?.parts.flatMap((part) => askOf(scene, session, part.name) ?? [])[0] ?? null);
}

/** The question of a selection that the open decision may come to; null if it has none. */
function askOf(scene: Scene, session: Session, name: string): string | null {
  const parts = plansIn(session).flatMap((plan) => plan.parts);
  return scene.look.say?.[name] ?? parts.find((part) => part.name === name && part.ask)?.ask ?? null;
}

function plansIn({ model, match }: Session): Plan[] {
  const plan = model.nodes.find(({ node }) => node === match.node)?.plan;
  return plan ? [...plansOf(plan)] : [];
}

/** “walk or put out a fire”, each once. */
function either(scene: Scene, actions: readonly Option[]): string {
  return listed([...new Set(actions.map(({ text }) => scene.label("rule", text)))].map(uncapital), " or ");
}

/** What is asked for: a name of one letter says less than what its values are, and what is done to a thing says of what: “tea is bought”. */
function asked(scene: Scene, step: Step): string {
  const { name } = step;
  const noun = nounOf(scene, step);
  if (isDone(name)) return `${noun} is ${plain(name)}`;
  return name.length > 1 ? plain(name) : noun;
}

/** What the values of a choice are called. */
function nounOf({ model }: Scene, { name, options }: Step): string {
  const [thing] = options.map((one) => one.thing);
  if (typeof thing === "number") return "number";
  if (thing === null || typeof thing !== "object" || Array.isArray(thing)) return plain(name);
  if (thing.is === "word") return plain(thing.of);
  if (thing.is === "place") return plain(thing.board);
  return thing.is === "piece" || thing.is === "kind" ? plain(model.components[model.kinds[thing.is === "kind" ? thing.number : thing.kind.number].component].name) : plain(name);
}
