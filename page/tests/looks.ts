import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "gamedsl-host";
import { Looks } from "../src/game/looks.js";
import type { FieldFamily, Look, PageModel } from "../src/game/model.js";

test("the look file says what a kind is called and what it does, else the rules do", () => {
  const model = {
    types: [], columns: [], zones: [], components: [{ name: "card", first: 0, count: 2 }],
    kinds: ["Guard", "Priest"].map((name) => ({ name, component: 0, owner: null, copies: 1 })),
    sentences: [{ of: "kind", name: "Guard", text: "Guards the gate." }, { of: "kind", name: "Priest", text: "Looks at a hand." }],
  } as unknown as PageModel;
  const looks = new Looks(model, { value: { Guard: { label: "Watch", text: "Take two :coin*2:." } } });
  assert.deepEqual([looks.kind(0).title, looks.kind(0).text], ["Watch", "Take two coin."]);
  assert.deepEqual([looks.kind(1).title, looks.kind(1).text], ["Priest", "Looks at a hand."]);
});

test("what stands below a card does not repeat its name", () => {
  const columns = [["goal", 0], ["start", 1]].map(([name, first]) => ({ of: "component", number: 0, name, type: { is: "place", board: 0 }, values: [first, 1 - Number(first)] }));
  const model = {
    types: [], columns, zones: [], sentences: [], boards: [{ name: "town", places: ["Alder", "Birch"] }], components: [{ name: "letter", first: 0, count: 2 }],
    kinds: ["Alder", "Birch"].map((name) => ({ name, component: 0, owner: null, copies: 1 })),
  } as unknown as PageModel;
  assert.deepEqual(new Looks(model, {}).kind(0).feet.map(({ text }) => text), ["Birch"]);
});

test("the look file says what is drawn for each value of a number", () => {
  const looks = new Looks({ types: [], columns: [] } as unknown as PageModel, { field: { fire: { drawings: ["", "Fire Fire", "#"], colors: ["", "red", ""] } } });
  const field = (name: string) => ({ name, type: { is: "number", low: -1, high: 1 } }) as unknown as FieldFamily;
  const drawn = (value: number) => looks.drawings(field("fire"), value)?.map(({ color, symbol, glyph }) => [color, symbol ?? glyph]);
  assert.deepEqual(drawn(-1), []);
  assert.deepEqual(drawn(0), [["var(--c1)", "i-flame"], ["var(--c1)", "i-flame"]]);
  assert.deepEqual(drawn(1), [["var(--ink)", "#"]]);
  assert.equal(looks.drawings(field("water"), 0), null);
});

test("a flat piece is counted as the disc that it is on the table, unless it has a sign", () => {
  const place = { type: { is: "place", board: 0 }, size: 9, low: 0 };
  const model = {
    types: [], columns: [], zones: [{ name: "point", components: [0, 1], dimensions: [place], form: "slot" }], sentences: [],
    components: [{ name: "man", first: 0, count: 1, called: ["man", "men"] }, { name: "pawn", first: 1, count: 1, called: ["pawn", "pawns"] }],
    kinds: [{ name: "man", component: 0, owner: 0, copies: 9 }, { name: "pawn", component: 1, owner: 0, copies: 9 }],
  } as unknown as PageModel;
  const signs = (look: Look) => [0, 1].map((kind) => new Looks(model, look).kindSign(kind)).map(({ symbol, glyph }) => glyph ?? symbol);
  assert.deepEqual(signs({}), ["i-disc", "♟"]);
  assert.deepEqual(signs({ value: { man: { glyph: "♛" } } }), ["♛", "♟"]);
});

test("the sign of a value can be the name of a drawing", () => {
  const model = { types: [{ name: "work", values: ["Yard", "Kiln"] }], columns: [] } as unknown as PageModel;
  const looks = new Looks(model, { value: { Yard: { glyph: "hammer" }, Kiln: { glyph: "k" } } });
  assert.deepEqual([0, 1].map((value) => [looks.word(0, value).symbol, looks.word(0, value).glyph]), [["i-hammer", undefined], [undefined, "k"]]);
});

test("a seat has the sign of the look file: a drawing or letters, or none", () => {
  const looks = new Looks({ types: [], columns: [], fields: [] } as unknown as PageModel, { seats: { colors: ["#112233"], signs: ["wolf", "X", ""] } });
  assert.deepEqual([0, 1, 2, 3].map((seat) => looks.sign(seat)), [{ color: "#112233", word: "", symbol: "i-wolf" }, { color: "var(--s2)", word: "", glyph: "X" }, null, null]);
});

test("seats wear the colours that their players have chosen", () => {
  const field = { name: "flag", base: 4, count: 2, type: { is: "optional", of: { is: "word", type: 0 } }, dimensions: [{ type: { is: "seat" } }] };
  const model = { types: [{ name: "colour", values: ["Red", "Green"] }], columns: [], fields: [field] } as unknown as PageModel;
  const looks = new Looks(model, { field: { flag: { seats: true } } });
  looks.wear({ fields: [{ number: 4, thing: { is: "word", number: 1 } }, { number: 5, thing: null }] } as unknown as View);
  assert.deepEqual([looks.seat(0), looks.seat(1)], ["var(--c3)", "var(--s2)"]);
});
