import { createHash, timingSafeEqual } from "node:crypto";

/** The gateway's side of the signature, independent of the client; both are tested with the same golden vectors. */
const ORDER = {
  authorise: [
    "merchant_id",
    "account_id",
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
  ],
  result: [
    "merchant_id",
    "account_id",
    "transaction_id",
    "order_no",
    "currency",
    "amount",
    "order_status",
    "result_info",
  ],
  account: ["merchant_id", "account_id"],
  checkout: ["merchant_id", "account_id", "order_no", "currency", "amount", "return_url"],
  cancelsubscription: ["merchant_id", "account_id", "recurring_id"],
  payout: ["merchant_id", "account_id", "request_id", "payment_currency", "payment_amount"],
  payoutNotification: [
    "merchant_id",
    "account_id",
    "transaction_id",
    "request_id",
    "payment_currency",
    "payment_amount",
    "status",
  ],
  optimise: ["merchant_id", "account_id", "request_id", "currency", "amount", "shopper_email"],
} as const;

function digest(values: readonly unknown[], key: string): string {
  const hash = createHash("sha256");
  for (const value of values) hash.update((typeof value === "string" ? value : "").replace(/\s+/gu, ""), "utf8");
  return hash.update(key, "utf8").digest("hex");
}

/** `authorise`: card, token and alternative method; `result`: answers and notifications; `account`: queries. */
export function signFields(list: keyof typeof ORDER, source: Readonly<Record<string, unknown>>, key: string): string {
  return digest(
    ORDER[list].map((name) => source[name]),
    key,
  );
}

export function signBatch(
  account: { readonly merchant_id: unknown; readonly account_id: unknown },
  transactionIds: readonly unknown[],
  key: string,
): string {
  return digest([account.merchant_id, account.account_id, ...transactionIds], key);
}

/** 64 hex digits that differ from the right ones in the first. */
export const otherDigest = (right: string): string => `${right.startsWith("0") ? "1" : "0"}${right.slice(1)}`;

/** Whether one of the keys made this signature. Upper case is allowed; anything but 64 hex digits is invalid. */
export function isSignedBy(keys: readonly string[], sign: (key: string) => string, given: unknown): boolean {
  if (typeof given !== "string" || !/^[0-9a-f]{64}$/i.test(given)) return false;
  const bytes = Buffer.from(given.toLowerCase());
  return keys.some((key) => timingSafeEqual(Buffer.from(sign(key)), bytes));
}
