import { hundredths } from "./amount";
import type { Fields, Gateway } from "../context";
import { isFields, textOf, webAddress } from "../context";
import { wrongInstalments } from "./instalments";

import { askedTerms, termsIn } from "../subscriptions/subscription-request";

/** HTTP 400 or 404 instead of a result: not defined by the interface. Checks neither signature nor stored data. */
export interface RequestProblem {
  readonly status: 400 | 404;
  readonly text: string;
}

export type Way = "card" | "token" | "apm";

export function wayOf(fields: Fields): Way {
  const has = (name: string): boolean => textOf(fields, name) !== "";
  if (has("payment_method") && !has("card") && !has("token_id")) return "apm";
  return has("token_id") && !has("card") ? "token" : "card";
}

const ORDER: Readonly<Record<string, RegExp>> = { order_no: /^\S{1,50}$/, currency: /^[A-Z]{3}$/ };

const FORMS: Readonly<Record<Way, Readonly<Record<string, RegExp>>>> = {
  card: {
    ...ORDER,
    card: /^\d{12,19}$/,
    expiration_month: /^(0[1-9]|1[0-2])$/,
    expiration_year: /^20\d{2}$/,
    security_code: /^\d{3,4}$/,
  },
  token: { ...ORDER, token_id: /^\S{1,50}$/, security_code: /^(\d{3,4})?$/ },
  apm: { ...ORDER, payment_method: /^\S{1,50}$/ },
};

export function authoriseProblem(gateway: Gateway, fields: Fields): RequestProblem | null {
  const way = wayOf(fields);
  if (way === "apm" && webAddress(textOf(fields, "return_url")) === null) {
    return { status: 400, text: "invalid input: return_url" };
  }
  // The interface lists no subscriptions for alternative methods.
  if (way === "apm" && askedTerms(fields)) return { status: 400, text: "invalid input: subscription" };
  return problemOf(gateway, fields, FORMS[way]);
}

export function checkoutProblem(gateway: Gateway, fields: Fields): RequestProblem | null {
  const problem = problemOf(gateway, fields, ORDER);
  if (problem || webAddress(textOf(fields, "return_url")) !== null) return problem;
  return { status: 400, text: "invalid input: return_url" };
}

function problemOf(gateway: Gateway, fields: Fields, forms: Readonly<Record<string, RegExp>>): RequestProblem | null {
  const wrong = Object.entries(forms).find(([name, form]) => !form.test(textOf(fields, name)))?.[0];
  // Names the field, not its value, which may be a card number.
  if (wrong) return { status: 400, text: `invalid input: ${wrong}` };
  const amount = hundredths(fields.amount);
  if (amount === null || amount === 0n) return { status: 400, text: "invalid input: amount" };
  const read = termsIn(fields);
  if ("wrong" in read) return { status: 400, text: `invalid input: ${read.wrong}` };
  const instalments = wrongInstalments(fields);
  if (instalments !== null) return { status: 400, text: `invalid input: ${instalments}` };
  const isOurs =
    textOf(fields, "merchant_id") === gateway.merchantId && textOf(fields, "account_id") === gateway.accountId;
  return isOurs ? null : { status: 404, text: "record not found: merchant_id, account_id" };
}

/** The electronic commerce indicator of a 3-D Secure result supplied by the merchant, or null. */
export function externalEci(fields: Fields): string | null {
  const list = fields.additional_information;
  const found = Array.isArray(list) ? list.filter(isFields).map(({ mpi_info: info }) => info) : [];
  const info = found.find(isFields);
  return info ? textOf(info, "eci") : null;
}

const ECHOED = /^(shopper_email|shopper_phone|delivery_\w+)$/;

/** Request fields that queries repeat; without card data. */
export const echoOf = (clean: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.keys(clean)
      .filter((name) => ECHOED.test(name))
      .map((name) => [name, textOf(clean, name)]),
  );
