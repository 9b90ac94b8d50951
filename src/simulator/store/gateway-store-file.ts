import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { CheckoutOrder } from "../payments/checkout-order";
import type { Payout } from "../payouts/payout";
import type { Subscription } from "../subscriptions/subscription";
import type { StoredToken } from "../payments/tokens";
import type { Effects, PortalEffects, Transaction } from "../payments/transaction";

export interface Snapshot {
  counter: number;
  /** Offset of the simulator's clock from the real one. */
  aheadMs: number;
  effects: Effects;
  portalEffects: PortalEffects;
  transactions: Transaction[];
  orders: CheckoutOrder[];
  tokens: StoredToken[];
  subscriptions: Subscription[];
  payouts: Payout[];
}

const none = (): Effects => ({
  authorise: 0,
  checkout: 0,
  apm: 0,
  capture: 0,
  cancel: 0,
  refund: 0,
  cancel_subscription: 0,
  renewal: 0,
});

const noneByHand = (): PortalEffects => ({
  portal_capture: 0,
  portal_void: 0,
  portal_refund: 0,
  portal_cancel_subscription: 0,
});

export const empty = (): Snapshot => ({
  counter: 0,
  aheadMs: 0,
  effects: none(),
  portalEffects: noneByHand(),
  transactions: [],
  orders: [],
  tokens: [],
  subscriptions: [],
  payouts: [],
});

export function load(file: string): Snapshot {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return empty();
  const value = parsed(readFileSync(file, "utf8"));
  if (isSnapshot(value)) return completed(value);
  throw new Error(`${file} is not a file of the simulator; move it away or name another with --data.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isSnapshot = (value: unknown): value is Snapshot =>
  typeof value === "object" &&
  value !== null &&
  "counter" in value &&
  typeof value.counter === "number" &&
  "effects" in value &&
  "transactions" in value &&
  Array.isArray(value.transactions);

/** Files of an earlier version contained cards only. */
function completed(value: Snapshot): Snapshot {
  const transactions = value.transactions.map((transaction) =>
    Object.assign({ ordered: transaction.amount, effects: {}, disputes: [] }, CARD_ONLY, transaction),
  );
  const effects = { ...none(), ...value.effects };
  const portalEffects = { ...noneByHand(), ...value.portalEffects };
  return { ...empty(), ...value, effects, portalEffects, transactions };
}

const CARD_ONLY = {
  mode: "card",
  method: null,
  return_url: null,
  page_id: null,
  window_size: "",
  expires_at: null,
  voucher: null,
  threeds_result: "",
  is_3ds: false,
  after_challenge: null,
  keep: null,
  token_id: "",
  terms: null,
  recurring_id: "",
  renewal: null,
} as const;

/** Writes atomically: after a kill, the last complete state is found. */
export function keep(file: string, held: Snapshot): void {
  writeFileSync(`${file}.new`, JSON.stringify(held));
  renameSync(`${file}.new`, file);
}
