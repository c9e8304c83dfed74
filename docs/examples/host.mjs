// A match without Python: node plays a module at random, and says how it ends.
//
//     gamedsl build gloriana --players 4 -o gloriana.wasm
//     node docs/examples/host.mjs gloriana.wasm 7

import { readFileSync } from "node:fs";
import { loadGame, Match } from "../../hosts/js/src/index.js";

const game = await loadGame(readFileSync(process.argv[2]));
const match = new Match(game, { seed: Number(process.argv[3] ?? 1) });

while (!match.isOver) {
  const [seat] = match.toAct;
  const { options } = match.step(seat);
  const move = match.take(seat, options[Math.floor(Math.random() * options.length)].value);
  if (move) console.log(`${game.seats[seat]}: ${move.text}`);
}

const { ranking, totals, reason } = match.outcome;
console.log(`${match.moves.length} moves. ${reason}`);
for (const seat of ranking.flat()) console.log(`${game.seats[seat]}: ${totals[seat]}`);
