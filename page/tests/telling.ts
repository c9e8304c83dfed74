import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageModel } from "../src/game/model.js";
import type { Moment, Session } from "../src/match/session.js";
import { sightsOf } from "../src/told/sights.js";
import { Speech } from "../src/told/speech.js";
import { Teller } from "../src/told/telling.js";

const SEAT = { type: { is: "seat", size: 2 }, size: 2, low: 0 };
const family = (name: string, base: number, more: object = {}) => ({ name, base, count: 1, dimensions: [], start: [0, 0], is_shown: true, visibility: { who: "everyone" }, form: "bag", components: [0], capacity: null, ...more });
const each = { count: 2, dimensions: [SEAT] };
const NUMBER = { type: { is: "number", low: 0, high: 99 } };
const model = {
  seats: ["P1", "P2"], phases: ["turns"], types: [], boards: [], tables: [], scores: [], columns: [], locals: [],
  components: [{ name: "card", called: ["card", "cards"], first: 0, count: 2 }],
  kinds: ["Two", "Ace"].map((name) => ({ name, component: 0, owner: null })),
  fields: [family("points", 0, { type: NUMBER.type, ...each }), family("leader", 2, { type: { is: "seat" } }), family("step", 3, NUMBER), family("folded", 4, { type: { is: "flag" }, ...each, start: [false, false] }), family("rests", 6, { type: { is: "flag" }, ...each, start: [false, false], reset: "round" })],
  zones: [family("deck", 0, { form: "pile" }), family("hand", 1, { ...each, visibility: { who: "owner" } }), family("played", 3, { ...each, form: "slot", capacity: 1 }), family("past", 5)],
  nodes: [{ node: 0, is: "decision" }, { node: 1, is: "together" }, { node: 2, is: "roll", phase: "cleaning" }],
} as unknown as PageModel;
const people = [{ name: "Ann" }, { name: "Bob" }];
const view = {
  fields: ["P1.points", "P2.points", "leader", "step", "P1.folded", "P2.folded", "P1.rests", "P2.rests"].map((name, number) => ({ name, number })),
  locals: [] as { name: string }[],
  zones: ["deck", "P1.hand", "P2.hand", "P1.played", "P2.played", "past"].map((name, number) => ({ name, number, count: 0 })),
};

const choose = (seat: number, words: string) => ({ is: "choose", seat, text: `P${seat + 1}: ${words}` });
const say = (text: string) => ({ is: "say", text });
const field = (name: string, value: string) => ({ is: "field", name, value, text: `${name} is ${value}` });
const roll = (name: string, value: number) => ({ is: "roll", name, value: String(value), text: `${name}: ${value}` });
const move = (pieces: [string, number][] | null, from: string, to: string) => ({ is: "move", pieces, from, to, text: `${pieces ? "" : "6 unseen"} from ${from} to ${to}` });

/** Tells moves by their seats and events. `nodes` are those before each move and after the last one, `next` who acts after the last one, `was` what fields were before all of it, `rounds` those before each move and after the last one, `phases` those of a round. */
function told(moves: [seat: number, events: object[]][], nodes: number[] = moves.map(() => 0), next = 0, was: Record<string, string> = {}, rounds: number[] = [], phases = ["turns"], rolled: number[] | null = null) {
  const moments = moves.map(([seat], i) => ({ seat, steps: [] as number[], text: "", before: i, after: i + 1 }));
  const at = (stop: number) => ({ node: nodes[stop] ?? 0, isOver: false, toAct: [moves[stop]?.[0] ?? next], view: () => ({ ...view, phase: "turns", round: rounds[stop] }) });
  const session = {
    model: { ...model, phases }, look: {}, names: people.map(({ name }) => name), looker: 0, moments, match: { view: () => view, at },
    speech: new Speech(model, {}, people), eventsOf: (moment: Moment) => moves[moments.indexOf(moment)][1].map((one) => ({ ...one })), rolledIn: () => rolled, valuesBefore: () => new Map(Object.entries(was)),
  } as unknown as Session;
  const teller = new Teller(session);
  return moments.map((one) => teller.tell(one));
}
const lines = ({ parts }: ReturnType<typeof told>[number]) => parts.map((one) => [people[one.seat].name, one.told, ...one.effects, ...one.details].join(" | "));

test("a sentence is told, and what it does not say: of each field the last value", () => {
  const [one] = told([[0, [choose(0, "turns(by = 3)"), say("P1 raises by 3."), field("step", "3"), field("P1.points", "4"), field("P1.points", "6"), field("leader", "none")]]]);
  assert.deepEqual(lines(one), ["Ann | Ann raises by 3. | Points: 6"]);
});

test("more sentences of the rules follow one by one, and what they say of throws and of fields that are nobody's is not told again", () => {
  const [one] = told([[0, [choose(0, "walk(to = 4)"), say("P1 walks."), roll("wind", 7), say("The wind turns to 7."), field("leader", "7"), roll("spark", 5), say("A spark."), field("step", "9")]]]);
  assert.deepEqual(one.parts.map(({ told, effects, more }) => [told, effects, more]), [["Ann walks.", ["Spark: 5", "Step: 9"], ["The wind turns to 7.", "A spark."]]]);
});

test("an action whose words name nothing names the pieces that go one way, and how they go is a detail", () => {
  const [one, two, three] = told([[0, [choose(0, "sell"), move([["Two", 2]], "P1.hand", "past"), field("P1.points", "4")]], [1, [choose(1, "sell"), move([["Two", 1]], "P2.hand", "past"), move([["Ace", 1]], "deck", "P2.played")]], [0, [choose(0, "draw"), move(null, "deck", "P1.hand")]]]);
  assert.deepEqual(lines(one), ["Ann | Sell: 2× Two | Points: 4 | 2× Two go from the hand to the past"]);
  assert.deepEqual([lines(two)[0].startsWith("Bob | Sell | "), lines(three)[0].startsWith("Ann | Draw | ")], [true, true]);
});

test("a sentence stands for the name of the action that it tells, whatever happened before", () => {
  const [one, two] = told([[0, [choose(0, "open"), field("P1.points", "4"), say("P1 opens a shop.")]], [1, [choose(1, "rest"), field("P2.points", "4"), say("P2 begins now.")]]]);
  assert.deepEqual([...lines(one), ...lines(two)], ["Ann | Ann opens a shop. | Points: 4", "Bob | Rest | Points: 4", "Bob | Bob begins now."]);
});

test("what goes from nobody to nobody is told by whoever acts next", () => {
  const [one] = told([[0, [choose(0, "no plant"), move([["Ace", 1]], "deck", "past"), say("P2 draws the Ace.")]]]);
  assert.deepEqual(lines(one), ["Ann | passes", "Bob | Bob draws the Ace."]);
});

test("what goes back to where it began is not told, nor what a sentence calls by its name, nor a long list", () => {
  const [one] = told([[0, [choose(0, "fold"), say("P1 folds."), field("P1.folded", "yes"), field("P2.folded", "no"), field("step", "0"), field("P2.points", "0"), field("leader", "P1, P2, P1, P2, P1")]]]);
  assert.deepEqual(lines(one), ["Ann | Ann folds. | Bob’s points: 0"]);
});

test("who keeps some of the drawn pieces is said so, and who takes nothing", () => {
  const [one, two] = told([[0, [choose(0, "draft(kept = [Two from P1.drawn, Ace from P1.drawn])")]], [0, [choose(0, "take(got = [])"), say("P1 takes [].")]]]);
  assert.deepEqual([...lines(one), ...lines(two)], ["Ann | keeps Two, Ace", "Ann | Ann takes nothing."]);
});

test("whoever does without something passes", () => {
  const [one, two] = told([[0, [choose(0, "no special"), move(null, "deck", "P2.hand")]], [0, [choose(0, "plant(with_flag = no)")]]]);
  assert.deepEqual([...lines(one), ...lines(two)], ["Ann | passes | 6 cards go from the deck to Bob’s hand", "Ann | passes"]);
  const [three, four] = told([[0, [choose(0, "no special"), choose(0, "no other")]], [0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), choose(0, "no other")]]]);
  assert.deepEqual([...lines(three), ...lines(four)], ["Ann | passes", "Ann | Ann plays Two."]);
});

test("of a choice that nobody sees no more is known than that it was made", () => {
  const all = told([[0, [choose(0, "turns")]], [0, [choose(0, "turns"), field("step", "3")]]]);
  assert.deepEqual(all.map(({ isUnknown }) => isUnknown), [true, false]);
});

test("to decline something inside a turn is idle, to pass a turn is not", () => {
  const [inside, turn] = told([[0, [choose(0, "no special")]], [0, [choose(0, "no turns")]]]);
  assert.deepEqual([inside, turn].map(({ isPass, isIdle }) => [isPass, isIdle]), [[true, true], [true, false]]);
});

test("of those who chose together each has one line, in the words of the rules", () => {
  const [one] = told([[0, [choose(1, "vote(choice = No)"), choose(0, "vote(choice = Yes)"), say("P1 votes: Yes."), field("P1.points", "2"), say("P2 votes: No."), field("P2.points", "3")]]]);
  assert.deepEqual(one.parts.map(({ seat, told }) => `${people[seat].name}: ${told}`), ["Bob: Bob votes: No.", "Ann: Ann votes: Yes."]);
});

test("whoever looks is told which pieces came from somebody else", () => {
  const [one] = told([[1, [choose(1, "give(card = Two)"), say("P2 passes a card on."), move([["Two", 1]], "P2.hand", "P1.hand")]]]);
  assert.deepEqual(lines(one), ["Bob | Bob passes a card on. | Ann gets Two"]);
});

test("a stop on the way is left out", () => {
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 goes on."), move([["Two", 1]], "deck", "past"), move([["Two", 1]], "past", "P1.hand")]]]);
  assert.deepEqual(lines(one), ["Ann | Ann goes on. | Two goes from the deck to the hand"]);
  const [passed] = told([[0, [choose(0, "turns(card = Two)"), say("P1 goes on."), move([["Two", 1]], "deck", "P2.hand"), move([["Two", 1]], "P2.hand", "past")]]]);
  assert.deepEqual(lines(passed), ["Ann | Ann goes on. | Two goes from the deck to Bob’s hand | Two goes from Bob’s hand to the past"]);
});

test("a trick is taken in a line of its own", () => {
  const collected = ["P1", "P2"].map((seat, i) => move([[i ? "Ace" : "Two", 1]], `${seat}.played`, "past"));
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), move([["Two", 1]], "P1.hand", "P1.played"), field("leader", "P2"), ...collected]]]);
  assert.deepEqual(lines(one), ["Ann | Ann plays Two.", "Bob | Bob takes the trick."]);
});

test("a deal is a heading, and of the cards only those of the looker are told", () => {
  const dealt = [move(null, "past", "deck"), { is: "shuffle", zone: "deck", text: "deck is shuffled" }, move([["Two", 1]], "deck", "P1.hand"), move(null, "deck", "P2.hand")];
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), field("P1.points", "9"), ...dealt]]]);
  assert.equal(one.period, "New deal");
  assert.deepEqual(lines(one), ["Ann | Ann plays Two. | Points: 9"]);
  assert.deepEqual(one.begins, { effects: [], details: ["Two goes from the deck to Ann’s hand"] });
});

test("what a round brings stands under its heading", () => {
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), field("P1.points", "9"), field("round", "3"), field("P2.points", "4"), move([["Ace", 1]], "deck", "past")]]], [0], 0, { "P2.points": "5" });
  assert.equal(one.period, "Round 3");
  assert.deepEqual(lines(one), ["Ann | Ann plays Two. | Points: 9"]);
  assert.deepEqual(one.begins, { effects: ["Bob’s points: 5 → 4"], details: ["Ace goes from the deck to the past"] });
});

test("what somebody had to do in the next round belongs to it", () => {
  const [one] = told([[1, [choose(1, "turns(card = Two)"), say("P2 plays Two."), field("round", "3"), choose(0, "turns(card = Ace)"), say("P1 plays Ace.")]]]);
  assert.equal(one.period, "Round 3");
  assert.deepEqual(one.parts.map(({ told, isNext }) => [told, isNext]), [["Bob plays Two.", false], ["Ann plays Ace.", true]]);
});

test("a round whose number the game does not keep begins where fields are set back", () => {
  const rests = (value: string, ...seats: string[]) => seats.map((seat) => field(`${seat}.rests`, value));
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 takes Two."), ...rests("yes", "P1"), field("leader", "P1"), ...rests("no", "P1", "P2"), choose(0, "turns(card = Ace)"), say("P1 turns up Ace.")]]], [0], 0, {}, [2, 3]);
  assert.equal(one.period, "Round 3");
  assert.deepEqual(one.parts.map(({ told, isNext }) => [told, isNext]), [["Ann takes Two.", false], ["Ann turns up Ace.", true]]);
});

test("what a round lays out for all in many places is seen there, and not told", () => {
  const laid = ["a", "b", "c"].map((place) => move([["Ace", 1]], "deck", place));
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), field("round", "3"), ...laid, field("P2.points", "4")]]], [0], 0, { "P2.points": "5" });
  assert.deepEqual(one.begins, { effects: ["Bob’s points: 5 → 4"], details: [] });
});

test("what happens to all at the end of a round is told apart from the last move", () => {
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), field("step", "4"), field("P1.points", "2"), field("P2.points", "4"), field("P2.folded", "yes"), field("round", "3")]]], [0], 0, { "P1.points": "9", "P2.points": "5", step: "2" });
  assert.deepEqual([...lines(one), ...one.ends.effects], ["Ann | Ann plays Two. | Step: 2 → 4", "Points: Ann 9 → 2, Bob 5 → 4", "Bob: folded"]);
  const [own] = told([[0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), field("P1.points", "2"), field("round", "3")]]], [0], 0, { "P1.points": "9" });
  assert.deepEqual([lines(own), own.ends.effects], [["Ann | Ann plays Two. | Points: 9 → 2"], []]);
  const [later] = told([[0, [choose(0, "turns(card = Two)"), move([["Two", 1]], "P1.hand", "played"), field("P1.points", "2"), move([["Ace", 1]], "deck", "past"), field("leader", "P2"), field("round", "3")]]], [0], 0, { "P1.points": "9" }, [], ["turns", "cleaning"]);
  assert.deepEqual([lines(later), later.ends.effects, later.ends.details], [["Ann | Two | Points: 9 → 2"], ["Leader: Bob"], ["Ace goes from the deck to the past"]]);
  const [rolled] = told([[0, [choose(0, "turns(card = Two)"), field("P1.points", "2"), roll("dear", 4), field("step", "4"), field("round", "3")]]], [0], 0, { "P1.points": "9", step: "2" }, [], ["setup", "turns", "cleaning", "end"], [2]);
  assert.deepEqual([lines(rolled), rolled.ends.effects, rolled.closes], [["Ann | Two | Points: 9 → 2"], ["Dear: 4", "Step: 2 → 4"], "Cleaning"]);
});

test("numbers are told as they were and are, those of several players together, and none that is as before", () => {
  const was = { "P1.points": "3", "P2.points": "7", step: "2" };
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), field("P1.points", "4"), field("P2.points", "6"), field("step", "2")]]], [0], 0, was);
  assert.deepEqual(lines(one), ["Ann | Ann plays Two. | Points: Ann 3 → 4, Bob 7 → 6"]);
  const [other] = told([[0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), field("P1.points", "4")]]], [0], 0, was);
  assert.deepEqual(lines(other), ["Ann | Ann plays Two. | Points: 3 → 4"]);
});

test("pieces that go the same way are told together", () => {
  const played = (seat: string, kind: string) => move([[kind, 1]], `${seat}.played`, `${seat}.hand`);
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 goes on."), played("P1", "Two"), played("P2", "Ace"), move([["Two", 1]], "deck", "past"), move([["Ace", 1]], "P2.hand", "past")]]]);
  assert.deepEqual(lines(one), ["Ann | Ann goes on. | Two, Ace go from the played cards to the hand | Two, Ace go to the past"]);
});

test("cards that all draw are told to each of them alone", () => {
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 plays Two."), move([["Ace", 1]], "deck", "P1.hand"), move(null, "deck", "P2.hand")]]]);
  assert.equal(one.period, null);
  assert.deepEqual(lines(one), ["Ann | Ann plays Two. | Ace goes from the deck to the hand"]);
});

test("what is thrown belongs to whoever chooses by it", () => {
  const play = (seat: number) => [choose(seat, "turns(man = Two)"), say(`P${seat + 1} walks.`)];
  const [one, two] = told([[0, [...play(0), roll("die", 3), roll("other", 5)]], [1, [...play(1), roll("die", 1)]]]);
  assert.deepEqual([...lines(one), ...lines(two)], ["Ann | Ann walks.", "Bob | Bob walks. | Thrown: 3 and 5"]);
  const [forced] = told([[0, [...play(0), roll("die", 6), roll("die", 2), ...play(1)]]]);
  assert.deepEqual(lines(forced), ["Ann | Ann walks. | Die: 6", "Bob | Bob walks. | Die: 2"]);
});

test("a throw that the next choice can name belongs to that choice, whatever the rules count meanwhile", () => {
  const play = (seat: number) => [choose(seat, "turns(man = Two)"), say(`P${seat + 1} walks.`)];
  view.locals.push({ name: "die" });
  const [one, two] = told([[0, [...play(0), roll("die", 3), field("step", "1")]], [1, play(1)]]);
  view.locals.pop();
  assert.deepEqual([...lines(one), ...lines(two)], ["Ann | Ann walks. | Step: 1", "Bob | Bob walks. | Die: 3"]);
  const [lost] = told([[0, [...play(0), roll("die", 1), field("step", "0"), field("P1.points", "2")]], [1, play(1)]]);
  assert.deepEqual(lines(lost), ["Ann | Ann walks. | Die: 1 | Points: 2"]);
});

test("choices that are made together are told when all are made, by whom they are", () => {
  const [first, last] = told([[0, [choose(0, "turns(card = Two)")]], [1, [choose(1, "turns(card = Ace)"), say("P1 shows Two."), say("P2 shows Ace."), move([["Two", 1]], "P1.hand", "past"), move([["Ace", 1]], "P2.hand", "past")]]], [1, 1, 0]);
  assert.deepEqual([first.isPending, last.isPending], [true, false]);
  // The next choice may be one of the same kind.
  const again = told([[0, [choose(0, "turns(card = Two)")]], [1, [choose(1, "turns(card = Ace)"), say("P1 shows Two.")]]], [1, 1, 1]);
  assert.deepEqual(again.map(({ isPending }) => isPending), [true, false]);
  assert.deepEqual(lines(last), ["Bob | Bob shows Ace.", "Ann | Ann shows Two."]);
});

test("what only moves because of what a sentence tells is a detail; what is seen is told", () => {
  const peek = { is: "peek", zone: "P2.hand", by: "P1", text: "P1 looks at P2.hand" };
  const see = { is: "see", zone: "P2.hand", by: "P1", pieces: [["Ace", 1]], text: "Ace in P2.hand" };
  const [one] = told([[0, [choose(0, "turns(card = Two)"), say("P1 compares."), move([["Two", 1]], "P1.hand", "past"), peek, see]]]);
  assert.deepEqual([one.parts[0].effects, one.parts[0].details], [["Bob’s hand: Ace"], ["Two goes from the hand to the past", "Ann looks at Bob’s hand"]]);
});

test("what is named as seen is not called seen by all once more", () => {
  assert.deepEqual(sightsOf(["Bob’s hand: Ace", "All see Bob’s hand", "All see the flasks"]), ["Bob’s hand: Ace", "All see the flasks"]);
});

test("a throw is told once, wherever its sentence stands", () => {
  const [one] = told([[0, [choose(0, "turns(man = Two)"), say("P1 walks."), roll("first", 5), roll("second", 4), say("P2 throws 5 and 4.")]]]);
  assert.deepEqual(lines(one), ["Ann | Ann walks.", "Bob | Bob throws 5 and 4."]);
});

test("a choice of which nothing is known is not told beside a sentence about it, and the pieces are where they belong", () => {
  const [, last] = told([[0, [choose(0, "turns(card = Two)")]], [1, [choose(1, "turns"), move([["Two", 1]], "P1.hand", "P1.played"), say("P1 plays a card."), move([["Ace", 1]], "P2.hand", "P2.played"), say("P2 plays a card.")]]], [1, 1, 0]);
  assert.deepEqual(last.parts.map((one) => [one.told, ...one.details]), [["Bob plays a card.", "Ace goes from the hand to the played cards"], ["Ann plays a card.", "Two goes from the hand to the played cards"]]);
});

test("what is said where a round begins stands there", () => {
  const [one] = told([[0, [choose(0, "turns(by = 3)"), say("P1 raises by 3."), field("round", "2"), say("The deck is new.")]]], [0, 0]);
  assert.deepEqual([one.period, one.begins.effects], ["Round 2", ["The deck is new."]]);
});

test("a sentence that comes after the piece of which it tells takes the place of the choice", () => {
  const [one] = told([[0, [choose(0, "turns, draw"), move([["Two", 1]], "deck", "past"), say("P1 turns up Two.")]]]);
  assert.deepEqual(lines(one), ["Ann | Ann turns up Two."]);
});
