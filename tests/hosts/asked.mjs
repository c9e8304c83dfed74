// Does with matches what it is told on standard input, and prints what comes of each: `node asked.mjs index.js game.wasm < commands.json`.
// A command is the name of a member of the match with its arguments; `new` and `load` begin another match, `reseeded` goes on with the one it gives.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(library));
const game = await loadGame(readFileSync(path));
let match = null;

function done([name, ...args]) {
  if (name === "new") match = new Match(game, ...args);
  else if (name === "load") match = Match.load(game, ...args);
  else if (name === "reseeded") match = match.reseeded(...args);
  else return typeof match[name] === "function" ? match[name](...args) : match[name];
  return null;
}

for (const command of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    console.log(JSON.stringify({ gave: done(command) ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.constructor.name, text: error.message, refusal: error.refusal ?? null }));
  }
}
