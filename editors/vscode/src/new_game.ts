// The command that begins a game.
import { basename, join } from "node:path";
import * as vscode from "vscode";
import { type Result, run } from "./running";
import { folderOf, programFor, tellMissing } from "./workspace";

/** Asks for a name, lets `gamedsl new` write the game into the folder, and opens it. */
export async function newGame(): Promise<void> {
  const folder = folderOf(vscode.window.activeTextEditor?.document.uri);
  if (folder === undefined) {
    await vscode.commands.executeCommand("workbench.action.files.openFolder");
    return;
  }
  const name = await vscode.window.showInputBox({
    prompt: "The name of the game",
    value: "my_game",
    validateInput: (text) => (/^[a-z][a-z0-9_]*$/.test(text) ? undefined : "Small letters, digits and _; a letter first."),
  });
  if (name === undefined) return;
  const program = programFor(folder.uri);
  let result: Result;
  try {
    result = await run(program, ["new", name], folder.uri.fsPath, new AbortController().signal);
  } catch (error) {
    await tellMissing(program, error);
    return;
  }
  if (result.code !== 0) {
    await vscode.window.showErrorMessage(result.errors.trim() || `${basename(program.file)} ended with ${result.code}`);
    return;
  }
  await vscode.window.showTextDocument(vscode.Uri.file(join(folder.uri.fsPath, `${name}.gdl`)));
}
