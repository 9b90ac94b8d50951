/**
 * `npm run size`: size of the browser entries in a shop, minified and gzipped by the most common bundler. Fails if one
 * exceeds its limit, includes more than was imported, or needs Node. Writes no file.
 */
const fs = require("node:fs");
const { isBuiltin } = require("node:module");
const path = require("node:path");
const { gzipSync } = require("node:zlib");

const root = path.join(__dirname, "..");
const sdk = path.join(root, "src/sdk");
const react = path.join(root, "src/react");
const named = (name, from) => `export { ${name} } from ${JSON.stringify(from)};`;
const whole = (from) => `export * from ${JSON.stringify(from)};`;

/** `limit` in bytes. The last two prove that bundlers drop what a shop does not use. */
const ENTRIES = [
  { title: "sdk", code: whole(sdk), limit: 12_288 },
  ...(fs.existsSync(react) ? [{ title: "react, without sdk and React", code: whole(react), limit: 25_600 }] : []),
  { title: "validateCard of sdk alone", code: named("validateCard", sdk), limit: 2_999 },
  { title: "one language of sdk/languages alone", code: named("ja", path.join(sdk, "languages")), limit: 2_999 },
];

const isIn = (folder, file) => file === folder || file.startsWith(folder + path.sep);

/** React is the shop's own; SDK code used by the components is counted with the SDK. */
function isOutside(id, importer) {
  if (/^react(-dom)?(\/|$)/.test(id)) return true;
  return importer !== undefined && isIn(react, importer) && isIn(sdk, path.resolve(path.dirname(importer), id));
}

/** One bundle of `code`: its bytes, and the Node modules it imports. */
async function weigh(code) {
  const { build } = await import("vite");
  const builtins = new Set();
  const entry = {
    name: "size-entry",
    enforce: "pre",
    resolveId: (id) => {
      if (id === "size-entry") return "\0size-entry";
      if (!isBuiltin(id)) return null;
      builtins.add(id);
      return { id, external: true };
    },
    load: (id) => (id === "\0size-entry" ? code : null),
  };
  const { output } = await build({
    root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: "silent",
    plugins: [entry],
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rollupOptions: { input: "size-entry", external: isOutside, preserveEntrySignatures: "strict" },
    },
  });
  const text = output.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("\n");
  return { raw: Buffer.byteLength(text), packed: gzipSync(text, { level: 9 }).length, builtins: [...builtins] };
}

const column = (value, width) => String(value).padStart(width);

async function main() {
  console.log(`${"bundle".padEnd(38)}${column("minified", 10)}${column("gzipped", 10)}${column("limit", 10)}`);
  for (const { title, code, limit } of ENTRIES) {
    const { raw, packed, builtins } = await weigh(code);
    console.log(`${title.padEnd(38)}${column(raw, 10)}${column(packed, 10)}${column(limit, 10)}`);
    const problems = [
      ...(packed > limit ? [`${title} is ${packed - limit} bytes over its limit.`] : []),
      ...(packed < 100 ? [`${title} is all but empty: nothing was measured.`] : []),
      ...builtins.map((name) => `${title} imports ${name}, which no browser has.`),
    ];
    for (const problem of problems) console.error(`FAILED  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

main().catch((problem) => {
  console.error(problem);
  process.exitCode = 1;
});
