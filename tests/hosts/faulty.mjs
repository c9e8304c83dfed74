// What a game of boardgame.io makes of a fault of the rules: `node faulty.mjs index.js game.wasm`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path] = process.argv.slice(2);
const { loadGame } = await import(pathToFileURL(library));
const { boardgameGame } = await import(new URL("boardgameio.js", pathToFileURL(library)));
const game = boardgameGame(await loadGame(readFileSync(path)));
const ctx = { numPlayers: 2, currentPlayer: "0", activePlayers: null };
let G = game.setup({ ctx });
for (let number = 0; !G.trouble && number < 9; number++) {
  const playerID = String(number % 2);
  G = game.moves.take.move({ state: G, ctx, playerID }, game.playerView({ G, ctx, playerID }).step.options[0].value);
}
const view = game.playerView({ G: JSON.parse(JSON.stringify(G)), ctx, playerID: "0" });
console.log(JSON.stringify({ isOver: view.isOver, step: view.step, code: view.trouble.split(" ")[0], gameover: "trouble" in game.endIf({ G, ctx }) }));
