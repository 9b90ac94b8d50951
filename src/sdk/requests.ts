import type { Payment } from "./answer";
import { errorOf, isRecord, readReply } from "./answer";
import type { Reply } from "./answer";
import { AcquiringError } from "./errors";
import type { Texts } from "./texts";
import { english } from "./texts";
import type { AcquiringConfig } from "./types";
import { browserTimer, withTimeLimit } from "./wait";

/** What a failure means depends on the kind: only one that may have sent a payment has an unknown outcome. */
export interface Requests {
  /** Sends a payment. Never rejects; the reply is lost only if it may have been sent. */
  pay(path: string, body: object): Promise<Reply>;
  /** Status of a payment that may have been sent before. Never rejects. */
  status(path: string, body: object, limits?: StatusLimits): Promise<Reply>;
  /** The same for a returning customer: `network` without an answer. */
  outcome: JsonRequest;
  /** Reads for display: `not_loaded` without an answer. */
  read: JsonRequest;
  /** Prepares a payment without paying: `not_sent` without an answer. */
  prepare: JsonRequest;
  /** Changes something other than a payment: `not_saved` without an answer. */
  change: JsonRequest;
}

export interface StatusLimits {
  readonly signal?: AbortSignal | undefined;
  /** Shorter than that of reads. */
  readonly limitMs?: number;
}

/** Throws `AcquiringError` unless it succeeds. */
export type JsonRequest = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
) => Promise<Record<string, unknown>>;

/** Error code for a request without a usable answer. */
export type Unanswered = "network" | "not_loaded" | "not_sent" | "not_saved";

/** Our choice: a read that takes longer is repeated sooner than it is answered. */
const READ_LIMIT_MS = 20_000;
/** Our choice: it charges nothing, and what arrives later is found by the next one. */
const PREPARE_LIMIT_MS = 30_000;
/** Our choice, longer than the 95 s that the server may wait for the gateway. */
const SEND_LIMIT_MS = 100_000;

export function createRequests(config: AcquiringConfig, texts: Texts = english): Requests {
  const { timer = browserTimer } = config;
  const base = config.backendUrl.replace(/\/+$/, "");

  async function headersFor(body: object | undefined): Promise<Headers> {
    const headers = new Headers({ accept: "application/json", "x-publishable-api-key": config.publishableKey });
    if (body) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries((await config.headers?.()) ?? {})) headers.set(name, value);
    return headers;
  }

  async function send(
    method: string,
    path: string,
    { headers, body, signal }: { headers: Headers; body: object | undefined; signal: AbortSignal },
  ) {
    const response = await (config.fetch ?? fetch)(base + path, {
      method,
      credentials: "include",
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal,
    });
    const answer: unknown = await response.json().catch(() => null);
    return { status: response.status, answer };
  }

  const lost = (cause: unknown): Reply => ({ kind: "lost", error: new AcquiringError("network", { cause, texts }) });

  const json =
    (unanswered: Unanswered, ms = SEND_LIMIT_MS): JsonRequest =>
    async (method, path, body) => {
      const { status, answer } = await withTimeLimit(
        async (signal) => send(method, path, { headers: await headersFor(body), body, signal }),
        { ms, timer },
      ).catch((cause: unknown) => {
        throw new AcquiringError(unanswered, { cause, texts });
      });
      if (status >= 200 && status < 300 && isRecord(answer)) return answer;
      throw errorOf(status, answer, { texts, unanswered });
    };

  return {
    pay: async (path, body) => {
      let headers: Headers;
      try {
        headers = await withTimeLimit(() => headersFor(body), { ms: READ_LIMIT_MS, timer });
      } catch (cause) {
        return { kind: "refused", error: new AcquiringError("not_sent", { cause, texts }) };
      }
      const sent = (signal: AbortSignal) => send("POST", path, { headers, body, signal });
      return withTimeLimit(sent, { ms: SEND_LIMIT_MS, timer }).then(
        ({ status, answer }) => readReply(status, answer, texts),
        lost,
      );
    },
    status: (path, body, { signal: stop, limitMs = READ_LIMIT_MS } = {}) =>
      withTimeLimit(async (signal) => send("POST", path, { headers: await headersFor(body), body, signal }), {
        ms: Math.min(limitMs, READ_LIMIT_MS),
        timer,
        signal: stop,
      }).then(({ status, answer }) => readReply(status, answer, texts), lost),
    outcome: json("network"),
    read: json("not_loaded", READ_LIMIT_MS),
    prepare: json("not_sent", PREPARE_LIMIT_MS),
    change: json("not_saved"),
  };
}

export function paymentOf(reply: Reply): Payment {
  if (reply.kind === "payment") return reply.payment;
  throw reply.error;
}
