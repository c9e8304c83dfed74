// What the package exports is what index.d.ts declares: `tsc -p hosts/js` says where it is not.
import type * as declaredGames from "../boardgameio.js";
import type * as declared from "../index.js";
import * as actualGames from "../src/boardgameio.js";
import * as actual from "../src/index.js";

export const all: typeof declared = actual;
export const games: typeof declaredGames = actualGames;
