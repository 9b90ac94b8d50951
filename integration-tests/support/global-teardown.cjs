const fs = require("node:fs");
const { dropDatabase } = require("../../scripts/postgres.cjs");

module.exports = async () => {
  const running = globalThis.acquiringPostgres;
  if (!running) return;
  globalThis.acquiringPostgres = undefined;
  // An external server stays, without this run's databases.
  if (running.server.pid === null) await dropDatabase(running.server, process.env.ACQUIRING_TEST_TEMPLATE);
  await running.server.stop();
  fs.rmSync(running.dataDir, { recursive: true, force: true });
};
