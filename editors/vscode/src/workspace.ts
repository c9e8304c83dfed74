// What the other modules ask VS Code: the program for a file, and what it printed.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { findProgram, type Program } from "./program";

/** Returns the program for a file, or for no file. */
export function programFor(uri: vscode.Uri | undefined): Program {
  const python = vscode.workspace.getConfiguration("gamedsl", uri).get<string>("python", "");
  return findProgram(python.trim(), folderOf(uri)?.uri.fsPath, existsSync, process.platform);
}

export function folderOf(uri: vscode.Uri | undefined): vscode.WorkspaceFolder | undefined {
  return (uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
}

/** Returns the folder in which commands for this file run. */
export function placeOf(uri: vscode.Uri): string {
  return dirname(uri.fsPath);
}

/** Tells that gamedsl cannot be started, with a way to the setting. */
export async function tellMissing(program: Program, error: unknown): Promise<void> {
  const why = error instanceof Error ? error.message : String(error);
  const chosen = await vscode.window.showErrorMessage(`gamedsl cannot be started with ${program.file}: ${why}`, "Set the Python");
  if (chosen !== undefined) await vscode.commands.executeCommand("workbench.action.openSettings", "gamedsl.python");
}
