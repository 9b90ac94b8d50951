/**
 * The starter's backend with its database and the package's simulator: migrated, seeded by the starter, built, started.
 */
const path = require("node:path");
const { noTelemetry } = require("../no-telemetry.cjs");
const { ensureDatabase, freePort, startPostgres } = require("../postgres.cjs");
const { caller } = require("./requests.cjs");

const ADMIN = { email: "owner@example.test", password: "a long password of the owner" };
const KEY = "guide-0123456789abcdefghij";
const DATABASE = "storefront_guide";
const PROVIDERS = ["pp_acquiring-card_main", "pp_acquiring-checkout_main", "pp_acquiring-apm_main"];
/** Countries of the guide's "Try it" that the starter does not sell to; iDEAL and Multibanco need them. */
const ADDED_COUNTRIES = ["nl", "pt"];

/**
 * A backend that is not running yet. `processes` starts and stops its children; `stops` collects what ends in this
 * process. `shopUrl`: the storefront's URL.
 */
async function createBackend({ workspace, shopUrl, processes, stops }) {
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const backendUrl = `http://localhost:${port}`;
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
  const modules = path.join(workspace.backend, "node_modules");
  const medusa = path.join(modules, "@medusajs/cli/cli.js");
  const ours = path.join(modules, "medusa-payment-acquiring/bin/medusa-payment-acquiring.js");
  const env = {
    ...noTelemetry(),
    NODE_ENV: "production",
    NODE_OPTIONS: "",
    LOG_LEVEL: "warn",
    BACKEND_URL: backendUrl,
    STORE_CORS: shopUrl,
    ADMIN_CORS: backendUrl,
    AUTH_CORS: `${shopUrl},${backendUrl}`,
    JWT_SECRET: "a-secret-of-the-guide-1",
    COOKIE_SECRET: "a-secret-of-the-guide-2",
    ACQUIRING_BASE_URL: gatewayUrl,
    ACQUIRING_SIGNING_KEY: KEY,
  };
  const options = { env, cwd: workspace.backend };
  const withoutDashboard = { ...options, env: { ...env, DISABLE_MEDUSA_ADMIN: "true" } };

  async function openDatabaseAndGateway() {
    const postgres = await startPostgres({ dataDir: path.join(workspace.folder, "../postgres"), durable: false });
    stops.push(() => postgres.stop());
    await ensureDatabase(postgres, DATABASE);
    env.DATABASE_URL = postgres.url(DATABASE);
    withoutDashboard.env.DATABASE_URL = env.DATABASE_URL;
    const gateway = processes.start([ours, "simulator", "--port", String(gatewayPort)], {
      cwd: workspace.backend,
      env: { ACQUIRING_SIMULATOR_KEY: KEY },
    });
    await processes.answering("The simulator", `${gatewayUrl}/_control/state`, gateway);
  }

  /** The starter's seed is a migration script, so this also fills the store. */
  async function migrate() {
    await processes.run("The migration", [medusa, "db:migrate"], withoutDashboard);
    await processes.run("The admin", [medusa, "user", "-e", ADMIN.email, "-p", ADMIN.password], withoutDashboard);
  }

  const serve = (place) =>
    processes.start([medusa, "start", "--host", "127.0.0.1", "--port", String(port)], {
      ...place,
      cwd: place.cwd ?? workspace.backend,
    });

  /** Medusa from its sources, without the dashboard: enough for the storefront's build. Stop it with `stop()`. */
  async function startWithoutDashboard() {
    const child = serve(withoutDashboard);
    await processes.answering("Medusa without its dashboard", `${backendUrl}/health`, child);
    return {
      stop: () =>
        new Promise((resolve) => {
          child.child.once("exit", resolve);
          child.child.kill("SIGTERM");
        }),
    };
  }

  /** Medusa as in production, with the dashboard; after `build`. */
  async function start() {
    const child = serve({ env, cwd: path.join(workspace.backend, ".medusa/server") });
    await processes.answering("Medusa", `${backendUrl}/health`, child);
    return child;
  }

  return {
    backendUrl,
    gatewayUrl,
    admin: ADMIN,
    openDatabaseAndGateway,
    migrate,
    startWithoutDashboard,
    build: () => processes.run("The backend's build", [medusa, "build"], options),
    start,
  };
}

/**
 * The guide's dashboard steps, over the admin API: the region offers only our providers, and the shop sells to the
 * countries of "Try it". Returns the publishable key.
 */
async function setUpStore({ backendUrl, admin }) {
  const call = await adminCaller({ backendUrl, admin });
  const { regions } = await call("/admin/regions?fields=id,name,*countries");
  const [region] = regions;
  if (!region || regions.length > 1) throw new Error(`The starter's seed made ${regions.length} regions and not one.`);
  const countries = [...new Set([...region.countries.map(({ iso_2: code }) => code), ...ADDED_COUNTRIES])];
  await call(`/admin/regions/${region.id}`, { countries, payment_providers: PROVIDERS });
  const { stock_locations: locations } = await call(
    "/admin/stock-locations?fields=id,*fulfillment_sets.service_zones.geo_zones",
  );
  for (const { fulfillment_sets: sets } of locations) {
    for (const set of sets) {
      for (const zone of set.service_zones) {
        const known = zone.geo_zones.map(({ id, type, country_code: code }) => ({ id, type, country_code: code }));
        const added = ADDED_COUNTRIES.map((code) => ({ type: "country", country_code: code }));
        await call(`/admin/fulfillment-sets/${set.id}/service-zones/${zone.id}`, { geo_zones: [...known, ...added] });
      }
    }
  }
  const { api_keys: keys } = await call("/admin/api-keys?type=publishable");
  if (!keys[0]) throw new Error("The starter's seed made no publishable key.");
  return keys[0].token;
}

async function adminCaller({ backendUrl, admin }) {
  const { token } = await caller(backendUrl)("/auth/user/emailpass", admin);
  return caller(backendUrl, { authorization: `Bearer ${token}` });
}

/** ID of the latest order; undefined if there is none. */
async function newestOrder(store) {
  const call = await adminCaller(store);
  const { orders } = await call("/admin/orders?fields=id&limit=1&order=-created_at");
  return orders[0]?.id;
}

module.exports = { adminCaller, createBackend, newestOrder, setUpStore };
