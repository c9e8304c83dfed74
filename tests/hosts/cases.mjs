// Runs cases of `match_cases.json` of one game: `node cases.mjs index.js game.wasm < cases.json`. Prints a list for each of them: what came of the lines of its `does`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(library));
const game = await loadGame(path);
let match = null;
let named = new Map();

/** `$name.0.text` is a part of a result. */
function known(given) {
  if (Array.isArray(given)) return given.map(known);
  if (given !== null && typeof given === "object") return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, known(value)]));
  if (typeof given !== "string" || !given.startsWith("$")) return given;
  const [name, ...parts] = given.slice(1).split(".");
  return parts.reduce((value, part) => value[part], named.get(name));
}

function done([name, ...given]) {
  const args = given.map(known);
  if (name === "reload") {
    match = Match.fromJson(match.toJson(), game);
    return null;
  }
  const found = typeof match[name] === "function" ? match[name](...args) : match[name];
  return found instanceof Match ? { toAct: found.toAct, length: found.length } : found;
}

function* results({ seed, start = null, answers = 0, does }) {
  match = new Match(game, { seed, start });
  named = new Map();
  for (let i = 0; i < answers; i++) match.takeStep(match.openSeat, match.step(match.openSeat).options[0].value);
  for (const line of does) {
    if (!line.do) continue;
    let result;
    try {
      result = { gave: done(line.do) ?? null };
    } catch (error) {
      result = { raised: error.name === "GameError" ? "ArgumentError" : error.name, text: error.message };
    }
    if (line.as) named.set(line.as, result.gave);
    yield result;
  }
}

for (const one of JSON.parse(readFileSync(0, "utf8"))) console.log(JSON.stringify([...results(one)]));
