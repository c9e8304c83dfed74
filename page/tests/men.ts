import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "gamedsl-host";
import { ColumnsNotation } from "../src/told/men.js";
import type { PageModel } from "../src/game/model.js";
import type { Layout } from "../src/game/roles.js";

const SEAT = { type: { is: "seat", size: 2 }, size: 2, low: 0 };
const [men, bar, off] = [
  { name: "men", base: 0, count: 24, dimensions: [{ type: { is: "place", board: 0 }, size: 24, low: 0 }] },
  { name: "bar", base: 24, count: 2, dimensions: [SEAT] },
  { name: "off", base: 26, count: 2, dimensions: [SEAT] },
];
const model = {
  seats: ["P1", "P2"], zones: [men, bar, off], kinds: [{ name: "Man.P1", owner: 0 }, { name: "Man.P2", owner: 1 }],
  boards: [{ name: "point", places: Array.from({ length: 24 }, (_, i) => `point[${i + 1}]`), own: [], parts: [] }],
} as unknown as PageModel;
const names = [...Array.from({ length: 24 }, (_, i) => `point[${i + 1}].men`), "P1.bar", "P2.bar", "P1.off", "P2.off"];
const match = { view: () => ({ zones: names.map((name, number) => ({ name, number })) }) };
const session = { model, look: { board: { point: { both_ends: true } } }, match, looker: 0 } as unknown as ConstructorParameters<typeof ColumnsNotation>[0];
const written = (isBoard: boolean) => new ColumnsNotation(session, { bars: isBoard ? [bar] : [], trays: [off] } as unknown as Layout);
const move = (seat: number, from: string, to: string): Event => ({ is: "move", text: "", pieces: [[`Man.P${seat + 1}`, 1]], from, to });

test("ways of men are written from the side of whoever moves, with a star where one is hit", () => {
  const of = written(true);
  assert.deepEqual(of.notation(0, [move(0, "point[8].men", "point[4].men")], []), { notation: "8/4", turn: "ways" });
  assert.deepEqual(of.notation(1, [move(0, "point[20].men", "P1.bar"), move(1, "point[17].men", "point[20].men")], []), { notation: "8/5*", turn: "ways" });
  assert.deepEqual(of.notation(0, [move(0, "P1.bar", "point[22].men"), move(0, "point[2].men", "P1.off")], []), { notation: "bar/22 2/off", turn: "ways" });
});

test("a throw begins a turn; who is hit moves nothing, and other boards have no such texts", () => {
  assert.deepEqual(written(true).notation(0, [], ["6", "4"]), { notation: "6-4:", turn: "throw" });
  assert.deepEqual(written(true).notation(0, [move(0, "point[9].men", "P1.bar")], ["3", "1"]), { notation: "3-1:", turn: "throw" });
  assert.deepEqual(written(false).notation(0, [move(0, "point[8].men", "point[4].men")], ["6", "4"]), { notation: null, turn: null });
});
