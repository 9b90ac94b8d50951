import type { FailpointName } from "../../src/modules/acquiring/runtime/failpoint";

/** Messages between the parent and a store process. Plain data. */
export type PayMode = "card" | "checkout" | "apm";

/** Subscription plan of a story's cart: total number of charges, including the first. */
export interface StoryPlan {
  readonly interval: "day" | "week" | "month";
  readonly cycles: number;
}

/** What a story's payment link is for, and how many pieces are added to the order; a draft has no other payment. */
export type PayableKind = "edit" | "draft" | "exchange" | "claim";
export interface StoryPayable {
  readonly kind: PayableKind;
  readonly more: number;
}

/** How a story's order is captured. `isMultiple`: the account captures in parts, which is an option. */
export interface StoryFulfilment {
  readonly capture: "on_order" | "on_fulfilment" | "on_shipment";
  readonly singleCapture: "first" | "last";
  readonly atExpiry: "remind" | "capture" | "void";
  readonly isMultiple: boolean;
}

export type Command =
  /** This process's own clock: offset to Postgres in ms, plus `drift` ms per ms. */
  | { readonly name: "clock"; readonly skewMs: number; readonly drift: number }
  /** For a process without a clock file: its clock stands at this time, in ms since 1970. */
  | { readonly name: "time"; readonly nowMs: number }
  /** Kills the process at the `times`th passage of the failpoint, or pauses it there. Null: disarm. */
  | {
      readonly name: "arm";
      readonly point: FailpointName | null;
      readonly times: number;
      readonly signal?: "SIGKILL" | "SIGSTOP";
    }
  | { readonly name: "checkout"; readonly mode: PayMode; readonly quantity: number; readonly plan?: StoryPlan }
  | { readonly name: "session"; readonly cartId: string; readonly mode: PayMode }
  /** `link`: the token of the payment link that the session is for. */
  | { readonly name: "pay"; readonly sessionId: string; readonly method: PayChoice; readonly link?: string }
  /** An order that owes something: a draft, or a paid one that is changed then. */
  | { readonly name: "owe"; readonly payable: StoryPayable; readonly quantity: number }
  /** A paid order under this capture policy. */
  | { readonly name: "sell"; readonly fulfilment: StoryFulfilment; readonly quantity: number }
  /** Everything is captured by hand again. */
  | { readonly name: "end-policy" }
  /** What staff does with the order's items: at most `quantity` of them, or the oldest fulfilment. */
  | {
      readonly name: "handle";
      readonly orderId: string;
      readonly does: "fulfil" | "ship" | "deliver" | "cancel" | "return" | "return-damaged";
      readonly quantity: number;
    }
  /** The minute's job that refunds automatically. */
  | { readonly name: "watch-refunds" }
  | { readonly name: "edit-order"; readonly orderId: string; readonly quantity: number }
  | { readonly name: "link"; readonly orderId: string; readonly does: "create" | "renew" | "revoke" }
  | { readonly name: "open-link"; readonly token: string }
  | { readonly name: "link-session"; readonly token: string; readonly mode: PayMode }
  | { readonly name: "pay-link"; readonly token: string; readonly method: PayChoice }
  | { readonly name: "change-cart"; readonly cartId: string; readonly quantity: number }
  | { readonly name: "complete"; readonly cartId: string }
  /** `newest`: of the newest payment that is not cancelled, in place of the first. */
  | {
      readonly name: "capture" | "refund";
      readonly cartId: string;
      readonly percent: number;
      readonly newest?: boolean;
    }
  | { readonly name: "cancel-order"; readonly cartId: string }
  | { readonly name: "status"; readonly sessionId: string }
  | { readonly name: "check"; readonly cartId: string }
  /** Check the cart's payments and their renewals. */
  | { readonly name: "check-all"; readonly cartId: string }
  | { readonly name: "review"; readonly cartId: string; readonly action: "approve" | "reject" }
  | { readonly name: "work" }
  /** The minute's check for lost commits, and the recovery. */
  | { readonly name: "recover" }
  /** Cancel the cart's subscription; the same key is the same request. */
  | {
      readonly name: "cancel-subscription";
      readonly cartId: string;
      readonly key: string;
      readonly by: "admin" | "customer";
    }
  /** The minute's round of the attention queue. */
  | { readonly name: "watch" }
  | { readonly name: "find-unbegun" }
  /** The hourly check of subscriptions. */
  | { readonly name: "look" }
  /** Answers when no background work is running. */
  | { readonly name: "settle" };

/** Payment methods of the API schema that the stories use. */
export type PayChoice =
  | { readonly type: "card"; readonly number: string }
  | { readonly type: "checkout" }
  | { readonly type: "apm"; readonly method: string };

export interface Question {
  readonly id: number;
  readonly command: Command;
}

export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: string };

/** First message of a store process. */
export interface Ready {
  readonly ready: true;
  readonly port: number;
}
