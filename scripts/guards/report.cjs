/** Writes the results of `npm run guards` as a document. */
const fs = require("node:fs");
const prettier = require("prettier");

const cell = (text) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");

async function writeReport(file, results) {
  const rows = results.map(({ guard, noticed }) => {
    const more = noticed.length > 1 ? ` (and ${noticed.length - 1} more)` : "";
    const test = noticed[0] ? `${cell(noticed[0])}${more}` : "**no test failed**";
    return `| ${guard.name} | ${cell(guard.protects)} | ${test} |`;
  });
  const text = `# Guards

Each guard that protects money, and the test that fails without it. \`npm run guards\` removes each one in a copy of the
tree, runs the test, and writes this page; it changes nothing else.

| guard | what it protects | the test that fails |
| --- | --- | --- |
${rows.join("\n")}
`;
  fs.writeFileSync(file, await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file }));
}

module.exports = { writeReport };
