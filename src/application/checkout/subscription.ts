import type { MedusaContainer } from "@medusajs/framework/types";
import { createCurrency, createMoney, fromMajor } from "../../gateway/model/money";
import type { SubscriptionTerms } from "../../gateway/model/payment-request";
import type { AttemptMode, CheckoutCart } from "../../modules/acquiring";
import { isPlanOver } from "../../modules/acquiring_subscription/domain/terms";
import type { Terms } from "../../modules/acquiring_subscription/domain/terms";
import type { PlanRow } from "../../modules/acquiring_subscription/rows";
import { termsOf } from "../../modules/acquiring_subscription/rows";
import { newSubscriptionId } from "../../modules/acquiring_subscription/store/subscription-records";
import { resolveLedger } from "../resolve-ledger";
import { resolveSubscriptions } from "../renewals/subscriptions-of";
import { StoreRequestError } from "../store-error";

/** Unsuitable carts are refused before anything is sent; then the terms are frozen in the subscription's row. */
export interface Subscribing {
  readonly terms: SubscriptionTerms;
  /** Writes the subscription's row. Must run before anything is sent. */
  readonly prepare: () => Promise<void>;
}

export interface Purchase {
  readonly cart: CheckoutCart;
  readonly sessionId: string;
  readonly account: string;
  readonly mode: AttemptMode;
}

/** Null if no line of the cart has a plan. */
export async function subscribingOf(container: MedusaContainer, purchase: Purchase): Promise<Subscribing | null> {
  const { cart, mode } = purchase;
  const subscriptions = resolveSubscriptions(container);
  const lines = await planLines(container, cart.items);
  const [line] = lines;
  if (!line) return null;
  if (lines.length > 1) throw new StoreRequestError("subscription_single", 409);
  if (mode === "apm") throw new StoreRequestError("subscription_method", 409);
  if (!cart.customer?.has_account && !resolveLedger(container).options.subscription.guests)
    throw new StoreRequestError("login_required", 401);
  const now = subscriptions.now();
  const agreed = termsAt(line.plan, now);
  const money = priceOf(line.plan, cart, line.item.quantity);
  const id = newSubscriptionId();
  const { name, interval, intervalCount, billingCycles, promotionCycles, startsOn, endsOn, priceId } = agreed;
  const { item } = line;
  return {
    terms: {
      reference: id,
      amount: money,
      ...{ name, interval, intervalCount, billingCycles, promotionCycles, startsOn, endsOn, priceId },
    },
    prepare: () =>
      subscriptions.records.prepare(id, {
        sessionId: purchase.sessionId,
        account: purchase.account,
        customerId: cart.customer_id,
        email: cart.email,
        cartId: cart.id,
        variantId: line.plan.variant_id,
        productId: item.product_id,
        productTitle: item.product_title ?? item.title,
        variantTitle: item.variant_title,
        thumbnail: item.thumbnail,
        quantity: item.quantity,
        money,
        terms: agreed,
      }),
  };
}

type Item = CheckoutCart["items"][number];

export async function planLines<Line extends { readonly variant_id: string | null }>(
  container: MedusaContainer,
  items: readonly Line[],
): Promise<{ readonly item: Line; readonly plan: PlanRow }[]> {
  const ids = items.flatMap(({ variant_id: id }) => id ?? []);
  if (ids.length === 0) return [];
  const plans = await resolveSubscriptions(container).plans.ofVariants(ids);
  return items.flatMap((item) => {
    const plan = plans.find(({ variant_id: of }) => of === item.variant_id);
    return plan ? [{ item, plan }] : [];
  });
}

/** A plan with a start date in the past starts at the purchase. */
function termsAt(plan: PlanRow, now: Date): Terms {
  const terms = termsOf(plan);
  if (isPlanOver(terms, now)) throw new StoreRequestError("subscription_ended", 409);
  const today = now.toISOString().slice(0, 10);
  return { ...terms, startsOn: terms.startsOn !== null && terms.startsOn > today ? terms.startsOn : null };
}

function priceOf({ amounts }: PlanRow, cart: CheckoutCart, quantity: Item["quantity"]): SubscriptionTerms["amount"] {
  const currency = createCurrency(cart.currency_code);
  const code = currency.toLowerCase();
  const amount = Object.hasOwn(amounts, code) ? amounts[code] : undefined;
  if (amount === undefined) throw new StoreRequestError("subscription_currency", 409);
  // The gateway starts a subscription with a payment, so a free cart cannot start one.
  if (isNothing(cart.total)) throw new StoreRequestError("subscription_free", 409);
  return createMoney(fromMajor(amount, currency).minor * BigInt(quantity), currency);
}

/** Medusa writes zero with any number of decimals. */
export const isNothing = (total: string): boolean => /^0+(\.0*)?(e.*)?$/i.test(total);
