// Pages of the documentation as elements. What comes from a page becomes text, never markup.
import { lexer, type Token, type Tokens } from "marked";
import { type Child, h } from "../../page/src/window/dom.js";
import { coloured } from "./language.js";

/** What a link does, or null if it leads nowhere from here: then it becomes plain words. */
export type Follow = (target: string) => (() => void) | null;

const NOWHERE: Follow = () => null;

/** The elements of a page. */
export function elementsOf(text: string, follow: Follow = NOWHERE): HTMLElement[] {
  return lexer(text).flatMap((token) => block(token, follow));
}

/** Text with pieces of rules, words that matter, and links. */
export function inline(text: string, follow: Follow = NOWHERE): Node[] {
  return elementsOf(text, follow).flatMap((one) => [...one.childNodes]);
}

function block(token: Token, follow: Follow): HTMLElement[] {
  if (isOf<Tokens.Heading>(token, "heading")) return [h("h3", {}, ...words(token.tokens, follow))];
  if (isOf<Tokens.Paragraph>(token, "paragraph")) return [h("p", {}, ...words(token.tokens, follow))];
  if (isOf<Tokens.Code>(token, "code")) return [h("pre", { attrs: { tabindex: "0" } }, ...(token.lang?.startsWith("gdl") ? coloured(token.text) : [token.text]))];
  if (isOf<Tokens.List>(token, "list")) return [h(token.ordered ? "ol" : "ul", {}, ...token.items.map((item) => h("li", {}, ...words(item.tokens, follow))))];
  if (isOf<Tokens.Blockquote>(token, "blockquote")) return token.tokens.flatMap((one) => block(one, follow));
  if (!isOf<Tokens.Table>(token, "table")) return [];
  return [h("table", {}, h("thead", {}, h("tr", {}, ...token.header.map((cell) => h("th", { attrs: { scope: "col" } }, ...words(cell.tokens, follow))))),
    h("tbody", {}, ...token.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...words(cell.tokens, follow)))))))];
}

/** Words of a line, or of an entry of a list. */
function words(tokens: Token[], follow: Follow): Child[] {
  return tokens.flatMap((token): Child[] => {
    if (isOf<Tokens.Codespan>(token, "codespan")) return [h("code", {}, token.text)];
    if (isOf<Tokens.Strong>(token, "strong")) return [h("b", {}, ...words(token.tokens, follow))];
    if (isOf<Tokens.Em>(token, "em")) return [h("i", {}, ...words(token.tokens, follow))];
    if (isOf<Tokens.Text>(token, "text")) return token.tokens ? words(token.tokens, follow) : [token.text];
    if (isOf<Tokens.Escape>(token, "escape")) return [token.text];
    if (!isOf<Tokens.Link>(token, "link")) return block(token, follow);
    const act = follow(token.href);
    return [act ? h("button", { class: "to", on: act }, ...words(token.tokens, follow)) : h("span", {}, ...words(token.tokens, follow))];
  });
}

/** Whether a token is of a type: the parser's own union is open. */
function isOf<T extends Tokens.Generic>(token: Token, type: T["type"]): token is T & Token {
  return token.type === type;
}
