/**
 * An environment in which Medusa sends no telemetry. MEDUSA_DISABLE_TELEMETRY only stops collecting; at each exit it
 * would still start a detached process that posts what other projects on this machine have collected. It reads its
 * settings file first, so our children get a settings folder that disables it.
 */
const fs = require("node:fs");
const path = require("node:path");
const { cachedFolder } = require("./cached-folder.cjs");

function noTelemetry() {
  const folder = cachedFolder("settings", (draft) => {
    fs.mkdirSync(path.join(draft, "medusa"));
    fs.writeFileSync(path.join(draft, "medusa/config.json"), JSON.stringify({ telemetry: { enabled: false } }));
  });
  return { MEDUSA_DISABLE_TELEMETRY: "true", XDG_CONFIG_HOME: folder };
}

module.exports = { noTelemetry };
