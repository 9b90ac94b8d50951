/** `npm run watch`: runs the unit tests affected by uncommitted changes at each save. `--once` runs them once. */
const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { noTelemetry } = require("./no-telemetry.cjs");

const root = path.join(__dirname, "..");
const isOnce = process.argv.includes("--once");
const args = [
  "--selectProjects",
  "unit",
  isOnce ? "--onlyChanged" : "--watch",
  "--passWithNoTests",
  "--maxWorkers=100%",
];
const { status } = spawnSync(process.execPath, [path.join(root, "node_modules/jest/bin/jest.js"), ...args], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    ...noTelemetry(),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --experimental-vm-modules --no-warnings`.trim(),
    LOG_LEVEL: "error",
    TZ: "UTC",
  },
});
process.exit(status ?? 1);
