const fs = require("node:fs");

module.exports = async () => {
  const running = globalThis.acquiringPostgres;
  if (!running) return;
  globalThis.acquiringPostgres = undefined;
  await running.server.stop();
  fs.rmSync(running.dataDir, { recursive: true, force: true });
};
