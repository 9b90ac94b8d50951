import knex from "knex";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import { cardPayment } from "./card-payment";
import type { PlainPayout } from "./payout-request";
import { payoutRequest } from "./payout-request";
import type { Workers } from "./random-workers";
import { moveMoney } from "./random-workers";

/**
 * A second process with the ledger, for tests to kill. Its parent sends one job; it reports what it has acknowledged.
 */
export interface Job {
  readonly databaseUrl: string;
  readonly options: unknown;
  readonly run:
    | {
        readonly kind: "write";
        readonly intent: Parameters<AcquiringModuleService["gate"]["run"]>[0];
        readonly crashAt: string;
      }
    | {
        readonly kind: "writes";
        readonly intents: readonly Parameters<AcquiringModuleService["gate"]["run"]>[0][];
        readonly crashAt: string;
      }
    | {
        readonly kind: "pay";
        readonly sessionId: string;
        /** Null for a payment link's. */
        readonly cartId: string | null;
        readonly balance?: { readonly collectionId: string; readonly linkId: string };
        readonly times: number;
        readonly crashAt: string | null;
        /** It stands still at this failpoint until it is continued, and its clock is later by so many ms then. */
        readonly pause?: { readonly at: string; readonly lateMs: number };
      }
    | { readonly kind: "payout"; readonly payout: PlainPayout; readonly crashAt: string }
    | {
        readonly kind: "notify";
        readonly bodies: readonly string[];
        readonly clients: number;
        readonly dieAfter: number;
      }
    | ({ readonly kind: "workers" } & Workers);
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
    await service.gate.run(run.intent);
  } else if (run.kind === "writes") {
    arm(run.crashAt);
    await Promise.all(run.intents.map((intent) => service.gate.run(intent)));
  } else if (run.kind === "pay") {
    if (run.pause) standStill(service, run.pause);
    else arm(run.crashAt);
    const wanted = run.balance && { balance: run.balance };
    const pay = () => service.pay(cardPayment(run.sessionId, run.cartId, wanted));
    const payments = Array.from({ length: run.times }, pay);
    for (const { state } of await Promise.all(payments)) process.send?.(state);
  } else if (run.kind === "payout") {
    arm(run.crashAt);
    await service.payouts.send(payoutRequest(run.payout));
  } else if (run.kind === "workers") {
    process.send?.(JSON.stringify(await moveMoney(service, run)));
  } else {
    const left = run.bodies.values();
    let handedOver = 0;
    /** Dies once so many acknowledgements are on their way to the parent, however busy that is. */
    const handOver = (): void => {
      handedOver += 1;
      if (handedOver === run.dieAfter) process.kill(process.pid, "SIGKILL");
    };
    const contentType = "application/x-www-form-urlencoded";
    const client = async (): Promise<void> => {
      for (const text of left) {
        const receipt = await service.receiveNotification({ account: "main", contentType, body: Buffer.from(text) });
        if (receipt.status === 200) process.send?.(text, handOver);
      }
    };
    await Promise.all(Array.from({ length: run.clients }, client));
  }
  process.send?.("finished");
}

function arm(crashAt: string | null): void {
  armFailpoint((name) => {
    if (name === crashAt) process.kill(process.pid, "SIGKILL");
  });
}

function standStill(service: AcquiringModuleService, { at, lateMs }: { readonly at: string; readonly lateMs: number }) {
  let passedMs = 0;
  service.useClock(() => new Date(Date.now() + passedMs));
  armFailpoint((name) => {
    if (name !== at) return;
    process.kill(process.pid, "SIGSTOP");
    passedMs = lateMs;
  });
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
