// Names of rules as people read them.
import { partOf } from "./keys.js";
import type { Board, Look, PageModel } from "./model.js";

/** The directions in words. */
export const WAYS: Record<string, string> = { N: "north", NE: "north-east", E: "east", SE: "south-east", S: "south", SW: "south-west", W: "west", NW: "north-west" };

/** `Boars_Head` as “Boars Head”, `for_hire` as “for hire”; what follows a dot or stands in brackets of kinds is left out. */
export function plain(name: string): string {
  return name.replace(/_/g, " ").trim();
}

/** The same with a capital; the name of a place (`e4`) has none. */
export function titled(name: string): string {
  const found = plain(name);
  return /^[a-z]\d+$/.test(found) ? found : found.charAt(0).toUpperCase() + found.slice(1);
}

/** What is done to things, or what these do, as the whole name of them: `bought`, `given_up`, `waiting`. A shed, a seed, a flower bed and a building are none. */
const DONE = /^(?:\w*[aeiouy]\w*[^\We]ed|\w+[iy]ed|beaten|bought|brought|built|caught|chosen|dealt|drawn|eaten|given|held|hidden|kept|laid|lost|missing|paid|put|remaining|resting|sent|shown|sold|spent|stolen|taken|thrown|travelling|upcoming|waiting|won)(?: (?:aside|away|back|down|in|off|out|over|up))?$/;

/** Whether a name says only what is done to the things that it stands for. */
export function isDone(name: string): boolean {
  return DONE.test(plain(name));
}

/** The name of a kind on its face: `Single.Hunting` as “Single Hunting”, `card[Two, Clubs]` as “Two Clubs”, `One.Red` as “One Red”. */
export function kindTitle(name: string): string {
  const inner = /^\w+\[(.*)\]$/.exec(name);
  return titled(inner ? inner[1].replace(/, /g, " ") : name.replace(/\./g, " "));
}

/** Sentences without the numbers of the rules that they come from, wherever they stand in a value: “R2, R4. The cards of a colour.” Everything else stays. */
export function uncited<T>(value: T): T {
  if (typeof value === "string") return value.replace(/^R\d+(?:, R\d+)*\. /, "") as T;
  if (Array.isArray(value)) return value.map(uncited) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, uncited(inner)])) as T;
}

/** A place: `cell[3, 4]` as “3, 4”, `Harbour` as it is. */
export function placeTitle(name: string): string {
  const inner = /^\w+\[(.*)\]$/.exec(name);
  return inner ? inner[1].replace(/, /g, "·").replace(/-/g, "−") : titled(name);
}

/** A line of a graph that is called after its two ends: “Saint Anne–Porto”; null for other values. */
export function lineTitle({ boards, types }: PageModel, type: number, value: number): string | null {
  const { shape, places } = boards.find((one) => one.shape?.is === "graph" && one.shape.edges === type) ?? {};
  const ends = shape?.ends[value]?.map((end) => places?.[end] ?? "") ?? [];
  const isCalled = ends.length > 0 && [ends, [...ends].reverse()].some((one) => one.join("_") === types[type].values[value]);
  return isCalled ? ends.map(placeTitle).join("–") : null;
}

/** The columns of grids have letters as long as there are enough of them. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const GRIDS: ReadonlySet<string> = new Set(["grid", "hex"]);

/** What players call the rows and columns of a grid: as the rules say, else by numbers from above and letters from the left. */
export function lineNames({ at, shape }: Board): { row(number: number): string; column(number: number): string; isLettered: boolean } {
  const [rows, columns] = [0, 1].map((of) => at.map((one) => one[of]));
  const [top, left] = [rows, columns].map((all) => Math.min(...all));
  const isLettered = Boolean(shape?.column_names) || (shape !== null && GRIDS.has(shape.is) && !shape.torus && Math.max(...columns) - left < LETTERS.length);
  return {
    row: (number) => shape?.row_names?.[number - top] ?? String(number - top + 1),
    column: (number) => shape?.column_names?.[number - left] ?? (isLettered ? LETTERS[number - left] : String(number - left + 1)),
    isLettered,
  };
}

/** What players call a place: as the rules say, on other grids by the letter of its column and the number of its row, else by its own name. */
export function placeName(model: PageModel, board: number, place: number): string {
  const [own, at] = partOf(model, board, place);
  const { names, places, shape, at: spots } = model.boards[own];
  if (names || !shape || !GRIDS.has(shape.is)) return names?.[at] ?? placeTitle(places[at]);
  const { row, column, isLettered } = lineNames(model.boards[own]);
  return isLettered ? column(spots[at][1]) + row(spots[at][0]) : placeTitle(places[at]);
}

/** The same as a seat calls it: where the look file says so, the second player counts from the other end. */
export function placeCalled(model: PageModel, look: Look, seat: number | null, board: number, place: number): string {
  const { name, places } = model.boards[board];
  const isBackwards = look.board?.[name]?.both_ends && (seat ?? -1) % 2 === 1;
  return placeName(model, board, isBackwards ? places.length - 1 - place : place);
}

/** The number of a field as the rules say it is read: `£{}` as “£3” and “−£3”, `{+} glory` as “+3 glory”. */
export function numberText(shownAs: readonly string[] | null, value: number): string {
  if (!shownAs) return String(value).replace("-", "−");
  const [one, several] = shownAs;
  const text = Math.abs(value) === 1 ? one : several;
  const sign = value < 0 ? "−" : "";
  const size = String(Math.abs(value));
  return text.includes("{}") ? sign + text.replace("{}", size) : text.replace("{+}", (sign || (value ? "+" : "")) + size);
}

/** By how much a number of a field changes, as the rules say it is read: “+2 coins”, “−£3”. */
export function changeText(shownAs: readonly string[] | null, by: number): string {
  const sign = by < 0 ? "−" : "+";
  return shownAs?.some((one) => one.includes("{+}")) ? numberText(shownAs, by) : sign + numberText(shownAs, Math.abs(by));
}

/** Whether the number of a field is read with words, as “3 coins”: they say what is counted. */
export function isWorded(shownAs: readonly string[] | null): boolean {
  return shownAs?.every((one) => /\p{L}/u.test(one)) ?? false;
}

/** Whether the words with which a number is read are those of its label: “3 coins” needs no “Coins”. */
export function isUnit(shownAs: readonly string[] | null, label: string): boolean {
  return isWorded(shownAs) && shownAs?.[1].replace(/\{\+?\}/, "").trim().toLowerCase() === label.toLowerCase();
}

/** The words of a move without the name of its phase, which everybody knows: `turns(card = Two)` as `card = Two`. */
export function withoutPhase(phases: readonly string[], text: string): string {
  const [, name, chosen] = /^(\w+)\((.+)\)$/.exec(text) ?? [];
  return name !== undefined && phases.includes(name) ? chosen : text;
}

/** “3 cards”, “1 card”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The field of the language that counts rounds. */
export const ROUND = "round";

/** “Round 3”, or what the look file calls rounds: “Move 3”; null where it calls them nothing. */
export function periodCalled({ table }: Look, round: number): string | null {
  const called = table?.round ?? ROUND;
  return called ? `${titled(called)} ${round}` : null;
}

/** A time as people say it: “today, 14:05”, “yesterday, 9:30”, else the date in the form of the reader. */
export function dayOf(when: number, now = Date.now()): string {
  const [then, today] = [new Date(when), new Date(now)];
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime();
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (when >= midnight) return `today, ${time}`;
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1).getTime();
  return when >= yesterday ? `yesterday, ${time}` : then.toLocaleDateString();
}

/** What one of several is called: “loaf”, “berry”, “box”, “pot”. */
export function singular(several: string): string {
  const [, stem, end] = /^(.*?)((?:(?<=oa|ea|al|ol|el)ve|ie|(?<=ch|sh|x|ss)e)?s)$/.exec(several) ?? [];
  if (stem === undefined || several.endsWith("ss")) return several;
  return stem + (end === "ves" ? "f" : end === "ies" ? "y" : "");
}

/** What is counted, for a number: “1 coin”, “1 gem at home”, “2 coins”. */
export function unitFor(value: string, label: string): string {
  return /^[+−-]?1$/.test(value) ? label.replace(/^\S+(?<!us|is)(?=\s|$)/, singular) : label;
}

/** “Ann”, “Ann and Bob”, “Ann, Bob and Cat”; with other words before the last one and between the others. */
export function listed(names: readonly string[], last = " and ", between = ", "): string {
  return names.length < 2 ? names.join("") : names.slice(0, -1).join(between) + last + names[names.length - 1];
}

/** A text as a sentence begins; the name of a place (`e4`) has no capital. */
export function capital(text: string): string {
  return /^[a-z]\d+\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Labels with the fewest of their first letters, but at least so many, that tell each from the others: “C” for “Crop” beside “Pays”, “Pri” for “Price” beside “Prow”. */
export function beginnings(labels: readonly string[], least = 1): Map<string, string> {
  const isAlone = (label: string, letters: number) => labels.every((other) => other === label || other.slice(0, letters) !== label.slice(0, letters));
  const lettersOf = (label: string) => [...label].findIndex((_, i) => i + 1 >= least && isAlone(label, i + 1)) + 1;
  return new Map(labels.map((label) => [label, label.slice(0, lettersOf(label) || label.length)]));
}

/** A label inside a sentence: “Walk” as “walk”. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
