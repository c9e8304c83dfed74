import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, View } from "gamedsl-host";
import type { PageModel } from "../src/game/model.js";
import { denied, Speech } from "../src/told/speech.js";

const SEAT = { type: { is: "seat", size: 2 }, size: 2, low: 0 };
const PLACE = { type: { is: "place", board: 0, size: 2 }, size: 2, low: 0 };
const family = (name: string, base: number, more: object = {}) => ({ name, base, count: 1, dimensions: [], components: [0], is_shown: true, ...more });
const FLAG = { type: { is: "flag" } };
const NUMBER = { type: { is: "number", low: 0, high: 9 } };
const model = {
  seats: ["P1", "P2"],
  phases: ["turns"],
  types: [{ name: "answer", values: ["Water", "Boars_Head"] }],
  columns: [],
  components: [{ name: "card", called: ["card", "cards"], first: 0 }, { name: "pirate", called: ["pirate", "pirates"], first: 1 }],
  kinds: [{ name: "card[Two, Clubs]", component: 0, owner: null }, { name: "pirate.P2", component: 1, owner: 1 }],
  locals: [],
  boards: [
    { name: "square", places: ["square[1, 1]", "square[1, 2]"], names: ["a2", "b2"], shape: { is: "grid" } },
    { name: "pit", places: ["pit[1]"], names: null, shape: { is: "ring" } },
    { name: "cell", places: ["cell[1, 1]", "cell[9, 5]"], at: [[1, 1], [9, 5]], names: null, shape: { is: "grid" } },
  ],
  fields: [
    family("coins", 0, { ...NUMBER, count: 2, dimensions: [SEAT] }),
    family("is_broken", 2, FLAG),
    family("thrown", 3, { ...FLAG, is_shown: false }),
    family("spot", 4, { type: PLACE.type, count: 2, dimensions: [SEAT] }),
  ],
  zones: [family("hand", 0, { count: 2, dimensions: [SEAT] }), family("court", 2), family("men", 3, { count: 2, dimensions: [PLACE], components: [0] }), family("on_the_way", 5, { is_shown: false })],
} as unknown as PageModel;
const view = {
  fields: ["P1.coins", "P2.coins", "is_broken", "thrown", "P1.spot", "P2.spot"].map((name, number) => ({ name, number })),
  zones: ["P1.hand", "P2.hand", "court", "square[1, 1].men", "square[1, 2].men", "on_the_way"].map((name, number) => ({ name, number })),
} as unknown as View;

const speech = new Speech(model, { value: { Boars_Head: { label: "Boar’s Head" } }, field: { is_broken: { label: "Hearts are broken" } }, rule: { value: { label: "Worth to you" } } }, [{ name: "Ann" }, { name: "Bob" }]);
speech.learn(view);

test("moves are told without the names of the rules", () => {
  assert.equal(speech.move("from_court(kind = Boars_Head)"), "From court: Boar’s Head");
  assert.equal(speech.move("go(start = square[1, 1], target = square[1, 2])"), "Go: a2, b2");
  assert.equal(speech.move("mark = cell[9, 5]"), "e9");
  assert.equal(speech.move("place(at = pit[1], upright = no)"), "Place: pit 1, no upright");
  assert.equal(speech.move("cards = [card[Two, Clubs], 2 pirate.P2]"), "Two Clubs, 2× Pirate of Bob");
  assert.equal(speech.move("cards = []"), "None");
  assert.equal(speech.move("no turns"), "Pass");
  assert.equal(speech.move("no settle"), "No settle");
  assert.equal(speech.choice("card = pirate.P2 from P2.hand, other = card[Two, Clubs]", 1), "Pirate, Two Clubs");
});

test("sentences of the rules keep their words", () => {
  assert.equal(speech.said("P1 moves from square[1, 1] to square[1, 2]. It is Water."), "Ann moves from a2 to b2. It is Water.");
  assert.equal(speech.said("P1 has broken it: is_broken stays a word, court does not."), "Ann has broken it: is_broken stays a word, court does not.");
});

test("effects name people, places and labels, and leave out what is not shown", () => {
  const told = (event: object) => speech.effect({ text: "", ...event } as Event);
  const moved = (pieces: [string, number][] | null, from: string, to: string, seat = 0) => speech.moved({ pieces, number: pieces ? 1 : 2, from: [from], to: [to] }, seat, 2);
  assert.equal(told({ is: "field", name: "P2.coins", value: "3" }), "Bob’s coins: 3");
  assert.equal(told({ is: "field", name: "is_broken", value: "yes" }), "Hearts are broken");
  assert.equal(told({ is: "field", name: "is_broken", value: "no" }), "Hearts are not broken");
  assert.equal(told({ is: "field", name: "thrown", value: "yes" }), null);
  assert.equal(moved([["card[Two, Clubs]", 2]], "court", "P2.hand"), "2× Two Clubs go from the court to Bob’s hand");
  assert.equal(moved([["card[Two, Clubs]", 2]], "court", "P2.hand", 1), "2× Two Clubs go from the court to the hand");
  assert.equal(moved([["pirate.P2", 1]], "square[1, 1].men", "P2.hand"), "Pirate of Bob goes from a2 to the hand");
  assert.equal(moved(null, "square[1, 1].men", "square[1, 2].men"), "2 cards go from a2 to b2");
  assert.equal(moved([["pirate.P2", 1]], "on_the_way", "court"), null);
  assert.equal(speech.effect({ is: "field", text: "", name: "P2.coins", value: "3" } as unknown as Event, 1), "Coins: 3");
  assert.deepEqual([0, 1].map((seat) => speech.effect({ is: "field", text: "", name: "P2.spot", value: "square[1, 2]" } as unknown as Event, seat)), ["Bob is now at b2", "Now at b2"]);
  assert.equal(told({ is: "roll", text: "value: 17", name: "value", value: "17" }), "Worth to you: 17");
  const says = (sentence: string, name: string, value: string) => speech.saysField(sentence, { is: "field", name, value } as unknown as Event, 1);
  assert.deepEqual([says("Bob asks for Water.", "led", "Water"), says("Bob asks for Water.", "led", "Boars_Head"), says("Bob takes 3.", "P2.coins", "3"), says("Bob pays 3.", "step", "3"), says("Bob coins 3.", "P2.coins", "3"), says("Bob coins 3.", "P1.coins", "3")], [true, false, false, true, false, false]);
  assert.equal(denied("Open"), "not open");
  assert.equal(denied("Ann’s passed"), "Ann’s passed: no");
  const move = (pieces: [string, number][], from: string, to: string) => ({ is: "move", text: "", pieces, from, to }) as unknown as Event;
  assert.ok(speech.tells("Bob puts his pirate on a2.", move([["pirate.P2", 1]], "court", "square[1, 1].men"), 1));
  assert.ok(!speech.tells("Ann moves a pirate to a2.", move([["pirate.P2", 1]], "square[1, 1].men", "court"), 0));
  assert.ok(speech.tells("Ann takes a pirate of Bob.", move([["pirate.P2", 1]], "square[1, 1].men", "court"), 0));
  assert.ok(speech.tells("Bob moves from a2 to b2.", move([["pirate.P2", 1]], "square[1, 1].men", "square[1, 2].men"), 1));
  assert.ok(speech.tells("Bob plays at a2.", move([["pirate.P2", 1]], "court", "square[1, 1].men"), 1));
  assert.ok(speech.tells("Bob leaves a2.", move([["pirate.P2", 1]], "square[1, 1].men", "court"), 1));
  assert.ok(!speech.tells("Bob leaves a2.", move([["pirate.P2", 1]], "square[1, 1].men", "square[1, 2].men"), 1));
  assert.ok(!speech.tells("Bob moves from a2.", move([["card[Two, Clubs]", 1]], "square[1, 1].men", "square[1, 2].men"), 1));
});

test("a line that is called after its ends is told in the direction in which somebody goes", () => {
  const isle = { name: "isle", places: ["Porto", "Saint_Anne"], names: null, shape: { is: "graph", edges: 0, ends: [[0, 1]] } };
  const map = { ...model, types: [{ name: "way", values: ["Porto_Saint_Anne"] }], boards: [isle], fields: [], zones: [], kinds: [{ name: "ship.P1", component: 0, owner: 0 }] } as unknown as PageModel;
  const sea = new Speech(map, {}, [{ name: "Ann" }, { name: "Bob" }]);
  assert.equal(sea.choice("sail(way = Porto_Saint_Anne, goal = Saint_Anne)", 0), "Sail: Porto–Saint Anne");
  assert.equal(sea.choice("sail(way = Porto_Saint_Anne, goal = Porto)", 0), "Sail: Saint Anne–Porto");
  const sails = { is: "move", text: "", pieces: [["ship.P1", 1]], from: "Saint_Anne", to: "Porto" } as unknown as Event;
  assert.equal(sea.tellsLine("Sail: Saint Anne–Porto", sails, 0), true);
  assert.equal(sea.tellsLine("Sail: Porto–Saint Anne", sails, 0), false);
});
