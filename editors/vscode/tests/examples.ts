import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { failuresOfFile, findExamples, readPlace, readReport } from "../src/examples";

test("examples are found, also those that a variant changes", () => {
  const text = `variant long of heap:\r\n    add example one:\r\n    replace example two of heap:\r\n\r\nexample three:\r\n    "example four:"\r\n# example five:\r\n`;
  assert.deepEqual(findExamples(text), [
    { name: "one", line: 1 },
    { name: "two", line: 2 },
    { name: "three", line: 4 },
  ]);
});

test("places are relative to the folder of the file", () => {
  assert.deepEqual(readPlace("heap.gdl:40:5", "/games"), { file: join("/games", "heap.gdl"), line: 39, column: 4 });
  assert.equal(readPlace("somewhere", "/games"), undefined);
});

const FAILED = {
  name: "last",
  passed: false,
  because: null,
  notes: [],
  failures: [{ place: "heap.gdl:43:5", text: "this does not hold: Ann.took_last", rule: "take", way: ["Ann: 2"] }],
};
const PASSED = { name: "first", passed: true, because: null, notes: [{ place: "heap.gdl:30:5", text: "held before" }], failures: [] };

test("failures have their lines, and notes are kept", () => {
  const report = readReport(JSON.stringify({ files: [{ examples: [FAILED, PASSED], setups: [] }], unread: [] }), "/games");
  assert.deepEqual(report.outcomes, [
    {
      name: "last",
      failures: [
        { text: "this does not hold: Ann.took_last\nrule take\nAnn: 2", place: { file: join("/games", "heap.gdl"), line: 42, column: 4 } },
      ],
      notes: [],
    },
    { name: "first", failures: [], notes: ["heap.gdl:30:5: held before"] },
  ]);
  assert.equal(report.unread, undefined);
});

test("faults and doubts of random matches are failures of the file", () => {
  const fault = { message: "no stones are left", primary: { file: "heap.gdl", start: { line: 3, column: 2 } } };
  const setups = [
    { players: 1, matches: 10, doubt: null, fault: null },
    { players: 2, matches: 4, doubt: null, fault },
    { players: 3, matches: 10, doubt: "no match ends", fault: null },
  ];
  const report = readReport(JSON.stringify({ files: [{ examples: [], setups }], unread: [] }), "/games");
  assert.equal(report.matchCount, 24);
  assert.deepEqual(report.matches, [
    { text: "2 players: no stones are left", place: { file: join("/games", "heap.gdl"), line: 2, column: 1 } },
    { text: "3 players: no match ends", place: undefined },
  ]);
});

test("failed examples of the base are failures of a variant's file", () => {
  const report = readReport(JSON.stringify({ files: [{ examples: [FAILED, PASSED], setups: [] }], unread: [] }), "/games");
  assert.deepEqual(failuresOfFile(report, new Set(["last"])), []);
  assert.deepEqual(
    failuresOfFile(report, new Set()).map(({ text }) => text),
    ["last: this does not hold: Ann.took_last\nrule take\nAnn: 2"],
  );
});

test("a file with mistakes says so", () => {
  assert.equal(readReport(JSON.stringify({ files: [], unread: [{ file: "heap.gdl", reason: "mistakes" }] }), "/").unread, "mistakes");
  assert.throws(() => readReport("Traceback", "/"), SyntaxError);
});
