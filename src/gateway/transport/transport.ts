/*
 * The only HTTP to the gateway. One request, one answer: no redirects, no retry,
 * bounded bytes, deadlines from the profile. It says whether the request may
 * have left the process and judges nothing else.
 */

import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { onFirstUse } from "../model/on-first-use";
import type { GatewayProfile } from "../model/profile";
import type { Observe } from "./exchange-metrics";
import { exchangeOf } from "./exchange-metrics";
import { TimeLimit } from "./time-limit";
import { undici } from "./undici";

export type TransportResult =
  | { readonly kind: "answered"; readonly status: number; readonly contentType: string; readonly body: Buffer }
  /** Proven: no byte of the request was written. */
  | { readonly kind: "not_sent"; readonly reason: string }
  /** The request may have arrived; its outcome is unknown. */
  | { readonly kind: "lost"; readonly reason: string; readonly isTooLarge?: true };

export interface TransportRequest {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  /** Deadline for the whole exchange after the connection stands, in ms. */
  readonly timeoutMs: number;
  /** Asked when the connection stands and the first byte is about to be written; false: nothing is written. */
  readonly maySend?: (() => boolean) | undefined;
  /** The largest answer that is read; missing: a megabyte. */
  readonly mostBytes?: number;
}

export interface Transport {
  post(request: TransportRequest): Promise<TransportResult>;
  close(): Promise<void>;
}

/** Reason of a request that became too old while it waited for its connection. */
export const TOO_LATE = "too_late";

/** Larger than any response the gateway's interface describes (100 rows), small enough to hold in memory many times. */
const MOST_BYTES = 1024 * 1024;

const EMPTY = Buffer.alloc(0);

/** `observe` is called after each exchange; it must not throw or block. */
export function createTransport(
  baseUrl: string,
  timeouts: GatewayProfile["timeouts"],
  observe: Observe = () => undefined,
): Transport {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, "");
  let isOpened = false;
  const pool = onFirstUse(() => {
    isOpened = true;
    return openPool(origin, timeouts.connectMs);
  });
  const limits = new Map<number, TimeLimit>();
  const limitOf = (ms: number): TimeLimit => {
    const limit = limits.get(ms) ?? new TimeLimit(ms);
    limits.set(ms, limit);
    return limit;
  };
  return {
    post: async (request) => {
      const begun = performance.now();
      const result = await post(pool(), prefix + request.path, { request, limit: limitOf(request.timeoutMs) });
      observe(exchangeOf(request.path, result, performance.now() - begun));
      return result;
    },
    close: async () => {
      if (isOpened) await pool().close();
    },
  };
}

interface Limited {
  readonly request: TransportRequest;
  readonly limit: TimeLimit;
}

export const openPool = (origin: string, connectMs: number): Dispatcher =>
  new (undici().Pool)(origin, {
    connections: 64,
    pipelining: 1,
    connectTimeout: connectMs,
    // A socket that was idle is dropped early: a write on a dying one would be an unknown outcome for nothing.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
  });

function post(pool: Dispatcher, path: string, { request, limit }: Limited): Promise<TransportResult> {
  return new Promise((resolve) => {
    const answer = new Answer({ request, limit }, resolve);
    try {
      pool.dispatch(
        {
          method: "POST",
          path,
          headers: { "content-type": request.contentType, accept: "*/*", "accept-encoding": "identity" },
          body: request.body,
          idempotent: false,
          headersTimeout: request.timeoutMs,
          bodyTimeout: request.timeoutMs,
        },
        answer,
      );
    } catch (error) {
      answer.failed(error);
    }
  });
}

/** Answers once. Takes the bytes without a stream between, which would cost as much as the rest of a request. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  readonly #request: TransportRequest;
  readonly #limit: TimeLimit;
  readonly #mostBytes: number;
  #size = 0;
  #status = 0;
  #contentType = "";
  #controller: Dispatcher.DispatchController | null = null;
  #result: TransportResult | null = null;

  readonly #expire = (): void => this.giveUp({ kind: this.kind(), reason: "TimeoutError" });

  constructor(
    { request, limit }: Limited,
    private readonly resolve: (result: TransportResult) => void,
  ) {
    this.#request = request;
    this.#limit = limit;
    this.#mostBytes = request.mostBytes ?? MOST_BYTES;
    limit.start(this.#expire);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici begins no such request twice. If it did, the first may have arrived.
    if (this.#controller) this.end({ kind: "lost", reason: "begun twice" });
    this.#controller = controller;
    // The connection stands, and right after this the bytes are written: nothing can come in between.
    if (this.#request.maySend?.() === false) this.end({ kind: "not_sent", reason: TOO_LATE });
    // Its time ran out while it waited for a connection: it is not written any more.
    if (this.#result) controller.abort(new Error("given up"));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    const encoding = headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity") {
      this.giveUp({ kind: "lost", reason: "the response is compressed although an uncompressed one was requested" });
      return;
    }
    const contentType = headers["content-type"];
    this.#contentType = typeof contentType === "string" ? contentType : "";
    this.#status = status;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#result) return;
    this.#size += chunk.byteLength;
    if (this.#size > this.#mostBytes)
      this.giveUp({ kind: "lost", reason: "the response is too large", isTooLarge: true });
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first = EMPTY, ...others] = this.#chunks;
    const body = others.length === 0 ? first : Buffer.concat(this.#chunks);
    this.end({ kind: "answered", status: this.#status, contentType: this.#contentType, body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.failed(error);
  }

  failed(error: unknown): void {
    this.end({ kind: this.kind(), reason: codeOf(error) });
  }

  /**
   * What an exchange without an answer proves. undici writes a request in one place, `writeH1` (`writeH2`), which calls
   * `onRequestStart` before its first byte and writes nothing if that aborts; the pool's queue, a failed connection and
   * one that closes while idle never get there. So without a start nothing was written, and `onRequestStart` aborts
   * what has ended since. The controller is never reset: what was begun once stays lost, whatever the error is.
   */
  private kind(): "not_sent" | "lost" {
    return this.#controller === null ? "not_sent" : "lost";
  }

  private giveUp(result: TransportResult): void {
    this.end(result);
    this.#controller?.abort(new Error("given up"));
  }

  private end(result: TransportResult): void {
    if (this.#result) return;
    this.#result = result;
    this.#limit.stop(this.#expire);
    this.resolve(result);
  }
}

function codeOf(error: unknown): string {
  if (typeof error === "object" && error !== null) {
    if ("code" in error && typeof error.code === "string") return error.code;
    if ("name" in error && typeof error.name === "string") return error.name;
  }
  return "unknown error";
}
