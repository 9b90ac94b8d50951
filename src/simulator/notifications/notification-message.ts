import { decimal } from "../payments/amount";
import type { Fields } from "../context";
import { isFields, texts } from "../context";
import type { Payout } from "../payouts/payout";
import type { AmountUnit } from "../payouts/payout-money";
import { payoutMessage } from "../payouts/payout-wire";
import type { Subscription } from "../subscriptions/subscription";
import { recurringFields } from "../subscriptions/subscription-wire";
import type { DisputeRecord, RefundRecord, Transaction } from "../payments/transaction";
import { capturedOf } from "../payments/transaction";
import { otherDigest, signFields } from "./signature";
import { orderStatus, paymentStatus, stamp } from "../payments/wire-status";

export type NotificationKind = "payment" | "capture" | "void" | "refund" | "dispute" | "payout";

export type Subject = Transaction | Payout;

export interface Firing {
  readonly kind: NotificationKind;
  /** The refund to report; default: the last one. */
  readonly refund?: RefundRecord;
  /** The dispute to report; default: the last one. */
  readonly dispute?: DisputeRecord;
  /** Falsified fields, included in the signature. */
  readonly overrides?: Readonly<Record<string, string>>;
  readonly lie?: Lie;
  readonly signature?: "valid" | "invalid" | "absent";
}

export interface Sender {
  readonly merchantId: string;
  readonly accountId: string;
  readonly signingKey: string;
  readonly payoutUnit: () => AmountUnit;
  readonly payoutsAs: () => "form" | "json";
  readonly subscriptionOf: (recurringId: string) => Subscription | undefined;
}

export interface NotificationMessage {
  readonly contentType: string;
  readonly body: string;
}

export function messageOf(sender: Sender, subject: Subject, firing: Firing): NotificationMessage {
  if (!("request_id" in subject)) return asForm(paymentMessage(sender, subject, firing));
  const fields = payoutMessage(sender, subject, firing);
  return sender.payoutsAs() === "form"
    ? asForm(flat(fields))
    : { contentType: "application/json", body: JSON.stringify(fields) };
}

const asForm = (fields: Readonly<Record<string, string>>): NotificationMessage => ({
  contentType: "application/x-www-form-urlencoded",
  body: new URLSearchParams(fields).toString(),
});

const flat = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );

function paymentMessage(sender: Sender, transaction: Transaction, firing: Firing): Record<string, string> {
  const { kind, lie } = firing;
  const signature = signatureOf(firing);
  const amount = kind === "capture" ? capturedOf(transaction) : BigInt(transaction.amount);
  const message: Record<string, string> = {
    merchant_id: sender.merchantId,
    account_id: sender.accountId,
    order_no: transaction.order_no,
    transaction_id: transaction.transaction_id,
    currency: transaction.currency,
    amount: decimal(amount),
    order_status: orderStatus(transaction),
    result_info: transaction.result_info,
    payment_status: paymentStatus(transaction),
    notify_type: kind,
    ...present({
      card: transaction.card_mask,
      payment_method: transaction.method ?? "",
      threeds_result: transaction.threeds_result,
      token_id: transaction.token_id,
      ...recurringFields(sender.subscriptionOf(transaction.recurring_id)),
    }),
    ...(kind === "refund" ? refundFields(firing.refund ?? transaction.refunds.at(-1)) : {}),
    ...(kind === "dispute" ? disputeFields(firing.dispute ?? transaction.disputes.at(-1)) : {}),
    ...firing.overrides,
    ...(lie && Object.keys(lie.overrides).length === 0 ? { amount: decimal(amount + 100n) } : lie?.overrides),
  };
  if (signature === "absent") return message;
  const right = signFields("result", message, sender.signingKey);
  return { ...message, encryption_data: signature === "valid" ? right : otherDigest(right) };
}

/** A valid signature unless the control API or a falsification asks for another. */
export const signatureOf = ({ lie, signature }: Firing): NonNullable<Firing["signature"]> =>
  signature ?? (lie?.signed === false ? "invalid" : "valid");

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

const disputeFields = (dispute: DisputeRecord | undefined): Record<string, string> =>
  dispute
    ? {
        dispute_status: dispute.stage,
        dispute_amount: decimal(BigInt(dispute.amount)),
        dispute_reason: dispute.reason,
        dispute_reference: dispute.reference,
        ...(dispute.dueDate === undefined ? {} : { dispute_due_date: dispute.dueDate }),
      }
    : {};

export interface Lie {
  readonly overrides: Readonly<Record<string, string>>;
  /** Signed with its own content; else with another's signature. */
  readonly signed: boolean;
}

const KINDS: readonly NotificationKind[] = ["payment", "capture", "void", "refund", "dispute", "payout"];

export function firingOf({ kind, signature, overrides }: Fields): Firing {
  return {
    kind: KINDS.find((name) => name === kind) ?? "payment",
    ...(signature === "invalid" || signature === "absent" ? { signature } : {}),
    ...(isFields(overrides) ? { overrides: texts(overrides) } : {}),
  };
}
