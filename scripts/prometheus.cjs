/**
 * Prometheus and its `promtool`: from PATH, else from Debian's package, downloaded once per user and unpacked into a
 * temporary folder, without root. If both fail, the error says what to do.
 */
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { cachedFolder } = require("./cached-folder.cjs");
const { run, unpackPackages } = require("./debian-packages.cjs");

const WHAT_TO_DO =
  "There is no Prometheus here. Install it (Debian and Ubuntu: apt-get install prometheus; macOS: brew install prometheus), " +
  "so that `prometheus` and `promtool` are in PATH.";

/** `{ prometheus, promtool }`, as commands; `say` reports a download. */
function findPrometheus({ say = () => undefined } = {}) {
  const onPath = { prometheus: "prometheus", promtool: "promtool" };
  const isOnPath = Object.values(onPath).every(
    (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
  );
  return isOnPath ? onPath : unpacked(say);
}

function unpacked(say) {
  try {
    const home = cachedFolder("prometheus", (draft) => {
      say("There is no Prometheus here; fetching Debian's (once) …");
      try {
        unpackPackages(draft, { names: ["prometheus"] });
        for (const program of Object.values(programsIn(draft))) run(program, ["--version"], draft);
      } catch (error) {
        fs.rmSync(draft, { recursive: true, force: true });
        throw error;
      }
    });
    return programsIn(home);
  } catch (error) {
    throw new Error(`${WHAT_TO_DO}\n(${error.message})`);
  }
}

const programsIn = (home) => ({
  prometheus: path.join(home, "root/usr/bin/prometheus"),
  promtool: path.join(home, "root/usr/bin/promtool"),
});

module.exports = { findPrometheus };
