import type { CreateOrderDTO, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createOrderWorkflow, updateOrderTaxLinesWorkflow } from "@medusajs/medusa/core-flows";
import { createCurrency, createMoney, fromMedusa, toMajor } from "../../gateway/model/money";
import { majorAmount, minorOf } from "../../modules/acquiring";
import { priceLines } from "../../modules/acquiring_subscription/domain/terms";
import type { ChargeRow, SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { dropPromotions } from "./no-promotions";
import { reserveStock } from "./reserve-stock";

/**
 * Creates the order of a paid renewal: the items of the first order at the charged price. Its ID is derived from the
 * charge's, so that a second one violates the primary key. Idempotent: finds an existing order and completes it.
 */
export interface Renewal {
  readonly subscription: SubscriptionRecord;
  readonly charge: ChargeRow;
}

export const renewalOrderId = ({ id }: Pick<ChargeRow, "id">): string => `order_${id.replace(/^acqchg_/, "")}`;

/** Throws the reason if it cannot be ordered: no stock, or a deleted variant or first order. */
export async function makeRenewalOrder(container: MedusaContainer, renewal: Renewal): Promise<string> {
  const id = renewalOrderId(renewal.charge);
  await placeOrder(container, renewal, { id, status: "pending" });
  await reserveStock(container, id);
  return id;
}

/** The same as a draft, for a customer who pays a declined renewal. Once paid, it is converted, which reserves stock. */
export async function makeRenewalDraft(container: MedusaContainer, renewal: Renewal, id: string): Promise<void> {
  await placeOrder(container, renewal, { id, status: "draft", is_draft_order: true, no_notification: true });
}

interface Kind {
  readonly id: string;
  readonly status: "pending" | "draft";
  readonly is_draft_order?: boolean;
  readonly no_notification?: boolean;
}

async function placeOrder(container: MedusaContainer, renewal: Renewal, kind: Kind): Promise<void> {
  const { id } = kind;
  if ((await totalOf(container, id)) === null) {
    await createOrderWorkflow(container).run({ input: { ...(await newOrder(container, renewal)), ...kind } });
  } else {
    // The process may have died between order and taxes; prices include tax, so the total stays the same.
    await updateOrderTaxLinesWorkflow(container).run({ input: { order_id: id } });
  }
  await dropPromotions(container, id);
  const order = await totalOf(container, id);
  if (order === null || !isCharged(order, renewal.charge)) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The total of order ${id} differs from the charged amount.`,
    );
  }
}

export const isCharged = (order: Total, charge: ChargeRow): boolean =>
  order.currency_code === charge.currency.toLowerCase() &&
  fromMedusa(order.total, createCurrency(charge.currency)).minor === minorOf(charge.amount);

const optional = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined);
const data = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((record) => record ?? undefined);
const Address = z
  .object({
    first_name: optional,
    last_name: optional,
    company: optional,
    phone: optional,
    address_1: optional,
    address_2: optional,
    city: optional,
    province: optional,
    postal_code: optional,
    country_code: optional,
  })
  .nullish()
  .transform((address) => address ?? undefined);
const First = z.object({
  region_id: optional,
  customer_id: optional,
  sales_channel_id: optional,
  email: optional,
  locale: optional,
  shipping_address: Address,
  billing_address: Address,
  shipping_methods: z
    .array(z.object({ name: z.string(), shipping_option_id: optional, data }))
    .nullish()
    .transform((methods) => methods ?? []),
});

const FIELDS = [
  "region_id",
  "customer_id",
  "sales_channel_id",
  "email",
  "locale",
  "shipping_address.*",
  "billing_address.*",
  "shipping_methods.name",
  "shipping_methods.shipping_option_id",
  "shipping_methods.data",
];

async function firstOrder(
  container: MedusaContainer,
  { order_id: id }: SubscriptionRecord,
): Promise<z.infer<typeof First>> {
  const { data: found } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: id ?? "" } });
  if (id !== null && found[0]) return First.parse(found[0]);
  throw new MedusaError(MedusaError.Types.NOT_FOUND, "The subscription's first order no longer exists.");
}

async function newOrder(container: MedusaContainer, { subscription, charge }: Renewal): Promise<CreateOrderDTO> {
  const { shipping_methods: methods, ...first } = await firstOrder(container, subscription);
  await requireVariant(container, subscription.variant_id);
  const currency = createCurrency(charge.currency);
  return {
    ...first,
    customer_id: await existing(container, first.customer_id),
    // The charge's own amount, which may differ from the agreed one if an admin ordered it.
    currency_code: charge.currency.toLowerCase(),
    items: priceLines(minorOf(charge.amount), subscription.quantity).map(({ quantity, unit }) => ({
      title: subscription.product_title ?? subscription.name,
      variant_id: subscription.variant_id,
      quantity,
      unit_price: toMajor(createMoney(unit, currency)),
      // Taxes are included: the order's total is the charged amount.
      is_tax_inclusive: true,
      // Medusa applies automatic promotions to every new order; `dropPromotions` removes what this flag does not.
      is_discountable: false,
    })),
    shipping_methods: methods.slice(0, 1).map((method) => ({ ...method, amount: 0, is_tax_inclusive: true })),
    metadata: { acquiring_subscription_id: subscription.id, acquiring_charge_id: charge.id },
  };
}

/** The account may be deleted while the subscription is charged; core then finds or creates a guest of the e-mail address. */
async function existing(container: MedusaContainer, id: string | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const found = await container.resolve(Modules.CUSTOMER).listCustomers({ id }, { select: ["id"] });
  return found.length > 0 ? id : undefined;
}

async function requireVariant(container: MedusaContainer, id: string): Promise<void> {
  const { data: found } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "product_variant", fields: ["id"], filters: { id } });
  if (!found[0]) throw new MedusaError(MedusaError.Types.NOT_FOUND, "The product variant no longer exists.");
}

const Total = z.object({ total: majorAmount, currency_code: z.string() });
type Total = z.infer<typeof Total>;

async function totalOf(container: MedusaContainer, id: string): Promise<Total | null> {
  const { data: found } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "total", "currency_code"], filters: { id } });
  return found[0] ? Total.parse(found[0]) : null;
}
