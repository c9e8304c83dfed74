// The studio of a file, in a panel beside its text.
import { type ChildProcess, spawn } from "node:child_process";
import { basename } from "node:path";
import * as vscode from "vscode";
import { plainEnvironment } from "./running";
import { findAddress, framePage, ORIGINS } from "./studio_page";
import { placeOf, programFor, tellMissing } from "./workspace";

interface Open {
  readonly child: ChildProcess;
  readonly address: string;
  panel: vscode.WebviewPanel | undefined;
}

export class Studios implements vscode.Disposable {
  private readonly open = new Map<string, Open>();
  private readonly starting = new Set<string>();

  /** Shows the studio of this file, and starts it if it does not run. */
  async show(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const known = this.open.get(key);
    if (known !== undefined) return this.present(uri, known);
    if (this.starting.has(key)) return;
    this.starting.add(key);
    try {
      await this.start(uri, key);
    } finally {
      this.starting.delete(key);
    }
  }

  dispose(): void {
    for (const one of this.open.values()) {
      one.child.kill();
      one.panel?.dispose();
    }
    this.open.clear();
  }

  private async start(uri: vscode.Uri, key: string): Promise<void> {
    const program = programFor(uri);
    const frames = ORIGINS.flatMap((origin) => ["--frame-in", origin]);
    const args = [...program.first, "studio", basename(uri.fsPath), ...frames];
    const child = spawn(program.file, args, {
      cwd: placeOf(uri),
      env: { ...plainEnvironment(), PYTHONUNBUFFERED: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    let address: string;
    try {
      address = await new Promise<string>((resolve, reject) => {
        let output = "";
        child.stdout.setEncoding("utf8").on("data", (text: string) => {
          output += text;
          const found = findAddress(output);
          if (found !== undefined) resolve(found);
        });
        child.on("error", reject);
        child.on("close", () => reject(new Error(errors.trim() || "it ended at once")));
      });
    } catch (error) {
      child.kill();
      void tellMissing(program, error);
      return;
    }
    const opened: Open = { child, address, panel: undefined };
    this.open.set(key, opened);
    child.on("close", () => {
      this.open.delete(key);
      opened.panel?.dispose();
    });
    await this.present(uri, opened);
  }

  private async present(uri: vscode.Uri, one: Open): Promise<void> {
    const inBrowser = vscode.workspace.getConfiguration("gamedsl", uri).get<string>("studio") === "browser";
    if (vscode.env.uiKind === vscode.UIKind.Web) return tellAddress(one.address);
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(one.address, true));
    if (inBrowser) {
      await vscode.env.openExternal(external);
      return;
    }
    if (one.panel !== undefined) {
      one.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel("gamedsl.studio", `Studio: ${basename(uri.fsPath)}`, vscode.ViewColumn.Beside, {
      enableScripts: true, // the studio in the frame needs them; the page around it has none
      enableForms: true,
      retainContextWhenHidden: true,
    });
    panel.webview.html = framePage(external.toString(true));
    panel.onDidDispose(() => {
      one.panel = undefined;
      one.child.kill();
    });
    one.panel = panel;
  }
}

/** An editor in a browser cannot pass the studio on, because the studio answers to its own address only. */
async function tellAddress(address: string): Promise<void> {
  const chosen = await vscode.window.showInformationMessage(
    `The studio is at ${address}, for browsers on the machine on which gamedsl runs.`,
    "Copy",
  );
  if (chosen !== undefined) await vscode.env.clipboard.writeText(address);
}
