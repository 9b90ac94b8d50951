import type { Payment } from "./answer";
import { errorOf, isRecord, readReply } from "./answer";
import type { Reply } from "./answer";
import { AcquiringError } from "./errors";
import type { Texts } from "./texts";
import { english } from "./texts";
import type { AcquiringConfig } from "./types";

/**
 * Requests to the store API. It knows addresses and headers, not what a payment is. What a
 * request is for decides what its failure means: only one that may have reached a payment
 * leaves an unknown outcome.
 */
export interface Requests {
  /** Pays; never throws, the reply says what happened. It is lost only when it may have been sent. */
  pay(path: string, body: object): Promise<Reply>;
  /** Asks how a payment stands that may have been sent before; never throws. */
  status(path: string, body: object, signal?: AbortSignal): Promise<Reply>;
  /** The same question for a customer who comes back: `network` when there is no answer. */
  outcome: JsonRequest;
  /** Reads for showing: `not_loaded` when there is no answer. */
  read: JsonRequest;
  /** Gets a payment ready and pays nothing: `not_sent` when there is no answer. */
  prepare: JsonRequest;
  /** Changes something that is no payment: `not_saved` when there is no answer. */
  change: JsonRequest;
}

/** Throws `AcquiringError` for whatever is not a success. */
export type JsonRequest = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
) => Promise<Record<string, unknown>>;

/** The code of a request without an answer that says anything. */
export type Unanswered = "network" | "not_loaded" | "not_sent" | "not_saved";

export function createRequests(config: AcquiringConfig, texts: Texts = english): Requests {
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
    { headers, body, signal }: { headers: Headers; body: object | undefined; signal?: AbortSignal | undefined },
  ) {
    const response = await (config.fetch ?? fetch)(base + path, {
      method,
      credentials: "include",
      headers,
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const answer: unknown = await response.json().catch(() => null);
    return { status: response.status, answer };
  }

  async function reply(path: string, rest: Parameters<typeof send>[2]): Promise<Reply> {
    try {
      const { status, answer } = await send("POST", path, rest);
      return readReply(status, answer, texts);
    } catch (cause) {
      return { kind: "lost", error: new AcquiringError("network", { cause, texts }) };
    }
  }

  const json =
    (unanswered: Unanswered): JsonRequest =>
    async (method, path, body) => {
      const { status, answer } = await headersFor(body)
        .then((headers) => send(method, path, { headers, body }))
        .catch((cause: unknown) => {
          throw new AcquiringError(unanswered, { cause, texts });
        });
      if (status >= 200 && status < 300 && isRecord(answer)) return answer;
      throw errorOf(status, answer, { texts, unanswered });
    };

  return {
    pay: async (path, body) => {
      let headers: Headers;
      try {
        headers = await headersFor(body);
      } catch (cause) {
        return { kind: "refused", error: new AcquiringError("not_sent", { cause, texts }) };
      }
      return reply(path, { headers, body });
    },
    status: async (path, body, signal) => {
      try {
        return await reply(path, { headers: await headersFor(body), body, signal });
      } catch (cause) {
        return { kind: "lost", error: new AcquiringError("network", { cause, texts }) };
      }
    },
    outcome: json("network"),
    read: json("not_loaded"),
    prepare: json("not_sent"),
    change: json("not_saved"),
  };
}

export function paymentOf(reply: Reply): Payment {
  if (reply.kind === "payment") return reply.payment;
  throw reply.error;
}
