import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentReturnAnswer, PaymentReturnBody } from "../../api-schema/store";
import { RETURN_PARAMETER } from "../../api-schema/store";
import type { AttemptRow, OpenedRedirect } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { recordAtOnce } from "./link-payment";
import { toPaymentAnswer } from "./to-payment-answer";
import { StoreRequestError } from "../store-error";
import { ownAddress, withReturnToken } from "./return-address";

/** Redirects the customer to the payment page and back. Apart from our ticket, the return URL is ignored. */
export type { RedirectForm } from "../../gateway/model/payment-request";
export type ReturnWay =
  | ({ readonly kind: "lead" } & OpenedRedirect)
  | { readonly kind: "back"; readonly address: string; readonly token: string; readonly framed: boolean };

/**
 * What our redirect page has to do; null for an invalid ticket. `returnTo`: where a customer with payment instructions
 * returns to, such as the order page; dropped if it is not one of the shop's own origins.
 */
export async function leadOn(container: MedusaContainer, ticket: string, returnTo: unknown): Promise<ReturnWay | null> {
  const ledger = resolveLedger(container);
  const found = await ledger.tokens.attemptOf("go", ticket);
  if (!found) return null;
  const isShort = typeof returnTo === "string" && returnTo.length <= LONGEST_ADDRESS;
  const address = isShort ? ownAddress(returnTo, ledger.options) : null;
  const attempt = address === null ? found : await ledger.redirects.setReturnUrl(found, address);
  const opened = await ledger.redirects.open(attempt);
  return opened ? { kind: "lead", ...opened } : backOf(container, attempt);
}

/** Same limit as `return_to` in `src/api-schema/store.ts`. */
const LONGEST_ADDRESS = 500;

/** Records that the customer returned or gave up, and makes a status check due. */
export async function comeBack(
  container: MedusaContainer,
  { ticket, cancelled }: { readonly ticket: string; readonly cancelled: boolean },
): Promise<ReturnWay | null> {
  const ledger = resolveLedger(container);
  const attempt = await ledger.tokens.attemptOf("return", ticket);
  if (!attempt) return null;
  await ledger.redirects.comeBack(attempt, cancelled);
  return backOf(container, (await ledger.tokens.attemptOf("return", ticket)) ?? attempt);
}

/**
 * A return token works once, within a day; a used or expired one is refused like a forged one. The page that used it may
 * repeat the request with its key for some minutes.
 */
export async function paymentReturn(
  container: MedusaContainer,
  { return_token: token, key }: PaymentReturnBody,
  customerId: string | null,
): Promise<PaymentReturnAnswer> {
  const ledger = resolveLedger(container);
  const attempt = await ledger.tokens.attemptOf("return", token);
  if (!attempt) throw new StoreRequestError("session_not_found", 404);
  const payment = (await ledger.redirects.isReturnAnswered(attempt, key))
    ? await ledger.checkout.status(attempt.session_id, { query: true })
    : null;
  await recordAtOnce(container, payment);
  if (!(await ledger.redirects.useReturn(attempt, key))) throw new StoreRequestError("session_not_found", 404);
  const { account, session_id: id } = attempt;
  return {
    ...toPaymentAnswer(ledger, id, payment),
    session: { session_id: id, token: ledger.tokens.sessionToken(account, id) },
    cart_id: isForThem(attempt, customerId) ? attempt.cart_id : null,
    cancelled:
      attempt.redirect_cancelled_at !== null && payment?.state === "payable" && payment.attempt?.id === attempt.id,
  };
}

/** Return URLs end up in browser histories and logs, so a customer's cart is opened only for that customer. */
const isForThem = (attempt: AttemptRow, customerId: string | null): boolean =>
  !attempt.has_account || attempt.customer_id === customerId;

function backOf(container: MedusaContainer, attempt: AttemptRow): ReturnWay {
  const ledger = resolveLedger(container);
  const token = ledger.tokens.returnToken(attempt);
  const page = attempt.return_to ?? ledger.options.storefront.returnUrl;
  // After the token was used, a reload or "back" leads to the shop's page without a token; it then shows its checkout.
  const address = ledger.redirects.isReturnOpen(attempt) ? withReturnToken(page, RETURN_PARAMETER, token) : page;
  return { kind: "back", address, token, framed: attempt.presentation === "iframe" };
}
