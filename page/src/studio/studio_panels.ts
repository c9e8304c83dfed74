// Findings, examples and figures.
import { h, withCode } from "../window/dom.js";
import { capital } from "../game/words.js";
import { changes, Compared, percent, signed } from "./studio_changes.js";
import type { Broken, Figures, Finding, SeatFigures, StudioState, Texts } from "./studio_state.js";

/** A finding as a terminal shows it. */
function findingElement({ severity, place, pieces }: Finding, explain?: (code: string) => void): HTMLElement {
  const found = h("section", { class: `finding ${severity}`, attrs: { "aria-label": `${severity} at ${place}` } }, piecesElement(pieces));
  const code = explain && found.querySelector(".p-code");
  const name = code?.textContent?.slice(1, -1) ?? "";
  if (code) code.replaceChildren("[", h("button", { attrs: { title: "What this finding means" }, on: () => explain(name) }, name), "]");
  return found;
}

/** Sentences are wrapped; lines of rules are not, so that marks stay below what they mark. */
function piecesElement(pieces: Texts): HTMLElement {
  const found = h("div", { class: "text" });
  let code: HTMLElement | null = null;
  for (const line of linesOf(pieces)) {
    if (!line.some(([style]) => style === "gutter")) {
      code = null;
      found.append(h("p", {}, ...line.map(([style, text]) => h("span", { class: `p-${style}` }, ...withCode(text)))));
      continue;
    }
    code ??= found.appendChild(h("pre", { attrs: { tabindex: "0" } }));
    code.append(h("span", { class: "line" }, ...line.flatMap(([style, text]) => ruleSpans(style, text))));
  }
  return found;
}

/** A piece of a line that shows rules. What is said beside a mark is apart: it may stand below it (`showMarks`). */
function ruleSpans(style: string, text: string): HTMLElement[] {
  const said = style === "mark" || style === "other" ? /^([\^-]+ )(.+)$/.exec(text) : null;
  if (!said) return [h("span", { class: `p-${style}` }, text)];
  return [h("span", { class: `p-${style}` }, said[1]), h("span", { class: `words p-${style}` }, ...withCode(said[2]))];
}

function linesOf(pieces: Texts): Texts[] {
  const lines: Texts[] = [[]];
  for (const [style, text] of pieces) {
    text.split("\n").forEach((part, i) => {
      if (i) lines.push([]);
      if (part) lines[lines.length - 1].push([style, part]);
    });
  }
  return lines.filter((line) => line.length);
}

function reportLines(lines: [string, boolean][]): HTMLElement {
  return h("pre", { attrs: { tabindex: "0" } }, ...lines.map(([text, isAside]) => h("span", { class: `line ${isAside ? "aside" : ""}` }, text)));
}

/** Where something hidden is learned: no finding, but to be looked over. */
function secretsElement(secrets: StudioState["secrets"]): HTMLElement {
  const lines = secrets.map(({ place, text, told }) => h("li", {}, h("code", {}, text), ` ${told} (${place})`));
  return h("section", { class: "secrets", attrs: { "aria-label": "What is learned of hidden things" } }, h("h2", {}, "What is learned of hidden things"), h("ul", {}, ...lines));
}

export class FindingsPanel {
  readonly root = h("div", { class: "findings" });

  /** `explain` opens what is said of a finding, where there is such a page. */
  constructor(private readonly explain?: (code: string) => void) {}

  draw({ findings, secrets }: StudioState): void {
    const shown = findings.length ? findings.map((one) => findingElement(one, this.explain)) : [h("p", { class: "none" }, "The rules have no findings.")];
    this.root.replaceChildren(...shown, ...(secrets.length ? [secretsElement(secrets)] : []));
    this.showMarks();
  }

  /** Scrolls long lines to what is marked in them, and sets words below their mark where they have no room beside it. It has no effect while the panel is hidden. */
  showMarks(): void {
    if (!this.root.clientWidth) return;
    for (const code of this.root.querySelectorAll("pre")) {
      for (const words of code.querySelectorAll<HTMLElement>(".words:not(.below)")) words.classList.toggle("below", words.offsetLeft + words.offsetWidth > code.clientWidth);
      const mark = code.querySelector<HTMLElement>(".p-mark, .p-other:not(.words)");
      if (mark && mark.offsetLeft + mark.offsetWidth > code.clientWidth) code.scrollLeft = mark.offsetLeft - code.clientWidth / 3;
    }
  }
}

export class ExamplesPanel {
  readonly root = h("div", { class: "examples" });
  private shown = "";

  draw({ examples, setups, is_good }: StudioState): void {
    const now = JSON.stringify([examples, is_good]);
    if (now === this.shown) return;
    this.shown = now;
    if (!examples?.length) {
      this.root.replaceChildren(h("p", { class: "none" }, examples ? "The rules have no examples." : "…"));
      return;
    }
    const sorted = [...examples].sort((a, b) => Number(a.passed) - Number(b.passed));
    this.root.replaceChildren(...stale(is_good), h("ul", {}, ...sorted.map(({ name, doc, setup, passed, lines }) => h("li", { class: passed ? "held" : "failed" },
      h("span", { class: "mark", attrs: { role: "img", "aria-label": passed ? "holds" : "fails" } }, passed ? "✓" : "✗"),
      h("div", {}, h("b", {}, name), setups.length > 1 ? h("small", {}, setup) : null, doc ? h("p", {}, doc) : null, lines.length ? reportLines(lines) : null)))));
  }
}

/** What the rules say now cannot be played: this is of before. */
function stale(isGood: boolean): HTMLElement[] {
  return isGood ? [] : [h("p", { class: "stale", attrs: { role: "note" } }, "Of the rules as they could be played last: those of now have errors.")];
}

const SVG = "http://www.w3.org/2000/svg";

export class FiguresPanel {
  readonly root = h("div", { class: "figures" });
  private readonly memory = new Compared();

  draw(state: StudioState): void {
    const { figures, is_good } = state;
    const setup = `${state.file}: ${state.setups[state.setup] ?? ""}`;
    const before = this.memory.before(setup, figures);
    if (figures && "fault" in figures) this.root.replaceChildren(...broken(figures));
    else if (figures) this.root.replaceChildren(...stale(is_good), ...numbers(figures), ...this.compared(state, setup, figures, before));
    else if (before) this.root.replaceChildren(h("p", { class: "stale", attrs: { role: "note" } }, "Of the rules before the change: those of now are being tried."), ...numbers(before));
    else this.root.replaceChildren(h("p", { class: "none" }, "Matches are played when all examples have been tried."));
  }

  private compared(state: StudioState, setup: string, now: Figures, before: Figures | null): HTMLElement[] {
    const isKept = this.memory.isKept(setup);
    const change = () => {
      this.memory.keep(setup, isKept ? null : now);
      this.draw(state);
    };
    const text = isKept ? "Compare with the last change again" : "Keep these figures to compare with";
    const keep = isKept || (now.is_last && state.is_good) ? [h("p", {}, h("button", { class: "keep", on: change }, text))] : [];
    return [...(before && now.is_last ? differences(before, now, isKept) : []), ...keep];
  }
}

/** What has changed since other rules were played. Shares whose intervals meet may differ by chance. */
function differences(before: Figures, now: Figures, isKept: boolean): HTMLElement[] {
  const rows = [...changes(before, now)];
  const title = h("h2", {}, isKept ? "Since the figures that you keep" : "Since the last change");
  if (!rows.length) return [title, h("p", {}, "No figure has changed.")];
  const body = rows.map(({ name, was, is, note }) => h("tr", {}, h("th", { attrs: { scope: "row" } }, name), h("td", { class: "n soft" }, was), h("td", { class: "n" }, is), h("td", { class: "soft" }, note)));
  const head = ["", "Before", "Now", ""].map((text, i) => h("th", { attrs: { scope: "col" }, class: i === 1 || i === 2 ? "n" : "" }, text));
  return [title, h("table", { class: "changes" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body))];
}

function broken({ fault, match }: Broken): HTMLElement[] {
  return [h("p", {}, "A random match has broken a promise of the rules."), ...(fault ? [findingElement(fault)] : []), ...(match.length ? [reportLines(match)] : [])];
}

function numbers({ matches, seed, is_last, decisions, has_points, seats, reasons, contest }: Figures): HTMLElement[] {
  const head = h("p", { class: "lead" }, h("b", {}, `${matches} random matches`), ` of seed ${seed}${is_last ? "" : "; more are played"}.`);
  const length = h("dl", { class: "facts" }, fact(decisions.mean.toFixed(1), "decisions in a match"), fact(String(decisions.least), "in the shortest"), fact(String(decisions.most), "in the longest"));
  const share = ({ wins, interval }: SeatFigures) => contest === "alone" ? [] : [h("td", {}, bar(wins, interval)), h("td", { class: "n" }, percent(wins)), h("td", { class: "n soft" }, `${percent(interval[0])} to ${percent(interval[1])}`)];
  const rows = seats.map((seat) => h("tr", {}, h("th", { attrs: { scope: "row" } }, seat.name), ...share(seat),
    has_points ? h("td", { class: "n" }, `${signed(seat.points)} ± ${seat.spread.toFixed(1)}`) : null));
  const titles = ["Seat", ...(contest === "alone" ? [] : ["Wins", "Share", "95 % interval"]), ...(has_points ? ["Points"] : [])];
  const table = h("table", {}, h("thead", {}, h("tr", {}, ...titles.map((text, i) => h("th", { attrs: { scope: "col" }, class: i > 1 ? "n" : "" }, text)))), h("tbody", {}, ...rows));
  const ends = h("ul", { class: "reasons" }, ...reasons.map(([text, share]) => h("li", {}, h("b", {}, percent(share)), capital(text || "the rules end it"))));
  const more = h("p", { class: "none" }, ...withCode("Random players show what the rules lead to, not how people play. `gamedsl report` tells more: minutes, when it is decided, what is used, skill."));
  return [head, length, table, h("h2", {}, "Why matches end"), ends, more];
}

function fact(value: string, text: string): HTMLElement {
  return h("div", {}, h("dd", {}, value), h("dt", {}, text));
}

/** A share as a bar, with the stretch in which it probably lies. */
function bar(share: number, [low, high]: [number, number]): HTMLElement {
  const svg = document.createElementNS(SVG, "svg");
  const made = (tag: string, attrs: Record<string, string>) => {
    const found = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attrs)) found.setAttribute(name, value);
    svg.append(found);
  };
  svg.setAttribute("viewBox", "0 0 100 12");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  made("rect", { class: "whole", x: "0", y: "1", width: "100", height: "10" });
  made("rect", { class: "share", x: "0", y: "1", width: String(share * 100), height: "10" });
  made("rect", { class: "stretch", x: String(low * 100), y: "5", width: String(Math.max(0.5, (high - low) * 100)), height: "2" });
  const found = h("div", { class: "bar" });
  found.append(svg);
  return found;
}
