// A match without Python: node plays a module at random, and says how it ends.
//
//     gamedsl build gloriana --players 4 -o gloriana.wasm
//     node docs/examples/host.mjs gloriana.wasm 7
//
// docs/internals/wasm_abi.md describes what a module exports.

import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const game = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, "gamedsl")[0]));
const { memory, ...rules } = new WebAssembly.Instance(module).exports;
const words = new Int32Array(memory.buffer);
const at = (name) => game.addresses[name] >> 2;
const record = game.state.at;

/** Searches the moves of a seat: how many there are, or, with a number, the steps of that move. */
function search(seat, number) {
  Object.assign(words, {
    [at("PREFIX_LENGTH")]: 0, [at("LEAVES")]: 0, [at("PROBE")]: -1,
    [at("MODE")]: number === undefined ? 0 : 1, [at("LIMIT")]: 0x7fffffff, [at("TARGET")]: number ?? 0,
  });
  rules.ask(record, seat);
  const steps = at("STEPS");
  return number === undefined ? words[at("LEAVES")] : words.slice(steps, steps + words[at("END")]);
}

/** Makes a move. */
function play(seat, steps) {
  words.set(steps, at("PREFIX"));
  words[at("PREFIX_LENGTH")] = steps.length;
  rules.play(record, seat);
}

words[at("SEED")] = Number(process.argv[3] ?? 1);
words[at("SEED") + 1] = 0;
rules.begin(record, 0);
let moves = 0;
for (let acting; (acting = rules.to_act(record)) !== 0; moves++) {
  const seat = 31 - Math.clz32(acting & -acting);
  play(seat, search(seat, Math.floor(Math.random() * search(seat))));
}

rules.outcome(record);
const lines = game.scores.length;
const totals = game.seats.map((_, seat) =>
  words.slice(at("OUTCOME") + seat * lines, at("OUTCOME") + (seat + 1) * lines).reduce((a, b) => a + b, 0));
const ranked = Array.from({ length: words[at("RANKED")] }, (_, i) => words[at("RANKED") + 1 + 2 * i]);
console.log(`${moves} moves. ${game.reasons[words[at("REASON")]] ?? ""}`);
for (const seat of ranked) console.log(`${game.seats[seat]}: ${totals[seat]}`);
