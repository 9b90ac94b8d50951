import type { RefundProposal } from "../../api-schema/admin";

/** Payload of the hook `capturesDue`: what the capture policy is about to capture. IDs and amounts; anything else can be queried. */
export interface CapturesDue {
  readonly captures: readonly CaptureDue[];
}

export interface CaptureDue {
  readonly attempt_id: string;
  readonly order_id: string | null;
  readonly account: string;
  /** In major units. */
  readonly amount: string;
  readonly currency: string;
  /** Until when the authorisation is valid, ISO 8601. */
  readonly expires_at: string;
}

/** What the hook's handler answers. */
export interface DeferredCaptures {
  /** IDs of payments that are not captured now. */
  readonly wait: readonly string[];
}

/** Payload of the hook `refundDue`: a refund that the server is about to make by itself. */
export interface RefundDue {
  readonly order_id: string;
  /** In major units. */
  readonly amount: string;
  readonly currency: string;
  /** What it comes from, such as `return`. */
  readonly causes: readonly RefundProposal["causes"][number]["kind"][];
}

/** What the hook's handler answers. */
export interface RefundDeferral {
  /** True: people decide about this refund. */
  readonly wait: boolean;
}
