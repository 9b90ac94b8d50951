/** Runs a command to its end; a failure carries the last of what it printed. */
const { execFile } = require("node:child_process");

/** `npm` and its like are scripts on Windows, which only a shell starts. */
const isWindows = process.platform === "win32";

const command = (name, args, cwd) =>
  new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: 64 * 1024 * 1024, shell: isWindows, encoding: "utf8" };
    execFile(name, args, options, (error, stdout, stderr) =>
      error
        ? reject(new Error(`${name} ${args.join(" ")} failed:\n${(stdout + stderr).slice(-3000)}`))
        : resolve(stdout),
    );
  });

module.exports = { command };
