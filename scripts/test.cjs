/**
 * `npm test [project …] [-- jest arguments]`: runs the projects one after another
 * (two cores), then the demo's own journeys in a real browser, and ends with one
 * line that counts everything. Nothing is skipped silently.
 */
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const root = path.join(__dirname, "..");
const PROJECTS = ["unit", "http", "journeys"];
const args = process.argv.slice(2).filter((argument) => argument !== "--");
const chosen = args.filter((argument) => PROJECTS.includes(argument));
const rest = args.filter((argument) => !PROJECTS.includes(argument));

const env = {
  ...process.env,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --experimental-vm-modules --no-warnings`.trim(),
  MEDUSA_DISABLE_TELEMETRY: "true",
  LOG_LEVEL: "error",
  TZ: "UTC",
};

const COVERAGE = [
  "--coverage",
  "--collectCoverageFrom=src/gateway/**/*.ts",
  "--collectCoverageFrom=src/modules/*/domain/**/*.ts",
  "--collectCoverageFrom=!**/__tests__/**",
  "--coverageReporters=text",
  `--coverageThreshold=${JSON.stringify({ global: { lines: 95 } })}`,
];

function jest(project) {
  const report = path.join(os.tmpdir(), `acquiring-jest-${process.pid}-${project}.json`);
  const isUnit = project === "unit";
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, "node_modules/jest/bin/jest.js"),
      "--selectProjects",
      project,
      "--json",
      `--outputFile=${report}`,
      "--testLocationInResults",
      isUnit ? "--maxWorkers=2" : "--runInBand",
      "--forceExit",
      ...(isUnit && rest.length === 0 ? COVERAGE : []),
      ...rest,
    ],
    { cwd: root, env, stdio: ["ignore", isUnit ? "inherit" : "ignore", "inherit"] },
  );
  const result = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, "utf8")) : null;
  fs.rmSync(report, { force: true });
  const failedSuites =
    result?.testResults.filter(
      ({ status: suite, assertionResults }) => suite === "failed" && assertionResults.length === 0,
    ).length ?? 1;
  return {
    passed: result?.numPassedTests ?? 0,
    failed: (result?.numFailedTests ?? 0) + failedSuites,
    skipped: result?.numPendingTests ?? 0,
    status,
  };
}

function journeys() {
  const { status, stdout } = spawnSync(process.execPath, [path.join(root, "scripts/demo.cjs"), "--check"], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: "" },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(stdout);
  const counted = /(\d+) passed, (\d+) failed\s*$/.exec(stdout);
  return { passed: Number(counted?.[1] ?? 0), failed: Number(counted?.[2] ?? 1), skipped: 0, status };
}

let passed = 0;
let failed = 0;
let isGood = true;
for (const project of chosen.length > 0 ? chosen : PROJECTS) {
  console.log(`\n== ${project}`);
  const result = project === "journeys" ? journeys() : jest(project);
  passed += result.passed;
  failed += result.failed;
  if (result.status !== 0 || result.skipped > 0) isGood = false;
  if (result.skipped > 0) console.error(`${result.skipped} tests were skipped; a skipped test is a failure.`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(isGood && failed === 0 && passed > 0 ? 0 : 1);
