// What this browser keeps of matches: each as it is now, and the scores of lone players.
import { placeOfMatch } from "./bar.js";
import { endingOf, type Record } from "./ending.js";
import type { PageData, Team } from "./model.js";
import { sharedOf } from "./saved.js";
import { LocalSession } from "./local.js";
import type { Session } from "./session.js";
import type { Shelf } from "./shelf.js";

/** A name that no other match in this browser has. */
export function newName(): string {
  return `${Date.now().toString(36)} ${Math.floor(Math.random() * 2 ** 32).toString(36)}`;
}

/** The teams of a match that is played here. */
export function teamsOf(data: PageData, session: Session): Team[] {
  return session instanceof LocalSession ? data.setups[session.setup].teams : [];
}

/** Keeps one match on a shelf, under its name `id`. */
export class Keeper {
  /** The score of the finished match of a lone player. */
  record: Record | null = null;

  constructor(private readonly data: PageData, private readonly shelf: Shelf, readonly id: string) {}

  /** Compares the score of a finished match for one player with those before it on this device, and keeps it. */
  noteScore(session: LocalSession): void {
    const { outcome } = session.match;
    if (this.record || !outcome || outcome.won || session.model.humans !== 1 || !session.hasPeople) return;
    const { digest } = session.model;
    const before = [...this.shelf.scores(digest)].filter(([id]) => id !== this.id).map(([, score]) => score);
    const [score] = outcome.totals;
    const { wantsLeast } = this.data.setups[session.setup];
    this.record = { score, best: before.length ? (wantsLeast ? Math.min(...before) : Math.max(...before)) : null, wantsLeast };
    this.shelf.score(digest, this.id, score);
  }

  /** Keeps the match as it is now. Gives whether that was possible. */
  keep(session: LocalSession): boolean {
    const crumbs = session.crumbs.map(({ texts, values, keys }) => ({ texts, values, keys }));
    const said = session.match.outcome ? endingOf(session.names, session.match.outcome, teamsOf(this.data, session), session.hasPeople).head : placeOfMatch(session, session.match.view(session.looker));
    const isKept = this.shelf.keep({ ...sharedOf(session), id: this.id, game: this.data.name, crumbs, when: Date.now(), said, isOver: session.match.isOver });
    if (isKept) this.open();
    return isKept;
  }

  /** Says that the match is the one that is open in this tab. */
  open(): void {
    this.shelf.open(this.id, location.hash);
  }
}
