import request from "supertest";
import { reconcileIfDue } from "../../src/application/reconciliation/reconcile-books";
import { watchAttention } from "../../src/application/worker/watch-attention";
import type { Stage } from "../support/boot";
import { APPROVER, approve, beneficiary, pays, submitted, userOf } from "../support/payer";
import { CARDS } from "../support/shop";
import { away, fullPool, refusedUpdates, unreachableTable } from "./trouble";

/** The cause of each alert, at a running store; it returns what ends the cause. */
export type Trigger = (stage: Stage, store: Exported) => Promise<Remedy>;
type Remedy = () => Promise<unknown>;

/** The store's metrics, at the address that is scraped. */
export interface Exported {
  close(): Promise<void>;
  open(): Promise<void>;
  /** Resolves once Prometheus has a series of the expression: an increase is counted from a first value on. */
  has(expression: string): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The store's clock is this long ahead from now on. */
function ahead({ ledger }: Stage, ms: number): Remedy {
  ledger.useClock(() => new Date(Date.now() + ms));
  return async () => ledger.useClock(() => new Date());
}

const times = async (count: number, act: () => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < count; time += 1) await act();
};

const paid = async ({ shop }: Stage, card?: string) => {
  const checkout = await shop.checkout();
  await shop.pay(checkout, card).expect(200);
  return checkout;
};

interface Placed {
  readonly orderId: string;
  readonly attemptId: string;
  readonly orderNo: string;
}

async function ordered({ shop, pg }: Stage): Promise<Placed> {
  const { orderId, checkout } = await shop.order();
  const row = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
  return { orderId, attemptId: row.id, orderNo: row.order_no };
}

/** Nothing but time ends it: what happened leaves the range that is counted over. */
const LEAVES_RANGE: Remedy = () => Promise.resolve();

async function disputed(stage: Stage): Promise<Remedy> {
  const { orderId, orderNo } = await ordered(stage);
  const { id } = await stage.admin.payment(orderId);
  await stage.admin.post(`/admin/payments/${id}/capture`, { amount: 100 }).expect(200);
  const fields = { notify_type: "dispute", dispute_amount: "90.00", dispute_reason: "fraud", dispute_reference: "D1" };
  const announce = async (status: string): Promise<void> => {
    await stage.gateway.notify(orderNo, { overrides: { ...fields, dispute_status: status } });
    await stage.work();
  };
  await announce("received");
  return () => announce("lost");
}

export const TRIGGERS: Readonly<Record<string, Trigger>> = {
  AcquiringNotMonitored: async (_stage, store) => {
    await store.close();
    return () => store.open();
  },
  AcquiringDatabaseDown: (stage) => away(stage),
  AcquiringConnectionsShort: (stage) => fullPool(stage),
  AcquiringClockWrong: async ({ ledger }) => {
    ledger.clock.simulate(
      () => new Date(),
      () => Date.now() - 7_000,
    );
    return async () => ledger.useClock(() => new Date());
  },
  AcquiringWorkerBehind: async (stage) => {
    await stage.shop.order();
    return ahead(stage, 6 * MINUTE);
  },
  AcquiringNotificationsWaiting: async (stage) => {
    const { orderNo } = await ordered(stage);
    await stage.work();
    const allow = await refusedUpdates(stage.pg, "acquiring_inbox_event");
    await stage.gateway.notify(orderNo);
    const back = ahead(stage, 6 * MINUTE);
    return async () => {
      await back();
      await allow();
    };
  },
  AcquiringNotificationsNotStored: async (stage) => {
    const { orderNo } = await ordered(stage);
    const reachable = await unreachableTable(stage.databaseName, "acquiring_inbox_event");
    expect(await stage.gateway.notify(orderNo)).toContain(503);
    return reachable;
  },
  AcquiringNotificationsRejected: async ({ base }) => {
    await times(7, () => request(base).post("/acquiring/notify/main").type("form").send("a=b").expect(400));
    return LEAVES_RANGE;
  },
  AcquiringGatewayFailing: async (stage, store) => {
    const { attemptId } = await ordered(stage);
    await stage.gateway.fault("retrievalTrans", "5xx-before", 20);
    await stage.ledger.checkAttempt(attemptId);
    await store.has('acquiring_gateway_duration_count{operation="query", failed="true"}');
    await times(11, () => stage.ledger.checkAttempt(attemptId));
    return LEAVES_RANGE;
  },
  AcquiringGatewaySlow: async (stage, store) => {
    await paid(stage);
    await store.has('acquiring_gateway_duration_count{operation="authorise"}');
    await stage.gateway.control("settings", { slow: 6_000 });
    await Promise.all(Array.from({ length: 8 }, () => paid(stage)));
    return () => stage.gateway.control("settings", { slow: 0 });
  },
  AcquiringOutcomesUnknownOften: async (stage) => {
    await stage.gateway.fault("authorise", "drop-after-apply", 8);
    await stage.gateway.fault("retrievalTrans", "5xx-before", 1_000);
    await times(8, () => paid(stage));
    return LEAVES_RANGE;
  },
  AcquiringOutcomeUnknown: async (stage) => {
    await stage.gateway.fault("authorise", "drop-after-apply");
    await stage.gateway.fault("retrievalTrans", "5xx-before", 1_000);
    await paid(stage);
    return ahead(stage, 16 * MINUTE);
  },
  AcquiringQueriesRefused: async (stage) => {
    const { attemptId } = await ordered(stage);
    await stage.gateway.control("settings", { failQueries: "ip" });
    await stage.ledger.checkAttempt(attemptId);
    return async () => {
      await stage.gateway.control("settings", { failQueries: "off" });
      await stage.ledger.checkAttempt(attemptId);
    };
  },
  AcquiringRecoveryOpen: async ({ ledger }) => {
    const details = "Started by the trial.";
    const row = await ledger.recovery.begin({ account: "*", reason: "person", details, since: null, by: "trial" });
    return async () => row && ledger.recovery.end(row, "trial");
  },
  AcquiringPaidWithoutOrder: async (stage) => {
    await paid(stage);
    const back = ahead(stage, 16 * MINUTE);
    await watchAttention(stage.container);
    return async () => {
      await stage.work();
      await back();
    };
  },
  AcquiringMoneyDiffers: async (stage) => {
    const { orderId, orderNo } = await ordered(stage);
    await stage.gateway.control("portal-void", { order_no: orderNo });
    await stage.gateway.notify(orderNo, { kind: "void" });
    await times(3, () => stage.hurry());
    return async () => {
      await stage.admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
      await watchAttention(stage.container);
    };
  },
  AcquiringPayoutUndecided: async (stage) => {
    const approver = await userOf(stage, APPROVER);
    const payout = await submitted(stage, { beneficiary_id: await beneficiary(stage) });
    await stage.gateway.fault("payout", "drop-after-apply");
    expect((await approve(approver, payout).expect(200)).body.payout.state).toBe("unknown");
    return () => pays(stage, payout);
  },
  AcquiringAuthorisationExpiring: async (stage) => {
    const { orderId } = await ordered(stage);
    await stage.work();
    const back = ahead(stage, 6 * DAY + MINUTE);
    await watchAttention(stage.container);
    return async () => {
      await stage.admin.post(`/admin/payments/${(await stage.admin.payment(orderId)).id}/capture`).expect(200);
      await watchAttention(stage.container);
      await back();
    };
  },
  AcquiringDisputeOpen: disputed,
  AcquiringCardTesting: async (stage) => {
    await times(6, () => paid(stage, CARDS.declined));
    await stage.ledger.watchCardTesting();
    return async () => {
      const back = ahead(stage, 20 * MINUTE);
      await stage.ledger.watchCardTesting();
      await back();
    };
  },
  AcquiringAttentionIgnored: async (stage) => {
    const end = await disputed(stage);
    const back = ahead(stage, 25 * HOUR);
    return async () => {
      await back();
      await end();
    };
  },
  AcquiringReconciliationOverdue: async (stage) => {
    await reconcileIfDue(stage.container);
    return ahead(stage, 49 * HOUR);
  },
};
