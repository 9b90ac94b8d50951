import { createHash } from "node:crypto";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createOrderWorkflow, updateOrderTaxLinesWorkflow } from "@medusajs/medusa/core-flows";
import type { PaymentLinkResult, PaymentRequest } from "../../api-schema/admin";
import type { CurrencyCode, Money } from "../../gateway/model/money";
import { createCurrency, fromEntered, fromMedusa, MoneyError, sameMoney, toMajor } from "../../gateway/model/money";
import { majorAmount } from "../../modules/acquiring";
import type { AdminRequestContext } from "../access/admin-request-context";
import { resolveLedger } from "../resolve-ledger";
import { dropPromotions } from "../subscriptions/no-promotions";
import { createLink, shapeLink } from "./admin-links";
import { pageOf } from "./link-page";

/**
 * A payment request without an order: a draft order of one item, whose price includes the region's taxes, so that its
 * total is what was asked for; and its link. The order's ID is derived from the idempotency key, so that a second one
 * violates the primary key.
 */
const MOST_DIGITS = 10;
const WAIT_MS = 10_000;

export async function requestPayment(context: AdminRequestContext, body: PaymentRequest): Promise<PaymentLinkResult> {
  const { container } = context;
  const currency = await currencyOf(container, body.region_id);
  const money = moneyOf(body.amount, currency);
  pageOf(container, currency, body);
  const orderId = orderIdOf(body.key);
  const lease = await resolveLedger(container).leases.take("payable-session", orderId, WAIT_MS);
  if (!lease) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This payment request is being created. Try again.");
  try {
    await draftOrder(container, orderId, { body, money });
    return await linkOfDraft({ ...context, targetId: orderId }, body);
  } finally {
    await lease.release();
  }
}

/** The first one, if the request is repeated. */
async function linkOfDraft(context: AdminRequestContext, body: PaymentRequest): Promise<PaymentLinkResult> {
  const { container, targetId: orderId } = context;
  const [link] = await resolveLedger(container).paymentLinks.ofOrder(orderId, 1);
  if (link) return { payment_link: shapeLink(container, link) };
  const { description, methods, language, expires_in_days } = body;
  return createLink(context, { description, methods, language, expires_in_days });
}

const orderIdOf = (key: string): string => `order_${createHash("sha256").update(key).digest("hex").slice(0, 26)}`;

const Region = z
  .object({
    currency_code: z.string(),
    payment_providers: z.array(z.object({ id: z.string(), is_enabled: z.boolean().nullish() }).nullish()).nullish(),
  })
  .optional();

async function currencyOf(container: MedusaContainer, id: string): Promise<CurrencyCode> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "region",
    fields: ["id", "currency_code", "payment_providers.id", "payment_providers.is_enabled"],
    filters: { id },
  });
  const region = Region.parse(data[0]);
  if (!region) throw invalid("region_id", "there is no such region.");
  const isServed = region.payment_providers?.some(
    (one) => one?.is_enabled !== false && one?.id.startsWith("pp_acquiring-"),
  );
  if (isServed !== true) throw invalid("region_id", "no payment provider of this plugin is enabled in this region.");
  return createCurrency(region.currency_code);
}

function moneyOf(amount: string, currency: CurrencyCode): Money {
  if (!/^\d+(\.\d+)?$/.test(amount)) throw invalid("amount", 'must be a positive decimal number such as "30.00".');
  const plain = amount.replace(/^0+(?=\d)/, "");
  if ((plain.split(".")[0]?.length ?? 0) > MOST_DIGITS)
    throw invalid("amount", `is too large; at most ${String(MOST_DIGITS)} digits before the decimal point.`);
  const money = exactly(plain, currency);
  if (money.minor === 0n) throw invalid("amount", "must be more than zero.");
  return money;
}

function exactly(amount: string, currency: CurrencyCode): Money {
  try {
    return fromEntered(amount, currency);
  } catch (error) {
    if (error instanceof MoneyError) throw invalid("amount", `has more decimals than ${currency} has.`);
    throw error;
  }
}

const invalid = (field: string, problem: string): MedusaError =>
  new MedusaError(MedusaError.Types.INVALID_DATA, `${field}: ${problem}`);

interface Asked {
  readonly body: PaymentRequest;
  readonly money: Money;
}

async function draftOrder(container: MedusaContainer, id: string, { body, money }: Asked): Promise<void> {
  if ((await draftOf(container, id)) === null) {
    await createOrderWorkflow(container).run({ input: draftInput(id, { body, money }) });
  } else {
    // The process may have died between order and taxes; the price includes tax, so the total stays the same.
    await updateOrderTaxLinesWorkflow(container).run({ input: { order_id: id } });
  }
  await dropPromotions(container, id);
  const draft = await draftOf(container, id);
  const isAsked = draft !== null && sameMoney(draft.money, money) && draft.title === body.description;
  if (!isAsked || draft.email !== body.email.toLowerCase())
    throw invalid("key", "it was used for another payment request; make a new one for each.");
}

const draftInput = (id: string, { body, money }: Asked) => ({
  id,
  ...{ status: "draft" as const, is_draft_order: true, no_notification: true },
  ...{ region_id: body.region_id, currency_code: money.currency.toLowerCase(), email: body.email.toLowerCase() },
  items: [
    {
      ...{ title: body.description, quantity: 1, unit_price: toMajor(money) },
      ...{ is_tax_inclusive: true, is_discountable: false, requires_shipping: false },
    },
  ],
});

const Draft = z
  .object({
    currency_code: z.string(),
    email: z.string(),
    total: majorAmount,
    items: z.array(z.object({ title: z.string() })),
  })
  .optional();

async function draftOf(
  container: MedusaContainer,
  id: string,
): Promise<{ money: Money; email: string; title: string | undefined } | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "currency_code", "email", "total", "items.*"], filters: { id } });
  const draft = Draft.parse(data[0]);
  if (!draft) return null;
  const money = fromMedusa(draft.total, createCurrency(draft.currency_code));
  return { money, email: draft.email.toLowerCase(), title: draft.items[0]?.title };
}
