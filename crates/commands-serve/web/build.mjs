// Builds dist/: index.html, app.js, app.css and licenses.txt, and the larger two compressed too, the files that the
// command embeds.
import { build } from "esbuild";
import { gzipSync } from "node:zlib";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { notices } from "./licenses.mjs";

const dist = new URL("dist/", import.meta.url);
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const result = await build({
  absWorkingDir: new URL(".", import.meta.url).pathname,
  entryPoints: { app: "src/main.ts", "app-style": "styles/app.css" },
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  loader: { ".svg": "dataurl" },
  write: false,
  logLevel: "info",
});
for (const file of result.outputFiles) {
  const name = file.path.endsWith(".css") ? "app.css" : "app.js";
  await writeFile(new URL(name, dist), file.contents);
  await writeFile(new URL(`${name}.gz`, dist), gzipSync(file.contents, { level: 9 }));
}
await copyFile(new URL("index.html", import.meta.url), new URL("index.html", dist));
await writeFile(new URL("licenses.txt", dist), await notices());
