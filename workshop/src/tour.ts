// The tour: a page of the documentation beside its rules, with a task, and a check that says whether it is done and, if not, what is missing.
import { h, withCode } from "../../page/src/window/dom.js";
import type { Example } from "../../page/src/studio/studio_state.js";
import type { Looked } from "./jobs.js";
import { elementsOf, inline } from "./markdown.js";
import type { Shared } from "./share.js";

export interface Lesson extends Shared { name: string; title: string; text: string; task: string; check: string; words: string[]; answer: [string, string][] }

/** What the tour asks of the workshop. */
export interface Desk {
  begin(rules: Shared): void;
  text(): string;
  write(text: string): void;
  /** Reads rules with these texts in place of the open file, and tries their examples. */
  tried(text: string): Promise<{ look: Partial<Looked>; examples: Example[] } | null>;
  close(): void;
  /** Opens a page of the help; `link` as it stands in a page of lessons. */
  look(link: string): (() => void) | null;
  /** Leaves the tour with a game of one's own. */
  leave(): void;
}

/** What is said of pages that are written for a terminal. */
const TERMINAL = "The finished rules are beside this page; you may empty them and write along. What stands behind `$` is for a terminal: here findings come while you type, and *Commands* runs the rest.";
const DONE = "gamedsl workshop: lessons done";

export class Tour {
  readonly root = h("section", { class: "lesson", attrs: { "aria-label": "Lesson", tabindex: "0" } });
  private lessons: Lesson[] = [];
  private at = 0;
  private readonly verdict = h("div", { class: "verdict", attrs: { role: "status", "aria-live": "polite" } });

  constructor(private readonly desk: Desk, private readonly store: Storage | null) {
    this.root.hidden = true;
  }

  /** All lessons. */
  async all(): Promise<Lesson[]> {
    if (!this.lessons.length) this.lessons = (await (await fetch("lessons.json")).json()) as Lesson[];
    return this.lessons;
  }

  /** The lessons, for a menu. */
  async entries(): Promise<HTMLElement[]> {
    return (await this.all()).map(({ name, title }, i) => h("li", { class: "inline" }, h("b", {}, `${i + 1}. ${title}`), this.isDone(name) ? h("small", {}, "✓ done") : null,
      h("button", { class: "small", attrs: { "aria-label": `Open ${title}` }, on: () => { location.hash = `lesson=${name}`; } }, "Open")));
  }

  private isDone(name: string): boolean {
    return this.done().includes(name);
  }

  /** Opens a lesson. Says whether there is one of this name. */
  async open(name: string): Promise<boolean> {
    const at = (await this.all()).findIndex((one) => one.name === name);
    if (at < 0) return false;
    this.at = at;
    this.begin();
    return true;
  }

  close(): void {
    this.root.hidden = true;
    this.desk.close();
  }

  private done(): string[] {
    return (this.store?.getItem(DONE) ?? "").split(" ").filter(Boolean);
  }

  private begin(): void {
    const { title, text, task, main, files } = this.lessons[this.at];
    this.desk.begin({ main, files: { ...files } });
    this.verdict.replaceChildren();
    const place = `Lesson ${this.at + 1} of ${this.lessons.length}`;
    const acts = h("p", { class: "acts" }, h("button", { class: "small check", on: () => void this.check() }, "Check"), h("button", { class: "small", on: () => this.answer() }, "Show the answer"), h("button", { class: "small", on: () => this.begin() }, "Begin again"));
    this.root.replaceChildren(
      h("p", { class: "place" }, place, h("button", { class: "close", attrs: { "aria-label": "Leave the tour" }, on: () => this.close() }, "×")),
      h("h2", {}, title),
      h("div", { class: "task" }, h("h3", {}, "Your task"), h("p", {}, ...inline(task)), acts, this.verdict),
      ...(/^\$ gamedsl /m.test(text) ? [h("p", { class: "aside" }, ...inline(TERMINAL))] : []),
      ...elementsOf(text, (link) => this.desk.look(link)));
    this.root.hidden = false;
    this.root.scrollTop = 0;
  }

  /** Writes the answer into the rules as they were at the beginning. */
  private answer(): void {
    const { main, files, answer } = this.lessons[this.at];
    this.desk.write(answer.reduce((text, [old, next]) => text.replace(old, () => next), files[main]));
  }

  private async check(): Promise<void> {
    const { check, words, name } = this.lessons[this.at];
    const text = this.desk.text();
    this.verdict.replaceChildren(h("p", {}, "Checking …"));
    const mine = await this.desk.tried(text);
    if (!mine) return;
    if (!mine.look.isGood) {
      this.say("Not yet.", "The rules have errors, which are marked in the text. Mend this one first:", firstError(mine.look));
      return;
    }
    const failed = mine.examples.find(({ passed }) => !passed);
    if (failed) {
      this.say("Not yet.", `The example ${failed.name} of the rules fails:`, failed.lines.map(([line]) => line).join("\n"));
      return;
    }
    const missed = words.find((one) => !text.toLowerCase().includes(one.toLowerCase()));
    if (missed) {
      this.say("Not yet.", "These words do not stand in the rules yet:", missed);
      return;
    }
    const judged = check ? await this.desk.tried(`${text}\n${check}`) : mine;
    if (!judged) return;
    const missing = judged.examples.find(({ passed }) => !passed);
    if (!judged.look.isGood) this.say("Not yet.", "Something that the task needs has another name now, or is gone. “Begin again” brings it back. The check misses this:", firstError(judged.look));
    else if (missing) this.say("Not yet.", missing.doc ?? missing.name, missing.lines.map(([line]) => line.replace(/^\S+:\d+:\d+: /, "")).join("\n"));
    else this.praise(name);
  }

  private praise(name: string): void {
    this.store?.setItem(DONE, [...new Set([...this.done(), name])].join(" "));
    const next = this.lessons[this.at + 1];
    this.verdict.className = "verdict good";
    this.verdict.replaceChildren(h("p", {}, h("b", {}, "Done. "), next ? "" : "That was the last lesson: now write a game of your own."),
      next ? h("button", { class: "small", on: () => { location.hash = `lesson=${next.name}`; } }, `Next: ${next.title}`)
        : h("button", { class: "small", on: () => this.desk.leave() }, "A new game"));
  }

  private say(head: string, text: string, lines = ""): void {
    this.verdict.className = "verdict bad";
    this.verdict.replaceChildren(h("p", {}, h("b", {}, head), " ", ...withCode(text)), ...(lines ? [h("pre", { attrs: { tabindex: "0" } }, lines)] : []));
  }
}

/** The first error in a sentence, without its code, and what helps. */
function firstError({ findings = [] }: Partial<Looked>): string {
  const found = findings.find(({ severity }) => severity === "error");
  const [line = "", ...more] = (found?.pieces ?? []).map(([, text]) => text).join("").split("\n");
  return [line.replace(/^error\[\w+\]: /, ""), ...more.filter((one) => one.startsWith("help: "))].join("\n");
}
