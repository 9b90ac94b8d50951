/**
 * Medusa's own starter at the guide's commit, from a checkout, a bare git directory, or GitHub; it is not stored in
 * this repository.
 */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { GUIDE, readGuide } = require("./guide.cjs");

const ADDRESS = "https://github.com/medusajs/dtc-starter";

/** The commit that the guide was written for. */
function commitOfGuide() {
  const commit = /commit `([0-9a-f]{40})`/.exec(readGuide())?.[1];
  if (!commit) throw new Error(`${GUIDE} does not name the starter's commit any more.`);
  return commit;
}

const git = (repository, args, options = {}) =>
  execFileSync("git", ["-C", repository, ...args], { stdio: ["ignore", "pipe", "pipe"], ...options });

/** Unpacks the starter into `folder`. `repository`: a clone; default: fetched from GitHub. */
function unpackStarter(folder, repository) {
  const commit = commitOfGuide();
  fs.mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, "starter.tar");
  const source = repository ?? fetchStarter(path.join(folder, ".starter"), commit);
  try {
    git(path.resolve(source), ["archive", "--format=tar", `--output=${archive}`, commit]);
  } catch (error) {
    throw new Error(`${source} is no git repository with commit ${commit} of ${ADDRESS}.`, { cause: error });
  }
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  fs.rmSync(archive);
  fs.rmSync(path.join(folder, ".starter"), { recursive: true, force: true });
  // `git apply` resolves paths in the surrounding repository, and silently skips those outside of it.
  git(folder, ["init", "--quiet"]);
  return commit;
}

function fetchStarter(place, commit) {
  fs.mkdirSync(place, { recursive: true });
  try {
    git(place, ["init", "--quiet"]);
    git(place, ["fetch", "--quiet", "--depth", "1", ADDRESS, commit], {
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
    });
  } catch (error) {
    throw new Error(`${ADDRESS} could not be fetched. Clone it elsewhere and pass --starter with that folder.`, {
      cause: error,
    });
  }
  return place;
}

module.exports = { unpackStarter };
