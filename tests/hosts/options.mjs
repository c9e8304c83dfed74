// What is said of options that there are not: `node options.mjs index.js game.wasm`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path] = process.argv.slice(2);
const { loadGame } = await import(pathToFileURL(library));
const { boardgameGame } = await import(new URL("boardgameio.js", pathToFileURL(library)));
const module = await loadGame(readFileSync(path));
const said = (options) => {
  try {
    return boardgameGame(module, options).name;
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
console.log(JSON.stringify([{ name: "dusk" }, { undoing: "never" }, { undo: "sometimes" }, "never"].map(said)));
