/**
 * `npm run guards`: removes each guard in a copy of the tree and expects a test to fail. `--list` names them, `--only
 * a,b` runs some, `--missing` those that docs/guards.md does not have, `--jobs N` uses N copies at once (default 2). Prints a
 * table, writes docs/guards.md after a complete run (after `--missing` it adds those rows and drops those of guards that no
 * longer exist), and ends with `N passed, N failed`. The tree itself is never changed.
 */
const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { noTelemetry } = require("./no-telemetry.cjs");
const { guards } = require("./guards/list.cjs");
const { readReport, writeReport } = require("./guards/report.cjs");
const { startPostgres } = require("./postgres.cjs");

const root = path.join(__dirname, "..");
const args = process.argv.slice(2);
const valueOf = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const only = valueOf("--only")?.split(",");
const page = path.join(root, "docs/guards.md");
const isMissing = args.includes("--missing");
const known = isMissing ? readReport(page) : new Map();
const chosen = guards.filter(({ name }) => (!only || only.includes(name)) && !known.has(name));
const jobs = Number.parseInt(valueOf("--jobs") ?? "2", 10);
const running = new Set();

const FLAGS = ["--only", "--missing", "--list", "--jobs"];
const unknown = args.find((arg, at) => !FLAGS.includes(arg) && !["--only", "--jobs"].includes(args[at - 1]));
if (unknown !== undefined) {
  console.error(`"${unknown}" is no argument of this command. It takes --list, --only a,b, --missing and --jobs N.`);
  process.exit(1);
}
if (args.includes("--list")) {
  for (const { name, protects } of guards) console.log(`${name.padEnd(34)} ${protects}`);
  process.exit(0);
}
if (chosen.length === 0) {
  const why = isMissing
    ? "docs/guards.md has all of them."
    : "There is no such guard; `npm run guards -- --list` names them.";
  console.error(why);
  process.exit(isMissing ? 0 : 1);
}

/** A copy of all tracked and untracked files that are not ignored, with this tree's dependencies. */
function copyTree(index) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `acquiring-guards-${index}-`));
  fs.chmodSync(folder, 0o755);
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
  for (const file of listed.split("\0").filter((name) => name !== "" && fs.existsSync(path.join(root, name)))) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(folder, file));
  }
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "junction");
  return folder;
}

/**
 * Removes the guard; returns a function that restores it. A patch that does not match is an error: the code has moved.
 */
function remove(folder, { name, patches }) {
  const kept = new Map();
  for (const { file, find, replace } of patches) {
    const places = fs.statSync(path.join(folder, file)).isDirectory()
      ? fs.readdirSync(path.join(folder, file)).map((each) => path.join(folder, file, each))
      : [path.join(folder, file)];
    let fits = 0;
    for (const place of places.filter((each) => fs.statSync(each).isFile())) {
      const text = fs.readFileSync(place, "utf8");
      const changed = text.replaceAll(find, () => replace);
      if (changed === text) continue;
      fits += 1;
      if (!kept.has(place)) kept.set(place, text);
      fs.writeFileSync(place, changed);
    }
    if (fits === 0)
      throw new Error(`${name}: "${find.slice(0, 60)}" is not in ${file} any more; correct scripts/guards/list.cjs.`);
  }
  return () => kept.forEach((text, place) => fs.writeFileSync(place, text));
}

const TEMPLATE = "acquiring_template";
let templates = 0;

/** Guards that change tables need their own template database. */
function templateOf(patches) {
  const hasTables = patches.some(({ file }) => /migrations|models/.test(file));
  return hasTables ? `${TEMPLATE}_${(templates += 1)}` : TEMPLATE;
}

/** A tree with its own Postgres, so that a store's tables are created once and not per guard. */
async function openRoom(index) {
  const folder = copyTree(index);
  const data = fs.mkdtempSync(path.join(os.tmpdir(), `acquiring-guards-data-${index}-`));
  fs.chmodSync(data, 0o755);
  const server = await startPostgres({ dataDir: path.join(data, "data"), durable: false });
  return {
    folder,
    server,
    async close() {
      await server.stop();
      for (const each of [folder, data]) fs.rmSync(each, { recursive: true, force: true });
    },
  };
}

/** Runs a guard's tests, or several whole files; returns jest's report. */
async function jest({ folder, server, workers }, { project, files, test, patches = [] }) {
  const report = path.join(folder, "guards-report.json");
  fs.rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      path.join(root, "node_modules/jest/bin/jest.js"),
      ...[
        "--selectProjects",
        project,
        `--maxWorkers=${workers ?? 1}`,
        "--forceExit",
        "--json",
        `--outputFile=${report}`,
      ],
      ...(test ? ["--testNamePattern", test] : []),
      ...["--testPathPatterns", ...files],
    ],
    {
      cwd: folder,
      stdio: "ignore",
      env: {
        ...process.env,
        ...noTelemetry(),
        NODE_OPTIONS: "--experimental-vm-modules --no-warnings",
        LOG_LEVEL: "error",
        TZ: "UTC",
        ACQUIRING_TEST_DATABASE_URL: server.url("postgres"),
        ACQUIRING_TEST_TEMPLATE: templateOf(patches),
      },
    },
  );
  running.add(child);
  await new Promise((resolve) => child.once("exit", resolve));
  running.delete(child);
  return fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, "utf8")) : null;
}

const testsOf = (report) => report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];

/** With the guard in place all tests must pass, or a later failure would prove nothing. */
async function baseline(room) {
  let isSound = true;
  for (const project of ["unit", "http"]) {
    const files = [...new Set(chosen.filter((guard) => guard.project === project).flatMap((guard) => guard.files))];
    if (files.length === 0) continue;
    const report = await jest(room, { project, files });
    const bad = testsOf(report).filter(({ status }) => status === "failed");
    for (const { fullName } of bad) console.error(`FAILED  with every guard in place: ${fullName}`);
    if (!report || !report.success) isSound = false;
    for (const guard of chosen.filter((each) => each.project === project)) {
      if (!testsOf(report).some(({ fullName }) => new RegExp(guard.test ?? "").test(fullName))) {
        console.error(`FAILED  ${guard.name}: there is no test "${guard.test}"`);
        isSound = false;
      }
    }
  }
  return isSound;
}

/** Code that does not run fails every test, and proves nothing about the guard. */
const BROKEN = /ReferenceError|SyntaxError|Cannot find module|is not (?:a function|a constructor|iterable)/;
const isBroken = ({ failureMessages }) => failureMessages.every((message) => BROKEN.test(message.split("\n", 1)[0]));

async function judge(room, guard) {
  const since = process.hrtime.bigint();
  const restore = remove(room.folder, guard);
  const report = await jest(room, guard).finally(restore);
  const failed = testsOf(report).filter(({ status }) => status === "failed");
  const seconds = Number((process.hrtime.bigint() - since) / 100_000_000n) / 10;
  const noticed = failed.filter((test) => !isBroken(test)).map(({ fullName }) => fullName);
  const why = testsOf(report).length === 0 ? "the tests did not run" : "no test noticed";
  return { guard, noticed, why: failed.length > noticed.length ? "its removal broke the code" : why, seconds };
}

async function main() {
  const rooms = [];
  const clean = () => Promise.all(rooms.map((room) => room.close()));
  process.once("SIGINT", () => {
    for (const child of running) child.kill("SIGTERM");
    void clean().finally(() => process.exit(130));
  });
  try {
    for (let index = 0; index < Math.min(jobs, chosen.length); index += 1) rooms.push(await openRoom(index));
    console.log(`${chosen.length} guards. First their tests with every guard in place …`);
    if (!process.env.GUARDS_NO_BASELINE && !(await baseline({ ...rooms[0], workers: rooms.length }))) return 1;
    const waiting = [...chosen];
    const results = [];
    const worker = async (room) => {
      for (let guard = waiting.shift(); guard; guard = waiting.shift()) {
        const result = await judge(room, guard);
        results.push(result);
        const word = result.noticed.length > 0 ? "ok    " : "FAILED";
        const what = result.noticed[0] ?? result.why;
        console.log(
          `[${results.length}/${chosen.length}] ${word}  ${guard.name.padEnd(34)} ${result.seconds} s  ${what}`,
        );
      }
    };
    await Promise.all(rooms.map(worker));
    results.sort((a, b) => chosen.indexOf(a.guard) - chosen.indexOf(b.guard));
    if (!only || isMissing) await writeReport(page, { guards, known, results });
    const failed = results.filter(({ noticed }) => noticed.length === 0).length;
    console.log(`${results.length - failed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await clean();
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
