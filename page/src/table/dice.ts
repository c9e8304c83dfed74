// What chance has thrown, as the thing that was thrown: dice, coins, spinners.
import type { Event } from "gamedsl-host";
import { drawn, h, put } from "../window/dom.js";
import { emblem } from "./faces.js";
import { bare, boundAt, madeAt, type PageModel, type TypeData } from "../game/model.js";
import type { Scene } from "./scene.js";
import type { Moment, Session } from "../match/session.js";

/** One thing that was thrown, with what it showed, and where: null if nobody knows. */
export interface Throw { name: string; type: TypeData; value: string; node: number | null }
/** All that was thrown last, and by which move. `isUsed`: a choice has been made by it, after which the rules do not name it again. */
export interface Throws { of: number; all: Throw[]; isUsed: boolean }

const PIPS = 6;
/** A die has at least so many faces: fewer are a coin. */
const FACES = 3;
const MOST = 12;
const BACK = 8;
/** For so many milliseconds what was thrown moves. */
const ROLLING = 1500;
const NONE: Throws = { of: -1, all: [], isUsed: false };

/** What chance has thrown since somebody else moved: it lies there while one player goes on. `isLasting`: dice lie there until the next throw, as on a table where nothing else lies. */
export function throwsOf(session: Session, isLasting = false): Throws {
  const moments = session.moments.filter(({ after }) => session.shown === null || after <= session.shown);
  if (!moments.length) return { of: 0, all: thrownIn(session.model, session.visible.events(session.looker, { from: -1 }), session.visible.rolledAt(session.looker, { from: -1 })), isUsed: false };
  const [now] = session.visible.toAct;
  let isOver = false;
  for (let i = moments.length - 1; i >= 0 && moments.length - i <= BACK; i--) {
    const all = thrownIn(session.model, eventsOf(session, moments[i]), session.rolledIn(moments[i])).filter(({ type }) => !isOver || isDie(type));
    if (all.length) return { of: moments[i].after, all, isUsed: isOver || i < moments.length - 1 && isNamed(session, moments[i].after, all) && !isNamed(session, moments[moments.length - 1].after, all) };
    isOver ||= moments[i].seat !== now;
    if (isOver && !isLasting) break;
  }
  return NONE;
}

/** Whether such a value is thrown with one die or several. */
function isDie(type: TypeData): boolean {
  return type.is === "list" || type.is === "bag" ? isDie(type.of) : type.is === "number" && type.low === 1 && type.high <= PIPS;
}

/** Whether the rules can still name something that was thrown, in a position. */
function isNamed({ match, looker }: Session, stop: number, all: readonly Throw[]): boolean {
  const { locals } = match.at(stop).view(looker);
  return all.some(({ name }) => locals.some((one) => one.name === name));
}

const told = new WeakMap<Moment, Map<number, Event[]>>();

/** What the looking seat has seen of a move; found once. */
export function eventsOf(session: Session, moment: Moment): Event[] {
  const known = told.get(moment) ?? new Map<number, Event[]>();
  told.set(moment, known);
  const found = known.get(session.looker) ?? session.eventsOf(moment);
  known.set(session.looker, found);
  return found;
}

/** `at`: the nodes of the rolls among the events. */
function thrownIn(model: PageModel, events: readonly Event[], at: readonly number[] | null): Throw[] {
  let rolls: { name: string; value: string; node: number | null }[] = [];
  let number = 0;
  let isDone = false;
  let isBroken = false;
  for (const event of events) {
    // What was thrown before a choice has been used by it.
    if (event.is === "choose") isDone = true;
    if (event.is !== "roll") {
      isBroken = true;
      continue;
    }
    const roll = { name: String(event.name), value: String(event.value), node: at?.[number++] ?? null };
    // Dice that are thrown again after something has happened lie there no more as they were.
    if (isDone || (isBroken && rolls.some(({ name, node }) => name === roll.name && node === roll.node))) rolls = [];
    isDone = false;
    isBroken = false;
    rolls.push(roll);
  }
  return rolls.flatMap(({ name, value, node }) => {
    const type = typeOf(model, name, node);
    return type && isThrown(type) ? [{ name, type, value, node }] : [];
  }).slice(-MOST);
}

/** The type of what is rolled under a name, at a node if it is known. */
function typeOf({ nodes, locals }: PageModel, name: string, at: number | null): TypeData | null {
  const node = nodes.find((one) => one.is === "roll" && (at === null ? one.name === name : one.node === at));
  return node?.local === undefined ? null : bare(locals[node.local].type);
}

/** Whether a thing that people throw shows such values; whose turn it is and where something happens is only told. */
function isThrown(type: TypeData): boolean {
  if (type.is === "list" || type.is === "bag") return isThrown(type.of);
  return type.is === "number" || type.is === "word" || type.is === "flag" || type.is === "direction";
}

/** Whether a bag or list holds faces of dice that are rolled. */
export function holdsDice(model: PageModel, type: TypeData): boolean {
  if (type.is !== "list" && type.is !== "bag") return false;
  const { of } = type;
  const isRolled = ({ is, local }: PageModel["nodes"][number]) => {
    if (is !== "roll" || local === undefined) return false;
    const rolled = bare(model.locals[local].type);
    const one = rolled.is === "list" || rolled.is === "bag" ? rolled.of : rolled;
    return one.is === "number" && of.is === "number" && one.low === of.low && one.high === of.high;
  };
  return of.is === "number" && of.low === 1 && of.high === PIPS && model.nodes.some(isRolled);
}

/** All that was thrown, side by side; null if there is nothing. */
export function diceElement(scene: Scene): HTMLElement | null {
  const { throws, sinceThrown } = scene;
  // A direction that all share is shown with its name.
  const hasWay = scene.layout.facts.some(({ type }) => bare(type).is === "direction");
  const all = throws.all.filter(({ type }) => !(hasWay && type.is === "direction"));
  const isFresh = sinceThrown < ROLLING;
  if (!all.length) return null;
  const nodes = all.map(({ name, node }) => node ?? boundAt(scene.model, name, scene.view.phase, scene.node));
  const isOne = nodes.every((node) => node === nodes[0]);
  const found = h("div", { class: `dice ${isFresh ? "thrown" : ""} ${throws.isUsed ? "used" : ""}`, attrs: { role: "img", "aria-label": all.map(({ name, value }) => `${name.replace(/_/g, " ")} ${value}`).join(", "), ...(isOne ? madeAt(nodes[0]) : {}) } });
  if (isFresh) found.style.setProperty("--since", `${-Math.round(sinceThrown)}ms`);
  let number = 0;
  all.forEach((one, i) => {
    for (const part of partsOf(one)) {
      const drawn = thing(scene, part, number++);
      if (!isOne) for (const [name, value] of Object.entries(madeAt(nodes[i]))) drawn.setAttribute(name, value);
      put(found, drawn);
    }
  });
  return found;
}

/** The single things of a throw: several dice may be one list. */
function partsOf(thrown: Throw): Throw[] {
  const { type, value } = thrown;
  if (type.is !== "list" && type.is !== "bag") return [thrown];
  const counted = [...value.matchAll(/(?:(\d+)\s*[×x]\s*)?([\w-]+)/g)].flatMap(([, count, one]) => Array.from({ length: Number(count ?? 1) }, () => one));
  return counted.map((one) => ({ ...thrown, type: bare(type.of), value: one }));
}

function thing(scene: Scene, { type, value }: Throw, number: number): HTMLElement {
  const style = { "--n": String(number) };
  if (type.is === "number") return h("span", { class: "die", style }, dieFace(Number(value), type.low === 1 && type.high <= PIPS));
  if (type.is === "word") {
    const { values } = scene.model.types[type.type];
    const look = scene.looks.word(type.type, Math.max(0, values.indexOf(value)));
    if (values.length < FACES) return h("span", { class: "tossed", style: { ...style, "--kc": look.color } }, emblem(look), h("b", {}, look.word));
    return h("span", { class: "spun", style }, spinner(values.map((_, i) => scene.looks.word(type.type, i).color), values.indexOf(value)), h("b", {}, look.word));
  }
  if (type.is === "flag") return h("span", { class: "tossed", style: { ...style, "--kc": "var(--c4)" } }, h("b", {}, value));
  return h("span", { class: "spun", style }, compass(value), h("b", {}, value));
}

/** The face of a die: pips up to six, else the number. */
export function dieFace(value: number, hasPips: boolean): SVGElement {
  const root = drawn("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
  root.append(drawn("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8, class: "ivory" }));
  if (hasPips && value >= 1 && value <= PIPS) {
    for (const [x, y] of pipsOf(value)) root.append(drawn("circle", { cx: x, cy: y, r: 3.9, class: "pip" }));
    return root;
  }
  const text = drawn("text", { x: 20, y: 20, class: "pip", "text-anchor": "middle", "dominant-baseline": "central" });
  text.textContent = String(value);
  root.append(text);
  return root;
}

/** Where the pips of a face lie on a square of 40. */
export function pipsOf(value: number): [number, number][] {
  const [near, middle, far] = [10.5, 20, 29.5];
  const found: [number, number][] = value % 2 ? [[middle, middle]] : [];
  if (value >= 2) found.push([near, near], [far, far]);
  if (value >= 4) found.push([far, near], [near, far]);
  if (value === PIPS) found.push([near, middle], [far, middle]);
  return found;
}

/** A wheel with a sector for each value, and a needle that shows one of them. */
function spinner(colors: readonly string[], at: number): SVGElement {
  const root = drawn("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
  const end = (turn: number) => `${20 + 18 * Math.sin(2 * Math.PI * turn)} ${20 - 18 * Math.cos(2 * Math.PI * turn)}`;
  colors.forEach((color, i) => {
    const [from, to] = [i / colors.length, (i + 1) / colors.length];
    root.append(drawn("path", { d: `M20 20L${end(from)}A18 18 0 ${to - from > 0.5 ? 1 : 0} 1 ${end(to)}z`, fill: color, class: "sector" }));
  });
  root.append(needle(((at + 0.5) / colors.length) * 360));
  return root;
}

const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/** A weathercock. */
export function compass(way: string): SVGElement {
  const root = drawn("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, drawn("circle", { cx: 20, cy: 20, r: 18, class: "ivory" }));
  root.append(needle(Math.max(0, POINTS.indexOf(way)) * 45));
  return root;
}

function needle(angle: number): SVGElement {
  const found = drawn("g", { class: "needle" }, drawn("path", { d: "M20 4l4.5 16L20 24l-4.500-4z", class: "pip" }));
  found.style.setProperty("--angle", `${angle}deg`);
  return found;
}
