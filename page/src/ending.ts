// The end of a match: who has won, the scores by line, and why it ended.
import type { Outcome } from "gamedsl-host";
import { h, put } from "./dom.js";
import { disc } from "./faces.js";
import type { Looks } from "./looks.js";
import type { Session } from "./session.js";
import { titled } from "./words.js";

/** Who has won, in words. */
export function resultText(names: readonly string[], { ranking, won }: Outcome): string {
  const wins = (seats: number[]) => `${seats.map((seat) => names[seat]).join(" and ")} ${seats.length === 1 ? "wins" : "win"}.`;
  if (won) {
    const winners = won.flatMap((has, seat) => (has ? [seat] : []));
    if (winners.length && winners.length < names.length) return wins(winners);
    const all = names.length === 1 ? names[0] : "All players";
    return `${all} ${winners.length ? "win" : "lose"}${names.length === 1 ? "s" : ""}.`;
  }
  if (names.length === 1) return "The match is over.";
  return ranking.length === 1 ? "Nobody is ahead: it is a draw." : wins(ranking[0]);
}

export function endElement(session: Session, looks: Looks | null, show: (stop: number) => void, anew: (() => void) | null): HTMLElement {
  const found = h("div", { class: "ending" });
  const { outcome } = session.match;
  if (!outcome) return found;
  const text = resultText(session.names, outcome);
  put(found, h("div", { class: "ask" }, h("h2", { class: "q" }, text), h("span", { class: "reason" }, outcome.reason),
    h("div", { class: "acts" }, h("button", { class: "btn", on: () => show(0) }, "Go through it"), anew && h("button", { class: "btn go", on: anew }, "New match"))));
  const seats = outcome.ranking.flat();
  const lines = outcome.scores[0] ?? [];
  if (!lines.length) return found;
  const table = h("table", {}, h("thead", {}, h("tr", {}, h("th", { attrs: { scope: "col" } }, "Score"), ...seats.map((seat) => h("th", { attrs: { scope: "col" } }, disc(looks?.seat(seat) ?? "", session.names[seat], "s"), session.names[seat])))));
  const body = h("tbody");
  lines.forEach(([name], i) => {
    const about = session.model.scores[i]?.sentence;
    put(body, h("tr", {}, h("th", { attrs: { scope: "row", ...(about ? { title: about } : {}) } }, titled(name)), ...seats.map((seat) => h("td", {}, String(outcome.scores[seat][i][1])))));
  });
  put(body, h("tr", { class: "total" }, h("th", { attrs: { scope: "row" } }, "Total"), ...seats.map((seat) => h("td", {}, String(outcome.totals[seat])))));
  put(table, body);
  put(found, h("div", { class: "scores" }, table));
  return found;
}
