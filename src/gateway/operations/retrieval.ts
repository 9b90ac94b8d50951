import { z } from "@medusajs/framework/zod";
import type { GatewayAccount } from "../options";
import { sign } from "../signing";

/**
 * The two queries: payments (retrievalTrans) and refunds (retrievalRefund).
 * Form in, JSON out. Which parameters select rows is our default
 * (gateway-defaults, section 4).
 */
const text = z.string();
const loose = text.nullish().transform((value) => value ?? undefined);
const status = z.union([text, z.number().transform(String)]);

export const PaymentRow = z.object({
  order_no: text,
  transaction_id: loose,
  amount: loose,
  currency: loose,
  reference_no: loose,
  transaction_date: loose,
  payment_status: loose,
  order_status: loose,
  query_result: loose,
  result_info: loose,
  is3ds: loose,
  shopper_email: loose,
  shopper_phone: loose,
  delivery_information: z
    .object({
      delivery_address: loose,
      delivery_city: loose,
      delivery_country: loose,
      delivery_firstname: loose,
      delivery_lastname: loose,
      delivery_postal_code: loose,
      delivery_state: loose,
    })
    .nullish(),
  antifraud_provider: loose,
  fraud_check_result: z.array(z.object({ check_items: text, status: text })).nullish(),
  subscription_result: z
    .object({
      contract_name: loose,
      recurring_deduction_period: loose,
      recurring_deduction_time: loose,
      recurring_id: loose,
      recurring_status: loose,
    })
    .nullish(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

export const RefundRow = z.object({
  transaction_id: loose,
  order_no: text,
  amount: loose,
  refund_status: loose,
  payment_status: loose,
  refund_amount: loose,
  refund_reference: loose,
  currency: loose,
  refund_reason: loose,
  refund_reference_id: loose,
  refund_date: loose,
  refund_processing_date: loose,
  refund_message: loose,
});
export type RefundRow = z.infer<typeof RefundRow>;

const envelope = { merchant_id: loose, account_id: loose, return_status: status, return_message: loose };

export const PaymentsAnswer = z.object({ ...envelope, orders_list: z.array(PaymentRow).nullish() });
export const RefundsAnswer = z.object({
  ...envelope,
  encryption_data: loose,
  refund_orders: z.array(RefundRow).nullish(),
});

export type RefundsAnswer = z.infer<typeof RefundsAnswer>;

export type RetrievalName = "retrievalTrans" | "retrievalRefund";

export const retrievalPath: Readonly<Record<RetrievalName, string>> = {
  retrievalTrans: "/v1/retrievalTrans",
  retrievalRefund: "/v1/retrievalRefund",
};

export function retrievalForm(
  account: GatewayAccount,
  name: RetrievalName,
  selector: { readonly field: string; readonly ids: readonly string[] },
): Record<string, string> {
  const { merchantId, accountId, signingKeys, profile } = account;
  const signed = { merchant_id: merchantId, account_id: accountId };
  return {
    ...signed,
    [selector.field]: selector.ids.join(profile.queries.separator),
    encryption_data: sign(profile.signing, name, signed, signingKeys[0] ?? ""),
  };
}

/** Ids in groups of at most `maxIds` ids and `maxCharacters` characters with their separators. */
export function chunkIds(ids: readonly string[], limits: { maxIds: number; maxCharacters: number }): string[][] {
  const chunks: string[][] = [];
  let length = 0;
  for (const id of ids) {
    const last = chunks.at(-1);
    if (last && last.length < limits.maxIds && length + 1 + id.length <= limits.maxCharacters) {
      last.push(id);
      length += 1 + id.length;
    } else {
      chunks.push([id]);
      length = id.length;
    }
  }
  return chunks;
}
