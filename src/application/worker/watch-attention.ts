import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { orderBalance } from "../orders/order-balance";
import { resolveLedger } from "../resolve-ledger";
import { loadMedusaPayment } from "../orders/load-medusa-payment";

/**
 * One round of the attention queue: closes items that no longer apply and raises those that no event reports. Whether a
 * cart has an order is read from Medusa; everything else is in the ledger.
 */
const LIMIT = 50;

export async function watchAttention(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  const { checked, cleared, raised } = await ledger.watchAttention();
  const withoutOrder = await raisePaidWithoutOrder(container);
  await solveVoidedElsewhere(container);
  if (cleared + raised + withoutOrder === 0) return;
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const counts = { checked, cleared, raised, without_order: withoutOrder };
  logger.info(["acquiring.attention", ...Object.entries(counts).map((pair) => pair.join("="))].join(" "));
}

async function raisePaidWithoutOrder(container: MedusaContainer): Promise<number> {
  const ledger = resolveLedger(container);
  let raised = 0;
  for (const attempt of await ledger.attention.paidWithoutOrder(LIMIT)) {
    const { order } = await loadMedusaPayment(container, attempt);
    if (order) continue;
    const message =
      "Money has been held for this cart for a while without an order. The server keeps trying to create it.";
    await ledger.medusaSync.raise(attempt, "paid_without_order", message);
    raised += 1;
  }
  return raised;
}

/** The order was cancelled or deleted, or was paid again: nothing is left to do. */
async function solveVoidedElsewhere(container: MedusaContainer): Promise<void> {
  const { attention } = resolveLedger(container);
  for (const attempt of await attention.paymentsInTurn("external_void", LIMIT)) {
    const { order } = await loadMedusaPayment(container, attempt);
    if (!order || order.status === "canceled") await attention.solve("external_void", attempt.id, "order_cancelled");
    else if (await isPaidAgain(container, order.id))
      await attention.solve("external_void", attempt.id, "pays_for_order");
  }
}

async function isPaidAgain(container: MedusaContainer, orderId: string): Promise<boolean> {
  const balance = await orderBalance(container, orderId);
  return balance !== null && balance.money === null && !balance.isWaiting;
}
