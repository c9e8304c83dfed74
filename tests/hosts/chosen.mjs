// Shows that what is hidden changes no choice: `node chosen.mjs index.js game.wasm seed < [[move or null, seat, [record, …]], …]`.
// Before each move, the record is replaced by others that the seat cannot tell from it. Prints for each what the players choose with each record, and how many of the
// records were other ones, and whether the matches that the seat imagines are the same with each.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path, seed] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(library));
const game = await loadGame(readFileSync(path));
const match = new Match(game, { seed: Number(seed) });

for (const [played, seat, records] of JSON.parse(readFileSync(0, "utf8"))) {
  const now = match._now;
  const chosen = [];
  const searched = new Set();
  const imagined = new Set();
  let changed = 0;
  for (const text of records) {
    const record = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).slice(0, now.record.length);
    changed += record.some((byte, i) => byte !== now.record[i]);
    match._past[match._past.length - 1] = { ...now, record, open: undefined };
    chosen.push(match.choose(seat, "playouts:60", { seed: 9 }).text);
    searched.add(match.choose(seat, "mcts:60", { seed: 9 }).text);
    imagined.add(JSON.stringify(match.imagined(seat, { seed: 9, most: 2 }).map((other) => [[...other.position], other.view(seat), other.list(seat, { most: 3 })])));
  }
  match._past[match._past.length - 1] = now;
  chosen.push(match.choose(seat, "playouts:60", { seed: 9 }).text);
  console.log(JSON.stringify({ changed, chosen, searched: searched.size, imagined: imagined.size, first: match.list(seat, { most: 1 })[0].text }));
  if (played) match.play(seat, played);
}
