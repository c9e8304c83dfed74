// The states of a game of boardgame.io, without boardgame.io: `node states.mjs index.js game.wasm`. Plays a match with its moves and prints, as JSON, what was compared.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(library));
const { boardgameGame } = await import(new URL("boardgameio.js", pathToFileURL(library)));
const module = await loadGame(readFileSync(path));
const seed = 2n ** 63n + 5n;
const game = boardgameGame(module, { seeds: () => seed });
const again = boardgameGame(module, { seeds: () => seed });
const lost = boardgameGame(module, { seeds: () => seed + 1n });
const ctx = { numPlayers: module.model.humans, currentPlayer: "0", activePlayers: null };
const match = new Match(module, { seed });
let G = game.setup({ ctx });
assert.throws(() => game.setup({ ctx: { numPlayers: 99 } }), { name: "GameError" });
assert.match(game.validateSetupData({ start: "nowhere" }, ctx.numPlayers), /nowhere/);
const first = JSON.stringify(G);
let compared = 0;
let together = 0;
let unseen = 0;
for (let number = 0; !match.isOver; number++) {
  assert.equal(game.endIf({ G, ctx }), undefined);
  const seat = match.openSeat;
  const known = match.view(null).toAct;
  const isTogether = known.length !== 1;
  unseen += known.length ? 0 : 1;
  // While somebody is asked in secret, all seats are active.
  const active = [];
  game.turn.onBegin({ state: G, ctx, events: { setActivePlayers: ({ value }) => active.push(...Object.keys(value).map(Number)) } });
  assert.deepEqual(active, isTogether ? (known.length ? known : [...module.seats.keys()].slice(0, ctx.numPlayers)) : []);
  assert.equal(game.turn.order.first({ G, ctx }), isTogether && !known.length ? 0 : known[0]);
  const moves = isTogether ? game.turn.stages.together.moves : game.moves;
  const told = (move, ...args) => moves[move].move({ state: G, ctx, playerID: String(seat) }, ...args);
  const view = game.playerView({ G, ctx, playerID: String(seat) });
  const { options } = view.step;
  for (const wrong of [99, 1.5, "0", null, {}, undefined]) assert.equal(told("take", wrong, view.key), "INVALID_MOVE");
  for (const wrong of [99, [99], [], "no move", { steps: [0] }, null]) assert.equal(told("play", wrong, view.key), "INVALID_MOVE");
  assert.equal(told("take", options[0].value, "old"), "INVALID_MOVE");
  for (const other of ["99", "-1", "00", "x", null]) assert.equal(moves.take.move({ state: G, ctx, playerID: other }, options[0].value, view.key), "INVALID_MOVE");
  if (isTogether) {
    together += 1;
    assert.equal(told("take", options[0].value), "INVALID_MOVE");
  }
  const { value } = options[(7 * number) % options.length];
  G = number % 5 === 4 ? told("play", match.list(seat, { most: 1 })[0].text, view.key) : told("take", value, view.key);
  if (number % 5 === 4) match.play(seat, match.list(seat, { most: 1 })[0]);
  else assert.equal(moves.take.undoable({ G }), match.take(seat, value) === null);
  // What is stored and read again, by a server that has just started, is the same.
  const stored = JSON.parse(JSON.stringify(G));
  assert.ok(!JSON.stringify(stored).includes(String(seed)));
  for (const one of [...module.seats.keys(), null].slice(number % 2)) {
    const playerID = one === null ? null : String(one);
    const wanted = match.message(one < ctx.numPlayers ? one : null);
    const cut = { ...wanted, events: wanted.events.slice(-100), isWhole: wanted.events.length <= 100 };
    assert.deepEqual(game.playerView({ G, ctx, playerID }), cut);
    if (number % 10 === 0) assert.deepEqual(again.playerView({ G: stored, ctx, playerID }), cut);
    compared += 1;
  }
}
assert.deepEqual(game.endIf({ G, ctx }).totals, match.outcome.totals);
assert.equal(again.matchOf(JSON.parse(JSON.stringify(G)), ctx).save(), match.save());
assert.ok(!first.includes("seed") && first.includes('"played":""'));
const trouble = lost.playerView({ G: JSON.parse(JSON.stringify(G)), ctx, playerID: "0" });
assert.deepEqual(trouble, { isOver: true, step: null, refused: [], trouble: "the seed of the match is lost" });
assert.throws(() => lost.matchOf(JSON.parse(JSON.stringify(G)), ctx), { name: "GameError" });
assert.equal(game.playerView({ G: { ...G, rules: "others" }, ctx, playerID: "0" }).trouble, "the match belongs to other rules");
const junk = game.playerView({ G: { ...G, played: "0:99 ", check: undefined }, ctx, playerID: "0" });
assert.ok(junk.trouble && junk.view === undefined);
console.log(JSON.stringify({ compared, together, unseen }));
