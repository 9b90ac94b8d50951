import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { GatewayReport } from "../../modules/acquiring";
import { failpoint } from "../../modules/acquiring";
import { createOrderNo } from "../../gateway/model/ids";
import type { Money } from "../../gateway/model/money";
import type { Terms } from "../../modules/acquiring_subscription/domain/terms";
import { newSubscriptionId } from "../../modules/acquiring_subscription/store/subscription-records";
import { resolveLedger } from "../resolve-ledger";
import { followSubscription } from "../subscriptions/follow-subscription";
import { resolveSubscriptions } from "../renewals/subscriptions-of";
import type { ConfirmedFact } from "./confirm-payment";
import { confirmPayment, moneyOfLine } from "./confirm-payment";
import type { ConfirmedSubscription } from "./confirm-subscription";
import { confirmSubscription } from "./confirm-subscription";
import type { FoundCustomer } from "./find-customer";
import { findCustomer } from "./find-customer";
import type { ImportContext, Judged } from "./import-record";
import { imported, alreadyPresent, rejected } from "./import-record";
import { otherPayment } from "./other-payment";
import type { SubscriptionLine } from "./record-schemas";

/**
 * A subscription that the gateway charges: its first payment becomes a payment of the ledger, and everything later is
 * found from there, as for a subscription that was bought here. The store never charges it; the gateway goes on.
 */
export interface SubscriptionImport {
  readonly account: string;
  readonly line: SubscriptionLine;
  readonly report: GatewayReport;
}

export async function importSubscription(
  context: ImportContext,
  { account, line, report }: SubscriptionImport,
): Promise<Judged> {
  const ledger = resolveLedger(context.container);
  const claimed = moneyOfLine(line);
  if ("refused" in claimed) return claimed.refused;
  const { money } = claimed;
  const orderNo = createOrderNo(line.order_no);
  const named = { account, orderNo, gatewayPaymentId: line.gateway_payment_id, recurringId: line.recurring_id };
  const known = await ledger.imports.known(named);
  if (known) return known.kind === "taken" ? otherPayment(known.by) : finish(context, known.row.id);
  const facts = report.facts.get(orderNo) ?? [];
  const payment = confirmPayment(facts, { transactionId: line.gateway_payment_id, money }, false);
  if ("refused" in payment) return payment.refused;
  const timeZone = ledger.account(account)?.profile.timeZone ?? "UTC";
  const confirmed = confirmSubscription({ line, money, first: payment.fact, facts, timeZone });
  if ("refused" in confirmed) return confirmed.refused;
  const goods = await goodsOf(context.container, line);
  if ("refused" in goods) return goods.refused;
  if (context.isDry) return imported(...confirmed.notes);
  return take(context, { account, line, report, money, first: payment.fact, confirmed, goods });
}

/** A run that died may have left it unfinished. */
async function finish({ container, isDry }: ImportContext, attemptId: string): Promise<Judged> {
  if (!isDry) await followSubscription(container, attemptId);
  return alreadyPresent();
}

interface Goods {
  readonly customer: FoundCustomer;
  readonly productId: string | null;
  readonly productTitle: string | null;
  readonly variantTitle: string | null;
  readonly thumbnail: string | null;
}

const optional = z
  .string()
  .nullish()
  .transform((text) => text ?? null);
const Variant = z.object({
  title: optional,
  product: z.object({ id: z.string(), title: optional, thumbnail: optional }).nullish(),
});

/** What it delivers, to whom, and the order that its renewals repeat. */
async function goodsOf(
  container: MedusaContainer,
  line: SubscriptionLine,
): Promise<Goods | { readonly refused: Judged }> {
  const customer = await findCustomer(container, line);
  if ("refused" in customer) return customer;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "product_variant",
    fields: ["id", "title", "product.id", "product.title", "product.thumbnail"],
    filters: { id: line.variant_id },
  });
  if (!data[0]) return { refused: rejected("variant_id", "is no variant of this store", "Create the product first.") };
  const { title, product } = Variant.parse(data[0]);
  if (line.order_id !== undefined) {
    const orders = await query.graph({ entity: "order", fields: ["id"], filters: { id: line.order_id } });
    if (!orders.data[0])
      return { refused: rejected("order_id", "is no order of this store", "Check the ID, or leave it empty.") };
  }
  return {
    customer,
    productId: product?.id ?? null,
    productTitle: product?.title ?? null,
    variantTitle: title,
    thumbnail: product?.thumbnail ?? null,
  };
}

interface Taking extends SubscriptionImport {
  readonly money: Money;
  readonly first: ConfirmedFact;
  readonly confirmed: ConfirmedSubscription;
  readonly goods: Goods;
}

/** The subscription's row first, as for a purchase: the payment names it. Without a payment it is removed after a day. */
async function take(context: ImportContext, taking: Taking): Promise<Judged> {
  const { container, actorId } = context;
  const { account, line, report, first, confirmed, goods } = taking;
  const reference = newSubscriptionId();
  const terms = termsOf(line);
  await resolveSubscriptions(container).records.prepare(reference, recordOf(taking, terms));
  const taken = await resolveLedger(container).imports.take({
    ...{ account, actorId, mode: "card", providerId: `pp_acquiring-card_${account}` },
    orderNo: createOrderNo(line.order_no),
    fact: first,
    customerId: goods.customer.id,
    authorisedAt: confirmed.startedAt,
    askedAt: report.askedAt,
    subscription: { reference, amount: taking.money, ...terms },
  });
  if (taken.kind === "taken") return otherPayment(taken.by);
  failpoint("import:after-row");
  await followSubscription(container, taken.row.id);
  return taken.kind === "present" ? alreadyPresent() : imported(...confirmed.notes);
}

/** The first payment counts as one charge; those of the former integration that came after it do not. */
const termsOf = (line: SubscriptionLine): Terms => ({
  name: line.name,
  interval: line.interval,
  intervalCount: line.interval_count,
  billingCycles: line.remaining_charges === undefined ? null : line.remaining_charges + 1,
  promotionCycles: null,
  startsOn: line.next_charge_on,
  endsOn: line.ends_on ?? null,
  priceId: null,
});

function recordOf({ account, line, money, confirmed, goods }: Taking, terms: Terms) {
  const { customer, ...product } = goods;
  return {
    ...product,
    sessionId: line.order_no,
    account,
    customerId: customer.id,
    email: customer.email,
    cartId: null,
    variantId: line.variant_id,
    quantity: line.quantity,
    money,
    terms,
    imported: {
      orderId: line.order_id ?? null,
      takesOverAt: confirmed.takesOverAt,
      anchor: new Date(`${line.next_charge_on}T00:00:00.000Z`),
    },
  };
}
