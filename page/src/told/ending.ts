// How a match ended, in words: who has won, with how many points, and why.
import type { Outcome, View } from "gamedsl-host";
import type { Look, PageModel, Team, Whose } from "../game/model.js";
import { counted, listed, titled } from "../game/words.js";

/** How a match ended: who has won, in words, and why. */
export interface Ending { head: string; why: string }

/** A score of a player who plays alone, with the best one before it; null if there was none. */
export interface Record { score: number; best: number | null; wantsLeast: boolean }

/** What the totals of a match count: “chips” as they are; negative ones as “points” if few are good. Null where a word would claim too much. */
export interface Unit { word: string; isNegative: boolean }

/** What players win from each other: a score that is called so counts them. Other names of scores, as `lands` and `books`, say what brings points. */
const MONEY = /^(?:chips|coins)$/;
const POINTS: Unit = { word: "point", isNegative: false };

/** How a match ended. `hasPeople`: people took part, and what all have won or lost together is told to them. `unit`: what the totals count, if they are told. */
export function endingOf(names: readonly string[], outcome: Outcome, teams: readonly Team[], hasPeople: boolean, unit: Unit | null = null): Ending {
  const { ranking, won, totals } = outcome;
  const why = reasonTold(outcome.reason);
  if (won) {
    const winners = won.flatMap((has, seat) => (has ? [seat] : []));
    if (winners.length && winners.length < names.length) return { head: `${partyTold(names, winners, teams)} ${winners.length === 1 ? "wins" : "win"}.`, why };
    return { head: `${hasPeople ? "You have" : "All players have"} ${winners.length ? "won" : "lost"}${names.length > 1 ? " together" : ""}.`, why };
  }
  if (names.length === 1) return { head: `${names[0]} ends with ${totalTold(totals[0] ?? 0, unit ?? POINTS)}.`, why };
  if (ranking.length === 1) return { head: "It is a draw.", why };
  return { head: `${partyTold(names, ranking[0], teams)} ${ranking[0].length === 1 ? "wins" : "win"}${unit ? marginTold(names, outcome, teams, unit) : ""}.`, why };
}

/** “ by 46 points to 2”, “ with 1 point against −1”, “ with 12 points”, “ the tie at 7 points with Bob”; nothing where the totals do not say who is ahead. */
function marginTold(names: readonly string[], { ranking, totals, scores }: Outcome, teams: readonly Team[], unit: Unit): string {
  const [first, second] = ranking;
  const best = totals[first[0]];
  const isAhead = first.every((seat) => totals[seat] === best) && totals.every((one) => one <= best);
  // Whoever has no points against wins by having none.
  if (!isAhead || !scores[0]?.length || (best === 0 && !unit.isNegative && unit.word === POINTS.word)) return "";
  const told = totalTold(best, unit);
  const tied = ranking.slice(1).flat().filter((seat) => totals[seat] === best);
  if (tied.length && first.length === 1) return ` the tie with ${listed(tied.map((seat) => names[seat]))} at ${told}`;
  const [other] = second ?? [];
  // Below zero, “by −3 points to −31” would be no result.
  if (names.length === 2 && totals[other] < 0) return ` with ${told} against ${shown(totals[other], unit)}`;
  return names.length === 2 ? ` by ${told} to ${shown(totals[other], unit)}` : ` with ${told}${first.length > 1 && !teams.length ? " each" : ""}`;
}

/** A total in words: “46 points”. */
function totalTold(total: number, unit: Unit): string {
  const number = unit.isNegative ? -total : total;
  return unit.word === POINTS.word ? counted(number, unit.word).replace("-", "−") : `${shown(total, unit)} ${number === 1 ? unit.word.replace(/s\b/, "") : unit.word}`;
}

/** A total as people write it. */
export function shown(total: number, { isNegative }: Unit): string {
  return signed(isNegative && total ? -total : total);
}

/** A number with the sign for minus as it is printed. */
export function signed(value: number): string {
  return String(value).replace("-", "−");
}

/** What totals count: the number of the panels, where it is equal to them (as it is, or with the other sign where few are good), with its label; the only line of
 * the scores, if it is called so; else points. */
export function unitOf({ totals }: Outcome, values: readonly (number | null)[], label: string, lines: PageModel["scores"] = []): Unit {
  const isEqual = (sign: number) => totals.every((one, seat) => values[seat] !== null && one === sign * (values[seat] ?? 0));
  if (isEqual(1)) return { word: unitWord(label), isNegative: false };
  if (isEqual(-1)) return { word: unitWord(label), isNegative: true };
  const [line, ...more] = lines;
  return line && !more.length && MONEY.test(line.name) ? { word: line.name, isNegative: false } : POINTS;
}

/** The word for what a label counts: “chips” of “Chips”, “tricks won” of “Tricks won”, “gems” of “Gems at home”. */
function unitWord(label: string): string {
  const [, whole, first] = /^((\p{L}*s)(?: \p{L}+)?)(?: \p{L}+)*$/u.exec(label.toLowerCase()) ?? [];
  if (!whole || first === "points") return POINTS.word;
  return label.split(" ").length > 2 ? first : whole;
}

/** Teams with the names that the look file gives them, as everywhere on the page. */
export function teamsCalled(look: Look, teams: readonly Team[]): Team[] {
  return teams.map(({ name, seats }) => ({ name: look.value?.[name]?.label ?? name, seats }));
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

/** Whoever an end speaks of as “somebody”, by name. */
const SOMEBODY = /^(?:Somebody|One player|A player) (?=has\b|is\b|was\b|can(?:not)?\b)/;

/** The sentence of an end with the names of those it speaks of: “Ann has a hundred points.” */
export function whyOf(names: readonly string[], why: string, reason: string, ends: readonly Whose[], { fields, zones }: Pick<PageModel, "fields" | "zones">, view: View): string {
  const end = ends.find((one) => one.reason === reason);
  const field = end && fields.find(({ name }) => name === end.name);
  const zone = end && zones.find(({ name }) => name === end.name);
  if (!end || !(field || zone)) return why;
  const seats = names.flatMap((_, seat) => {
    const thing = field ? view.fields.find(({ number }) => number === field.base + seat)?.thing : view.zones.find(({ number }) => number === (zone?.base ?? 0) + seat)?.count;
    return typeof thing === "number" || typeof thing === "boolean" ? (compares(Number(thing), end) ? [seat] : []) : [];
  });
  const told = listed(seats.map((seat) => names[seat]));
  if (!seats.length) return why;
  return why.replace(SOMEBODY, `${told} `).replace(/^(.+? and \S+) (has|is|was) /, (_, who: string, verb: string) => `${who} ${seats.length > 1 ? { has: "have", is: "are", was: "were" }[verb] : verb} `);
}

function compares(value: number, { operator, number }: Whose): boolean {
  switch (operator) {
    case ">=": return value >= number;
    case "<=": return value <= number;
    case ">": return value > number;
    case "<": return value < number;
    case "is": return value === number;
  }
}

/** “12 points, the best so far”, “8 points; the best so far is 12”. */
export function recordTold({ score, best, wantsLeast }: Record): string {
  if (best === null) return "That is the first result on this device.";
  if (wantsLeast ? score < best : score > best) return `That is the best so far: it was ${best}.`;
  return score === best ? "That is as good as the best so far." : `The best so far is ${best}.`;
}
