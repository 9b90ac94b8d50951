import type { GatewayAccount } from "../options";
import type { AuthoriseRequest } from "../payment-request";
import { sign } from "../signing";
import { payerName, paymentFields, present, threeDsFields } from "./payment-fields";

/**
 * The hosted page: one flat, signed form without any card field. The shopper's
 * browser posts it, or this server does (profile `checkout.handoff`); the fields
 * are the same. The objects of an authorise are left out: a form has no place for them.
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
  return {
    ...values,
    encryption_data: sign(account.profile.signing, "checkout", values, account.signingKeys[0] ?? ""),
  };
}
