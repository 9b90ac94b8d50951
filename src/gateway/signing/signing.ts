/*
 * Makes and verifies the signature field. The recipe is data of the profile
 * (defaults: docs/configuration.md#the-profile); the golden vectors beside the
 * tests pin it. Verification fails closed: anything but exactly 64 hex digits
 * is a mismatch.
 */

import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { GatewayProfile, SignedOperation } from "../model/profile";

export type WireValues = Readonly<Record<string, string>>;
export type SignatureCheck = "matched" | "mismatched" | "absent";

const ACCOUNT = ["merchant_id", "account_id"];
const BATCH = [...ACCOUNT, "transaction_ids"];
const SUBSCRIPTION = [...ACCOUNT, "recurring_id"];
/** For every payment method; a field that is not sent, such as the card's, counts as empty. */
const AUTHORISE = [
  ...ACCOUNT,
  "order_no",
  "currency",
  "amount",
  "first_name",
  "last_name",
  "card",
  "expiration_year",
  "expiration_month",
  "security_code",
  "shopper_email",
];
const PAYOUT = [...ACCOUNT, "request_id", "payment_currency", "payment_amount"];
const RESULT = [...ACCOUNT, "transaction_id", "order_no", "currency", "amount", "order_status", "result_info"];

/** Fields in signing order. `transaction_ids` stands for every item's transaction_id, in array order. */
export const defaultSignedFields: Readonly<Record<SignedOperation, readonly string[]>> = {
  authorise: AUTHORISE,
  authoriseToken: AUTHORISE,
  authoriseApm: AUTHORISE,
  checkout: [...ACCOUNT, "order_no", "currency", "amount", "return_url"],
  optimise: [...ACCOUNT, "request_id", "currency", "amount", "shopper_email"],
  capture: BATCH,
  cancel: BATCH,
  refund: BATCH,
  review: BATCH,
  cancelSubscription: SUBSCRIPTION,
  payout: PAYOUT,
  retrievalTrans: ACCOUNT,
  retrievalRefund: ACCOUNT,
  captureResponse: BATCH,
  cancelResponse: BATCH,
  refundResponse: BATCH,
  reviewResponse: BATCH,
  cancelSubscriptionResponse: SUBSCRIPTION,
  retrievalRefundResponse: ACCOUNT,
  payoutResponse: PAYOUT,
  notification: RESULT,
  payoutNotification: [...ACCOUNT, "transaction_id", "request_id", "payment_currency", "payment_amount", "status"],
  authoriseResponse: RESULT,
};

type Signing = GatewayProfile["signing"];

/** The signature of these wire values. An absent field counts as the empty string. */
export function sign(signing: Signing, operation: SignedOperation, values: WireValues, key: string): string {
  if (signing.sign) return signing.sign(operation, values, key);
  const fields = signing.fields[operation] ?? defaultSignedFields[operation];
  const digest = digestOf(signing, { fields, values, key });
  return signing.case === "upper" ? digest.toUpperCase() : digest;
}

const HEX_DIGEST = /^[0-9a-fA-F]{64}$/;

/** Does the given signature verify with any of the keys? In constant time per key. */
export function verify(
  signing: Signing,
  operation: SignedOperation,
  values: WireValues,
  given: { readonly signature: string | undefined; readonly keys: readonly string[] },
): SignatureCheck {
  const { signature, keys } = given;
  if (signature === undefined || signature === "") return "absent";
  if (!HEX_DIGEST.test(signature)) return "mismatched";
  const bytes = Buffer.from(signature.toLowerCase());
  const matches = keys.map((key) => {
    const expected = Buffer.from(sign(signing, operation, values, key).toLowerCase());
    return expected.byteLength === bytes.byteLength && timingSafeEqual(expected, bytes);
  });
  return matches.includes(true) ? "matched" : "mismatched";
}

/** What the signature covers of a value: if whitespace is removed before signing, the message may contain it anywhere. */
export const signedText = (value: string, { whitespace }: Signing): string => clean(value, whitespace);

const SPACE = /\s/u;

function clean(value: string, whitespace: Signing["whitespace"]): string {
  if (whitespace === "none") return value;
  if (whitespace === "trim") return value.trim();
  return SPACE.test(value) ? value.replace(/\s+/gu, "") : value;
}

interface Signed {
  readonly fields: readonly string[];
  readonly values: WireValues;
  readonly key: string;
}

function digestOf(signing: Signing, { fields, values, key }: Signed): string {
  switch (signing.preset) {
    case "concat":
      return sha256(withKey(joined(signing, fields, values), signing, key));
    case "sorted-values":
      return sha256(withKey(joined(signing, [...fields].sort(), values), signing, key));
    case "sorted-json":
      return sha256(withKey(sortedJson(signing, fields, values), signing, key));
    case "hmac-sha256":
      return createHmac("sha256", key)
        .update(joined(signing, fields, values), "utf8")
        .digest("hex");
  }
}

/** White space is removed from all values at once, and trimmed from each. */
function joined({ whitespace }: Signing, fields: readonly string[], values: WireValues): string {
  let text = "";
  for (const name of fields) {
    const value = values[name] ?? "";
    text += whitespace === "trim" ? value.trim() : value;
  }
  return whitespace === "strip-all" ? clean(text, whitespace) : text;
}

const sortedJson = ({ whitespace }: Signing, fields: readonly string[], values: WireValues): string =>
  JSON.stringify(Object.fromEntries([...fields].sort().map((name) => [name, clean(values[name] ?? "", whitespace)])));

function withKey(plain: string, { keyPosition }: Signing, key: string): string {
  if (keyPosition === "first") return key + plain;
  return keyPosition === "both" ? key + plain + key : plain + key;
}

const sha256 = (text: string): string => hash("sha256", text, "hex");
