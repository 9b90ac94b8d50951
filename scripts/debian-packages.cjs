/**
 * Debian's packages, downloaded and unpacked into a folder instead of installed: programs for tests and the demo,
 * without root.
 */
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

/**
 * Unpacks the packages below `draft/root`, with those of the dependencies of `of` that this machine lacks (`of` null:
 * without dependencies). Throws with the last line of what failed.
 */
function unpackPackages(draft, { names, of = null }) {
  // With package lists of its own if the machine's are missing or old: those only root may update.
  const lists = path.join(draft, "lists");
  const cache = path.join(draft, "cache");
  const own = ["-o", `Dir::State::lists=${lists}`, "-o", `Dir::Cache=${cache}`];
  for (const folder of [lists, cache]) fs.mkdirSync(path.join(folder, "partial"), { recursive: true });
  const fetch = (options) => {
    const needed = of === null ? [] : missingOf(of, options);
    run("apt-get", [...options, "download", ...names, ...needed], draft);
  };
  try {
    fetch([]);
  } catch {
    run("apt-get", [...own, "update"]);
    fetch(own);
  }
  const root = path.join(draft, "root");
  for (const file of fs.readdirSync(draft).filter((name) => name.endsWith(".deb"))) {
    run("dpkg-deb", ["-x", path.join(draft, file), root]);
    fs.rmSync(path.join(draft, file));
  }
  for (const folder of [lists, cache]) fs.rmSync(folder, { recursive: true, force: true });
}

const missingOf = (name, options) =>
  run("apt-cache", [...options, "depends", "--no-recommends", "--no-suggests", name])
    .split("\n")
    .flatMap((line) => /^ {2}Depends: ([a-z0-9.+-]+)$/.exec(line)?.[1] ?? [])
    .filter((each) => each !== "adduser" && spawnSync("dpkg-query", ["-W", each], { stdio: "ignore" }).status !== 0);

/** Its output; throws with the last line of its errors. */
function run(command, args, cwd, env = process.env) {
  const done = spawnSync(command, args, { cwd, env: { ...env, LC_ALL: "C" }, encoding: "utf8" });
  if (done.status === 0) return done.stdout;
  throw new Error((done.error?.message ?? done.stderr).trim().split("\n").at(-1) || `${command} failed.`);
}

module.exports = { run, unpackPackages };
