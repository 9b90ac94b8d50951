import type { Done, Fields, Gateway } from "../context";
import { activeKey, json, textOf } from "../context";
import { endSubscription } from "./open-subscription";
import { isSignedBy, signFields } from "../notifications/signature";

/** Always HTTP 200. The subscription ends at once; a charge prepared before is still made. */
export function cancelSubscription(gateway: Gateway, fields: Fields): Done {
  const id = textOf(fields, "recurring_id");
  const subscription = gateway.book.subscription(id);
  const signed = (key: string): string => signFields("cancelsubscription", fields, key);
  const isSigned = isSignedBy(gateway.signingKeys, signed, fields.encryption_data);
  const isOurs = fields.merchant_id === gateway.merchantId && fields.account_id === gateway.accountId;
  const answer = (problem: string | null): Done => ({
    answer: json({
      merchant_id: gateway.merchantId,
      account_id: gateway.accountId,
      recurring_id: id,
      contract_name: textOf(fields, "contract_name"),
      cancel_status: problem === null ? "1" : "0",
      error_message: problem ?? "",
      encryption_data: signed(activeKey(gateway)),
    }),
    applied: problem === null,
    signatureOk: isSigned,
    orderNos: subscription ? [subscription.order_no] : [],
  });
  if (!isOurs) return answer("C0001:Unknown account");
  if (!isSigned) return answer("I0013:Signature is wrong");
  const name = textOf(fields, "contract_name");
  if (!subscription || (name !== "" && name !== subscription.terms.name)) return answer("R0404:No such subscription");
  const { problem } = endSubscription(gateway, subscription, "api");
  gateway.book.save();
  return answer(problem);
}
