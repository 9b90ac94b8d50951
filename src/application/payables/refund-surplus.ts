import { MedusaError } from "@medusajs/framework/utils";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { Surplus, SurplusRefund, SurplusResult } from "../../api-schema/admin";
import type { CurrencyCode } from "../../gateway/model/money";
import { createCurrency, fromMajor } from "../../gateway/model/money";
import type { Reason } from "../../gateway/model/outcome";
import type { AdminRequestContext } from "../access/admin-request-context";
import type { ApprovalCase } from "../../modules/acquiring";
import { PLAN_KEY } from "../../modules/acquiring";
import type { ActionAnswer, ChangeRules, PaymentChange } from "../dashboard/change-payment";
import { changePayment } from "../dashboard/change-payment";
import { resolveLedger } from "../resolve-ledger";
import { approveRefund } from "../staff-notifications/approve-refund";
import type { Refundable } from "./surplus";
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
    const asked = await approvalCaseOf(container, orderId, { ...shown, plan });
    const missing = asked && (await missingApproval(context, asked));
    if (missing) return { results: shown.refunds.map((refund) => ({ ...refund, ...missing })), remaining: shown };
    const by = { actorId, note: note || null, reasonId };
    const rules = { asOnePerson: asked === null, isDespiteDispute };
    const results = await carryOutPlan(container, { orderId, shown }, by, rules);
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

/** The code of a refund that was not sent because of a dispute. */
export const DISPUTED = "disputed";

export const WHY_DISPUTED = {
  open: "Nothing was refunded, because the customer disputes a payment of this order: a refund would pay twice.",
  lost: "Nothing was refunded, because the customer's bank has taken a payment of this order back: a refund would pay twice.",
} as const;

/** Null: one person may carry out the plan, or there is none. */
export async function approvalCaseOf(
  container: MedusaContainer,
  orderId: string,
  { currency, refunds, plan }: Pick<Surplus, "currency" | "refunds" | "plan">,
): Promise<ApprovalCase | null> {
  const [first] = refunds;
  if (plan === null || first === undefined) return null;
  const minor = sumOf(refunds, createCurrency(currency));
  return resolveLedger(container).refundApprovals.ofPlan(orderId, { plan, minor, attemptId: first.payment_id });
}

async function missingApproval(
  { container, actorId, isUser = false }: AdminRequestContext,
  asked: ApprovalCase,
): Promise<ActionAnswer | null> {
  const missing = await approveRefund(container, asked, { actorId, isUser });
  return missing ? { outcome: "not_sent", ...missing } : null;
}

export const sumOf = (refunds: Surplus["refunds"], currency: CurrencyCode): bigint =>
  refunds.reduce((sum, { amount }) => sum + fromMajor(amount, currency).minor, 0n);

type By = Pick<PaymentChange, "actor" | "actorId" | "note" | "reasonId">;

/** A plan as it was shown or approved. */
interface ShownPlan {
  readonly orderId: string;
  readonly shown: Pick<Surplus, "plan" | "refunds" | "currency">;
}

interface PlanRules extends Pick<ChangeRules, "asOnePerson"> {
  readonly isDespiteDispute?: boolean;
}

/**
 * Under the order's lease, and after everything that a person has to decide. Medusa's button and the payment's page do not take
 * that lease, and a dispute may be reported at any time: the order is read again before each refund, and again once its row is
 * committed.
 */
export async function carryOutPlan(
  container: MedusaContainer,
  { orderId, shown: { plan, refunds, currency } }: ShownPlan,
  by: By,
  { asOnePerson, isDespiteDispute = false }: PlanRules = {},
): Promise<SurplusResult["results"]> {
  const results: SurplusResult["results"] = [];
  if (plan === null) return results;
  const before = begunIn(await refundablesOf(container, orderId));
  const isAsShown = (await surplusOf(container, orderId)).plan === plan;
  for (const [place, refund] of refunds.entries()) {
    const change = {
      attemptId: refund.payment_id,
      amount: refund.amount,
      kind: "refund",
      key: keyOf(plan, place),
    } as const;
    const rest = { orderId, before, own: refunds.slice(0, place), due: refunds.slice(place), currency };
    const stop = !results.every(isTaken)
      ? NOT_SENT
      : isAsShown && (place === 0 || (await isStillDue(container, rest)))
        ? null
        : CHANGED;
    const refundsBefore = before.get(refund.payment_id) ?? 0;
    const rows = { orderId, before, own: refunds.slice(0, place + 1) };
    const refusalNow = () => refusalAfterCommit(container, rows, isDespiteDispute);
    const rules = { asOnePerson, isApproved: true, refundsBefore, refusalNow };
    const answer = stop ?? (await changePayment(container, { ...change, ...by }, rules));
    results.push({ ...refund, ...answer });
  }
  return results;
}

/** Nothing was sent yet: neither a dispute nor another refund that was made since the plan was read is paid twice. */
async function refusalAfterCommit(
  container: MedusaContainer,
  plan: BegunPlan,
  isDespiteDispute: boolean,
): Promise<Reason | null> {
  const payments = await refundablesOf(container, plan.orderId);
  const dispute = isDespiteDispute ? null : disputeOfPayments(payments);
  if (dispute !== null) return { code: DISPUTED, message: WHY_DISPUTED[dispute] };
  return isAlone(begunIn(payments), plan) ? null : PLAN_CHANGED;
}

type Begun = ReadonlyMap<string, number>;

/** Refunds of each payment of the order, but those that were proven unsent. */
function begunIn(payments: readonly Refundable[]): Begun {
  const count = ({ operations }: Refundable): number =>
    operations.filter(({ kind, status }) => kind === "refund" && status !== "not_sent").length;
  return new Map(payments.map((each) => [each.row.id, count(each)]));
}

interface BegunPlan {
  readonly orderId: string;
  readonly before: Begun;
  /** Refunds of the plan that have begun. */
  readonly own: Surplus["refunds"];
}

/** Nothing but the plan's own refunds was begun since it was read. */
function isAlone(begun: Begun, { before, own }: Pick<BegunPlan, "before" | "own">): boolean {
  const ownOf = (id: string): number => own.filter(({ payment_id: of }) => of === id).length;
  return [...begun].every(([id, count]) => count === (before.get(id) ?? 0) + ownOf(id));
}

interface RestOfPlan extends BegunPlan {
  readonly due: Surplus["refunds"];
  readonly currency: string;
}

/** Nothing but the plan's own refunds was made meanwhile, and once they are recorded the rest is what the order has too much. */
async function isStillDue(
  container: MedusaContainer,
  { orderId, before, own, due, currency }: RestOfPlan,
): Promise<boolean> {
  if (!isAlone(begunIn(await refundablesOf(container, orderId)), { before, own })) return false;
  const { surplus, refused_because: isOpen } = await surplusOf(container, orderId);
  if (surplus !== null && isOpen !== null) return true;
  const code = createCurrency(currency);
  return surplus !== null && fromMajor(surplus, code).minor >= sumOf(due, code);
}

const keyOf = (plan: NonNullable<Surplus["plan"]>, place: number): string => `${PLAN_KEY}${plan}_${String(place)}`;

const PLAN_CHANGED: Reason = {
  code: "plan_changed",
  message: "Not sent, because something of the order was refunded or changed meanwhile. Read the plan again.",
};
const CHANGED: ActionAnswer = { outcome: "not_sent", ...PLAN_CHANGED };

export const isTaken = ({ outcome }: ActionAnswer): boolean => outcome === "done" || outcome === "pending";

const NOT_SENT: ActionAnswer = {
  outcome: "not_sent",
  code: "earlier_refund_failed",
  message: "Not sent, because an earlier refund of the plan was not made. Read the plan again.",
};
