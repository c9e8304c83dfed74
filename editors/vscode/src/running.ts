// Runs gamedsl and collects what it prints.
import { spawn } from "node:child_process";
import type { Program } from "./program";

export interface Result {
  /** Null: it was ended by a signal. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Resolves when the program has ended; rejects if it cannot be started. */
export function run(program: Program, args: readonly string[], cwd: string, stop: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(program.file, [...program.first, ...args], { cwd, env: plainEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
    const abort = () => void child.kill();
    stop.addEventListener("abort", abort, { once: true });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      stop.removeEventListener("abort", abort);
      resolve({ code, output, errors });
    });
  });
}

/** Returns the environment of a program whose output is read: UTF-8, without colours and pager. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PYTHONUTF8: "1", NO_COLOR: "1", PAGER: "" };
}
