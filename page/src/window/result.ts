// The result of a match: who has won and why, the scores of all players by their sources, and what can be done next.
import type { Outcome } from "gamedsl-host";
import { h, put, symbol } from "./dom.js";
import { endingOf, type Record, recordTold, teamsCalled, shown, signed, type Unit, unitOf, whyOf } from "../told/ending.js";
import { disc } from "../table/faces.js";
import type { SetupData } from "../game/model.js";
import type { Scene } from "../table/scene.js";
import type { Session } from "../match/session.js";
import { SAID } from "./voice.js";
import { titled } from "../game/words.js";

/** What can be done with a match that is over; null is not offered. */
export interface Afterwards { goThrough: () => void; again: (() => void) | null; save: (() => void) | null; anew: (() => void) | null }

/** The panel. `setup`: what the page knows of the setup; null where the match is played elsewhere. */
export function resultElement(session: Session, scene: Scene, setup: SetupData | null, record: Record | null, then: Afterwards): HTMLElement {
  const found = h("section", { class: "ending", attrs: { "aria-label": "Result" } });
  const { outcome } = session.match;
  if (!outcome) return found;
  const { names, look } = session;
  const unit = unitIn(scene, outcome);
  const { head, why } = endingOf(names, outcome, teamsCalled(look, setup?.teams ?? []), session.hasPeople, unit);
  const told = whyOf(names, why, outcome.reason, setup?.ends ?? [], session.model, session.view);
  const winners = winnersOf(outcome, names.length);
  const best = record ? h("span", { class: "reason" }, recordTold(record)) : null;
  const signs = winners.map((seat) => h("span", { class: "laurel" }, symbol("i-crown"), disc(scene.looks.seat(seat), names[seat])));
  put(found, h("div", { class: "ask" }, signs.length ? h("div", { class: "laurels", attrs: { "aria-hidden": "true" } }, ...signs) : null,
    h("div", { class: "verdict" }, h("h2", { class: "q", attrs: SAID }, head), told ? h("p", { class: "reason", attrs: SAID }, told) : null, best)));
  put(found, scoresElement(scene, outcome, look, unit, winners));
  put(found, h("div", { class: "acts" }, then.again && h("button", { class: "btn go", attrs: { title: "The same players, another match" }, on: then.again }, "Again"),
    h("button", { class: "btn", on: then.goThrough }, "Go through it"), then.save && h("button", { class: "btn", on: then.save }, "Save"), then.anew && h("button", { class: "btn", on: then.anew }, "New match")));
  return found;
}

/** What the totals count, by the number that the panels show. */
function unitIn(scene: Scene, outcome: Outcome): Unit {
  const { score } = scene.layout;
  const values = scene.names.map((_, seat) => {
    const thing = score && scene.field(score.base + seat)?.thing;
    return typeof thing === "number" ? thing : null;
  });
  return unitOf(outcome, values, score ? scene.label("field", score.name) : "", scene.model.scores);
}

/** Who has won, if not all or nobody. */
function winnersOf({ ranking, won }: Outcome, players: number): number[] {
  const winners = won ? won.flatMap((has, seat) => (has ? [seat] : [])) : ranking.length > 1 ? ranking[0] : [];
  return winners.length < players ? winners : [];
}

/** The scores of all players: a column for each, the best first, with its place. */
function scoresElement(scene: Scene, { ranking, won, scores, totals }: Outcome, look: Session["look"], unit: Unit, winners: readonly number[]): HTMLElement | null {
  const seats = ranking.flat();
  const lines = scores[0] ?? [];
  const isRanked = !won && ranking.length > 1;
  const { score } = scene.layout;
  if (!lines.length && !score && !(isRanked && seats.length > 2)) return null;
  const place = (seat: number) => ranking.slice(0, ranking.findIndex((group) => group.includes(seat))).flat().length + 1;
  const has = (seat: number) => ({ class: winners.includes(seat) ? "won" : "" });
  const heads = seats.map((seat) => h("th", { ...has(seat), attrs: { scope: "col" } }, isRanked ? h("i", {}, `${place(seat)}.`) : null, disc(scene.looks.seat(seat), scene.names[seat], "s"), scene.names[seat]));
  const table = h("table", {}, h("thead", {}, h("tr", {}, h("th", { attrs: { scope: "col" } }, lines.length || score ? "Score" : "Place"), ...heads)));
  const body = h("tbody");
  const isOne = lines.length === 1;
  lines.forEach(([name], i) => {
    const about = scene.model.scores[i]?.sentence;
    const label = titled(look.rule?.[name]?.label ?? (isOne && unit.word !== "point" ? unit.word : isOne && unit.isNegative ? "Points" : name));
    const cell = (seat: number) => (isOne ? shown(scores[seat][i][1], unit) : signed(scores[seat][i][1]));
    put(body, h("tr", { class: isOne ? "total" : "", attrs: { "data-of": `score ${name}` } }, h("th", { attrs: { scope: "row", ...(about ? { title: about } : {}) } }, label), ...seats.map((seat) => h("td", has(seat), cell(seat)))));
  });
  // Where the rules say who has won, a sum decides nothing.
  if (lines.length > 1 && !(won && winners.length)) put(body, h("tr", { class: "total" }, h("th", { attrs: { scope: "row" } }, "Total"), ...seats.map((seat) => h("td", has(seat), signed(totals[seat])))));
  // Without scores, the number that the panels show tells how far each has come.
  if (!lines.length && score) put(body, h("tr", { class: "total" }, h("th", { attrs: { scope: "row" } }, scene.label("field", score.name)), ...seats.map((seat) => h("td", has(seat), scene.field(score.base + seat)?.text ?? ""))));
  put(table, body);
  return h("div", { class: "scores" }, table);
}
