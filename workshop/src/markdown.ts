// Pages of the documentation as elements: headings, paragraphs, lists, tables, pieces of rules. Whatever else there is becomes text.
import { h } from "../../page/src/dom.js";

/** The elements of a page. Links to other pages become plain words: they lead nowhere from here. */
export function elementsOf(text: string): HTMLElement[] {
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
      found.push(h("h3", {}, ...inline(line.replace(/^#+ /, ""))));
    } else if (line.startsWith("|")) {
      found.push(table(until((one) => !one.startsWith("|"))));
    } else if (line.startsWith("* ")) {
      const entries = until((one) => !one.trim()).join("\n").split(/\n?^\* /m).filter(Boolean);
      found.push(h("ul", {}, ...entries.map((entry) => h("li", {}, ...inline(entry)))));
    } else {
      found.push(h("p", {}, ...inline(until((one) => !one.trim() || /^(```|\||#|\* )/.test(one)).join("\n"))));
    }
  }
  return found;
}

function table([head, , ...rows]: string[]): HTMLElement {
  const cells = (row: string) => row.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  return h("table", {}, h("thead", {}, h("tr", {}, ...cells(head).map((cell) => h("th", { attrs: { scope: "col" } }, ...inline(cell))))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...cells(row).map((cell) => h("td", {}, ...inline(cell)))))));
}

/** Text with pieces of rules and words that matter. */
export function inline(text: string): (Node | string)[] {
  const plain = text.replace(/!\[[^\]]*\]\([^)]*\)/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return plain.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.startsWith("`") && part.length > 2) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("**") && part.length > 4) return h("b", {}, ...inline(part.slice(2, -2)));
    return part.startsWith("*") && part.length > 2 ? h("i", {}, ...inline(part.slice(1, -1))) : part;
  });
}
