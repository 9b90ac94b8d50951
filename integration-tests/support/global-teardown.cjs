const fs = require("node:fs");
const { dropDatabase } = require("../../scripts/postgres.cjs");

module.exports = async () => {
  const running = globalThis.acquiringPostgres;
  if (!running) return;
  globalThis.acquiringPostgres = undefined;
  // A server that was there before stays, without what this run made.
  if (running.server.pid === null) await dropDatabase(running.server, process.env.ACQUIRING_TEST_TEMPLATE);
  await running.server.stop();
  fs.rmSync(running.dataDir, { recursive: true, force: true });
};
