/**
 * Installs dependencies that are missing or older than the lock file, so that `npm run demo` and `npm test` work on a
 * fresh clone. Plain Node.
 */
const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "..");
const stamp = path.join(root, "node_modules", ".acquiring-lock");
const lock = createHash("sha256")
  .update(fs.readFileSync(path.join(root, "package-lock.json")))
  .digest("hex");

if (isReady()) process.exit(0);
const turn = takeTurn();
const status = isReady() ? 0 : install();
fs.rmSync(turn, { force: true });
process.exit(status);

function install() {
  const isWhole = fs.existsSync(path.join(root, "node_modules", ".package-lock.json")) && isCurrent();
  if (!isWhole) {
    console.log("Installing dependencies (about a minute, once) …");
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const ended = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (ended.status !== 0) {
      console.error("npm ci failed. Check the network and your Node version (20.19 or newer), then try again.");
      return ended.status ?? 1;
    }
  }
  fs.writeFileSync(stamp, lock);
  return 0;
}

function isReady() {
  return fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === lock;
}

/** One installation at a time, also if two commands start on a fresh clone: two of npm's would remove each other's files. */
function takeTurn() {
  const file = path.join(root, ".installing");
  for (let isSaid = false; ; isSaid = true) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: "wx" });
      return file;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!isSaid) console.log("Another command is installing the dependencies. Waiting for it …");
    if (!isAlive(file)) fs.rmSync(file, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
}

/** Whether the process that wrote this file runs; one that was killed installs nothing. */
function isAlive(file) {
  try {
    const pid = Number(fs.readFileSync(file, "utf8"));
    // Not written yet.
    if (pid === 0) return Date.now() - fs.statSync(file).mtimeMs < 5_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== "ESRCH";
  }
}

/** Whether node_modules was installed after the last change of the lock file. */
function isCurrent() {
  return (
    fs.statSync(path.join(root, "node_modules", ".package-lock.json")).mtimeMs >=
    fs.statSync(path.join(root, "package-lock.json")).mtimeMs
  );
}
