import type { Payment } from "./answer";
import { errorOf, isRecord, readReply } from "./answer";
import type { Reply } from "./answer";
import { AcquiringError } from "./errors";
import type { Texts } from "./texts";
import { english } from "./texts";
import type { AcquiringConfig } from "./types";

/** Requests to the store API. It knows addresses and headers, not what a payment is. */
export interface Requests {
  /** A question or an order about a payment; never throws, the reply says what happened. */
  payment(path: string, body: object, signal?: AbortSignal): Promise<Reply>;
  /** Any other request; throws `AcquiringError` for whatever is not a success. */
  json(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<Record<string, unknown>>;
}

export function createRequests(config: AcquiringConfig, texts: Texts = english): Requests {
  const base = config.backendUrl.replace(/\/+$/, "");

  async function send(method: string, path: string, rest: { body?: object; signal?: AbortSignal }) {
    const { body, signal } = rest;
    const headers = new Headers({ accept: "application/json", "x-publishable-api-key": config.publishableKey });
    if (body) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries((await config.headers?.()) ?? {})) headers.set(name, value);
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

  return {
    payment: async (path, body, signal) => {
      try {
        const { status, answer } = await send("POST", path, { body, ...(signal && { signal }) });
        return readReply(status, answer, texts);
      } catch (cause) {
        return { kind: "lost", error: new AcquiringError("network", { cause, texts }) };
      }
    },
    json: async (method, path, body) => {
      const { status, answer } = await send(method, path, { ...(body && { body }) }).catch((cause: unknown) => {
        throw new AcquiringError("network", { cause, texts });
      });
      if (status >= 200 && status < 300 && isRecord(answer)) return answer;
      throw errorOf(status, answer, texts);
    },
  };
}

export function paymentOf(reply: Reply): Payment {
  if (reply.kind === "payment") return reply.payment;
  throw reply.error;
}
