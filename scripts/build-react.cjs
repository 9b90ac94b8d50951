/**
 * Builds `medusa-payment-acquiring/react` beside what `medusa plugin:build` has built,
 * which leaves browser code out: one ES module, its types and the stylesheet. The SDK
 * and react stay imports, so that a shop has each of them once.
 */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "..");
const from = path.join(root, "src/react");
const out = path.join(root, ".medusa/server/src/react");
const SDK = "medusa-payment-acquiring/sdk";

/** The one place where the components import the SDK becomes the package's own entry. */
const sdkStaysOutside = {
  name: "sdk-stays-outside",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "../sdk" && importer === path.join(from, "sdk.ts") ? { id: SDK, external: true } : null,
};

/** What is said of the directive `"use client"` in the source, which the banner stands for. */
const DIRECTIVE = ["MODULE_LEVEL_DIRECTIVE", "SOURCEMAP_ERROR"];

async function buildReact(outDir = out) {
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [sdkStaysOutside],
    esbuild: { jsx: "automatic" },
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      minify: false,
      lib: { entry: path.join(from, "index.ts"), formats: ["es"], fileName: () => "index.mjs" },
      // Bundling drops the directive that tells frameworks with server components to run this in the browser.
      rollupOptions: {
        external: [/^react($|\/)/],
        output: { banner: '"use client";' },
        onwarn: (warning, warn) => (DIRECTIVE.includes(warning.code) ? undefined : warn(warning)),
      },
    },
  });
  fs.copyFileSync(path.join(from, "styles.css"), path.join(outDir, "styles.css"));
  return path.join(outDir, "index.mjs");
}

async function main() {
  await buildReact();
  execFileSync(
    process.execPath,
    [require.resolve("typescript/bin/tsc"), "-p", path.join(from, "tsconfig.build.json")],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
}

module.exports = { buildReact };
if (require.main === module) void main();
