import assert from "node:assert/strict";
import { test } from "node:test";
import { decidedBy, doneBy, verbOf } from "../src/told/asking.js";

test("what was chosen is told by the question that it answers", () => {
  const told: [question: string, value: string, done: string | null][] = [
    ["Which card do you bid?", "5", "bids 5"],
    ["Which three cards do you pass on?", "2♣, 3♣", "passes 2♣, 3♣ on"],
    ["Which staff do you take? You get all of one symbol.", "Cook", "takes Cook"],
    ["Which cell do you try?", "2·2", "tries 2·2"],
    ["How many loaves do you bake?", "3", "bakes 3 loaves"],
    ["How many loaves do you bake?", "1", "bakes 1 loaf"],
    ["How much grain do you sell?", "2", "sells 2 grain"],
    ["Whom do you name as the winner?", "Bob", "names Bob as the winner"],
    ["Where do you walk?", "c3", "walks to c3"],
    ["Where do you place a stone?", "c3", "places a stone on c3"],
    ["Where do you put your stone?", "c3", null],
    ["Who is the lookout?", "Bob", null],
    ["What do you call?", "4", null],
  ];
  for (const [question, value, done] of told) assert.equal(doneBy(question, value), done, question);
});

test("so is what was decided; what is the reader's own is not", () => {
  assert.equal(decidedBy("Do you doubt this claim?", true), "doubts this claim");
  assert.equal(decidedBy("Do you doubt this claim?", false), "does not doubt this claim");
  assert.equal(decidedBy("Do you use one of your houses?", false), null);
});

test("the button of a number says what is done with it", () => {
  assert.equal(verbOf("How much do you bid?"), "Bid");
  assert.equal(verbOf("Which card do you keep?"), "Keep");
  assert.equal(verbOf("To how much do you raise?"), "");
});
