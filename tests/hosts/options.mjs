// What is said of options that there are not, of what is no game, no move, no agent and no saved match: `node options.mjs index.js game.wasm`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(library));
const { boardgameGame, thinking } = await import(new URL("boardgameio.js", pathToFileURL(library)));
const module = await loadGame(readFileSync(path));
const said = (make) => {
  try {
    return make()?.name;
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
const options = [{ name: "dusk" }, { undoing: "never" }, { undo: "sometimes" }, "never"];
const made = [...options.map((given) => () => boardgameGame(module, given)), () => new Match(path), () => Match.load(null, "")];
console.log(JSON.stringify(made.map(said)));

// A move that is kept as data may come from anybody. Its steps are copied into the memory of the module, and its text is saved.
const match = new Match(module, { seed: 7 });
const [seat, [move]] = [match.openSeat, match.list(match.openSeat)];
const kept = JSON.parse(match.save("faulty.gdl"));
const played = JSON.stringify({ ...kept, moves: [{ seat: module.seats[seat], move: move.text }] });
const damaged = [{ seed: "7" }, { moves: [null] }, { open: 5 }, { version: -1 }, { taken_back: [0] }];
const hostile = [
  ...[["0"], [0.5], [2 ** 32]].map((steps) => () => match.move(seat, { steps, text: "mark 5" })),
  ...[[9], [...move.steps, 0], Array(1e6).fill(0)].map((steps) => () => match.move(seat, { steps })),
  () => match.short(seat, { steps: [9] }),
  () => match.picked(seat, null),
  () => match.whyNot(seat, [0.5]),
  () => match.playouts(1, { policy: "best" }),
  () => match.advise(seat, { milliseconds: "1" }),
  () => match.choose(seat, ["random"]),
  () => match.take(seat, Symbol("x")),
  () => match.save("faulty.gdl", null),
  ...damaged.map((part) => () => Match.load(module, JSON.stringify({ ...kept, ...part }))),
  ...[null, [module, "x"]].map((modules) => () => boardgameGame(modules)),
  () => boardgameGame(module, { seeds: 7 }),
  () => boardgameGame(module, { events: -1 }),
  () => thinking("fast"),
];
console.log(JSON.stringify(hostile.map(said)));
const lie = new Match(module, { seed: 7 });
lie.move(seat, { steps: move.steps, text: "a lie" });
console.log(JSON.stringify([Match.load(module, played).key(0) === Match.load(module, lie.save("")).key(0), match.length, match.list(seat).length]));
const bytes = readFileSync(path);
const about = Buffer.from('\x07gamedsl{"abi":2}');
const misled = Buffer.concat([bytes.subarray(0, 8), Uint8Array.of(0, about.length), about, bytes.subarray(8)]);
console.log(JSON.stringify(await Promise.all(["nowhere.wasm", bytes.subarray(0, 99), misled].map((source) => loadGame(source).catch(String)))));
