import type { Payment, Reply } from "./answer";

/** Polls a payment until its outcome is known; a lost connection does not end the polling. */
export interface WaitOptions {
  /** Stops after this many ms (default 60,000); the payment continues without us. */
  readonly timeoutMs?: number;
  /** Stops at once; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with every answer. */
  readonly onChange?: (payment: Payment) => void;
}

/** Clock and pauses; replaceable in tests. */
export interface Timer {
  /** Milliseconds since any fixed time. */
  now(): number;
  /** Resolves after `ms`, or earlier if the signal aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

export const browserTimer: Timer = {
  now: () => Date.now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timeout);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timeout = setTimeout(end, ms);
      signal?.addEventListener("abort", end);
    }),
};

/** Minimum pause, whatever an answer says. */
const SHORTEST_PAUSE_MS = 250;
/** Pause after a lost answer. */
const PAUSE_AFTER_LOSS_MS = 2_000;

/** Resolves with the last answer; throws the last error if there was none. */
export async function waitForResult(ask: () => Promise<Reply>, options: WaitOptions, timer: Timer): Promise<Payment> {
  const { signal, onChange, timeoutMs = 60_000 } = options;
  const deadline = timer.now() + timeoutMs;
  let latest: Payment | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const reply = await ask();
    signal?.throwIfAborted();
    if (reply.kind === "refused") throw reply.error;
    if (reply.kind === "payment") {
      latest = reply.payment;
      onChange?.(latest);
      if (latest.poll_after_ms === null) return latest;
    }
    const left = deadline - timer.now();
    if (left <= 0) {
      if (latest === null && reply.kind === "lost") throw reply.error;
      if (latest !== null) return latest;
    }
    const wanted = reply.kind === "payment" ? (latest?.poll_after_ms ?? 0) : PAUSE_AFTER_LOSS_MS;
    await timer.pause(Math.max(SHORTEST_PAUSE_MS, Math.min(wanted, left)), signal);
  }
}
