import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { PaymentLinkResult, RenewalPayment } from "../../api-schema/admin";
import type { OrderPaymentAnswer } from "../../api-schema/store-order";
import type { AdminRequestContext } from "../access/admin-request-context";
import { requireCustomer } from "../access/require-customer";
import { orderBalance } from "../orders/order-balance";
import { createLink } from "./admin-links";
import { payBalance } from "./order-payment";
import { resolveLedger } from "../resolve-ledger";
import { StoreRequestError } from "../store-error";
import type { DraftOfRenewal } from "../subscriptions/declined-renewal";
import { draftForDeclined } from "../subscriptions/declined-renewal";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

/** A payment link for a declined renewal, for staff and for the customer of the subscription. */
export async function payRenewalAsAdmin(
  context: AdminRequestContext,
  { charge_id: chargeId, ...terms }: RenewalPayment,
): Promise<PaymentLinkResult> {
  const { container, targetId: subscriptionId, actorId } = context;
  const draft = await draftForDeclined(container, { subscriptionId, chargeId, actor: "admin", actorId });
  if ("refusal" in draft) throw refused(draft.refusal, chargeId);
  return createLink({ ...context, targetId: draft.orderId }, terms);
}

type Refusal = Extract<DraftOfRenewal, { refusal: unknown }>["refusal"];

const REASONS: Readonly<Record<Exclude<Refusal, "unknown">, string>> = {
  not_declined: "Only a renewal that was declined can be paid with a link.",
  paid: "This billing period was already paid: see the order of its charge.",
  undecided: "Another charge of this billing period is undecided. Wait for its result.",
  charged: "The gateway has charged this billing period since.",
  not_agreed: "The declined charge was higher than agreed, or in another currency. Create a payment request instead.",
  no_order: "The subscription has no first order in this store. Create a payment request instead.",
};

const refused = (refusal: Refusal, chargeId: string): MedusaError =>
  refusal === "unknown"
    ? new MedusaError(MedusaError.Types.NOT_FOUND, `The subscription has no renewal ${chargeId}.`)
    : new MedusaError(MedusaError.Types.NOT_ALLOWED, REASONS[refusal]);

/** The customer's own subscription: the newest charge, if it was declined. Asked twice, it is one link. */
export async function payRenewalAsCustomer(
  container: MedusaContainer,
  customer: string | null,
  subscriptionId: string,
): Promise<OrderPaymentAnswer> {
  const customerId = requireCustomer(customer);
  if (!(await resolveLedger(container).mayReadLink(customerId))) throw new StoreRequestError("too_many_attempts", 429);
  const subscription = await resolveSubscriptions(container).records.byId(subscriptionId);
  if (subscription?.customer_id !== customerId) throw new StoreRequestError("subscription_not_found", 404);
  const [newest] = await resolveSubscriptions(container).charges.ofSubscription(subscription.id, 1);
  const asked = { subscriptionId, chargeId: newest?.id ?? "", actor: "customer", actorId: customerId } as const;
  const draft = await draftForDeclined(container, asked);
  const balance = "orderId" in draft ? await orderBalance(container, draft.orderId) : null;
  if (!balance) throw new StoreRequestError("nothing_to_pay", 409);
  return payBalance(container, balance, customerId);
}
