import type { MedusaContainer } from "@medusajs/framework/types";
import type { AdminDispute, AdminPayment, TimelineEntry } from "../../../api-schema/admin";
import { maskCardNumbers } from "../../../gateway/redaction/redact";
import { paymentView } from "../../dashboard/view/order-payments";
import { resolveLedger } from "../../resolve-ledger";
import { disputeDetails } from "../dispute-page";
import type { EvidenceMessage, EvidenceOrder, EvidenceReturn } from "./load-order";
import { loadOrderEvidence } from "./load-order";

/** What this store knows about a disputed payment. It contains no card number beyond its mask, and no text of the messages. */
export interface DisputeEvidence {
  /** ISO 8601. */
  readonly generated_at: string;
  readonly dispute: Pick<
    AdminDispute,
    "id" | "reference" | "reason" | "amount" | "currency" | "state" | "opened_at" | "decided_at" | "due_at"
  >;
  readonly payment: Pick<
    AdminPayment,
    | "id"
    | "account"
    | "order_no"
    | "gateway_payment_id"
    | "mode"
    | "method_name"
    | "state"
    | "currency"
    | "card"
    | "three_ds"
    | "created_at"
  > & { readonly amounts: Pick<AdminPayment["amounts"], "authorised" | "captured" | "refunded"> };
  /** The store keeps none. */
  readonly device: null;
  /** Null: none is known for this payment. */
  readonly order: EvidenceOrder | null;
  readonly returns: readonly EvidenceReturn[];
  readonly messages: readonly EvidenceMessage[];
  readonly timeline: readonly Pick<TimelineEntry, "at" | "kind" | "amount" | "actor" | "note" | "code" | "message">[];
}

/** Throws NOT_FOUND. */
export async function collectEvidence(container: MedusaContainer, disputeId: string): Promise<DisputeEvidence> {
  const { dispute } = await disputeDetails(container, disputeId);
  const payment = await paymentView(container, dispute.payment_id);
  const found = dispute.order === null ? null : await loadOrderEvidence(container, dispute.order.id);
  return withoutCardNumbers({
    generated_at: resolveLedger(container).now().toISOString(),
    dispute: disputeFacts(dispute),
    payment: paymentFacts(payment),
    device: null,
    order: found?.order ?? null,
    returns: found?.returns ?? [],
    messages: found?.messages ?? [],
    timeline: payment.timeline.map(({ at, kind, amount, actor, note, code, message }) => ({
      ...{ at, kind, amount, actor, note, code, message },
    })),
  });
}

const disputeFacts = (dispute: AdminDispute): DisputeEvidence["dispute"] => ({
  id: dispute.id,
  reference: dispute.reference,
  reason: dispute.reason,
  amount: dispute.amount,
  currency: dispute.currency,
  state: dispute.state,
  opened_at: dispute.opened_at,
  decided_at: dispute.decided_at,
  due_at: dispute.due_at,
});

const paymentFacts = ({ amounts, ...payment }: AdminPayment): DisputeEvidence["payment"] => ({
  id: payment.id,
  account: payment.account,
  order_no: payment.order_no,
  gateway_payment_id: payment.gateway_payment_id,
  mode: payment.mode,
  method_name: payment.method_name,
  state: payment.state,
  currency: payment.currency,
  card: payment.card,
  three_ds: payment.three_ds,
  created_at: payment.created_at,
  amounts: { authorised: amounts.authorised, captured: amounts.captured, refunded: amounts.refunded },
});

/** Customers write card numbers into notes and addresses. A mask stays as it is. */
function withoutCardNumbers(evidence: DisputeEvidence): DisputeEvidence {
  const mask = (_: string, value: unknown): unknown => (typeof value === "string" ? maskCardNumbers(value) : value);
  return JSON.parse(JSON.stringify(evidence, mask));
}
