// What this browser keeps of matches: each as it is now, and the scores of lone players.
import { placeOfMatch } from "../window/bar.js";
import { endingOf, type Record, teamsCalled } from "../told/ending.js";
import type { PageData, Team } from "../game/model.js";
import { sharedOf } from "./saved.js";
import { LocalSession } from "../match/local.js";
import type { Note, Session } from "../match/session.js";
import type { KeptMatch, Shelf } from "./shelf.js";

const REFUSED: Note = { head: "This browser does not keep the match.", text: "Save it as a file if you want to go on another time." };
const APART: Note = { head: "This match went on in another tab.", text: "Both are kept: they stand beside each other in the list of matches to continue." };

/** A name that no other match in this browser has. */
export function newName(): string {
  return `${Date.now().toString(36)} ${Math.floor(Math.random() * 2 ** 32).toString(36)}`;
}

/** The teams of a match that is played here. */
export function teamsOf(data: PageData, session: Session): Team[] {
  return session instanceof LocalSession ? teamsCalled(session.look, data.setups[session.setup].teams) : [];
}

/** Keeps one match on a shelf, under its name `id`. */
export class Keeper {
  /** The score of the finished match of a lone player. */
  record: Record | null = null;

  constructor(private readonly data: PageData, private readonly shelf: Shelf, public id: string) {}

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

  /** Keeps the match as it is now, under a new name where another tab has gone on with it. Gives what people have to know about that; null if it is nothing. */
  keep(session: LocalSession): Note | null {
    const match = this.matchOf(session);
    const isElsewhere = this.shelf.isElsewhere(match);
    if (isElsewhere) this.id = match.id = newName();
    if (this.shelf.keep(match)) {
      this.open();
      return isElsewhere ? APART : null;
    }
    const isNew = !this.shelf.isRefusalTold;
    this.shelf.isRefusalTold = true;
    return isNew ? REFUSED : null;
  }

  private matchOf(session: LocalSession): KeptMatch {
    const crumbs = session.crumbs.map(({ texts, values, keys }) => ({ texts, values, keys }));
    const said = session.match.outcome ? endingOf(session.names, session.match.outcome, teamsOf(this.data, session), session.hasPeople).head : placeOfMatch(session, session.match.view(session.looker));
    return { ...sharedOf(session), id: this.id, game: this.data.name, crumbs, picks: [...session.picks], when: Date.now(), said, isOver: session.match.isOver };
  }

  /** Forgets the match if nothing was played in it, here or in another tab. */
  forgetUntouched(session: LocalSession): void {
    const isUntouched = !session.canUndo && !session.match.isOver;
    if (isUntouched && !this.shelf.isElsewhere(this.matchOf(session))) this.shelf.remove(this.id);
  }

  /** Says that the match is the one that is open in this tab. */
  open(): void {
    this.shelf.open(this.id, location.hash);
  }
}
