// A lobby of boardgame.io for any game, in a folder where boardgame.io is installed: docs/embedding/boardgameio.md
import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { boardgameGame, guard } from "../../hosts/js/src/boardgameio.js";
import { loadGame } from "../../hosts/js/src/index.js";

const installed = createRequire(`${process.cwd()}/`);
const seeds = process.env.SECRET ? (id) => createHmac("sha256", process.env.SECRET).update(id).digest().readBigUInt64BE() : undefined;
const game = boardgameGame(await Promise.all(process.argv.slice(2).map(loadGame)), { seeds });
const server = installed("boardgame.io/server").Server({ games: [game], origins: [] });
guard(server, [game]);

const page = '<!doctype html><meta charset="utf-8"><title>Lobby</title><body><script type="module" src="/page.js"></script>';
const program = { entryPoints: [fileURLToPath(new URL("lobby_page.mjs", import.meta.url))], nodePaths: ["node_modules"], format: "esm", bundle: true, write: false };
const script = installed("esbuild").buildSync(program).outputFiles[0].text;
server.router.get("/", (ctx) => Object.assign(ctx, { type: "html", body: page }));
server.router.get("/page.js", (ctx) => Object.assign(ctx, { type: "js", body: script }));
await server.run(Number(process.env.PORT ?? 8000));
