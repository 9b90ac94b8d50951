import { encodeBody } from "../codec/body";
import { readFormPage } from "../codec/form-page";
import { unknown } from "../reading/classify-response";
import { CodecError } from "../model/errors";
import type { CheckoutOutcome } from "../model/client-api";
import { asRedirectForm } from "../redirects/redirect-forms";
import { checkout, checkoutFields, checkoutUrl } from "../operations/checkout";
import type { AuthoriseRequest } from "../model/payment-request";
import type { TransportContext } from "./transport-outcomes";
import { badStatus, built, refusedRequest, unanswered } from "./transport-outcomes";

/** Profile `checkout.redirect: "server-document"`: reads the hosted page's form; the page is not passed on. */
export async function openCheckout(
  { account, transport, maySend }: TransportContext,
  request: AuthoriseRequest,
): Promise<CheckoutOutcome> {
  const { encoding, timeouts } = account.profile;
  const fields = built(() => checkoutFields(account, request));
  if ("kind" in fields) return fields;
  const result = await transport.post({
    path: checkout.path,
    ...encodeBody(encoding.checkout, fields.value),
    timeoutMs: timeouts.otherMs,
    maySend,
  });
  if (result.kind !== "answered") return unanswered(result);
  if (result.status === 400 || result.status === 404) return refusedRequest(account.profile, result);
  if (result.status !== 200) return badStatus(account.profile, result);
  try {
    return { kind: "opened", redirectForm: asRedirectForm(readFormPage(result.body, checkoutUrl(account))) };
  } catch (error) {
    if (error instanceof CodecError) return unknown("unreadable", error.message);
    throw error;
  }
}
