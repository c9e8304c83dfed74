// The examples of all rules files in VS Code's test view.
import { basename } from "node:path";
import * as vscode from "vscode";
import { type Failure, failuresOfFile, findExamples, type Report, readReport } from "./examples";
import { run } from "./running";
import { placeOf, programFor } from "./workspace";

const PATTERN = "**/*.gdl";

export class Examples implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("gamedsl", "Examples of games");
  private readonly parts: vscode.Disposable[] = [this.controller];

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(PATTERN);
    this.parts.push(
      watcher,
      watcher.onDidCreate((uri) => this.read(uri)),
      watcher.onDidChange((uri) => this.read(uri)),
      watcher.onDidDelete((uri) => this.controller.items.delete(uri.toString())),
      vscode.workspace.onDidOpenTextDocument((document) => this.readText(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.readText(event.document)),
    );
    this.controller.refreshHandler = () => this.readAll();
    this.controller.resolveHandler = (item) => (item === undefined ? this.readAll() : Promise.resolve());
    const { Run } = vscode.TestRunProfileKind;
    this.controller.createRunProfile("Examples", Run, (request, token) => this.run(request, token, 0), true);
    this.controller.createRunProfile("Examples and random matches", Run, (request, token) => this.run(request, token, 100));
    for (const document of vscode.workspace.textDocuments) this.readText(document);
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }

  private async readAll(): Promise<void> {
    const files = await vscode.workspace.findFiles(PATTERN);
    const known = new Set(files.map(String));
    this.controller.items.forEach((item) => {
      if (!known.has(item.id)) this.controller.items.delete(item.id);
    });
    await Promise.all(files.map((uri) => this.read(uri)));
  }

  private async read(uri: vscode.Uri): Promise<void> {
    const opened = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (opened !== undefined) return this.readText(opened);
    this.setExamples(uri, new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
  }

  private readText(document: vscode.TextDocument): void {
    if (document.languageId === "gdl" && document.uri.scheme === "file") this.setExamples(document.uri, document.getText());
  }

  private setExamples(uri: vscode.Uri, text: string): void {
    const examples = findExamples(text);
    const id = uri.toString();
    const known = this.controller.items.get(id);
    const item = known ?? this.controller.createTestItem(id, basename(uri.fsPath), uri);
    if (known === undefined) this.controller.items.add(item);
    item.children.replace(
      examples.map(({ name, line }) => {
        const child = item.children.get(name) ?? this.controller.createTestItem(name, name.replaceAll("_", " "), uri);
        child.range = new vscode.Range(line, 0, line, 0);
        return child;
      }),
    );
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, matches: number): Promise<void> {
    const stop = new AbortController();
    const cancelled = token.onCancellationRequested(() => stop.abort());
    const run = this.controller.createTestRun(request);
    try {
      if (request.include === undefined) await this.readAll();
      for (const [file, wanted] of this.wanted(request)) {
        if (token.isCancellationRequested) break;
        await this.runFile(run, file, wanted, matches, stop.signal);
      }
    } finally {
      cancelled.dispose();
      run.end();
    }
  }

  /** Returns the examples to run, by the item of their file. */
  private wanted(request: vscode.TestRunRequest): Map<vscode.TestItem, vscode.TestItem[]> {
    const found = new Map<vscode.TestItem, vscode.TestItem[]>();
    const add = (item: vscode.TestItem) => {
      const file = item.parent ?? item;
      const examples = item.parent === undefined ? [...item.children].map(([, child]) => child) : [item];
      const left = examples.filter((example) => !request.exclude?.includes(example));
      if (!request.exclude?.includes(file)) found.set(file, [...(found.get(file) ?? []), ...left]);
    };
    if (request.include === undefined) this.controller.items.forEach(add);
    else for (const item of request.include) add(item);
    return found;
  }

  private async runFile(
    run: vscode.TestRun,
    file: vscode.TestItem,
    wanted: readonly vscode.TestItem[],
    matches: number,
    stop: AbortSignal,
  ): Promise<void> {
    const uri = file.uri!;
    for (const item of wanted) run.started(item);
    await vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())?.save();
    const only = wanted.length === 1 && file.children.size > 1 ? ["--only", wanted[0]!.id] : [];
    let report: Report;
    try {
      const result = await runProgram(uri, ["test", "--json", "--matches", String(matches), ...only, basename(uri.fsPath)], stop);
      if (stop.aborted) return;
      run.appendOutput(result.errors.replace(/\r?\n/g, "\r\n"));
      report = readOutput(result.output, result.errors, placeOf(uri));
    } catch (error) {
      const why = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
      for (const item of wanted.length === 0 ? [file] : wanted) run.errored(item, why);
      return;
    }
    for (const item of wanted) this.tell(run, item, report);
    if (report.unread !== undefined) return;
    const names = new Set([...file.children].map(([name]) => name));
    const ofFile = only.length > 0 ? report.matches : failuresOfFile(report, names);
    if (ofFile.length > 0) run.failed(file, ofFile.map(message));
    else if (matches > 0) run.appendOutput(`${file.label}: ${report.matchCount} random matches without a fault\r\n`);
  }

  private tell(run: vscode.TestRun, item: vscode.TestItem, report: Report): void {
    const outcome = report.outcomes.find(({ name }) => name === item.id);
    if (report.unread !== undefined) run.errored(item, new vscode.TestMessage(report.unread));
    else if (outcome === undefined) run.skipped(item);
    else if (outcome.failures.length > 0) run.failed(item, outcome.failures.map(message));
    else run.passed(item);
    for (const note of outcome?.notes ?? []) run.appendOutput(`${note}\r\n`, undefined, item);
  }
}

function runProgram(uri: vscode.Uri, args: readonly string[], stop: AbortSignal) {
  return run(programFor(uri), args, placeOf(uri), stop);
}

/** Reads the report; a file with mistakes is told with what was printed about them. */
function readOutput(output: string, errors: string, folder: string): Report {
  if (output.trim() === "") throw new Error(errors.trim() || "gamedsl printed nothing");
  const report = readReport(output, folder);
  return report.unread === undefined ? report : { ...report, unread: errors.trim() || report.unread };
}

function message(failure: Failure): vscode.TestMessage {
  const told = new vscode.TestMessage(failure.text);
  if (failure.place !== undefined) {
    const { file, line, column } = failure.place;
    told.location = new vscode.Location(vscode.Uri.file(file), new vscode.Position(line, column));
  }
  return told;
}
