import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageModel } from "../src/game/model.js";
import { beginnings, changeText, counted, isDone, isUnit, kindTitle, numberText, placeName, placeTitle, singular, uncited, unitFor, withoutPhase } from "../src/game/words.js";

test("names of rules become names for people", () => {
  assert.equal(kindTitle("card[Two, Clubs]"), "Two Clubs");
  assert.equal(kindTitle("Single.Hunting"), "Single Hunting");
  assert.equal(placeTitle("cell[3, 4]"), "3·4");
  assert.equal(placeTitle("Harbour"), "Harbour");
  const grid = (is: string, torus: number[] | null = null) => ({ boards: [{ name: "cell", shape: { is, torus }, names: null, places: ["cell[3, 4]"], at: [[3, 4]] }] }) as unknown as PageModel;
  assert.deepEqual([placeName(grid("grid"), 0, 0), placeName(grid("hex", [9, 81]), 0, 0), placeName(grid("ring"), 0, 0)], ["a1", "3·4", "3·4"]);
  assert.equal(uncited("R2, R73. A barrel."), "A barrel.");
  assert.equal(counted(1, "setup"), "1 setup");
  assert.deepEqual([...beginnings(["Crop", "Price", "Prow", "Pro"]).values()], ["C", "Pri", "Prow", "Pro"]);
  assert.deepEqual([...beginnings(["Crop", "Ox", "Pay"], 3).values()], ["Cro", "Ox", "Pay"]);
});

test("numbers are read as the rules say", () => {
  const rows: [string[] | null, number, string][] = [
    [null, -3, "−3"],
    [["£{}", "£{}"], 3, "£3"],
    [["£{}", "£{}"], -3, "−£3"],
    [["{+} glory", "{+} glory"], 12, "+12 glory"],
    [["{+}", "{+}"], 0, "0"],
    [["{} coin", "{} coins"], -1, "−1 coin"],
    [["{} coin", "{} coins"], 2, "2 coins"],
  ];
  for (const [words, number, text] of rows) assert.equal(numberText(words, number), text);
});

test("changes of numbers are told in their own words", () => {
  const coins = ["{} coin", "{} coins"];
  assert.deepEqual([changeText(null, -2), changeText(coins, 1), changeText(coins, -3), changeText(["£{}", "£{}"], 2), changeText(["{+} glory", "{+} glory"], 4)], ["−2", "+1 coin", "−3 coins", "+£2", "+4 glory"]);
  assert.deepEqual([isUnit(coins, "Coins"), isUnit(coins, "Purse"), isUnit(["£{}", "£{}"], "Coins"), isUnit(null, "Coins")], [true, false, false, false]);
});

test("what is done to things is told apart from things", () => {
  assert.deepEqual(["bought", "given_up", "dried", "waiting", "seed", "flower_bed", "used_card", "card", "goal"].map(isDone), [true, true, true, true, false, false, false, false, false]);
});

test("moves go without the name of their phase", () => {
  assert.deepEqual(["turns(card = Two)", "sail(steps = 2)", "turns"].map((one) => withoutPhase(["turns"], one)), ["card = Two", "sail(steps = 2)", "turns"]);
});

test("one of several is called by its singular", () => {
  assert.deepEqual(["loaves", "pots", "berries", "boxes", "glass", "gloves"].map(singular), ["loaf", "pot", "berry", "box", "glass", "glove"]);
  assert.deepEqual([unitFor("1", "gems at home"), unitFor("−1", "points"), unitFor("11", "points"), unitFor("1", "glory"), unitFor("1", "this round"), unitFor("1", "bonus")], ["gem at home", "point", "points", "glory", "this round", "bonus"]);
});

test("sentences lose the numbers of their rules wherever they stand, and nothing else changes", () => {
  const model = { sentence: "R2, R4. Lay a strip.", zones: [{ sentence: "R1. A shire." }, { sentence: null }], seats: 2, name: "R2 D2." };
  assert.deepEqual(uncited(model), { sentence: "Lay a strip.", zones: [{ sentence: "A shire." }, { sentence: null }], seats: 2, name: "R2 D2." });
});
