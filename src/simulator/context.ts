import type { GatewayStore } from "./store/gateway-store";
import type { Clock } from "./store/clock";
import type { Chances } from "./faults/seeded-random";
import type { DueQueue } from "./store/due-queue";
import type { Notifier } from "./notifications/notifier";
import type { AmountUnit } from "./payouts/payout-money";
import type { FaultScript } from "./faults/fault-script";
import type { Transaction } from "./payments/transaction";

/** Types shared by the simulator's parts. Apart from reading fields, no behaviour. */

export interface Gateway {
  readonly merchantId: string;
  readonly accountId: string;
  /** The first key signs; all of them verify. */
  readonly signingKeys: readonly string[];
  readonly book: GatewayStore;
  readonly notifier: Notifier;
  readonly now: () => Date;
  readonly clock: Clock;
  readonly chances: Chances;
  /** Transactions that the clock may decide, by time; checked again for changes when due. */
  readonly due: DueQueue<Transaction>;
  readonly renewalsDue: DueQueue<string>;
  readonly payoutsDue: DueQueue<string>;
  readonly tape: FaultScript;
  renewals: Renewals;
  payouts: Payouts;
  publicUrl: string;
  ranking: readonly RankedMethod[];
  captureMode: "manual" | "automatic";
  /** Delay before a pending payment or an accepted refund is decided, and before each step of a payout. */
  readonly waits: { readonly pendingMs: number; readonly refundMs: number; readonly payoutMs: number };
  multipleCaptures: boolean;
  trouble: Trouble;
  dialect: string;
}

export interface Trouble {
  /** Every connection is closed without an answer. */
  readonly down: boolean;
  readonly slowMs: number;
  /** `ip`: queries are refused as if the store's address were not registered. */
  readonly failQueries: "off" | "ip";
}

export interface Renewals {
  /** `own`: a renewal has an order number of its own; `own-listed`: a query by the first payment's lists it too. */
  readonly orderNo: "same" | "own" | "own-listed";
  /** How long before its due time a charge is prepared; a later cancellation does not stop it. */
  readonly preparedMs: number;
}

export interface Payouts {
  readonly amountUnit: AmountUnit;
  /** Notifications as a form with nested parts as JSON, or as one JSON document with numbers. */
  readonly notifyAs: "form" | "json";
}

export const NO_TROUBLE: Trouble = { down: false, slowMs: 0, failQueries: "off" };

export interface RankedMethod {
  readonly payment_method: string;
  /** Decimal between 0 and 1. */
  readonly acceptance: string;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Done {
  readonly answer: Answer;
  readonly applied: boolean;
  /** `drop`: the connection ends without an answer; `error`: HTTP 500. */
  readonly delivery?: "answer" | "drop" | "error";
  readonly signatureOk: boolean;
  readonly orderNos: readonly string[];
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  contentType: "application/json",
  body: JSON.stringify(value),
});

export const plain = (status: number, body: string): Answer => ({ status, contentType: "text/plain", body });

export const activeKey = (gateway: Gateway): string => gateway.signingKeys[0] ?? "";

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value : "";
};

export const texts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

export const afterMs = (gateway: Gateway, ms: number): string => new Date(gateway.now().getTime() + ms).toISOString();

/** `URL.canParse` of Node 20 is wrong about some hosts after many calls. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export function webAddress(text: string): string | null {
  const url = urlOf(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

export function assertNever(value: never): never {
  throw new Error(`unexpected ${String(value)}`);
}
