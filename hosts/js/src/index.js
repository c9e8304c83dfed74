export { ABI, Fault, Game, GameError, loadGame, MODEL } from "./game.js";
export { IllegalMove, Match, OutOfDateError } from "./match.js";
export { generator } from "./random.js";
