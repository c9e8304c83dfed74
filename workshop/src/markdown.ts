// Pages of the documentation as elements. What comes from a page becomes text, never markup.
import { lexer, type Token, type Tokens } from "marked";
import { type Child, h } from "../../page/src/dom.js";
import { coloured } from "./language.js";

/** What a page can lead to. */
export interface Ways {
  /** What a link does; null if it leads nowhere from here: then it becomes plain words. */
  link(target: string): (() => void) | null;
  /** What stands below a piece of rules. */
  below(rules: string): HTMLElement | null;
}

const NOWHERE: Ways = { link: () => null, below: () => null };

/** The name by which links call a heading. */
export const slugOf = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");

/** The elements of a page. */
export function elementsOf(text: string, ways = NOWHERE): HTMLElement[] {
  return lexer(text).flatMap((token) => block(token, ways) ?? []);
}

function block(token: Token, ways: Ways): HTMLElement[] | null {
  if (isOf<Tokens.Heading>(token, "heading")) return [h(token.depth < 3 ? "h3" : "h4", { attrs: { "data-slug": slugOf(plain(token.tokens)), tabindex: "-1" } }, ...words(token.tokens, ways))];
  if (isOf<Tokens.Paragraph>(token, "paragraph")) return [h("p", {}, ...words(token.tokens, ways))];
  if (isOf<Tokens.Code>(token, "code")) {
    const isRules = token.lang?.startsWith("gdl");
    const below = isRules ? ways.below(`${token.text}\n`) : null;
    return [h("pre", { attrs: { tabindex: "0" } }, ...(isRules ? coloured(token.text) : [token.text])), ...(below ? [below] : [])];
  }
  if (isOf<Tokens.List>(token, "list")) return [h(token.ordered ? "ol" : "ul", {}, ...token.items.map((item) => h("li", {}, ...words(item.tokens, ways))))];
  if (isOf<Tokens.Blockquote>(token, "blockquote")) return token.tokens.flatMap((one) => block(one, ways) ?? []);
  if (!isOf<Tokens.Table>(token, "table")) return null;
  return [h("table", {}, h("thead", {}, h("tr", {}, ...token.header.map((cell) => h("th", { attrs: { scope: "col" } }, ...words(cell.tokens, ways))))),
    h("tbody", {}, ...token.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...words(cell.tokens, ways)))))))];
}

/** Words of a line, or of an entry of a list. */
function words(tokens: Token[], ways: Ways): Child[] {
  return tokens.flatMap((token): Child[] => {
    if (isOf<Tokens.Codespan>(token, "codespan")) return [h("code", {}, token.text)];
    if (isOf<Tokens.Strong>(token, "strong")) return [h("b", {}, ...words(token.tokens, ways))];
    if (isOf<Tokens.Em>(token, "em")) return [h("i", {}, ...words(token.tokens, ways))];
    if (isOf<Tokens.Link>(token, "link")) return linked(token, ways);
    if (isOf<Tokens.Text>(token, "text")) return token.tokens ? words(token.tokens, ways) : [token.text];
    if (isOf<Tokens.Escape>(token, "escape")) return [token.text];
    return block(token, ways) ?? [];
  });
}

function linked({ href, tokens }: Tokens.Link, ways: Ways): Child[] {
  const on = ways.link(href);
  return on ? [h("a", { attrs: { href: "#" }, on: (event) => { event.preventDefault(); on(); } }, ...words(tokens, ways))] : words(tokens, ways);
}

const plain = (tokens: Token[]): string => tokens.map((one) => ("tokens" in one && one.tokens ? plain(one.tokens) : "text" in one ? String(one.text) : "")).join("");

/** Text with pieces of rules and words that matter. */
export function inline(text: string): Child[] {
  return elementsOf(text).flatMap((one) => [...one.childNodes]);
}

/** Narrows a token to its type: the parser's own union is open. */
function isOf<T extends Tokens.Generic>(token: Token, type: T["type"]): token is T & Token {
  return token.type === type;
}
