import type { AttentionAction, AttentionEntry, Permission } from "../../api-schema/admin";

/** What settles an attention item: actions in the order offered, or a page; neither outside the dashboard. */
export type DrawerAction = "capture" | "void" | "refund" | "replay" | "decide";
/** Actions that settle an item: some have a drawer, a query has a button, a review is decided in its banner. */
export type RemedyAction = "capture" | "void" | "refund" | "query" | "review";
export type ActionPlace = "health" | "payments" | "order" | "subscription" | "payout";

/** Permission needed for each; without it the payment can only be opened. */
export const ACTION_PERMISSIONS: Record<DrawerAction | RemedyAction, Permission> = {
  capture: "capture",
  void: "void",
  refund: "refund",
  replay: "resolve",
  decide: "resolve",
  query: "resolve",
  review: "review",
};

interface Remedy {
  readonly acts: readonly RemedyAction[];
  readonly place: ActionPlace | null;
}

const nowhere: Remedy = { acts: [], place: null };
const at = (place: ActionPlace): Remedy => ({ acts: [], place });
const by = (...acts: RemedyAction[]): Remedy => ({ acts, place: null });

export const ATTENTION_ACTIONS: Record<AttentionAction, Remedy> = {
  query_now: by("query"),
  register_ip: at("health"),
  list_account: nowhere,
  check_portal: nowhere,
  extend_profile: at("health"),
  void_or_refund: by("void", "refund"),
  complete_cart: nowhere,
  read_log: nowhere,
  refund_again: by("refund"),
  tighten_limits: at("payments"),
  check_keys: at("health"),
  capture_or_void: by("capture", "void"),
  cancel_order: at("order"),
  review: by("review"),
  reconcile: nowhere,
  check_subscription: at("subscription"),
  make_renewal_order: at("subscription"),
  open_payout: at("payout"),
  recover: at("health"),
};

/** An operation of the payment has no known result, no query has told it, and a person may decide. */
export const isDecidable = ({ kind, payment }: Pick<AttentionEntry, "kind" | "payment">): boolean =>
  kind === "unknown_outcome" && payment !== null;
