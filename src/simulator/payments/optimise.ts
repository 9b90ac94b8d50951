import { hundredths } from "./amount";
import type { Done, Fields, Gateway, RankedMethod } from "../context";
import { json, textOf } from "../context";
import { isSignedBy, signFields } from "../notifications/signature";

/** POST /v1/optimise: payment methods, highest acceptance first. A fixed ranking, which the control API can replace. */
export const DEFAULT_RANKING: readonly RankedMethod[] = [
  { payment_method: "card", acceptance: "0.96" },
  { payment_method: "ideal", acceptance: "0.93" },
  { payment_method: "klarna", acceptance: "0.88" },
  { payment_method: "sepa_debit", acceptance: "0.81" },
  { payment_method: "boleto", acceptance: "0.64" },
];

export function optimise(gateway: Gateway, fields: Fields): Done {
  const signed = (key: string): string => signFields("optimise", fields, key);
  const isSigned = isSignedBy(gateway.signingKeys, signed, fields.encryption_data);
  const answer = (status: string, message: string, methods: readonly RankedMethod[] = []): Done => ({
    answer: json({
      merchant_id: gateway.merchantId,
      account_id: gateway.accountId,
      return_status: status,
      return_message: message,
      payment_methods: methods,
    }),
    applied: false,
    signatureOk: isSigned,
    orderNos: [],
  });
  const isOurs = fields.merchant_id === gateway.merchantId && fields.account_id === gateway.accountId;
  if (!isOurs) return answer("2", "Unknown account");
  if (!isSigned) return answer("3", "I0013:Signature is wrong");
  const isWhole = hundredths(fields.amount) !== null && textOf(fields, "request_id") !== "";
  return isWhole ? answer("1", "OK", gateway.ranking) : answer("4", "request_id or amount is wrong");
}

/** Names, or names with an acceptance, in any order; null if it is neither. */
export function rankingOf(value: unknown): readonly RankedMethod[] | null {
  if (!Array.isArray(value)) return null;
  const methods = value.map((entry: unknown, at) => rankedMethod(entry, at));
  const known = methods.filter((method) => method !== null);
  return known.length === methods.length
    ? known.toSorted((one, other) => other.acceptance.localeCompare(one.acceptance))
    : null;
}

/** Without an acceptance, earlier names rank higher. */
function rankedMethod(entry: unknown, at: number): RankedMethod | null {
  if (typeof entry === "string" && at < 99) {
    return { payment_method: entry, acceptance: `0.${String(99 - at).padStart(2, "0")}` };
  }
  if (typeof entry !== "object" || entry === null || !("payment_method" in entry) || !("acceptance" in entry))
    return null;
  const { payment_method: method, acceptance } = entry;
  const isRight = typeof method === "string" && typeof acceptance === "string" && /^(0\.\d{1,4}|1)$/.test(acceptance);
  return isRight ? { payment_method: method, acceptance } : null;
}
