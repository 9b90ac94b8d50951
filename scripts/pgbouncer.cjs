/**
 * A local PgBouncer in front of a Postgres: a client keeps a server connection for one transaction only, so that
 * session state (settings, locks, LISTEN) is lost in between. `npm run cluster -- --pooler` shows that the plugin does
 * not rely on it.
 */
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { Client } = require("pg");
const { watch } = require("./guard.cjs");
const { freePort } = require("./postgres.cjs");

const WHAT_TO_DO =
  "There is no PgBouncer here. Install it (Debian and Ubuntu: apt-get install pgbouncer; macOS: brew install pgbouncer), " +
  "or leave --pooler out.";

/** "nobody" on every Linux: PgBouncer refuses to run as root. */
const NOBODY = 65534;

/**
 * Pools by transaction in front of the Postgres at `target` (a postgres:// URL with user and database), with `size`
 * connections. Returns { url, pid, stop() }; `url` is that database through the pooler.
 */
async function startPgBouncer({ folder, target, size = 20 }) {
  if (spawnSync("pgbouncer", ["--version"], { stdio: "ignore" }).status !== 0) throw new Error(WHAT_TO_DO);
  const { hostname, port, username, password, pathname } = new URL(target);
  const listen = await freePort();
  const file = path.join(folder, "pgbouncer.ini");
  const log = path.join(folder, "pgbouncer.log");
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${port || "5432"} user=${username} password=${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${listen}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${size}`,
    "max_client_conn = 1000",
  ];
  fs.writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const output = fs.openSync(log, "a");
  const child = spawn("pgbouncer", [file], { ...user, cwd: "/", stdio: ["ignore", output, output], detached: true });
  fs.closeSync(output);
  let failure = "";
  child.once("error", ({ message }) => (failure = message));
  watch(child);
  const address = new URL(target);
  address.hostname = "127.0.0.1";
  address.port = String(listen);
  address.pathname = pathname;
  if (!(await isUp(child, address.toString())))
    throw new Error(`PgBouncer did not start.\n${failure}${fs.readFileSync(log, "utf8").slice(-4_000)}`);
  child.unref();
  return { url: address.toString(), pid: child.pid, stop: () => stop(child) };
}

/** PgBouncer is ready once a query reaches Postgres through it. */
async function isUp(child, url) {
  for (let turn = 0; turn < 200 && child.pid && child.exitCode === null && child.signalCode === null; turn += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.query("SELECT 1");
      await client.end();
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  child.kill("SIGKILL");
  return false;
}

/** SIGTERM ends it at once, regardless of clients. */
function stop(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

module.exports = { startPgBouncer };
