// Bundles the extension: `node build.mjs` writes dist/extension.js, `node build.mjs tests` the tests for `node --test`.
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const shared = { bundle: true, platform: "node", target: "node20", logLevel: "warning", charset: "utf8" };

if (process.argv[2] === "tests") {
  const tests = readdirSync(join(here, "tests")).filter((name) => name.endsWith(".ts"));
  const entryPoints = tests.map((name) => join(here, "tests", name));
  await build({ ...shared, entryPoints, outdir: join(here, ".out"), format: "esm", outExtension: { ".js": ".test.mjs" } });
} else {
  await build({
    ...shared,
    entryPoints: [join(here, "src/extension.ts")],
    outfile: join(here, "dist/extension.js"),
    format: "cjs",
    external: ["vscode"],
    minify: true,
  });
  copyFileSync(join(here, "../../LICENSE"), join(here, "LICENSE")); // the package has its own
}
