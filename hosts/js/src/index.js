export { ABI, Fault, Game, GameError, loadGame, MODEL } from "./game.js";
export { IllegalMove, OutOfDateError } from "./errors.js";
export { Match } from "./match.js";
export { generator } from "./random.js";
