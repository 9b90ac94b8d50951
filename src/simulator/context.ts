import type { GatewayStore } from "./store/gateway-store";
import type { Clock } from "./store/clock";
import type { Chances } from "./faults/seeded-random";
import type { DueQueue } from "./store/due-queue";
import type { Notifier } from "./notifications/notifier";
import type { AmountUnit } from "./payouts/payout-money";
import type { FaultScript } from "./faults/fault-script";
import type { Transaction } from "./payments/transaction";

/** The shapes that the simulator's parts hand each other. No behaviour but reading a field. */

/** What every operation of the simulator works with. */
export interface Gateway {
  readonly merchantId: string;
  readonly accountId: string;
  /** The first signs; any of them verifies. */
  readonly signingKeys: readonly string[];
  readonly book: GatewayStore;
  readonly notifier: Notifier;
  readonly now: () => Date;
  readonly clock: Clock;
  readonly chances: Chances;
  /** Transactions that the clock may decide, by when; what has changed meanwhile is looked at again. */
  readonly due: DueQueue<Transaction>;
  /** Contracts that are charged by the clock, by when. */
  readonly renewalsDue: DueQueue<string>;
  /** Payouts that the clock moves on, by when. */
  readonly payoutsDue: DueQueue<string>;
  readonly tape: FaultScript;
  renewals: Renewals;
  payouts: Payouts;
  /** Where shoppers' browsers reach the gateway's pages; known once it listens. */
  publicUrl: string;
  /** What `optimise` answers, most accepted first. */
  ranking: readonly RankedMethod[];
  captureMode: "manual" | "automatic";
  /** How long a pending payment and an accepted refund wait before they are decided, and a payout before each of its steps. */
  readonly waits: { readonly pendingMs: number; readonly refundMs: number; readonly payoutMs: number };
  multipleCaptures: boolean;
  trouble: Trouble;
  /** How answers are worded (`dialect.ts`). */
  dialect: string;
}

/** What is wrong with the gateway as a whole, until it is told otherwise. */
export interface Trouble {
  /** Every request is closed unanswered. */
  readonly down: boolean;
  /** Every answer comes so many ms later, in real time. */
  readonly slowMs: number;
  /** `ip`: queries are refused, because the asker's address is not registered. */
  readonly failQueries: "off" | "ip";
}

/** How contracts are charged. */
export interface Renewals {
  /**
   * `same`: a renewal has the first payment's order number; `own`: one of the gateway's. `own-listed`: so too, and a query
   * by the first payment's number answers the renewals all the same.
   */
  readonly orderNo: "same" | "own" | "own-listed";
  /** How long before it is due a charge is made ready; who cancels after that is charged once more. */
  readonly preparedMs: number;
}

/** How the account speaks of payouts. */
export interface Payouts {
  readonly amountUnit: AmountUnit;
  /** Notifications as a form, nested parts in it as JSON, or as one JSON document with numbers. */
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

/** What an operation did: its answer, whether anything changed, and how the answer travels. */
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

/** The same fields, every value as a text. */
export const texts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** The moment so many ms from now on the gateway's clock. */
export const afterMs = (gateway: Gateway, ms: number): string => new Date(gateway.now().getTime() + ms).toISOString();

/** A web address that a browser may be sent to, or null. */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === "https:" || protocol === "http:" ? href : null;
}

/** Ends a switch that must know every member of a union. */
export function assertNever(value: never): never {
  throw new Error(`unexpected ${String(value)}`);
}
