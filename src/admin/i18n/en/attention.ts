import type { AttentionAction, AttentionKind } from "../../../api-schema/admin";

/** What needs a person, in English: its name, what to do about it, and the one thing to do in a word or two. */
export const attention = {
  action: {
    query_now: "Refresh status",
    register_ip: "Register the IP address",
    list_account: "Add the account",
    look_in_portal: "Check the portal",
    extend_profile: "Update the profile",
    void_or_refund: "Void or refund",
    complete_cart: "Complete the cart",
    read_log: "Read the log",
    refund_again: "Refund again",
    tighten_limits: "Tighten the limits",
    check_keys: "Check the keys",
    capture_or_void: "Capture or void",
    cancel_order: "Cancel the order",
    review: "Review",
    reconcile: "Reconcile",
    check_subscription: "Check the subscription",
    make_renewal_order: "Create the order",
    open_payout: "Open payout",
    recover: "Recover",
  } satisfies Record<AttentionAction, string>,
  name: {
    unknown_outcome: "Unknown result",
    amount_mismatch: "Amount mismatch",
    capture_unconfirmed: "Captured amount unconfirmed",
    order_mismatch: "Order number mismatch",
    unlisted_code: "Unrecognised code",
    backward_move: "Gateway reports an earlier state",
    late_or_double_money: "Late or duplicate payment",
    three_ds_missing: "3-D Secure missing",
    decline_rate: "High decline rate",
    paid_without_order: "Paid without an order",
    refund_failed: "Refund failed",
    refund_elsewhere: "Refunded elsewhere",
    voided_elsewhere: "Voided elsewhere",
    dispute: "Dispute",
    query_refused: "Query refused",
    account_changed: "Payments of another gateway account",
    notification_contradicted: "Notification contradicted",
    notification_unreadable: "Unreadable notification",
    notification_failing: "Notification not processed",
    booking_failed: "Not recorded in Medusa",
    refund_unexpected: "Unexpected refund",
    signature_mismatch_rate: "Invalid signatures",
    expiring_authorisation: "Authorisation expiring",
    held_review: "Held for review",
    rejected_after_capture: "Rejected after capture",
    drift: "Records differ",
    renewal_missing: "Renewal missing",
    renewal_failed: "Renewal declined",
    renewal_amount_changed: "Renewal amount changed",
    renewal_without_order: "Renewal without an order",
    subscription_cancel_unknown: "Cancellation result unknown",
    subscription_unnamed: "Subscription ID missing",
    payout_problem: "Payout needs action",
    payout_unknown: "Payout result unknown",
    recovery_mode: "Recovery mode: nothing is sent",
    lost_payment: "Payment missing in the database",
  } satisfies Record<AttentionKind, string>,
  advice: {
    unknown_outcome:
      "The store keeps checking the status. If it is urgent, check the gateway's portal and record the result here.",
    amount_mismatch: "Compare the amount with the gateway's portal before you ship.",
    capture_unconfirmed:
      "No notification has confirmed the amount of this capture. Compare it with the gateway's portal.",
    order_mismatch: "Compare the order number with the gateway's portal.",
    unlisted_code: "Ask your gateway contact what the code means and add it to the profile's status map.",
    backward_move: "Compare with the gateway's portal. Nothing was changed here.",
    late_or_double_money:
      "This item closes once the payment is voided or refunded. If that hasn't happened, void or refund it, unless you want to keep it.",
    three_ds_missing:
      "This item closes once the payment is voided or refunded. If that hasn't happened, void or refund it.",
    decline_rate:
      "This may be card testing. Review the latest payments and tighten cardTesting.limits or add a captcha.",
    paid_without_order: "The cart could not be completed. Complete it, or void or refund the payment.",
    refund_failed: "Refund again, or pay the customer back another way.",
    refund_elsewhere: "Compare with the gateway's portal and record the refund on the order.",
    voided_elsewhere: "This order is no longer paid. Cancel it, or ask the customer to pay again.",
    dispute: "Respond to the dispute at the gateway before its due date. Nothing is refunded automatically.",
    query_refused: "Register this server's IP address with the gateway.",
    account_changed: "Add the former gateway account to the options so that its payments can be managed.",
    notification_contradicted: "Someone may be forging notifications. Nothing was changed.",
    notification_unreadable: "Compare the profile's notify options with a received notification.",
    notification_failing:
      "See the server log for the reason. The notification is stored and retried every ten minutes. If it is urgent, check the payment in the gateway's portal.",
    held_review: "Approve or reject the payment. It can't be captured or shipped until then.",
    rejected_after_capture: "Don't ship. If the payment isn't shown as refunded, refund it in the gateway's portal.",
    booking_failed: "Medusa could not record a confirmed operation. See the server log.",
    refund_unexpected: "Compare the refunds with the gateway's portal before you refund again.",
    signature_mismatch_rate:
      "Compare signingKeys and profile.signing with the gateway's details. If they are correct, someone is forging messages.",
    drift: 'Run the command "reconcile" to see where the gateway, the ledger and Medusa differ.',
    expiring_authorisation:
      "Capture the payment today if you can ship, or void it. After it expires it can't be captured.",
    renewal_missing:
      "Refresh the status on the subscription page. If there was no charge, check the gateway's portal or cancel the subscription.",
    renewal_failed: "Contact the customer. The gateway may retry; otherwise cancel the subscription.",
    renewal_amount_changed: "Create the order with the charged amount on the subscription page, or refund the payment.",
    renewal_without_order:
      "Fix the problem named in the message and create the order on the subscription page, or refund the payment.",
    subscription_cancel_unknown:
      "Refresh the status on the subscription page. If it stays unknown, check the gateway's portal.",
    subscription_unnamed:
      "The first payment succeeded, but the gateway never sent a subscription ID, so it can't be cancelled from here. Check the gateway's portal: cancel the subscription there, or refund the payment.",
    payout_problem:
      "It failed, was returned, is held or was not sent. Correct it and send a new one, act in the gateway's portal, or complete the missing settings.",
    payout_unknown:
      "It is unknown whether the payout was sent, and it is never resent automatically. Check the gateway's portal and record the result on the payout page.",
    recovery_mode:
      'Database commits may have been lost. Nothing is sent until the gateway has been queried, which runs automatically. Run the command "recover" to see the progress.',
    lost_payment: "Find the payment in the gateway's portal. Refund it there, or record it on the customer's order.",
  } satisfies Record<AttentionKind, string>,
};
