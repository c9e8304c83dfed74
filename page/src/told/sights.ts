// What all have looked at, in words.
import { capital } from "../game/words.js";

const ALL_SEE = "All see ";

/** The sentence about what all have looked at. */
export function allSee(what: string): string {
  return ALL_SEE + what;
}

/** Sentences about what was seen, without that all see what another of them names. */
export function sightsOf(told: readonly string[]): string[] {
  const isNamed = (one: string) => one.startsWith(ALL_SEE) && told.some((other) => other.startsWith(`${capital(one.slice(ALL_SEE.length))}: `));
  return told.filter((one) => !isNamed(one));
}
