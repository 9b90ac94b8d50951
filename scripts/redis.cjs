/**
 * A Redis for the demo's cluster, on loopback and without persistence: REDIS_URL names an existing one; else
 * `redis-server` or `valkey-server` from PATH; else Debian's package is downloaded and unpacked into a temporary
 * folder, without root. If all fails, the error says what to do.
 */
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");
const path = require("node:path");
const { cachedFolder } = require("./cached-folder.cjs");
const { run, unpackPackages } = require("./debian-packages.cjs");
const { watch } = require("./guard.cjs");
const { freePort } = require("./postgres.cjs");

const WHAT_TO_DO =
  "There is no Redis here. Install one (Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis), " +
  "or start one yourself and set REDIS_URL, for example redis://127.0.0.1:6379.";

/** "nobody" on every Linux: servers started by root do not need its rights. */
const NOBODY = 65534;

/** `{ url, pid, stop() }`; `say` reports a download. */
async function startRedis({ say = () => undefined } = {}) {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, pid: null, stop: () => Promise.resolve() };
  const { command, env } = onPath() ?? unpacked(say);
  const port = await freePort();
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(command, settings, { ...user, env, cwd: "/", stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  const keep = (chunk) => (output = (output + chunk).slice(-4_000));
  for (const stream of [child.stdout, child.stderr]) stream.on("data", keep);
  child.once("error", (error) => keep(error.message));
  watch(child);
  await untilUp(child, port, () => output);
  for (const handle of [child, child.stdout, child.stderr]) handle.unref();
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid, stop: () => stop(child) };
}

/** An installed server, or null. */
function onPath() {
  for (const name of ["redis-server", "valkey-server"]) {
    const { status } = spawnSync(name, ["--version"], { stdio: "ignore" });
    if (status === 0) return { command: name, env: process.env };
  }
  return null;
}

/** Debian's server, from packages downloaded once per user and unpacked, not installed. */
function unpacked(say) {
  try {
    const home = cachedFolder("redis", (draft) => {
      say("There is no Redis here; fetching Debian's (once) …");
      try {
        download(draft);
      } catch (error) {
        fs.rmSync(draft, { recursive: true, force: true });
        throw error;
      }
    });
    return serverIn(home);
  } catch (error) {
    throw new Error(`${WHAT_TO_DO}\n(${error.message})`);
  }
}

function serverIn(home) {
  const libraries = fs
    .readdirSync(path.join(home, "root"), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.so(\.|$)/.test(name))
    .map(({ parentPath }) => parentPath);
  const env = { ...process.env, LD_LIBRARY_PATH: [...new Set(libraries)].join(":") };
  return { command: path.join(home, "root/usr/bin/redis-server"), env };
}

/** Downloads the server with missing dependencies, and tries whether it runs. */
function download(draft) {
  unpackPackages(draft, { names: ["redis-server", "redis-tools"], of: "redis-tools" });
  const { command, env } = serverIn(draft);
  run(command, ["--version"], draft, env);
}

/** Redis answers +PONG to PING once it is ready. */
async function untilUp(child, port, output) {
  // A loaded machine is slow.
  for (let turn = 0; turn < 1_200 && child.exitCode === null && child.signalCode === null && child.pid; turn += 1) {
    if (await pong(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`Redis did not start.\n${output()}`);
}

function pong(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (data) => (socket.destroy(), resolve(data.toString().startsWith("+PONG"))));
    socket.once("error", () => resolve(false));
  });
}

function stop(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    const force = setTimeout(() => child.kill("SIGKILL"), 5_000);
    child.once("exit", () => (clearTimeout(force), resolve()));
    child.kill("SIGTERM");
  });
}

module.exports = { startRedis };
