/** The sources of an earlier commit in a folder of their own, with this checkout's installed packages. */
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "../..");
const git = (args, options = {}) => execFileSync("git", args, { cwd: root, encoding: "utf8", ...options }).trim();

/** `{ name, date, subject }` of a commit; throws one sentence if it is not in this clone. */
function describe(revision) {
  const asked = ["log", "-1", "--date=short", "--format=%h%x09%cd%x09%s", `${revision}^{commit}`, "--"];
  const found = spawnSync("git", asked, { cwd: root, encoding: "utf8" });
  if (found.status !== 0) {
    throw new Error(
      `This clone does not contain ${revision}; a shallow one gets its history with "git fetch --unshallow".`,
    );
  }
  const [name, date, subject] = found.stdout.trim().split("\t");
  return { name, date, subject };
}

/** Writes the commit's files into `folder`. Packages that it needs and this checkout lacks fail when it starts. */
function unpack(revision, folder) {
  fs.mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, "archive.tar");
  git(["archive", "--format=tar", "-o", archive, revision]);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  fs.rmSync(archive);
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "dir");
  return folder;
}

module.exports = { describe, unpack };
