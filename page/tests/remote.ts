import assert from "node:assert/strict";
import { test } from "node:test";
import type { Step, View } from "gamedsl-host";
import { Known, Missing, type Position, RemoteTable, type StepNode } from "../src/match/remote.js";

const view = { seat: 0, phase: "turns", round: 1, toAct: [0], fields: [], zones: [], locals: [] } satisfies View;
const line = (seat: number) => ({ seat, events: [{ is: "choose" as const, text: `move of ${seat}`, seat }] });

function node(name: string): StepNode {
  return { step: { decision: "turns", kind: "one", name, about: "", ask: null, topic: null, options: [0, 1].map((value) => ({ value, text: String(value), thing: value })) } satisfies Step, refused: null };
}

/** A table of which the first step is known, and the one after its answer 0; its answers 1 are complete. */
function table(): { table: RemoteTable; known: Known; asked: string[] } {
  const asked: string[] = [];
  const ask = (what: string) => (values: readonly number[] | number) => {
    asked.push(`${what} ${values}`);
    return Promise.resolve(false);
  };
  const position: Position = { view, lines: [line(1), line(0)], before: 3, isOver: false, outcome: null, node: 4, steps: { "": node("first"), "0": node("second"), "1": null } };
  const known = new Known(position, { answer: ask("answer"), steps: ask("steps"), refused: ask("refused"), past: ask("past"), several: ask("several"), picked: ask("picked") });
  return { table: new RemoteTable(known), known, asked };
}

test("steps are taken here, and a move is sent as a whole", () => {
  const { table: one, asked } = table();
  assert.equal(one.length, 6);
  assert.equal(one.take(0, 0), null);
  assert.equal(one.length, 7);
  assert.equal(one.step().name, "second");
  assert.throws(() => one.take(0, 1), Missing);
  assert.deepEqual(asked, ["answer 0,1"]);
  one.backTo(5);
  assert.equal(one.step().name, "first");
});

test("a copy looks ahead, and plays nothing", () => {
  const { table: one, asked } = table();
  const copy = one.at(one.length - 1);
  assert.deepEqual(copy.take(0, 1)?.steps, [1]);
  assert.equal(copy.take(0, 0), null);
  assert.throws(() => copy.take(0, 1), Missing);
  assert.deepEqual(asked, ["steps 0,1"]);
  assert.equal(one.length, 6);
});

test("the past is asked for, and lines that are left out have no events", () => {
  const { table: one, known, asked } = table();
  assert.throws(() => one.at(4).view(), Missing);
  assert.deepEqual(asked, ["past 4"]);
  known.past.set(4, { ...view, round: 0 });
  assert.equal(one.at(4).view().round, 0);
  assert.equal(one.at(5).view(), view);
  assert.deepEqual(one.at(5).events(0, { from: 4 }).map(({ text }) => text), ["move of 0"]);
  assert.deepEqual(one.at(4).events(0, { from: 3 }).map(({ text }) => text), ["move of 1"]);
  assert.deepEqual(one.at(2).events(0, { from: 1 }), []);
});
