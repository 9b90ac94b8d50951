/** Copies of this repository to build in, with dependencies in a place of their own. */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "../..");

/** All tracked and untracked files that are not ignored, with the modes that a checkout with this umask gives. */
function copyTree(folder, umask) {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
  for (const file of listed.split("\0").filter((name) => name !== "" && fs.existsSync(path.join(root, name)))) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(path.join(root, file), target);
    const isExecutable = (fs.statSync(target).mode & 0o100) !== 0;
    fs.chmodSync(target, (isExecutable ? 0o777 : 0o666) & ~umask);
  }
  linkTree(path.join(root, "node_modules"), path.join(folder, "node_modules"));
}

/** Hard links: a symbolic link would give both builds the same paths. A build only adds files to node_modules. */
function linkTree(from, to) {
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else linkFile(source, target);
  }
}

/** Other file systems need a copy. */
function linkFile(source, target) {
  try {
    fs.linkSync(source, target);
  } catch (error) {
    if (error.code !== "EXDEV" && error.code !== "EPERM") throw error;
    fs.copyFileSync(source, target);
  }
}

module.exports = { copyTree };
