/**
 * The environment in which Medusa sends nothing anywhere. MEDUSA_DISABLE_TELEMETRY
 * alone keeps it from collecting; at each exit it would still start a detached
 * process that posts what other projects on this machine have collected. It asks its
 * settings file first, so our children get a settings folder of their own that says no.
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
