import type { Payment } from "../answer";
import { createAcquiring } from "../client";
import { AcquiringError } from "../errors";
import type { Texts } from "../texts";
import type { AcquiringConfig } from "../types";
import type { Timer } from "../wait";

/** A shop server with scripted answers, and a clock that tests control. */
export type ShopAnswer = { readonly status?: number; readonly body: unknown } | "broken" | "silent";

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Returns `answers` in order and repeats the last one; "silent" is a request that never ends. */
export function fakeShop(...answers: readonly ShopAnswer[]): { fetch: typeof fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  return {
    sent,
    fetch: (url, init) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
      sent.push({ method: init?.method ?? "GET", url: String(url), body, headers: new Headers(init?.headers) });
      if (answer === "silent") return new Promise(() => undefined);
      if (answer === undefined || answer === "broken") return Promise.reject(new TypeError("Failed to fetch"));
      const { body: reply, status = 200 } = answer;
      return Promise.resolve(new Response(typeof reply === "string" ? reply : JSON.stringify(reply), { status }));
    },
  };
}

/** The requests in order: `POST /store/acquiring/payments`. */
export const asked = (sent: readonly SentRequest[]): string[] =>
  sent.map(({ method, url }) => `${method} ${url.replace(BACKEND, "")}`);

export const BACKEND = "https://api.shop.example";

export function shopWith(...answers: readonly ShopAnswer[]) {
  return shopOf({}, ...answers);
}

/** With texts of the shop's own. */
export const shopIn = (texts: Texts | undefined, ...answers: readonly ShopAnswer[]) =>
  shopOf(texts ? { texts } : {}, ...answers);

export function shopOf(change: Partial<AcquiringConfig>, ...answers: readonly ShopAnswer[]) {
  const { fetch, sent } = fakeShop(...answers);
  const timer = fakeTimer();
  const config = { backendUrl: `${BACKEND}/`, publishableKey: "pk_1", fetch, timer, ...change };
  return { acquiring: createAcquiring(config), sent, timer };
}

/** The `AcquiringError` that `work` rejects with. */
export async function errorFrom(work: Promise<unknown>): Promise<AcquiringError> {
  const error: unknown = await work.catch((caught: unknown) => caught);
  if (error instanceof AcquiringError) return error;
  throw new Error("It was not refused with an AcquiringError.");
}

/** Time passes only while everything waits for it: then the first pause ends. `open` counts those that have not ended. */
export function fakeTimer(): Timer & { readonly pauses: number[]; readonly open: () => number } {
  let time = 0;
  const pauses: number[] = [];
  const waiting = new Set<{ readonly until: number; readonly end: () => void }>();
  const pass = (): void => {
    const [first] = [...waiting].sort((one, other) => one.until - other.until);
    if (first === undefined) return;
    time = Math.max(time, first.until);
    first.end();
  };
  return {
    pauses,
    open: () => waiting.size,
    now: () => time,
    pause: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          waiting.delete(pause);
          resolve();
        };
        const end = (): void => {
          pauses.push(ms);
          wake();
        };
        const pause = { until: time + ms, end };
        if (signal?.aborted) return resolve();
        waiting.add(pause);
        signal?.addEventListener("abort", wake);
        // A response is read within a few turns of the event loop.
        const later = (): NodeJS.Immediate => setImmediate(() => setImmediate(() => setImmediate(tick)));
        const tick = (): void => {
          if (waiting.has(pause)) pass();
          if (waiting.has(pause)) later();
        };
        later();
      }),
  };
}

export const paymentOf = (change: Partial<Payment> = {}): { payment: Payment } => ({
  payment: {
    session_id: "payses_1",
    state: "payable",
    completable: false,
    error: null,
    card: null,
    action: null,
    method: null,
    instructions: null,
    saved_card: null,
    expires_at: null,
    poll_after_ms: null,
    ...change,
  },
});

export const checking = paymentOf({ state: "checking", poll_after_ms: 1_000 });
export const authorised = paymentOf({ state: "authorised", completable: true });
