// Findings of the language server as marks in the text, each with the corrections that it has.
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { LSPPlugin, type LSPClientExtension } from "@codemirror/lsp-client";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { h, withCode } from "../../page/src/window/dom.js";

interface Position { line: number; character: number }
interface Range { start: Position; end: Position }
interface Told { range: Range; severity?: number; message: string; code?: string; data?: { fixes?: string[] } }
interface TextEdit { range: Range; newText: string }
interface Action { title: string; edit?: { changes?: Record<string, TextEdit[]> } }

const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;
/** Milliseconds without another key after which the server is told what was typed. */
const PAUSE = 120;

const telling = ViewPlugin.fromClass(class {
  private due: ReturnType<typeof setTimeout> | undefined;

  update(update: ViewUpdate): void {
    if (!update.docChanged) return;
    clearTimeout(this.due);
    this.due = setTimeout(() => LSPPlugin.get(update.view)?.client.sync(), PAUSE);
  }

  destroy(): void {
    clearTimeout(this.due);
  }
});

/** Shows findings, and calls `seen` with the file, the numbers of mistakes and of other findings. */
export function findings(seen: (uri: string, errors: number, others: number) => void): LSPClientExtension {
  return {
    clientCapabilities: { textDocument: { publishDiagnostics: { versionSupport: true }, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } } } },
    notificationHandlers: {
      "textDocument/publishDiagnostics": (client, { uri, diagnostics }: { uri: string; diagnostics: Told[] }) => {
        const errors = diagnostics.filter(({ severity }) => (severity ?? 1) === 1).length;
        seen(uri, errors, diagnostics.length - errors);
        const view = client.workspace.getFile(uri)?.getView();
        const plugin = view && LSPPlugin.get(view);
        if (!view || !plugin) return true;
        const at = (place: Position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(place, plugin.syncedDoc));
        view.dispatch(setDiagnostics(view.state, diagnostics.map((one): Diagnostic => ({
          from: at(one.range.start),
          to: at(one.range.end),
          severity: SEVERITIES[one.severity ?? 1],
          source: one.code,
          message: one.message,
          renderMessage: () => h("span", {}, ...withCode(one.message)),
          actions: (one.data?.fixes ?? []).map((title) => ({ name: title.replaceAll("`", ""), apply: (of: EditorView, from: number, to: number) => void fix(of, title, from, to) })),
        }))));
        return true;
      },
    },
    editorExtension: telling,
  };
}

/** Applies the correction of this title at a place. */
async function fix(view: EditorView, title: string, from: number, to: number): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  plugin.client.sync();
  const { doc } = view.state;
  const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) };
  const found = await plugin.client.request<object, Action[] | null>("textDocument/codeAction", { textDocument: { uri: plugin.uri }, range, context: { diagnostics: [], only: ["quickfix"] } });
  const edits = found?.find((one) => one.title === title)?.edit?.changes?.[plugin.uri];
  if (!edits || !view.state.doc.eq(doc)) return;
  view.dispatch({ changes: edits.map(({ range: { start, end }, newText }) => ({ from: plugin.fromPosition(start), to: plugin.fromPosition(end), insert: newText })), userEvent: "input.fix" });
  view.focus();
}
