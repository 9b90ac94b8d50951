import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentReturnAnswer } from "../../api-schema/store";
import { RETURN_PARAMETER } from "../../api-schema/store";
import type { AttemptRow } from "../../modules/acquiring/ledger/rows/rows";
import type { OpenedRedirect } from "../../modules/acquiring/checkout/redirects";
import { resolveLedger } from "../resolve-ledger";
import { toPaymentAnswer } from "./to-payment-answer";
import { StoreRequestError } from "../store-error";
import { ownAddress, withReturnToken } from "./return-address";

/**
 * The shopper's way out and back, for the pages of ours on it. Coming back proves
 * nothing: whatever stands in the address but our ticket is not even read.
 */
export type { RedirectForm } from "../../gateway/model/payment-request";
export type ReturnWay =
  | ({ readonly kind: "lead" } & OpenedRedirect)
  | { readonly kind: "back"; readonly address: string; readonly token: string; readonly framed: boolean };

/**
 * What our page that leads on has to do; null when the ticket opens nothing. `returnTo`: where a customer with payment
 * instructions comes back to, such as the order's page; an address that is not the shop's is left out.
 */
export async function leadOn(container: MedusaContainer, ticket: string, returnTo: unknown): Promise<ReturnWay | null> {
  const ledger = resolveLedger(container);
  const found = await ledger.tickets.attemptOf("go", ticket);
  if (!found) return null;
  const isShort = typeof returnTo === "string" && returnTo.length <= LONGEST_ADDRESS;
  const address = isShort ? ownAddress(returnTo, ledger.options) : null;
  const attempt = address === null ? found : await ledger.redirects.comeBackTo(found, address);
  const opened = await ledger.redirects.open(attempt);
  return opened ? { kind: "lead", ...opened } : backOf(container, attempt);
}

/** As of `return_to` in the store contract. */
const LONGEST_ADDRESS = 500;

/** The shopper is back, or gave up: noted, and the question to the gateway is due. */
export async function comeBack(
  container: MedusaContainer,
  { ticket, cancelled }: { readonly ticket: string; readonly cancelled: boolean },
): Promise<ReturnWay | null> {
  const ledger = resolveLedger(container);
  const attempt = await ledger.tickets.attemptOf("return", ticket);
  if (!attempt) return null;
  await ledger.redirects.comeBack(attempt, cancelled);
  return backOf(container, (await ledger.tickets.attemptOf("return", ticket)) ?? attempt);
}

/**
 * How the payment stands that a return token is for. It is answered once, within a day: a token that was used or is older
 * is refused like a forged one, and the shop shows its own checkout as if nobody had come back.
 */
export async function paymentReturn(
  container: MedusaContainer,
  token: string,
  customerId: string | null,
): Promise<PaymentReturnAnswer> {
  const ledger = resolveLedger(container);
  const attempt = await ledger.tickets.attemptOf("return", token);
  if (!attempt) throw new StoreRequestError("session_not_found", 404);
  const payment = ledger.redirects.isReturnOpen(attempt) ? await ledger.sessionPayment(attempt.session_id, true) : null;
  if (!(await ledger.redirects.useReturn(attempt))) throw new StoreRequestError("session_not_found", 404);
  const { account, session_id: id } = attempt;
  return {
    ...toPaymentAnswer(ledger, id, payment),
    session: { session_id: id, token: ledger.tickets.sessionToken(account, id) },
    cart_id: isForThem(attempt, customerId) ? attempt.cart_id : null,
    cancelled: attempt.cancelled_at !== null && payment?.state === "payable" && payment.attempt?.id === attempt.id,
  };
}

/** A return address ends up in histories and logs: a customer's cart is opened by it for that customer alone. */
const isForThem = (attempt: AttemptRow, customerId: string | null): boolean =>
  !attempt.has_account || attempt.customer_id === customerId;

function backOf(container: MedusaContainer, attempt: AttemptRow): ReturnWay {
  const ledger = resolveLedger(container);
  const token = ledger.tickets.returnToken(attempt);
  const page = attempt.return_to ?? ledger.options.storefront.returnUrl;
  // A reload or "back" after it was used leads to the shop's page with nothing to read, and that shows its own checkout.
  const address = ledger.redirects.isReturnOpen(attempt) ? withReturnToken(page, RETURN_PARAMETER, token) : page;
  return { kind: "back", address, token, framed: attempt.presentation === "iframe" };
}
