// Plays a match and prints the sentences of all that was refused on the way, then the match as it is saved: `node refused.mjs index.js game.wasm`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(library));
const match = new Match(await loadGame(readFileSync(path)), { seed: 3 });
const sentences = new Set();
while (!match.isOver) {
  const [seat] = match.toAct;
  if (match.length < 60) for (const { refusal } of match.refused(seat)) sentences.add(refusal.text);
  match.take(seat, match.step(seat).options[0].value);
}
console.log(JSON.stringify([...sentences].sort()));
console.log(JSON.stringify(match.save()));
