import { createPgConnection } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import { BENCH_KEY } from "./store";

/**
 * The ledger's service alone, on Medusa's kind of pool and tables of `ledgerTables` or `storeTables`; without Medusa.
 */
export interface Ledger {
  readonly service: AcquiringModuleService;
  readonly pg: Knex;
  close(): Promise<void>;
}

/** As many connections as Medusa's pool has by default. */
const POOL = { min: 0, max: 10 };

export function openLedger(databaseUrl: string, gatewayUrl = "http://127.0.0.1:9", more: object = {}): Ledger {
  const pg = createPgConnection({
    clientUrl: databaseUrl,
    driverOptions: { connection: { ssl: false } },
    pool: POOL,
  });
  const logger = { info: () => undefined, warn: () => undefined, error: console.error };
  const options = {
    accounts: {
      main: {
        baseUrl: gatewayUrl,
        merchantId: "100001",
        accountId: "100001001",
        signingKeys: [BENCH_KEY],
        sandbox: true,
      },
    },
    storefront: { origins: ["http://localhost:8000"] },
    notifyBaseUrl: "http://localhost:9000",
    ...more,
  };
  // @ts-expect-error -- a logger with the methods that the service uses
  const service = new AcquiringModuleService({ __pg_connection__: pg, logger }, options);
  return {
    service,
    pg,
    close: async () => {
      await service.__hooks.onApplicationPrepareShutdown();
      await service.__hooks.onApplicationShutdown();
      await pg.destroy();
    },
  };
}
