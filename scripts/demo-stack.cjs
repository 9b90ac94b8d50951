/**
 * Everything the demo runs: Postgres, the gateway simulator, Medusa with the dashboard, the shop. Starts them in order,
 * stops them by process ID. Slow steps with constant input (build, migration, seed) run once, marked by a stamp file.
 */
const { createHash, randomBytes } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { clearInterval, setInterval } = require("node:timers");
const { noTelemetry } = require("./no-telemetry.cjs");
const { dropDatabase, ensureDatabase, freePort, isFree, startPostgres } = require("./postgres.cjs");
const { examplePayouts, payoutOptions } = require("./demo-payouts.cjs");
const { exampleOrders, pastOrders } = require("./demo-orders.cjs");
const { startCluster, startOne } = require("./demo-cluster.cjs");
const { createProcesses } = require("./processes.cjs");
const { buildPayPage } = require("./build-pay-page.cjs");
const { serveShop } = require("./shop-server.cjs");

const root = path.join(__dirname, "..");
const medusaBin = path.join(root, "node_modules/@medusajs/cli/cli.js");
const ADMIN_EMAIL = "admin@demo.test";
/** Payouts need a second user as approver. */
const APPROVER_EMAIL = "approver@demo.test";
const PEOPLE = [APPROVER_EMAIL, ADMIN_EMAIL];

/**
 * Someone trying the demo pays again and again from one address with few cards, which otherwise looks like card
 * testing.
 */
const ONE_PERSON = { cardTesting: { limits: { address: { max: 1_000 }, card: { max: 1_000 } } } };

/** The local provider prints them to the log. */
const CUSTOMER_EMAILS = ["voucherReminder", "declinedLater", "refundCompleted", "cardExpiring"];

/** To try reviews in the dashboard: from two vases on, two admins have to agree. */
const TWO_PEOPLE = { review: { secondPersonAbove: { EUR: "150.00" } } };
/** The demo's instalment plan. */
const TWELVE = { id: "card-12", method: "card", currency: "EUR", count: 12, minimum: "100.00" };

/** The gateway rejects held payments on request, and captures a payment in parts; the simulator is set to the same. */
const PROFILE = { review: { rejectFlag: "0" }, capture: { multiple: true } };

/** A digest of files, for the stamps. */
function digest(...places) {
  const hash = createHash("sha256");
  const walk = (place) => {
    if (!fs.existsSync(place)) return;
    if (fs.statSync(place).isDirectory()) {
      for (const name of fs.readdirSync(place).sort())
        if (name !== "node_modules" && name !== "__tests__" && name !== "dist") walk(path.join(place, name));
    } else hash.update(path.relative(root, place)).update(fs.readFileSync(place));
  };
  for (const place of places) walk(path.join(root, place));
  return hash.digest("hex");
}

/** Does `work` unless its stamp shows that it was done for the same input. */
async function once(file, value, work) {
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === value) return false;
  await work();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, value);
  return true;
}

/** The wanted ports of shop, dashboard and gateway; a port in use is replaced by a free one and reported. */
async function choosePorts(wanted, say) {
  const chosen = [];
  for (const [index, name] of ["shop", "dashboard", "gateway"].entries()) {
    const port = wanted === "free" ? await freePort() : wanted[index];
    if (wanted === "free" || (await isFree(port))) chosen.push(port);
    else {
      const other = await freePort();
      say(`Port ${port} is taken by another program; the ${name} uses ${other}.`);
      chosen.push(other);
    }
  }
  return chosen;
}

/** The demo's secrets, login and database name: created once, kept beside its data, deleted with it. */
function secretsOf(folder) {
  const file = path.join(folder, "secrets.json");
  const known = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
  const secret = () => randomBytes(18).toString("base64url");
  const secrets = {
    signingKey: secret(),
    jwt: secret(),
    cookie: secret(),
    password: randomBytes(6).toString("base64url"),
    approverPassword: randomBytes(6).toString("base64url"),
    payoutKey: randomBytes(32).toString("base64"),
    database: known.signingKey ? "acquiring_demo" : `acquiring_demo_${randomBytes(4).toString("hex")}`,
    ...known,
  };
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

/**
 * A stack that is not running yet: `start()` returns its URLs, `stop()` may be called at any time, even during the
 * start. `ports`: "free", or the wanted three. `isThrowAway`: the data is not needed afterwards. `isCluster`: several
 * Medusa processes behind a load balancer (demo-cluster.cjs).
 */
function createStack({ folder, ports, say, isThrowAway = false, isCluster = false }) {
  const processes = createProcesses(root);
  const stops = [];
  let starting = Promise.resolve();
  let stopping;

  const step = (text) => {
    if (stopping) throw new Error("Stopped while starting.");
    if (text) say(text);
  };

  const start = () => {
    const started = begin().catch(async (error) => {
      void stop();
      throw error;
    });
    starting = started.catch(() => undefined);
    return started;
  };

  /** Children first, then the servers in this process, the database last. */
  const stop = () => {
    stopping ??= (async () => {
      await processes.stopAll();
      await starting;
      await processes.stopAll();
      for (const end of stops.splice(0).reverse()) await end();
    })();
    return stopping;
  };

  async function begin() {
    const secrets = secretsOf(folder);
    const [shopPort, backendPort, gatewayPort] = await choosePorts(ports, say);
    const shopUrl = `http://localhost:${shopPort}`;
    const backendUrl = `http://localhost:${backendPort}`;
    const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;

    step("Starting Postgres …");
    const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), durable: !isThrowAway });
    stops.push(() => postgres.stop());
    const { database } = secrets;
    await ensureDatabase(postgres, database);
    if (isThrowAway) stops.push(() => dropDatabase(postgres, database));

    const env = {
      NODE_ENV: "production",
      DATABASE_URL: postgres.url(database),
      STORE_URL: shopUrl,
      MEDUSA_BACKEND_URL: backendUrl,
      ACQUIRING_BASE_URL: gatewayUrl,
      ACQUIRING_NOTIFY_BASE_URL: backendUrl,
      ACQUIRING_SIGNING_KEY: secrets.signingKey,
      JWT_SECRET: secrets.jwt,
      COOKIE_SECRET: secrets.cookie,
      STORE_CORS: `${shopUrl},http://127.0.0.1:${shopPort}`,
      ADMIN_CORS: `${backendUrl},http://127.0.0.1:${backendPort}`,
      AUTH_CORS: `${shopUrl},${backendUrl},http://127.0.0.1:${backendPort}`,
      ...noTelemetry(),
      ACQUIRING_OPTIONS: JSON.stringify({
        ...ONE_PERSON,
        ...TWO_PEOPLE,
        storefront: { origins: [shopUrl], cspReports: true },
        paymentLinks: { url: `${shopUrl}/pay?link={token}` },
        unpaidOrders: { keepDays: 3 },
        customerEmails: Object.fromEntries(CUSTOMER_EMAILS.map((kind) => [kind, { enabled: true }])),
        splitPayments: { enabled: true, minimum: 10 },
        ...payoutOptions(secrets.payoutKey, { approvers: PEOPLE, preparers: PEOPLE }),
        // The load balancer adds the client's address.
        ...(isCluster ? { trustedProxies: 1 } : {}),
      }),
      ACQUIRING_PROFILE: JSON.stringify(PROFILE),
      ACQUIRING_INSTALMENTS: JSON.stringify([TWELVE]),
      LOG_LEVEL: process.env.DEMO_LOG_LEVEL ?? "warn",
      DEMO_SEED_FILE: path.join(folder, "seed.json"),
      DEMO_HANDLERS: "on",
      DEMO_ADMIN_EMAIL: ADMIN_EMAIL,
      DEMO_ADMIN_PASSWORD: secrets.password,
      DEMO_APPROVER_EMAIL: APPROVER_EMAIL,
      DEMO_APPROVER_PASSWORD: secrets.approverPassword,
    };
    const withoutAdmin = { env: { ...env, DISABLE_MEDUSA_ADMIN: "true" } };

    step("Starting the gateway simulator …");
    const bin = path.join(root, "bin/medusa-payment-acquiring.js");
    const books = path.join(folder, "gateway.json");
    const gateway = processes.start([bin, "simulator", "--port", String(gatewayPort), "--data", books], {
      env: { ACQUIRING_SIMULATOR_KEY: secrets.signingKey },
    });

    const prepare = async () => {
      const versions = digest("package-lock.json", "src/modules", "src/links", "medusa-config.ts");
      await once(path.join(folder, "migrated"), versions, async () => {
        step("Preparing the database (once) …");
        await processes.run("The migration", [medusaBin, "db:migrate"], withoutAdmin);
      });
      await once(path.join(folder, "seeded"), "2", async () => {
        step("Filling the store (once) …");
        await processes.run("The seed", [medusaBin, "exec", "./scripts/seed.ts"], withoutAdmin);
      });
    };
    let isBuilt = false;
    await Promise.all([
      goingOn(say, "the store and its dashboard", buildStore(processes, step)).then(() => (isBuilt = true)),
      buildShop(processes, step),
      buildPayPage(),
      prepare().then(() => isBuilt || step("The database is ready; still building the store and its dashboard …")),
      processes.answering("The gateway simulator", `${gatewayUrl}/_control/state`, gateway),
    ]);

    await inParts(gatewayUrl);
    step(isCluster ? "Starting Redis, two servers, two workers and the balancer …" : "Starting Medusa …");
    const medusa = isCluster
      ? await startCluster({ processes, env, port: backendPort, say, stops })
      : await startOne({ processes, env, port: backendPort });

    const admin = { email: ADMIN_EMAIL, password: secrets.password };
    const approver = { email: APPROVER_EMAIL, password: secrets.approverPassword };
    const { publishableKey } = JSON.parse(fs.readFileSync(path.join(folder, "seed.json"), "utf8"));
    const databaseUrl = postgres.url(database);
    if (!isThrowAway) {
      await once(path.join(folder, "payouts"), "1", async () => {
        step("Preparing a few payouts (once) …");
        await examplePayouts(backendUrl, { admin, approver });
      });
      await once(path.join(folder, "orders"), "1", async () => {
        step("Preparing a few orders (once) …");
        await exampleOrders({ backendUrl, publishableKey, admin, databaseUrl });
      });
      await once(path.join(folder, "past-orders"), "1", async () => {
        step("Preparing orders of the last weeks (once) …");
        await pastOrders({ backendUrl, publishableKey, admin, databaseUrl });
      });
    }

    step();
    const shop = await serveShop({
      dist: path.join(root, "demo/storefront/dist"),
      config: { backendUrl, publishableKey },
      port: shopPort,
      frames: [gatewayUrl],
    });
    stops.push(() => new Promise((resolve) => (shop.closeAllConnections(), shop.close(resolve))));
    return {
      shopUrl,
      backendUrl,
      dashboardUrl: `${backendUrl}/app`,
      gatewayUrl,
      admin,
      approver,
      publishableKey,
      log: () => medusa.output(),
      cluster: medusa.cluster,
      databaseUrl,
    };
  }

  return { start, stop };
}

async function inParts(gatewayUrl) {
  const answer = await fetch(`${gatewayUrl}/_control/settings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ multipleCaptures: true }),
  });
  if (!answer.ok) throw new Error(`The gateway simulator answered ${answer.status}.`);
}

const GOES_ON_MS = 20_000;

/** Says that it goes on while something takes long. */
async function goingOn(say, what, work) {
  const since = Date.now();
  const seconds = () => Math.round((Date.now() - since) / 1_000);
  const timer = setInterval(() => say(`Still building ${what}, for ${seconds()} s …`), GOES_ON_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Builds the store and its dashboard if any of their sources have changed. */
async function buildStore(processes, step) {
  const value = digest("package-lock.json", "src", "demo/store", "medusa-config.ts", "tsconfig.json");
  const stamp = path.join(root, ".medusa/demo-build");
  const isThere = fs.existsSync(path.join(root, ".medusa/server/public/admin/index.html"));
  if (!isThere) fs.rmSync(stamp, { force: true });
  return once(stamp, value, async () => {
    step("Building the store and its dashboard (once, half a minute to a few minutes) …");
    await processes.run("The build", [medusaBin, "build"], {
      env: { ...noTelemetry(), NODE_ENV: "production", MEDUSA_BACKEND_URL: "/" },
    });
  });
}

async function buildShop(processes, step) {
  const value = digest("package-lock.json", "demo/storefront", "src/react", "src/sdk", "src/api-schema");
  const stamp = path.join(root, ".cache/shop-build");
  if (!fs.existsSync(path.join(root, "demo/storefront/dist/index.html"))) fs.rmSync(stamp, { force: true });
  return once(stamp, value, async () => {
    step("Building the shop …");
    await processes.run(
      "The shop's build",
      [path.join(root, "node_modules/vite/bin/vite.js"), "build", "--config", "demo/storefront/vite.config.mjs"],
      { env: {} },
    );
  });
}

module.exports = { createStack };
