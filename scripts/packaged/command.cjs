/** Runs a command to its end; an error contains the end of its output. */
const { execFile } = require("node:child_process");

/** On Windows `npm` is a script that needs a shell. */
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
