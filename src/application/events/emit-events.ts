import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type {
  AnnouncedAttention,
  AnnouncedDispute,
  AnnouncedPayment,
  AnnouncedPaymentLink,
  AnnouncedPayout,
  AnnouncedSavedCard,
  AnnouncedSubscription,
} from "../../modules/acquiring";
import { deliverEvents, disputeId } from "../../modules/acquiring";
import { queueCustomerEmails } from "../customer-emails/queue-emails";
import { resolveLedger } from "../resolve-ledger";
import { queueStaffNotifications } from "../staff-notifications/queue-notifications";
import { errorMessage } from "../safe-error-text";
import {
  ATTENTION_RAISED,
  ATTENTION_RESOLVED,
  DISPUTE_DUE,
  paymentEventName,
  paymentLinkEventName,
  payoutEventName,
  savedCardEventName,
  subscriptionEventName,
} from "./event-names";
import type {
  AttentionNews,
  DisputeDueNews,
  PaymentLinkNews,
  PaymentNews,
  PayoutNews,
  SavedCardNews,
  SubscriptionNews,
} from "./event-schema";

/** Events of one transaction. Our choice. */
const PAGE = 100;
/** So that a backlog does not delay other work. Our choice. */
const MOST_PAGES = 20;

/** Delivers what waits, the oldest first. An error is logged; the events stay, and the next round tries again. */
export async function emitEvents(container: MedusaContainer): Promise<void> {
  const { attempts, drain } = resolveLedger(container);
  const bus = container.resolve(Modules.EVENT_BUS);
  try {
    for (let pages = 0; pages < MOST_PAGES && !drain.isOver; pages += 1) {
      const count = await deliverEvents(attempts.connection, PAGE, async (announced, trx) => {
        await bus.emit(announced.payments.map(paymentMessage));
        await bus.emit(announced.attention.map(attentionMessage));
        await bus.emit(announced.disputes.map(disputeDueMessage));
        await bus.emit(announced.savedCards.map(savedCardMessage));
        await bus.emit(announced.paymentLinks.map(paymentLinkMessage));
        await bus.emit(announced.subscriptions.map(subscriptionMessage));
        await bus.emit(announced.payouts.map(payoutMessage));
        await queueStaffNotifications(container, trx, announced);
        await queueCustomerEmails(container, trx, announced);
      });
      if (count < PAGE) return;
    }
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.events_not_emitted error=${errorMessage(error)}`);
  }
}

export function paymentMessage(event: AnnouncedPayment): { readonly name: string; readonly data: PaymentNews } {
  const data: PaymentNews = {
    version: 1,
    event_id: event.id,
    occurred_at: event.occurredAt.toISOString(),
    account: event.account,
    attempt_id: event.attemptId,
    session_id: event.sessionId,
    cart_id: event.cartId,
    order_no: event.orderNo,
    method: event.method,
    instalments: event.instalments && {
      plan: event.instalments.plan,
      count: event.instalments.count,
      monthly_amount_minor: event.instalments.monthly.minor.toString(),
      last_amount_minor: event.instalments.last.minor.toString(),
    },
    operation_id: event.operationId,
    amount_minor: minorText(event.minor),
    currency: event.currency,
    state: event.state,
    actor: event.actor,
    code: event.code,
  };
  return { name: paymentEventName(event.kind), data };
}

export function attentionMessage(event: AnnouncedAttention): { readonly name: string; readonly data: AttentionNews } {
  const data: AttentionNews = {
    version: 1,
    event_id: event.id,
    occurred_at: event.occurredAt.toISOString(),
    account: event.account,
    item_id: event.itemId,
    kind: event.itemKind,
    subject: event.subject,
    attempt_id: event.attemptId,
    reason: event.reason,
  };
  return { name: event.kind === "raised" ? ATTENTION_RAISED : ATTENTION_RESOLVED, data };
}

function disputeDueMessage(event: AnnouncedDispute): { readonly name: string; readonly data: DisputeDueNews } {
  const data: DisputeDueNews = {
    version: 1,
    event_id: event.id,
    occurred_at: event.occurredAt.toISOString(),
    account: event.account,
    dispute_id: disputeId(event.attemptId, event.disputeKey),
    attempt_id: event.attemptId,
    order_no: event.orderNo,
    reference: event.reference,
    amount_minor: minorText(event.minor),
    currency: event.currency,
    due_at: event.dueAt.toISOString(),
    days_before: event.daysBefore,
  };
  return { name: DISPUTE_DUE, data };
}

function savedCardMessage(event: AnnouncedSavedCard): { readonly name: string; readonly data: SavedCardNews } {
  const data: SavedCardNews = {
    version: 1,
    event_id: event.id,
    occurred_at: event.occurredAt.toISOString(),
    account: event.account,
    saved_card_id: event.savedCardId,
    customer_id: event.customerId,
    actor: event.actor,
    reason: event.reason,
    code: event.code,
  };
  return { name: savedCardEventName(event.kind), data };
}

const STATE_OF_LINK = { created: "open", opened: "open", paid: "paid", expired: "expired" } as const;

function paymentLinkMessage(event: AnnouncedPaymentLink): { readonly name: string; readonly data: PaymentLinkNews } {
  const data: PaymentLinkNews = {
    version: 1,
    event_id: event.id,
    occurred_at: event.occurredAt.toISOString(),
    account: event.account,
    id: event.linkId,
    order_id: event.orderId,
    attempt_id: event.attemptId,
    amount_minor: minorText(event.minor),
    currency: event.currency,
    state: STATE_OF_LINK[event.kind],
  };
  return { name: paymentLinkEventName(event.kind), data };
}

function subscriptionMessage(event: AnnouncedSubscription): { readonly name: string; readonly data: SubscriptionNews } {
  const data: SubscriptionNews = {
    version: 1,
    event_id: event.id,
    occurred_at: event.occurredAt.toISOString(),
    account: event.account,
    id: event.subscriptionId,
    customer_id: event.customerId,
    charge_id: event.chargeId,
    number: event.number,
    attempt_id: event.attemptId,
    order_no: event.orderNo,
    order_id: event.orderId,
    amount_minor: event.minor.toString(),
    currency: event.currency,
    actor: event.actor,
    code: event.code,
  };
  return { name: subscriptionEventName(event.kind), data };
}

function payoutMessage(event: AnnouncedPayout): { readonly name: string; readonly data: PayoutNews } {
  const data: PayoutNews = {
    version: 1,
    event_id: event.id,
    occurred_at: event.occurredAt.toISOString(),
    account: event.account,
    id: event.payoutId,
    amount_minor: minorText(event.minor),
    currency: event.currency,
    state: event.state,
    actor: event.actor,
  };
  return { name: payoutEventName(event.kind), data };
}

const minorText = (minor: bigint | null): string | null => (minor === null ? null : minor.toString());
