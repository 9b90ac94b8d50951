import type { Payment } from "../answer";
import type { Timer } from "../wait";

/** A shop's server that answers what a test wrote down, and a clock that a test reads. */
export type Answer = { readonly status?: number; readonly body: unknown } | "broken";

export interface SentRequest {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Answers `answers` in order, the last one for ever. */
export function fakeShop(...answers: readonly Answer[]): { fetch: typeof fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  return {
    sent,
    fetch: (url, init) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      const text = typeof init?.body === "string" ? init.body : "{}";
      sent.push({ url: String(url), body: JSON.parse(text), headers: new Headers(init?.headers) });
      if (answer === undefined || answer === "broken") return Promise.reject(new TypeError("Failed to fetch"));
      const { body, status = 200 } = answer;
      return Promise.resolve(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));
    },
  };
}

/** Time passes only while somebody waits for it. */
export function fakeTimer(): Timer & { readonly pauses: number[] } {
  let time = 0;
  const pauses: number[] = [];
  return {
    pauses,
    now: () => time,
    pause: (ms) => {
      time += ms;
      pauses.push(ms);
      return Promise.resolve();
    },
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
    saved_card: null,
    expires_at: null,
    poll_after_ms: null,
    ...change,
  },
});

export const checking = paymentOf({ state: "checking", poll_after_ms: 1_000 });
export const authorised = paymentOf({ state: "authorised", completable: true });
