import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "gamedsl-host";
import { type Connection, GuestSession, type Told } from "../src/match/guest.js";
import type { PageModel } from "../src/game/model.js";

const view = { seat: 0, phase: "turns", round: 1, toAct: [1], fields: [], zones: [], locals: [] } satisfies View;

/** What a host tells after so many moves. */
function told(match: string, moves: number): Told {
  const lines = Array.from({ length: moves }, () => ({ seat: 1, events: [] }));
  return { rules: "r", match, seat: 0, seen: `${match} ${moves}`, position: { view, lines, before: 0, isOver: false, outcome: null, node: 0, steps: {} }, table: { names: ["Ann", "Bob"], away: [], note: null, canUndo: false } };
}

/** The page of the first seat after one move, with the lines that it asked for, and how often it was drawn. */
function guest(past: View | null): { session: GuestSession; asked: number[]; drawn: () => number } {
  const asked: number[] = [];
  let drawn = 0;
  const connection: Connection = {
    ask: () => Promise.resolve({ problem: "" }),
    past: (line) => {
      asked.push(line);
      return Promise.resolve(past);
    },
  };
  const model = { nodes: [], seats: ["P1", "P2"], is_hiding: false } as unknown as PageModel;
  return { session: new GuestSession(model, told("one", 1), connection, () => { drawn++; }), asked, drawn: () => drawn };
}

const roundAtFirst = (session: GuestSession) => session.beginning?.round;
const answered = () => new Promise((resolve) => setImmediate(resolve));

test("the beginning of a match is asked for once, and the picture does not wait for it", async () => {
  const { session, asked, drawn } = guest({ ...view, round: 0 });
  assert.equal(roundAtFirst(session), undefined);
  await answered();
  assert.equal(drawn(), 1);
  assert.equal(roundAtFirst(session), 0);
  session.take(told("one", 2));
  assert.equal(roundAtFirst(session), 0);
  assert.deepEqual(asked, [0]);
  session.take(told("two", 1));
  assert.equal(roundAtFirst(session), undefined);
  assert.deepEqual(asked, [0, 0]);
});

test("a host that does not answer makes no picture, and is asked again with the next one", async () => {
  const { session, asked, drawn } = guest(null);
  assert.equal(roundAtFirst(session), undefined);
  await answered();
  assert.equal(drawn(), 0);
  assert.equal(roundAtFirst(session), undefined);
  assert.deepEqual(asked, [0, 0]);
});
