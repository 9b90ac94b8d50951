import { join } from "node:path";
import { z } from "@medusajs/framework/zod";
import knex from "knex";
import type { Knex } from "knex";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import type { Bench, Benchmark } from "../harness/benchmark";
import type { Child } from "../harness/children";
import { startChild } from "../harness/children";
import { ledgerTables } from "../harness/databases";

/**
 * The ledger's service without Medusa, on the benchmark's durable database and the gateway stub, with payments of 40.00
 * EUR written directly to the tables.
 */
export interface LedgerStage {
  readonly pg: Knex;
  readonly gateway: Child;
  readonly gatewayUrl: string;
  /** Another server on the same tables. */
  service(profile?: object): AcquiringModuleService;
  /** IDs of new authorised payments, none of them captured. */
  authorised(count: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const NUMBERS = {
  merchantId: "100001",
  accountId: "100001001",
  signingKeys: ["bench-0123456789abcdef"],
};
const CONNECTIONS = 10;
const Port = z.object({ port: z.number() });

/** A benchmark of the ledger alone. `tables` creates its tables; default: the ledger's. */
export const overLedger =
  (
    measure: (bench: Bench, stage: LedgerStage) => ReturnType<Benchmark["run"]>,
    tables: (databaseUrl: string) => Promise<unknown> = ledgerTables,
  ): Benchmark["run"] =>
  async (bench) => {
    await tables(bench.databaseUrl);
    const stage = await ledgerStage(bench.databaseUrl);
    try {
      return await measure(bench, stage);
    } finally {
      await stage.close();
    }
  };

async function ledgerStage(databaseUrl: string): Promise<LedgerStage> {
  const gateway = await startChild(join(__dirname, "gateway-stub.ts"));
  const gatewayUrl = `http://127.0.0.1:${String(Port.parse(gateway.ready).port)}`;
  const pg = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: CONNECTIONS } });
  const services: AcquiringModuleService[] = [];
  let made = 0;
  return {
    pg,
    gateway,
    gatewayUrl,
    service: (profile = {}) => {
      const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
      const options = {
        accounts: { main: { baseUrl: gatewayUrl, ...NUMBERS, profile } },
        storefront: { origins: ["http://localhost:8000"] },
        notifyBaseUrl: "http://localhost:9000",
      };
      // @ts-expect-error -- a logger with the methods that the service uses
      const service = new AcquiringModuleService({ __pg_connection__: pg, logger: quiet }, options);
      services.push(service);
      return service;
    },
    authorised: async (count) => {
      const from = made + 1;
      made += count;
      await insertPayments(pg, from, made);
      return Array.from({ length: count }, (_, index) => attemptIdOf(from + index));
    },
    close: async () => {
      await Promise.all(services.map((each) => each.__hooks.onApplicationShutdown()));
      await pg.destroy();
      await gateway.stop();
    },
  };
}

const attemptIdOf = (number: number): string => `acqatt_${String(number).padStart(26, "0")}`;

async function insertPayments(pg: Knex, from: number, to: number): Promise<void> {
  const raw = (value: string): string => `'{"value":"${value}","precision":20}'::jsonb`;
  const numbers = "(SELECT lpad(i::text, 26, '0') AS number FROM generate_series(?::int, ?::int) AS i) AS made";
  await pg.raw(
    `INSERT INTO acquiring_payment_attempt (id, account, provider_id, mode, session_id, cart_id, order_no, currency,
       requested, raw_requested, authorised, raw_authorised, captured, raw_captured, refunded, raw_refunded, refund_pending,
       raw_refund_pending, state, gateway_payment_id, version, projected_version, project_failures, checks, reversal_tries)
     SELECT 'acqatt_' || number, 'main', 'pp_acquiring-card_main', 'card', 'payses_' || number, 'cart_' || number,
       'acq_' || number, 'EUR', 4000, ${raw("4000")}, 4000, ${raw("4000")}, 0, ${raw("0")}, 0, ${raw("0")}, 0, ${raw("0")},
       'authorised', '1' || right(number, 19), 1, 1, 0, 0, 0 FROM ${numbers}`,
    [from, to],
  );
  await pg.raw(
    `INSERT INTO acquiring_operation (id, attempt_id, kind, sequence, idempotency_key, amount, raw_amount, currency, status,
       actor, sent_at, concluded_at, recorded_in_medusa)
     SELECT 'acqop_' || number, 'acqatt_' || number, 'authorise', 1, 'acq_' || number, 4000, ${raw("4000")}, 'EUR', 'settled',
       'customer', now(), now(), true FROM ${numbers}`,
    [from, to],
  );
  await pg.raw("ANALYZE acquiring_payment_attempt, acquiring_operation");
}
