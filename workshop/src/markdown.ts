// Pages of the documentation as elements: headings, paragraphs, lists, tables, pieces of rules. Whatever else there is becomes text.
import { h } from "../../page/src/dom.js";

/** What a link does, or null if it leads nowhere from here: then it becomes plain words. */
export type Follow = (target: string) => (() => void) | null;

const NOWHERE: Follow = () => null;

/** The elements of a page. */
export function elementsOf(text: string, follow: Follow = NOWHERE): HTMLElement[] {
  const found: HTMLElement[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    const until = (isEnd: (line: string) => boolean): string[] => {
      const start = at;
      while (at < lines.length && !isEnd(lines[at])) at += 1;
      return lines.slice(start, at);
    };
    if (!line.trim()) at += 1;
    else if (line.startsWith("```")) {
      at += 1;
      found.push(h("pre", { attrs: { tabindex: "0" } }, until((one) => one.startsWith("```")).join("\n")));
      at += 1;
    } else if (line.startsWith("#")) {
      at += 1;
      found.push(h("h3", {}, ...inline(line.replace(/^#+ /, ""), follow)));
    } else if (line.startsWith("|")) {
      found.push(table(until((one) => !one.startsWith("|")), follow));
    } else if (line.startsWith("* ")) {
      const entries = until((one) => !one.trim()).join("\n").split(/\n?^\* /m).filter(Boolean);
      found.push(h("ul", {}, ...entries.map((entry) => h("li", {}, ...inline(entry, follow)))));
    } else {
      found.push(h("p", {}, ...inline(until((one) => !one.trim() || /^(```|\||#|\* )/.test(one)).join("\n"), follow)));
    }
  }
  return found;
}

function table([head, , ...rows]: string[], follow: Follow): HTMLElement {
  const cells = (row: string) => row.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  return h("table", {}, h("thead", {}, h("tr", {}, ...cells(head).map((cell) => h("th", { attrs: { scope: "col" } }, ...inline(cell, follow))))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...cells(row).map((cell) => h("td", {}, ...inline(cell, follow)))))));
}

/** Text with pieces of rules, words that matter, and links. */
export function inline(text: string, follow: Follow = NOWHERE): (Node | string)[] {
  return text.replace(/!\[[^\]]*\]\([^)]*\)/g, "").split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]*\]\([^)]*\))/).map((part) => {
    if (part.startsWith("`") && part.length > 2) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("**") && part.length > 4) return h("b", {}, ...inline(part.slice(2, -2), follow));
    if (part.startsWith("*") && part.length > 2) return h("i", {}, ...inline(part.slice(1, -1), follow));
    const link = /^\[([^\]]*)\]\(([^)]*)\)$/s.exec(part);
    if (!link) return part;
    const act = follow(link[2]);
    return act ? h("button", { class: "to", on: act }, ...inline(link[1])) : h("span", {}, ...inline(link[1]));
  });
}
