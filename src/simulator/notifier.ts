import type { Book, Transaction } from "./book";
import { capturedOf } from "./book";
import { decimal } from "./amount";
import { signFields } from "./signature";

/**
 * Sends notifications to a transaction's notify_url: signed, form-encoded, again
 * and again until a 2xx comes, with doubling pauses. It never sends to anything
 * but a loopback address.
 */
export type NotificationKind = "payment" | "capture" | "void" | "refund";

export interface Firing {
  readonly kind: NotificationKind;
  readonly overrides?: Readonly<Record<string, string>>;
  readonly signature?: "valid" | "invalid" | "absent";
  readonly url?: string;
}

export interface NotifierOptions {
  readonly merchantId: string;
  readonly accountId: string;
  readonly signingKey: string;
  readonly now: () => Date;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly book: Book;
}

const DELAY_MS = 50;
const MOST_TRIES = 60;
const ANSWER_WITHIN_MS = 10_000;

export class Notifier {
  enabled = true;
  private readonly timers = new Set<NodeJS.Timeout>();
  private inFlight = 0;
  private waiters: (() => void)[] = [];

  constructor(private readonly options: NotifierOptions) {}

  /** Sends soon, and again until it is acknowledged. */
  announce(transaction: Transaction, kind: NotificationKind): void {
    if (this.enabled && transaction.notify_url !== null)
      this.later(transaction, { kind }, { pauseMs: DELAY_MS, tries: 0 });
  }

  /** Sends once and answers what the store said. Status 0: nobody answered. */
  async fire(transaction: Transaction, firing: Firing): Promise<{ status: number; body: string }> {
    const url = firing.url ?? transaction.notify_url;
    if (url === null || !isLoopback(url)) return { status: 0, body: "no loopback notify_url" };
    this.inFlight += 1;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(this.bodyOf(transaction, firing)).toString(),
        redirect: "manual",
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const body = (await response.text()).slice(0, 200);
      this.note(transaction, firing.kind, response.status);
      return { status: response.status, body };
    } catch {
      this.note(transaction, firing.kind, 0);
      return { status: 0, body: "no answer" };
    } finally {
      this.inFlight -= 1;
      this.wake();
    }
  }

  /** Resolves when nothing is waiting to be sent. Unanswered notifications keep waiting. */
  async idle(): Promise<void> {
    while (this.timers.size > 0 || this.inFlight > 0) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  stop(): void {
    this.enabled = false;
    this.clear();
  }

  /** Forgets what waits to be sent. */
  clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.wake();
  }

  private later(transaction: Transaction, firing: Firing, plan: { pauseMs: number; tries: number }): void {
    const timer = setTimeout(() => void this.attempt(timer, transaction, firing, plan), plan.pauseMs);
    timer.unref();
    this.timers.add(timer);
  }

  private async attempt(
    timer: NodeJS.Timeout,
    transaction: Transaction,
    firing: Firing,
    plan: { pauseMs: number; tries: number },
  ): Promise<void> {
    const { status } = await this.fire(transaction, firing);
    const isAcknowledged = status >= 200 && status < 300;
    this.timers.delete(timer);
    if (!isAcknowledged && this.enabled && plan.tries < MOST_TRIES) {
      const { firstPauseMs, longestPauseMs } = this.options;
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** plan.tries);
      this.later(transaction, firing, { pauseMs, tries: plan.tries + 1 });
    }
    this.wake();
  }

  private wake(): void {
    const { waiters } = this;
    this.waiters = [];
    waiters.forEach((resolve) => resolve());
  }

  private note(transaction: Transaction, kind: string, status: number): void {
    transaction.notifications.push({ at: this.options.now().toISOString(), kind, status });
    if (transaction.notifications.length > 50) transaction.notifications.shift();
    this.options.book.save();
  }

  private bodyOf(transaction: Transaction, { kind, overrides, signature }: Firing): Record<string, string> {
    const refund = transaction.refunds.at(-1);
    const body: Record<string, string> = {
      merchant_id: this.options.merchantId,
      account_id: this.options.accountId,
      order_no: transaction.order_no,
      transaction_id: transaction.transaction_id,
      currency: transaction.currency,
      amount: decimal(kind === "capture" ? capturedOf(transaction) : BigInt(transaction.amount)),
      order_status: orderStatus(transaction),
      result_info: transaction.result_info,
      payment_status: paymentStatus(transaction),
      notify_type: kind,
      ...(kind === "refund" && refund
        ? {
            refund_amount: decimal(BigInt(refund.amount)),
            refund_reason: refund.reason,
            refund_reference_id: refund.reference,
            refund_status: refund.failed ? "-1" : "1",
            refund_processing_date: stamp(refund.processedAt),
          }
        : {}),
      ...overrides,
    };
    if (signature === "absent") return body;
    const right = signFields("result", body, this.options.signingKey);
    return { ...body, encryption_data: signature === "invalid" ? right.split("").reverse().join("") : right };
  }
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname);
}

/** order_status of results and notifications. */
export function orderStatus({ state }: Transaction): string {
  if (state === "declined" || state === "doubtful") return "0";
  if (state === "pending" || state === "review") return "-1";
  return state === "unlisted" ? "7" : "1";
}

/** payment_status of the query. */
export function paymentStatus(transaction: Transaction): string {
  const { state } = transaction;
  if (state === "unlisted") return "7777";
  if (state === "captured") return transaction.refunds.some(({ failed }) => !failed) ? "4100" : "3000";
  return state === "authorised" ? "2000" : "1000";
}

/** yyyyMMddHHmmss in UTC, or the empty text. */
export const stamp = (iso: string | null): string => (iso ? iso.replace(/\D/g, "").slice(0, 14) : "");
