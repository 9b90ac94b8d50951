import { randomBytes } from "node:crypto";
import { GatewayStore } from "./store/gateway-store";
import { Clock } from "./store/clock";
import type { Gateway, Payouts, Renewals } from "./context";
import { NO_TROUBLE } from "./context";
import { watch } from "./payments/decisions";
import { Chances } from "./faults/seeded-random";
import { DueQueue } from "./store/due-queue";
import { Notifier } from "./notifications/notifier";
import { watchSubscription } from "./subscriptions/open-subscription";
import { DEFAULT_RANKING } from "./payments/optimise";
import { watchPayout } from "./payouts/payout-steps";
import { FaultScript } from "./faults/fault-script";

export interface SimulatorOptions {
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Where browsers reach it, without a trailing slash; default: the address it listens on. */
  readonly publicUrl?: string;
  readonly merchantId: string;
  readonly accountId: string;
  /** The first key signs, all of them verify. */
  readonly signingKeys: readonly string[];
  /** File that keeps the data between starts; default: in memory only. */
  readonly dataFile?: string;
  /**
   * Default: the system's. With `"virtual"` time stands still until the control API moves it; then notifications,
   * retries and everything else that is waiting happen in order of time.
   */
  readonly clock?: (() => Date) | "virtual";
  /** Seed of all random numbers: random fault scripts and the jitter of retries. Default: a new one at each start. */
  readonly seed?: string | number;
  /** Whether the account captures automatically. Default manual. */
  readonly captureMode?: "manual" | "automatic";
  /** Default false: one capture per transaction. */
  readonly multipleCaptures?: boolean;
  readonly notifications?: "on" | "off";
  /** Pauses in ms between tries of an unacknowledged notification: 1,000 doubling to 60,000 by default. */
  readonly notifyRetry?: { readonly firstMs: number; readonly longestMs: number };
  /**
   * Delay in ms of a pending approval, of a refund, and of each payout step. Default 60,000 each; 30,000 for payouts.
   */
  readonly waits?: { readonly pendingMs?: number; readonly refundMs?: number; readonly payoutMs?: number };
  /** How subscriptions are charged. Default: with the first payment's order number, and no preparation time. */
  readonly renewals?: Partial<Renewals>;
  /** Unit of payout amounts (default minor) and format of their notifications (default form). */
  readonly payouts?: Partial<Payouts>;
}

export function openGateway(options: SimulatorOptions): Gateway {
  const { merchantId, accountId, signingKeys } = options;
  const [signingKey] = signingKeys;
  if (!signingKey) throw new Error("signingKeys is empty; give the key that the store signs with.");
  const isVirtual = options.clock === "virtual";
  const time = typeof options.clock === "function" ? options.clock : (): Date => new Date();
  const book = new GatewayStore(options.dataFile, time());
  const clock = new Clock(time, book);
  clock.setVirtual(isVirtual);
  const chances = new Chances(String(options.seed ?? randomBytes(4).toString("hex")));
  const notifier = new Notifier({
    merchantId,
    accountId,
    signingKey,
    now: clock.now,
    chance: () => chances.pauses.next(),
    payoutUnit: () => gateway.payouts.amountUnit,
    payoutsAs: () => gateway.payouts.notifyAs,
    subscriptionOf: (recurringId) => book.subscription(recurringId),
    book,
    firstPauseMs: options.notifyRetry?.firstMs ?? 1_000,
    longestPauseMs: options.notifyRetry?.longestMs ?? 60_000,
  });
  notifier.enabled = options.notifications !== "off";
  notifier.isVirtual = isVirtual;
  const gateway: Gateway = {
    merchantId,
    accountId,
    signingKeys,
    book,
    notifier,
    now: clock.now,
    clock,
    chances,
    due: new DueQueue(),
    renewalsDue: new DueQueue(),
    payoutsDue: new DueQueue(),
    tape: new FaultScript(),
    renewals: {
      orderNo: options.renewals?.orderNo ?? "same",
      preparedMs: options.renewals?.preparedMs ?? 0,
    },
    payouts: { amountUnit: options.payouts?.amountUnit ?? "minor", notifyAs: options.payouts?.notifyAs ?? "form" },
    publicUrl: "",
    ranking: DEFAULT_RANKING,
    captureMode: options.captureMode ?? "manual",
    multipleCaptures: options.multipleCaptures ?? false,
    waits: {
      pendingMs: options.waits?.pendingMs ?? 60_000,
      refundMs: options.waits?.refundMs ?? 60_000,
      payoutMs: options.waits?.payoutMs ?? 30_000,
    },
    trouble: NO_TROUBLE,
    dialect: "off",
  };
  for (const transaction of book.transactions) watch(gateway, transaction);
  for (const subscription of book.subscriptions) watchSubscription(gateway, subscription);
  for (const payout of book.payouts) watchPayout(gateway, payout);
  return gateway;
}
