import { NOON } from "../../__tests__/ledger-rows";
import type { MedusaPayment } from "../load-medusa-payment";
import type { Transaction } from "../order-transactions";

/** Medusa's rows as the projection reads them: amounts are exact text in major units. */
type CaptureRow = MedusaPayment["captures"][number];
type RefundRow = MedusaPayment["refunds"][number];

export const captureRow = (id: string, amount: string, more: Partial<CaptureRow> = {}): CaptureRow => ({
  id,
  raw_amount: { value: amount },
  created_by: null,
  created_at: NOON,
  ...more,
});

export const refundRow = (id: string, amount: string, more: Partial<RefundRow> = {}): RefundRow => ({
  ...captureRow(id, amount),
  metadata: null,
  ...more,
});

export const medusaPayment = (amount: string, more: Partial<MedusaPayment> = {}): MedusaPayment => ({
  id: "pay_1",
  payment_collection_id: "pay_col_1",
  raw_amount: { value: amount },
  canceled_at: null,
  captured_at: null,
  created_at: NOON,
  data: { order_no: "acq_1" },
  captures: [],
  refunds: [],
  ...more,
});

export const transactionRow = (
  reference: Transaction["reference"],
  of: string | null,
  amount: string,
): Transaction => ({
  id: `ordtrx_${of ?? "none"}_${amount}`,
  reference,
  reference_id: of,
  created_at: NOON,
  raw_amount: { value: amount },
});
