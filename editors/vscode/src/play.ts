// Matches in a terminal of VS Code.
import { basename } from "node:path";
import * as vscode from "vscode";
import { placeOf, programFor } from "./workspace";

/** The command of the language server that plays from a start: the address of the file, and the name of the start. */
export const PLAY_FROM = "gamedsl.playFrom";

/** Plays from a start of a file; the file on disk counts. */
export async function playFrom(address: string, start: string): Promise<void> {
  const uri = vscode.Uri.parse(address, true);
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open?.isDirty === true && !(await open.save())) return;
  const program = programFor(uri);
  const terminal = vscode.window.createTerminal({
    name: `${basename(uri.fsPath)}: ${start}`,
    cwd: placeOf(uri),
    shellPath: program.file,
    shellArgs: [...program.first, "play", basename(uri.fsPath), "--from", start],
  });
  terminal.show();
}
