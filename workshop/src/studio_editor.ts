// The editor of the studio: the rules file, its findings, and saving that never overwrites what somebody else has written.
import { Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { h } from "../../page/src/window/dom.js";
import { RulesEditor } from "./editor.js";

interface Read { folder: string; name: string; text: string }

/** The editor in its place beside the table. */
export class RulesPane {
  private readonly told = h("div", { class: "elsewhere", attrs: { role: "status" } });
  private readonly mark = h("span", { class: "note", attrs: { role: "status" } });
  private readonly helped = h("span", { class: "note", attrs: { role: "status" } });
  private readonly editor: RulesEditor;
  readonly name: string;
  /** Is told when the cursor stands in another line. */
  reads: (line: number, last: number) => void = () => undefined;
  /** What the file holds, as far as this editor knows. */
  private was: string;
  /** Saves are done one after the other: each says what the one before has written. */
  private saving = Promise.resolve();

  private constructor(root: HTMLElement, nonce: string, { folder, name, text }: Read) {
    const save = h("button", { class: "save", attrs: { title: "Save (Ctrl-S)" }, on: () => this.save() }, "Save");
    root.replaceChildren(h("div", { class: "bar" }, h("b", {}, name), this.mark, this.helped, save), this.told);
    this.was = text;
    this.name = name;
    this.editor = new RulesEditor(root, folder, { changed: () => this.show(), checked: () => undefined, reads: (line, last) => this.reads(line, last) }, [
      EditorView.cspNonce.of(nonce),
      Prec.highest(keymap.of([{ key: "Mod-s", preventDefault: true, run: () => { this.save(); return true; } }])),
    ]);
    this.editor.open(name, text);
    this.editor.connect(served(() => { this.helped.textContent = "no findings here: more than eight editors are open. Load this page again to have them."; }));
    this.show();
    addEventListener("beforeunload", (event) => { if (this.isChanged) event.preventDefault(); });
  }

  /** Opens the file; null if it cannot be read. */
  static async open(root: HTMLElement, nonce: string): Promise<RulesPane | null> {
    const found = await read();
    return found && new RulesPane(root, nonce, found);
  }

  /** Puts the cursor into a line. */
  go(line: number): void {
    this.editor.go(line);
  }

  private get isChanged(): boolean {
    return this.editor.text !== this.was;
  }

  private show(): void {
    this.mark.textContent = this.isChanged ? "not saved" : "saved";
  }

  private save(): void {
    this.saving = this.saving.then(() => this.write()).catch(() => this.tell("the studio does not answer"));
  }

  private async write(): Promise<void> {
    const { text } = this.editor;
    const answer = await fetch("rules", { method: "PUT", body: JSON.stringify({ text, was: this.was }) });
    if (answer.ok) {
      this.was = text;
      this.told.replaceChildren();
    } else if (answer.status === 409) {
      this.clash(((await answer.json()) as { text: string }).text);
    } else {
      this.tell(await answer.text());
    }
    this.show();
  }

  private tell(why: string): void {
    this.told.replaceChildren(h("p", {}, `The file cannot be written: ${why}.`));
  }

  /** The studio has read the file again. What is not changed here follows it. */
  async follow(): Promise<void> {
    const found = await read();
    if (!found || found.text === this.was) return;
    if (this.isChanged && found.text !== this.editor.text) this.clash(found.text);
    else this.take(found.text);
  }

  private take(text: string): void {
    this.was = text;
    if (this.editor.text !== text) this.editor.write(text);
    this.told.replaceChildren();
    this.show();
  }

  /** Both versions are there: the own one in the editor, the other one above it. */
  private clash(text: string): void {
    const take = h("button", { on: () => this.take(text) }, "Take the file");
    const keep = h("button", { on: () => {
      this.was = text;
      this.told.replaceChildren();
      this.show();
    } }, "Keep what stands here");
    this.told.replaceChildren(h("p", {}, h("b", {}, "The file was changed elsewhere. "), "Nothing is overwritten until you say which one counts. ", take, keep),
      h("details", {}, h("summary", {}, "What the file holds now"), h("pre", { attrs: { tabindex: "0" } }, text)));
  }
}

async function read(): Promise<Read | null> {
  const answer = await fetch("rules");
  return answer.ok ? ((await answer.json()) as Read) : null;
}

/** The language server of the studio: messages are posted, and its own are asked for. `gone` is called if it has given way to those of other tabs. */
function served(gone: () => void) {
  const address = `server/${crypto.randomUUID()}`;
  let handlers: ((text: string) => void)[] = [];
  let sent: Promise<unknown> = Promise.resolve();
  const listen = async () => {
    for (let at = 0; ; ) {
      const answer = await fetch(`${address}?after=${at}`).catch(() => null);
      if (answer?.status === 410) gone();
      if (!answer?.ok) return; // the studio has ended, and says so itself
      const told = (await answer.json()) as { at: number; messages: string[] };
      at = told.at;
      for (const text of told.messages) for (const one of handlers) one(text);
    }
  };
  void listen();
  return {
    // One after the other: the order of edits counts.
    send: (text: string) => { sent = sent.then(() => fetch(address, { method: "POST", body: text })).catch(() => undefined); },
    subscribe: (handler: (text: string) => void) => { handlers.push(handler); },
    unsubscribe: (handler: (text: string) => void) => { handlers = handlers.filter((one) => one !== handler); },
  };
}
