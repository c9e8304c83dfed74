// A lobby of boardgame.io for any game, in a folder where boardgame.io is installed: docs/embedding/boardgameio.md
import { createHmac, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { boardgameGame, guard } from "../../hosts/js/src/boardgameio.js";
import { loadGame } from "../../hosts/js/src/index.js";

const { resolve } = createRequire(`${process.cwd()}/`);
const { Server } = (await import(resolve("boardgame.io/server"))).default;
const secret = process.env.SECRET ?? randomBytes(32);
const seeds = (id) => createHmac("sha256", secret).update(id).digest().readBigUInt64BE();
const game = boardgameGame(await Promise.all(process.argv.slice(2).map(loadGame)), { seeds });
const server = Server({ games: [game], origins: [] });
guard(server, [game]);

const serve = (path, type, file) => server.router.get(path, (ctx) => Object.assign(ctx, { type, body: readFileSync(file) }));
const library = new URL("../../hosts/js/src/", import.meta.url);
serve("/", "html", new URL("lobby.html", import.meta.url));
serve("/boardgameio.js", "js", resolve("boardgame.io/dist/boardgameio.min.js"));
for (const file of readdirSync(library)) serve(`/gamedsl/${file}`, "js", new URL(file, library));
await server.run(Number(process.env.PORT ?? 8000));
