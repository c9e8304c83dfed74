// Makes the runtime of pages: `node build.mjs` writes the bundle into the package, `node build.mjs tests` the tests for `node --test`.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const engine = join(here, "../hosts/js/src");
const target = join(here, "../gamedsl/page/runtime");
const studio = join(here, "../gamedsl/studio/runtime");
const lobby = join(here, "../gamedsl/server/runtime");
const shared = { bundle: true, alias: { "gamedsl-host": join(engine, "index.js") }, logLevel: "warning", charset: "utf8" };

if (process.argv[2] === "tests") {
  const tests = readdirSync(join(here, "tests")).map((name) => join(here, "tests", name));
  await build({ ...shared, entryPoints: tests, outdir: join(here, ".out"), platform: "node", format: "esm", outExtension: { ".js": ".test.mjs" } });
} else {
  await build({ ...shared, entryPoints: [join(here, "src/main.ts")], outfile: join(target, "page.js"), format: "iife", target: "es2022", minify: true, legalComments: "none" });
  await build({ ...shared, entryPoints: [join(here, "src/style/all.css")], outfile: join(target, "page.css"), target: "es2022", minify: true });
  await build({ ...shared, entryPoints: [join(here, "src/studio/studio.ts")], outfile: join(studio, "studio.js"), format: "esm", target: "es2022", minify: true, legalComments: "none" });
  await build({ ...shared, entryPoints: [join(here, "src/studio/studio.css")], outfile: join(studio, "studio.css"), target: "es2022", minify: true });
  await build({ ...shared, entryPoints: [join(here, "src/lobby/lobby.ts")], outfile: join(lobby, "lobby.js"), format: "esm", target: "es2022", minify: true, legalComments: "none" });
  await build({ ...shared, entryPoints: [join(here, "src/lobby/lobby.css")], outfile: join(lobby, "lobby.css"), target: "es2022", minify: true });
  for (const path of ["table/symbols.svg", "game/geometry.json", "game/emblems.json"]) copyFileSync(join(here, "src", path), join(target, basename(path)));
  writeFileSync(join(target, "sources.sha256"), `${sourcesDigest()}\n`);
}

/** The digest of all that the bundle is made of. `gamedsl/page/runtime/` says which it was made of; a test compares. */
function sourcesDigest() {
  const hash = createHash("sha256");
  for (const folder of [join(here, "src"), engine]) {
    const paths = readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());
    for (const path of paths.map((path) => path.replaceAll("\\", "/")).sort()) hash.update(`${path}\n`).update(readFileSync(join(folder, path)));
  }
  return hash.digest("hex");
}
