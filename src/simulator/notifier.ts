import type { Book } from "./book";
import type { Transaction } from "./transaction";
import type { Firing, Sender } from "./notification-message";
import { messageOf } from "./notification-message";

/**
 * Sends notifications to a transaction's notify_url: form-encoded, written when the
 * change happened, again and again until a 2xx comes, with doubling pauses and some
 * jitter. It never sends to anything but a loopback address, and it keeps no queue
 * over a restart.
 */
export interface NotifierOptions extends Sender {
  readonly now: () => Date;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly book: Book;
}

export interface Told {
  /** HTTP status of the store; 0: nobody answered. */
  readonly status: number;
  readonly body: string;
}

interface Letter {
  readonly transaction: Transaction;
  readonly kind: string;
  readonly url: string;
  readonly message: Readonly<Record<string, string>>;
}

/** A change is announced shortly after it happened, not with it: the store may hear of it before its answer. */
const DELAY_MS = 50;
const MOST_TRIES = 60;
const ANSWER_WITHIN_MS = 10_000;

export class Notifier {
  enabled = true;
  private readonly timers = new Set<NodeJS.Timeout>();
  private inFlight = 0;
  private waiters: (() => void)[] = [];
  /** Aborted and replaced by `clear`: what was under way then is not continued. */
  private current = new AbortController();

  constructor(private readonly options: NotifierOptions) {}

  /** Sends soon, and again until it is acknowledged. */
  announce(transaction: Transaction, firing: Firing): void {
    const url = transaction.notify_url;
    if (!this.enabled || url === null) return;
    const message = messageOf(this.options, transaction, firing);
    this.later({ transaction, kind: firing.kind, url, message }, { pauseMs: DELAY_MS, tries: 0 });
  }

  /** Sends once and answers what the store said. */
  async fire(transaction: Transaction, firing: Firing, url = transaction.notify_url): Promise<Told> {
    if (url === null) return { status: 0, body: "no notify_url" };
    const message = messageOf(this.options, transaction, firing);
    return this.post({ transaction, kind: firing.kind, url, message });
  }

  /** Resolves when nothing is waiting to be sent. Unacknowledged notifications keep waiting. */
  async idle(): Promise<void> {
    while (this.timers.size > 0 || this.inFlight > 0) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  stop(): void {
    this.enabled = false;
    this.clear();
  }

  /** Forgets what waits to be sent and ends what is being sent. */
  clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.current.abort();
    this.current = new AbortController();
    this.wake();
  }

  private later(letter: Letter, plan: { readonly pauseMs: number; readonly tries: number }): void {
    const timer = setTimeout(() => {
      void this.attempt(letter, plan.tries).finally(() => {
        this.timers.delete(timer);
        this.wake();
      });
    }, plan.pauseMs);
    timer.unref();
    this.timers.add(timer);
  }

  private async attempt(letter: Letter, tries: number): Promise<void> {
    const { signal } = this.current;
    if (!this.enabled) return;
    const { status } = await this.post(letter);
    const isAcknowledged = status >= 200 && status < 300;
    if (isAcknowledged || signal.aborted || !this.enabled || tries >= MOST_TRIES) return;
    const { firstPauseMs, longestPauseMs } = this.options;
    const jitter = 0.8 + 0.4 * Math.random();
    this.later(letter, { pauseMs: Math.min(longestPauseMs, firstPauseMs * 2 ** tries) * jitter, tries: tries + 1 });
  }

  private async post({ transaction, kind, url, message }: Letter): Promise<Told> {
    if (!isLoopback(url)) return this.note(transaction, kind, { status: 0, body: "not a loopback address" });
    const { signal } = this.current;
    this.inFlight += 1;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(message).toString(),
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      const body = (await response.text()).slice(0, 200);
      return this.note(transaction, kind, { status: response.status, body });
    } catch {
      return this.note(transaction, kind, { status: 0, body: "no answer" });
    } finally {
      this.inFlight -= 1;
      this.wake();
    }
  }

  private note(transaction: Transaction, kind: string, told: Told): Told {
    transaction.notifications.push({ at: this.options.now().toISOString(), kind, status: told.status });
    if (transaction.notifications.length > 50) transaction.notifications.shift();
    this.options.book.save();
    return told;
  }

  private wake(): void {
    const { waiters } = this;
    this.waiters = [];
    waiters.forEach((resolve) => resolve());
  }
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  return /^https?:$/.test(protocol) && ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}
