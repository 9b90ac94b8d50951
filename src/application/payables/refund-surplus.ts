import { MedusaError } from "@medusajs/framework/utils";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { Surplus, SurplusRefund, SurplusResult } from "../../api-schema/admin";
import type { CurrencyCode } from "../../gateway/model/money";
import { createCurrency, fromMajor } from "../../gateway/model/money";
import type { AdminRequestContext } from "../access/admin-request-context";
import type { ActionAnswer, PaymentChange } from "../dashboard/change-payment";
import { changePayment } from "../dashboard/change-payment";
import { resolveLedger } from "../resolve-ledger";
import { disputeOfPayments, refundablesOf, surplusOf } from "./surplus";

/**
 * Carries out the plan that was shown, one refund after the other. Its text is part of each refund's idempotency key, so
 * the same plan sent twice is one refund of each payment.
 */
const WAIT_MS = 10_000;

export async function refundSurplus(
  context: AdminRequestContext,
  { plan, note, despite_dispute: isDespiteDispute = false }: SurplusRefund,
  reasonId: string | null = null,
): Promise<SurplusResult> {
  const { container, targetId: orderId, actorId } = context;
  return withSurplusLease(container, orderId, async () => {
    const shown = await surplusOf(container, orderId);
    if (shown.plan !== plan)
      throw notAllowed(
        shown.refused_because ?? "Nothing was refunded: the plan has changed since it was shown. Read it again.",
      );
    const dispute = disputeOfPayments(await refundablesOf(container, orderId));
    if (dispute !== null && !isDespiteDispute) throw notAllowed(WHY_DISPUTED[dispute]);
    const missing = await missingApproval(context, shown, plan);
    if (missing) return { results: shown.refunds.map((refund) => ({ ...refund, ...missing })), remaining: shown };
    const results = await carryOutPlan(container, shown, { actorId, note: note || null, reasonId });
    return { results, remaining: await surplusOf(container, orderId) };
  });
}

/** Throws a MedusaError, CONFLICT, while another refund of the order's surplus takes long. */
export async function withSurplusLease<T>(
  container: MedusaContainer,
  orderId: string,
  work: () => Promise<T>,
): Promise<T> {
  const lease = await resolveLedger(container).leases.take("surplus-refund", orderId, WAIT_MS);
  if (!lease) throw new MedusaError(MedusaError.Types.CONFLICT, "Another refund of this surplus is being made.");
  try {
    return await work();
  } finally {
    await lease.release();
  }
}

const notAllowed = (message: string): MedusaError => new MedusaError(MedusaError.Types.NOT_ALLOWED, message);

export const WHY_DISPUTED = {
  open: "Nothing was refunded, because the customer disputes a payment of this order: a refund would pay twice.",
  lost: "Nothing was refunded, because the customer's bank has taken a payment of this order back: a refund would pay twice.",
} as const;

async function missingApproval(
  { container, targetId: orderId, actorId, isUser = false }: AdminRequestContext,
  { currency, refunds }: Surplus,
  plan: string,
): Promise<ActionAnswer | null> {
  const { refundApprovals } = resolveLedger(container);
  const [first] = refunds;
  if (first === undefined) return null;
  const minor = sumOf(refunds, createCurrency(currency));
  const asked = await refundApprovals.ofPlan(orderId, { plan, minor, attemptId: first.payment_id });
  const missing = asked && (await refundApprovals.approve(asked, { actorId, isUser }));
  return missing ? { outcome: "not_sent", ...missing } : null;
}

export const sumOf = (refunds: Surplus["refunds"], currency: CurrencyCode): bigint =>
  refunds.reduce((sum, { amount }) => sum + fromMajor(amount, currency).minor, 0n);

type By = Pick<PaymentChange, "actor" | "actorId" | "note" | "reasonId">;

/** Under the order's lease, and after everything that a person has to decide. */
export async function carryOutPlan(
  container: MedusaContainer,
  { plan, refunds }: Pick<Surplus, "plan" | "refunds">,
  by: By,
): Promise<SurplusResult["results"]> {
  const results: SurplusResult["results"] = [];
  if (plan === null) return results;
  for (const [place, refund] of refunds.entries()) {
    const change = {
      attemptId: refund.payment_id,
      amount: refund.amount,
      kind: "refund",
      key: keyOf(plan, place),
    } as const;
    const answer = results.every(isTaken)
      ? await changePayment(container, { ...change, ...by }, { isApproved: true })
      : NOT_SENT;
    results.push({ ...refund, ...answer });
  }
  return results;
}

const keyOf = (plan: NonNullable<Surplus["plan"]>, place: number): string => `surplus_${plan}_${String(place)}`;

export const isTaken = ({ outcome }: ActionAnswer): boolean => outcome === "done" || outcome === "pending";

const NOT_SENT: ActionAnswer = {
  outcome: "not_sent",
  code: "earlier_refund_failed",
  message: "Not sent, because an earlier refund of the plan was not made. Read the plan again.",
};
