import { cardPayment } from "../../../integration-tests/support/card-payment";
import type { BudgetStore } from "../budget-store";
import type { Operation } from "../operation";

/** What happens without anybody waiting: notifications and status checks. */
interface Attempt {
  readonly id: string;
  readonly order_no: string;
}

let sessions = 0;

/** Authorised at the gateway, without a cart. */
export async function authorised({ ledger, pg }: BudgetStore): Promise<Attempt> {
  sessions += 1;
  const sessionId = `payses_budget_${String(sessions)}`;
  await ledger.pay(cardPayment(sessionId, `cart_budget_${String(sessions)}`));
  const row = await pg<Attempt>("acquiring_payment_attempt").where({ session_id: sessionId }).first("id", "order_no");
  if (!row) throw new Error("The payment has no row.");
  return row;
}

async function notify({ gateway, base }: BudgetStore, { order_no: orderNo }: Attempt): Promise<void> {
  const statuses = await gateway.notify(orderNo, { url: `${base}/acquiring/notify/main` });
  if (statuses.some((status) => status !== 200)) throw new Error("The notification was not accepted.");
}

/** What `workerRound` does with the inbox. */
async function processInbox({ ledger }: BudgetStore): Promise<void> {
  const ids = await ledger.takeInbox(1);
  if (ids.length !== 1) throw new Error("There is no notification.");
  for (const id of ids) await ledger.applyInbox(id);
}

async function capturedInPortal(store: BudgetStore): Promise<Attempt> {
  const attempt = await authorised(store);
  await store.gateway.control("portal-capture", { order_no: attempt.order_no });
  return attempt;
}

export const backgroundOperations: readonly Operation[] = [
  {
    name: "accept a notification",
    prepare: async (store) => {
      const attempt = await capturedInPortal(store);
      return () => notify(store, attempt);
    },
  },
  {
    name: "process a notification",
    prepare: async (store) => {
      await store.pg("acquiring_inbox_event").delete();
      await notify(store, await capturedInPortal(store));
      return () => processInbox(store);
    },
  },
  {
    name: "status check",
    prepare: async (store) => {
      const { id } = await authorised(store);
      return async () => {
        const broken = await store.ledger.checkAttempts([id]);
        if (broken.length > 0) throw new Error("The check broke.");
      };
    },
  },
];
