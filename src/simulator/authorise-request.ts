import { hundredths } from "./amount";
import type { Fields, Gateway } from "./context";
import { textOf } from "./context";

/**
 * What makes the gateway answer an authorise with HTTP 400 or 404 instead of a result.
 * The interface does not say when; these are the cases no gateway could do anything
 * with. It looks at neither signature nor books.
 */
export interface RequestProblem {
  readonly status: 400 | 404;
  readonly text: string;
}

const FORMS: Readonly<Record<string, RegExp>> = {
  order_no: /^\S{1,50}$/,
  currency: /^[A-Z]{3}$/,
  card: /^\d{12,19}$/,
  expiration_month: /^(0[1-9]|1[0-2])$/,
  expiration_year: /^20\d{2}$/,
  security_code: /^\d{3,4}$/,
};

export function authoriseProblem(gateway: Gateway, fields: Fields): RequestProblem | null {
  const wrong = Object.entries(FORMS).find(([name, form]) => !form.test(textOf(fields, name)))?.[0];
  // The field is named, its value is not: it may be a card number.
  if (wrong) return { status: 400, text: `invalid input: ${wrong}` };
  const amount = hundredths(fields.amount);
  if (amount === null || amount === 0n) return { status: 400, text: "invalid input: amount" };
  const isOurs =
    textOf(fields, "merchant_id") === gateway.merchantId && textOf(fields, "account_id") === gateway.accountId;
  return isOurs ? null : { status: 404, text: "record not found: merchant_id, account_id" };
}
