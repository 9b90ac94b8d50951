/**
 * The demo's Medusa: one process or, like a store on several machines, two servers behind a load balancer and two
 * workers for background work, sharing a Redis. All on loopback and free ports.
 */
const path = require("node:path");
const { startBalancer } = require("./balancer.cjs");
const { freePort } = require("./postgres.cjs");
const { startRedis } = require("./redis.cjs");

const root = path.join(__dirname, "..");
const medusaBin = path.join(root, "node_modules/@medusajs/cli/cli.js");

/** The processes; `mode` is Medusa's worker mode. */
const MEMBERS = [
  { name: "Server 1", mode: "server" },
  { name: "Server 2", mode: "server" },
  { name: "Worker 1", mode: "worker" },
  { name: "Worker 2", mode: "worker" },
];

function startMedusa(processes, env, port) {
  return processes.start([medusaBin, "start", "--host", "127.0.0.1", "--port", String(port)], {
    cwd: path.join(root, ".medusa/server"),
    env,
  });
}

/** `{ output() }` once it answers. */
async function startOne({ processes, env, port }) {
  const medusa = startMedusa(processes, env, port);
  await processes.answering("Medusa", `http://127.0.0.1:${port}/health`, medusa);
  return medusa;
}

/** The same for a cluster whose load balancer listens on `port`; everything but child processes is added to `stops`. */
async function startCluster({ processes, env, port, say, stops }) {
  const redis = await startRedis({ say });
  stops.push(() => redis.stop());
  // One after another: the first creates what the others find.
  const members = [];
  for (const { name, mode } of MEMBERS) {
    const at = await freePort();
    const isWorker = mode === "worker";
    const own = { REDIS_URL: redis.url, MEDUSA_WORKER_MODE: mode, ...(isWorker && { DISABLE_MEDUSA_ADMIN: "true" }) };
    const process = startMedusa(processes, { ...env, ...own }, at);
    const url = `http://127.0.0.1:${at}`;
    await processes.answering(name, `${url}/health`, process);
    members.push({ name, mode, url, port: at, process });
  }
  const servers = members.filter(({ mode }) => mode === "server");
  const balancer = await startBalancer({
    port,
    targets: () => servers.map((server) => server.port),
    readyPath: "/acquiring/ready",
  });
  stops.push(() => balancer.close());
  return {
    output: () => members.map(({ name, process }) => `== ${name}\n${process.output()}`).join("\n"),
    cluster: {
      balancerUrl: balancer.url,
      redisUrl: redis.url,
      members: members.map(({ name, url, process }) => ({ name, url, pid: process.child.pid })),
    },
  };
}

module.exports = { startCluster, startOne };
