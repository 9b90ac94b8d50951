#!/usr/bin/env node
/** Runs the command from the sources inside the repository, from the build inside the package. */
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const source = join(__dirname, "../src/cli/index.ts");
if (existsSync(source)) {
  require("ts-node").register({ transpileOnly: true, swc: true, cwd: join(__dirname, "..") });
  run(require(source));
} else {
  run(require("../.medusa/server/src/cli/index.js"));
}

function run({ main }) {
  main(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
