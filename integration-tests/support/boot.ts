import type { MedusaContainer } from "@medusajs/framework/types";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows";
import { freePort } from "../../scripts/postgres.cjs";
import { seedStore } from "../../scripts/seed-store";
import { ACQUIRING_MODULE } from "../../src/modules/acquiring";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { startSimulator } from "../../src/simulator";
import { workerRound } from "../../src/application/worker/worker-round";
import type { CartRows } from "../faults/copy-cart";
import { readCart, writeCart } from "../faults/copy-cart";
import type { CartCopies } from "./shop";
import { Admin, Gateway, Shop } from "./shop";
import type { StoreApp } from "./store-app";
import { openStoreApp } from "./store-app";
import { processNotificationsAtOnce } from "./process-stored-notifications";

/**
 * Starts the root store with its own simulator and a small shop. The shop's data is created once per file; each test
 * starts from it. Background jobs are off; tests run them with `work()`.
 */
export interface Stage {
  readonly shop: Shop;
  readonly admin: Admin;
  readonly gateway: Gateway;
  readonly base: string;
  readonly container: MedusaContainer;
  readonly ledger: AcquiringModuleService;
  readonly pg: Knex;
  /** One round of background work. */
  work(): Promise<void>;
  /** Makes everything waiting due, then runs one round. */
  hurry(): Promise<void>;
  readonly databaseName: string;
}

export const SIGNING_KEY = "golden-key-0123456789";
const EMAIL = "admin@example.test";
export const PASSWORD = "supersecret-1";

/** All tests use one IP address, within seconds. */
const FREE = { max: 1_000, windowMs: 1_000 };
const OPTIONS = { cardTesting: { limits: { session: FREE, cart: FREE, customer: FREE, address: FREE, card: FREE } } };

export function withStore(
  name: string,
  suite: (stage: () => Stage) => void,
  profile: object = {},
  options: object = {},
): void {
  const env: Record<string, string> = {
    ACQUIRING_SIGNING_KEY: SIGNING_KEY,
    ACQUIRING_MERCHANT_ID: "100001",
    ACQUIRING_ACCOUNT_ID: "100001001",
    ACQUIRING_PROFILE: JSON.stringify(profile),
    ACQUIRING_OPTIONS: JSON.stringify({ ...OPTIONS, ...options }),
    DISABLE_MEDUSA_ADMIN: "true",
    MEDUSA_WORKER_MODE: "server",
  };
  let opening: Promise<OpenStore> | null = null;
  let open: OpenStore;
  let stage: Stage;

  beforeAll(async () => {
    opening = shared ? shared.enter(name, env) : openStore(name, env);
    open = await opening;
    stage = open.stage;
  });

  let isKept = false;
  beforeEach(async () => {
    // Unwritten counts belong to the previous test.
    await stage.ledger.flushCounts();
    // Here, so that rows of a suite's own `beforeAll` belong to the start of each test.
    await (isKept ? open.app.restore() : open.app.keep());
    isKept = true;
    // Recovery mode reacts to a restored database; this one is restored on purpose.
    stage.ledger.recovery.forget();
    stage.ledger.useClock(() => new Date());
    await stage.gateway.anew({ notifications: "off" });
  });

  afterEach(async () => {
    await stage.gateway.idle();
    await stage.ledger.drain.settle();
  });

  // A start that took too long goes on, and would read the next file's environment: its store is closed as well.
  afterAll(async () => {
    const opened = await opening?.catch(() => null);
    await (shared ? shared.leave() : opened?.close());
  });

  describe("", () => {
    suite(() => stage);
  });
}

/** A running store with its simulator. */
interface OpenStore {
  readonly stage: Stage;
  readonly app: StoreApp;
  close(): Promise<void>;
}

async function openStore(name: string, env: Readonly<Record<string, string>>): Promise<OpenStore> {
  const databaseName = `acquiring_${name}_${process.env.JEST_WORKER_ID ?? "1"}`;
  const simulator = await startSimulator({
    merchantId: "100001",
    accountId: "100001001",
    signingKeys: [SIGNING_KEY],
    notifyRetry: { firstMs: 20, longestMs: 200 },
  });
  const port = await freePort();
  const base = `http://localhost:${String(port)}`;
  Object.assign(process.env, env, {
    PORT: String(port),
    ACQUIRING_BASE_URL: simulator.url,
    ACQUIRING_NOTIFY_BASE_URL: base,
  });
  const app = await openStoreApp(databaseName, port);
  const { container } = app;
  const store = await seedStore(container, PRODUCTS);
  await makeAdmin(container);
  const ledger = container.resolve<AcquiringModuleService>(ACQUIRING_MODULE);
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  processNotificationsAtOnce(container);
  const work = async (): Promise<void> => {
    // Work started by a notification ends first, or it would hold what this round needs.
    await ledger.drain.settle();
    await workerRound(container, {});
  };
  const due = (column: string): Promise<unknown> =>
    pg.raw(`UPDATE acquiring_payment_attempt SET ${column} = now() - interval '1 second' WHERE ${column} IS NOT NULL`);
  const stage: Stage = {
    container,
    ledger,
    base,
    pg,
    work,
    hurry: async () => {
      await due("project_after");
      await due("next_check_at");
      await work();
      await due("project_after");
      await work();
    },
    databaseName,
    shop: new Shop(base, store.publishableKey, store.regionId, copiesIn(pg)),
    admin: await Admin.login(base, EMAIL, PASSWORD),
    gateway: new Gateway(simulator.url),
  };
  return {
    stage,
    app,
    close: async () => {
      await app.close();
      await simulator.close();
    },
  };
}

/** One store for all spec files of a group: the first one opens it, the last one closes it. */
class SharedStore {
  #open: OpenStore | null = null;
  #env = "";

  constructor(
    private readonly name: string,
    private left: number,
  ) {}

  async enter(file: string, env: Readonly<Record<string, string>>): Promise<OpenStore> {
    if (this.#open === null) {
      this.#env = JSON.stringify(env);
      this.#open = await openStore(this.name, env);
      await this.#open.app.begin();
      return this.#open;
    }
    if (JSON.stringify(env) !== this.#env) throw new Error(`${file} has other options than its group ${this.name}.`);
    await this.#open.app.restart();
    return this.#open;
  }

  async leave(): Promise<void> {
    this.left -= 1;
    if (this.left === 0) await this.#open?.close();
  }
}

let shared: SharedStore | null = null;

/** From now on `withStore` takes one store for as many spec files; see `runGroup`. */
export function shareStore(name: string, files: number): void {
  shared = new SharedStore(name, files);
}

/** Not in the database, which is reset for each test. */
function copiesIn(pg: Knex): CartCopies {
  const kept = new Map<string, CartRows>();
  return {
    keep: async (name, cartId) => void kept.set(name, await readCart(pg, cartId)),
    make: async (name) => {
      const rows = kept.get(name);
      return rows ? writeCart(pg, rows) : null;
    },
  };
}

const PRODUCTS = [
  { handle: "tall-vase", title: "Tall vase", description: "", price: 100 },
  { handle: "stoneware-mug", title: "Stoneware mug", description: "", price: 24.5 },
];

async function makeAdmin(container: MedusaContainer): Promise<void> {
  const auth = container.resolve(Modules.AUTH);
  const registered = await auth.register("emailpass", { body: { email: EMAIL, password: PASSWORD } });
  if (!registered.authIdentity) throw new Error(registered.error ?? "The admin could not be registered.");
  await createUserAccountWorkflow(container).run({
    input: { authIdentityId: registered.authIdentity.id, userData: { email: EMAIL } },
  });
}
