import type { GatewayStore } from "../store/gateway-store";
import { DueQueue } from "../store/due-queue";
import type { Fault } from "../faults/faults";
import type { Firing, NotificationMessage, Sender, Subject } from "./notification-message";
import { messageOf, signatureOf } from "./notification-message";
import type { StoreResponse } from "../http/post";
import { post } from "../http/post";

/**
 * Sends notifications to the notify_url of a transaction or payout: built when the change happens, repeated until a 2xx
 * with doubling pauses and jitter, in the order and number that the causing request's fault demands. Its queue does not
 * survive a restart.
 */
export interface NotifierOptions extends Sender {
  readonly now: () => Date;
  readonly chance: () => number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly book: GatewayStore;
}

const isSigned = (firing: Firing): boolean => signatureOf(firing) === "valid";

interface Letter {
  readonly subject: Subject;
  readonly kind: string;
  readonly url: string;
  readonly message: NotificationMessage;
  readonly signed: boolean;
  /** Sent once this one has been tried. */
  readonly before: readonly Letter[];
}

interface Plan {
  readonly pauseMs: number;
  readonly tries: number;
}

/** Notifications follow a change after this delay; they may still arrive before the answer. */
const DELAY_MS = 50;
const MOST_TRIES = 60;
/** On the clock: a notification that waits for the next change is sent without it after this. */
const HELD_AT_MOST_MS = 3_600_000;

export class Notifier {
  enabled = true;
  /** Whether pauses pass only on the gateway's clock; then nothing is sent until the clock is moved. */
  isVirtual = false;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly due = new DueQueue<() => Promise<void>>();
  private readonly held = new Map<Subject, Letter[]>();
  private striking: Fault | null = null;
  private inFlight = 0;
  private waiters: (() => void)[] = [];
  /** Aborted and replaced by `clear`, so that work in progress is not continued. */
  private current = new AbortController();

  constructor(private readonly options: NotifierOptions) {}

  /** When the next notification is due on the clock, in ms since 1970; null if none is waiting. */
  get next(): number | null {
    return this.due.next;
  }

  get waiting(): number {
    return this.due.size;
  }

  /** Notifications announced during `work` are affected by the fault. */
  under<T>(fault: Fault | null, work: () => T): T {
    this.striking = fault;
    try {
      return work();
    } finally {
      this.striking = null;
    }
  }

  announce(subject: Subject, firing: Firing): void {
    const { striking: fault } = this;
    const url = subject.notify_url;
    if (!this.enabled || url === null || fault?.name === "lost-notify") return;
    const lying = fault?.name === "lying-notify" ? { ...firing, lie: fault } : firing;
    const message = messageOf(this.options, subject, lying);
    const letter = { subject, kind: lying.kind, url, message, signed: isSigned(lying), before: [] };
    if (fault?.name === "reorder") return this.hold(letter);
    const first = { ...letter, before: this.held.get(subject) ?? [] };
    this.held.delete(subject);
    if (fault?.name === "late-notify") return this.onClock(fault.ms, () => this.attempt(first, 0));
    this.later(first, { pauseMs: DELAY_MS, tries: 0 });
    const copies = fault?.name === "duplicate-notify" ? fault.times - 1 : 0;
    for (let copy = 0; copy < copies; copy += 1) this.later(letter, { pauseMs: DELAY_MS, tries: 0 });
  }

  async fire(subject: Subject, firing: Firing, url = subject.notify_url): Promise<StoreResponse> {
    if (url === null) return { status: 0, body: "no notify_url" };
    const message = messageOf(this.options, subject, firing);
    return this.post({ subject, kind: firing.kind, url, message, signed: isSigned(firing), before: [] });
  }

  async deliverDue(): Promise<void> {
    for (;;) {
      const found = this.due.take(this.options.now().getTime());
      if (!found) return;
      await found.what();
    }
  }

  /** Resolves when no timer runs and nothing is being sent. Notifications waiting for the clock are ignored. */
  async idle(): Promise<void> {
    while (this.timers.size > 0 || this.inFlight > 0) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  stop(): void {
    this.enabled = false;
    this.clear();
  }

  clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.due.clear();
    this.held.clear();
    this.current.abort();
    this.current = new AbortController();
    this.wake();
  }

  private hold(letter: Letter): void {
    const { subject } = letter;
    this.held.set(subject, [...(this.held.get(subject) ?? []), letter]);
    this.onClock(HELD_AT_MOST_MS, async () => {
      const held = this.held.get(subject) ?? [];
      if (!held.includes(letter)) return;
      this.held.set(
        subject,
        held.filter((other) => other !== letter),
      );
      await this.attempt(letter, 0);
    });
  }

  private onClock(ms: number, run: () => Promise<void>): void {
    this.due.add(this.options.now().getTime() + ms, run);
  }

  private later(letter: Letter, { pauseMs, tries }: Plan): void {
    if (this.isVirtual) return this.onClock(pauseMs, () => this.attempt(letter, tries));
    const timer = setTimeout(() => {
      void this.attempt(letter, tries).finally(() => {
        this.timers.delete(timer);
        this.wake();
      });
    }, pauseMs);
    timer.unref();
    this.timers.add(timer);
  }

  private async attempt(letter: Letter, tries: number): Promise<void> {
    const { signal } = this.current;
    if (!this.enabled) return;
    const { status } = await this.post(letter);
    if (signal.aborted || !this.enabled) return;
    for (const held of letter.before) await this.attempt(held, 0);
    const isAcknowledged = status >= 200 && status < 300;
    if (isAcknowledged || signal.aborted || tries >= MOST_TRIES) return;
    const { firstPauseMs, longestPauseMs, chance } = this.options;
    const jitter = 0.8 + 0.4 * chance();
    const again = { ...letter, before: [] };
    this.later(again, { pauseMs: Math.min(longestPauseMs, firstPauseMs * 2 ** tries) * jitter, tries: tries + 1 });
  }

  private async post({ subject, kind, url, message, signed }: Letter): Promise<StoreResponse> {
    this.inFlight += 1;
    const answer = await post(url, message, this.current.signal);
    this.inFlight -= 1;
    subject.notifications.push({ at: this.options.now().toISOString(), kind, status: answer.status, signed });
    if (subject.notifications.length > 50) subject.notifications.shift();
    this.options.book.save();
    this.wake();
    return answer;
  }

  private wake(): void {
    const { waiters } = this;
    this.waiters = [];
    waiters.forEach((resolve) => resolve());
  }
}
