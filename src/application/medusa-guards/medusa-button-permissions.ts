import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { Who } from "../access/admin-access";
import { requirePermission } from "../access/admin-access";

/** Medusa's own buttons move the same money, so they need the plugin's permissions for our payments. */
const OURS = "pp_acquiring-";
const Payment = z.object({ provider_id: z.string(), captures: z.array(z.unknown()).nullish() });
const AnyPayment = Payment.optional();
const Order = z
  .object({
    payment_collections: z.array(z.object({ payments: z.array(Payment.nullish()).nullish() }).nullish()).nullish(),
  })
  .optional();

/** `POST /admin/payments/:id/capture` and `…/refund`. Throws 403 without the permission. */
export async function requireForPayment(
  container: MedusaContainer,
  who: Who,
  asked: { readonly paymentId: string; readonly permission: "capture" | "refund" },
): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["id", "provider_id"],
    filters: { id: asked.paymentId },
  });
  const payment = AnyPayment.parse(data[0]);
  if (payment?.provider_id.startsWith(OURS)) await requirePermission(container, who, asked.permission);
}

/** `POST /admin/orders/:id/cancel` refunds what is captured and voids the rest. Throws 403 without permission. */
export async function requireForCancelling(container: MedusaContainer, who: Who, orderId: string): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "payment_collections.payments.provider_id", "payment_collections.payments.captures.id"],
    filters: { id: orderId },
  });
  const collections = Order.parse(data[0])?.payment_collections ?? [];
  const payments = collections.flatMap((collection) => collection?.payments ?? []);
  const own = payments.flatMap((payment) => (payment?.provider_id.startsWith(OURS) ? [payment] : []));
  if (own.length === 0) return;
  const isCaptured = own.some(({ captures }) => (captures ?? []).length > 0);
  await requirePermission(container, who, isCaptured ? "refund" : "void");
}
