/**
 * Everything the demo runs: Postgres, the gateway simulator, Medusa with the
 * dashboard, the shop. Starts them in order, stops them by process id. What takes
 * long and does not change (build, migration, seed) is done once and stamped.
 */
const { spawn } = require("node:child_process");
const { createHash, randomBytes } = require("node:crypto");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { ensureDatabase, freePort, isAlive, startPostgres } = require("./postgres.cjs");

const root = path.join(__dirname, "..");
const medusaBin = path.join(root, "node_modules/@medusajs/cli/cli.js");
const ADMIN_EMAIL = "admin@demo.test";

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

function run(name, args, { env, cwd = root, quiet = true }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${name} failed:\n${output.slice(-3000)}`)),
    );
  });
}

/** Does `work` unless its stamp says that it was done for this very input. */
async function once(file, value, work) {
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === value) return false;
  await work();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, value);
  return true;
}

function stopChild(child) {
  return new Promise((resolve) => {
    if (!child || child.exitCode !== null || !isAlive(child.pid)) return resolve();
    const force = setTimeout(() => isAlive(child.pid) && process.kill(child.pid, "SIGKILL"), 10_000);
    child.once("exit", () => {
      clearTimeout(force);
      resolve();
    });
    process.kill(child.pid, "SIGTERM");
  });
}

async function healthy(url, child, log) {
  for (let turn = 0; turn < 600; turn += 1) {
    if (child.exitCode !== null) break;
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Medusa did not start.\n${log().slice(-4000)}`);
}

async function portOr(wanted) {
  const isFree = await new Promise((resolve) => {
    const server = http.createServer();
    server.once("error", () => resolve(false));
    server.listen(wanted, "127.0.0.1", () => server.close(() => resolve(true)));
  });
  return isFree ? wanted : freePort();
}

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** The built shop, its runtime configuration, and index.html for every other path. */
function serveShop(dist, config, port) {
  const server = http.createServer((req, res) => {
    const { pathname } = new URL(req.url, "http://localhost");
    res.setHeader(
      "Content-Security-Policy",
      `default-src 'self'; connect-src 'self' ${config.backendUrl}; img-src 'self' data:; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    res.setHeader("X-Content-Type-Options", "nosniff");
    if (pathname === "/config.json") return res.setHeader("Content-Type", TYPES[".json"]).end(JSON.stringify(config));
    const file = path.join(dist, path.normalize(decodeURIComponent(pathname)));
    const isFile = file.startsWith(dist) && fs.existsSync(file) && fs.statSync(file).isFile();
    const shown = isFile ? file : path.join(dist, "index.html");
    res.setHeader("Content-Type", TYPES[path.extname(shown)] ?? "application/octet-stream").end(fs.readFileSync(shown));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

/** The demo's secrets and login: made once, kept beside its data. */
function secretsOf(folder) {
  const file = path.join(folder, "secrets.json");
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, "utf8"));
  const secret = () => randomBytes(18).toString("base64url");
  const secrets = {
    signingKey: secret(),
    jwt: secret(),
    cookie: secret(),
    password: randomBytes(6).toString("base64url"),
  };
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

async function startStack({ folder, ports, say, durable = true }) {
  const stops = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const secrets = secretsOf(folder);
    const [shopPort, backendPort, gatewayPort] =
      ports === "free"
        ? [await freePort(), await freePort(), await freePort()]
        : await Promise.all([8000, 9000, 9090].map(portOr));
    const shopUrl = `http://localhost:${shopPort}`;
    const backendUrl = `http://localhost:${backendPort}`;

    say("Starting Postgres …");
    const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), durable });
    stops.push(() => postgres.stop());
    await ensureDatabase(postgres, "acquiring_demo");

    const env = {
      NODE_ENV: "production",
      DATABASE_URL: postgres.url("acquiring_demo"),
      STORE_URL: shopUrl,
      MEDUSA_BACKEND_URL: backendUrl,
      ACQUIRING_BASE_URL: `http://127.0.0.1:${gatewayPort}`,
      ACQUIRING_NOTIFY_BASE_URL: backendUrl,
      ACQUIRING_SIGNING_KEY: secrets.signingKey,
      JWT_SECRET: secrets.jwt,
      COOKIE_SECRET: secrets.cookie,
      STORE_CORS: `${shopUrl},http://127.0.0.1:${shopPort}`,
      ADMIN_CORS: `${backendUrl},http://127.0.0.1:${backendPort}`,
      AUTH_CORS: `${shopUrl},${backendUrl},http://127.0.0.1:${backendPort}`,
      MEDUSA_DISABLE_TELEMETRY: "true",
      LOG_LEVEL: process.env.DEMO_LOG_LEVEL ?? "warn",
      DEMO_SEED_FILE: path.join(folder, "seed.json"),
      DEMO_ADMIN_EMAIL: ADMIN_EMAIL,
      DEMO_ADMIN_PASSWORD: secrets.password,
    };

    say("Starting the gateway simulator …");
    const gateway = spawn(
      process.execPath,
      [
        path.join(root, "bin/medusa-payment-acquiring.js"),
        "simulator",
        "--port",
        String(gatewayPort),
        "--data",
        path.join(folder, "gateway.json"),
      ],
      {
        cwd: root,
        env: { ...process.env, ACQUIRING_SIMULATOR_KEY: secrets.signingKey },
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    stops.push(() => stopChild(gateway));

    const built = Promise.all([build(say), buildShop(say)]);
    const versions = digest("package-lock.json", "src/modules", "src/links", "medusa-config.ts");
    await once(path.join(folder, "migrated"), versions, async () => {
      say("Preparing the database (once) …");
      await run("The migration", [medusaBin, "db:migrate"], { env: { ...env, DISABLE_MEDUSA_ADMIN: "true" } });
    });
    await once(path.join(folder, "seeded"), "1", async () => {
      say("Filling the store (once) …");
      await run("The seed", [medusaBin, "exec", "./scripts/seed.ts"], {
        env: { ...env, DISABLE_MEDUSA_ADMIN: "true" },
      });
    });
    await built;

    say("Starting Medusa …");
    let output = "";
    const server = path.join(root, ".medusa/server");
    const medusa = spawn(process.execPath, [medusaBin, "start", "--host", "127.0.0.1", "--port", String(backendPort)], {
      cwd: server,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (chunk) => (output = (output + chunk).slice(-20_000));
    medusa.stdout.on("data", keep);
    medusa.stderr.on("data", keep);
    stops.push(() => stopChild(medusa));
    await healthy(`${backendUrl}/health`, medusa, () => output);

    const { publishableKey } = JSON.parse(fs.readFileSync(path.join(folder, "seed.json"), "utf8"));
    const shop = await serveShop(path.join(root, "demo/storefront/dist"), { backendUrl, publishableKey }, shopPort);
    stops.push(() => new Promise((resolve) => (shop.closeAllConnections(), shop.close(resolve))));
    return {
      stop,
      shopUrl,
      backendUrl,
      dashboardUrl: `${backendUrl}/app`,
      gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
      admin: { email: ADMIN_EMAIL, password: secrets.password },
      publishableKey,
      log: () => output,
      databaseUrl: postgres.url("acquiring_demo"),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Compiles the store and its dashboard when something they are made of has changed. */
async function build(say) {
  const value = digest("package-lock.json", "src", "medusa-config.ts", "tsconfig.json");
  const stamp = path.join(root, ".medusa/demo-build");
  const isThere = fs.existsSync(path.join(root, ".medusa/server/public/admin/index.html"));
  if (!isThere) fs.rmSync(stamp, { force: true });
  return once(stamp, value, async () => {
    say("Building the store and its dashboard (once, about half a minute) …");
    await run("The build", [medusaBin, "build"], {
      env: { NODE_ENV: "production", MEDUSA_DISABLE_TELEMETRY: "true", MEDUSA_BACKEND_URL: "/" },
    });
  });
}

async function buildShop(say) {
  const value = digest("package-lock.json", "demo/storefront", "src/sdk", "src/contract");
  const stamp = path.join(root, ".cache/shop-build");
  if (!fs.existsSync(path.join(root, "demo/storefront/dist/index.html"))) fs.rmSync(stamp, { force: true });
  return once(stamp, value, async () => {
    say("Building the shop …");
    await run(
      "The shop's build",
      [path.join(root, "node_modules/vite/bin/vite.js"), "build", "--config", "demo/storefront/vite.config.mjs"],
      { env: {} },
    );
  });
}

module.exports = { startStack };
