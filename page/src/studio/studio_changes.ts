// What has changed in the figures of a game since other rules were played.
import type { Broken, Figures } from "./studio_state.js";

interface Change { name: string; was: string; is: string; note: string }

export const signed = (number: number): string => number.toFixed(1).replace("-", "−");
export const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.0995 ? 1 : 0)} %`;

/** Keeps complete figures of each setup, so that those of now can be compared with those of the rules before. */
export class Compared {
  private readonly tried = new Map<string, Figures[]>();
  private readonly kept = new Map<string, Figures>();

  /** Notes complete figures, and returns those of the rules before: the kept ones, or else the last that were others. Rules that play alike are the same rules. */
  before(setup: string, now: Figures | Broken | null): Figures | null {
    let tried = this.tried.get(setup) ?? [];
    const isWhole = now !== null && !("fault" in now) && now.is_last;
    if (isWhole && (!tried.length || JSON.stringify(tried[0]) !== JSON.stringify(now))) tried = [now, ...tried].slice(0, 2);
    this.tried.set(setup, tried);
    return this.kept.get(setup) ?? tried[isWhole ? 1 : 0] ?? null;
  }

  isKept(setup: string): boolean {
    return this.kept.has(setup);
  }

  /** Compares with these figures from now on; with those of the last change if there are none. */
  keep(setup: string, figures: Figures | null): void {
    if (figures) this.kept.set(setup, figures);
    else this.kept.delete(setup);
  }
}

/** Yields the figures that differ. Shares whose intervals meet may differ by chance. */
export function* changes(before: Figures, now: Figures): Generator<Change> {
  const made = (name: string, was: string, is: string, note = ""): Change[] => (was === is ? [] : [{ name, was, is, note }]);
  yield* made("Decisions in a match", before.decisions.mean.toFixed(1), now.decisions.mean.toFixed(1));
  for (const seat of now.seats) {
    const old = before.seats.find(({ name }) => name === seat.name);
    if (!old) continue;
    const meet = seat.interval[0] <= old.interval[1] && old.interval[0] <= seat.interval[1];
    if (now.contest !== "alone") yield* made(`${seat.name} wins`, percent(old.wins), percent(seat.wins), meet ? "may be chance" : "more than chance");
    if (before.has_points && now.has_points) yield* made(`${seat.name}, points`, signed(old.points), signed(seat.points));
  }
  const texts = new Set([...before.reasons, ...now.reasons].map(([text]) => text));
  for (const text of texts) {
    const share = ({ reasons }: Figures) => percent(reasons.find(([one]) => one === text)?.[1] ?? 0);
    yield* made(`Ends: ${text || "the rules end it"}`, share(before), share(now));
  }
}
