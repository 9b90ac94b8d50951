import type { AnnouncedAttention, AnnouncedPayment, SavedNotifications, SavedRole } from "../../../modules/acquiring";
import { FIRST_NOTIFICATIONS } from "../../../modules/acquiring";
import { targetsOf } from "../recipients";
import { messageText } from "../message-texts";
import {
  factOfDispute,
  factOfItem,
  factOfLink,
  factOfPayout,
  factOfApproval,
  factOfRefund,
  factOfSubscription,
  settledByItem,
  settledByPayment,
} from "../told-facts";
import {
  announcedLink,
  announcedPayout,
  announcedSubscription,
  LINK_KINDS,
  PAYOUT_KINDS,
  SUBSCRIPTION_KINDS,
} from "./announced";

/** What staff are told of, and who. */
const raised = (changes: Partial<AnnouncedAttention> = {}): AnnouncedAttention => ({
  ...{ id: "e", kind: "raised", occurredAt: new Date(0), itemId: "acqatn_1", itemKind: "drift", account: "main" },
  ...{ subject: "s", attemptId: "acqatt_1", reason: null },
  ...changes,
});

test("an attention item has its own topic", () => {
  expect(factOfItem(raised())).toMatchObject([{ topic: "attention", item: "acqatn_1", isRepetition: false }]);
});

test.each([
  ["held_review", "held"],
  ["dispute", "dispute"],
  ["refund_failed", "operation_declined"],
  ["expiring_authorisation", "authorisation_expiring"],
] as const)("an item %s repeats the payment's event, under its topic", (itemKind, topic) => {
  expect(factOfItem(raised({ itemKind }))).toMatchObject([{ topic, item: "acqatt_1", isRepetition: true }]);
  expect(factOfItem(raised({ itemKind, attemptId: null }))).toMatchObject([
    { topic: "attention", item: "acqatn_1", isRepetition: false },
  ]);
});

test("a resolved item is told to nobody, and neither is a hold that was decided or a payment that was voided", () => {
  expect(factOfItem(raised({ kind: "resolved" }))).toEqual([]);
  expect(settledByItem(raised({ kind: "resolved" }))).toEqual([{ topic: "attention", item: "acqatn_1" }]);
  expect(settledByItem(raised())).toEqual([]);
  const settled = (kind: AnnouncedPayment["kind"]) => settledByPayment({ ...payment, kind }).map(({ topic }) => topic);
  expect([settled("review_approved"), settled("review_rejected")]).toEqual([["held"], ["held"]]);
  expect([settled("voided"), settled("held")]).toEqual([["held", "authorisation_expiring"], []]);
});

const payment: AnnouncedPayment = {
  ...{ id: "e", kind: "held", occurredAt: new Date(0), attemptId: "acqatt_1", sessionId: "s", cartId: null },
  ...{ account: "main", method: null, instalments: null, orderNo: "1", operationId: null, minor: 1n, currency: "EUR" },
  ...{ state: "authorised", actor: "customer", code: null },
};

test("a topic goes to the roles that chose it, at each of their addresses", () => {
  const role: SavedRole = {
    ...{ id: "finance", name: "Finance", topics: ["dispute"], emails: ["a@shop.example", "b@shop.example"] },
    ...{ webhooks: ["chat"], language: "en", time_zone: "UTC", daily_at: null, quiet: null },
  };
  const settings: SavedNotifications = {
    bell: { topics: ["held"], language: "en" },
    roles: [role, { ...role, id: "x", topics: [] }],
  };
  const told = (topic: "dispute" | "held") =>
    targetsOf(settings, topic).map(({ role: id, recipient }) => [id, recipient]);
  expect(told("dispute")).toEqual(["a@shop.example", "b@shop.example", "chat"].map((each) => ["finance", each]));
  expect(told("held")).toEqual([["", ""]]);
});

test("a refund and a link lead to the order, a payout and a subscription to their pages, with the event's amounts", () => {
  const row = { id: "x_1", account: "main", amount: "2450", currency: "EUR" };
  const approval = { fingerprint: "f_1", account: "main", currency: "EUR", minor: 2450n, refundsBefore: null };
  const facts = [
    factOfRefund({ ...row, orderId: "order_1", at: new Date(0) }),
    factOfApproval({ ...approval, orderId: "order_1", attemptId: null }, new Date(0)),
    factOfApproval({ ...approval, orderId: "order_1", attemptId: "acqatt_1" }, new Date(0)),
    ...factOfPayout(announcedPayout),
    ...factOfLink(announcedLink),
    ...factOfLink({ ...announcedLink, kind: "expired", attemptId: null, account: null, minor: null, currency: null }),
    ...factOfSubscription(announcedSubscription),
  ];
  expect(facts.map(({ topic, item }) => [topic, item])).toEqual([
    ["refund_proposed", "x_1"],
    ["refund_proposed", "f_1"],
    ["refund_proposed", "f_1"],
    ["payout", "acqpay_1"],
    ["payment_link", "acqlnk_1"],
    ["payment_link", "acqlnk_1"],
    ["subscription", "acqsub_1"],
  ]);
  const reader = { language: "en", role: null, dashboardUrl: "https://shop.example/app" } as const;
  const { lines } = messageText(
    facts.map(({ fact }) => fact),
    reader,
  );
  expect(lines.map(({ title, text, url }) => [title, text, url])).toEqual([
    ["Refund proposed", "24.50 EUR · Account main", "https://shop.example/app/orders/order_1"],
    ["Refund needs a second person", "24.50 EUR · Account main", "https://shop.example/app/orders/order_1"],
    ["Refund needs a second person", "24.50 EUR · Account main", "https://shop.example/app/acquiring?payment=acqatt_1"],
    ["Payout waits for approval", "24.50 EUR · Account main", "https://shop.example/app/acquiring/payouts/acqpay_1"],
    ["Payment link paid", "24.50 EUR · Account main", "https://shop.example/app/orders/order_1"],
    ["Payment link expired unpaid", "", "https://shop.example/app/orders/order_1"],
    [
      "Renewal declined",
      "24.50 EUR · Order number 7 · Account main · Result code 51",
      "https://shop.example/app/acquiring/subscriptions/acqsub_1",
    ],
  ]);
});

test("of links, subscriptions and payouts staff are told only what they may have to act on", () => {
  const told = [
    ...LINK_KINDS.flatMap((kind) => factOfLink({ ...announcedLink, kind })),
    ...SUBSCRIPTION_KINDS.flatMap((kind) => factOfSubscription({ ...announcedSubscription, kind })),
    ...PAYOUT_KINDS.flatMap((kind) => factOfPayout({ ...announcedPayout, kind })),
  ];
  expect(told.map(({ fact }) => fact.event)).toEqual([
    ...["payment_link_paid", "payment_link_expired", "renewal_failed", "subscription_cancelled"],
    ...["payout_submitted", "payout_failed"],
  ]);
});

test("settings from before these topics tell nothing of them, and a failed renewal still as an attention item", () => {
  const older: SavedNotifications = { bell: { topics: ["attention", "payout"], language: "en" }, roles: [] };
  expect([targetsOf(older, "payment_link"), targetsOf(older, "subscription")]).toEqual([[], []]);
  const [item] = factOfItem(raised({ itemKind: "renewal_failed" }));
  expect(item).toMatchObject({ topic: "attention", item: "acqatn_1", unlessTopic: "subscription" });
  expect(targetsOf(older, "attention", item?.unlessTopic)).toHaveLength(1);
  // Whoever chose the topic is told once.
  expect(targetsOf(FIRST_NOTIFICATIONS, "attention", item?.unlessTopic)).toEqual([]);
  expect(targetsOf(FIRST_NOTIFICATIONS, "subscription")).toHaveLength(1);
});

test("a dispute that is due soon is told under its topic, with the day by which to respond", () => {
  const fact = factOfDispute({
    ...{ id: "e", occurredAt: new Date(0), attemptId: "acqatt_1", account: "main", orderNo: "1", disputeKey: "D1" },
    ...{ reference: "D1", minor: 9_000n, currency: "EUR", dueAt: new Date("2026-12-05T23:59:59Z"), daysBefore: 2 },
  });
  expect(fact).toMatchObject({ topic: "dispute", item: "acqatt_1", isRepetition: false });
  const { title, lines } = messageText([fact.fact], { language: "en", role: null, dashboardUrl: "https://a.example" });
  expect([title, lines[0]?.text]).toEqual([
    "Dispute due soon",
    "90.00 EUR · Order number 1 · Account main · Due 2026-12-05",
  ]);
});
