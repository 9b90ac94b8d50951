import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { orderBalance } from "../orders/order-balance";
import { resolveLedger } from "../resolve-ledger";

/**
 * An order whose payments by this plugin were all voided, and that nothing else pays for, is not handed over. One that owes nothing, or that has
 * another provider's payment, is.
 */
const OURS = "pp_acquiring-";

const Payment = z.object({
  provider_id: z.string(),
  canceled_at: z.unknown(),
  data: z.object({ order_no: z.string().nullish() }).nullish().catch(null),
});
type Payment = z.output<typeof Payment>;

const Orders = z.array(
  z.object({
    payment_collections: z.array(z.object({ payments: z.array(Payment.nullish()).nullish() }).nullish()).nullish(),
  }),
);

const FIELDS = ["provider_id", "canceled_at", "data"].map((name) => `payment_collections.payments.${name}`);

/** Throws NOT_ALLOWED. */
export async function refuseVoidedOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "order", fields: ["id", ...FIELDS], filters: { id: orderId } });
  const payments = Orders.parse(data)
    .flatMap(({ payment_collections: collections }) => collections ?? [])
    .flatMap((collection) => collection?.payments ?? [])
    .flatMap((payment) => payment ?? []);
  if (!payments.some(({ provider_id: id }) => id.startsWith(OURS))) return;
  const voided = await voidedOrderNos(container, payments);
  if (payments.some((payment) => !payment.canceled_at && !voided.has(payment.data?.order_no ?? ""))) return;
  const balance = await orderBalance(container, orderId);
  if (balance?.money == null || balance.isWaiting) {
    // Until Medusa has recorded the void, its order looks paid.
    const isUnrecorded = payments.some(({ canceled_at: at }) => !at);
    if (!isUnrecorded) return;
  }
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "The payment of this order was voided and nothing else pays for it; collect a payment, or mark the order as paid, before it is fulfilled.",
  );
}

async function voidedOrderNos(container: MedusaContainer, payments: readonly Payment[]): Promise<ReadonlySet<string>> {
  const orderNos = payments.flatMap(({ data }) => data?.order_no ?? []);
  const rows = await resolveLedger(container).attempts.attemptsByOrderNos(orderNos);
  return new Set(rows.flatMap((row) => (row?.state === "voided" ? [row.order_no] : [])));
}
