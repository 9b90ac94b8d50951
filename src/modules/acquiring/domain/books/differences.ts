import type { PaymentFact, RefundFact } from "../../../../gateway/model/facts";
import type { AttemptSnapshot, OperationSnapshot } from "../snapshot";

/**
 * The words of a reconciliation: what the three books hold of one payment, and
 * how a difference between them is told. Shapes and small questions only; the
 * comparing is in `compare-books.ts` and `compare-refunds.ts`.
 */
export const differenceKinds = [
  // The gateway and the ledger.
  "unknown_at_gateway",
  "state_differs",
  "captured_differs",
  "voided_differs",
  "amount_differs",
  "currency_differs",
  "transaction_differs",
  "second_transaction",
  "renewal_missing_here",
  "unmapped_status",
  "refund_missing_here",
  "refund_missing_there",
  "refund_amount_differs",
  "refund_state_differs",
  "refunded_differs",
  // Medusa and the ledger.
  "medusa_payment_extra",
  "medusa_amount_differs",
  "medusa_currency_differs",
  "medusa_capture_missing",
  "medusa_capture_extra",
  "medusa_refund_missing",
  "medusa_refund_extra",
  "medusa_refund_differs",
  "medusa_void_missing",
  "medusa_void_extra",
  "order_missing",
  "money_for_nothing",
  "ledger_missing",
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/**
 * Who can end it: `ask_gateway`: the gateway's fact is one that the ledger may
 * take; `record_in_medusa`: the projection can do what is missing; `decide`: a
 * person, since two books contradict each other and neither may be believed alone.
 */
export type Remedy = "ask_gateway" | "record_in_medusa" | "decide";

/** What one book says: words, and an amount in minor units of the payment's currency where there is one. */
export interface BookEntry {
  readonly words: string;
  readonly minor: bigint | null;
}

export interface Difference {
  readonly kind: DifferenceKind;
  /** The operation or Medusa row it is about, where it is not about the payment as a whole. */
  readonly subject: string | null;
  readonly gateway: BookEntry;
  readonly ledger: BookEntry;
  readonly medusa: BookEntry;
  readonly remedy: Remedy;
}

export const said = (words: string, minor: bigint | null = null): BookEntry => ({ words, minor });
export const nothing = said("nothing");

/** Medusa's capture and refund rows; an amount that is not exact in minor units is null. */
export interface MedusaRow {
  readonly id: string;
  readonly minor: bigint | null;
  /** The ledger's operation that our own booking named. */
  readonly operationId: string | null;
  /** Of a refund: what its order, which was not cancelled, lacks of it or has wrong. */
  readonly orderFlaw?: OrderFlaw;
}

/** `surplus`: a refund transaction of the order that no refund stands behind. */
export type OrderFlaw =
  "transaction_missing" | "transaction_differs" | "credit_line_missing" | "credit_line_surplus" | "surplus";

export interface MedusaBookPayment {
  readonly id: string;
  readonly currency: string;
  readonly minor: bigint | null;
  readonly isCancelled: boolean;
  readonly captures: readonly MedusaRow[];
  readonly refunds: readonly MedusaRow[];
}

/** What Medusa holds of one attempt. */
export interface MedusaSide {
  /** The payment that was made from this very attempt. */
  readonly payment: MedusaBookPayment | null;
  /** The session's payment was made from another attempt. */
  readonly isPaidByAnother: boolean;
  /** Null when the attempt names no cart. */
  readonly hasOrder: boolean | null;
}

export interface LedgerOperation extends OperationSnapshot {
  readonly idempotencyKey: string;
  /** The gateway's number of a refund. */
  readonly reference: string | null;
}

export interface LedgerSide extends AttemptSnapshot {
  readonly operations: readonly LedgerOperation[];
  /** Its money is to be given back, or was. */
  readonly isReversed: boolean;
  /** The gateway took the money after the attempt had been given up. */
  readonly isLate: boolean;
  /** The authorise was sent so long ago that "not found" proves it never arrived. */
  readonly isAbsenceFinal: boolean;
  /** A renewal that nothing in Medusa stands for yet, or ever will by the owner's own rule; its subscription sees to that. */
  readonly isUnlinked?: boolean;
}

export interface Books {
  /** Of the attempt's own transaction. */
  readonly payments: readonly PaymentFact[];
  /** Later charges of the subscription that it began, of which the ledger has never heard. */
  readonly unknownCharges?: readonly PaymentFact[];
  /** Null: the refunds were not asked for, because no book speaks of one. */
  readonly refunds: readonly RefundFact[] | null;
  readonly ledger: LedgerSide;
  readonly medusa: MedusaSide;
}

export const sumOfAmounts = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Refunds that the ledger counts: at the bank, or done. */
export const countsAsRefunded = ({ kind, status }: OperationSnapshot): boolean =>
  kind === "refund" && (status === "settled" || status === "pending");

/** Does this refund row of Medusa stand for this operation? */
export const isRowOf = (row: MedusaRow, operation: Pick<LedgerOperation, "id" | "idempotencyKey">): boolean =>
  row.id === operation.idempotencyKey || row.operationId === operation.id;

/** Medusa's sum; null when a row of it is not exact. */
export function sumOfRows(rows: readonly MedusaRow[]): bigint | null {
  const amounts = rows.flatMap(({ minor }) => (minor === null ? [] : [minor]));
  return amounts.length === rows.length ? sumOfAmounts(amounts) : null;
}

/** How Medusa's book reads for the payment as a whole. */
export function medusaSays({ payment, isPaidByAnother }: MedusaSide): BookEntry {
  if (!payment) return isPaidByAnother ? said("another payment") : said("no payment");
  if (payment.isCancelled) return said("cancelled", payment.minor);
  return payment.captures.length > 0
    ? said("captured", sumOfRows(payment.captures))
    : said("authorised", payment.minor);
}

export const ledgerSays = ({ state, captured, authorised, requested }: LedgerSide): BookEntry =>
  said(state, state === "captured" ? captured : authorised > 0n ? authorised : requested);
