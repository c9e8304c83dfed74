// Prints how often the search of a seat looks at the clock, where each look takes 50 milliseconds: as often as it makes an iteration, and a few times more.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , library, module, allowed] = process.argv;
const { loadGame, Match } = await import(pathToFileURL(library));
const match = new Match(await loadGame(readFileSync(module)), { seed: 1 });
let looks = 0;
globalThis.performance = { now: () => 50 * looks++ };
match.choose(match.toAct[0], `mcts:${allowed}ms`, { seed: 1 });
console.log(looks);
