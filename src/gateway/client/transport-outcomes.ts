/* Writes not sent, not answered, or answered unreadably. What the interface cannot carry was not sent. */

import { NOT_REACHED } from "../batching/chunked-send";
import { unknown } from "../reading/classify-response";
import type { MaySend } from "../model/client-api";
import { MoneyError } from "../model/money";
import { isCodeIn, isSuccessCode, splitInfo, startsWithAny } from "../reading/normalize";
import type { BatchEnvelope } from "../operations/batch";
import type { GatewayAccount } from "../model/account";
import type { Declined, NotSent, Unknown } from "../model/outcome";
import type { GatewayProfile } from "../model/profile";
import { isConfigurationCode, misconfigured, readRefusal } from "../reading/refusal";
import type { Transport, TransportResult } from "../transport/transport";
import { TOO_LATE } from "../transport/transport";

export function built<Body>(build: () => Body): { readonly value: Body } | NotSent {
  try {
    return { value: build() };
  } catch (error) {
    if (error instanceof MoneyError) return { kind: "not_sent", reason: { code: error.code, message: error.message } };
    throw error;
  }
}

export interface TransportContext {
  readonly account: GatewayAccount;
  readonly transport: Transport;
  /** Missing: no time limit. */
  readonly maySend?: MaySend | undefined;
}

/** Its row was committed too long ago. */
export const tooLate: NotSent = {
  kind: "not_sent",
  reason: { code: TOO_LATE, message: "Not sent: too much time passed before the request could be sent." },
};

export const unanswered = (result: Exclude<TransportResult, { kind: "answered" }>): NotSent | Unknown =>
  result.kind === "not_sent" && result.reason === TOO_LATE
    ? tooLate
    : result.kind === "not_sent"
      ? {
          kind: "not_sent",
          reason: { code: NOT_REACHED, message: `The gateway could not be reached (${result.reason}).` },
        }
      : unknown("lost", `The response was lost (${result.reason}).`);

type Answered = Extract<TransportResult, { kind: "answered" }>;

/** Whatever the body says, something may have happened; a code for a wrong configuration becomes the reason. */
export function badStatus(profile: GatewayProfile, { status, body }: Answered): Unknown {
  const refusal = readRefusal(body);
  return isConfigurationCode(profile, refusal?.code)
    ? { kind: "unknown", reason: misconfigured(refusal) }
    : unknown(`http_${String(status)}`, `The gateway answered HTTP ${String(status)}.`);
}

/** The envelope of a batch: by our default no item was processed, and a query decides. */
export function refusedEnvelope(profile: GatewayProfile, { return_message: text }: BatchEnvelope): Unknown {
  const refusal = splitInfo(text);
  return isConfigurationCode(profile, refusal.code)
    ? { kind: "unknown", reason: misconfigured(refusal) }
    : unknown("envelope_refused", "The gateway rejected the whole request.");
}

/** The interface shows no flag for a rejection, and a wrong one would approve. */
export const noRejectFlag: NotSent = {
  kind: "not_sent",
  reason: {
    code: "no_reject_flag",
    message:
      "The rejection cannot be sent: the gateway's flag for it is not configured. Ask the gateway and set \"profile.review.rejectFlag\", or reject the payment in the gateway's portal.",
  },
};

/**
 * The interface documents both only for payments: the request was not accepted, and nothing was created. The body's
 * code is the reason: a wrong configuration is not a decline, and a code that leaves the outcome open, or reports
 * success, takes precedence over the status.
 */
export function refusedRequest(profile: GatewayProfile, { status, body }: Answered): Declined | NotSent | Unknown {
  const refusal = readRefusal(body);
  if (isConfigurationCode(profile, refusal?.code)) return { kind: "not_sent", reason: misconfigured(refusal) };
  const reason = {
    code: refusal?.code ?? `http_${String(status)}`,
    message:
      refusal?.message ??
      (status === 400 ? "The gateway reports an invalid request." : "The gateway found no such record."),
  };
  if (reason.code === "I0061") return unknown("duplicate_order", "The gateway already has this order number.");
  return isRefusalOpen(profile, refusal?.code) ? { kind: "unknown", reason } : { kind: "declined", fact: null, reason };
}

function isRefusalOpen({ status }: GatewayProfile, code: string | null | undefined): boolean {
  if (code === null || code === undefined || isCodeIn(status.declinedCodes, code)) return false;
  return isSuccessCode(code) || code.startsWith("T") || startsWithAny(status.doubtfulPrefixes, code);
}
