#!/usr/bin/env node
/** Runs the command from the sources inside the repository, from the build inside the package. */
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const source = join(__dirname, "../src/cli");
if (existsSync(source)) {
  require("ts-node").register({ transpileOnly: true, swc: true, cwd: join(__dirname, "..") });
  run(source);
} else {
  run(join(__dirname, "../.medusa/server/src/cli"));
}

function run(folder) {
  const { main } = require(join(folder, "index"));
  main(process.argv.slice(2), (command) => require(join(folder, command))).then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
