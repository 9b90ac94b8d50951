import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentAnswer, PaymentBody, SessionRef } from "../../api-schema/store";
import type { CheckoutCart, SessionPayment } from "../../modules/acquiring";
import { buildAuthoriseRequest, isInRecovery, newOrderNo } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { resolveLedger } from "../resolve-ledger";
import { toPaymentAnswer } from "./to-payment-answer";
import { deviceFromInput } from "./card-input";
import { pastOrdersOf } from "./checkout-view";
import { guardAgainstTesting } from "./card-testing";
import { acceptedPlan, requireOffered } from "./instalments";
import { resolveInstrument, modeOfChoice } from "./resolve-instrument";
import type { ResolvedInstrument } from "./resolve-instrument";
import { linkPaymentOf, recordAtOnce } from "./link-payment";
import { openSession, requireSession } from "./open-session";
import { methodIdOf, payableOf } from "./payable";
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
  const earlier = body.link === undefined ? null : await linkPaymentOf(container, session.id);
  if (earlier) return earlier;
  const {
    checkout: cart,
    money,
    balance,
  } = await payableOf(container, session, {
    customer,
    link: body.link,
    method: body.method,
    amount: body.amount,
  });
  const subscribing =
    balance === null ? await subscribingOf(container, { cart, sessionId: session.id, account, mode }) : null;
  const owner = cart.customer?.has_account ? cart.customer.id : null;
  const { currency } = money;
  const resolved = await resolveInstrument(body.method, { ledger, account, cart, currency, customerId: owner });
  // The gateway charges a subscription again and again; its amounts are not those of a plan.
  if (subscribing && body.instalments) throw new StoreRequestError("instalments_not_available", 409);
  const wanted = { account, method: methodIdOf(body.method), money };
  const plan = acceptedPlan(ledger, body.instalments, wanted);
  const instalments = plan?.accepted ?? null;
  const redirect = redirectOf(body, resolved, ledger);
  const device = deviceFromInput(body.device, customer);
  const pastOrders = await pastOrdersOf(container, owner);
  const stored = { ...storedParts(resolved), account, mode, money, instalments, redirect, sessionId: session.id };
  ledger.checkWireAmount(stored);
  const known = await ledger.checkout.known(stored);
  if (known) return answerOf(ledger, session.id, known);
  const subject = balance === null ? { cartId: cart.id, orderId: null } : { cartId: null, orderId: cart.id };
  await requireOffered(container, plan, { ...wanted, ...subject });
  // Before the attempt is counted: the shop is told to wait, and asks again.
  if (await ledger.checkout.isOtherSessionOpen({ cartId: subject.cartId, sessionId: session.id }))
    throw new StoreRequestError("payment_checking", 409);
  // Here and not earlier: an answer from the ledger counts towards no limit, and no decline can intervene.
  const captcha = body.captcha ?? null;
  const payableId = balance?.collectionId ?? cart.id;
  await guardAgainstTesting(container, { account, session, payableId, customer, resolved, captcha });
  await subscribing?.prepare();
  // The captcha and the store's hook take seconds, during which another tab may have replaced the session.
  await requireSession(container, session.id);
  const orderNo = newOrderNo();
  const payment = await payOrRefuse(ledger, {
    ...stored,
    orderNo,
    providerId: session.provider_id,
    cartId: balance === null ? cart.id : null,
    balance,
    customerId: cart.customer_id,
    hasAccount: owner !== null,
    billingCountry: billingCountryOf(cart),
    salesChannelId: cart.sales_channel_id,
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
        instalments: plan?.onWire ?? null,
        site: ledger.options.storefront.site,
        ...ledger.tokens.addresses(account, orderNo),
      }),
      subscription: subscribing?.terms ?? null,
    },
  });
  if (balance) await recordAtOnce(container, payment);
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
  const payment = await ledger.checkout.status(session.id, { query: true });
  await recordAtOnce(container, payment);
  return toPaymentAnswer(ledger, session.id, payment);
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
