import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "gamedsl-host";
import type { PageModel } from "../src/game/model.js";
import { withMovedChoices } from "../src/told/moved.js";

const select = (name: string, local: number, zones: number[], more: object = {}) => ({ is: "selection", name, local, quantity: "one", sources: [{ from_zones: zones }], ...more });
const plan = (name: string, ...parts: object[]) => ({ name, gate: null, parts, menu: null });
const model = {
  kinds: [{ name: "Tea", component: 0 }, { name: "Abbot", component: 1 }],
  zones: [{ name: "soil" }, { name: "gate" }],
  locals: [{ type: { is: "piece", components: [0] } }, { type: { is: "place" } }, { type: { is: "piece", components: [1] } }],
  nodes: [
    { plan: plan("plant", select("bush", 0, [0]), select("bed", 1, [])) },
    { plan: plan("serve", select("guest", 2, [1])) },
    { plan: plan("peek", select("guest", 2, [1], { is_secret: true })) },
  ],
} as unknown as PageModel;

const choose = (words: string) => ({ is: "choose", seat: 0, text: `Ann: ${words}` });
const move = (kind: string, count: number, from: string) => ({ is: "move", pieces: [[kind, count]], from, to: "box", text: "" });
const told = (...events: object[]) => withMovedChoices(model, events as unknown as Event[])[0].text;

test("a choice names the piece that one move alone shows, in the order of the rules", () => {
  assert.equal(told(choose("plant(bed = plot[1, 2])"), move("Tea", 1, "soil")), "Ann: plant(bush = Tea, bed = plot[1, 2])");
  assert.equal(told(choose("turn, plant(bed = plot[1, 2])"), move("Tea", 1, "soil")), "Ann: turn, plant(bush = Tea, bed = plot[1, 2])");
  assert.equal(told(choose("plant(bush = Tea, bed = plot[1, 2])"), move("Tea", 1, "soil")), "Ann: plant(bush = Tea, bed = plot[1, 2])");
});

test("nothing is named where several moves, other pieces or nobody's eyes may have shown it", () => {
  for (const moves of [[move("Tea", 2, "soil")], [move("Tea", 1, "soil"), move("Tea", 1, "soil")], [move("Abbot", 1, "soil")], [move("Tea", 1, "sack")], [{ ...move("Tea", 1, "soil"), pieces: 1 }], [choose("serve"), move("Tea", 1, "soil")]]) {
    assert.equal(told(choose("plant(bed = plot[1, 2])"), ...moves), "Ann: plant(bed = plot[1, 2])");
  }
  assert.equal(told(choose("peek(at = 2)"), move("Abbot", 1, "gate")), "Ann: peek(at = 2)");
  assert.equal(told(choose("serve"), move("Abbot", 1, "gate")), "Ann: serve");
});
