import type {
  AdminPayment,
  AttentionAction,
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
  dispute_received: "The shopper's bank disputes the payment",
  dispute_won: "The dispute was won",
  dispute_lost: "The dispute was lost",
  held: "Held for review: a person has to approve or reject it",
  review_sent: "Verdict sent to the gateway",
  review_approved: "Approved in review",
  review_rejected: "Rejected in review",
  review_declined: "The gateway did not take the verdict",
  review_unknown: "No clear answer to the verdict: the gateway is being asked",
  review_not_applied: "It is proven that the verdict was not taken",
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
  review: "A verdict on the payment",
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

/** The one thing to do, in a word or two. */
export const attentionActionWords: Record<AttentionAction, string> = {
  query_now: "Ask the gateway",
  register_ip: "Register the address",
  look_in_portal: "Look in the portal",
  extend_profile: "Extend the profile",
  void_or_refund: "Void or refund",
  complete_cart: "Complete the cart",
  read_log: "Read the log",
  refund_again: "Refund again",
  tighten_limits: "Tighten the limits",
  check_keys: "Check the keys",
  capture_or_void: "Capture or void",
  cancel_order: "Cancel the order",
  review: "Decide",
  reconcile: "Reconcile",
};

/** What to do about it. */
export const attentionWords: Record<AttentionKind, string> = {
  unknown_outcome: "Look the payment up in the gateway's portal if it matters now; the store keeps asking.",
  amount_mismatch: "Compare the amount with the gateway's portal before you ship.",
  order_mismatch: "Compare the order number with the gateway's portal.",
  unlisted_code: "Ask the gateway what the code means and add it to the profile's status map.",
  backward_move: "Compare with the gateway's portal; nothing was changed here.",
  late_or_double_money:
    "It closes by itself once the money is back. If it says that this is not done, void or refund the payment unless you mean to keep it.",
  three_ds_missing:
    "It closes by itself once the money is back. If it says that this is not done, void or refund the payment.",
  decline_rate:
    "Somebody may be testing stolen cards. Look at the latest payments, and tighten cardTesting.limits or add a captcha.",
  paid_without_order: "Look at the cart: it could not be completed. Void or refund the payment, or complete the cart.",
  refund_failed: "Refund again, or settle it with the shopper another way.",
  refund_elsewhere: "Compare with the gateway's portal and note the refund on the order.",
  voided_elsewhere: "Cancel the order, or ask the shopper to pay again: nothing pays for it any more.",
  dispute: "Answer the dispute at the gateway before the bank's date. Nothing is refunded here by itself.",
  query_refused: "Register this server's IP address with the gateway.",
  notification_contradicted: "Somebody may be forging notifications. Nothing was changed.",
  notification_unreadable: "Check the profile's notify options against a captured notification.",
  held_review: "Approve or reject the payment. Until then it is neither captured nor shipped.",
  rejected_after_capture:
    "If it does not say that it was given back, look in the gateway's portal and refund it there. Do not ship.",
  booking_failed: "Medusa could not record what is proven at the gateway; see the server's log.",
  refund_unexpected: "Compare the refunds with the gateway's portal before you refund anything more.",
  signature_mismatch_rate:
    "Compare signingKeys and profile.signing with what the gateway gave you; if they are right, somebody forges messages.",
  drift: 'Run the command "reconcile" to see where the gateway, the ledger and Medusa differ.',
  expiring_authorisation: "Capture the payment today if you can ship, or void it; afterwards the bank refuses.",
};

export const disputeWords: Record<NonNullable<AdminPayment["dispute"]>["status"], string> = {
  open: "Open",
  won: "Won",
  lost: "Lost",
};

export const words = {
  dispute: "Dispute",
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
  "review_unknown",
];

/** Who did it, and how it was learnt. That an answer was not clear is nobody's doing: the store noticed it. */
export const byWords = ({ kind, actor, source }: Pick<TimelineEntry, "kind" | "actor" | "source">): string =>
  NO_CLEAR_ANSWER.includes(kind)
    ? `noticed by ${actorWords.system}`
    : `by ${actorWords[actor]} (${sourceWords[source]})`;
