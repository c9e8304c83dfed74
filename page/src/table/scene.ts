// What one painting of the page works with: the view, the looks, and what can be chosen where.
import type { View } from "gamedsl-host";
import type { Captured } from "../boards/captured.js";
import type { Throws } from "./dice.js";
import type { Looks } from "../game/looks.js";
import type { Look, PageModel, TypeData } from "../game/model.js";
import { bare, kindAt } from "../game/model.js";
import type { Passing } from "./passing.js";
import type { Layout } from "../game/roles.js";
import type { Traces } from "../boards/traces.js";
import { numberText, placeCalled, titled } from "../game/words.js";

/** What a click on something does: choose it, or say why not. What is `barred` does not go with what is chosen already, and `why` says so. */
export interface Target {
  state: "can" | "adjust" | "barred";
  label: string;
  why?: string;
  /** The answers that it gives, where it gives some at once. */
  values?: readonly number[];
  /** Where things begin different actions: the number of the action, which has a colour of its own. */
  tone?: number;
  /** Whether something else is asked then; where it is not there, nothing is. */
  leads?(): boolean;
  /** In selections of several parts: how many are chosen, out of how many. */
  chosen?: number;
  most?: number;
  /** `inside`: the key of what was clicked, if that lies in what stands for the choice. */
  act(by: 1 | -1, inside: string | null): void;
}

/** Small places want a second tap: `key` had its first one. */
export interface Tapped { key: string | null; first(key: string, name: string): void }

/** How the table of a match is laid out, once that is found: it stays so. `isFlat`: what all share is too much for the middle of a round table. `hasFacts`: numbers stand above it. */
export interface Habits { isFlat: boolean; hasFacts: boolean }

const MANY = 40;
const FINGER = 40;

export class Scene {
  /** The tones of which there are so many choices that marking all of them would be noise. */
  private readonly crowded: ReadonlySet<Target["tone"]>;
  /** The seats to which empty places belong at the end, by their keys. */
  territory: ReadonlyMap<string, number> = new Map();
  /** The places that have made the end come true, by their keys. */
  decisive: ReadonlySet<string> = new Set();
  /** What each seat has taken of the other one's pieces. */
  captured: ReadonlyMap<number, Captured[]> = new Map();
  /** What chance has thrown last, and for how many milliseconds it has been on the page. */
  throws: Throws = { of: -1, all: [], isUsed: false };
  /** The node of the graph where the match stands that is shown. */
  node = -1;
  sinceThrown = Number.POSITIVE_INFINITY;
  /** Where the last player moved on boards. */
  traces: Traces = { left: new Set(), came: new Set() };
  /** What is chosen already of the move that is being made, by its keys. */
  picked: ReadonlySet<string> = new Set();
  /** Cards that came and went with the last move. */
  passing: Passing | null = null;
  /** Keys that were painted: options without one get a button. */
  readonly painted = new Set<string>();
  private readonly fieldValues: Map<number, View["fields"][number]>;

  constructor(
    readonly model: PageModel,
    readonly look: Look,
    readonly looks: Looks,
    readonly layout: Layout,
    readonly view: View,
    readonly names: readonly string[],
    readonly targets: ReadonlyMap<string, Target>,
    private readonly refuse: ((key: string, name: string) => void) | null,
    private readonly tapped: Tapped | null = null,
    readonly habits: Habits = { isFlat: false, hasFacts: false },
  ) {
    const counts = new Map<Target["tone"], number>();
    for (const { tone } of targets.values()) counts.set(tone, (counts.get(tone) ?? 0) + 1);
    this.crowded = new Set([...counts].flatMap(([tone, count]) => (count > MANY ? [tone] : [])));
    const said = model.fields.filter(({ shown_as }) => shown_as);
    const words = new Map(said.flatMap(({ base, count, shown_as }) => Array.from({ length: count }, (_, i) => [base + i, shown_as] as const)));
    this.fieldValues = new Map(view.fields.map((field) => {
      const text = typeof field.thing === "number" ? numberText(words.get(field.number) ?? null, field.thing) : field.text;
      return [field.number, { ...field, text }];
    }));
  }

  /** A field's value by the number of its instance; undefined if the seat does not see it. */
  field(number: number): View["fields"][number] | undefined {
    return this.fieldValues.get(number);
  }

  zone(number: number): View["zones"][number] | undefined {
    return this.view.zones.find((zone) => zone.number === number);
  }

  /** Makes an element the control of a key, if something can be chosen there. Gives whether it is one. */
  mark(element: HTMLElement, key: string, name: string): boolean {
    element.dataset.key = key;
    this.trace(element, [key]);
    const target = this.targets.get(key);
    if (target) {
      this.painted.add(key);
      this.dress(element, key, target, name);
    } else if (this.refuse) {
      const { refuse } = this;
      element.addEventListener("click", (event) => {
        if (element.parentElement?.closest("[data-act]")) return; // what it lies in is offered: that is chosen
        event.stopPropagation();
        refuse(key, name);
      });
    }
    return target !== undefined;
  }

  /** Shows that the last move touched something, or that it is chosen already. Gives it in words; nothing if neither is so. */
  trace(element: HTMLElement, keys: readonly string[]): string {
    const { traces: { left, came }, picked } = this;
    const isPicked = keys.some((key) => picked.has(key));
    const isCame = !isPicked && keys.some((key) => came.has(key));
    const isLeft = !isPicked && !isCame && keys.some((key) => left.has(key));
    element.classList.toggle("picked", isPicked);
    element.classList.toggle("came", isCame);
    element.classList.toggle("left", isLeft);
    return isPicked ? "chosen" : isCame ? "the last move came here" : isLeft ? "the last move left here" : "";
  }

  private dress(element: HTMLElement, key: string, target: Target, name: string): void {
    if (this.crowded.has(target.tone)) element.classList.add("quiet");
    element.classList.add(target.state === "barred" ? "barred" : target.chosen ? "on" : "can");
    if (target.why !== undefined) element.title = target.why;
    if (target.tone !== undefined) element.dataset.tone = String(target.tone);
    element.classList.toggle("armed", this.tapped?.key === key);
    element.dataset.act = key;
    if (target.values) element.dataset.answers = target.values.join();
    element.tabIndex = 0;
    if (target.state !== "can") {
      element.setAttribute("role", "spinbutton");
      element.setAttribute("aria-valuemin", "0");
      element.setAttribute("aria-valuemax", String(target.most ?? 1));
      element.setAttribute("aria-valuenow", String(target.chosen ?? 0));
      element.setAttribute("aria-label", `${name}: ${target.chosen ?? 0} of ${target.most ?? 1} chosen`);
      if (target.state === "barred") element.setAttribute("aria-disabled", "true");
    } else {
      if (element.tagName !== "BUTTON" && [null, "group"].includes(element.getAttribute("role"))) element.setAttribute("role", "button");
      element.setAttribute("aria-label", name);
    }
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      if (this.tapped && this.tapped.key !== key && isSmallTap(event, element)) this.tapped.first(key, name);
      else target.act(event.shiftKey ? -1 : 1, insideOf(element, event.target));
    });
  }

  /** The name of an index of a family, for people. */
  indexName(of: TypeData, value: number): string {
    switch (of.is) {
      case "seat": return this.names[value] ?? "";
      case "word": return this.looks.word(of.type, value).word;
      case "place": return placeCalled(this.model, this.look, this.view.seat, of.board, value);
      case "row": return titled(this.model.tables.find((table) => table.number === of.table)?.rows[value] ?? String(value));
      case "kind": return this.looks.kind(kindAt(this.model, of.components, value)).title;
      default: return String(value);
    }
  }

  label(kind: "zone" | "field" | "board" | "rule", name: string): string {
    return titled(this.look[kind]?.[name]?.label ?? name);
  }
}

/** The key of what was clicked inside an element; null where it is the element itself. */
function insideOf(element: HTMLElement, clicked: EventTarget | null): string | null {
  const found = clicked instanceof Element ? clicked.closest<HTMLElement>("[data-key]") : null;
  return found && found !== element && element.contains(found) ? (found.dataset.key ?? null) : null;
}

/** Whether a finger is larger than the place of a board on which it came down. */
function isSmallTap(event: MouseEvent, element: HTMLElement): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch" && element.classList.contains("sq") && element.offsetWidth < FINGER;
}

/** The indices of an instance of a family, as values of its dimensions. */
export function indexOf(family: { dimensions: { type: TypeData; size: number; low: number }[] }, flat: number): number[] {
  const found: number[] = [];
  let left = flat;
  for (const { type, size, low } of [...family.dimensions].reverse()) {
    const at = left % Math.max(size, 1);
    left = Math.floor(left / Math.max(size, 1));
    found.unshift(bare(type).is === "number" ? at + low : at);
  }
  return found;
}

/** The number of the instance with those indices. */
export function instanceAt(family: { base: number; dimensions: { type: TypeData; size: number; low: number }[] }, index: readonly number[]): number {
  let flat = 0;
  family.dimensions.forEach(({ type, size, low }, i) => { flat = flat * size + (bare(type).is === "number" ? index[i] - low : index[i]); });
  return family.base + flat;
}
