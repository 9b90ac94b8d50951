import type { Payment, Reply } from "./answer";

/** Polls a payment until its outcome is known; a lost connection does not end the polling. */
export interface WaitOptions {
  /** Stops after this many ms (default 60,000), at most 2 s later; the payment continues without us. */
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
  // Not changed by a correction of the device's clock.
  now: () => (typeof performance === "undefined" ? Date : performance).now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timeout);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timeout = setTimeout(end, ms);
      if (signal?.aborted) end();
      else signal?.addEventListener("abort", end);
    }),
};

/** Rejects after `ms`, or when `signal` aborts, even if the work never ends; the work gets a signal to stop. */
export async function withTimeLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { ms, timer, signal }: { readonly ms: number; readonly timer: Timer; readonly signal?: AbortSignal | undefined },
): Promise<T> {
  const request = new AbortController();
  const pause = new AbortController();
  let hasEnded = false;
  const wake = (): void => {
    pause.abort();
  };
  signal?.addEventListener("abort", wake);
  if (signal?.aborted) wake();
  const limit = timer.pause(ms, pause.signal).then((): never => {
    const reason: unknown = signal?.aborted ? signal.reason : new Error(`No response in ${String(ms)} ms.`);
    if (!hasEnded) request.abort(reason);
    throw reason;
  });
  try {
    return await Promise.race([work(request.signal), limit]);
  } finally {
    hasEnded = true;
    signal?.removeEventListener("abort", wake);
    wake();
  }
}

/** Minimum pause, whatever an answer says. */
const SHORTEST_PAUSE_MS = 250;
/** Pause after a lost answer. */
const PAUSE_AFTER_LOSS_MS = 2_000;
/** Our choice: the last request is sent when the time is over, and gets this long. */
const LAST_REQUEST_MS = 2_000;

/** Resolves with the last answer; throws the last error if there was none. `ask` ends within the limit that it is given. */
export async function waitForResult(
  ask: (limitMs: number) => Promise<Reply>,
  options: WaitOptions,
  timer: Timer,
): Promise<Payment> {
  const { signal, onChange, timeoutMs = 60_000 } = options;
  const deadline = timer.now() + timeoutMs;
  let latest: Payment | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const reply = await ask(Math.max(deadline - timer.now(), LAST_REQUEST_MS));
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
