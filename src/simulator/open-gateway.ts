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

/** How a simulator is set up, and the gateway that comes of it. It does not listen; see `index.ts`. */
export interface SimulatorOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Where browsers reach it, without a slash at the end; default: the address it listens on. */
  readonly publicUrl?: string;
  readonly merchantId: string;
  readonly accountId: string;
  /** The first signs, any verifies. */
  readonly signingKeys: readonly string[];
  /** Where the books are kept between starts; in memory only when missing. */
  readonly dataFile?: string;
  /**
   * Default: the system's. With `"virtual"` time stands still until the control API moves it, and notifications, their
   * retries and everything else that waits happen then and in the order of time.
   */
  readonly clock?: (() => Date) | "virtual";
  /** Starts all randomness: random tapes and the jitter of retries. Default: another one at each start. */
  readonly seed?: string | number;
  /** Whether the account captures by itself. Default manual. */
  readonly captureMode?: "manual" | "automatic";
  /** Default false: one capture per transaction. */
  readonly multipleCaptures?: boolean;
  /** Default on. */
  readonly notifications?: "on" | "off";
  /** Pauses in ms between tries of an unacknowledged notification: 1,000 doubling to 60,000 by default. */
  readonly notifyRetry?: { readonly firstMs: number; readonly longestMs: number };
  /**
   * How long on the clock, in ms, a pending payment waits for its approval, a refund for the bank, and a payout before each of
   * its steps. Default 60,000 each; 30,000 for payouts.
   */
  readonly waits?: { readonly pendingMs?: number; readonly refundMs?: number; readonly payoutMs?: number };
  /** How contracts are charged. Default: with the first payment's order number, and made ready no time before. */
  readonly renewals?: Partial<Renewals>;
  /** In which unit amounts of payouts are (default minor) and how their notifications are written (default as a form). */
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
