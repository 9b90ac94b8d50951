/** `npm run bench:subscriptions [-- --subscriptions N --charges K]`: one check of N subscriptions with K charges each. */
const { parseArgs } = require("node:util");
const { bench } = require("./bench-stage.cjs");

const { values } = parseArgs({
  options: { records: { type: "string", default: "10000" }, charges: { type: "string", default: "3" } },
});
const { records, charges } = values;

bench({
  script: "subscriptions.ts",
  words: [records, charges],
  seed: { step: "seed", says: `Creating ${records} subscriptions with ${charges} charges each …` },
  measure: { step: "check", says: "Checking all of them once …" },
});
