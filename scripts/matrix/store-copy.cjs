/** Cells that differ only in Node or Postgres share the installation of Medusa. The package is installed in each of them. */
const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

/** The layout, installed from the folder `copy` if that exists; otherwise it is installed and copied there. */
function withCopy(layout, folder, copy) {
  const [top] = path.relative(folder, layout.app).split(path.sep);
  const place = path.join(folder, top);
  return {
    ...layout,
    async create() {
      if (fs.existsSync(copy)) return duplicate(copy, place);
      await layout.create();
      // Complete or absent, also if this is interrupted.
      duplicate(place, `${copy}.part`);
      fs.renameSync(`${copy}.part`, copy);
    },
  };
}

/**
 * Files of installed packages are hard links, as those that pnpm installs: package managers replace them and do not write
 * into them. Everything else is a copy, also what a package manager notes in `node_modules` itself.
 */
function duplicate(from, to) {
  if (process.platform === "win32") {
    fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    return;
  }
  fs.mkdirSync(to);
  for (const name of fs.readdirSync(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (name === MODULES) duplicateModules(source, target);
    else execFileSync("cp", ["-a", source, target]);
  }
}

const MODULES = "node_modules";

function duplicateModules(from, to) {
  execFileSync("cp", ["-al", from, to]);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    fs.rmSync(path.join(to, entry.name));
    fs.copyFileSync(path.join(from, entry.name), path.join(to, entry.name));
  }
}

/** A hundred thousand files: nobody waits for it, where there is `rm`. */
function removeLater(folder) {
  if (!fs.existsSync(folder)) return;
  if (process.platform === "win32") {
    fs.rmSync(folder, { recursive: true, force: true });
    return;
  }
  const gone = `${folder}.gone`;
  fs.renameSync(folder, gone);
  spawn("rm", ["-rf", gone], { detached: true, stdio: "ignore" }).unref();
}

module.exports = { removeLater, withCopy };
