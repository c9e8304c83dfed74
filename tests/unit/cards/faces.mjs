// Prints the faces, plans of boards and tracks that pages find, for each line of input: `{ model, look }`. Its argument is the folder of the sources.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

registerHooks({ resolve: (name, context, next) => next(/^\.\.?\/[\w/]+\.js$/.test(name) ? name.replace(/js$/, "ts") : name, context) });
const sources = pathToFileURL(`${process.argv[2]}/`);
const { Looks } = await import(new URL("game/looks.ts", sources));
const { drawnBoards, planOf } = await import(new URL("game/geometry.ts", sources));
const { tracksOf } = await import(new URL("boards/tracks.ts", sources));

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { model, look } = JSON.parse(line);
  const looks = new Looks(model, look);
  const plans = drawnBoards(model).map((board) => planOf(model, board));
  const tracks = tracksOf(model).map(({ field, column }) => [field.name, column.name]);
  console.log(JSON.stringify({ faces: model.kinds.map((_, kind) => looks.kind(kind)), plans, tracks }));
}
