import assert from "node:assert/strict";
import { test } from "node:test";
import { cleaned, counted, fieldOf, kindTitle, placeTitle, sentence, uncited } from "../src/words.js";

test("names of rules become names for people", () => {
  assert.equal(kindTitle("card[Two, Clubs]"), "Two Clubs");
  assert.equal(kindTitle("Single.Hunting"), "Single Hunting");
  assert.equal(placeTitle("cell[3, 4]"), "3·4");
  assert.equal(placeTitle("Harbour"), "Harbour");
  assert.equal(cleaned("corner[8, 8]"), "8·8");
  assert.equal(uncited("R2, R73. A barrel."), "A barrel.");
  assert.equal(counted(1, "setup"), "1 setup");
  for (const [name, field] of [["coins", "coins"], ["P1.told[chart[1, 4]]", "told"], ["cell[1, 4].mark", "mark"], ["cell[1, 4].tries[3]", "tries"]]) assert.equal(fieldOf(name), field);
});

test("moves and events become sentences with the names of people", () => {
  const told = (text: string) => sentence(text, ["P1", "P2"], ["Ann", "Bob"]);
  assert.equal(told("from_court(kind = Musician)"), "From court: Musician");
  assert.equal(told("2 Musician from court to P2.hand"), "2 Musician, court → Bob’s hand");
  assert.equal(told("mark = cell[9, 5]"), "9·5");
  assert.equal(told("starter is P1"), "Starter is Ann");
  assert.equal(told("P1.told[chart[1, 4]] is Water"), "Ann’s told 1·4 is Water");
  assert.equal(told("cards = [Copper, Gold]"), "Copper, Gold");
});
