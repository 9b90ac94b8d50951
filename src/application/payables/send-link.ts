import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { AdminPaymentLink, PaymentLinkResult, PaymentLinkSending } from "../../api-schema/admin";
import type { PaymentLinkRow } from "../../modules/acquiring";
import type { AdminRequestContext } from "../access/admin-request-context";
import { hasNotificationProvider } from "../notification-provider";
import { resolveLedger } from "../resolve-ledger";
import { errorName } from "../safe-error-text";
import { linkOf, shapeLink } from "./admin-links";
import { shopName } from "./link-view";

/** Sends an open link to its order's e-mail address with Medusa's Notification module. It writes no text itself. */
const CHANNEL = "email";
const AT_MOST_EVERY_MS = 60_000;

/** Content of the notification, for the template named by `paymentLinks.emailTemplate`. */
export interface PaymentLinkEmail {
  readonly url: string;
  /** Decimal in major units. */
  readonly amount: string;
  readonly currency: string;
  readonly description: string | null;
  /** ISO 8601. */
  readonly expires_at: string;
  readonly language: string | null;
  readonly order_number: string;
  readonly shop_name: string | null;
}

/** Asked twice with one key, as by a double click, it is one message. */
export async function sendLink(context: AdminRequestContext, { key }: PaymentLinkSending): Promise<PaymentLinkResult> {
  const { container, targetId: id, actorId } = context;
  const { leases, paymentLinks } = resolveLedger(container);
  await linkOf(container, id);
  const lease = await leases.take("payment-link-send", id, 10_000);
  if (!lease) throw refused("This payment link is being sent. Wait a moment, then look at its state.");
  try {
    const row = await linkOf(container, id);
    if (row.sent_key === key) return { payment_link: shapeLink(container, row) };
    await sendNow(container, row, key);
    return { payment_link: shapeLink(container, await paymentLinks.noteSent(id, { key, actorId })) };
  } finally {
    await lease.release();
  }
}

async function sendNow(container: MedusaContainer, row: PaymentLinkRow, key: string): Promise<void> {
  const ledger = resolveLedger(container);
  const link = shapeLink(container, row);
  const url = sendableUrl(link);
  if (row.sent_at !== null && ledger.now().getTime() - row.sent_at.getTime() < AT_MOST_EVERY_MS)
    throw refused("This payment link was sent less than a minute ago. Nothing was sent again.");
  const { email, display_id: number } = await orderOf(container, row.order_id);
  await requireProvider(container);
  const data: PaymentLinkEmail = {
    ...{ url, amount: link.amount, currency: link.currency, description: link.description },
    ...{ expires_at: link.expires_at, language: link.language, order_number: String(number) },
    shop_name: await shopName(container),
  };
  const { emailTemplate: template } = ledger.options.paymentLinks;
  const idempotency = `acquiring-payment-link:${row.id}:${key}`;
  try {
    await container
      .resolve(Modules.NOTIFICATION)
      .createNotifications({ to: email, channel: CHANNEL, template, data: { ...data }, idempotency_key: idempotency });
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`acquiring.payment_link_not_sent id=${row.id} error=${errorName(error)}`);
    throw refused("The email provider did not accept the message. Copy the link instead, or try again.");
  }
}

function sendableUrl({ state, url }: AdminPaymentLink): string {
  if (state !== "open") throw refused(`This payment link is ${state}, so it was not sent.`);
  if (url === null)
    throw refused('No page for payment links is configured. Set the option "paymentLinks.url" to your payment page.');
  return url;
}

const Order = z.object({ email: z.string().nullish(), display_id: z.coerce.number() }).optional();

async function orderOf(container: MedusaContainer, id: string): Promise<{ email: string; display_id: number }> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "email", "display_id"], filters: { id } });
  const order = Order.parse(data[0]);
  if (!order?.email) throw refused("The order has no email address. Copy the link instead.");
  return { email: order.email, display_id: order.display_id };
}

/** Without one, Medusa would store a failed notification for each attempt. */
async function requireProvider(container: MedusaContainer): Promise<void> {
  if (await hasNotificationProvider(container, CHANNEL)) return;
  throw refused(
    `No notification provider serves the channel "${CHANNEL}". Add one to Medusa's Notification module in medusa-config.ts, or copy the link.`,
  );
}

const refused = (message: string): MedusaError => new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
