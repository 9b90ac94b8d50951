import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { checkCaptcha } from "../../modules/acquiring/captcha";
import type { CheckoutCart } from "../../modules/acquiring/request-builder";
import { ledgerOf } from "../ledger-of";
import type { CheckoutSession } from "./checkout-view";
import type { Means } from "./instrument";
import type { ShopperRequest } from "./pay";
import { StoreProblem } from "./problem";

/**
 * The last gate before a payment is sent: the shop's captcha, then the limits per
 * session, cart, customer, network address and card. Whoever is refused here is
 * told nothing about the card, and nothing reaches the gateway.
 */
export interface GuardedPayment {
  readonly account: string;
  readonly session: CheckoutSession;
  readonly cart: CheckoutCart;
  readonly shopper: ShopperRequest;
  readonly means: Means;
  readonly captcha: string | null;
}

export async function guardAgainstTesting(container: MedusaContainer, payment: GuardedPayment): Promise<void> {
  const { account, session, cart, shopper, means } = payment;
  const ledger = ledgerOf(container);
  const { cardTesting } = ledger.options;
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const attempt = {
    token: payment.captcha,
    ip: shopper.ip,
    sessionId: session.id,
    earlierPayments: await ledger.ledger.countOfSession(session.id),
  };
  const verdict = await checkCaptcha(cardTesting, attempt, (failure) => {
    logger.error(`acquiring.captcha_check_${failure} session=${session.id}`);
  });
  if (verdict !== "passed") {
    logger.info(`acquiring.captcha_${verdict} session=${session.id}`);
    throw new StoreProblem("captcha_required", 409);
  }
  const taken = await ledger.takeTurn(account, {
    session: session.id,
    cart: cart.id,
    customer: shopper.customerId,
    address: shopper.ip,
    cardNumber: means.cardNumber,
  });
  if (!taken) throw new StoreProblem("too_many_attempts", 429);
}
