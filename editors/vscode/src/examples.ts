// Examples of a rules file, and what `gamedsl test --json` says of them. Nothing here knows VS Code.
import { isAbsolute, join } from "node:path";

export interface Example {
  readonly name: string;
  /** From 0. */
  readonly line: number;
}

/** Returns the examples that a text declares, in its order; `add example` and `replace example` are those of variants. */
export function findExamples(text: string): Example[] {
  return text.split(/\r?\n/).flatMap((content, line) => {
    const name = /^(?:[ \t]*(?:add|replace) )?example[ \t]+([A-Za-z]\w*)/.exec(content)?.[1];
    return name === undefined ? [] : [{ name, line }];
  });
}

export interface Failure {
  readonly text: string;
  /** Lines and columns from 0; undefined: the rules have no line for it. */
  readonly place: Place | undefined;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Outcome {
  readonly name: string;
  readonly failures: readonly Failure[];
  /** Lines that prove nothing. */
  readonly notes: readonly string[];
}

export interface Report {
  readonly outcomes: readonly Outcome[];
  /** What went wrong in random matches. */
  readonly matches: readonly Failure[];
  readonly matchCount: number;
  /** Why the file cannot be tested. */
  readonly unread: string | undefined;
}

interface TestedFile {
  readonly examples: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly because: string | null;
    readonly notes: readonly { readonly place: string; readonly text: string }[];
    readonly failures: readonly {
      readonly place: string;
      readonly text: string;
      readonly rule: string | null;
      readonly way: readonly string[];
    }[];
  }[];
  readonly setups: readonly {
    readonly players: number;
    readonly matches: number;
    readonly doubt: string | null;
    readonly fault: {
      readonly message: string;
      readonly primary: { readonly file: string; readonly start: { readonly line: number; readonly column: number } } | null;
    } | null;
  }[];
}

interface Printed {
  readonly files: readonly TestedFile[];
  readonly unread: readonly { readonly reason: string }[];
}

/** Reads what `gamedsl test --json` printed for one file. Files of places are relative to `folder`. Throws SyntaxError if it is no JSON. */
export function readReport(output: string, folder: string): Report {
  const printed = JSON.parse(output) as Printed;
  const examples = printed.files.flatMap((file) => file.examples);
  const setups = printed.files.flatMap((file) => file.setups);
  return {
    outcomes: examples.map((example) => ({
      name: example.name,
      failures: example.passed ? [] : failuresOf(example, folder),
      notes: example.notes.map((note) => `${note.place}: ${note.text}`),
    })),
    matches: setups.flatMap((setup) => {
      const where = `${setup.players} player${setup.players === 1 ? "" : "s"}: `;
      const fault = setup.fault;
      if (fault !== null) {
        const at = fault.primary;
        const place = at === null ? undefined : { file: absolute(at.file, folder), line: at.start.line - 1, column: at.start.column - 1 };
        return [{ text: where + fault.message, place }];
      }
      return setup.doubt === null ? [] : [{ text: where + setup.doubt, place: undefined }];
    }),
    matchCount: setups.reduce((sum, setup) => sum + setup.matches, 0),
    unread: printed.unread[0]?.reason,
  };
}

/** Returns the failures that belong to the file as a whole: those of random matches, and of examples that it has from its base and not from `names`. */
export function failuresOfFile(report: Report, names: ReadonlySet<string>): Failure[] {
  const ofBase = report.outcomes.filter(({ name }) => !names.has(name));
  const told = ofBase.flatMap(({ name, failures }) => failures.map(({ text, place }) => ({ text: `${name}: ${text}`, place })));
  return [...told, ...report.matches];
}

function failuresOf(example: TestedFile["examples"][number], folder: string): Failure[] {
  const found = example.failures.map((failure) => ({
    text: [failure.text, ...(failure.rule === null ? [] : [`rule ${failure.rule}`]), ...failure.way].join("\n"),
    place: readPlace(failure.place, folder),
  }));
  const because = example.because === null ? [] : [{ text: example.because, place: undefined }];
  return found.length + because.length === 0 ? [{ text: "it fails", place: undefined }] : [...found, ...because];
}

/** Reads `game.gdl:40:5`. */
export function readPlace(text: string, folder: string): Place | undefined {
  const parts = /^(.*):(\d+):(\d+)$/.exec(text);
  return parts === null ? undefined : { file: absolute(parts[1]!, folder), line: Number(parts[2]) - 1, column: Number(parts[3]) - 1 };
}

function absolute(file: string, folder: string): string {
  return isAbsolute(file) ? file : join(folder, file);
}
