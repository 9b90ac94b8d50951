/** The demo's child processes as one group: started, run to their end, or stopped together by process ID. */
const { spawn } = require("node:child_process");
const { watch } = require("./guard.cjs");
const { YOUNG_SPACE } = require("./young-space.cjs");

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

/** Time for a child to end by itself before it is killed. */
const PATIENCE_MS = 10_000;

/** Some commands start helpers; a process group ends with all of them. Windows has none. */
const hasGroups = process.platform !== "win32";

function signalTo(child, signal) {
  try {
    process.kill(hasGroups ? -child.pid : child.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

function stopChild(child) {
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => signalTo(child, "SIGKILL"), PATIENCE_MS);
    child.once("exit", () => {
      clearTimeout(force);
      if (hasGroups) signalTo(child, "SIGKILL");
      resolve();
    });
    signalTo(child, "SIGTERM");
  });
}

/** Every child is a Node process: `args` starts with the script. */
function createProcesses(cwd) {
  const alive = new Set();

  /** Starts a child and keeps the end of its output: `{ child, output() }`. */
  function start(args, { env, cwd: place = cwd }) {
    const child = spawn(process.execPath, args, {
      cwd: place,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: hasGroups,
    });
    let output = "";
    const keep = (chunk) => (output = (output + chunk).slice(-20_000));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", (error) => keep(error.message));
    watch(child, { isGroup: hasGroups });
    alive.add(child);
    child.once("exit", () => alive.delete(child));
    return { child, output: () => output };
  }

  /** Runs a child to its end; an error contains the end of its output. */
  function run(name, args, options) {
    const { child, output } = start([YOUNG_SPACE, ...args], options);
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) =>
        code === 0 ? resolve(output()) : reject(new Error(`${name} failed:\n${output().slice(-3000)}`)),
      );
    });
  }

  /** Waits until `url` answers; fails if the child ends first, or after three minutes: a loaded machine is slow. */
  async function answering(name, url, { child, output }) {
    for (let turn = 0; turn < 1800 && !hasEnded(child); turn += 1) {
      const answer = await fetch(url).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${name} did not start.\n${output().slice(-4000)}`);
  }

  /** Last started, first stopped. */
  async function stopAll() {
    for (const child of [...alive].reverse()) await stopChild(child);
  }

  return { start, run, answering, stopAll };
}

module.exports = { createProcesses };
