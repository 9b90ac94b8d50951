import { MedusaError } from "@medusajs/framework/utils";
import type { Surplus, SurplusRefund, SurplusResult } from "../../api-schema/admin";
import type { AdminRequestContext } from "../access/admin-request-context";
import type { ActionAnswer } from "../dashboard/change-payment";
import { changePayment } from "../dashboard/change-payment";
import { resolveLedger } from "../resolve-ledger";
import { surplusOf } from "./surplus";

/**
 * Carries out the plan that was shown, one refund after the other. Its text is part of each refund's idempotency key, so
 * the same plan sent twice is one refund of each payment.
 */
const WAIT_MS = 10_000;

export async function refundSurplus(
  { container, targetId: orderId, actorId }: AdminRequestContext,
  { plan, note }: SurplusRefund,
): Promise<SurplusResult> {
  const lease = await resolveLedger(container).leases.take("surplus-refund", orderId, WAIT_MS);
  if (!lease) throw new MedusaError(MedusaError.Types.CONFLICT, "Another refund of this surplus is being made.");
  try {
    const shown = await surplusOf(container, orderId);
    if (shown.plan !== plan)
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        shown.refused_because ?? "Nothing was refunded: the plan has changed since it was shown. Read it again.",
      );
    const results: SurplusResult["results"] = [];
    for (const [place, refund] of shown.refunds.entries()) {
      const input = { attemptId: refund.payment_id, amount: refund.amount, note: note || null };
      const answer = results.every(isTaken)
        ? await changePayment(container, {
            ...input,
            ...{ kind: "refund", actorId, reasonId: null },
            key: keyOf(plan, place),
          })
        : NOT_SENT;
      results.push({ ...refund, ...answer });
    }
    return { results, remaining: await surplusOf(container, orderId) };
  } finally {
    await lease.release();
  }
}

const keyOf = (plan: NonNullable<Surplus["plan"]>, place: number): string => `surplus_${plan}_${String(place)}`;

const isTaken = ({ outcome }: ActionAnswer): boolean => outcome === "done" || outcome === "pending";

const NOT_SENT: ActionAnswer = {
  outcome: "not_sent",
  code: "earlier_refund_failed",
  message: "Not sent, because an earlier refund of the plan was not made. Read the plan again.",
};
