// Makes the scenes of one match: what is painted now, and the table as it lay while hands that were shown are held.
import { capturedOf } from "./captured.js";
import { eventsOf, throwsOf } from "./dice.js";
import type { Looks } from "./looks.js";
import type { Look } from "./model.js";
import { type Passing, passingOf } from "./passing.js";
import type { Layout } from "./roles.js";
import { type Habits, Scene } from "./scene.js";
import type { Moment, Session } from "./session.js";
import { targetsOf } from "./targets.js";
import { territoryOf } from "./territory.js";
import { tracesOf } from "./traces.js";

export class Stage {
  /** Whether the last move has completed a trick. */
  hasTaken = false;
  /** The small place that was tapped once. */
  private tapped: string | null = null;
  /** The stop behind the last throw that was shown, and since when it is. */
  private thrown = { of: -1, at: 0 };
  /** The move whose shown hands are held on the page, and the one whose hands people have seen. */
  private held: Moment | null = null;
  private seen: Moment | null = null;
  private readonly habits: Habits = { isFlat: false, hasFacts: false };

  constructor(readonly looks: Looks, private readonly layout: Layout, private readonly look: Look, private readonly draw: () => void) {}

  /** What is shown now. */
  scene(session: Session): Scene {
    const { view } = session;
    this.looks.wear(view);
    const scene = new Scene(session.model, this.look, this.looks, this.layout, view, session.names, targetsOf(session, () => this.done()), this.refusing(session), { key: this.tapped, first: (key, name) => this.tap(session, key, name) }, this.habits);
    if (session.shown === null && session.match.outcome) scene.territory = territoryOf(session.model, view, session.match.outcome);
    scene.traces = tracesOf(session);
    scene.captured = capturedOf(session.model, scene.look, scene.looks, () => session.beginning, view);
    if (session.shown === null) scene.picked = new Set(session.crumbs.flatMap(({ keys }) => keys));
    scene.passing = passingIn(session, scene);
    this.hasTaken = Boolean(scene.passing?.trick.size);
    scene.throws = throwsOf(session);
    scene.node = session.visible.node;
    if (session.shown === null && scene.throws.of > this.thrown.of) this.thrown = { of: scene.throws.of, at: performance.now() };
    if (session.shown === null && scene.throws.of === this.thrown.of) scene.sinceThrown = performance.now() - this.thrown.at;
    if (scene.passing?.shown.size && session.shown === null && session.hasPeople && !session.match.isOver && session.moments.at(-1) !== this.seen) this.held = session.moments.at(-1) ?? null;
    return scene;
  }

  /** The table as it lay before the last move, with nobody on turn: what that move brought lies there when its hands have been seen. */
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
    return session.shown === null && session.covered === null && this.held !== null && this.held === session.moments.at(-1);
  }

  /** Somebody has seen the hands that were shown. */
  goOn(): void {
    this.seen = this.held;
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

/** What came and went with the move before what is shown. */
function passingIn(session: Session, { model, layout, view }: Scene): Passing | null {
  const moment = session.moments.findLast(({ after }) => session.shown === null || after <= session.shown);
  if (!moment) return null;
  const before = () => session.match.at(moment.before).view(session.looker);
  const lying = (zone: string) => before().zones.find(({ name }) => name === zone)?.contents?.flatMap(({ kind, count }) => Array.from({ length: count }, () => kind.number)) ?? [];
  return passingOf(model, layout, view, eventsOf(session, moment), (field) => Number(before().fields.find(({ name }) => name === field)?.thing ?? 0), lying);
}
