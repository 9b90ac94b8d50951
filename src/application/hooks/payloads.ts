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

/** Payload of the hook `instalmentsOffered`: the plans of the options that fit a payment method and an amount. */
export interface InstalmentsOffered {
  /** Null for a payment link. */
  readonly cart_id: string | null;
  /** Of a payment link. */
  readonly order_id: string | null;
  readonly account: string;
  /** As in the list of methods: `card`, `checkout`, `apm:pix`. */
  readonly method: string;
  /** In major units. */
  readonly amount: string;
  readonly currency: string;
  /** IDs from the option `instalments`. */
  readonly plans: readonly string[];
}

/** What the hook's handler answers. */
export interface OfferedInstalments {
  /** IDs of the plans that are offered; the others are not. */
  readonly offer: readonly string[];
}
