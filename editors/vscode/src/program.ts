// Which program is gamedsl. Nothing here knows VS Code, so that the tests run in node alone.
import { join } from "node:path";

export interface Program {
  readonly file: string;
  /** The arguments before those of gamedsl. */
  readonly first: readonly string[];
}

/**
 * Returns the program: that of the setting `gamedsl.python`, or else of the folder's `.venv`, or else `gamedsl` on the search path. A relative Python, or one
 * that begins with `${workspaceFolder}`, is in the folder.
 */
export function findProgram(
  python: string,
  folder: string | undefined,
  exists: (path: string) => boolean,
  platform: NodeJS.Platform,
): Program {
  if (python !== "") return { file: inFolder(python, folder), first: ["-m", "gamedsl"] };
  const own =
    folder === undefined ? undefined : join(folder, ".venv", ...(platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"]));
  if (own !== undefined && exists(own)) return { file: own, first: ["-m", "gamedsl"] };
  return { file: "gamedsl", first: [] };
}

function inFolder(python: string, folder: string | undefined): string {
  if (folder === undefined) return python;
  const path = python.replace(/\$\{workspaceFolder\}/g, () => folder);
  return /^\.{1,2}[\\/]/.test(path) ? join(folder, path) : path;
}
