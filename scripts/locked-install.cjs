/** Packages with a lock file of their own, which neither the package nor its development needs: installed when used. */
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "..");
const FILES = ["package.json", "package-lock.json"];
const QUIETLY = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** From the committed lock file in `from` into `to`; repeated only if that file has changed. No script of a package runs. */
function installLocked(from, to, words = []) {
  const wanted = FILES.map((name) => fs.readFileSync(path.join(from, name), "utf8")).join("\n");
  const stamp = path.join(to, "installed");
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === wanted) return;
  fs.mkdirSync(to, { recursive: true });
  for (const name of FILES) fs.copyFileSync(path.join(from, name), path.join(to, name));
  const where = path.relative(root, to);
  console.error(`Installing ${where} …`);
  const isWindows = process.platform === "win32";
  const options = { cwd: to, stdio: ["ignore", process.stderr, "inherit"], shell: isWindows };
  const { status } = spawnSync(isWindows ? "npm.cmd" : "npm", ["ci", ...words, ...QUIETLY], options);
  if (status !== 0) throw new Error(`npm ci failed in ${where}. Check the network, then try again.`);
  fs.writeFileSync(stamp, wanted);
}

module.exports = { installLocked };
