// A hint: the move that the computer would make, all of it, and what it is worth beside others.
import type { Advice, Line, Option, Step, Thing } from "gamedsl-host";
import { type Advised, type Reply, type Threat, WORLDS } from "../match/agents.js";
import { isSeveral } from "../match/choosing.js";
import { gainsOf, optionTold } from "./dock.js";
import { h, put } from "../window/dom.js";
import { keyOf } from "../game/keys.js";
import { notationOf } from "../told/notation.js";
import type { Scene } from "../table/scene.js";
import type { Session, Table } from "../match/session.js";
import { thingsFor } from "../match/standing.js";
import { everyNamed } from "../table/values.js";
import { SAID } from "../window/voice.js";
import { listed, placeCalled, titled } from "../game/words.js";

/** Chances are told in steps of so many per cent; beyond the last ones they are told in words. */
const STEP = 5, SURE = 95;
const LITTLE_LESS = "a little less";
/** Moves whose worths differ by less than this part of the standard deviation of what matches are worth are equally good. */
const ALIKE = 0.06;

/** The hint beside the board; nothing if nobody has asked for one. */
export function hintElement(scene: Scene, session: Session): HTMLElement | null {
  const { hint, step } = session;
  if (!hint || !step) return null;
  const found = h("section", { class: "advice", attrs: { "aria-label": "Hint", ...SAID } });
  if (hint.is === "sought") put(found, h("p", {}, "The computer is thinking …"));
  else if (hint.is === "none") put(found, h("p", {}, "Nobody can judge this: something unseen still counts."));
  else put(found, ...judged(scene, session, step, hint));
  return found;
}

function judged(scene: Scene, session: Session, step: Step, { advice, further, replies, refuted, wins, threat }: Advised): HTMLElement[] {
  const [first, ...others] = advice.lines;
  if (!first) return [h("p", {}, advice.differs ? "Nobody can judge this yet." : levelTold([]))];
  const now = session.match.at(session.match.length - 1);
  const chosen = lineOf(scene, session, first, now);
  const rest = others.flatMap((line) => textBeside(chosen, lineOf(scene, session, line)).map((text) => ({ line, text }))).filter(({ text }, i, all) => all.findIndex((one) => one.text === text) === i);
  if (isLevel(advice, step)) return [h("p", {}, levelTold([chosen.text, ...rest.map(({ text }) => text)]))];
  const best = [chosen.text, ...further.map((line) => lineOf(scene, session, line, now).text)];
  const alike = rest.filter(({ line }) => isAlike(first, line, advice));
  const worse = rest.filter((one) => !alike.includes(one));
  const worth = (line: Line) => worthTold(session, line, first, advice);
  // Beside moves that may be as good, a number would tell them apart.
  const told = worse.length || !alike.length ? worth(first) : null;
  const equal = alike.length ? `; ${listed(alike.map(({ text }) => text), alike.some(({ text }) => hasAnd(text)) ? " or " : " and ")} ${alike.length > 1 ? "are" : "is"} about as good` : "";
  const head = h("p", {}, "The computer would choose ", h("b", { class: "advised" }, best.join(", then ")), `${told === null ? "" : `, ${told}`}${equal}.`);
  const inWords = (reply: Reply, after: Table) => ({ ...reply, text: lineOf(scene, session, reply.line, after, reply.seat).text });
  const reason = wins
    ? session.model.is_hiding ? `Whatever is hidden, that wins the match: it did so in all ${WORLDS} tries.` : "That wins the match."
    : (threatTold(scene, session, threat) ?? gainTold(scene, session, first, worse.map(({ line }) => line)) ?? repliesTold(session, replies.map((one) => inWords(one, now))));
  const why = reason === null ? [] : [h("p", { class: "soft" }, reason)];
  const answers = (line: Line) => {
    const reply = threat ? null : refuted[others.indexOf(line)];
    const said = reply && repliesTold(session, [inWords(reply, played(session, line))]);
    return said ? [h("i", { class: "soft" }, said)] : [];
  };
  const list = worse.length ? [h("ol", {}, ...worse.map(({ line, text }) => h("li", {}, h("span", {}, text), h("b", {}, worth(line)), ...answers(line))))] : [];
  return [head, ...why, ...list];
}

/** Whether a move has a word in it that also lists moves. */
const hasAnd = (text: string): boolean => text.includes(" and ");

/** That the computer cannot tell moves apart, with the names of those that it tried most. */
function levelTold(moves: readonly string[]): string {
  const named = moves.filter((text) => text);
  if (named.some(hasAnd)) return `The computer sees no clear difference between these: ${named.join("; ")}.`;
  return named.length > 1 ? `The computer sees no clear difference between ${listed(named)}.` : "The computer sees no clear difference between these.";
}

/** A move in words beside the advised one, without the action that both have: “f4” beside “Place a stone: e5”. Nothing if the words are the same. */
function textBeside(chosen: Told, { text, action }: Told): string[] {
  return text === chosen.text ? [] : [action === chosen.action ? text.slice(action.length) : text];
}

/** Whether the answers to the open step may all be worth the same. One answer of a selection of several says little of the whole. */
function isLevel({ options, lines: [first], differs, spread }: Advice, step: Step): boolean {
  return !differs || !first || (!isSeveral(step) && options.length > 1 && options.every(({ worth }) => worth !== null && first.worth - worth <= Math.max(ALIKE * spread, first.noise)));
}

/** Whether the difference of two moves may be chance, or is too small to matter. */
function isAlike(one: Line, other: Line, { spread }: Advice): boolean {
  return one.worth - other.worth <= Math.max(ALIKE * spread, one.noise + other.noise);
}

/** “It brings 3 glory at once, the others less.”: what the advised move changes at once of the numbers of the player, and that the others do not; null if that says nothing. */
function gainTold(scene: Scene, session: Session, first: Line, others: readonly Line[]): string | null {
  const gains = (line: Line) => (isEntered(session, line) ? gainsOf(scene, session, line.answers.slice(session.entered.length)) : []);
  const [most] = gains(first);
  if (!most) return null;
  const isMost = others.length > 0 && others.every((line) => (gains(line).find(({ name }) => name === most.name)?.by ?? 0) < most.by);
  return isMost ? `It brings ${most.by} ${scene.label("field", most.name).toLowerCase()} at once, the others less.` : null;
}

/** “Otherwise Bob could win with b3.”: after every other move. */
function threatTold(scene: Scene, session: Session, threat: Threat | null): string | null {
  if (!threat) return null;
  const after = session.match.at(session.match.length - 1);
  for (const value of threat.move.steps) if (after.take(session.looker, value)) break;
  const { text } = lineOf(scene, session, threat.reply.line, after, threat.reply.seat);
  return text && `Otherwise ${session.names[threat.reply.seat]} could win with ${text}.`;
}

/** The match after a move of the seat that asks. */
function played(session: Session, { answers }: Line): Table {
  const after = session.match.at(session.match.length - 1);
  for (const value of answers) if (after.take(session.looker, value)) break;
  return after;
}

/** What follows: “Then Bob may answer Nc6, and you O-O.”, “Then Bob would win with b3.” */
function repliesTold({ names }: Session, replies: readonly (Reply & { text: string })[]): string | null {
  const [reply, own] = replies;
  if (!reply?.text) return null;
  if (reply.wins) return `Then ${names[reply.seat]} would win with ${reply.text}.`;
  return `Then ${names[reply.seat]} may answer ${reply.text}${own?.text ? `, and you ${own.text}${own.wins ? ", which wins" : ""}` : ""}.`;
}

/**
 * “about 60 % to win”, or for the points of a lone player “about 34 points”. Where several play for points, what they have at the end is no chance to win: other moves than the `first` are
 * “about 2 points less”, and it has no number.
 */
function worthTold({ names }: Session, line: Line, first: Line, { measure }: Advice): string | null {
  const { worth } = line;
  if (measure === "points" && names.length > 1) {
    const less = Math.round(first.worth - worth);
    return line === first ? null : less < 1 ? LITTLE_LESS : `about ${less} ${less === 1 ? "point" : "points"} less`;
  }
  if (measure === "points") return `about ${Math.round(worth)} ${Math.round(worth) === 1 ? "point" : "points"}`.replace("-", "−");
  const told = chanceTold(worth);
  return line !== first && told === chanceTold(first.worth) ? LITTLE_LESS : told;
}

function chanceTold(worth: number): string {
  const percent = 100 * worth;
  if (percent >= SURE) return "almost sure to win";
  if (percent <= 100 - SURE) return "hardly a chance to win";
  return `about ${Math.min(SURE, Math.max(100 - SURE, STEP * Math.round(percent / STEP)))} % to win`;
}

/** Whether a move begins with the answers that need no question. */
function isEntered({ entered }: Session, { answers }: Line): boolean {
  return entered.every((value, i) => answers[i] === value);
}

/** What is chosen at a step of a move: in words, and as keys; `at` is the number of its first answer. */
interface Part { at: number; step: Step; option: Option; text: string; keys: string[]; isPlace: boolean }

/** A move in words, the action with which they begin (“Place a stone: ”), and what it chooses. */
interface Told { text: string; action: string; parts: Part[] }

/** A move of advice in words, with the keys of all that it chooses; it is made in `now`. */
function lineOf(scene: Scene, session: Session, line: Line, now: Table = session.match.at(session.match.length - 1), seat = session.looker): Told {
  const parts: Part[] = [];
  const written = notationOf(session.model, scene.look, now, seat, line.move.steps);
  const before = session.crumbs.flatMap(({ keys }) => keys);
  for (const [at, value] of line.answers.entries()) {
    const step = now.step(seat);
    const option = step.options.find((one) => one.value === value);
    if (!option) break;
    const last = parts[parts.length - 1];
    if (isSeveral(step)) {
      if (!last || !isSeveral(last.step) || last.step.name !== step.name) parts.push({ at, ...severalOf(scene, session, line, step, option) });
    } else {
      const names = parts.flatMap((one) => [...(one.step.kind === "menu" ? [one.option.text] : []), ...one.keys]);
      const keys = thingsFor(session.model, scene.look, now, seat, step, [...before, ...names]).get(value) ?? [];
      const [place] = typeof option.thing === "number" || isWay(option.thing) ? keys.flatMap((key) => placeOf(scene, key) ?? []) : [];
      parts.push({ at, step, option, keys, text: place ?? session.speech.move(optionTold(scene, session, step, option)), isPlace: place !== undefined || isPlace(option.thing) });
    }
    if (now.take(seat, value)) break;
  }
  return written === null ? { ...joined(parts), parts } : { text: written, action: "", parts };
}

/** The things of a selection of several. */
function severalOf(scene: Scene, session: Session, { move }: Line, step: Step, option: Option): Omit<Part, "at"> {
  const value = move.choices.flatMap(({ values }) => values).find(([one]) => one === step.name)?.[1] ?? null;
  const chosen: [Thing, number][] = Array.isArray(value)
    ? value.map((thing) => [thing, 1])
    : typeof value === "object" && value !== null && "entries" in value ? (value.entries as [Thing, number][]) : [];
  const counts = new Map<string, number>();
  for (const [thing, count] of chosen) {
    const text = titled(everyNamed(scene, thing));
    counts.set(text, (counts.get(text) ?? 0) + count);
  }
  const keys = chosen.flatMap(([thing]) => keyOf(session.model, thing, session.looker) ?? []);
  return { step, option, keys, text: listed([...counts].map(([text, count]) => (count > 1 ? `${count} ${text}` : text))) || "none", isPlace: false };
}

function isPlace(thing: Thing): boolean {
  return typeof thing === "object" && thing !== null && !Array.isArray(thing) && thing.is === "place";
}

function isWay(thing: Thing): boolean {
  return typeof thing === "object" && thing !== null && !Array.isArray(thing) && thing.is === "word" && thing.of === "direction";
}

/** What the place with a key is called: where a number or a direction leads. */
function placeOf({ model, look, view }: Scene, key: string): string | null {
  const [, board, place] = /^b(\d+)\.(\d+)/.exec(key) ?? [];
  return place === undefined ? null : titled(placeCalled(model, look, view.seat, Number(board), Number(place)));
}

/** “Place: e5”, “e2 → e4”, “8♦, 8♥ and 10♦”: what leads on without saying anything is left out. */
function joined(parts: readonly Part[]): Omit<Told, "parts"> {
  const said = parts.filter(({ step }, i) => step.kind !== "gate" || i === parts.length - 1);
  const action = said[0]?.step.kind === "menu" && said.length > 1 ? `${said[0].text}: ` : "";
  const rest = action ? said.slice(1) : said;
  return { action, text: action + rest.reduce((all, { text, isPlace }, i) => (i ? `${all}${isPlace && rest[i - 1].isPlace ? " → " : ", "}${text}` : text), "") };
}

/** Marks on the page all that the advised move chooses. */
export function markBest(page: HTMLElement, scene: Scene, session: Session): void {
  const { hint, step } = session;
  const [line] = hint?.is === "found" && step && !isLevel(hint.advice, step) ? hint.advice.lines : [];
  if (!line || !step) return;
  const { parts } = lineOf(scene, session, line);
  const next = parts.filter((one) => one.at === session.entered.length && !isSeveral(one.step)).map(({ option }) => `o${option.value}`);
  const exits = isEntered(session, line) ? next : session.exits.flatMap((exit, i) => (exit.values.every((value, at) => line.answers[at] === value) ? [`x${i}`] : []));
  const keys = new Set([...exits, ...parts.flatMap((one) => one.keys)]);
  for (const one of page.querySelectorAll<HTMLElement>("[data-act],[data-key]")) {
    const names = [one.dataset.act, one.dataset.key].flatMap((name) => (name === undefined ? [] : [name, name.replace(/^w(?=.)/, "")]));
    if (names.some((name) => keys.has(name))) one.classList.add("best");
  }
}
