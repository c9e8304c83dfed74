// The rulebook, and all other commands of the package, run on the rules of the project.
import { h } from "../../page/src/window/dom.js";
import { download } from "./files.js";
import { type Answer, wasStopped } from "./jobs.js";
import { isDark } from "./theme.js";
import { SafeFrame } from "./table.js";

export type Run = (asked: { arguments: string[]; made: string }) => Promise<Answer>;

const TYPES: Record<string, string> = { html: "text/html", pdf: "application/pdf", md: "text/markdown", svg: "image/svg+xml", wasm: "application/wasm", json: "application/json" };

function blobOf(file: string, name: string): Blob {
  const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: TYPES[name.split(".").pop() ?? ""] ?? "application/octet-stream" });
}

/** The rules as a text for people. */
export class BookPanel {
  readonly root = h("div", { class: "book" });
  private frame: SafeFrame | null = null;
  private markup = "";

  constructor(private readonly run: Run) {
    this.clear();
  }

  /** Other rules are opened. */
  clear(): void {
    this.root.replaceChildren(h("p", { class: "none" }, "…"));
  }

  async show(main: string): Promise<void> {
    const { file, err } = await this.run({ arguments: ["rulebook", main, "-o", "rulebook.html"], made: "rulebook.html" });
    this.frame?.remove();
    this.frame = null;
    if (!file) {
      this.root.replaceChildren(h("p", { class: "none" }, err || "There is no rulebook."));
      return;
    }
    const blob = blobOf(file, "rulebook.html");
    this.markup = await blob.text();
    this.frame = new SafeFrame("The rulebook", worn(this.markup), () => undefined);
    this.root.replaceChildren(h("p", { class: "acts" }, h("button", { class: "small", on: () => download(main.replace(/\.gdl$/, ".rules.html"), blob) }, "Download")), this.frame.element);
  }

  /** The theme of the workshop was changed. */
  wear(): void {
    if (!this.frame) return;
    this.frame.remove();
    this.frame = new SafeFrame("The rulebook", worn(this.markup), () => undefined);
    this.root.append(this.frame.element);
  }
}

/** A rulebook in the theme of the workshop: by itself it has that of the system. */
function worn(markup: string): string {
  const dark = isDark();
  return markup.replace("color-scheme: light dark", `color-scheme: ${dark ? "dark" : "light"}`).replace("@media (prefers-color-scheme: dark)", dark ? "@media all" : "@media not all");
}

interface Offered { title: string; line: (file: string) => string }

/** Commands that designers want most; all others are written into the line. */
const OFFERED: Offered[] = [
  { title: "Test", line: (file) => `test ${file}` },
  { title: "Simulate", line: (file) => `simulate ${file} --matches 1000` },
  { title: "Compare with the base", line: (file) => `compare ${file} --matches 100` },
  { title: "Differences from the base", line: (file) => `diff ${file}` },
  { title: "Secrets", line: (file) => `secrets ${file}` },
  { title: "Usual form", line: (file) => `fmt --diff ${file}` },
  { title: "Page to send", line: (file) => `page ${file} -o page.html` },
  { title: "Module", line: (file) => `build ${file} -o game.wasm` },
];

const NO_OTHERS = "A tab can offer nothing to others: this command is for a computer with gamedsl.";
/** Commands that a tab cannot run. */
const NOT_HERE: Record<string, string> = { play: "Matches are played under Play.", studio: "This is the same as the studio.", workshop: "This is the workshop.", serve: NO_OTHERS, lsp: NO_OTHERS };

export class CommandPanel {
  private readonly line = h("input", { class: "line-of", attrs: { "aria-label": "Command", spellcheck: "false", autocapitalize: "off" } });
  private readonly out = h("pre", { class: "out", attrs: { tabindex: "0", "aria-label": "What the command says", role: "region" } });
  readonly root: HTMLElement;

  constructor(private readonly run: Run, private readonly main: () => string) {
    const form = h("form", { class: "command" }, h("label", {}, "gamedsl ", this.line), h("button", { class: "small" }, "Run"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.start(this.line.value);
    });
    const buttons = OFFERED.map(({ title, line }) => h("button", { class: "small", on: () => {
      this.line.value = line(this.main());
      void this.start(this.line.value);
    } }, title));
    this.root = h("div", { class: "commands" }, h("p", { class: "acts" }, ...buttons), form, this.out);
  }

  private async start(line: string): Promise<void> {
    const words = line.match(/"[^"]*"|\S+/g)?.map((word) => word.replace(/^"(.*)"$/, "$1")) ?? [];
    if (words[0] === "$") words.shift(); // as the documentation writes a line of a terminal
    if (words[0] === "gamedsl") words.shift();
    if (!words.length) return;
    if (Object.hasOwn(NOT_HERE, words[0]) && !words.includes("--help")) {
      this.out.replaceChildren(NOT_HERE[words[0]]);
      return;
    }
    const at = words.findIndex((word) => word === "-o" || word === "--output");
    const name = at < 0 ? "" : (words[at + 1] ?? "");
    this.out.replaceChildren("…");
    try {
      const { out, err, file } = await this.run({ arguments: words, made: name });
      this.out.replaceChildren(`${err ?? ""}${out ?? ""}` || "The command has said nothing.");
      if (file) this.out.append(h("button", { class: "small", on: () => download(name, blobOf(file, name)) }, `Download ${name}`));
    } catch (error) {
      this.out.replaceChildren(wasStopped(error));
    }
  }
}
