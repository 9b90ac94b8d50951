import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { ReachedLimit } from "../../modules/acquiring";
import { checkCaptcha } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import type { CheckoutSession } from "./checkout-view";
import type { ResolvedInstrument } from "./resolve-instrument";
import type { CustomerRequest } from "./pay";
import { StoreRequestError } from "../store-error";

/** Last check before a payment is sent: the captcha, then the limits. A refusal reveals nothing about the card. */
export interface GuardedPayment {
  readonly account: string;
  readonly session: CheckoutSession;
  /** Of the cart, or of the payment collection of an order's balance: what is paid for, whatever its session. */
  readonly payableId: string;
  readonly customer: CustomerRequest;
  readonly resolved: ResolvedInstrument;
  readonly captcha: string | null;
}

/** For the log, and for the answer of a test account; a card tester must not learn the limits. */
const limitOf = ({ option, max, windowMs }: ReachedLimit): string =>
  `option=${option} limit=${String(max)} window_ms=${String(windowMs)}`;

const hintOf = ({ scope, option, max, windowMs }: ReachedLimit): string =>
  `Sandbox account: the card testing limit of ${String(max)} payments per ${scope} in ${String(windowMs / 1_000)} s is reached. Raise ${option}.`;

/** Behind an untrusted proxy all customers share one IP address: the log says how to configure `trustedProxies`. */
const adviceOf = (scope: string, { isBehindUnknownProxy }: CustomerRequest): string =>
  scope === "address" && isBehindUnknownProxy
    ? " advice=all customers share the proxy's address; set the option trustedProxies"
    : "";

export async function guardAgainstTesting(container: MedusaContainer, payment: GuardedPayment): Promise<void> {
  const { account, session, payableId, customer, resolved } = payment;
  const ledger = resolveLedger(container);
  const { cardTesting } = ledger.options;
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const attempt = {
    token: payment.captcha,
    ip: customer.ip,
    sessionId: session.id,
    earlierPayments: await ledger.attempts.countOfSession(session.id),
  };
  const result = await checkCaptcha(cardTesting, attempt, (failure) => {
    logger.error(`acquiring.captcha_check_${failure} session=${session.id}`);
  });
  if (result !== "passed") {
    logger.info(`acquiring.captcha_${result} session=${session.id}`);
    throw new StoreRequestError("captcha_required", 409);
  }
  const reached = await ledger.takeTurn(account, {
    session: session.id,
    cart: payableId,
    customer: customer.customerId,
    address: customer.ip,
    cardNumber: resolved.cardNumber,
  });
  if (reached === null) return;
  const advice = adviceOf(reached.scope, customer);
  logger.warn(`acquiring.limit_reached scope=${reached.scope} session=${session.id} ${limitOf(reached)}${advice}`);
  throw new StoreRequestError("too_many_attempts", 429, [], reached.isSandbox ? hintOf(reached) : null);
}
