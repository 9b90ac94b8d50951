import { decimal } from "./amount";
import type { RefundRecord, Transaction } from "./transaction";
import { capturedOf } from "./transaction";
import { signFields } from "./signature";
import { orderStatus, paymentStatus, stamp } from "./wire-status";

/** Writes and signs one notification about a transaction as it is now. It sends nothing. */
export type NotificationKind = "payment" | "capture" | "void" | "refund";

export interface Firing {
  readonly kind: NotificationKind;
  /** Which refund a refund notification speaks of; the last one when missing. */
  readonly refund?: RefundRecord;
  /** Fields to lie about. They are signed as sent. */
  readonly overrides?: Readonly<Record<string, string>>;
  readonly signature?: "valid" | "invalid" | "absent";
}

export interface Sender {
  readonly merchantId: string;
  readonly accountId: string;
  readonly signingKey: string;
}

export function messageOf(sender: Sender, transaction: Transaction, firing: Firing): Record<string, string> {
  const { kind, signature = "valid" } = firing;
  const message: Record<string, string> = {
    merchant_id: sender.merchantId,
    account_id: sender.accountId,
    order_no: transaction.order_no,
    transaction_id: transaction.transaction_id,
    currency: transaction.currency,
    amount: decimal(kind === "capture" ? capturedOf(transaction) : BigInt(transaction.amount)),
    order_status: orderStatus(transaction),
    result_info: transaction.result_info,
    payment_status: paymentStatus(transaction),
    notify_type: kind,
    ...present({
      card: transaction.card_mask,
      payment_method: transaction.method ?? "",
      threeds_result: transaction.threeds_result,
      token_id: transaction.token_id,
    }),
    ...(kind === "refund" ? refundFields(firing.refund ?? transaction.refunds.at(-1)) : {}),
    ...firing.overrides,
  };
  if (signature === "absent") return message;
  const right = signFields("result", message, sender.signingKey);
  return { ...message, encryption_data: signature === "valid" ? right : otherDigest(right) };
}

const present = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

const refundFields = (refund: RefundRecord | undefined): Record<string, string> =>
  refund
    ? {
        refund_amount: decimal(BigInt(refund.amount)),
        refund_reason: refund.reason,
        refund_reference: refund.reference,
        refund_reference_id: refund.reference,
        refund_status: refund.failed ? "-1" : "1",
        refund_processing_date: stamp(refund.processedAt),
      }
    : {};

/** 64 hex digits like the right one, and different from it in the first. */
const otherDigest = (right: string): string => `${right.startsWith("0") ? "1" : "0"}${right.slice(1)}`;
