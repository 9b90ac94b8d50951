import { existsSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "@medusajs/framework/zod";
import type { Bench, Benchmark, Figure, Measured } from "../harness/benchmark";
import { startChild } from "../harness/children";
import { ROOT, storeTables } from "../harness/databases";
import { differenceOf, figureOf, sideOf } from "../harness/interleave";
import { EMPTY_PLUGIN, writeEmptyPlugin } from "./empty-plugin";
import { build, packed } from "./packed";

/** Start time of a store with only the packed plugin, against the same store without it. */
const GOAL_KB = 800;
const STARTS = 2;

export const start: Benchmark = {
  name: "start",
  says: "starting a store with the built plugin, and with an empty one that declares as much, against the same store without; the package",
  run: async (bench) => {
    const folder = join(ROOT, ".cache", `bench-start-${String(process.pid)}`);
    try {
      // With `--short` an earlier build is good enough; the demo's build of a store, in the same place, has no chunks.
      if (!bench.isShort || !existsSync(join(ROOT, ".medusa/server/src/chunks"))) {
        bench.progress("building");
        await build();
      }
      await makeStores(folder);
      await storeTables(bench.databaseUrl);
      return await measure(bench, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(bench: Bench, folder: string): Promise<readonly Figure[]> {
  const { bytes, unused } = await packed();
  for (const name of unused) bench.progress(`no packed file imports ${name}`);
  const played = await bench.interleave({
    a: () => quickest(bench, join(folder, "with")),
    b: () => quickest(bench, join(folder, "without")),
  });
  const empty = await bench.interleave({
    a: () => quickest(bench, join(folder, "empty")),
    b: () => quickest(bench, join(folder, "without")),
  });
  return [
    differenceOf(played, "ms", { name: "longer with the plugin", unit: "ms", atMost: 150 }),
    differenceOf(played, "cpuMs", { name: "more processor time", unit: "ms" }),
    differenceOf(empty, "ms", { name: "longer with an empty plugin that declares as much", unit: "ms" }),
    differenceOf(empty, "cpuMs", { name: "more processor time, empty plugin", unit: "ms" }),
    sideOf(played, "a", { key: "ms", name: "with", unit: "ms" }),
    sideOf(played, "b", { key: "ms", name: "without", unit: "ms" }),
    figureOf([bytes / 1_024], { name: "packed", unit: "KB", atMost: GOAL_KB }),
    figureOf([unused.length], { name: "runtime dependencies that nothing imports", unit: "", atMost: 0 }),
  ];
}

const Ready = z.object({ ms: z.number(), cpuMs: z.number(), declared: z.record(z.string(), z.number()) });

/** The quicker of two: other load only makes a start longer. */
async function quickest(bench: Bench, directory: string): Promise<Measured> {
  const starts: Measured[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const child = await startChild(join(__dirname, "start-child.ts"), {
      // Medusa resolves a provider's package from the working directory.
      cwd: directory,
      env: {
        NODE_ENV: "production",
        BENCH_DIRECTORY: directory,
        DATABASE_URL: bench.databaseUrl,
        LOG_LEVEL: "error",
        TZ: "UTC",
      },
    });
    const { declared, ...measured } = Ready.parse(child.ready);
    bench.progress(`${basename(directory)}: ${JSON.stringify(declared)}`);
    starts.push(measured);
    await child.kill();
  }
  return starts.reduce((one, other) => ((one.ms ?? 0) <= (other.ms ?? 0) ? one : other));
}

/** Stores side by side; their other dependencies come from the repository's own `node_modules`. */
async function makeStores(folder: string): Promise<void> {
  for (const [name, plugin] of Object.entries(STORES)) {
    const store = join(folder, name);
    await mkdir(join(store, "node_modules"), { recursive: true });
    await mkdir(join(store, "src"), { recursive: true });
    await writeFile(join(store, "package.json"), JSON.stringify({ name: `store-${name}`, private: true }));
    await writeFile(join(store, "medusa-config.js"), configOf(plugin));
  }
  await writeEmptyPlugin(join(folder, "empty/node_modules"));
  await symlink(ROOT, join(folder, "with/node_modules/medusa-payment-acquiring"), "junction");
}

const configOf = (plugin: string): string => `
const { defineConfig } = require("@medusajs/framework/utils");
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: "*", adminCors: "*", authCors: "*", jwtSecret: "bench", cookieSecret: "bench" },
  },
  admin: { disable: true },
  ${plugin}
});
`;

const PLUGIN = `plugins: [{ resolve: "medusa-payment-acquiring", options: {
    accounts: { main: { baseUrl: "http://127.0.0.1:9", merchantId: "100001", accountId: "100001001",
      signingKeys: ["bench-0123456789abcdef"] } },
    storefront: { origins: ["https://shop.example"] }, notifyBaseUrl: "https://api.shop.example" } }],
  modules: [{ resolve: "@medusajs/medusa/payment", dependencies: ["acquiring"],
    options: { providers: [{ resolve: "medusa-payment-acquiring/providers/acquiring", id: "main" }] } }],`;

/** What each store's configuration adds. */
const STORES = { with: PLUGIN, empty: `plugins: [{ resolve: "${EMPTY_PLUGIN}" }],`, without: "" };
