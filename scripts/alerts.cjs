/**
 * `npm run alerts [-- jest arguments]`: checks the alert rules with Prometheus' own `promtool`, runs their tests, and
 * triggers each alert at a running store that a real Prometheus scrapes (integration-tests/alerts). `--rules`: without
 * the store.
 */
const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { noTelemetry } = require("./no-telemetry.cjs");
const { findPrometheus } = require("./prometheus.cjs");

const root = path.join(__dirname, "..");
const RULES = "deploy/prometheus/acquiring.rules.yml";
const TESTS = "deploy/prometheus/acquiring.rules.test.yml";

function main() {
  const given = process.argv.slice(2);
  const { prometheus, promtool } = findPrometheus({ say: console.log });
  const run = (command, args, env = process.env) =>
    spawnSync(command, args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
  const isSound = run(promtool, ["check", "rules", RULES]) === 0 && run(promtool, ["test", "rules", TESTS]) === 0;
  if (!isSound) return 1;
  if (given.includes("--rules")) return 0;
  const env = {
    ...process.env,
    ...noTelemetry(),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --experimental-vm-modules --no-warnings`.trim(),
    ACQUIRING_PROMETHEUS: prometheus,
    LOG_LEVEL: "error",
    TZ: "UTC",
  };
  const config = path.join(root, "integration-tests/alerts/jest.config.cjs");
  const jest = path.join(root, "node_modules/jest/bin/jest.js");
  return run(process.execPath, [jest, "--config", config, "--forceExit", "--verbose", ...given], env);
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
