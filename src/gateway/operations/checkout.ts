import type { GatewayAccount } from "../model/account";
import type { AuthoriseRequest } from "../model/payment-request";
import { sign } from "../signing/signing";
import { writeJson } from "../codec/json";
import { payerName, paymentFields, present, threeDsFields } from "./payment-fields";
import { subscriptionPart } from "./subscription";

/**
 * The hosted page: one flat, signed form without any card field. The customer's browser posts it, or this server does
 * (profile `checkout.redirect`); the fields are the same. Of an authorisation's objects only the subscription's terms
 * are sent.
 */
export const checkout = { path: "/v1/checkout" } as const;

export const checkoutUrl = ({ baseUrl }: GatewayAccount): string => baseUrl + checkout.path;

/** Throws `MoneyError` for an amount the wire cannot carry, `TypeError` for a way to pay that is not the hosted page. */
export function checkoutFields(account: GatewayAccount, request: AuthoriseRequest): Readonly<Record<string, string>> {
  if (request.instrument.kind !== "checkout") throw new TypeError("Only the hosted page is opened by a form.");
  const values = present({
    ...paymentFields(account, request),
    ...threeDsFields(account, request),
    ...payerName(request),
    token_flag: request.instrument.save ? "YES" : "NO",
    return_url: request.returnUrl,
    cancel_url: request.cancelUrl,
  });
  const { subscription } = subscriptionPart(account, request);
  return {
    ...values,
    // A form has no objects: it is carried as JSON text, as nested parts are in every form (0.4).
    ...(subscription && { subscription: writeJson(subscription) }),
    encryption_data: sign(account.profile.signing, "checkout", values, account.signingKeys[0] ?? ""),
  };
}
