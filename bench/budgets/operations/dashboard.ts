import { APPROVER, approve, beneficiary, submitted, userOf } from "../../../integration-tests/support/payer";
import type { Operation } from "../operation";
import { authorised } from "./background";

/** What people do at the dashboard. */
const BULK = 100;
const AT_ONCE = 10;
const ROOT = "/admin/acquiring";

export const dashboardOperations: readonly Operation[] = [
  {
    name: "order page",
    prepare: async (store) => {
      const checkout = await store.checkout();
      await store.shop.pay(checkout).expect(200);
      const { order } = await store.shop.complete(checkout);
      return () => store.admin.get(`${ROOT}/orders/${order?.id ?? ""}/payments`).expect(200);
    },
  },
  {
    name: `capture ${String(BULK)} at once`,
    isConcurrent: true,
    prepare: async (store) => {
      const ids: string[] = [];
      while (ids.length < BULK) {
        const made = await Promise.all(Array.from({ length: AT_ONCE }, () => authorised(store)));
        ids.push(...made.map(({ id }) => id));
      }
      return async () => {
        const body = { key: `bulk-${ids[0] ?? ""}`, payment_ids: ids };
        await store.admin.post(`${ROOT}/bulk-captures`, body).expect(202);
        await store.ledger.drain.settle();
      };
    },
  },
  {
    name: "approve and send a payout",
    prepare: async (store) => {
      // Its cool-down moves the ledger's clock.
      store.ledger.useClock(() => new Date());
      const approver = await userOf(store, APPROVER);
      const payout = await submitted(store, { beneficiary_id: await beneficiary(store) });
      return () => approve(approver, payout).expect(200);
    },
  },
];
