import { Modules } from "@medusajs/framework/utils";
import type { BudgetStore } from "../budget-store";
import type { Operation } from "../operation";

/**
 * Capture, refund and void by Medusa's payment module through the provider, and the same with Medusa's own provider:
 * the difference is ours.
 */
type Order = (store: BudgetStore) => Promise<string>;

/** Returns the ID of Medusa's payment. */
const paidWithUs: Order = async (store) => {
  const checkout = await store.checkout();
  await store.shop.pay(checkout).expect(200);
  return paymentOf(store, await store.shop.complete(checkout));
};

const paidWithoutUs: Order = async (store) =>
  paymentOf(store, await store.shop.complete(await store.checkoutWithout()));

async function paymentOf(store: BudgetStore, { order }: { order?: { id: string } }): Promise<string> {
  if (!order) throw new Error("The cart was not completed.");
  return (await store.admin.payment(order.id)).id;
}

const MAJOR = 40;

const operationsOf = (order: Order, suffix: string): readonly Operation[] => [
  {
    name: `capture${suffix}`,
    prepare: async (store) => {
      const id = await order(store);
      return () => store.container.resolve(Modules.PAYMENT).capturePayment({ payment_id: id });
    },
  },
  {
    name: `refund${suffix}`,
    prepare: async (store) => {
      const id = await order(store);
      const payments = store.container.resolve(Modules.PAYMENT);
      await payments.capturePayment({ payment_id: id });
      return () => payments.refundPayment({ payment_id: id, amount: MAJOR });
    },
  },
  {
    name: `void${suffix}`,
    prepare: async (store) => {
      const id = await order(store);
      return () => store.container.resolve(Modules.PAYMENT).cancelPayment(id);
    },
  },
];

export const paymentOperations: readonly Operation[] = [
  ...operationsOf(paidWithUs, ""),
  ...operationsOf(paidWithoutUs, ", pp_system_default"),
];
