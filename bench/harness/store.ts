import { join } from "node:path";
import { z } from "@medusajs/framework/zod";
import type { Simulator, SimulatorOptions } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import type { Child } from "./children";
import { startChild } from "./children";

/**
 * The root store in its own process, in production mode, on a database of `storeTables`. `mode`: `server` runs no job
 * and no subscriber; `shared` runs both.
 */
export interface StoreStart {
  readonly databaseUrl: string;
  readonly mode: "server" | "worker" | "shared";
  /** The gateway's URL; default: nothing listens there. */
  readonly gatewayUrl?: string;
  /** Further options of the ledger. */
  readonly options?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** Seeds the shop and its admin; the answer then contains its keys. */
  readonly seeds?: boolean;
}

export interface StoreProcess {
  readonly child: Child;
  readonly port: number;
  readonly seeded: z.infer<typeof Ready>["seeded"];
}

const Ready = z.object({
  port: z.number(),
  seeded: z.object({ publishableKey: z.string(), regionId: z.string() }).nullable(),
});

/** The dashboard's user of a seeded shop. */
export const ADMIN = "admin@example.test";

export const BENCH_KEY = "bench-0123456789abcdef";

/** A gateway in the same process. With `notifications` off it sends none by itself. */
export const startGateway = (more: Pick<SimulatorOptions, "notifications" | "notifyRetry">): Promise<Simulator> =>
  startSimulator({ merchantId: "100001", accountId: "100001001", signingKeys: [BENCH_KEY], ...more });

/** Environment of a process that opens the root store: database, gateway, production mode. */
export const storeEnv = ({
  databaseUrl,
  mode,
  gatewayUrl,
  options,
  env,
  seeds,
}: StoreStart): Record<string, string> => ({
  NODE_ENV: "production",
  MEDUSA_DISABLE_TELEMETRY: "true",
  DISABLE_MEDUSA_ADMIN: "true",
  LOG_LEVEL: "error",
  TZ: "UTC",
  JWT_SECRET: "bench-only",
  COOKIE_SECRET: "bench-only",
  DATABASE_URL: databaseUrl,
  MEDUSA_WORKER_MODE: mode,
  ACQUIRING_SIGNING_KEY: BENCH_KEY,
  ACQUIRING_BASE_URL: gatewayUrl ?? "http://127.0.0.1:9",
  ACQUIRING_OPTIONS: JSON.stringify(options ?? {}),
  ...(seeds && { BENCH_SEEDS: "true" }),
  ...env,
});

export async function startStore(start: StoreStart): Promise<StoreProcess> {
  const child = await startChild(join(__dirname, "store-child.ts"), { env: storeEnv(start) });
  return { child, ...Ready.parse(child.ready) };
}
