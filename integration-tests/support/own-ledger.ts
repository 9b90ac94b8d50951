import type { Knex } from "knex";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import type { NewPayment } from "../../src/modules/acquiring/checkout/checkout-payment";
import { cardPayment } from "./card-payment";
import type { OwnDatabase } from "./own-database";
import { ledgerDatabase } from "./ledger-database";
import { Gateway } from "./shop";

/**
 * The ledger's service on its own database with a simulator, without Medusa, for tests with many payments. `service`
 * creates another server on the same database, at another address for scripted answers; later servers know the earlier
 * addresses as their own account's.
 */
export interface OwnLedger {
  readonly pg: Knex;
  readonly gateway: Gateway;
  readonly options: (baseUrl?: string, profile?: object, sandbox?: boolean) => object;
  readonly service: (
    baseUrl?: string,
    profile?: object,
    connections?: Knex,
    sandbox?: boolean,
  ) => AcquiringModuleService;
  /** IDs of new payments of 100.00 EUR authorised by the gateway: of carts and payment links by turns. */
  readonly authorised: (count: number) => Promise<string[]>;
  /** A separate connection pool, like another process's. */
  readonly pool: (size: number) => Knex;
  /** See `OwnDatabase.snapshot`. */
  readonly snapshot: OwnDatabase["snapshot"];
  readonly close: () => Promise<void>;
}

const SIGNING_KEY = "golden-key-0123456789";
const AUTHORISES_AT_ONCE = 20;

/** `more`: further options of every server. */
export async function ownLedger(name: string, more: object = {}): Promise<OwnLedger> {
  const simulator = await startSimulator({
    merchantId: "100001",
    accountId: "100001001",
    signingKeys: [SIGNING_KEY],
    notifications: "off",
  });
  const database = await ledgerDatabase(name);
  const pg = database.pool(10);
  const services: AcquiringModuleService[] = [];
  const numbers = { merchantId: "100001", accountId: "100001001", signingKeys: [SIGNING_KEY] };
  // Every address leads to the same account: a proxy to the simulator is not another gateway.
  const addresses = new Set([simulator.url]);
  const options = (baseUrl = simulator.url, profile: object = {}, sandbox = false): object => ({
    accounts: {
      main: { baseUrl, ...numbers, profile, sandbox, movedFrom: [...addresses].filter((each) => each !== baseUrl) },
    },
    storefront: { origins: ["http://localhost:8000"] },
    notifyBaseUrl: "http://localhost:9000",
    ...more,
  });
  const service = (baseUrl?: string, profile?: object, connections = pg, sandbox = false): AcquiringModuleService => {
    addresses.add(baseUrl ?? simulator.url);
    const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
    const cradle = { __pg_connection__: connections, logger: quiet };
    // @ts-expect-error -- a logger with the methods that the service uses
    const made = new AcquiringModuleService(cradle, options(baseUrl, profile, sandbox));
    services.push(made);
    return made;
  };
  const till = service();
  return {
    pg,
    gateway: new Gateway(simulator.url),
    options,
    service,
    authorised: (count) => authorised({ till, pg }, count),
    pool: (size) => database.pool(size),
    snapshot: () => database.snapshot(),
    close: () => close({ services, database, simulator }),
  };
}

let sessions = 0;

async function authorised({ till, pg }: { till: AcquiringModuleService; pg: Knex }, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `payses_${String((sessions += 1))}`);
  const left = ids.values();
  const worker = async (): Promise<void> => {
    for (const id of left) await till.pay(ids.indexOf(id) % 2 === 0 ? cardPayment(id, `cart_${id}`) : linkPayment(id));
  };
  await Promise.all(Array.from({ length: AUTHORISES_AT_ONCE }, worker));
  const rows = await pg("acquiring_payment_attempt")
    .select<{ id: string }[]>("id")
    .whereIn("session_id", ids)
    .where({ state: "authorised" });
  if (rows.length !== count) throw new Error(`Only ${String(rows.length)} of ${String(count)} were authorised.`);
  return rows.map(({ id }) => id);
}

const linkPayment = (id: string): NewPayment =>
  cardPayment(id, null, { balance: { collectionId: `pay_col_${id}`, linkId: `acqlnk_${id}` } });

async function close(open: {
  services: AcquiringModuleService[];
  database: OwnDatabase;
  simulator: Simulator;
}): Promise<void> {
  await Promise.all(open.services.map((each) => each.__hooks.onApplicationPrepareShutdown()));
  await Promise.all(open.services.map((each) => each.__hooks.onApplicationShutdown()));
  await open.database.close();
  await open.simulator.close();
}
