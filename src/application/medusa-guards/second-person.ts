import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import type { Who } from "../access/admin-access";
import { minorOf, readAttemptOfPayment } from "../../modules/acquiring";
import { approveRefund } from "../staff-notifications/approve-refund";
import { refundablesOf } from "../payables/surplus";
import { resolveLedger } from "../resolve-ledger";
import { modeOf } from "../checkout/open-session";

/**
 * Medusa's own refund button and its cancellation of an order move the same money as ours, so that a refund that needs two
 * people is approved there, too: the first person's request is refused and recorded, the second's is made. The provider
 * checks again before it sends.
 */
const Payment = z.object({ provider_id: z.string(), amount: z.number() }).optional();

/** `POST /admin/payments/:id/refund`; `amount`: as in the body, or all of it. Throws NOT_ALLOWED for the first person. */
export async function approveMedusaRefund(
  container: MedusaContainer,
  who: Who,
  asked: { readonly paymentId: string; readonly amount: number | undefined },
): Promise<void> {
  const { options, attempts } = resolveLedger(container);
  if (options.refunds.secondPersonAbove === undefined) return;
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["id", "provider_id", "amount"],
    filters: { id: asked.paymentId },
  });
  const payment = Payment.parse(data[0]);
  if (!payment || modeOf(payment.provider_id) === null) return;
  const attempt = await readAttemptOfPayment(attempts.connection, asked.paymentId);
  const { minor } = fromMedusa(String(asked.amount ?? payment.amount), createCurrency(attempt.currency));
  await approveAll(container, who, [{ attemptId: attempt.id, minor }]);
}

/** `POST /admin/orders/:id/cancel` refunds what is captured of all payments, which counts together. */
export async function approveCancelling(container: MedusaContainer, who: Who, orderId: string): Promise<void> {
  if (resolveLedger(container).options.refunds.secondPersonAbove === undefined) return;
  const payments = await refundablesOf(container, orderId);
  const refunds = payments.map(({ row: { id, captured, refunded, refund_pending: pending } }) => ({
    attemptId: id,
    minor: minorOf(captured) - minorOf(refunded) - minorOf(pending),
  }));
  await approveAll(
    container,
    who,
    refunds.filter(({ minor }) => minor > 0n),
  );
}

async function approveAll(
  container: MedusaContainer,
  who: Who,
  refunds: readonly { readonly attemptId: string; readonly minor: bigint }[],
): Promise<void> {
  const { refundApprovals } = resolveLedger(container);
  const approver = { actorId: who.actor_id, isUser: who.actor_type === "user" };
  let refusal: string | null = null;
  const together = refunds.reduce((sum, { minor }) => sum + minor, 0n);
  for (const { attemptId, minor } of refunds) {
    const asked = await refundApprovals.ofPayment(attemptId, minor, { together });
    const missing = asked && (await approveRefund(container, asked, approver));
    if (missing) refusal ??= missing.message;
  }
  if (refusal !== null) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, refusal);
}
