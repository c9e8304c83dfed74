import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, isOnColumns } from "../src/boards/columns.js";
import type { FieldFamily, PageModel } from "../src/game/model.js";

const SEAT = { type: { is: "seat" }, size: 2, low: 0 };
const COLUMN = { type: { is: "number", low: 2, high: 6 }, size: 5, low: 2 };

function field(name: string, dimensions: object[], type: object): FieldFamily {
  return { name, dimensions, type, is_shown: true, base: 0, count: 1 } as unknown as FieldFamily;
}

const number = (high: number) => ({ is: "number", low: 0, high });
const runner = field("runner", [COLUMN], number(5));
const camp = field("camp", [SEAT, COLUMN], number(5));
const owner = field("owner", [COLUMN], { is: "optional", of: { is: "seat" } });
const income = field("income", [COLUMN], number(99));

function model(fields: FieldFamily[], values: unknown[] = [3, 4, 5, 4, 3]): PageModel {
  const tables = [{ number: 7, name: "height", low: 2, size: 5, rows: [], sentence: null }];
  return { tables, fields, columns: [{ of: "table", number: 7, name: "height", type: { is: "number" }, values }] } as unknown as PageModel;
}

test("fields climb a list that has a place for each of their numbers, and no higher than its largest number", () => {
  const game = model([runner, camp, owner, income]);
  const [found, ...others] = columnsOf(game);
  assert.equal(others.length, 0);
  assert.deepEqual([found.name, found.low, found.heights], ["height", 2, [3, 4, 5, 4, 3]]);
  assert.deepEqual([found.runners, found.camps, found.owners], [[runner], [camp], [owner]]);
  assert.deepEqual([runner, camp, owner, income].map((one) => isOnColumns(game, one)), [true, true, true, false]);
});

test("lists that nothing climbs, and lists that are no heights, stay lists", () => {
  assert.deepEqual(columnsOf(model([income, owner])), []);
  assert.deepEqual(columnsOf(model([runner], [3, 4, 5, 4, 0])), []);
  assert.deepEqual(columnsOf(model([runner], [3, 4, 5, 4, null])), []);
});
