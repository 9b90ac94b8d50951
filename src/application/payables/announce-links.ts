import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { LinkEvent } from "../../modules/acquiring";
import { forEachDue } from "../for-each-due";
import { resolveLedger } from "../resolve-ledger";

/** Events of payment links, with IDs only. Delivered at least once. */
export const PAYMENT_LINK_CREATED = "acquiring.payment_link.created";
/** A customer opened it for the first time. */
export const PAYMENT_LINK_OPENED = "acquiring.payment_link.opened";
export const PAYMENT_LINK_PAID = "acquiring.payment_link.paid";
export const PAYMENT_LINK_EXPIRED = "acquiring.payment_link.expired";

export interface PaymentLinkNews {
  readonly id: string;
  readonly order_id: string;
  /** The payment that paid it, or null. */
  readonly attempt_id: string | null;
}

const NAMES: Readonly<Record<LinkEvent, string>> = {
  created: PAYMENT_LINK_CREATED,
  opened: PAYMENT_LINK_OPENED,
  paid: PAYMENT_LINK_PAID,
  expired: PAYMENT_LINK_EXPIRED,
};

const LIMIT = 100;

/** The events that became due without a request, such as an expiry, and those of processes that died. */
export async function announceLinks(container: MedusaContainer): Promise<void> {
  const ids = await resolveLedger(container).linkAnnouncements.due(LIMIT);
  await forEachDue(container, ids, { run: (id) => announceLink(container, id) });
}

/** During a customer's request: a failure is logged, and the event is due again after a minute. */
export async function announceAtOnce(container: MedusaContainer, id: string): Promise<void> {
  await forEachDue(container, [id], { run: () => announceLink(container, id) });
}

async function announceLink(container: MedusaContainer, id: string): Promise<void> {
  const { linkAnnouncements } = resolveLedger(container);
  const announcement = await linkAnnouncements.claim(id);
  if (!announcement) return;
  const { link, events } = announcement;
  const data: PaymentLinkNews = { id: link.id, order_id: link.order_id, attempt_id: link.attempt_id };
  const bus = container.resolve(Modules.EVENT_BUS);
  for (const event of events) await bus.emit({ name: NAMES[event], data });
  await linkAnnouncements.done(announcement);
}
