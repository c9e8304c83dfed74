// What the language server says is Markdown with words of the rules in it. Of the markup made of it only these elements stay, without attributes.

const KEPT = new Set(["P", "PRE", "CODE", "EM", "STRONG", "UL", "OL", "LI", "BR", "BLOCKQUOTE", "SPAN", "H1", "H2", "H3", "H4"]);

/** Markup without anything that could act or load. */
export function sanitized(markup: string): string {
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  const out = document.createElement("div");
  for (const child of parsed.body.childNodes) keep(child, out);
  return out.innerHTML;
}

function keep(node: Node, to: HTMLElement): void {
  if (node instanceof Text) to.append(node.data);
  if (!(node instanceof HTMLElement)) return;
  const made = KEPT.has(node.tagName) ? to.appendChild(document.createElement(node.tagName)) : to;
  if (made !== to && node.tagName === "SPAN") made.className = node.className;
  for (const child of node.childNodes) keep(child, made);
}
