import type { BatchName } from "./batch-items";
import { runItem } from "./batch-items";
import type { Done, Fields, Gateway } from "../context";
import { activeKey, isFields, json, textOf } from "../context";
import { isSignedBy, signBatch } from "../notifications/signature";

/** Always HTTP 200 with an envelope. A refused envelope changes no item; otherwise each has its own outcome. */
const MOST_ITEMS: Readonly<Record<BatchName, number>> = { capture: 50, cancel: 50, refund: 50, review: 100 };

export function batch(gateway: Gateway, name: BatchName, fields: Fields): Done {
  const list = fields[`${name}_orders`];
  const items = Array.isArray(list) && list.every(isFields) ? list : [];
  const account = { merchant_id: fields.merchant_id, account_id: fields.account_id };
  const transactionIds = items.map((item) => item.transaction_id);
  const signed = (key: string): string => signBatch(account, transactionIds, key);
  const isSigned = isSignedBy(gateway.signingKeys, signed, fields.encryption_data);
  const isOurs = account.merchant_id === gateway.merchantId && account.account_id === gateway.accountId;
  const envelope = (status: string, message: string, done?: { orders: readonly Fields[]; applied: boolean }): Done => ({
    answer: json({
      merchant_id: gateway.merchantId,
      account_id: gateway.accountId,
      return_status: status,
      return_message: message,
      encryption_data: signed(activeKey(gateway)),
      [`${name}_orders`]: done?.orders ?? [],
    }),
    applied: done?.applied ?? false,
    signatureOk: isSigned,
    orderNos: items.map((item) => textOf(item, "order_no")),
  });
  if (!isOurs) return envelope("2", "Unknown account");
  if (!isSigned) return envelope("3", "I0013:Signature is wrong");
  const most = MOST_ITEMS[name];
  if (items.length === 0 || items.length > most) return envelope("4", `Between 1 and ${String(most)} orders`);
  const results = items.map((item) => runItem(gateway, name, item));
  gateway.book.save();
  return envelope("1", "OK", {
    orders: results.map(({ row }) => row),
    applied: results.some(({ applied }) => applied),
  });
}
