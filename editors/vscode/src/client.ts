// The client of the language server `gamedsl lsp`.
import { type ChildProcess, spawn } from "node:child_process";
import * as vscode from "vscode";
import { CloseAction, type ErrorHandler, LanguageClient, RevealOutputChannelOn } from "vscode-languageclient/node";
import { PLAY_FROM, playFrom } from "./play";
import type { Program } from "./program";
import { plainEnvironment } from "./running";
import { folderOf, programFor, tellMissing } from "./workspace";

const MOST_RESTARTS = 4;

/** A client that shows no message of its own while it starts. */
class Client extends LanguageClient {
  isQuiet = true;

  override error(message: string, data?: unknown, showNotification?: boolean | "force"): void {
    super.error(message, data, this.isQuiet ? false : showNotification);
  }
}

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
    let errors = "";
    let hasStarted = false;
    const start = async (): Promise<ChildProcess> => {
      const child = await startServer(program);
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        errors = (errors + text).slice(-2000);
      });
      return child;
    };
    // A server that never starts is told once, with its own words; one that ends later is started again by the client's own rule.
    const restarting: { usual?: ErrorHandler } = {};
    const client = new Client("gamedsl", "Game rules", start, {
      documentSelector: [{ language: "gdl" }, { pattern: "**/*.look.toml" }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{gdl,csv}") },
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      middleware: {
        executeCommand: (command, args, next) => {
          const [address, start] = args as readonly unknown[];
          const isPlay = command === PLAY_FROM && typeof address === "string" && typeof start === "string";
          return isPlay ? playFrom(address, start) : next(command, args);
        },
      },
      errorHandler: {
        error: (error, message, count) => restarting.usual!.error(error, message, count),
        closed: () => (hasStarted ? restarting.usual!.closed() : { action: CloseAction.DoNotRestart, handled: true }),
      },
    });
    restarting.usual = client.createDefaultErrorHandler(MOST_RESTARTS);
    try {
      await client.start();
      if (!client.isRunning()) throw new Error("it ended at once"); // the library does not always reject then
      hasStarted = true;
      client.isQuiet = false;
      this.client = client;
    } catch (error) {
      void tellMissing(program, errors.trim() || error);
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.isRunning()) await client.dispose();
  }
}

/** Resolves when the server runs; rejects if there is no such program. */
function startServer(program: Program): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const cwd = folderOf(undefined)?.uri.fsPath;
    const child = spawn(program.file, [...program.first, "lsp"], {
      ...(cwd === undefined ? {} : { cwd }),
      env: plainEnvironment(),
      stdio: "pipe",
    });
    child.on("error", reject);
    child.on("spawn", () => resolve(child));
  });
}
