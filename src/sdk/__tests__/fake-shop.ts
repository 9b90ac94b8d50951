import type { Payment } from "../answer";
import { createAcquiring } from "../client";
import { AcquiringError } from "../errors";
import type { Texts } from "../texts";
import type { AcquiringConfig } from "../types";
import type { Timer } from "../wait";

/** A shop server with scripted answers, and a clock that tests control. */
export type Answer = { readonly status?: number; readonly body: unknown } | "broken";

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Returns `answers` in order and repeats the last one. */
export function fakeShop(...answers: readonly Answer[]): { fetch: typeof fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  return {
    sent,
    fetch: (url, init) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
      sent.push({ method: init?.method ?? "GET", url: String(url), body, headers: new Headers(init?.headers) });
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

export function shopWith(...answers: readonly Answer[]) {
  return shopOf({}, ...answers);
}

/** With texts of the shop's own. */
export const shopIn = (texts: Texts | undefined, ...answers: readonly Answer[]) =>
  shopOf(texts ? { texts } : {}, ...answers);

export function shopOf(change: Partial<AcquiringConfig>, ...answers: readonly Answer[]) {
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

/** Time passes only while a promise waits for it. */
function fakeTimer(): Timer & { readonly pauses: number[] } {
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
