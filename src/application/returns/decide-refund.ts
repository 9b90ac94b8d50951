import { MedusaError } from "@medusajs/framework/utils";
import type {
  ProposedRefund,
  RefundDismissal,
  RefundProposal,
  RestockingFee,
  SurplusResult,
} from "../../api-schema/admin";
import type { CurrencyCode } from "../../gateway/model/money";
import { createCurrency, createMoney, fromEntered, fromMajor, MoneyError, toMajor } from "../../gateway/model/money";
import { WHY_CHANGING } from "../../modules/acquiring";
import type { AdminRequestContext } from "../access/admin-request-context";
import { forEachDue } from "../for-each-due";
import { addCreditLine, creditLinesOf, isChanging } from "../orders/credit-lines";
import { refundSurplus, withSurplusLease } from "../payables/refund-surplus";
import { reasonIdFor } from "../refund-reasons/refund-reasons";
import { resolveLedger } from "../resolve-ledger";
import { followRefundNow, reasonKindOf } from "./follow-refund";
import { RESTOCKING_FEE } from "./order-changes";
import { examineOrder, refundProposalOf } from "./refund-proposal";

/** What staff decides about a proposed refund: to make it, to keep a part of it, or not now. */
export async function refundProposed(context: AdminRequestContext, asked: ProposedRefund): Promise<SurplusResult> {
  const { container, targetId: orderId } = context;
  const proposal = await refundProposalOf(container, orderId);
  // Of another plan nothing is refunded, so that it needs no reason.
  const isShown = proposal.plan === asked.plan;
  const reasonId = isShown ? await reasonIdFor(container, reasonKindOf(proposal)) : null;
  const result = await refundSurplus(context, asked, reasonId);
  // The refunds are made; a failure here is logged, and the order is examined again with its next change.
  await forEachDue(container, [orderId], {
    work: "automatic_refund",
    isOfRequest: true,
    run: (id) => followRefundNow(container, id),
  });
  return result;
}

/**
 * A credit line in Medusa's order that raises its total, so that the order owes less afterwards. It names the plan that it
 * was deducted from: the same request again deducts nothing more.
 */
export async function deductRestockingFee(
  { container, targetId: orderId, actorId }: AdminRequestContext,
  asked: RestockingFee,
): Promise<RefundProposal> {
  const ledger = resolveLedger(container);
  await withSurplusLease(container, orderId, async () => {
    const lines = await creditLinesOf(container, orderId);
    if (lines.some(({ reference_id: of }) => of === asked.plan)) return;
    const proposal = await refundProposalOf(container, orderId);
    if (proposal.plan !== asked.plan || proposal.surplus === null)
      throw notAllowed(proposal.refused_because ?? "Nothing was deducted: the proposal has changed. Read it again.");
    if (await isChanging(container, orderId)) throw notAllowed(`Nothing was deducted. ${WHY_CHANGING}`);
    const currency = createCurrency(proposal.currency);
    const fee = feeOf(asked, fromMajor(proposal.surplus, currency).minor, currency);
    const amount = toMajor(createMoney(fee, currency));
    await addCreditLine(container, orderId, {
      amount: `-${amount}`,
      reference: RESTOCKING_FEE,
      referenceId: asked.plan,
    });
    await ledger.refundProposals.noteFee(orderId, { actorId, currency, minor: fee });
  });
  await followRefundNow(container, orderId);
  return refundProposalOf(container, orderId);
}

/** In minor units, half a unit rounded up. Throws INVALID_DATA unless it is above 0 and at most the surplus. */
export function feeOf(
  { amount, percent }: Pick<RestockingFee, "amount" | "percent">,
  surplus: bigint,
  currency: CurrencyCode,
): bigint {
  const fee = percent === undefined ? amountIn(amount ?? "", currency) : share(surplus, percent);
  if (fee > 0n && fee <= surplus) return fee;
  const most = toMajor(createMoney(surplus, currency));
  throw new MedusaError(MedusaError.Types.INVALID_DATA, `amount: must be above 0 and at most ${most} ${currency}.`);
}

function amountIn(text: string, currency: CurrencyCode): bigint {
  try {
    return fromEntered(text, currency).minor;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `amount: ${error.message}`);
  }
}

/** `percent`: at most two decimals. */
function share(surplus: bigint, percent: string): bigint {
  const [whole = "0", fraction = ""] = percent.split(".");
  const hundredths = BigInt(whole + fraction.padEnd(2, "0"));
  return (surplus * hundredths + 5_000n) / 10_000n;
}

export async function dismissRefund(
  { container, targetId: orderId, actorId }: AdminRequestContext,
  { surplus, note }: RefundDismissal,
): Promise<RefundProposal> {
  const { refundProposals } = resolveLedger(container);
  resolveLedger(container).assertNoCardData({ note });
  await withSurplusLease(container, orderId, async () => {
    const { proposal, found } = await examineOrder(container, orderId);
    if (proposal.surplus === null || proposal.surplus !== surplus)
      throw notAllowed("Nothing was dismissed: the proposal has changed. Read it again.");
    await refundProposals.dismiss(await refundProposals.note(orderId, found), { actorId, note });
  });
  return refundProposalOf(container, orderId);
}

const notAllowed = (message: string): MedusaError => new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
