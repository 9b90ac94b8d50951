/** Writes the results of `npm run guards` as a document. */
const fs = require("node:fs");
const prettier = require("prettier");

const cell = (text) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");

/** The test that failed without each guard, by the guard's name. */
function readReport(file) {
  const rows = fs
    .readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  const cells = rows.slice(2).map((line) => line.split(/(?<!\\)\|/).map((each) => each.trim()));
  return new Map(cells.map(([, name, , test]) => [name, test]));
}

/** `known`: the results of earlier runs that are kept. */
async function writeReport(file, { guards, known, results }) {
  const tests = new Map(known);
  for (const { guard, noticed } of results) {
    const more = noticed.length > 1 ? ` (and ${noticed.length - 1} more)` : "";
    tests.set(cell(guard.name), noticed[0] ? `${cell(noticed[0])}${more}` : "**no test failed**");
  }
  const rows = guards
    .filter(({ name }) => tests.has(cell(name)))
    .map(({ name, protects }) => `| ${cell(name)} | ${cell(protects)} | ${tests.get(cell(name))} |`);
  const text = `# Guards

Each guard that protects money, and the test that fails without it. \`npm run guards\` removes each one in a copy of the
tree, runs the test, and writes this page; it changes nothing else.

| guard | what it protects | the test that fails |
| --- | --- | --- |
${rows.join("\n")}
`;
  fs.writeFileSync(file, await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file }));
}

module.exports = { readReport, writeReport };
