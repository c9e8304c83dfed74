// Matches that this browser keeps, so that none is lost: each under a key of its own, with the digest of its rules.
import type { Picked } from "../match/parts.js";
import type { Who } from "../match/session.js";

/** A decision that was half made: answers that were given at once, with their words and the things they stand for. */
export interface KeptCrumb { texts: string[]; values: number[]; keys: string[] }

/** A match as the browser keeps it. `seed` is a text because it may have more digits than numbers of JSON; `said` is what the list of matches tells of it. */
export interface KeptMatch {
  id: string;
  game: string;
  digest: string;
  seed: string;
  index: number;
  start: string | null;
  people: [name: string, who: Who][];
  moves: [seat: number, steps: number[]][];
  crumbs: KeptCrumb[];
  /** What is picked and not confirmed; matches that were kept earlier do not say. */
  picks?: Picked[];
  when: number;
  said: string;
  isOver: boolean;
}

/** The part of `localStorage` and `sessionStorage` that is needed. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const MATCH = "gamedsl match ";
const BEST = "gamedsl scores ";
const OPEN = "gamedsl open match";
const MOST_ENDED = 40;
const MOST_SCORES = 200;

/** The matches of one game. Without a store, and with one that refuses, nothing is kept, and everything else goes on. */
export class Shelf {
  /** The open match as it was kept last. */
  private known: { id: string; text: string } | null = null;
  /** Whether people know that this browser keeps nothing. */
  isRefusalTold = false;

  constructor(private readonly game: string, private readonly digests: readonly string[], private readonly store: Store | null, private readonly tab: Store | null) {}

  /** The matches of these rules, those that go on first, and the latest first. */
  matches(): KeptMatch[] {
    return this.all().filter(({ digest }) => this.digests.includes(digest)).sort((a, b) => Number(a.isOver) - Number(b.isOver) || b.when - a.when);
  }

  /** The matches of the same game with other rules: this page cannot continue them. */
  others(): KeptMatch[] {
    return this.all().filter(({ digest }) => !this.digests.includes(digest));
  }

  private all(): KeptMatch[] {
    return this.keys().flatMap((key) => {
      const found = keptIn(this.read(this.store, key));
      return found && found.game === this.game && key === MATCH + found.id ? [found] : [];
    });
  }

  private keys(): string[] {
    const { store } = this;
    return guarded(() => Array.from({ length: store?.length ?? 0 }, (_, i) => store?.key(i) ?? "").filter((key) => key.startsWith(MATCH)), []);
  }

  /** Keeps a match. Where there is no room, the oldest matches of this game that have ended make it; one that goes on never does. Returns whether the match is kept. */
  keep(match: KeptMatch): boolean {
    const text = lasting(match);
    if (this.known?.id === match.id && this.known.text === text) return true;
    this.known = { id: match.id, text };
    const ended = this.matches().filter(({ id, isOver }) => isOver && id !== match.id);
    for (const { id } of ended.splice(MOST_ENDED)) this.remove(id);
    const removed: KeptMatch[] = [];
    while (!this.write(this.store, MATCH + match.id, JSON.stringify(match))) {
      const oldest = ended.pop();
      if (!oldest) {
        // That did not help: what was removed comes back.
        for (const one of removed) this.write(this.store, MATCH + one.id, JSON.stringify(one));
        this.known = null;
        return false;
      }
      removed.push(oldest);
      this.remove(oldest.id);
    }
    return true;
  }

  /** Whether the match of that name has gone on elsewhere, as in another tab, since it was opened here. */
  isElsewhere(match: KeptMatch): boolean {
    const { known } = this;
    const now = keptIn(this.read(this.store, MATCH + match.id));
    return known?.id === match.id && now !== null && ![known.text, lasting(match)].includes(lasting(now));
  }

  find(id: string): KeptMatch | null {
    return this.matches().find((one) => one.id === id) ?? null;
  }

  remove(id: string): void {
    guarded(() => this.store?.removeItem(MATCH + id), undefined);
  }

  /** Notes which match is open in this tab, and with which address. It goes on when the tab is loaded again. */
  open(id: string | null, address: string): void {
    if (id === null) {
      this.known = null;
      guarded(() => this.tab?.removeItem(OPEN), undefined);
    } else this.write(this.tab, OPEN, JSON.stringify([id, address]));
  }

  /** The match that was open in this tab with this address. */
  opened(address: string): KeptMatch | null {
    const found = parsed(this.read(this.tab, OPEN));
    return Array.isArray(found) && typeof found[0] === "string" && found[1] === address ? this.find(found[0]) : null;
  }

  /** The scores of finished matches under these rules, by match. */
  scores(digest: string): Map<string, number> {
    const found = parsed(this.read(this.store, BEST + digest));
    const pairs = Array.isArray(found) ? found.filter((one): one is [string, number] => Array.isArray(one) && typeof one[0] === "string" && Number.isFinite(one[1])) : [];
    return new Map(pairs);
  }

  /** Notes the score of a finished match. */
  score(digest: string, id: string, score: number): void {
    const known = this.scores(digest);
    if (known.get(id) === score) return;
    known.set(id, score);
    const best = [...known].sort((a, b) => b[1] - a[1]);
    const kept = best.length > MOST_SCORES ? [...best.slice(0, MOST_SCORES / 2), ...best.slice(-MOST_SCORES / 2)] : best;
    this.write(this.store, BEST + digest, JSON.stringify(kept));
  }

  private read(store: Store | null, key: string): string | null {
    return guarded(() => store?.getItem(key) ?? null, null);
  }

  private write(store: Store | null, key: string, text: string): boolean {
    return guarded(() => {
      store?.setItem(key, text);
      return store !== null;
    }, false);
  }
}

/** All of a match but when it was kept. */
function lasting({ when: _, ...match }: KeptMatch): string {
  return JSON.stringify(match);
}

/** What a store gives; `otherwise` where the browser refuses or has no room. */
export function guarded<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}

/** A store of the browser; null where it has none for this page, as in some private windows and frames. */
export function storeOf(name: "localStorage" | "sessionStorage"): Store | null {
  return guarded(() => (window[name] as Store | null | undefined) ?? null, null);
}

/** JSON data; null where a text is none. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

export const areNumbers = (data: unknown): data is number[] => Array.isArray(data) && data.every((one) => Number.isInteger(one));
const isCrumb = (data: Partial<KeptCrumb> | null): boolean => typeof data === "object" && data !== null && Array.isArray(data.texts) && areNumbers(data.values) && Array.isArray(data.keys);
const isPick = (data: unknown): data is Picked => Array.isArray(data) && data.length === 2 && typeof data[0] === "string" && Number.isInteger(data[1]);
export const isMove = (data: unknown): data is [seat: number, steps: number[]] => Array.isArray(data) && Number.isInteger(data[0]) && areNumbers(data[1]);
/** Whoever can sit at a seat of a match that is played in a page: nobody there would ask who is elsewhere. */
export const isWho = (data: unknown): data is Who => typeof data === "string" && data !== "elsewhere";
export const isPerson = (data: unknown): data is [name: string, who: Who] => Array.isArray(data) && data.length === 2 && typeof data[0] === "string" && isWho(data[1]);

/** A kept match; null for anything else that lies in the store. */
function keptIn(text: string | null): KeptMatch | null {
  const data = parsed(text) as Partial<KeptMatch> | null;
  if (typeof data !== "object" || data === null) return null;
  const { id, game, digest, said, seed, index, start, when, isOver, people, moves, crumbs, picks = [] } = data;
  const hasTexts = [id, game, digest, said].every((one) => typeof one === "string") && typeof seed === "string" && /^-?\d+$/.test(seed) && (start === null || typeof start === "string");
  const hasLists = Array.isArray(people) && people.every(isPerson) && Array.isArray(moves) && moves.every(isMove) && Array.isArray(crumbs) && crumbs.every(isCrumb) && Array.isArray(picks) && picks.every(isPick);
  return hasTexts && hasLists && Number.isInteger(index) && typeof when === "number" && typeof isOver === "boolean" ? (data as KeptMatch) : null;
}

/** A seed as a number where it is exact, else with all its digits. */
export function seedOf(text: string): number | bigint {
  const seed = Number(text);
  return Number.isSafeInteger(seed) ? seed : BigInt(text);
}
