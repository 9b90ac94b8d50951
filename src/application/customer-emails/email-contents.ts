import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createCurrency, createMoney } from "../../gateway/model/money";
import type { AttemptRow, CustomerMessageRow } from "../../modules/acquiring";
import { minorOf, placeSql } from "../../modules/acquiring";
import { instructionsOf } from "../checkout/instructions";
import { loadMedusaPayment } from "../orders/load-medusa-payment";
import { orderBalance } from "../orders/order-balance";
import { endedUnpaidAt } from "../orders/unpaid-order";
import { shopName } from "../payables/link-view";
import { payBalance } from "../payables/order-payment";
import { resolveLedger } from "../resolve-ledger";
import type { CustomerEmailData } from "./email-texts";
import { languageOf, moneyFields } from "./email-texts";

/**
 * What a message is to say now, and to whom. `dropped`: it is no longer true, or has no address. `early`: the payment's
 * consequences in Medusa are not done yet.
 */
export type EmailContent =
  | { readonly kind: "content"; readonly to: string; readonly data: CustomerEmailData }
  | { readonly kind: "dropped"; readonly reason: string }
  | { readonly kind: "early" };

const NOTHING = {
  ...{ order_number: null, amount: null, currency: null, method: null, expires_at: null, url: null, card: null },
  is_order_cancelled: false,
} as const;

const dropped = (reason: string): Found => ({ kind: "dropped", reason });

type Facts = Omit<CustomerEmailData, "kind" | "language" | "shop_name">;
interface Addressed {
  readonly kind: "addressed";
  readonly to: string;
  readonly locale: string | null;
  readonly facts: Facts;
}
type Found = Exclude<EmailContent, { readonly kind: "content" }> | Addressed;

export async function emailContentOf(container: MedusaContainer, message: CustomerMessageRow): Promise<EmailContent> {
  const found = await findContent(container, message);
  if (found.kind !== "addressed") return found;
  const { to, locale, facts } = found;
  const language = languageOf(locale, resolveLedger(container).options.customerEmails.language);
  const data = { ...facts, kind: message.kind, language, shop_name: await shopName(container) };
  return { kind: "content", to, data };
}

async function findContent(container: MedusaContainer, message: CustomerMessageRow): Promise<Found> {
  if (message.kind === "card_expiring") return ofCard(container, message);
  const id = message.attempt_id;
  const attempt = id === null ? null : await resolveLedger(container).attempts.attempt(id);
  if (!attempt) return dropped("The payment is unknown.");
  switch (message.kind) {
    case "voucher_reminder":
      return ofReminder(container, attempt);
    case "declined_later":
      return ofDecline(container, attempt);
    case "refund_completed":
      return ofRefund(container, attempt, message);
  }
}

async function ofReminder(container: MedusaContainer, attempt: AttemptRow): Promise<Found> {
  const ledger = resolveLedger(container);
  const instructions = instructionsOf(ledger, await ledger.attemptPayment(attempt.id));
  if (instructions?.status !== "waiting" || instructions.url === null)
    return dropped("It no longer waits for the customer.");
  const { order } = await loadMedusaPayment(container, attempt);
  if (order?.status === "canceled") return dropped("The order was cancelled.");
  const { method_name: method, amount, currency, expires_at, url } = instructions;
  return toBuyer(container, attempt, { ...NOTHING, method, amount, currency, expires_at, url });
}

/** Only of an order that was placed while the payment was waiting, and that nobody has paid since. */
async function ofDecline(container: MedusaContainer, attempt: AttemptRow): Promise<Found> {
  if ((await endedUnpaidAt(container, attempt)) === null) return dropped("The customer was in the shop.");
  if (attempt.projected_version < attempt.version) return { kind: "early" };
  const { order } = await loadMedusaPayment(container, attempt);
  const balance = order && (await orderBalance(container, order.id));
  if (!balance || (balance.status !== "canceled" && (balance.money === null || balance.isWaiting)))
    return dropped("The order was paid otherwise.");
  const isCancelled = balance.status === "canceled";
  const url = isCancelled ? null : (await payBalance(container, balance, balance.customerId)).order_payment.url;
  const asked = createMoney(minorOf(attempt.requested), createCurrency(attempt.currency));
  const money = isCancelled ? asked : (balance.money ?? asked);
  return toBuyer(container, attempt, { ...NOTHING, ...moneyFields(money), url, is_order_cancelled: isCancelled });
}

/** `subject`: the journal entry that completed it. A later one of the same refund says something else. */
const CHANGED_SINCE = `SELECT later.id FROM acquiring_entry AS told
  JOIN acquiring_entry AS later ON later.attempt_id = told.attempt_id AND later.operation_id = told.operation_id
    AND later.sequence > told.sequence AND later.deleted_at IS NULL
  WHERE told.id = ? LIMIT 1`;

async function ofRefund(
  container: MedusaContainer,
  attempt: AttemptRow,
  { minor, subject }: CustomerMessageRow,
): Promise<Found> {
  if (minor === null) return dropped("The refund's amount is unknown.");
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(CHANGED_SINCE, [subject]);
  if (rows.length > 0) return dropped("The refund has failed since, or is told anew.");
  const money = createMoney(BigInt(minor), createCurrency(attempt.currency));
  return toBuyer(container, attempt, { ...NOTHING, ...moneyFields(money) });
}

const Buyer = z.object({ email: z.string().nullable(), display_id: z.coerce.string(), locale: z.string().nullable() });

/** Medusa's older versions have no locale. */
const BUYER = `SELECT placed.email, placed.display_id, to_jsonb(placed) ->> 'locale' AS locale
  FROM "order" AS placed WHERE placed.id = ? AND placed.deleted_at IS NULL`;

async function toBuyer(container: MedusaContainer, attempt: AttemptRow, facts: Facts): Promise<Found> {
  const { order } = await loadMedusaPayment(container, attempt);
  if (!order) return dropped("The payment has no order.");
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(BUYER, [order.id]);
  const { email, display_id: number, locale } = Buyer.parse(rows[0]);
  if (!email) return dropped("The order has no e-mail address.");
  return { kind: "addressed", to: email, locale, facts: { ...facts, order_number: number } };
}

const Card = z
  .object({
    email: z.string().nullable(),
    mask: z.string(),
    year: z.coerce.number(),
    month: z.coerce.number(),
  })
  .optional();

const CARD = `SELECT customer.email, card.mask, card.expiry_year AS year, card.expiry_month AS month
  FROM acquiring_saved_card AS card JOIN customer ON customer.id = card.customer_id AND customer.deleted_at IS NULL
  WHERE card.id = :id AND card.removed_at IS NULL AND card.refused_at IS NULL AND card.deleted_at IS NULL
    AND ${placeSql("card")} = ANY(CAST(:places AS text[]))`;

async function ofCard(container: MedusaContainer, { saved_card_id: id }: CustomerMessageRow): Promise<Found> {
  const ledger = resolveLedger(container);
  const { rows } = await ledger.attempts.connection.raw<{ rows: unknown[] }>(CARD, {
    id,
    places: ledger.placesOfUsableCards(),
  });
  const card = Card.parse(rows[0]);
  if (!card?.email) return dropped("The card or its customer was removed, or it can no longer be paid with.");
  // The last millisecond of its month.
  const end = new Date(Date.UTC(card.year, card.month, 1) - 1);
  if (end < ledger.now()) return dropped("The card has expired.");
  const facts = { ...NOTHING, card: card.mask.slice(-4), expires_at: end.toISOString() };
  return { kind: "addressed", to: card.email, locale: null, facts };
}
