import knex from "knex";
import { createCurrency, createMoney } from "../../src/gateway/money";
import { armCrashpoint } from "../../src/modules/acquiring/crashpoint";
import type { NewPayment } from "../../src/modules/acquiring/pay-session";
import AcquiringModuleService from "../../src/modules/acquiring/service";

/**
 * A second process with the ledger in it, for the tests to kill. It takes its job
 * from its parent as one message, and tells its parent what it has acknowledged.
 */
interface Job {
  readonly databaseUrl: string;
  readonly options: unknown;
  readonly run:
    | {
        readonly kind: "write";
        readonly intent: Parameters<AcquiringModuleService["run"]>[0];
        readonly crashAt: string;
      }
    | {
        readonly kind: "pay";
        readonly sessionId: string;
        readonly cartId: string;
        readonly times: number;
        readonly crashAt: string | null;
      }
    | { readonly kind: "notify"; readonly bodies: readonly string[] };
}

async function work(message: unknown): Promise<void> {
  const job: Job = JSON.parse(String(message), (key, value: unknown) =>
    key === "amount" && typeof value === "string" ? BigInt(value) : value,
  );
  const pg = knex({ client: "pg", connection: job.databaseUrl });
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  // @ts-expect-error -- a logger with the methods that the service uses
  const service = new AcquiringModuleService({ __pg_connection__: pg, logger: quiet }, job.options);
  const { run } = job;
  if (run.kind === "write") {
    arm(run.crashAt);
    await service.run(run.intent);
  } else if (run.kind === "pay") {
    arm(run.crashAt);
    const payments = Array.from({ length: run.times }, () => service.pay(cardPayment(run.sessionId, run.cartId)));
    for (const { state } of await Promise.all(payments)) process.send?.(state);
  } else {
    await Promise.all(
      run.bodies.map(async (text) => {
        const body = Buffer.from(text);
        const receipt = await service.receiveNotification({
          account: "main",
          contentType: "application/x-www-form-urlencoded",
          body,
        });
        if (receipt.status === 200) process.send?.(text);
      }),
    );
  }
  process.send?.("finished");
}

function arm(crashAt: string | null): void {
  armCrashpoint((name) => {
    if (name === crashAt) process.kill(process.pid, "SIGKILL");
  });
}

/** A payment of 100.00 EUR with an approved test card, as the store route would build it. */
function cardPayment(sessionId: string, cartId: string): NewPayment {
  const money = createMoney(10_000n, createCurrency("EUR"));
  const device = { os: null, browser: null, language: null, timeZone: null, resolution: null, colorDepth: null };
  return {
    account: "main",
    providerId: "pp_acquiring-card_main",
    sessionId,
    cartId,
    customerId: null,
    hasAccount: false,
    money,
    mode: "card",
    method: null,
    redirect: {
      presentation: "page",
      returnTo: null,
      actionExpiresAt: new Date(Date.now() + 1_800_000),
      pendingExpiresAt: null,
      remindAt: null,
    },
    threeDs: { required: false, known: null },
    keepCard: null,
    savedCardId: null,
    face: { mask: "411111******1111", brand: "visa" },
    guard: async () => undefined,
    request: (orderNo) => ({
      orderNo,
      money,
      breakdown: null,
      items: [],
      site: "localhost",
      note: null,
      custom: null,
      shopper: { id: null, email: "ada@example.test", ip: null, phone: null },
      accountOwner: null,
      discounts: [],
      billing: null,
      delivery: null,
      device: {
        ...device,
        accept: null,
        userAgent: null,
        type: null,
        fingerprint: null,
        sessionId: null,
        challengeWindowSize: null,
      },
      instrument: {
        kind: "card",
        save: false,
        authentication: null,
        card: {
          number: "4111111111111111",
          expiryMonth: "12",
          expiryYear: "2039",
          securityCode: "123",
          firstName: "Ada",
          lastName: "Lovelace",
        },
      },
      notifyUrl: "http://localhost:1/acquiring/notify/main",
      returnUrl: "http://localhost:1/acquiring/return/x",
      cancelUrl: "http://localhost:1/acquiring/cancel/x",
    }),
  };
}

process.once("message", (message) => {
  work(message).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
