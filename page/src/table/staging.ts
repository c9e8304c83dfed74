// Makes the scenes of one match: what is painted now, and the table as it lay while hands that were shown are held.
import { capturedOf } from "../boards/captured.js";
import { eventsOf, throwsOf } from "./dice.js";
import { partOf, placeKey } from "../game/keys.js";
import type { Looks } from "../game/looks.js";
import type { Look } from "../game/model.js";
import { type Passing, passingOf } from "./passing.js";
import type { Layout } from "../game/roles.js";
import { isNumbersOnly } from "./round.js";
import { type Habits, Scene } from "./scene.js";
import type { Offer } from "../match/offers.js";
import type { Moment, Session } from "../match/session.js";
import { targetsOf } from "../match/targets.js";
import { territoryOf } from "../boards/territory.js";
import { tracesOf } from "../boards/traces.js";

export class Stage {
  /** Whether the last move has completed a trick. */
  hasTaken = false;
  /** The small place that was tapped once. */
  private tapped: string | null = null;
  /** The stop behind the last throw that was shown, and since when it is. */
  private thrown = { of: -1, at: 0 };
  /** The move whose shown hands are held on the page, and the last one of which it is known whether it shows some. */
  private held: Moment | null = null;
  private known: Moment | null = null;
  private readonly habits: Habits = { isFlat: false, hasFacts: false };

  constructor(readonly looks: Looks, private readonly layout: Layout, private readonly look: Look, private readonly draw: () => void) {}

  /** What is shown now. */
  scene(session: Session): Scene {
    const { view } = session;
    this.looks.wear(view);
    const scene = new Scene(session.model, this.look, this.looks, this.layout, view, session.names, targetsOf(session, () => this.done()), this.refusing(session), { key: this.tapped, first: (key, name) => this.tap(session, key, name) }, this.habits);
    if (session.shown === null && session.match.outcome) {
      scene.territory = territoryOf(session.model, view, session.match.outcome);
      scene.decisive = new Set(session.match.outcome.decisive.map(([board, place]) => placeKey(...partOf(session.model, board, place), null)));
    }
    scene.traces = tracesOf(session);
    scene.captured = capturedOf(session.model, scene.look, scene.looks, () => session.beginning, view);
    if (session.shown === null) scene.picked = new Set([...session.crumbs.flatMap(({ keys }) => keys), ...sharedOf(session.narrowed ?? [])]);
    if (session.shown === null) this.hold(session, scene);
    const last = session.moments.findLast(({ after }) => session.shown === null || after <= session.shown) ?? null;
    scene.passing = passingIn(session, scene, this.heldIn(session) ?? last);
    this.hasTaken = Boolean(scene.passing?.trick.size);
    scene.throws = throwsOf(session, isNumbersOnly(scene));
    scene.node = session.visible.node;
    if (session.shown === null && scene.throws.of > this.thrown.of) this.thrown = { of: scene.throws.of, at: performance.now() };
    if (session.shown === null && scene.throws.of === this.thrown.of) scene.sinceThrown = performance.now() - this.thrown.at;
    return scene;
  }

  /** Holds the first hands that were shown since the last ones that people have seen: others may have played on meanwhile. Of what was played before the page was opened, only the last move counts. */
  private hold(session: Session, scene: Scene): void {
    const { moments, match, hasPeople } = session;
    if (match.isOver || !hasPeople || (this.held && !moments.includes(this.held))) this.held = null;
    if (match.isOver || !hasPeople || this.held) return;
    const at = this.known ? moments.indexOf(this.known) : -1;
    for (const moment of moments.slice(at < 0 ? -1 : at + 1)) {
      const isShowing = Boolean(passingIn(session, scene, moment)?.shown.length);
      this.known = moment;
      if (!isShowing) continue;
      this.held = moment;
      return;
    }
  }

  /** The table as it lay before the move whose hands are held, with nobody on turn: what came since lies there when these have been seen. */
  sceneBefore(session: Session): Scene {
    const view = { ...session.match.at(this.held?.before ?? 0).view(session.looker), toAct: [] };
    return this.sceneOf(session, view);
  }

  /** The table as a seat would see it then. */
  sceneOf(session: Session, view: Scene["view"]): Scene {
    return new Scene(session.model, this.look, this.looks, this.layout, view, session.names, new Map(), null, null, { ...this.habits });
  }

  /** Hands that were shown stay until somebody goes on. */
  isHeld(session: Session): boolean {
    return this.heldIn(session) !== null;
  }

  /** The move whose shown hands stay on the page; null where none are. */
  heldIn({ shown, covered, moments }: Session): Moment | null {
    return shown === null && covered === null && this.held !== null && moments.includes(this.held) ? this.held : null;
  }

  /** Somebody has seen the hands that were shown. */
  goOn(): void {
    this.held = null;
    this.draw();
  }

  private done(): void {
    this.tapped = null;
    this.draw();
  }

  private tap(session: Session, key: string, name: string): void {
    this.tapped = key;
    session.note = { head: `${name}?`, text: "Tap it again." };
    this.draw();
  }

  private refusing(session: Session): ((key: string, name: string) => void) | null {
    return session.step ? (key, name) => {
      session.explain(key, name);
      this.draw();
    } : null;
  }
}

/** What came and went with a move. */
function passingIn(session: Session, { model, layout, view: now }: Scene, moment: Moment | null): Passing | null {
  if (!moment) return null;
  const view = moment === session.moments.at(-1) ? now : session.match.at(moment.after).view(session.looker);
  const before = () => session.match.at(moment.before).view(session.looker);
  const lying = (zone: string) => before().zones.find(({ name }) => name === zone)?.contents?.flatMap(({ kind, count }) => Array.from({ length: count }, () => kind.number)) ?? [];
  return passingOf(model, layout, view, eventsOf(session, moment), (field) => Number(before().fields.find(({ name }) => name === field)?.thing ?? 0), lying);
}

/** The keys of the thing that was clicked, while the page asks which of several actions is meant that begin with it. */
function sharedOf([first, ...others]: readonly Offer[]): string[] {
  return first?.keys.filter((key) => others.every(({ keys }) => keys.includes(key))) ?? [];
}
