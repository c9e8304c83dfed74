// The tasks `check` and `test`, for the file that is open and for each folder.
import { relative } from "node:path";
import * as vscode from "vscode";
import { programFor } from "./workspace";

const COMMANDS = ["check", "test"] as const;

interface Definition extends vscode.TaskDefinition {
  readonly command: string;
  readonly file: string;
}

export const taskProvider: vscode.TaskProvider = {
  provideTasks(): vscode.Task[] {
    const open = vscode.window.activeTextEditor?.document;
    return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => {
      const isHere = open?.languageId === "gdl" && vscode.workspace.getWorkspaceFolder(open.uri) === folder;
      const files = isHere ? [".", relative(folder.uri.fsPath, open.uri.fsPath)] : ["."];
      return files.flatMap((file) => COMMANDS.map((command) => task({ type: "gamedsl", command, file }, folder)));
    });
  },
  resolveTask(given: vscode.Task): vscode.Task | undefined {
    const definition = given.definition as Definition;
    const scope = given.scope;
    const folder = typeof scope === "object" ? scope : vscode.workspace.workspaceFolders?.[0];
    return folder === undefined ? undefined : task(definition, folder);
  },
};

function task(definition: Definition, folder: vscode.WorkspaceFolder): vscode.Task {
  const program = programFor(folder.uri);
  const execution = new vscode.ProcessExecution(program.file, [...program.first, "--no-color", definition.command, definition.file], {
    cwd: folder.uri.fsPath,
  });
  const name = `${definition.command} ${definition.file === "." ? "all rules" : definition.file}`;
  const made = new vscode.Task(definition, folder, name, "gamedsl", execution, "$gamedsl");
  made.group = definition.command === "test" ? vscode.TaskGroup.Test : vscode.TaskGroup.Build;
  return made;
}
