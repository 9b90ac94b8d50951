/** Payout events, with IDs only. Delivered at least once. */
export const PAYOUT_SUBMITTED = "acquiring.payout.submitted";
export const PAYOUT_APPROVED = "acquiring.payout.approved";
/** Sent to the gateway; whether it is paid is not known yet. */
export const PAYOUT_SENT = "acquiring.payout.sent";
export const PAYOUT_PAID = "acquiring.payout.paid";
/** It failed, was cancelled or came back. */
export const PAYOUT_FAILED = "acquiring.payout.failed";

export type PayoutEventName =
  typeof PAYOUT_SUBMITTED | typeof PAYOUT_APPROVED | typeof PAYOUT_SENT | typeof PAYOUT_PAID | typeof PAYOUT_FAILED;

export interface PayoutNews {
  readonly id: string;
}
