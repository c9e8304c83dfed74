// The dock: the question, what was chosen so far, choices that nothing on the table stands for, and what the asked player owns.
import type { Option, Step } from "gamedsl-host";
import { amountElements, amountOf, isAmount } from "./amount.js";
import { boardElement, planNow } from "../boards/boards.js";
import { h, put } from "../window/dom.js";
import { disc, emblem } from "../table/faces.js";
import { verbOf } from "../told/asking.js";
import type { Change } from "../match/foreseen.js";
import type { Exit } from "../match/front.js";
import { knotsOf } from "../game/geometry.js";
import { isRoundOwn } from "../boards/middle.js";
import { pricedOnMap } from "./priced.js";
import { geometryOfOwned, isOwnOnTable } from "../game/owned.js";
import { pieceKey, placeOfKey, zoneKey } from "../game/keys.js";
import { offersOf, tonesOf } from "../match/offers.js";
import type { ZoneFamily } from "../game/model.js";
import { lackOf, offeredOnTable, question } from "../told/questions.js";
import { isOpenMat } from "../game/roles.js";
import type { Scene } from "../table/scene.js";
import type { Session } from "../match/session.js";
import { SAID } from "../window/voice.js";
import { everyNamed, named, ownLabel, wordOf } from "../table/values.js";
import { changeText, isWorded, listed, placeCalled, ROUND, titled } from "../game/words.js";
import { instances, lyingIn, markOf, packElement, zoneElement } from "../table/zones.js";

/** So many sorts of pieces that lie openly before a player are drawn in the dock; more are a pack. */
const MOST_OPEN = 8;
/** The same beside a hand: so many together leave each card of the hand to be seen. */
const MOST_BESIDE = 11;
/** Cards of a hand of at most so many are so large that what they say can be read. */
const MOST_WORDED = 5;
const OWN_CELL = 38;
const OWN_HEIGHT = 190;
const LADDER = 3;
const MOST_CHANGES = 3;
const NUMBER = /^-?\d+$/;
/** So many choices at most tell what they would change. */
const MOST_TOLD = 9;
/** So many actions at most that are not allowed now have a button of their own. */
const MOST_REFUSED = 4;
/** The steps at which all of them are shown. */
const unfolded = new WeakSet<Step>();

/** What the asked player has in front of them: hand, other own zones, own boards. */
export function mineElement(scene: Scene, seat: number): HTMLElement | null {
  const found = h("div", { class: "mine" });
  const isRound = isRoundOwn(scene.model);
  const hands = scene.layout.mat.filter(({ visibility }) => visibility.who === "owner");
  const held = hands.flatMap((family) => instances(scene, family)).filter(({ index }) => index[0] === seat).reduce((sum, { view }) => sum + (view.count ?? 0), 0);
  for (const family of scene.layout.mat) {
    const own = instances(scene, family).filter(({ index }) => index[0] === seat);
    if ((isRound || isOpenMat(scene, family)) && family.visibility.who === "everyone") continue;
    if (isLadder(scene, family)) put(found, ladder(scene, family, own));
    else for (const { view, index } of own) {
      if (!view.count && index.length === 1 && !scene.targets.has(zoneKey(view.number))) continue;
      const isChosen = view.contents?.some(({ kind }) => scene.targets.has(pieceKey(kind.number, view.number)));
      const sorts = view.contents?.length ?? view.count ?? 0;
      const isMany = sorts > MOST_OPEN || sorts + held > MOST_BESIDE;
      const isPack = family.visibility.who !== "owner" && (view.count ?? 0) > 1 && isMany && !isChosen;
      const isHand = family.visibility.who === "owner";
      const isWorded = isHand && held <= MOST_WORDED && (view.contents?.some(({ kind }) => scene.looks.kind(kind.number).text !== "") ?? false);
      const zone = isPack ? packElement(scene, family, view, ownLabel(scene, family, index)) : zoneElement(scene, family, view, ownLabel(scene, family, index), isWorded ? "big" : "");
      if (isHand) zone.classList.add("hand");
      put(found, zone);
    }
  }
  if (!isRound && !isOwnOnTable(scene.model)) for (const board of geometryOfOwned(scene.model)) {
    const cell = Math.min(OWN_CELL, OWN_HEIGHT / planNow(scene, board, seat).height);
    put(found, h("section", { class: "zone" }, h("h2", {}, scene.label("board", scene.model.boards[board].name)), boardElement(scene, board, cell, seat)));
  }
  return found.childElementCount ? found : null;
}

/** Numbered zones of small pieces: they stand above each other. */
function isLadder({ model, looks }: Scene, { dimensions, components }: ZoneFamily): boolean {
  const isSmall = components.every((one) => looks.kind(model.components[one].first).form !== "card");
  return dimensions.length === 2 && dimensions[1].type.is === "number" && dimensions[1].size >= LADDER && isSmall;
}

function ladder(scene: Scene, family: ZoneFamily, own: ReturnType<typeof instances>): HTMLElement {
  const found = h("section", { class: "zone ladder", attrs: { "aria-label": scene.label("zone", family.name) } }, h("h2", {}, scene.label("zone", family.name)));
  for (const { view, index } of own) {
    const rung = h("div", { class: "rung" }, rungName(scene, family, index), lyingIn(scene, family, view, "sm"));
    scene.mark(rung, markOf(scene, family, view), ownLabel(scene, family, index));
    put(found, rung);
  }
  return found;
}

/** The word of the look file for the number of a rung, or the number. */
function rungName(scene: Scene, family: ZoneFamily, index: number[]): HTMLElement {
  const word = wordOf(scene, family, index);
  return h("em", { class: word === null ? "" : "named" }, word ?? scene.indexName(family.dimensions[1].type, index[1]));
}

/** The question with its choices. Painted after the table, so that each choice without a thing gets a button. */
export function askElement(scene: Scene, session: Session, draw: () => void): HTMLElement {
  const found = h("div", { class: "askbox" });
  const { step } = session;
  if (!step) return found;
  const name = session.names[session.looker];
  const line = h("div", { class: "ask", attrs: { "data-of": "decision" } });
  if (session.crumbs.length) put(line, crumbs(scene, session, draw));
  put(line, disc(scene.looks.seat(session.looker), name, "s"), h("h2", { class: "q", attrs: SAID }, question(scene, session)));
  put(found, line);
  const tones = session.narrowed ? [] : [...tonesOf(session)].filter(([action]) => offersOf(session).some((offer) => offer.action === action && offer.keys.some((key) => scene.painted.has(key))));
  if (tones.length > 1) put(line, h("span", { class: "tones", attrs: { "aria-hidden": "true" } }, ...tones.map(([action, tone]) => h("span", { attrs: { "data-tone": String(tone) } }, scene.label("rule", action.text), cornersTold(scene, session, action)))));
  const choices = h("div", { class: "choices" });
  if (session.selection) put(choices, ...several(scene, session, draw));
  else put(choices, ...buttons(scene, session, draw));
  if (choices.childElementCount) put(found, choices);
  return found;
}

/** Where to click for an action that begins on the corners of squares: nothing is drawn there. */
function cornersTold({ model }: Scene, session: Session, action: Option): string {
  const boards = offersOf(session).filter((offer) => offer.action === action).flatMap(({ keys }) => keys.flatMap((key) => placeOfKey(key).slice(0, 1)));
  return boards.length && boards.every((board) => knotsOf(model, board) !== null) ? ": click where four squares meet" : "";
}

/** What was chosen, answer by answer: “Hold an event › Single Performance”. */
function crumbs(scene: Scene, session: Session, draw: () => void): HTMLElement {
  const found = h("nav", { class: "crumbs", attrs: { "aria-label": "Your move so far" } });
  const told = session.crumbs.map(({ texts }) => texts.flatMap((text) => crumbTold(scene, session, text) ?? []).join(": "));
  told.forEach((text, i) => {
    if (!text) return;
    put(found, h("button", { class: "crumb", attrs: { title: "Back to here" }, on: () => {
      session.backTo(i);
      draw();
    } }, text));
  });
  return found;
}

/** What was chosen, in words; null for going on in a phase, which says nothing. */
function crumbTold(scene: Scene, session: Session, text: string): string | null {
  const [, taken] = /^take (\w+)$/.exec(text) ?? [];
  const name = taken ?? text;
  if (taken && session.model.phases.includes(taken)) return null;
  if (taken || scene.look.rule?.[name]?.label) return scene.label("rule", name);
  const [, selection, chosen] = /^(\w+): (.+)$/.exec(text) ?? [];
  return selection === undefined ? session.speech.choice(text, session.looker) : `${scene.label("rule", selection)}: ${session.speech.choice(chosen, session.looker)}`;
}

/** A button for each option that nothing on the table stands for, and for what can be answered beside the open step. */
function buttons(scene: Scene, session: Session, draw: () => void): HTMLElement[] {
  const { step } = session;
  if (!step) return [];
  if (session.narrowed) return narrowedButtons(scene, session, draw);
  const isMenu = step.kind === "menu" || step.kind === "gate" || step.kind === "yes_no" || step.kind === "only";
  const begun = new Set(offeredOnTable(scene, session).map(({ action }) => action));
  const isOnTable = (option: Option) => begun.has(option) || (!isMenu && session.keysOf(option).some((key) => scene.painted.has(key)));
  const goals = pricedOnMap(scene, session, step, ({ value }) => changesTold(scene, session, [value]) !== "");
  const open = step.options.filter((option) => goals.has(option) || !isOnTable(option));
  const exits = session.exits.map((exit, i) => exitButton(scene, session, exit, i, draw));
  if (isAmount(step, open)) {
    return [...amountElements(step, open, {
      label: question(scene, session),
      before: session.crumbs.flatMap(({ texts }) => texts).map((text) => session.speech.move(text)).at(-1) ?? verbOf(question(scene, session)),
      named: namedAmounts(scene, session),
      told: (option) => optionTold(scene, session, step, option),
      changes: ({ value }) => changes(scene, session, [value]),
      choose: ({ value }) => {
        session.choose(value);
        draw();
      },
    }), ...exits];
  }
  const few = step.options.length <= MOST_TOLD;
  const found: HTMLElement[] = open.map((option) => {
    const act = `o${option.value}`;
    const isMain = isMenu && step.kind !== "menu" && option.thing !== false;
    const isDoubtful = (step.kind === "menu" || step.kind === "gate") && session.ends([...session.entered, option.value]) && step.options.some((other) => session.leadsOn(other));
    const text = goals.get(option) ?? (optionTold(scene, session, step, option) || scene.label("rule", step.name));
    const button = h("button", { class: `btn ${isMain ? "go" : ""}`, attrs: { "data-act": act, "data-answers": String(option.value) }, on: () => {
      if (!isDoubtful || session.isMeant(act, text)) session.choose(option.value);
      draw();
    } }, goals.has(option) ? null : face(scene, option.thing), `${text}${cost(scene, session, option)}${goal(scene, session, option)}`, few ? changes(scene, session, [option.value], scene.look.rule?.[option.text]?.costs, step.kind === "menu" ? gainsTold(scene, session, option) : []) : null);
    const sentence = step.kind === "menu" ? scene.model.sentences.find(({ of, name }) => of === "action" && name === option.text)?.text : null;
    if (sentence) button.title = sentence;
    return button;
  });
  return [...found, ...exits, ...refusedButtons(scene, session, draw)];
}

/** The numbers that the look file gives names in the action that was chosen, as “Half the pot”. */
function namedAmounts(scene: Scene, session: Session): Map<string, number> {
  const amounts = session.chosen.map((name) => scene.look.rule?.[name]?.amounts).findLast((one) => one !== undefined) ?? {};
  return new Map(Object.entries(amounts).flatMap(([word, amount]) => {
    const number = amountOf(amount, (name) => ownNumber(scene, session.looker, name));
    return number === null ? [] : [[word, number] as const];
  }));
}

/** The number that all share or that is the player’s own; null where it is neither or not seen. */
function ownNumber(scene: Scene, seat: number, name: string): number | null {
  const family = scene.model.fields.find((one) => one.name === name && one.dimensions.every(({ type }, i) => i === 0 && type.is === "seat"));
  const thing = family && scene.field(family.base + (family.dimensions.length ? seat : 0))?.thing;
  return typeof thing === "number" ? thing : null;
}

/** The actions that begin with the thing that was clicked. */
function narrowedButtons(scene: Scene, session: Session, draw: () => void): HTMLElement[] {
  return (session.narrowed ?? []).map(({ action, values }, i) => {
    const button = h("button", { class: "btn", attrs: { "data-act": `n${i}`, "data-answers": values.join() }, on: () => {
      session.choose(...values);
      draw();
    } }, scene.label("rule", action.text), changes(scene, session, values));
    return button;
  });
}

/** What can be answered beside the open step, as to pass. */
function exitButton(scene: Scene, session: Session, exit: Exit, i: number, draw: () => void): HTMLElement {
  const text = optionTold(scene, session, exit.step, exit.option);
  const act = `x${i}`;
  return h("button", { class: "btn", attrs: { "data-act": act }, on: () => {
    if (!session.ends(exit.values) || session.isMeant(act, text)) session.leave(exit);
    draw();
  } }, text);
}

/** An option of a step as its button says it. */
export function optionTold(scene: Scene, session: Session, step: Step, option: Option): string {
  if (step.kind === "gate") return option.thing ? taken(scene, session, step, option) : isOfPhase(session, step) ? "Pass" : "Skip";
  if (step.kind === "menu") return scene.label("rule", option.text);
  return step.kind === "only" ? only(scene, step) : titled(named(scene, option.thing, option.text).replace(/^\[(.+)\]$/, (_, inner: string) => listed(inner.split(", "))));
}

/** What an action costs, where the look file says that its button tells it: “ 46” behind “Call”, “: 3 coins” behind the words of others. */
function cost(scene: Scene, session: Session, { text, value }: Option): string {
  const name = scene.look.rule?.[text]?.costs;
  const change = name === undefined ? null : session.paid(value, name);
  if (!change) return "";
  const number = Math.abs(change.before - change.after);
  const unit = scene.label("field", change.field.name).toLowerCase();
  const isWord = !scene.label("rule", text).includes(" ");
  return `${isWord ? ` ${number}` : `: ${number} ${unit}`}${change.after === 0 ? `, your last${isWord ? ` ${unit}` : ""}` : ""}`;
}

/** Where a number lets something on a board go: “ (to 4)” behind the number of steps; nothing where that is not known. */
function goal(scene: Scene, session: Session, { value, thing }: Option): string {
  if (typeof thing !== "number") return "";
  const [board, place] = [...session.beside].flatMap(([key, of]) => (of === value ? placeOfKey(key) : []));
  return place === undefined ? "" : ` (to ${placeCalled(scene.model, scene.look, session.looker, board, place)})`;
}

/** Whether a choice has the name of its phase, which says nothing about it. */
function isOfPhase({ model }: Session, { name }: Step): boolean {
  return model.phases.includes(name);
}

/** What it means to take what a gate offers: the move, if there is one alone. */
function taken(scene: Scene, session: Session, step: Step, option: Option): string {
  const alone = session.aloneBehind(option.value);
  if (alone !== null) return alone;
  return isOfPhase(session, step) ? "Go on" : scene.label("rule", step.name);
}

/** The only move there is: the things that it chooses, else its action. */
function only(scene: Scene, { name, choices = [] }: Step): string {
  const things = choices.filter(({ isDeclined }) => !isDeclined).flatMap(({ values }) => values.map(([, thing]) => thing));
  if (things.length) return listed(things.map((thing) => titled(everyNamed(scene, thing))));
  const [last] = choices.slice(-1);
  return !last || last.isDeclined ? "Go on" : scene.label("rule", last.name || name);
}

function face(scene: Scene, thing: Session["crumbs"] | unknown): HTMLElement | null {
  const one = thing as { is?: string; of?: string; number?: number; kind?: { number: number } } | null;
  if (typeof one !== "object" || one === null) return null;
  if (one.is === "seat" && one.number !== undefined) return disc(scene.looks.seat(one.number), scene.names[one.number], "s");
  if (one.is === "kind" && one.number !== undefined) return emblem(scene.looks.kindSign(one.number));
  if (one.is === "piece" && one.kind) return emblem(scene.looks.kindSign(one.kind.number));
  const type = scene.model.types.findIndex(({ name }) => name === one.of);
  return one.is === "word" && type >= 0 && one.number !== undefined ? emblem(scene.looks.word(type, one.number)) : null;
}

/** Actions that are there, but not allowed now: they say why. Many of them are folded away. */
function refusedButtons(scene: Scene, session: Session, draw: () => void): HTMLElement[] {
  const { step } = session;
  const all = session.refusedActions().map(({ text, refusal }) => {
    const why = refusal.why ?? "The rules do not allow it now.";
    return h("button", { class: "btn refused", attrs: { title: why, "aria-disabled": "true" }, on: () => {
      session.note = { head: `${scene.label("rule", text)}:`, text: why };
      draw();
    } }, scene.label("rule", text));
  });
  if (all.length <= MOST_REFUSED || !step) return all;
  const folded = h("details", { class: "refusals" }, h("summary", { class: "btn refused" }, `${all.length} not possible now`), ...all);
  folded.open = unfolded.has(step);
  folded.addEventListener("toggle", () => { if (folded.open) unfolded.add(step); });
  return [folded];
}

/** The well of a selection of several parts, and the button that ends it. */
function several(scene: Scene, session: Session, draw: () => void): HTMLElement[] {
  const { selection } = session;
  if (!selection) return [];
  const well = h("div", { class: "well now" }, h("h3", {}, "Chosen", h("b", { class: "count" }, selection.counted)));
  const chosen = h("div", { class: "in" });
  for (const { key, text, thing, most } of selection.candidates) {
    const count = selection.wish.get(key) ?? 0;
    if (!count && scene.painted.has(key)) continue;
    const token = h("button", { class: `tok ${count ? "on" : ""} ${scene.painted.has(key) ? "painted" : ""}`, attrs: { "data-act": `w${key}`, "aria-label": `${named(scene, thing, text)}: ${count} of ${most}` }, on: (event) => {
      session.adjust(key, event.shiftKey ? -1 : 1);
      draw();
    } }, face(scene, thing), tokenText(count, most, titled(named(scene, thing, text)), scene.painted.has(key)));
    put(chosen, token);
  }
  if (!chosen.childElementCount) put(chosen, h("span", { class: "slot" }));
  put(well, chosen);
  const answers = selection.answers();
  const done = h("button", { class: `btn ${selection.total ? "go" : ""}`, attrs: { "data-act": "done", ...(answers ? {} : { disabled: "" }) }, on: () => {
    session.confirm();
    draw();
  } }, answers && !selection.total ? (selection.candidates.length ? "None of them" : "Go on") : "Confirm", answers && selection.total ? changes(scene, session, answers) : null);
  return [well, h("span", { class: "lack", attrs: SAID }, lackOf(selection)), done, ...session.exits.map((exit, i) => exitButton(scene, session, exit, i, draw))];
}

/** “2 Ruby”, or “2/3 Ruby” where nothing on the table shows how many there are. What can only be picked once needs no number. */
function tokenText(count: number, most: number, name: string, isPainted: boolean): string {
  if (isPainted) return count > 1 ? `${count}× ${name}` : name;
  return most > 1 ? `${count}/${most} ${name}` : name;
}

/** What confirming would change: the score first, and not what is told as the cost; with what else is said of it. */
function changes(scene: Scene, session: Session, answers: readonly number[], cost?: string, gains: readonly string[] = []): HTMLElement | null {
  const told = [...gains, changesTold(scene, session, answers, cost)].filter(Boolean).join(" · ");
  return told ? h("small", {}, told) : null;
}

/** The pieces that an action brings which chooses none: “wagon + Wool”. */
function gainsTold(scene: Scene, session: Session, { value }: Option): string[] {
  return session.brought([value]).slice(0, MOST_CHANGES).map(({ zone, pieces }) => {
    const [family] = zone.split("[");
    const told = pieces.map(([name, count]) => scene.looks.counted(scene.model.kinds.findIndex((one) => one.name === name), count));
    return `${scene.label("zone", family).toLowerCase()} + ${listed(told)}`;
  });
}

/** What answers that complete a move would change, as far as the seat knows it: “points +3”; nothing if that is not known. */
function changesTold(scene: Scene, session: Session, answers: readonly number[], cost?: string): string {
  const told = changesOf(scene, session, answers, cost).slice(0, MOST_CHANGES);
  return told.map((one) => (isCounted(one) && isWorded(one.field.shown_as) ? becomes(one) : `${scene.label("field", one.field.name).toLowerCase()} ${becomes(one)}`)).join(" · ");
}

/** By how much a number changes, or what something else was and is. */
function becomes(change: Change): string {
  const { field, before, after } = change;
  return isCounted(change) ? changeText(field.shown_as, Number(after) - Number(before)) : `${before} → ${after}`;
}

function isCounted({ before, after }: Change): boolean {
  return NUMBER.test(before) && NUMBER.test(after);
}

/** The same as a list, the score first. */
function changesOf(scene: Scene, session: Session, answers: readonly number[], cost?: string): Change[] {
  // That a round ends is no gain.
  const isTold = ({ name }: Change["field"]) => name !== cost && name !== ROUND && !scene.look.field?.[name]?.hide && !scene.look.field?.[name]?.quiet;
  const found = session.foreseen(answers).filter(({ field }) => isTold(field));
  const rank = ({ field }: Change) => (field === scene.layout.score ? 0 : field.dimensions.length ? 1 : 2);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** By how much answers that complete a move would raise numbers of the player at once, as far as the seat knows it: the score first. */
export function gainsOf(scene: Scene, session: Session, answers: readonly number[]): { name: string; by: number }[] {
  const own = changesOf(scene, session, answers).filter(({ field }) => field.dimensions.length > 0);
  return own.flatMap(({ field: { name }, before, after }) => (NUMBER.test(before) && NUMBER.test(after) && Number(after) > Number(before) ? [{ name, by: Number(after) - Number(before) }] : []));
}

/** What is said about the last thing that was not possible. */
export function noteElement(session: Session): HTMLElement {
  const found = h("div", { class: "why", attrs: SAID });
  if (session.note) put(found, h("span", {}, h("b", {}, session.note.head), ` ${session.note.text}`));
  else found.classList.add("off");
  found.classList.toggle("news", session.note?.isNews === true);
  return found;
}
