import type { PaymentFact, RefundFact } from "../../../../gateway/model/facts";
import type { AttemptSnapshot, OperationSnapshot } from "../snapshot";

/** The records of the three books and their differences; `compare-books.ts` and `compare-refunds.ts` find them. */
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

/** By a query whose fact the ledger may accept, by the projection, or by a person if two books contradict. */
export type Remedy = "ask_gateway" | "record_in_medusa" | "decide";

/** One book's value: text, and an amount in minor units of the payment's currency if there is one. */
export interface BookEntry {
  readonly words: string;
  readonly minor: bigint | null;
}

export interface Difference {
  readonly kind: DifferenceKind;
  /** The operation or Medusa row, if it is not the payment as a whole. */
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
  readonly operationId: string | null;
  /** Of a refund: what is missing or wrong in its order, unless that is cancelled. */
  readonly orderFlaw?: OrderFlaw;
}

/** `surplus`: a refund transaction of the order without a refund. */
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

export interface MedusaSide {
  /** The payment was created from this attempt. */
  readonly payment: MedusaBookPayment | null;
  /** The session's payment was created from another attempt. */
  readonly isPaidByAnother: boolean;
  /** Null if the attempt names no cart. */
  readonly hasOrder: boolean | null;
}

export interface LedgerOperation extends OperationSnapshot {
  readonly idempotencyKey: string;
  readonly reference: string | null;
}

export interface LedgerSide extends AttemptSnapshot {
  readonly operations: readonly LedgerOperation[];
  readonly isReversed: boolean;
  /** The gateway took the money after the attempt had been abandoned. */
  readonly isLate: boolean;
  /** The authorisation is old enough that "not found" proves it never arrived. */
  readonly isAbsenceFinal: boolean;
  /** A renewal that Medusa does not record, or not yet; its subscription handles it. */
  readonly isUnlinked?: boolean;
}

export interface Books {
  readonly payments: readonly PaymentFact[];
  /** Later charges of the subscription that it started which are not in the ledger. */
  readonly unknownCharges?: readonly PaymentFact[];
  /** Null: refunds were not queried, because no book contains one. */
  readonly refunds: readonly RefundFact[] | null;
  readonly ledger: LedgerSide;
  readonly medusa: MedusaSide;
}

export const sumOfAmounts = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

export const countsAsRefunded = ({ kind, status }: OperationSnapshot): boolean =>
  kind === "refund" && (status === "settled" || status === "pending");

export const isRowOf = (row: MedusaRow, operation: Pick<LedgerOperation, "id" | "idempotencyKey">): boolean =>
  row.id === operation.idempotencyKey || row.operationId === operation.id;

/** Medusa's total; null if a row is not exact. */
export function sumOfRows(rows: readonly MedusaRow[]): bigint | null {
  const amounts = rows.flatMap(({ minor }) => (minor === null ? [] : [minor]));
  return amounts.length === rows.length ? sumOfAmounts(amounts) : null;
}

export function medusaEntry({ payment, isPaidByAnother }: MedusaSide): BookEntry {
  if (!payment) return isPaidByAnother ? said("another payment") : said("no payment");
  if (payment.isCancelled) return said("cancelled", payment.minor);
  return payment.captures.length > 0
    ? said("captured", sumOfRows(payment.captures))
    : said("authorised", payment.minor);
}

export const ledgerEntry = ({ state, captured, authorised, requested }: LedgerSide): BookEntry =>
  said(state, state === "captured" ? captured : authorised > 0n ? authorised : requested);
