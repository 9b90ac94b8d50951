import type { CreateOrderDTO, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createOrderWorkflow, updateOrderTaxLinesWorkflow } from "@medusajs/medusa/core-flows";
import { createCurrency, createMoney, fromMedusa, toMajor } from "../../gateway/model/money";
import { majorAmount } from "../../modules/acquiring/checkout/request-builder";
import { minorOf } from "../../modules/acquiring/ledger/rows/rows";
import { priceLines } from "../../modules/acquiring_subscription/domain/terms";
import type { ChargeRow, ContractRow } from "../../modules/acquiring_subscription/rows";
import { dropPromotions } from "./no-promotions";
import { reserveStock } from "./reserve-stock";

/**
 * The order that a paid renewal becomes: what was bought first, at the price that was
 * charged. Its id is made from the charge's, so that a second one fails at the primary
 * key, whoever tries. Running it again finds the order and finishes what is missing.
 */
export interface Renewal {
  readonly contract: ContractRow;
  readonly charge: ChargeRow;
}

const renewalOrderId = ({ id }: Pick<ChargeRow, "id">): string => `order_${id.replace(/^acqchg_/, "")}`;

/** Throws what keeps it from being ordered: no stock, a variant or a first order that is gone. */
export async function makeRenewalOrder(container: MedusaContainer, renewal: Renewal): Promise<string> {
  const id = renewalOrderId(renewal.charge);
  if ((await totalOf(container, id)) === null) {
    await createOrderWorkflow(container).run({ input: await newOrder(container, renewal, id) });
  } else {
    // A process may have ended between the order and its taxes; the price holds them, so the total is the same.
    await updateOrderTaxLinesWorkflow(container).run({ input: { order_id: id } });
  }
  await dropPromotions(container, id);
  const order = await totalOf(container, id);
  if (order === null || !isCharged(order, renewal.charge)) {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `The order ${id} does not come to the charged amount.`);
  }
  await reserveStock(container, id);
  return id;
}

const isCharged = (order: Total, charge: ChargeRow): boolean =>
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

async function firstOrder(container: MedusaContainer, { order_id: id }: ContractRow): Promise<z.infer<typeof First>> {
  const { data: found } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: id ?? "" } });
  if (id !== null && found[0]) return First.parse(found[0]);
  throw new MedusaError(MedusaError.Types.NOT_FOUND, "The order that the subscription was bought with is not there.");
}

async function newOrder(
  container: MedusaContainer,
  { contract, charge }: Renewal,
  id: string,
): Promise<CreateOrderDTO & { readonly id: string }> {
  const { shipping_methods: methods, ...first } = await firstOrder(container, contract);
  await requireVariant(container, contract.variant_id);
  const currency = createCurrency(charge.currency);
  return {
    ...first,
    // The charge's own: it may differ from what was agreed, and a person ordered it all the same.
    currency_code: charge.currency.toLowerCase(),
    id,
    status: "pending",
    items: priceLines(minorOf(charge.amount), contract.quantity).map(({ quantity, unit }) => ({
      title: contract.product_title ?? contract.name,
      variant_id: contract.variant_id,
      quantity,
      unit_price: toMajor(createMoney(unit, currency)),
      // The charged amount holds the taxes: the order's total is what was charged.
      is_tax_inclusive: true,
      // Medusa applies today's automatic promotions to every new order; what it takes off all the same is dropped.
      is_discountable: false,
    })),
    shipping_methods: methods.slice(0, 1).map((method) => ({ ...method, amount: 0, is_tax_inclusive: true })),
    metadata: { acquiring_subscription_id: contract.id, acquiring_charge_id: charge.id },
  };
}

async function requireVariant(container: MedusaContainer, id: string): Promise<void> {
  const { data: found } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "product_variant", fields: ["id"], filters: { id } });
  if (!found[0]) throw new MedusaError(MedusaError.Types.NOT_FOUND, "The product variant is not there any more.");
}

const Total = z.object({ total: majorAmount, currency_code: z.string() });
type Total = z.infer<typeof Total>;

/** Null when there is no such order. */
async function totalOf(container: MedusaContainer, id: string): Promise<Total | null> {
  const { data: found } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "total", "currency_code"], filters: { id } });
  return found[0] ? Total.parse(found[0]) : null;
}
