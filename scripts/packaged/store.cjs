/**
 * A store that is not this repository: a new folder outside of it, so that nothing is found but what is installed, with
 * its own lock file, database and gateways. `layout` says how it is installed (`npm-store.cjs`, `pnpm-workspace.cjs`).
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
/** Nobody approves a payout that they prepared, so there are two people. */
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

/** What is off by default and has pages of its own. */
const MORE_OPTIONS = payoutOptions(randomBytes(32).toString("base64"), { approvers: PEOPLE, preparers: PEOPLE });

/** `postgres`: a running server, which the stores share; each has a database of its own. */
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
  /** Writes and prepares nothing of the dashboard, which only the server serves. */
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

    /** Medusa without the package: a database of its own, two admins and a small shop. */
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

    /** As the README says: install, configure, migrate; and the build that a shop in production has. */
    async addPlugin(tarball) {
      await layout.add(tarball);
      write("medusa-config.ts", configuration());
      await this.openGateways();
      await processes.run("The migration", [medusa(), "db:migrate"], withoutAdmin());
      await processes.run("The build", [medusa(), "build"], { env });
    },

    /** The package's own simulator, one for each account. */
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

    /** Ends with 1, and so with an error here, when something failed. */
    askDoctor: () => processes.run("The doctor", [ours(), "doctor"], { env }),

    stop: () => processes.stopAll(),
  };
}

module.exports = { createStore };
