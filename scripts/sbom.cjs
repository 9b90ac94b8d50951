/**
 * `npm run sbom`: writes what a store installs with the package as a CycloneDX document (an SBOM), and fails unless it is
 * exactly the runtime dependencies and theirs. The tool has a lock file of its own in scripts/sbom.
 *
 *   --out FILE instead of .cache/NAME-VERSION.cdx.json
 */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { installLocked } = require("./locked-install.cjs");
const { differencesFrom, withHashes, withSerialNumber } = require("./sbom/bill.cjs");

const root = path.join(__dirname, "..");
const tool = path.join(root, ".cache/sbom");

const run = (program, args, cwd) =>
  execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });

/** From the lock file alone: the same document on every machine with the same npm. */
function writeBill() {
  const program = path.join(tool, "node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js");
  const kinds = ["--omit", "dev", "optional", "peer", "--package-lock-only", "--flatten-components"];
  const form = ["--output-format", "JSON", "--spec-version", "1.6", "--output-reproducible", "--mc-type", "library"];
  return JSON.parse(run(process.execPath, [program, ...kinds, ...form], root));
}

function main() {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  installLocked(path.join(__dirname, "sbom"), tool, ["--omit=optional"]);
  const lock = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const bill = withSerialNumber(withHashes(writeBill(), lock));
  const differences = differencesFrom(bill, lock);
  if (differences.length > 0) throw new Error(`The SBOM is not what a store installs:\n${differences.join("\n")}`);
  const file = values.out ?? path.join(root, `.cache/${lock.name}-${lock.version}.cdx.json`);
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(
    `${String(bill.components.length)} packages, each with its hash, in ${path.relative(process.cwd(), file)}`,
  );
}

main();
