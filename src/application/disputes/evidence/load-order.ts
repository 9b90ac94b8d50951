import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createCurrency, exponentOf } from "../../../gateway/model/money";
import { majorAmount } from "../../../modules/acquiring";

/** Medusa's order as evidence: what was bought, where it was sent, what came back, and the messages about it. */
const text = z
  .string()
  .nullish()
  .transform((value) => (value === undefined || value === null || value.trim() === "" ? null : value));
const moment = z
  .union([z.string(), z.date()])
  .nullish()
  .transform((value) => (value === undefined || value === null ? null : new Date(value).toISOString()));
const quantity = majorAmount.transform(Number);

const Address = z
  .object({
    ...{ first_name: text, last_name: text, company: text, address_1: text, address_2: text },
    ...{ postal_code: text, city: text, province: text, country_code: text, phone: text },
  })
  .nullish()
  .transform((address) => address ?? null);

const list = <T extends z.ZodType>(one: T) =>
  z
    .array(one.nullish())
    .nullish()
    .transform((all) => (all ?? []).flatMap((each) => each ?? []));

const Order = z.object({
  id: z.string(),
  display_id: z.number(),
  status: z.string(),
  created_at: moment,
  email: text,
  currency_code: z.string(),
  total: majorAmount,
  shipping_total: majorAmount.nullish(),
  tax_total: majorAmount.nullish(),
  discount_total: majorAmount.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  customer: z
    .object({ first_name: text, last_name: text, has_account: z.boolean().nullish(), created_at: moment })
    .nullish(),
  items: list(
    z.object({
      ...{ title: z.string(), product_title: text, variant_title: text, variant_sku: text },
      ...{ quantity, unit_price: majorAmount, total: majorAmount.nullish() },
    }),
  ),
  shipping_address: Address,
  billing_address: Address,
  shipping_methods: list(z.object({ name: text })),
  fulfillments: list(
    z.object({
      ...{ created_at: moment, shipped_at: moment, delivered_at: moment, canceled_at: moment },
      labels: list(z.object({ tracking_number: text, tracking_url: text })),
      items: list(z.object({ title: text, quantity })),
    }),
  ),
});

const FIELDS = [
  ...["id", "display_id", "status", "created_at", "email", "currency_code", "metadata"],
  ...["total", "shipping_total", "tax_total", "discount_total"],
  ...["items.*", "shipping_address.*", "billing_address.*", "shipping_methods.*"],
  ...["customer.first_name", "customer.last_name", "customer.has_account", "customer.created_at"],
  ...["fulfillments.*", "fulfillments.labels.*", "fulfillments.items.*"],
];

const Returned = z.object({ id: z.string(), status: z.string(), created_at: moment, received_at: moment });
const AllReturned = z.array(Returned);

export type EvidenceAddress = z.output<typeof Address>;
export type EvidenceReturn = z.output<typeof Returned>;

export interface EvidenceMessage {
  /** ISO 8601. */
  readonly sent_at: string;
  readonly channel: string;
  readonly template: string | null;
  readonly status: string;
}

export type EvidenceOrder = ReturnType<typeof shapeOrder>;

export interface OrderEvidence {
  readonly order: EvidenceOrder;
  readonly returns: readonly EvidenceReturn[];
  readonly messages: readonly EvidenceMessage[];
}

/** Null if the order no longer exists. */
export async function loadOrderEvidence(container: MedusaContainer, orderId: string): Promise<OrderEvidence | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderId } });
  const [found] = data;
  if (!found) return null;
  const order = shapeOrder(Order.parse(found));
  const returns = await query.graph({
    entity: "return",
    fields: ["id", "status", "created_at", "received_at"],
    filters: { order_id: orderId },
  });
  return {
    order,
    returns: AllReturned.parse(returns.data),
    messages: await messagesAbout(container, order),
  };
}

const NOTE = /note|comment|message/i;

function shapeOrder({ metadata, shipping_methods: methods, ...order }: z.output<typeof Order>) {
  const amount = (value: string | null | undefined): string | null =>
    value === null || value === undefined ? null : inCurrency(value, order.currency_code);
  return {
    ...order,
    currency_code: order.currency_code.toUpperCase(),
    total: amount(order.total),
    shipping_total: amount(order.shipping_total),
    tax_total: amount(order.tax_total),
    discount_total: amount(order.discount_total),
    customer: order.customer ?? null,
    items: order.items.map((item) => ({
      ...item,
      unit_price: amount(item.unit_price),
      total: amount(item.total),
    })),
    shipping_methods: methods.flatMap(({ name }) => name ?? []),
    /** Texts that the shop stored with the order as a note, comment or message. */
    notes: Object.entries(metadata ?? {}).flatMap(([name, value]) =>
      NOTE.test(name) && typeof value === "string" && value.trim() !== "" ? [{ name, text: value }] : [],
    ),
  };
}

/** With the currency's decimals, as far as the amount has no more. */
function inCurrency(value: string, currency: string): string {
  const [whole = "0", part = ""] = value.split(".");
  const decimals = exponentOf(createCurrency(currency.toUpperCase()));
  const padded = part.padEnd(decimals, "0");
  return padded === "" ? whole : `${whole}.${padded}`;
}

const MOST_MESSAGES = 200;

/** What Medusa's Notification module sent about the order, or to its e-mail address since then; never what it said. */
async function messagesAbout(
  container: MedusaContainer,
  { id, email, created_at: since }: Pick<z.output<typeof Order>, "id" | "email" | "created_at">,
): Promise<EvidenceMessage[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const rows = await pg("notification")
    .where({ deleted_at: null })
    .andWhere((some) => {
      void some.where({ resource_id: id });
      if (email !== null && since !== null)
        void some.orWhere((sent) => void sent.where({ to: email }).where("created_at", ">=", since));
    })
    .orderBy(["created_at", "id"])
    .limit(MOST_MESSAGES)
    .select<{ created_at: Date; channel: string; template: string | null; status: string }[]>(
      ...["created_at", "channel", "template", "status"],
    );
  return rows.map(({ created_at: at, ...row }) => ({ ...row, sent_at: at.toISOString() }));
}
