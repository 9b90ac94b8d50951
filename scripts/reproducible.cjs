/**
 * `npm run reproducible`: builds and packs the package twice and fails unless both tarballs have the same bytes. The second
 * build has another folder, umask, day, time zone, language and order of directory listings. Whoever checks out a release
 * gets the same bytes with the same Node and npm (docs/releasing.md).
 *
 *   --out DIR copy the tarball there
 */
const { execFile } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseArgs, promisify } = require("node:util");
const { compareTarballs } = require("./reproducible/compare-tarballs.cjs");
const { copyTree } = require("./reproducible/copy-tree.cjs");

const MOST_OUTPUT = 64 * 1024 * 1024;
const circumstances = path.join(__dirname, "reproducible/other-circumstances.cjs");
const BUILDS = [
  { name: "one", umask: 0o022, env: { TZ: "UTC", LANG: "C.UTF-8", LC_ALL: "C.UTF-8" } },
  {
    name: "a folder with a much longer name",
    umask: 0o077,
    env: { TZ: "Asia/Tokyo", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", NODE_OPTIONS: `--require "${circumstances}"` },
  },
];

/** The tarball of one build. */
async function buildOnce(folder, { name, umask, env }) {
  const copy = path.join(folder, name);
  const packed = path.join(folder, `packed ${name}`);
  fs.mkdirSync(packed, { recursive: true });
  copyTree(copy, umask);
  const options = { cwd: copy, env: { ...process.env, ...env }, maxBuffer: MOST_OUTPUT };
  const npm = (...args) => promisify(execFile)("npm", args, { ...options, shell: process.platform === "win32" });
  await npm("run", "build");
  await npm("pack", "--ignore-scripts", "--pack-destination", packed);
  return path.join(packed, fs.readdirSync(packed)[0]);
}

async function main() {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-reproducible-"));
  const begun = Date.now();
  try {
    const [first, second] = await Promise.all(BUILDS.map((build) => buildOnce(folder, build)));
    const { hash, differences } = compareTarballs(first, second);
    if (differences.length > 0) throw new Error(`Two builds differ:\n${differences.slice(0, 20).join("\n")}`);
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.log(`${hash}  ${path.basename(first)}`);
    console.log(`Two builds gave the same bytes, with Node ${process.version}, in ${String(seconds)} s.`);
    if (values.out) {
      fs.mkdirSync(values.out, { recursive: true });
      fs.copyFileSync(first, path.join(values.out, path.basename(first)));
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  if (error?.stdout || error?.stderr)
    console.error(String(error.stdout).slice(-4000), String(error.stderr).slice(-4000));
  process.exitCode = 1;
});
