// The client of the language server `gamedsl lsp`.
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { plainEnvironment } from "./running";
import { programFor, tellMissing } from "./workspace";

export class Server {
  private client: LanguageClient | undefined;
  /** Starts and stops follow each other; none begins before the last one has ended. */
  private last: Promise<void> = Promise.resolve();

  restart(): Promise<void> {
    this.last = this.last.then(() => this.end()).then(() => this.begin());
    return this.last;
  }

  stop(): Promise<void> {
    this.last = this.last.then(() => this.end());
    return this.last;
  }

  private async begin(): Promise<void> {
    const program = programFor(undefined);
    const env = plainEnvironment();
    const client = new LanguageClient(
      "gamedsl",
      "Game rules",
      { command: program.file, args: [...program.first, "lsp"], options: { env } },
      {
        documentSelector: [{ language: "gdl" }],
        synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{gdl,csv}") },
      },
    );
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.client = undefined;
      void tellMissing(program, error);
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose();
  }
}
