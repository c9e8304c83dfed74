// What is said of options that there are not, and of what is no game: `node options.mjs index.js game.wasm`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(library));
const { boardgameGame } = await import(new URL("boardgameio.js", pathToFileURL(library)));
const module = await loadGame(readFileSync(path));
const said = (make) => {
  try {
    return make().name;
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
const options = [{ name: "dusk" }, { undoing: "never" }, { undo: "sometimes" }, "never"];
const made = [...options.map((given) => () => boardgameGame(module, given)), () => new Match(path), () => Match.load(null, "")];
console.log(JSON.stringify(made.map(said)));
