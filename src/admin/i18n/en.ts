import type {
  AdminPayment,
  AttentionKind,
  OperationKind,
  OperationStatus,
  TimelineEntry,
  TimelineKind,
} from "../../contract/admin";
import type { ShownState } from "../lib/view";

/** The dashboard's English words, in one place. A new kind in the contract fails the build until it has words. */
export const stateWords: Record<ShownState, string> = {
  created: "Being sent",
  action_required: "Waiting for the shopper",
  pending: "Pending at the gateway",
  unknown: "Being checked",
  authorised: "Authorised",
  captured: "Captured",
  partly_captured: "Partly captured",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
  voided: "Voided",
  declined: "Declined",
  expired: "Expired",
};

export const timelineWords: Record<TimelineKind, string> = {
  started: "Payment started",
  authorise_sent: "Authorisation sent to the gateway",
  authorised: "Authorised: the amount is reserved",
  action_required: "The shopper has to finish at the bank",
  authorise_pending: "The gateway has not decided yet",
  authorise_unknown: "No clear answer: the gateway is being asked",
  authorise_not_applied: "It is proven that nothing was authorised",
  declined: "Declined",
  expired: "Expired: the shopper did not finish in time",
  capture_sent: "Capture sent to the gateway",
  captured: "Captured",
  capture_declined: "Capture declined",
  capture_unknown: "No clear answer to the capture: the gateway is being asked",
  capture_not_applied: "It is proven that nothing was captured",
  void_sent: "Void sent to the gateway",
  voided: "Voided: the reservation was given back",
  void_declined: "Void declined",
  void_unknown: "No clear answer to the void: the gateway is being asked",
  void_not_applied: "It is proven that nothing was voided",
  refund_sent: "Refund sent to the gateway",
  refund_accepted: "Refund accepted, the bank will pay it out",
  refund_succeeded: "Refund paid out",
  refund_declined: "Refund declined",
  refund_failed: "The bank refused the refund: it can be refunded again",
  refund_unknown: "No clear answer to the refund: the gateway is being asked",
  refund_not_applied: "It is proven that nothing was refunded",
  fact_refused: "A message that did not fit was refused; nothing changed",
};

export const modeWords: Record<AdminPayment["mode"], string> = {
  card: "Card form of the shop",
  checkout: "Hosted card page",
  apm: "Alternative method",
};

export const actorWords: Record<TimelineEntry["actor"], string> = {
  shopper: "the shopper",
  admin: "an admin",
  system: "the store",
  gateway: "the gateway",
};

export const sourceWords: Record<TimelineEntry["source"], string> = {
  request: "request",
  response: "answer",
  query: "query",
  notify: "notification",
  return: "return",
};

export const operationWords: Record<OperationKind, string> = {
  authorise: "An authorisation",
  capture: "A capture",
  void: "A void",
  refund: "A refund",
};

/** How an open operation stands; follows `A capture of €30.00`. Only the first three are ever open. */
const openWords: Record<OperationStatus, string> = {
  sending: "is being checked with the gateway; it is not sent again.",
  unknown: "is being checked with the gateway; it is not sent again.",
  pending: "was accepted by the gateway and waits for the bank; it is not sent again.",
  settled: "is done.",
  declined: "was declined.",
  not_sent: "was not sent.",
};

/** `A capture of €30.00 is being checked with the gateway; it is not sent again.` */
export const openOperationWords = (kind: OperationKind, status: OperationStatus, amount: string): string =>
  `${operationWords[kind]} of ${amount} ${openWords[status]}`;

/** What to do about it. */
export const attentionWords: Record<AttentionKind, string> = {
  unknown_outcome: "Look the payment up in the gateway's portal if it matters now; the store keeps asking.",
  amount_mismatch: "Compare the amount with the gateway's portal before you ship.",
  order_mismatch: "Compare the order number with the gateway's portal.",
  unlisted_code: "Ask the gateway what the code means and add it to the profile's status map.",
  backward_move: "Compare with the gateway's portal; nothing was changed here.",
  late_or_double_money:
    "If it does not say that it was given back, void or refund this payment unless you mean to keep it.",
  three_ds_missing: "Nothing is left to do when it says that it was given back; the shopper can pay again.",
  decline_rate:
    "Somebody may be testing stolen cards. Look at the latest payments, and tighten cardTesting.limits or add a captcha.",
  paid_without_order: "Look at the cart: it could not be completed. Void or refund the payment, or complete the cart.",
  refund_failed: "Refund again, or settle it with the shopper another way.",
  refund_elsewhere: "Compare with the gateway's portal and note the refund on the order.",
  query_refused: "Register this server's IP address with the gateway.",
  notification_contradicted: "Somebody may be forging notifications. Nothing was changed.",
  notification_unreadable: "Check the profile's notify options against a captured notification.",
  booking_failed: "Medusa could not record what is proven at the gateway; see the server's log.",
  drift: 'Run the command "reconcile" to see where the gateway, the ledger and Medusa differ.',
};

export const words = {
  way: "Way to pay",
  expiresAt: "Waits until",
  title: "Gateway payment",
  authorised: "Authorised",
  captured: "Captured",
  refunded: "Refunded",
  refundable: "Refundable",
  orderNo: "Order number",
  gatewayId: "Transaction",
  copyOrderNo: "Copy the order number",
  copyGatewayId: "Copy the transaction id",
  card: "Card",
  threeDs: "3-D Secure",
  risk: "Risk",
  used: "Used",
  notUsed: "Not used",
  attention: "Needs attention",
  timeline: "What happened",
  codes: "Codes",
  latest: "Latest attempt",
  earlier: "Earlier attempt",
  loading: "Loading the gateway payment",
  failed:
    "The payment could not be loaded. Nothing at the gateway depends on this page. Try again; if it keeps failing, look at the server's log.",
  stale: "The latest state could not be loaded; this is what was known before.",
  retry: "Try again",
} as const;

/** Part of the refunds that the bank has not confirmed. */
export const refundPendingWords = (amount: string): string =>
  `${amount} of the refunds is not yet paid out by the bank.`;

export const sinceWords = (moment: string): string => `Since ${moment}.`;

const NO_CLEAR_ANSWER: readonly TimelineKind[] = [
  "authorise_unknown",
  "capture_unknown",
  "void_unknown",
  "refund_unknown",
];

/** Who did it, and how it was learnt. That an answer was not clear is nobody's doing: the store noticed it. */
export const byWords = ({ kind, actor, source }: Pick<TimelineEntry, "kind" | "actor" | "source">): string =>
  NO_CLEAR_ANSWER.includes(kind)
    ? `noticed by ${actorWords.system}`
    : `by ${actorWords[actor]} (${sourceWords[source]})`;
