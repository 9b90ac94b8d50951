import type { AnnouncedPaymentLink, AnnouncedPayout, AnnouncedSubscription } from "../../../modules/acquiring";

/** Events of each subject, as the outbox delivers them. */
export const LINK_KINDS = ["created", "opened", "paid", "expired"] as const;
export const SUBSCRIPTION_KINDS = ["created", "renewed", "renewal_failed", "cancelled"] as const;
export const PAYOUT_KINDS = ["submitted", "approved", "sent", "paid", "failed"] as const;

export const announcedLink: AnnouncedPaymentLink = {
  ...{ id: "e", kind: "paid", occurredAt: new Date(0), linkId: "acqlnk_1", orderId: "order_1", attemptId: "acqatt_1" },
  ...{ account: "main", minor: 2450n, currency: "EUR" },
};

export const announcedSubscription: AnnouncedSubscription = {
  ...{ id: "e", kind: "renewal_failed", occurredAt: new Date(0), subscriptionId: "acqsub_1", account: "main" },
  ...{ customerId: "cus_1", chargeId: "acqchg_1", number: 2, attemptId: "acqatt_1", orderNo: "7", orderId: null },
  ...{ minor: 2450n, currency: "EUR", actor: null, code: "51" },
};

export const announcedPayout: AnnouncedPayout = {
  ...{ id: "e", kind: "submitted", occurredAt: new Date(0), payoutId: "acqpay_1", account: "main", minor: 2450n },
  ...{ currency: "EUR", state: "submitted", actor: "admin" },
};
