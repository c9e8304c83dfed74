// The colours of rules before Python is there: the grammar of `editors/vscode`, which is made of the parse tables.
import { HighlightStyle, type IndentContext, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import { highlightCode, tags } from "@lezer/highlight";
import { h } from "../../page/src/window/dom.js";
import grammar from "../../editors/vscode/syntaxes/gdl.tmLanguage.json";

interface Pattern { match: string; name?: string; captures?: { 1: { name: string } } }

/** The names of CodeMirror for the scopes of the grammar. */
const STYLES: Record<string, string> = {
  comment: "comment",
  "string.quoted.docstring": "docString",
  string: "string",
  "constant.numeric": "number",
  "constant.language": "atom",
  "keyword.control.operator": "operatorKeyword",
  "keyword.operator": "operator",
  keyword: "keyword",
  punctuation: "punctuation",
  "variable.other.property": "propertyName",
  "variable.language": "self",
  "variable.other.constant": "atom",
  variable: "variableName",
  "entity.name.function": "function",
  invalid: "invalid",
};

function styleOf(scope: string): string {
  for (let parts = scope.split("."); parts.length; parts = parts.slice(0, -1)) {
    const found = STYLES[parts.join(".")];
    if (found) return found;
  }
  return "";
}

const patterns = (grammar.patterns as Pattern[]).map(({ match, name, captures }) => ({ at: new RegExp(match, "y"), style: styleOf(captures?.[1].name ?? name ?? "") }));

/** Takes the next word or sign of a line; the first pattern that matches there counts. */
function token(stream: StringStream): string | null {
  if (stream.pos > 0 && stream.eatSpace()) return null;
  for (const { at, style } of patterns) {
    at.lastIndex = stream.pos;
    const found = at.exec(stream.string);
    if (found?.[0]) {
      stream.pos += found[0].length;
      return style || null;
    }
  }
  stream.next();
  return null;
}

/** The indentation of a new line: that of the line before it, and a step more if that begins a block. */
function indent(_: unknown, _after: string, context: IndentContext): number | null {
  if (context.simulatedBreak === null) return null;
  const { text, from } = context.lineAt(context.simulatedBreak, -1);
  return context.lineIndent(from, -1) + (/:\s*(#.*)?$/.test(text) ? context.unit : 0);
}

export const rulesLanguage = StreamLanguage.define({
  name: "gdl",
  token,
  indent,
  tokenTable: { function: tags.function(tags.variableName), self: tags.self, docString: tags.docString },
  languageData: { commentTokens: { line: "#" } },
});

const style = HighlightStyle.define([
  { tag: tags.comment, class: "t-comment" },
  { tag: [tags.string, tags.docString], class: "t-string" },
  { tag: [tags.number, tags.atom, tags.self], class: "t-value" },
  { tag: [tags.keyword, tags.operatorKeyword], class: "t-word" },
  { tag: tags.function(tags.variableName), class: "t-call" },
  { tag: tags.propertyName, class: "t-member" },
  { tag: tags.invalid, class: "t-wrong" },
]);

export const rulesColours = syntaxHighlighting(style);

/** Rules with their colours, outside an editor. */
export function coloured(rules: string): (Node | string)[] {
  const found: (Node | string)[] = [];
  highlightCode(rules, rulesLanguage.parser.parse(rules), style, (text, classes) => { found.push(classes ? h("span", { class: classes }, text) : text); }, () => { found.push("\n"); });
  return found;
}
