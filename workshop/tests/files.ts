// A folder of the computer: its rules are opened, and saved where they are, but never over what somebody else has written.
import assert from "node:assert/strict";
import { test } from "node:test";

const disk = new Map<string, { text: string; when: number }>();
const asked: string[] = [];

const handle = (name: string) => ({
  name,
  kind: "file",
  getFile: () => Promise.resolve(new File([disk.get(name)?.text ?? ""], name, { lastModified: disk.get(name)?.when ?? 0 })),
  createWritable: () => Promise.resolve({ write: (text: string) => { disk.set(name, { text, when: 9 }); return Promise.resolve(); }, close: () => Promise.resolve() }),
});

const folder = {
  async *values() {
    for (const name of disk.keys()) yield handle(name);
    yield { ...handle("below"), kind: "directory" };
  },
  getFileHandle: (name: string, options?: { create: boolean }) => disk.has(name) || options?.create ? Promise.resolve(handle(name)) : Promise.reject(new DOMException("none", "NotFoundError")),
};

Object.assign(globalThis, {
  window: {
    showDirectoryPicker: () => Promise.resolve(folder),
    showSaveFilePicker: ({ suggestedName }: { suggestedName: string }) => { asked.push(suggestedName); return Promise.reject(new DOMException("nobody chose", "AbortError")); },
  },
});
const { forgetPlaces, openFolder, saveAs } = await import("../src/files.js");

test("a folder is opened and saved", async () => {
  for (const [name, text, when] of [["old.gdl", "# old", 1], ["new.gdl", "# new", 2], ["read.me", "no rules", 3]] as const) disk.set(name, { text, when });
  const found: unknown[] = [];
  assert.equal(await openFolder((one) => found.push(one)), true);
  assert.deepEqual(found, [{ main: "new.gdl", files: { "new.gdl": "# new", "old.gdl": "# old" } }]);
  assert.equal(await saveAs("old.gdl", "# mine"), "old.gdl is saved.");
  assert.equal(disk.get("old.gdl")?.text, "# mine");
  assert.equal(await saveAs("third.gdl", "# third"), "third.gdl is saved.");
  assert.equal(disk.get("third.gdl")?.text, "# third");
  assert.deepEqual(asked, []);
});

test("what somebody else has written stays", async () => {
  disk.set("old.gdl", { text: "# theirs", when: 4 });
  disk.set("fourth.gdl", { text: "# theirs", when: 4 });
  for (const name of ["old.gdl", "fourth.gdl"]) assert.equal(await saveAs(name, "# mine"), "");
  assert.deepEqual(asked, ["old.gdl", "fourth.gdl"]);
  assert.equal(disk.get("fourth.gdl")?.text, "# theirs");
  forgetPlaces();
  assert.equal(await saveAs("fifth.gdl", "# of another project"), "");
  assert.equal(disk.has("fifth.gdl"), false);
});
