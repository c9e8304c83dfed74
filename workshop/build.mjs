// Makes the front end of the workshop: `node build.mjs` writes it into the package, `node build.mjs tests` the tests for `node --test`.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const target = join(here, "../gamedsl/workshop/runtime");
const shared = { bundle: true, format: "esm", target: "es2022", logLevel: "warning", charset: "utf8" };
const made = { ...shared, minify: true, legalComments: "none" };

if (process.argv[2] === "tests") {
  const tests = readdirSync(join(here, "tests")).map((name) => join(here, "tests", name));
  await build({ ...shared, entryPoints: tests, outdir: join(here, ".out"), platform: "node", outExtension: { ".js": ".test.mjs" } });
} else {
  const inputs = new Set();
  const outputs = [["workshop.ts", "workshop.js"], ["python.ts", "python.js"], ["offline.ts", "offline.js"], ["workshop.css", "workshop.css"], ["studio_editor.ts", "../../studio/runtime/editor.js"], ["editor.css", "../../studio/runtime/editor.css"]];
  for (const [name, out] of outputs) {
    const { metafile } = await build({ ...made, metafile: true, absWorkingDir: here, external: ["./pyodide/*"], entryPoints: [join(here, "src", name)], outfile: join(target, out) });
    for (const path of Object.keys(metafile.inputs)) inputs.add(join(here, path));
  }
  for (const name of ["index.html", "frame.html"]) copyFileSync(join(here, "src", name), join(target, name));
  const own = [...inputs, ...["index.html", "frame.html"].map((name) => join(here, "src", name))].filter((path) => !path.includes("node_modules"));
  writeFileSync(join(target, "sources.sha256"), digests(own.sort()));
}

/** A line for each source: its digest, and its path in the repository. A test compares them with the files. */
function digests(paths) {
  return paths.map((path) => `${createHash("sha256").update(readFileSync(path)).digest("hex")}  ${relative(join(here, ".."), path)}\n`).join("");
}
