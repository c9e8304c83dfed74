// Rules of games in VS Code: starts the language server, and adds the studio, the examples and the tasks.
import * as vscode from "vscode";
import { Server } from "./client";
import { newGame } from "./new_game";
import { Studios } from "./studio";
import { taskProvider } from "./tasks";
import { Examples } from "./tests";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  if (vscode.workspace.isTrusted) begin(context);
  else context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => begin(context)));
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** Starts whatever runs programs; a folder that nobody trusts must not choose which. */
function begin(context: vscode.ExtensionContext): void {
  const studios = new Studios();
  const running = new Server();
  server = running;
  context.subscriptions.push(
    studios,
    new Examples(),
    vscode.tasks.registerTaskProvider("gamedsl", taskProvider),
    vscode.commands.registerCommand("gamedsl.new", newGame),
    vscode.commands.registerCommand("gamedsl.restart", () => running.restart()),
    vscode.commands.registerCommand("gamedsl.studio", (given?: vscode.Uri) => {
      const uri = given ?? vscode.window.activeTextEditor?.document.uri;
      return uri === undefined ? undefined : studios.show(uri);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("gamedsl.python")) void running.restart();
    }),
  );
  void running.restart();
}
