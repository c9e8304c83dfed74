import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { findProgram } from "../src/program";

const VENV = join("/games", ".venv", "bin", "python");

test("the setting is taken, relative to the folder", () => {
  assert.deepEqual(
    findProgram("/opt/python", "/games", () => true, "linux"),
    { file: "/opt/python", first: ["-m", "gamedsl"] },
  );
  assert.equal(findProgram("./env/python", "/games", () => false, "linux").file, join("/games", "env/python"));
  assert.equal(findProgram(`\${workspaceFolder}/env/python`, "/a$&b", () => false, "linux").file, "/a$&b/env/python");
  assert.equal(findProgram("python3", "/games", () => true, "linux").file, "python3");
});

test("without a setting it is the folder's own Python, or the program", () => {
  assert.equal(findProgram("", "/games", (path) => path === VENV, "linux").file, VENV);
  assert.equal(findProgram("", "/games", () => true, "win32").file, join("/games", ".venv", "Scripts", "python.exe"));
  assert.deepEqual(
    findProgram("", "/games", () => false, "linux"),
    { file: "gamedsl", first: [] },
  );
  assert.deepEqual(
    findProgram("", undefined, () => true, "linux"),
    { file: "gamedsl", first: [] },
  );
});
