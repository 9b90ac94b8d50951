import type { ChildProcess } from "node:child_process";
import { execFile, fork } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../scripts/postgres.cjs";

/** The same store after the plugin was removed from its configuration: Medusa alone, in a folder and process of its own. */
export interface StoreWithoutPlugin {
  readonly base: string;
  stop(): Promise<void>;
}

const ROOT = resolve(__dirname, "../..");
const START_WITHIN_MS = 90_000;

const CONFIGURATION = `const { defineConfig } = require("@medusajs/framework/utils");
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: "*", adminCors: "*", authCors: "*", jwtSecret: "demo-only", cookieSecret: "demo-only" },
  },
  admin: { disable: true },
});
`;
const START = `process.once("disconnect", () => process.exit(0));
void require("@medusajs/medusa/commands/start").default({
  directory: __dirname, host: "127.0.0.1", port: Number(process.env.PORT), types: false });
`;

/** Runs \`medusa db:migrate\` as at each deployment, then starts. */
export async function startWithoutPlugin(databaseUrl: string): Promise<StoreWithoutPlugin> {
  const folder = mkdtempSync(join(tmpdir(), "acquiring-removed-"));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "store", private: true, dependencies: { "@medusajs/medusa": "*" } }),
  );
  writeFileSync(join(folder, "medusa-config.js"), CONFIGURATION);
  writeFileSync(join(folder, "start.js"), START);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "dir");
  const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_OPTIONS: "", MEDUSA_WORKER_MODE: "server" };
  await promisify(execFile)(process.execPath, [MEDUSA, "db:migrate"], { cwd: folder, env });
  const port = await freePort();
  const child = fork(join(folder, "start.js"), {
    cwd: folder,
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const base = `http://127.0.0.1:${String(port)}`;
  await untilHealthy(child, base);
  return {
    base,
    stop: async () => {
      const gone = new Promise((ended) => child.once("exit", ended));
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}

const MEDUSA = join(ROOT, "node_modules/@medusajs/cli/cli.js");

async function untilHealthy(child: ChildProcess, base: string): Promise<void> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  const until = performance.now() + START_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`${base}/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`Medusa without the plugin did not start.\n${output}`);
}

/** Runs Medusa's command line in the plugin's store; its exit code and output. */
export async function medusaCommand(databaseUrl: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_OPTIONS: "", LOG_LEVEL: "error" };
  return new Promise((done) => {
    execFile(process.execPath, [MEDUSA, ...args], { cwd: ROOT, env }, (error, out, err) =>
      done({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, output: out + err }),
    );
  });
}
