// The editor: CodeMirror as a client of the package's language server. It knows nothing of where the server runs.
import { autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, LSPClient, renameKeymap, serverCompletion, signatureHelp, type Transport } from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { closeHoverTooltips, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { findings } from "./fixes.js";
import { rulesColours, rulesLanguage } from "./language.js";
import { sanitized } from "./sanitize.js";

export interface EditorWatcher {
  /** The text of a file was changed by whoever types. */
  changed(name: string, text: string): void;
  /** The server has checked a file. */
  checked(name: string, errors: number, others: number): void;
  /** The cursor was put into another line, which begins a block that ends in the line `last`. */
  reads(line: number, last: number): void;
}

export class RulesEditor {
  readonly view: EditorView;
  private readonly client: LSPClient;
  private name = "";

  /** `folder` is the address under which the server knows the files. */
  constructor(parent: HTMLElement, private readonly folder: string, private readonly watcher: EditorWatcher, private readonly more: Extension = []) {
    const seen = (uri: string, errors: number, others: number) => this.watcher.checked(uri.slice(uri.lastIndexOf("/") + 1), errors, others);
    this.client = new LSPClient({ timeout: 20_000, sanitizeHTML: sanitized, extensions: [findings(seen), serverCompletion(), hoverTooltips({ hoverTime: 350 }), signatureHelp(),
      keymap.of([...jumpToDefinitionKeymap, ...findReferencesKeymap, ...renameKeymap, ...formatKeymap])] });
    this.view = new EditorView({ parent, extensions: more });
  }

  /** Connects with a server: the open file is told to it. */
  connect(transport: Transport): void {
    if (this.client.connected) this.client.disconnect();
    this.client.connect(transport);
  }

  /** Shows a file. */
  open(name: string, text: string): void {
    this.name = name;
    // A tooltip that is still to be placed would be placed in the other text.
    closeCompletion(this.view);
    this.view.dispatch({ effects: closeHoverTooltips });
    this.view.setState(EditorState.create({ doc: text, extensions: [this.extensions(), this.client.plugin(`${this.folder}/${name}`, "gdl")] }));
  }

  /** Puts another text in the place of the whole one, as somebody who types. */
  write(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Puts the cursor into a line, and shows it. */
  go(line: number): void {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** The word at the cursor, or what is marked in one line. */
  get word(): string {
    const { state } = this.view;
    const { main } = state.selection;
    const range = main.empty ? state.wordAt(main.head) : main;
    return range ? state.sliceDoc(range.from, range.to).split("\n")[0].trim() : "";
  }

  private extensions(): Extension {
    return [
      this.more, lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), foldGutter(), drawSelection(), indentUnit.of("    "), EditorState.tabSize.of(4),
      bracketMatching(), closeBrackets(), autocompletion({ icons: false }), highlightActiveLine(), highlightSelectionMatches(), lintGutter(), rulesLanguage, rulesColours,
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": `Rules in ${this.name}` }),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
      EditorView.updateListener.of(({ state, startState, selectionSet }) => {
        const lineOf = (one: EditorState) => one.doc.lineAt(one.selection.main.head).number;
        if (selectionSet && lineOf(state) !== lineOf(startState)) this.watcher.reads(lineOf(state), blockEnd(state.doc, lineOf(state)));
      }),
      EditorView.updateListener.of((update) => { if (update.docChanged) this.watcher.changed(this.name, update.state.doc.toString()); }),
    ];
  }
}

/** The last line of the block that a line begins: those below it that stand further to the right. */
function blockEnd(doc: Text, first: number): number {
  const indent = (line: number) => doc.line(line).text.search(/\S/);
  const own = indent(first);
  let last = first;
  for (let line = first + 1; own >= 0 && line <= doc.lines && (indent(line) < 0 || indent(line) > own); line += 1) if (indent(line) >= 0) last = line;
  return last;
}
