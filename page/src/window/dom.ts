// Elements. Whatever comes from rules becomes text or the value of an attribute, never markup.

export type Child = Node | string | null | undefined | false;
export interface Props {
  class?: string;
  style?: Record<string, string>;
  attrs?: Record<string, string>;
  on?: (event: MouseEvent) => void;
}

const SVG = "http://www.w3.org/2000/svg";

/** An element with its classes, attributes, style properties, click handler and children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const found = document.createElement(tag);
  dress(found, props);
  put(found, ...children);
  return found;
}

function dress(of: HTMLElement, props: Props): void {
  if (props.class) of.className = props.class;
  for (const [name, value] of Object.entries(props.style ?? {})) of.style.setProperty(name, value);
  for (const [name, value] of Object.entries(props.attrs ?? {})) of.setAttribute(name, value);
  if (props.on) of.addEventListener("click", props.on);
}

/** A text of the tools with what stands between backticks as code. */
export function withCode(text: string): Node[] {
  return text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : document.createTextNode(part)));
}

/** Appends what is there. */
export function put(to: Element, ...children: Child[]): void {
  for (const child of children) if (child) to.append(child);
}

/** A symbol of the page's own set, as `o-cross` or `pawn`. */
export function symbol(name: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  svg.setAttribute("viewBox", name.startsWith("i-") ? "0 0 24 24" : name.startsWith("o-") ? "0 0 24 25" : "0 0 34 40");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** An SVG element with attributes. */
export function drawn(tag: string, attrs: Record<string, string | number>, ...children: SVGElement[]): SVGElement {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attrs)) found.setAttribute(name, String(value));
  found.append(...children);
  return found;
}
