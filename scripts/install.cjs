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

if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === lock) process.exit(0);
const isWhole = fs.existsSync(path.join(root, "node_modules", ".package-lock.json")) && isCurrent();
if (!isWhole) {
  console.log("Installing dependencies (about a minute, once) …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status } = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error("npm ci failed. Check the network and your Node version (20.19 or newer), then try again.");
    process.exit(status ?? 1);
  }
}
fs.writeFileSync(stamp, lock);

/** Whether node_modules was installed after the last change of the lock file. */
function isCurrent() {
  return (
    fs.statSync(path.join(root, "node_modules", ".package-lock.json")).mtimeMs >=
    fs.statSync(path.join(root, "package-lock.json")).mtimeMs
  );
}
