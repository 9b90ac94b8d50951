import type {
  AnnouncedAttention,
  AnnouncedDispute,
  AnnouncedPayment,
  AnnouncedPaymentLink,
  AnnouncedPayout,
  AnnouncedSubscription,
  ApprovalCase,
  NewStaffNotification,
  NotificationTopic,
  StaffFact,
} from "../../modules/acquiring";
import { EVENT_OF_ENTRY } from "../../modules/acquiring";

/** What staff can be told of, and under which topic. Pure. */
export interface ToldFact extends Pick<NewStaffNotification, "topic" | "item" | "fact" | "isRepetition"> {
  /** Whoever has this topic is told of the same thing by its own event. */
  readonly unlessTopic?: NotificationTopic;
}

const EMPTY = {
  attention: null,
  attempt_id: null,
  order_id: null,
  payout_id: null,
  order_no: null,
  code: null,
} as const;

export interface RefundToTell {
  /** The same for one order and amount. */
  readonly id: string;
  readonly account: string;
  readonly orderId: string;
  /** In minor units of `currency`. */
  readonly amount: string;
  readonly currency: string;
  readonly at: Date;
}

export const factOfRefund = ({ id, account, orderId, amount, currency, at }: RefundToTell): ToldFact => ({
  topic: "refund_proposed",
  item: id,
  isRepetition: false,
  fact: {
    ...EMPTY,
    ...{ event: "refund_proposed", account, order_id: orderId, amount_minor: amount, currency },
    occurred_at: at.toISOString(),
  },
});

/** A refund that one person asked for; another has to make the same. A plan's is on the order's page, others on the payment's. */
export const factOfApproval = (
  { fingerprint, orderId, attemptId, account, currency, minor }: ApprovalCase,
  at: Date,
): ToldFact => ({
  topic: "refund_proposed",
  item: fingerprint,
  isRepetition: false,
  fact: {
    ...EMPTY,
    ...{ event: "refund_second_person", account, amount_minor: String(minor), currency },
    ...(attemptId === null ? { order_id: orderId } : { attempt_id: attemptId }),
    occurred_at: at.toISOString(),
  },
});

const EVENT_OF_PAYOUT: Partial<Record<AnnouncedPayout["kind"], string>> = {
  submitted: "payout_submitted",
  failed: "payout_failed",
};

export function factOfPayout(event: AnnouncedPayout): readonly ToldFact[] {
  const name = EVENT_OF_PAYOUT[event.kind];
  if (name === undefined) return [];
  const { account, payoutId, currency } = event;
  const about = { event: name, account, payout_id: payoutId, amount_minor: minorText(event.minor), currency };
  return [factOf("payout", payoutId, { ...about, occurred_at: event.occurredAt.toISOString() })];
}

const EVENT_OF_LINK: Partial<Record<AnnouncedPaymentLink["kind"], string>> = {
  paid: "payment_link_paid",
  expired: "payment_link_expired",
};

export function factOfLink(event: AnnouncedPaymentLink): readonly ToldFact[] {
  const name = EVENT_OF_LINK[event.kind];
  if (name === undefined) return [];
  const { account, attemptId, orderId, currency } = event;
  const about = { event: name, account, attempt_id: attemptId, order_id: orderId, currency };
  const told = { ...about, amount_minor: minorText(event.minor), occurred_at: event.occurredAt.toISOString() };
  return [factOf("payment_link", event.linkId, told)];
}

const EVENT_OF_SUBSCRIPTION: Partial<Record<AnnouncedSubscription["kind"], string>> = {
  renewal_failed: "renewal_failed",
  cancelled: "subscription_cancelled",
};

export function factOfSubscription(event: AnnouncedSubscription): readonly ToldFact[] {
  const name = EVENT_OF_SUBSCRIPTION[event.kind];
  if (name === undefined) return [];
  const { account, attemptId, orderNo, subscriptionId, minor, currency, code } = event;
  const about = { event: name, account, attempt_id: attemptId, subscription_id: subscriptionId, order_no: orderNo };
  const told = { ...about, amount_minor: minor.toString(), currency, code };
  return [factOf("subscription", subscriptionId, { ...told, occurred_at: event.occurredAt.toISOString() })];
}

type Told = Omit<StaffFact, keyof typeof EMPTY> & Partial<StaffFact>;

const factOf = (topic: NotificationTopic, item: string, fact: Told): ToldFact => ({
  ...{ topic, item, isRepetition: false },
  fact: { ...EMPTY, ...fact },
});

const minorText = (minor: bigint | null): string | null => (minor === null ? null : minor.toString());

const TOPIC_OF_EVENT: Partial<Record<(typeof EVENT_OF_ENTRY)[keyof typeof EVENT_OF_ENTRY], NotificationTopic>> = {
  declined: "payment_declined",
  capture_declined: "operation_declined",
  void_declined: "operation_declined",
  refund_declined: "operation_declined",
  refund_failed: "operation_declined",
  held: "held",
  dispute_received: "dispute",
  dispute_won: "dispute",
  dispute_lost: "dispute",
  authorisation_expiring: "authorisation_expiring",
};

/** Items that are raised with one of these events. */
const TOPIC_OF_ITEM: Partial<Record<AnnouncedAttention["itemKind"], NotificationTopic>> = {
  refund_failed: "operation_declined",
  held_review: "held",
  dispute: "dispute",
  expiring_authorisation: "authorisation_expiring",
};

export function factOfPayment(event: AnnouncedPayment): readonly ToldFact[] {
  const name = EVENT_OF_ENTRY[event.kind];
  const topic = TOPIC_OF_EVENT[name];
  if (topic === undefined) return [];
  return [
    {
      topic,
      item: event.attemptId,
      isRepetition: false,
      fact: {
        ...EMPTY,
        event: name,
        account: event.account,
        attempt_id: event.attemptId,
        order_no: event.orderNo,
        amount_minor: minorText(event.minor),
        currency: event.currency,
        code: event.code,
        occurred_at: event.occurredAt.toISOString(),
      },
    },
  ];
}

/** Items that are raised with an event of another subject than the payment. */
const OTHER_TOPIC_OF_ITEM: Partial<Record<AnnouncedAttention["itemKind"], NotificationTopic>> = {
  renewal_failed: "subscription",
};

export function factOfItem(event: AnnouncedAttention): readonly ToldFact[] {
  if (event.kind !== "raised") return [];
  const topic = event.attemptId === null ? undefined : TOPIC_OF_ITEM[event.itemKind];
  const unlessTopic = OTHER_TOPIC_OF_ITEM[event.itemKind];
  return [
    {
      topic: topic ?? "attention",
      item: topic === undefined ? event.itemId : (event.attemptId ?? event.itemId),
      isRepetition: topic !== undefined,
      ...(unlessTopic && { unlessTopic }),
      fact: {
        ...EMPTY,
        event: "attention",
        attention: event.itemKind,
        account: event.account,
        attempt_id: event.attemptId,
        amount_minor: null,
        currency: null,
        occurred_at: event.occurredAt.toISOString(),
      },
    },
  ];
}

export const factOfDispute = (event: AnnouncedDispute): ToldFact => ({
  topic: "dispute",
  item: event.attemptId,
  isRepetition: false,
  fact: {
    ...EMPTY,
    event: "dispute_due",
    account: event.account,
    attempt_id: event.attemptId,
    order_no: event.orderNo,
    amount_minor: minorText(event.minor),
    currency: event.currency,
    due_at: event.dueAt.toISOString(),
    occurred_at: event.occurredAt.toISOString(),
  },
});

type SettledItem = Pick<NewStaffNotification, "topic" | "item">;

const SETTLES: Partial<Record<AnnouncedPayment["kind"], readonly NotificationTopic[]>> = {
  review_approved: ["held"],
  review_rejected: ["held"],
  voided: ["held", "authorisation_expiring"],
};

/** What needs nobody any longer: whoever was not told yet is not told. */
export const settledByPayment = ({ kind, attemptId: item }: AnnouncedPayment): readonly SettledItem[] =>
  (SETTLES[kind] ?? []).map((topic) => ({ topic, item }));

export const settledByItem = ({ kind, itemId: item }: AnnouncedAttention): readonly SettledItem[] =>
  kind === "resolved" ? [{ topic: "attention", item }] : [];
