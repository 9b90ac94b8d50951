import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentAnswer, PaymentBody, SessionRef } from "../../api-schema/store";
import type { Money } from "../../gateway/model/money";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import type { CheckoutCart, SessionPayment } from "../../modules/acquiring";
import { buildAuthoriseRequest, isInRecovery, newOrderNo } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { resolveLedger } from "../resolve-ledger";
import { toPaymentAnswer } from "./to-payment-answer";
import { deviceFromInput } from "./card-input";
import type { CheckoutSession } from "./checkout-view";
import { cartOf, pastOrdersOf } from "./checkout-view";
import { guardAgainstTesting } from "./card-testing";
import { resolveInstrument, modeOfChoice } from "./resolve-instrument";
import type { ResolvedInstrument } from "./resolve-instrument";
import { openSession } from "./open-session";
import { StoreRequestError } from "../store-error";
import { redirectOf } from "./redirect";
import { subscribingOf } from "./subscription";

export interface CustomerRequest {
  readonly ip: string | null;
  /** A proxy forwarded the request and `trustedProxies` is 0, so `ip` is the proxy's address. */
  readonly isBehindUnknownProxy: boolean;
  readonly userAgent: string | null;
  readonly accept: string | null;
  readonly customerId: string | null;
}

/**
 * Pays a session with any payment method. A plain function and not a workflow: a workflow's input is stored, and card
 * data may exist only in this request's memory. Everything that can be checked before the gate is checked here.
 */
export async function pay(
  container: MedusaContainer,
  body: PaymentBody,
  customer: CustomerRequest,
): Promise<PaymentAnswer> {
  const ledger = resolveLedger(container);
  const { session, account, mode } = await openSession(container, body);
  if (mode !== modeOfChoice[body.method.type]) throw new StoreRequestError("session_not_payable", 409);
  const cart = await payableCart(container, session, customer);
  const subscribing = await subscribingOf(container, { cart, sessionId: session.id, account, mode });
  const money = moneyOf(session, cart);
  const owner = cart.customer?.has_account ? cart.customer.id : null;
  const { currency } = money;
  const resolved = await resolveInstrument(body.method, { ledger, account, cart, currency, customerId: owner });
  const redirect = redirectOf(body, resolved, ledger);
  const device = deviceFromInput(body.device, customer);
  const pastOrders = await pastOrdersOf(container, owner);
  const stored = { ...storedParts(resolved), account, mode, money, redirect, sessionId: session.id };
  ledger.checkWireAmount(stored);
  const known = await ledger.checkout.known(stored);
  if (known) return answerOf(ledger, session.id, known);
  // Here and not earlier: an answer from the ledger counts towards no limit, and no decline can intervene.
  const captcha = body.captcha ?? null;
  await guardAgainstTesting(container, { account, session, cart, customer, resolved, captcha });
  await subscribing?.prepare();
  const orderNo = newOrderNo();
  const payment = await payOrRefuse(ledger, {
    ...stored,
    orderNo,
    providerId: session.provider_id,
    cartId: cart.id,
    customerId: cart.customer_id,
    hasAccount: owner !== null,
    billingCountry: billingCountryOf(cart),
    subscription: subscribing?.terms ?? null,
    request: {
      ...buildAuthoriseRequest({
        orderNo,
        money,
        cart,
        pastOrders,
        device,
        instrument: resolved.instrument,
        customerIp: customer.ip,
        site: ledger.options.storefront.site,
        ...ledger.tokens.addresses(account, orderNo),
      }),
      subscription: subscribing?.terms ?? null,
    },
  });
  return answerOf(ledger, session.id, payment);
}

function answerOf(ledger: AcquiringModuleService, sessionId: string, payment: SessionPayment): PaymentAnswer {
  if (payment.amountDiffers) throw new StoreRequestError("amount_changed", 409);
  return toPaymentAnswer(ledger, sessionId, payment);
}

/** In recovery mode nothing is sent: the shop shows that payments are temporarily unavailable. */
async function payOrRefuse(
  ledger: AcquiringModuleService,
  payment: Parameters<AcquiringModuleService["pay"]>[0],
): ReturnType<AcquiringModuleService["pay"]> {
  try {
    return await ledger.pay(payment);
  } catch (error) {
    if (isInRecovery(error)) throw new StoreRequestError("temporarily_unavailable", 503);
    throw error;
  }
}

/** Status of a session's payment. While the outcome is unknown, the gateway is queried. */
export async function paymentStatus(container: MedusaContainer, ref: SessionRef): Promise<PaymentAnswer> {
  const { session } = await openSession(container, ref);
  const ledger = resolveLedger(container);
  return toPaymentAnswer(ledger, session.id, await ledger.checkout.status(session.id, { query: true }));
}

/** A cart without a billing address is billed to its shipping address, as in the request to the gateway. */
const billingCountryOf = ({ billing_address: billing, shipping_address: shipping }: CheckoutCart): string | null =>
  (billing ?? shipping)?.country_code?.toUpperCase() ?? null;

/** The parts of the resolved instrument that the ledger stores. The instrument itself is not among them. */
const storedParts = ({
  method,
  maskedCard,
  saveCard,
  savedCardId,
  threeDs,
}: ResolvedInstrument): Pick<ResolvedInstrument, "method" | "maskedCard" | "saveCard" | "savedCardId" | "threeDs"> => ({
  method,
  maskedCard,
  saveCard,
  savedCardId,
  threeDs,
});

async function payableCart(
  container: MedusaContainer,
  session: CheckoutSession,
  customer: CustomerRequest,
): Promise<CheckoutCart> {
  const found = await cartOf(container, session);
  if (!found || found.completed_at) throw new StoreRequestError("session_not_payable", 409);
  const cart = asSeenBy(found, customer);
  if (cart.items.length === 0 || !cart.email) throw new StoreRequestError("cart_incomplete", 409);
  return cart;
}

/**
 * Medusa assigns a cart to an account as soon as someone enters its e-mail address, logged in or not. A visitor who is
 * not logged in therefore pays as a guest, without that account's cards and history, and no other customer can pay the
 * cart.
 */
function asSeenBy(cart: CheckoutCart, { customerId }: CustomerRequest): CheckoutCart {
  if (!cart.customer?.has_account || cart.customer.id === customerId) return cart;
  if (customerId !== null) throw new StoreRequestError("session_not_found", 404);
  return { ...cart, customer: null };
}

function moneyOf(session: CheckoutSession, cart: CheckoutCart): Money {
  const money = fromMedusa(session.raw_amount.value, createCurrency(session.currency_code));
  if (money.minor === 0n) throw new StoreRequestError("session_not_payable", 409);
  const currency = createCurrency(cart.currency_code);
  const isTotal = currency === money.currency && fromMedusa(cart.total, currency).minor === money.minor;
  if (!isTotal) throw new StoreRequestError("amount_changed", 409);
  return money;
}
