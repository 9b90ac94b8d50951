/** `npm run publishable`, and before every `npm publish`: fails with one line for everything that a publication lacks. */
const fs = require("node:fs");
const path = require("node:path");
const { missingForPublication } = require("./publishing/missing.cjs");

const read = (file) => fs.readFileSync(path.join(__dirname, "..", file), "utf8");
const missing = missingForPublication({
  manifest: JSON.parse(read("package.json")),
  changelog: read("CHANGELOG.md"),
  environment: process.env,
});

if (missing.length > 0) {
  console.error(["Not published:", ...missing.map((line) => `- ${line}`), "See docs/releasing.md."].join("\n"));
  process.exitCode = 1;
}
