/**
 * `npm test [project …] [-- jest arguments]`: runs the unit tests, then two queues in parallel (two cores): tests that
 * need a store, and the demo's journeys in a real browser, the components and the short list of `npm run faults`. Ends
 * with one line of totals. Nothing is skipped silently.
 */
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { stripVTControlCharacters } = require("node:util");
const { noTelemetry } = require("./no-telemetry.cjs");
const { YOUNG_SPACE } = require("./young-space.cjs");

const root = path.join(__dirname, "..");
const PROJECTS = ["unit", "http", "faults", "components", "journeys"];
const args = process.argv.slice(2).filter((argument) => argument !== "--");
const chosen = args.filter((argument) => PROJECTS.includes(argument));
const rest = args.filter((argument) => !PROJECTS.includes(argument));

const env = {
  ...process.env,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${YOUNG_SPACE} --experimental-vm-modules --no-warnings`.trim(),
  ...noTelemetry(),
  LOG_LEVEL: "error",
  TZ: "UTC",
};

/** Minimum line coverage by unit tests where a bug costs money. */
const LEAST_COVERAGE = 95;
const COVERED = {
  "src/gateway": /^src\/gateway\//,
  "src/options": /^src\/options\//,
  "src/modules/*/domain": /^src\/modules\/[^/]+\/domain\//,
};

function coverageArguments(folder) {
  return [
    "--coverage",
    `--coverageDirectory=${folder}`,
    ...Object.keys(COVERED).map((place) => `--collectCoverageFrom=${place}/**/*.ts`),
    "--collectCoverageFrom=!**/__tests__/**",
    "--coverageReporters=text",
    "--coverageReporters=json-summary",
  ];
}

/** Prints the lines covered per folder; returns the number of folders below the minimum. */
function judgeCoverage(folder) {
  const file = path.join(folder, "coverage-summary.json");
  const files = fs.existsSync(file) ? Object.entries(JSON.parse(fs.readFileSync(file, "utf8"))) : [];
  let tooFew = 0;
  for (const [place, pattern] of Object.entries(COVERED)) {
    const lines = files
      .filter(([name]) => pattern.test(path.relative(root, name).replaceAll("\\", "/")))
      .map(([, summary]) => summary.lines);
    const total = lines.reduce((sum, each) => sum + each.total, 0);
    const covered = lines.reduce((sum, each) => sum + each.covered, 0);
    const isEnough = total > 0 && covered * 100 >= total * LEAST_COVERAGE;
    const percent = total > 0 ? ((covered * 100) / total).toFixed(1) : "0";
    console.log(`Lines covered in ${place}: ${percent} % of ${total} (at least ${LEAST_COVERAGE} %)`);
    if (!isEnough) {
      tooFew += 1;
      console.error(`FAILED  too few lines of ${place} are covered.`);
    }
  }
  return tooFew;
}

async function jest(project) {
  const report = path.join(os.tmpdir(), `acquiring-jest-${process.pid}-${project}.json`);
  const isUnit = project === "unit";
  const isWhole = isUnit && rest.length === 0;
  const folder = path.join(root, "coverage");
  if (isWhole) fs.rmSync(folder, { recursive: true, force: true });
  const child = spawn(
    process.execPath,
    [
      path.join(root, "node_modules/jest/bin/jest.js"),
      "--selectProjects",
      project,
      "--json",
      `--outputFile=${report}`,
      "--testLocationInResults",
      "--maxWorkers=2",
      "--forceExit",
      ...(isWhole ? coverageArguments(folder) : []),
      ...rest,
    ],
    {
      cwd: root,
      env: { ...env, ACQUIRING_STORE_GROUPS: rest.length === 0 ? "1" : "" },
      stdio: ["ignore", isUnit ? "inherit" : "ignore", "inherit"],
    },
  );
  const status = await new Promise((ended) => child.once("close", ended));
  const result = readReport(report);
  if (!isUnit) nameSlowest(result?.testResults ?? []);
  const failedSuites =
    result?.testResults.filter(
      ({ status: suite, assertionResults }) => suite === "failed" && assertionResults.length === 0,
    ).length ?? 1;
  return {
    passed: result?.numPassedTests ?? 0,
    failed: (result?.numFailedTests ?? 0) + failedSuites + (isWhole ? judgeCoverage(folder) : 0),
    skipped: (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
    names: (result?.testResults ?? []).filter(({ status: suite }) => suite === "failed").flatMap(failuresOf),
    status,
  };
}

/** File and test, with what differs in short. A file that could not run has no tests. */
function failuresOf({ name, message, assertionResults }) {
  const file = path.relative(root, name);
  const failures = assertionResults.filter(({ status }) => status === "failed");
  if (failures.length === 0) return [`${file}\n${inShort(message)}`];
  return failures.map(
    ({ fullName, failureMessages }) => `${file} › ${fullName.trim()}\n${inShort(failureMessages[0])}`,
  );
}

/** Without colours: the first lines that say something. */
function inShort(message = "") {
  const lines = stripVTControlCharacters(message).split("\n");
  const telling = lines.filter((line) => line.trim() !== "").slice(0, 8);
  return telling.map((line) => `    ${line.trim().slice(0, 200)}`).join("\n");
}

/** The last lines that say something: what ended a run that has no report. */
function lastOf(text) {
  const lines = stripVTControlCharacters(text).split("\n");
  const telling = lines.filter((line) => line.trim() !== "").slice(-12);
  return telling.map((line) => `    ${line.trim().slice(0, 200)}`).join("\n");
}

/** All tests together have half an hour, so the slowest are listed. */
function nameSlowest(files) {
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name: path.relative(root, name), ms: endTime - startTime }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, 8);
  console.log("The slowest files:");
  for (const { name, ms } of slowest) console.log(`${String(Math.round(ms / 1_000)).padStart(5)} s  ${name}`);
}

/** A run's own report; null if it did not get that far. */
function readReport(file) {
  if (!fs.existsSync(file)) return null;
  const report = JSON.parse(fs.readFileSync(file, "utf8"));
  fs.rmSync(file, { force: true });
  return report;
}

/** Projects that count their own results: fault stories against the real store, and browser tests. */
const BY_ITSELF = {
  faults: ["faults.cjs", "--ci"],
  components: ["check/react-kit.cjs"],
  journeys: ["demo.cjs", "--check"],
};

/** Prints immediately or, in parallel with others, at the end. */
function byItself(project, isAlone) {
  const report = path.join(os.tmpdir(), `acquiring-${project}-${process.pid}.json`);
  const [script, ...flags] = BY_ITSELF[project];
  const child = spawn(process.execPath, [path.join(root, "scripts", script), ...flags], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: "", CHECK_REPORT: report, CHECK_SHORT: "1" },
    stdio: ["ignore", isAlone ? "inherit" : "pipe", isAlone ? "inherit" : "pipe"],
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => printed.push(chunk));
  const namesIn = (text) =>
    [...text.matchAll(/^(?: *[\d.]+ s +)?FAILED +(.+(?:\n.+){0,4})/gm)].map(([, name]) => `${project} › ${name}`);
  return new Promise((ended) => {
    child.once("close", (status) => {
      if (!isAlone) process.stdout.write(Buffer.concat(printed));
      const counted = readReport(report);
      const text = Buffer.concat(printed).toString();
      const names = namesIn(text);
      if (!counted) names.push(`${project} ended with ${status ?? "a signal"} before its report\n${lastOf(text)}`);
      ended({ passed: counted?.passed ?? 0, failed: counted?.failed ?? 1, skipped: 0, names, status });
    });
  });
}

/** After the unit tests. The queues run in parallel: tests that mostly wait fill the gaps. CI packs once the journeys are over. */
const SIDE_BY_SIDE = [["http"], ["components", "journeys", "faults"]];

let passed = 0;
let failed = 0;
const failures = [];

async function play(project, isAlone) {
  if (isAlone) console.log(`\n== ${project}`);
  const startedAt = process.uptime();
  const result = Object.hasOwn(BY_ITSELF, project) ? await byItself(project, isAlone) : await jest(project);
  const seconds = Math.round(process.uptime() - startedAt);
  console.log(
    `${isAlone ? "" : "== "}${project} took ${seconds} s${isAlone ? "" : ", beside others; above is what it printed"}`,
  );
  passed += result.passed;
  failed += result.failed + result.skipped;
  failures.push(...result.names);
  if (result.skipped > 0) console.error(`${result.skipped} tests were skipped; a skipped test is a failure.`);
  if (result.status !== 0 && result.failed === 0) {
    failed += 1;
    console.error(`FAILED  ${project} ended with ${result.status ?? "a signal"} although no test says so.`);
  }
}

async function main() {
  const wanted = chosen.length > 0 ? chosen : PROJECTS;
  if (wanted.includes("unit")) await play("unit", true);
  const lines = SIDE_BY_SIDE.map((line) => line.filter((each) => wanted.includes(each))).filter(
    ({ length }) => length > 0,
  );
  const isAlone = lines.length === 1;
  if (!isAlone && lines.length > 0) console.log(`\n== side by side: ${lines.flat().join(", ")}`);
  await Promise.all(
    lines.map(async (line) => {
      for (const project of line) await play(project, isAlone);
    }),
  );
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((each) => `- ${each}`).join("\n")}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
