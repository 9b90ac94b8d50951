/**
 * A stranger's store: a new folder outside of the repository, so that nothing is found but what is installed, with its
 * own lock file, database and gateways. Its configuration is the one that the README prints.
 */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { noTelemetry } = require("../no-telemetry.cjs");
const { ensureDatabase, freePort, startPostgres } = require("../postgres.cjs");
const { createProcesses } = require("../processes.cjs");

const root = path.join(__dirname, "../..");
const own = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
const ADMIN = { email: "stranger@example.test", password: "a stranger's long password" };
const KEYS = { main: "main-0123456789abcdefghij", second: "second-0123456789abcdefghij" };
/** The merchant's numbers of each account; a simulator knows one account. */
const NUMBERS = { main: "100001001", second: "100002001" };

/** What a new Medusa store has, in the versions that this package is made for. */
function manifest() {
  const version = (name) => own.devDependencies[name];
  const pick = (names) => Object.fromEntries(names.map((name) => [name, version(name)]));
  return {
    name: "a-strangers-store",
    version: "1.0.0",
    private: true,
    dependencies: {
      ...pick([
        "@medusajs/admin-sdk",
        "@medusajs/cli",
        "@medusajs/dashboard",
        "@medusajs/framework",
        "@medusajs/icons",
      ]),
      ...pick(["@medusajs/medusa", "@medusajs/ui"]),
    },
    devDependencies: {
      ...pick(["@swc/core", "@types/node", "@types/react", "react", "react-dom", "ts-node", "typescript", "vite"]),
      "@arethetypeswrong/core": "0.18.2",
      publint: "0.3.18",
    },
    overrides: own.overrides,
  };
}

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

/** The README's own block, with this machine's addresses and keys, and a second account beside the first. */
function configuration() {
  const readme = fs.readFileSync(path.join(root, "README.md"), "utf8");
  const block = /In `medusa-config\.ts`:\n\n```ts\n([\s\S]+?)```/.exec(readme)?.[1];
  if (!block) throw new Error("The README shows no medusa-config.ts any more.");
  const swap = (text, from, to) => {
    if (!text.includes(from)) throw new Error(`The README's configuration has no ${from} any more.`);
    return text.replace(from, to);
  };
  const account = /main: \{\n([\s\S]+?)\n {10}\},/.exec(block)?.[0] ?? "";
  const here = (name) =>
    swap(
      swap(swap(account, '"https://gateway.example"', `process.env.GATEWAY_${name}`), "main:", `${name}:`),
      '"100001001"',
      `"${NUMBERS[name]}"`,
    ).replace("process.env.ACQUIRING_SIGNING_KEY", `process.env.KEY_${name}`);
  const provider = /\{ resolve: "medusa-payment-acquiring\/providers\/acquiring", id: "main" \}/.exec(block)?.[0] ?? "";
  const changes = [
    [account, `${here("main")}\n          ${here("second")}`],
    ["// …", PROJECT],
    [
      'origins: ["https://shop.example"], returnUrl: "https://shop.example/checkout"',
      'origins: ["http://localhost:8000"]',
    ],
    ['"https://api.shop.example"', "process.env.BACKEND_URL"],
    ["apm: {", "allowDirectCard: true,\n        apm: {"],
    [provider, `${provider}, ${provider.replace('"main"', '"second"')}`],
  ];
  return HEAD + changes.reduce((text, [from, to]) => swap(text, from, to), block);
}

const HEAD = `import { defineConfig, loadEnv } from "@medusajs/framework/utils";

loadEnv(process.env.NODE_ENV ?? "development", process.cwd());

`;

const PROJECT = `projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: "http://localhost:8000",
      adminCors: process.env.BACKEND_URL ?? "",
      authCors: "http://localhost:8000," + process.env.BACKEND_URL,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  admin: { backendUrl: process.env.BACKEND_URL },`;

const SEED = `import { writeFileSync } from "node:fs";
import type { ExecArgs } from "@medusajs/framework/types";
import { seedStore } from "./seed-store";

export default async function seed({ container }: ExecArgs): Promise<void> {
  const vase = { handle: "tall-vase", title: "Tall vase", description: "A vase.", price: 100 };
  writeFileSync("seeded.json", JSON.stringify(await seedStore(container, [vase], ["pp_system_default"])));
}
`;

function createStranger(folder) {
  const app = path.join(folder, "store");
  const processes = createProcesses(app);
  const stops = [];
  const env = { NODE_ENV: "production", ...noTelemetry(), LOG_LEVEL: "warn", NODE_OPTIONS: "" };
  const bin = (file) => path.join(app, "node_modules", file);
  const medusa = () => bin("@medusajs/cli/cli.js");
  const ours = () => bin(`${own.name}/bin/${own.name}.js`);
  const npmInstall = (...what) =>
    execFileSync("npm", ["install", ...what, "--prefer-offline", "--no-audit", "--no-fund"], {
      cwd: app,
      stdio: ["ignore", "ignore", "inherit"],
    });
  const write = (file, text) => fs.writeFileSync(path.join(app, file), text);

  return {
    app,
    env,
    admin: ADMIN,
    packageFolder: path.join(app, "node_modules", own.name),
    run: (name, args, place) => processes.run(name, args, { env, ...(place && { cwd: place }) }),

    /** A store that runs without the plugin: Medusa, a database of its own, an admin and a small shop. */
    async openStore() {
      fs.mkdirSync(path.join(app, "src/scripts"), { recursive: true });
      write("package.json", JSON.stringify(manifest(), null, 2));
      write("tsconfig.json", JSON.stringify(TSCONFIG, null, 2));
      write("medusa-config.ts", `${HEAD}module.exports = defineConfig({\n  ${PROJECT}\n});\n`);
      fs.copyFileSync(path.join(root, "scripts/seed-store.ts"), path.join(app, "src/scripts/seed-store.ts"));
      write("src/scripts/seed.ts", SEED);
      npmInstall();
      const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), durable: false });
      stops.push(() => postgres.stop());
      await ensureDatabase(postgres, "stranger");
      const port = await freePort();
      this.backendUrl = `http://localhost:${port}`;
      Object.assign(env, {
        DATABASE_URL: postgres.url("stranger"),
        BACKEND_URL: this.backendUrl,
        JWT_SECRET: "a-secret-of-the-stranger-1",
        COOKIE_SECRET: "a-secret-of-the-stranger-2",
      });
      await processes.run("The first migration", [medusa(), "db:migrate"], { env });
      await processes.run("The seed", [medusa(), "exec", "./src/scripts/seed.ts"], { env });
      await processes.run("The admin", [medusa(), "user", "-e", ADMIN.email, "-p", ADMIN.password], { env });
      this.seeded = JSON.parse(fs.readFileSync(path.join(app, "seeded.json"), "utf8"));
    },

    /** What the README says, word by word: install, configure, migrate; and the build that a shop in production has. */
    async addPlugin(tarball) {
      npmInstall(tarball);
      write("medusa-config.ts", configuration());
      await this.openGateways();
      await processes.run("The migration", [medusa(), "db:migrate"], { env });
      await processes.run("The build", [medusa(), "build"], { env });
    },

    /** The package's own simulator, for each account one. */
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

    async stop() {
      await processes.stopAll();
      for (const end of stops.splice(0).reverse()) await end();
    },
  };
}

module.exports = { createStranger };
