import type { FailpointName } from "../../src/modules/acquiring/runtime/failpoint";

/** What the parent may ask of a store process, and what it hears. Plain data: it travels between processes. */
export type PayMode = "card" | "checkout" | "apm";

/** What the cart of a story subscribes to: so many charges in all, the first included. */
export interface StoryPlan {
  readonly interval: "day" | "week" | "month";
  readonly cycles: number;
}

export type Command =
  /** This process's own clock: so many ms ahead of Postgres', and `drift` ms more with each ms that passes. */
  | { readonly name: "clock"; readonly skewMs: number; readonly drift: number }
  /** The clock of a process that has no file to read it from stands still there, in ms since 1970. */
  | { readonly name: "time"; readonly nowMs: number }
  /** Kills the process at the `times`th passage of the point, or stops it there until it is told to go on. Null: disarm. */
  | {
      readonly name: "arm";
      readonly point: FailpointName | null;
      readonly times: number;
      readonly signal?: "SIGKILL" | "SIGSTOP";
    }
  | { readonly name: "checkout"; readonly mode: PayMode; readonly quantity: number; readonly plan?: StoryPlan }
  | { readonly name: "session"; readonly cartId: string; readonly mode: PayMode }
  | { readonly name: "pay"; readonly sessionId: string; readonly method: PayChoice }
  | { readonly name: "change-cart"; readonly cartId: string; readonly quantity: number }
  | { readonly name: "complete"; readonly cartId: string }
  | { readonly name: "capture" | "refund"; readonly cartId: string; readonly percent: number }
  | { readonly name: "cancel-order"; readonly cartId: string }
  | { readonly name: "status"; readonly sessionId: string }
  | { readonly name: "check"; readonly cartId: string }
  /** The cart's payments and the charges that followed from them. */
  | { readonly name: "check-all"; readonly cartId: string }
  | { readonly name: "review"; readonly cartId: string; readonly verdict: "approve" | "reject" }
  | { readonly name: "work" }
  /** The minute's look whether commits are lost, and what leads out of recovery mode. */
  | { readonly name: "recover" }
  /** Somebody asks to end the cart's contract; the same key is the same wish. */
  | { readonly name: "end-contract"; readonly cartId: string; readonly key: string; readonly by: "admin" | "shopper" }
  /** The minute's look at what needs a person. */
  | { readonly name: "watch" }
  /** The hourly look at contracts. */
  | { readonly name: "look" }
  /** Answers once no round of background work runs any more. */
  | { readonly name: "settle" };

/** The contract's ways to pay, as far as the stories use them. */
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

/** The first message of a store process. */
export interface Ready {
  readonly ready: true;
  readonly port: number;
}
