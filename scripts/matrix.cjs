/**
 * `npm run matrix`: the packed plugin in new stores of several versions of Medusa, Node, Postgres and package manager, one
 * after the other. Each step's outcome is recorded in `matrix/results.json`, and docs/compatibility.md is written from it.
 *
 *   --medusa V --node 20|22|24 --postgres 15|17 --manager npm|pnpm only these; each may be repeated
 *   --corners the few combinations that prove most
 *   --missing only combinations without a passed run
 *   --list show the combinations and what is recorded, and run nothing
 *   --page write docs/compatibility.md, and run nothing
 *   --tarball FILE pack nothing
 *   --keep keep the stores' folders
 *   --no-record record nothing, as in CI
 */
const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { watch } = require("./guard.cjs");
const { nodeFolder, postgresFolder } = require("./matrix/binaries.cjs");
const { ALL, CORNERS, NODE, isFirstHalf, isSame, nameOf, select } = require("./matrix/cells.cjs");
const { isPassed } = require("./matrix/page.cjs");
const { readResults, record, writePage } = require("./matrix/results.cjs");
const { removeLater } = require("./matrix/store-copy.cjs");

const root = path.join(__dirname, "..");
const several = { type: "string", multiple: true };
const flag = { type: "boolean", default: false };
const OPTIONS = {
  ...{ medusa: several, node: several, postgres: several, manager: several },
  ...{ corners: flag, missing: flag, list: flag, page: flag, keep: flag, "no-record": flag },
  tarball: { type: "string" },
};

function chosenCells({ medusa, node, postgres, manager, corners, missing }) {
  const wanted = Object.fromEntries(
    Object.entries({ medusa, node, postgres, manager }).filter(([, values]) => values !== undefined),
  );
  const passed = readResults().filter(isPassed);
  const isMissing = (cell) => !passed.some((result) => isSame(result.cell, cell));
  const cells = select(corners ? CORNERS : ALL, wanted).filter((cell) => !missing || isMissing(cell));
  return corners ? cells : inOrder(cells);
}

/** Of these, cells share one installation of Medusa. */
const installationOf = ({ medusa, manager }) => `${medusa}-${manager}`;

/** First each Medusa with each Node and Postgres, alternating the package manager; in this, by installation. */
const inOrder = (cells) =>
  ["first", "second"].flatMap((half) =>
    cells
      .filter((cell) => (isFirstHalf(cell) ? "first" : "second") === half)
      .toSorted((one, other) => installationOf(one).localeCompare(installationOf(other))),
  );

function pack(folder) {
  const npm = (args) =>
    execFileSync("npm", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  npm(["run", "build"]);
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder]));
  return path.join(folder, filename);
}

/** Runs one cell in its own Node; returns its steps. */
async function run(cell, { folder, tarball, keep }) {
  const output = path.join(folder, `${nameOf(cell).replaceAll(/\W+/g, "-")}.jsonl`);
  fs.writeFileSync(output, "");
  const node = nodeFolder(cell.node);
  const copy = path.join(folder, `store-${installationOf(cell)}`);
  const options = { ...cell, postgresPackage: postgresFolder(cell.postgres), tarball, output, copy, keep };
  const child = spawn(path.join(node, "node"), [path.join(__dirname, "matrix/cell.cjs"), JSON.stringify(options)], {
    env: { ...process.env, PATH: `${node}${path.delimiter}${process.env.PATH}` },
    stdio: ["ignore", "inherit", "inherit"],
  });
  watch(child);
  await new Promise((resolve) => child.once("close", resolve));
  const lines = fs.readFileSync(output, "utf8").trim();
  return lines === "" ? [] : lines.split("\n").map((line) => JSON.parse(line));
}

function show(cells) {
  const results = readResults();
  for (const cell of cells) {
    const found = results.find((result) => isSame(result.cell, cell));
    console.log(
      `${found ? `${isPassed(found) ? "passed" : "failed"} ${found.date}` : "not run".padEnd(17)}  ${nameOf(cell)}`,
    );
  }
}

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.page) return writePage();
  const cells = chosenCells(values);
  if (values.list) return show(cells);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-matrix-runs-"));
  try {
    const tarball = values.tarball ? path.resolve(values.tarball) : pack(folder);
    for (const [index, cell] of cells.entries()) {
      console.log(`\n${index + 1} of ${cells.length}: ${nameOf(cell)} (${NODE[cell.node]})`);
      const steps = await run(cell, { folder, tarball, keep: values.keep });
      const next = cells[index + 1];
      if (!next || installationOf(next) !== installationOf(cell))
        removeLater(path.join(folder, `store-${installationOf(cell)}`));
      const result = { cell, date: new Date().toISOString().slice(0, 10), steps };
      if (!isPassed(result)) process.exitCode = 1;
      if (values["no-record"]) continue;
      await record(result);
      await writePage();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
});
