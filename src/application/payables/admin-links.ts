import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type {
  AdminPaymentLink,
  LinkRefusal,
  OrderPaymentLinks,
  PaymentLinkResult,
  PaymentLinkTerms,
} from "../../api-schema/admin";
import type { Money } from "../../gateway/model/money";
import { createCurrency, createMoney, fromMedusa, toMajor } from "../../gateway/model/money";
import type { PaymentLinkRow } from "../../modules/acquiring";
import { linkStatusAt, minorOf } from "../../modules/acquiring";
import type { AdminRequestContext } from "../access/admin-request-context";
import type { OrderBalance } from "../orders/order-balance";
import { orderBalance } from "../orders/order-balance";
import { resolveLedger } from "../resolve-ledger";
import { EVERYTHING, methodsOf, pageOf } from "./link-page";
import { linkUrl } from "./link-url";

/** Payment links as staff sees and changes them. What they ask for is read from the order, never entered. */
const MOST = 50;
const DAY_MS = 86_400_000;

export async function orderLinks(container: MedusaContainer, orderId: string): Promise<OrderPaymentLinks> {
  const balance = await orderBalance(container, orderId);
  if (!balance) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`);
  const links = await resolveLedger(container).paymentLinks.ofOrder(orderId, MOST);
  const { money } = balance;
  return {
    refusal: refusalOf(balance),
    methods: methodsOf(container, balance.currency),
    due: money && { amount: toMajor(money), currency: money.currency },
    payment_links: links.map((link) => shapeLink(container, link)),
  };
}

/** Asked twice, as by a double click, it is one link. */
export async function createLink(context: AdminRequestContext, body: PaymentLinkTerms): Promise<PaymentLinkResult> {
  const { container, targetId: orderId, actorId } = context;
  const money = await dueOf(container, orderId);
  const { paymentLinks } = resolveLedger(container);
  const page = { ...EVERYTHING, ...pageOf(container, money.currency, body) };
  return answerOf(
    container,
    await paymentLinks.create(orderId, { money, actorId, page, expiresAt: expiryOf(container, body) }),
  );
}

export async function renewLink(context: AdminRequestContext, body: PaymentLinkTerms): Promise<PaymentLinkResult> {
  const { container, targetId: id, actorId } = context;
  const { paymentLinks } = resolveLedger(container);
  const link = await linkOf(container, id);
  const money = link.paid_at === null ? await dueOf(container, link.order_id) : moneyOf(link);
  const page = pageOf(container, link.currency, body);
  return answerOf(
    container,
    await paymentLinks.renew(id, { money, actorId, page, expiresAt: expiryOf(container, body) }),
  );
}

/** Throws unless there is such a link. */
export async function linkOf(container: MedusaContainer, id: string): Promise<PaymentLinkRow> {
  const link = await resolveLedger(container).paymentLinks.byId(id);
  if (!link) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment link ${id}.`);
  return link;
}

export async function revokeLink({
  container,
  targetId: id,
  actorId,
}: AdminRequestContext): Promise<PaymentLinkResult> {
  return answerOf(container, await resolveLedger(container).paymentLinks.revoke(id, actorId));
}

const answerOf = (container: MedusaContainer, link: PaymentLinkRow): PaymentLinkResult => ({
  payment_link: shapeLink(container, link),
});

const expiryOf = (container: MedusaContainer, { expires_in_days: days }: PaymentLinkTerms): Date =>
  new Date(resolveLedger(container).now().getTime() + days * DAY_MS);

/** Throws with the reason if the order owes nothing that a link could ask for. */
async function dueOf(container: MedusaContainer, orderId: string): Promise<Money> {
  const balance = await orderBalance(container, orderId);
  if (!balance) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`);
  const refusal = refusalOf(balance);
  if (refusal === null && balance.money !== null) return balance.money;
  const why = REASONS[refusal ?? "nothing_due"];
  throw refused(refusal === "nothing_due" ? [why, ...(await reservedByOthers(container, orderId))].join(" ") : why);
}

/** Payments of other providers, such as Medusa's manual one, that are not captured. */
const OF_OTHERS = `
  SELECT payment.id, payment.provider_id AS provider, payment.raw_amount ->> 'value' AS amount, payment.currency_code AS currency
  FROM order_payment_collection AS link
  JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
  WHERE link.order_id = ? AND link.deleted_at IS NULL AND payment.canceled_at IS NULL AND payment.captured_at IS NULL
    AND payment.provider_id NOT LIKE 'pp_acquiring-%' ORDER BY payment.created_at`;
const OfOthers = z.array(
  z.object({
    id: z.string(),
    provider: z.string(),
    amount: z.string(),
    currency: z.string().transform(createCurrency),
  }),
);

async function reservedByOthers(container: MedusaContainer, orderId: string): Promise<string[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(OF_OTHERS, [orderId]);
  return OfOthers.parse(rows).map(
    ({ id, provider, amount, currency }) =>
      `Payment ${id} of ${provider} reserves ${toMajor(fromMedusa(amount, currency))} ${currency}: capture or cancel it first.`,
  );
}

const REASONS: Readonly<Record<LinkRefusal, string>> = {
  order_cancelled: "This order is cancelled, so there is nothing to pay.",
  waiting: "This order waits for a voucher or bank transfer that can still be paid, so a link could be paid twice.",
  nothing_due: "This order owes nothing: it is paid, or a payment for it is authorised and can be captured.",
};

function refusalOf({ status, isWaiting, money }: OrderBalance): LinkRefusal | null {
  if (status === "canceled") return "order_cancelled";
  if (isWaiting) return "waiting";
  return money === null ? "nothing_due" : null;
}

const refused = (message: string): MedusaError => new MedusaError(MedusaError.Types.NOT_ALLOWED, message);

const moneyOf = ({ amount, currency }: PaymentLinkRow): Money => createMoney(minorOf(amount), createCurrency(currency));

export function shapeLink(container: MedusaContainer, link: PaymentLinkRow): AdminPaymentLink {
  const ledger = resolveLedger(container);
  const state = linkStatusAt(link, ledger.now());
  const token = state === "open" ? ledger.tokens.linkToken({ id: link.id, serial: String(link.serial) }) : null;
  return {
    id: link.id,
    order_id: link.order_id,
    state,
    amount: toMajor(moneyOf(link)),
    currency: link.currency,
    token,
    url: token === null ? null : linkUrl(container, token),
    description: link.description,
    methods: link.methods?.split(" ") ?? null,
    language: link.language,
    sent_at: link.sent_at?.toISOString() ?? null,
    created_at: link.created_at.toISOString(),
    created_by: link.created_by,
    expires_at: link.expires_at.toISOString(),
    opened_at: link.opened_at?.toISOString() ?? null,
    paid_at: link.paid_at?.toISOString() ?? null,
    revoked_at: link.revoked_at?.toISOString() ?? null,
    payment_id: link.attempt_id,
  };
}
