/**
 * Ends the processes we started when we end, in any way: Ctrl-C, a crash, even SIGKILL. A small process holds the other
 * end of a pipe; when the pipe closes it signals, by process ID, whatever is still on its list. It starts nothing, and
 * never looks for processes by name.
 */
const { spawn } = require("node:child_process");
const path = require("node:path");

/** Time between the first and the last signal. A fast shutdown of Postgres takes well under a second. */
const PATIENCE_MS = 10_000;

let pipe;

/** Sends one line to the guard, which is started with the first. */
function tell(line) {
  if (!pipe) {
    const guard = spawn(process.execPath, [path.join(__dirname, "guard.cjs")], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    guard.once("error", () => undefined);
    guard.unref();
    pipe = guard.stdin;
    pipe.once("error", () => undefined);
    pipe.unref();
  }
  pipe.write(`${line}\n`);
}

/**
 * Puts a child on the list until it exits. `signals`: the first, then the last one. `isGroup`: the child leads a
 * process group, which is signalled as a whole.
 */
function watch(child, { signals = ["SIGTERM", "SIGKILL"], isGroup = false } = {}) {
  if (!child.pid) return;
  const target = isGroup ? -child.pid : child.pid;
  tell(`+ ${target} ${signals.join(" ")}`);
  child.once("exit", () => tell(`- ${target}`));
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

function guard() {
  const list = new Map();
  let text = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk) => {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const [sign, pid, ...signals] = line.split(" ");
      if (sign === "+") list.set(Number(pid), signals);
      else list.delete(Number(pid));
    }
  });
  process.stdin.once("close", () => {
    // Last started, first stopped: the store before its database.
    const left = [...list].reverse().filter(([pid, [polite]]) => send(pid, polite));
    const since = Date.now();
    const look = () => {
      const alive = left.filter(([pid]) => send(pid, 0));
      if (alive.length === 0) return;
      if (Date.now() - since > PATIENCE_MS) alive.forEach(([pid, [, last]]) => send(pid, last));
      else setTimeout(look, 100);
    };
    look();
  });
  // A Ctrl-C in the terminal is for the watched process, which closes the pipe when it is done.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
}

if (require.main === module) guard();
else module.exports = { watch };
