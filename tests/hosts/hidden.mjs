// Shows that what is hidden changes no view: `node hidden.mjs index.js game.wasm < [[move or null, seat, [record, …]], …]`.
// Plays the moves. Before each one, the record is replaced by others (in base64) that the seat cannot tell from it, and pieces that the seat has not seen in what
// happened become others of the same back. Prints for each what differs in view and events, and how many of the records were other ones.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path, seed] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(library));
const game = await loadGame(readFileSync(path));
const match = new Match(game, { seed: Number(seed) });
const told = (seat) => JSON.stringify([match.view(seat), match.events(seat)]);

function others(kind) {
  const { back, component } = game.model.kinds[kind];
  return game.model.kinds.flatMap((one, i) => (one.back === back && one.component === component ? [i] : []));
}

/** What a part of a fact says, with the kinds that the seat has not seen turned into the next ones. */
function turned(fact, seat) {
  const isSeen = (part) => (part.seen >> seat) & 1;
  const next = (pieces) => pieces.map(([kind, count]) => [others(kind)[(others(kind).indexOf(kind) + 1) % others(kind).length], count]);
  const hidden = (part) => (isSeen(part) ? part : { ...part, pieces: next(part.pieces) });
  if (fact.parts) return { ...fact, parts: fact.parts.map(hidden) };
  if (fact.is === "shown") return hidden(fact);
  return fact;
}

for (const [played, seat, records] of JSON.parse(readFileSync(0, "utf8"))) {
  const now = match._now;
  const before = told(seat);
  const differing = [];
  let changed = 0;
  for (const text of records) {
    const record = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).slice(0, now.record.length);
    changed += record.some((byte, i) => byte !== now.record[i]);
    match._past[match._past.length - 1] = { ...now, record, facts: now.facts.map((fact) => turned(fact, seat)) };
    const after = told(seat);
    if (after !== before) differing.push([before, after]);
  }
  match._past[match._past.length - 1] = now;
  console.log(JSON.stringify({ changed, differing }));
  if (played) match.play(...played);
}
