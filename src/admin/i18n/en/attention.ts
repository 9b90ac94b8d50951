import type { AttentionAction, AttentionKind } from "../../../api-schema/admin";

/** What needs a person, in English: its name, what to do about it, and the one thing to do in a word or two. */
export const attention = {
  action: {
    query_now: "Ask the gateway",
    register_ip: "Register the address",
    list_account: "List the account",
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
    check_subscription: "Ask about the subscription",
    make_renewal_order: "Make the order",
    open_payout: "Open the payout",
    recover: "Recover",
  } satisfies Record<AttentionAction, string>,
  name: {
    unknown_outcome: "Outcome not known",
    amount_mismatch: "The amount differs",
    capture_unconfirmed: "How much was captured",
    order_mismatch: "The order number differs",
    unlisted_code: "Unlisted code",
    backward_move: "A step backwards",
    late_or_double_money: "Late or double money",
    three_ds_missing: "3-D Secure missing",
    decline_rate: "Many declines",
    paid_without_order: "Paid without an order",
    refund_failed: "Refund failed",
    refund_elsewhere: "Refunded elsewhere",
    voided_elsewhere: "Voided elsewhere",
    dispute: "Dispute",
    query_refused: "Query refused",
    account_changed: "Payments of another gateway account",
    notification_contradicted: "Notification contradicted",
    notification_unreadable: "Notification unreadable",
    notification_failing: "Notification not handled",
    booking_failed: "Not recorded in Medusa",
    refund_unexpected: "Unexpected refund",
    signature_mismatch_rate: "Wrong signatures",
    expiring_authorisation: "Authorisation expires",
    held_review: "Held for review",
    rejected_after_capture: "Rejected after the capture",
    drift: "The books differ",
    renewal_missing: "Renewal missing",
    renewal_failed: "Renewal declined",
    renewal_amount_changed: "Renewal not as agreed",
    renewal_without_order: "Renewal without an order",
    subscription_cancel_unknown: "Cancellation not known",
    subscription_unnamed: "Subscription never named",
    payout_problem: "Payout needs a look",
    payout_unknown: "Payout not known",
    recovery_mode: "Recovery mode: nothing is sent",
    lost_payment: "Payment lost by the database",
  } satisfies Record<AttentionKind, string>,
  advice: {
    unknown_outcome:
      "Look the payment up in the gateway's portal if it matters now; the store keeps asking. What you find there you can say here.",
    amount_mismatch: "Compare the amount with the gateway's portal before you ship.",
    capture_unconfirmed:
      "No notification has confirmed the amount of this capture. Compare it with the gateway's portal.",
    order_mismatch: "Compare the order number with the gateway's portal.",
    unlisted_code: "Ask the gateway what the code means and add it to the profile's status map.",
    backward_move: "Compare with the gateway's portal; nothing was changed here.",
    late_or_double_money:
      "It closes by itself once the money is back. If it says that this is not done, void or refund the payment unless you mean to keep it.",
    three_ds_missing:
      "It closes by itself once the money is back. If it says that this is not done, void or refund the payment.",
    decline_rate:
      "Somebody may be testing stolen cards. Look at the latest payments, and tighten cardTesting.limits or add a captcha.",
    paid_without_order:
      "Look at the cart: it could not be completed. Void or refund the payment, or complete the cart.",
    refund_failed: "Refund again, or settle it with the shopper another way.",
    refund_elsewhere: "Compare with the gateway's portal and note the refund on the order.",
    voided_elsewhere: "Cancel the order, or ask the shopper to pay again: nothing pays for it any more.",
    dispute: "Answer the dispute at the gateway before the bank's date. Nothing is refunded here by itself.",
    query_refused: "Register this server's IP address with the gateway.",
    account_changed: "Add the former gateway account to the options, so that its payments can be served there.",
    notification_contradicted: "Somebody may be forging notifications. Nothing was changed.",
    notification_unreadable: "Check the profile's notify options against a captured notification.",
    notification_failing:
      "Read the server's log for the reason. The notification is kept and tried every ten minutes; look the payment up in the gateway's portal if it matters now.",
    held_review: "Approve or reject the payment. Until then it is neither captured nor shipped.",
    rejected_after_capture:
      "If it does not say that it was given back, look in the gateway's portal and refund it there. Do not ship.",
    booking_failed: "Medusa could not record what is proven at the gateway; see the server's log.",
    refund_unexpected: "Compare the refunds with the gateway's portal before you refund anything more.",
    signature_mismatch_rate:
      "Compare signingKeys and profile.signing with what the gateway gave you; if they are right, somebody forges messages.",
    drift: 'Run the command "reconcile" to see where the gateway, the ledger and Medusa differ.',
    expiring_authorisation: "Capture the payment today if you can ship, or void it; afterwards the bank refuses.",
    renewal_missing:
      "Ask the gateway on the subscription's page. If it did not charge, look in its portal why, or cancel the subscription.",
    renewal_failed: "Tell the customer. The gateway may try again by itself, or you cancel the subscription.",
    renewal_amount_changed: "Make the order with the charged amount on the subscription's page, or refund the payment.",
    renewal_without_order:
      "Put right what the message names and make the order on the subscription's page, or refund the payment.",
    subscription_cancel_unknown: "Ask the gateway on the subscription's page; if it says nothing, look in its portal.",
    subscription_unnamed:
      "The first payment was taken, and the gateway never said the number of its subscription: it cannot be asked to end it. Look in its portal whether there is one, and end it there or give the payment back.",
    payout_problem:
      "Open the payout: it failed, was returned, is held or did not leave. Correct it and send a new one, act in the gateway's portal, or set what is missing.",
    payout_unknown:
      "Nobody can tell whether the money left; it is never sent again by itself. Look in the gateway's portal and say on the payout's page what you found.",
    recovery_mode:
      'Commits may have been lost. Nothing is sent until the gateway has been queried, which happens by itself. Run the command "recover" to see how far it is.',
    lost_payment: "Look the payment up in the gateway's portal. Refund it there, or note it on the customer's order.",
  } satisfies Record<AttentionKind, string>,
};
