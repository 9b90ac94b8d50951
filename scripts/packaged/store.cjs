/**
 * A store outside of this repository, so that only installed packages are found, with its own lock file, database and
 * gateways. `layout` says how it is installed (`npm-store.cjs`, `pnpm-workspace.cjs`).
 */
const { randomBytes } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { payoutOptions } = require("../demo-payouts.cjs");
const { noTelemetry } = require("../no-telemetry.cjs");
const { ensureDatabase, freePort } = require("../postgres.cjs");
const { createProcesses } = require("../processes.cjs");
const { configuration, configurationWithout, KEYS, NUMBERS } = require("./configuration.cjs");
const { own } = require("./npm-store.cjs");

const root = path.join(__dirname, "../..");
const ADMIN = { email: "owner@example.test", password: "a long password of the owner" };
/** Payouts need a second user as approver. */
const APPROVER = { email: "approver@example.test", password: "a long password of the approver" };
const PEOPLE = [ADMIN.email, APPROVER.email];

const TSCONFIG = {
  compilerOptions: {
    target: "ES2021",
    module: "Node16",
    moduleResolution: "Node16",
    esModuleInterop: true,
    emitDecoratorMetadata: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    strict: true,
    jsx: "react-jsx",
    outDir: "./.medusa/server",
    rootDir: "./",
  },
  "ts-node": { swc: true },
  include: ["**/*.ts"],
  exclude: ["node_modules", ".medusa", "types"],
};

const SEED = `import { writeFileSync } from "node:fs";
import type { ExecArgs } from "@medusajs/framework/types";
import { seedStore } from "./seed-store";

export default async function seed({ container }: ExecArgs): Promise<void> {
  const product = (handle: string, title: string, price: number) => ({ handle, title, description: title + ".", price });
  const products = [product("tall-vase", "Tall vase", 100), product("piece-of-the-month", "Piece of the month", 32)];
  writeFileSync("seeded.json", JSON.stringify(await seedStore(container, products, ["pp_system_default"])));
}
`;

/** Features that are off by default and have their own pages. */
const MORE_OPTIONS = payoutOptions(randomBytes(32).toString("base64"), { approvers: PEOPLE, preparers: PEOPLE });

/** `postgres`: a running server shared by the stores; each has its own database. */
function createStore({ layout, postgres, database }) {
  const { app } = layout;
  const processes = createProcesses(app);
  const env = { NODE_ENV: "production", ...noTelemetry(), LOG_LEVEL: "warn", NODE_OPTIONS: "" };
  const bin = (file) => path.join(app, "node_modules", file);
  const medusa = () => bin("@medusajs/cli/cli.js");
  const ours = () => bin(`${own.name}/bin/${own.name}.js`);
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(app, file)), { recursive: true });
    fs.writeFileSync(path.join(app, file), text);
  };
  /** Without the dashboard, which only the server needs. */
  const withoutAdmin = () => ({ env: { ...env, DISABLE_MEDUSA_ADMIN: "true" } });

  return {
    name: layout.name,
    app,
    env,
    admin: ADMIN,
    approver: APPROVER,
    packageFolder: layout.packageFolder,
    medusa,
    processes,
    run: (name, args, place) => processes.run(name, args, { env, ...(place && { cwd: place }) }),

    /** Medusa without the package: its own database, two admins and a small shop. */
    async create() {
      await layout.create();
      write("tsconfig.json", JSON.stringify(TSCONFIG, null, 2));
      write("medusa-config.ts", configurationWithout());
      write("src/scripts/seed-store.ts", fs.readFileSync(path.join(root, "scripts/seed-store.ts"), "utf8"));
      write("src/scripts/seed.ts", SEED);
      await ensureDatabase(postgres, database);
      this.backendUrl = `http://localhost:${await freePort()}`;
      this.storeUrl = `http://localhost:${await freePort()}`;
      Object.assign(env, {
        DATABASE_URL: postgres.url(database),
        BACKEND_URL: this.backendUrl,
        STORE_URL: this.storeUrl,
        JWT_SECRET: "a-secret-of-the-store-1",
        COOKIE_SECRET: "a-secret-of-the-store-2",
        MORE_OPTIONS: JSON.stringify(MORE_OPTIONS),
      });
      await processes.run("The first migration", [medusa(), "db:migrate"], withoutAdmin());
      await processes.run("The seed", [medusa(), "exec", "./src/scripts/seed.ts"], withoutAdmin());
      for (const { email, password } of [ADMIN, APPROVER]) {
        await processes.run("The admin", [medusa(), "user", "-e", email, "-p", password], withoutAdmin());
      }
      this.seeded = JSON.parse(fs.readFileSync(path.join(app, "seeded.json"), "utf8"));
    },

    /** As in the README: install, configure, migrate; and a production build. */
    async addPlugin(tarball) {
      await this.install(tarball);
      await this.migrate();
      await this.build();
    },

    async install(tarball) {
      await layout.add(tarball);
      write("medusa-config.ts", configuration());
      await this.openGateways();
    },

    migrate: () => processes.run("The migration", [medusa(), "db:migrate"], withoutAdmin()),

    build: () => processes.run("The build", [medusa(), "build"], { env }),

    /** The package's own simulator, one per account. */
    async openGateways() {
      this.gatewayUrls = {};
      for (const [name, key] of Object.entries(KEYS)) {
        const gatewayPort = await freePort();
        const url = `http://127.0.0.1:${gatewayPort}`;
        const args = [ours(), "simulator", "--port", String(gatewayPort), "--account-id", NUMBERS[name]];
        const child = processes.start(args, { env: { ACQUIRING_SIMULATOR_KEY: key } });
        await processes.answering("The simulator", `${url}/_control/state`, child);
        Object.assign(env, { [`GATEWAY_${name}`]: url, [`KEY_${name}`]: key });
        this.gatewayUrls[name] = url;
      }
    },

    async start() {
      const port = new URL(this.backendUrl).port;
      const place = path.join(app, ".medusa/server");
      const args = [medusa(), "start", "--host", "127.0.0.1", "--port", port];
      await processes.answering("Medusa", `${this.backendUrl}/health`, processes.start(args, { env, cwd: place }));
    },

    /** Exits with 1, and so throws here, if a check failed. */
    askDoctor: () => processes.run("The doctor", [ours(), "doctor"], { env }),

    /** The worker does it once a minute; exits with 1, and so throws, if a figure is not the ledger's. */
    computeOverview: () => processes.run("The overview", [ours(), "overview", "--rebuild"], { env }),

    stop: () => processes.stopAll(),
  };
}

module.exports = { createStore };
