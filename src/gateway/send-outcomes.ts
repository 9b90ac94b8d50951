import { NOT_REACHED } from "./batches";
import { unknown } from "./classify";
import type { MayLeave } from "./faces";
import { MoneyError } from "./money";
import type { GatewayAccount } from "./options";
import type { Declined, NotSent, Unknown } from "./outcome";
import type { Transport, TransportResult } from "./transport";
import { TOO_LATE } from "./transport";

/**
 * What a write is worth that was not sent, not answered, or not with a body to read. What
 * the wire cannot carry (an amount, a currency, an id) was not sent, and the answer says so.
 */
export function built<Body>(build: () => Body): { readonly value: Body } | NotSent {
  try {
    return { value: build() };
  } catch (error) {
    if (error instanceof MoneyError) return { kind: "not_sent", reason: { code: error.code, message: error.message } };
    throw error;
  }
}

/** How one request leaves. */
export interface Way {
  readonly account: GatewayAccount;
  readonly transport: Transport;
  /** Missing: it may leave at any time. */
  readonly mayLeave?: MayLeave | undefined;
}

/** Its row was committed too long ago when its turn came to be written. */
export const tooLate: NotSent = {
  kind: "not_sent",
  reason: { code: TOO_LATE, message: "Too much time passed before the request could be sent, so it was not sent." },
};

export const unanswered = (result: Exclude<TransportResult, { kind: "answered" }>): NotSent | Unknown =>
  result.kind === "not_sent" && result.reason === TOO_LATE
    ? tooLate
    : result.kind === "not_sent"
      ? {
          kind: "not_sent",
          reason: { code: NOT_REACHED, message: `The gateway could not be reached (${result.reason}).` },
        }
      : unknown("lost", `The answer was lost (${result.reason}).`);

export const badStatus = (status: number): Unknown =>
  unknown(`http_${String(status)}`, `The gateway answered HTTP ${String(status)}.`);

/** The interface shows no flag that rejects, and a wrong one would approve. */
export const noRejectFlag: NotSent = {
  kind: "not_sent",
  reason: {
    code: "no_reject_flag",
    message:
      "A reject cannot be sent: the gateway's flag for it is not known. Ask the gateway and write it as \"profile.review.rejectFlag\", or reject the payment in the gateway's portal.",
  },
};

/** The interface documents both for payments alone: the request was not accepted, nothing was created. */
export const refusedRequest = (status: 400 | 404): Declined => ({
  kind: "declined",
  fact: null,
  reason: {
    code: `http_${String(status)}`,
    message: status === 400 ? "The gateway calls the request invalid." : "The gateway found no such record.",
  },
});
