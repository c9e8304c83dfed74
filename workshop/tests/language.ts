import assert from "node:assert/strict";
import { test } from "node:test";
import { getIndentation, IndentContext, indentUnit } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { rulesLanguage } from "../src/language.js";

/** How far a line is indented that is begun behind a text. */
function indented(text: string): number | null {
  const state = EditorState.create({ doc: text, extensions: [rulesLanguage, indentUnit.of("    ")] });
  return getIndentation(new IndentContext(state, { simulateBreak: text.length }), text.length);
}

test("a line behind the head of a block is a step further in", () => {
  assert.equal(indented("shared:"), 4);
  assert.equal(indented("phase turns, each player:\n    if heap is 0:  # the last one"), 8);
});

test("any other line stays where the one before it begins", () => {
  assert.equal(indented("game sticks:\n    players 2"), 4);
  assert.equal(indented("    if heap is 0: wins = 1"), 4);
  assert.equal(indented('    "Take a stick: one."'), 4);
});
