// Names of rules as people read them.

/** `Boars_Head` as “Boars Head”, `for_hire` as “for hire”; what follows a dot or stands in brackets of kinds is left out. */
export function plain(name: string): string {
  return name.replace(/_/g, " ").trim();
}

/** The same with a capital. */
export function titled(name: string): string {
  const found = plain(name);
  return found.charAt(0).toUpperCase() + found.slice(1);
}

/** The name of a kind on its face: `Single.Hunting` as “Single Hunting”, `card[Two, Clubs]` as “Two Clubs”, `One.Red` as “One Red”. */
export function kindTitle(name: string): string {
  const inner = /^\w+\[(.*)\]$/.exec(name);
  return titled(inner ? inner[1].replace(/, /g, " ") : name.replace(/\./g, " "));
}

/** A sentence without the numbers of the rules that it comes from: “R2, R4. The cards of a colour.” */
export function uncited(text: string): string {
  return text.replace(/^R\d+(?:, R\d+)*\. /, "");
}

/** A place: `cell[3, 4]` as “3, 4”, `Harbour` as it is. */
export function placeTitle(name: string): string {
  const inner = /^\w+\[(.*)\]$/.exec(name);
  return inner ? inner[1].replace(/, /g, "·") : titled(name);
}

/** A value as rules write it: `corner[8, 8]` as “8·8”, `Single.Religious` as “Single Religious”. */
export function cleaned(text: string): string {
  return titled(text.replace(/\b\w+\[([^[\]]+)\]/g, (_, inner: string) => inner.replace(/, /g, /^-?\d/.test(inner) ? "·" : " ")).replace(/(\w)\.(?=\w)/g, "$1 "));
}

/** A move or an event for people: `from_court(kind = Musician)` as “From court: Musician”; seats by the names of the people. */
export function sentence(text: string, seats: readonly string[], people: readonly string[]): string {
  let found = text.replace(/\b\w+ = /g, "").replace(/(\w+)\(([^()]*)\)/g, "$1: $2");
  found = found.replace(/\b\w+\[([^[\]]+)\]/g, (_, inner: string) => inner.replace(/, /g, /^-?\d/.test(inner) ? "·" : " "));
  found = found.replace(/(\d+) unseen /, "$1 ").replace(/ from (\S.*?) to (\S.*)$/, ", $1 → $2");
  seats.forEach((seat, i) => {
    found = found.replace(new RegExp(`\\b${literal(seat)}\\.`, "g"), () => `${people[i]}’s `).replace(new RegExp(`\\b${literal(seat)}\\b`, "g"), () => people[i]);
  });
  return titled(found.replace(/\[\]/g, "none").replace(/(\w)?\[([^[\]]*)\]/g, (_, last: string | undefined, inner: string) => (last ? `${last} ${inner}` : inner)).replace(/(\w)\.(?=\w)/g, "$1 "));
}

/** The field of an instance: `told` of `P1.told[chart[1, 4]]`, `mark` of `cell[1, 4].mark`. */
export function fieldOf(name: string): string {
  return /(\w+)(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?$/.exec(name)?.[1] ?? "";
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** “3 cards”, “1 card”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
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

/** “Ann”, “Ann and Bob”, “Ann, Bob and Cat”. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
