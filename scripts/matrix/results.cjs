/** The recorded runs: one per cell, the newest. `results.json` is committed; docs/compatibility.md is made from it. */
const fs = require("node:fs");
const path = require("node:path");
const { format } = require("prettier");
const { isSame, nameOf } = require("./cells.cjs");
const { page } = require("./page.cjs");

const FILE = path.join(__dirname, "results.json");
const PAGE = path.join(__dirname, "../../docs/compatibility.md");
const WIDTH = 120;

const readResults = () => (fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, "utf8")) : []);

/** Replaces the cell's earlier run. */
async function record(result) {
  const others = readResults().filter(({ cell }) => !isSame(cell, result.cell));
  const results = [...others, result].sort((one, other) =>
    nameOf(one.cell).localeCompare(nameOf(other.cell), "en", { numeric: true }),
  );
  fs.writeFileSync(FILE, await format(JSON.stringify(results), { parser: "json", printWidth: WIDTH }));
}

/** The page as it has to be. */
const pageText = () => format(page(readResults()), { parser: "markdown", printWidth: WIDTH });

const writePage = async () => fs.writeFileSync(PAGE, await pageText());

module.exports = { PAGE, pageText, readResults, record, writePage };
