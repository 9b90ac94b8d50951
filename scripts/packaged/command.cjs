/** Runs a command to its end; an error says how it ended and contains the end of its output. */
const { execFile } = require("node:child_process");

/** On Windows `npm` is a script that needs a shell. */
const isWindows = process.platform === "win32";

const command = (name, args, cwd) =>
  new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: 64 * 1024 * 1024, shell: isWindows, encoding: "utf8" };
    execFile(name, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const how = error.signal ? `ended by ${error.signal}` : `exit code ${error.code}`;
      reject(new Error(`${name} ${args.join(" ")} failed (${how}):\n${(stdout + stderr).slice(-3000)}`));
    });
  });

/** An installation from the registry. The network is not what is tested: one that fails is repeated once. */
const install = async (name, args, cwd) => {
  try {
    return await command(name, args, cwd);
  } catch (error) {
    console.log(`${error.message}\nIt is repeated once.`);
    return command(name, args, cwd);
  }
};

module.exports = { command, install };
