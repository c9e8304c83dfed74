// Plays one match of a module and prints what a seat sees on the way: `node drive.mjs index.js game.wasm seed`. Takes move number (7 * i) mod n. Only the first 60 are looked at.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, path, seed] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(library));
const game = await loadGame(readFileSync(path));
const match = new Match(game, { seed: Number(seed) });
const pairs = (found) => found && found.map(({ kind, count }) => [kind.name, count]);
for (let i = 0; !match.isOver; i++) {
  const [seat] = match.toAct;
  const number = (7 * i) % match.count(seat);
  const [move] = match.list(seat, { from: number, most: 1 });
  if (i >= 60) {
    match.play(seat, move);
    continue;
  }
  const watcher = i % game.seats.length;
  const view = match.view(watcher);
  const step = match.step(seat);
  console.log(JSON.stringify({
    phase: view.phase, round: view.round, to_act: view.toAct, fields: view.fields.map(({ name, text }) => [name, text]),
    zones: view.zones.map(({ name, contents, count, backs, known }) => [name, pairs(contents), count, backs, pairs(known)]),
    locals: view.locals.map(({ name, text }) => [name, text]),
    step: [step.decision, step.kind, step.name, step.about, step.ask, step.options.map(({ value, text, thing }) => [value, text, thing])],
    move: move.text, steps: move.steps,
  }));
  match.play(seat, move);
}
for (let seat = 0; seat < game.seats.length; seat++) console.log(JSON.stringify(match.events(seat).map(({ text }) => text)));
const { ranking, scores, totals, reason, decisive } = match.outcome;
console.log(JSON.stringify({ ranking, scores, totals, reason, decisive }));
const text = match.save();
console.log(JSON.stringify(Match.load(game, text).save() === text));
