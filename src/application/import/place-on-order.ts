import type { MedusaContainer } from "@medusajs/framework/types";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { ContainerRegistrationKeys, MedusaError, Modules, PaymentSessionStatus } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { Money } from "../../gateway/model/money";
import { createCurrency, fromMedusa, sameMoney, toMajor } from "../../gateway/model/money";
import { detectCardData, majorAmount, runTransaction } from "../../modules/acquiring";
import type { Judged } from "./import-record";
import { rejected } from "./import-record";

/**
 * Where an imported payment belongs in Medusa: in place of the former integration's payment of the order, or as the
 * payment of an order that has none. Amounts must be equal: Medusa would otherwise capture another amount than the
 * gateway holds.
 */
export type OrderPlace =
  | {
      readonly kind: "in_place";
      readonly orderId: string;
      readonly payment: FormerPayment;
      readonly providerId: string;
    }
  | {
      readonly kind: "new";
      readonly orderId: string;
      readonly collectionId: string | null;
      readonly money: Money;
      readonly providerId: string;
    };

export interface PlaceRequest {
  readonly orderId: string;
  readonly orderNo: string;
  readonly money: Money;
  readonly providerId: string;
}

const Payment = z.object({
  id: z.string(),
  provider_id: z.string(),
  payment_session_id: z.string().nullish(),
  currency_code: z.string(),
  amount: majorAmount,
  captured_at: z.unknown(),
  canceled_at: z.unknown(),
  data: z.record(z.string(), z.unknown()).nullish(),
  captures: z.array(z.unknown()).nullish(),
  refunds: z.array(z.unknown()).nullish(),
});
type FormerPayment = z.infer<typeof Payment>;

const Order = z.object({
  id: z.string(),
  status: z.string(),
  currency_code: z.string(),
  total: majorAmount,
  payment_collections: z.array(z.object({ id: z.string(), payments: z.array(Payment).nullish() }).nullish()).nullish(),
});

const FIELDS = [
  "id",
  "status",
  "currency_code",
  "total",
  "payment_collections.id",
  "payment_collections.payments.*",
  "payment_collections.payments.captures.id",
  "payment_collections.payments.refunds.id",
];

export async function placeOnOrder(
  container: MedusaContainer,
  { orderId, orderNo, money, providerId }: PlaceRequest,
): Promise<OrderPlace | { readonly refused: Judged }> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: orderId } });
  const order = data[0] ? Order.parse(data[0]) : null;
  if (!order) return refuse("is no order of this store", "Check the ID, or leave it empty.");
  if (order.status === "canceled") return refuse("is cancelled", "Void the payment at the gateway, and leave it out.");
  const [provider] = await container
    .resolve(Modules.PAYMENT)
    .listPaymentProviders({ id: [providerId], is_enabled: true });
  if (!provider) return refuse(`needs the payment provider ${providerId}`, "List it in medusa-config first.");
  const collections = (order.payment_collections ?? []).flatMap((each) => each ?? []);
  const live = collections.flatMap(({ payments }) => payments ?? []).filter(({ canceled_at: at }) => !at);
  const [payment, ...others] = live;
  if (others.length > 0) return refuse("has several payments", "Leave order_id empty; use the payments page.");
  if (payment) return inPlace({ payment, orderId, orderNo, money, providerId });
  const total = moneyOf(order.total, order.currency_code);
  if (!sameMoney(total, money)) return refuse(`has a total of ${spell(total)}`, AMOUNTS);
  return { kind: "new", orderId, collectionId: collections[0]?.id ?? null, money, providerId };
}

function inPlace({
  payment,
  orderId,
  orderNo,
  money,
  providerId,
}: PlaceRequest & { readonly payment: FormerPayment }): OrderPlace | { readonly refused: Judged } {
  const isOurs = payment.provider_id.startsWith("pp_acquiring-");
  if (isOurs && payment.data?.order_no !== orderNo)
    return refuse("has another payment of this plugin", "Check the order ID.");
  const isTouched = payment.captured_at || (payment.captures ?? []).length > 0 || (payment.refunds ?? []).length > 0;
  if (isTouched)
    return refuse("has a payment that Medusa has captured", "Leave order_id empty; use the payments page.");
  const held = moneyOf(payment.amount, payment.currency_code);
  if (!sameMoney(held, money)) return refuse(`has a payment of ${spell(held)}`, AMOUNTS);
  if (!payment.payment_session_id) return refuse("has a payment without a session", "Leave order_id empty.");
  return { kind: "in_place", orderId, payment, providerId };
}

const AMOUNTS = "The gateway holds another amount. Leave order_id empty; use the payments page.";
const refuse = (problem: string, fix: string) => ({ refused: rejected("order_id", problem, fix) });
const moneyOf = (amount: string, currency: string): Money => fromMedusa(amount, createCurrency(currency));
const spell = (money: Money): string => `${toMajor(money)} ${money.currency}`;

export async function cartOfOrder(container: MedusaContainer, { orderId }: OrderPlace): Promise<string | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order_cart", fields: ["cart_id"], filters: { order_id: orderId } });
  return CartLink.parse(data[0])?.cart_id ?? null;
}

const CartLink = z.object({ cart_id: z.string() }).optional();

/** Returns the session that represents the payment from now on. Idempotent. */
export async function writeOnOrder(container: MedusaContainer, place: OrderPlace, orderNo: string): Promise<string> {
  if (place.kind === "in_place") return replace(container, place, orderNo);
  const { money, providerId, orderId } = place;
  const amount = { amount: toMajor(money), currency_code: money.currency.toLowerCase() };
  const payments = container.resolve(Modules.PAYMENT);
  const collectionId = place.collectionId ?? (await collect(container, orderId, amount));
  const waiting = PaymentSessionStatus.PENDING_AUTHORIZATION;
  const sessions = await payments.listPaymentSessions({
    payment_collection_id: [collectionId],
    provider_id: providerId,
  });
  const own = sessions.find(({ status }) => status === waiting || status === PaymentSessionStatus.PENDING);
  const session =
    own ?? (await payments.createPaymentSession(collectionId, { ...amount, provider_id: providerId, data: {} }));
  // The projection finishes orders in this state, which yields Medusa's payment.
  if (session.status !== waiting)
    await payments.updatePaymentSession({ ...amount, id: session.id, data: session.data, status: waiting });
  return session.id;
}

async function collect(
  container: MedusaContainer,
  orderId: string,
  amount: { readonly amount: string; readonly currency_code: string },
): Promise<string> {
  const { id } = await container.resolve(Modules.PAYMENT).createPaymentCollections(amount);
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id: orderId },
    [Modules.PAYMENT]: { payment_collection_id: id },
  });
  return id;
}

/** Medusa has no call that gives a payment to another provider; both rows change together, or neither. */
async function replace(
  container: MedusaContainer,
  { payment, providerId }: Extract<OrderPlace, { kind: "in_place" }>,
  orderNo: string,
): Promise<string> {
  const sessionId = payment.payment_session_id ?? "";
  if (payment.provider_id === providerId) return sessionId;
  const pg: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const data = JSON.stringify({ v: 1, session_id: sessionId, order_no: orderNo });
  // Kept, so that the change can be understood, unless it contains card details.
  const formerData = detectCardData(payment.data) === null ? payment.data : null;
  const former = JSON.stringify({ acquiring_former_payment: { provider_id: payment.provider_id, data: formerData } });
  await runTransaction(pg, async (trx) => {
    const changed = await trx("payment")
      .where({
        id: payment.id,
        provider_id: payment.provider_id,
        captured_at: null,
        canceled_at: null,
        deleted_at: null,
      })
      .update({ provider_id: providerId, data, metadata: trx.raw("COALESCE(metadata, '{}') || ?::jsonb", [former]) });
    if (changed !== 1) throw new MedusaError(MedusaError.Types.CONFLICT, "The order's payment has changed meanwhile.");
    await trx("payment_session").where({ id: sessionId }).update({ provider_id: providerId, data });
  });
  return sessionId;
}
