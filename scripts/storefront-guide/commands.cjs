/** Runs commands other than Node scripts asynchronously; they end with us like all other children. */
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { watch } = require("../guard.cjs");

const hasGroups = process.platform !== "win32";
const alive = new Set();

/** Runs a command; returns its stdout. An error contains the end of its output. */
function run(name, command, args, { cwd, env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: hasGroups,
    });
    watch(child, { isGroup: hasGroups });
    alive.add(child);
    child.once("close", () => alive.delete(child));
    let stdout = "";
    let all = "";
    const keep = (chunk) => (all = (all + chunk).slice(-20_000));
    child.stdout.on("data", (chunk) => ((stdout += chunk), keep(chunk)));
    child.stderr.on("data", keep);
    child.once("error", (error) => reject(new Error(`${name} could not be started: ${error.message}`)));
    child.once("close", (code) =>
      code === 0 ? resolve(stdout) : reject(new Error(`${name} failed:\n${all.slice(-4000)}`)),
    );
  });
}

/** Ends running commands with their children; their callers get an error. */
async function stopCommands() {
  await Promise.all(
    [...alive].map((child) => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return undefined;
      const ended = new Promise((resolve) => child.once("close", resolve));
      process.kill(hasGroups ? -child.pid : child.pid, "SIGTERM");
      return ended;
    }),
  );
}

/** A script of the npm that runs us, such as `npx-cli.js`; null if another program does. */
function npmScript(file) {
  const found = process.env.npm_execpath && path.join(path.dirname(process.env.npm_execpath), file);
  return found && fs.existsSync(found) ? found : null;
}

/** The command line of `npx`, without a shell if possible. */
function npxCommand() {
  const script = npmScript("npx-cli.js");
  return script ? [process.execPath, script] : ["npx"];
}

/** Runs `npm` in the same way. */
function npm(name, args, options) {
  const script = npmScript("npm-cli.js");
  return script ? run(name, process.execPath, [script, ...args], options) : run(name, "npm", args, options);
}

module.exports = { npm, npxCommand, run, stopCommands };
