// The end of a match: who has won, the scores by line, and why it ended.
import type { Outcome } from "gamedsl-host";
import { h, put } from "./dom.js";
import { disc } from "./faces.js";
import type { Looks } from "./looks.js";
import type { Team } from "./model.js";
import type { Session } from "./session.js";
import { SAID } from "./voice.js";
import { counted, listed, titled } from "./words.js";

/** How a match ended: who has won, in words, and why. */
export interface Ending { head: string; why: string }

/** A score of a player who plays alone, with the best one before it; null if there was none. */
export interface Record { score: number; best: number | null; wantsLeast: boolean }

/** How a match ended. `hasPeople`: people took part, and what all have won or lost together is told to them. */
export function endingOf(names: readonly string[], { ranking, won, reason, totals }: Outcome, teams: readonly Team[], hasPeople: boolean): Ending {
  const why = reasonTold(reason);
  if (won) {
    const winners = won.flatMap((has, seat) => (has ? [seat] : []));
    if (winners.length && winners.length < names.length) return { head: `${partyTold(names, winners, teams)} ${winners.length === 1 ? "wins" : "win"}.`, why };
    return { head: `${hasPeople ? "You have" : "All players have"} ${winners.length ? "won" : "lost"}${names.length > 1 ? " together" : ""}.`, why };
  }
  if (names.length === 1) return { head: `${names[0]} ends with ${counted(totals[0] ?? 0, "point").replace("-", "−")}.`, why };
  if (ranking.length === 1) return { head: "Nobody is ahead: it is a draw.", why };
  return { head: `${partyTold(names, ranking[0], teams)} ${ranking[0].length === 1 ? "wins" : "win"}.`, why };
}

/** Players by name; where they are whole teams, by the names of these: “North South (Ann and Cat)”. */
function partyTold(names: readonly string[], seats: readonly number[], teams: readonly Team[]): string {
  const inside = teams.filter((team) => team.seats.length && team.seats.every((seat) => seats.includes(seat)));
  const isWhole = inside.length > 0 && inside.flatMap((team) => team.seats).length === seats.length;
  const told = (party: readonly number[]) => listed(party.map((seat) => names[seat]));
  return isWhole ? listed(inside.map((team) => `${titled(team.name)} (${told(team.seats)})`)) : told(seats);
}

/** The sentence of the rules about an end; what is only a condition is not told. */
function reasonTold(reason: string): string {
  return reason.includes("`") ? "" : /[.!?]$/.test(reason) || !reason ? titled(reason) : `${titled(reason)}.`;
}

/** “12 points, the best so far”, “8 points; the best so far is 12”. */
export function recordTold({ score, best, wantsLeast }: Record): string {
  if (best === null) return "That is the first result on this device.";
  if (wantsLeast ? score < best : score > best) return `That is the best so far: it was ${best}.`;
  return score === best ? "That is as good as the best so far." : `The best so far is ${best}.`;
}

/** A number with the sign for minus as it is printed. */
function signed(value: number): string {
  return String(value).replace("-", "−");
}

export function endElement(session: Session, looks: Looks | null, teams: readonly Team[], record: Record | null, show: (stop: number) => void, anew: (() => void) | null): HTMLElement {
  const found = h("div", { class: "ending" });
  const { outcome } = session.match;
  if (!outcome) return found;
  const { head, why } = endingOf(session.names, outcome, teams, session.hasPeople);
  const best = record ? h("span", { class: "reason" }, recordTold(record)) : null;
  put(found, h("div", { class: "ask" }, h("h2", { class: "q", attrs: SAID }, head), h("span", { class: "reason", attrs: SAID }, why), best,
    h("div", { class: "acts" }, h("button", { class: "btn", on: () => show(0) }, "Go through it"), anew && h("button", { class: "btn go", on: anew }, "New match"))));
  const seats = outcome.ranking.flat();
  const lines = outcome.scores[0] ?? [];
  if (!lines.length) return found;
  const table = h("table", {}, h("thead", {}, h("tr", {}, h("th", { attrs: { scope: "col" } }, "Score"), ...seats.map((seat) => h("th", { attrs: { scope: "col" } }, disc(looks?.seat(seat) ?? "", session.names[seat], "s"), session.names[seat])))));
  const body = h("tbody");
  lines.forEach(([name], i) => {
    const about = session.model.scores[i]?.sentence;
    put(body, h("tr", { attrs: { "data-of": `score ${name}` } }, h("th", { attrs: { scope: "row", ...(about ? { title: about } : {}) } }, titled(session.look.rule?.[name]?.label ?? name)), ...seats.map((seat) => h("td", {}, signed(outcome.scores[seat][i][1])))));
  });
  put(body, h("tr", { class: "total" }, h("th", { attrs: { scope: "row" } }, "Total"), ...seats.map((seat) => h("td", {}, signed(outcome.totals[seat])))));
  put(table, body);
  put(found, h("div", { class: "scores" }, table));
  return found;
}
