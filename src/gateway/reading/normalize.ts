/* A code in no table is `unmapped`, never a success; profiles extend them (docs/configuration.md#the-profile). */

import { WHOLE_ANSWER } from "../model/facts";
import type { PaymentFact, PaymentReading, RefundFact, RefundReading, RiskFact, ThreeDsFact } from "../model/facts";
import type { OperationId, OrderNo } from "../model/ids";
import { createGatewayPaymentId, createOperationId } from "../model/ids";
import type { Money } from "../model/money";
import { createCurrency, fromWire } from "../model/money";
import type { GatewayProfile } from "../model/profile";
import { containsCardNumber, safeText } from "../redaction/redact";
import { isLoopback, parseUrl } from "../model/safe-url";

export interface StatusFields {
  readonly orderStatus?: string | undefined;
  readonly paymentStatus?: string | undefined;
  readonly queryResult?: string | undefined;
  readonly resultInfo?: string | undefined;
  readonly issuerUrl?: string | undefined;
}

/**
 * Reads a payment's status fields together; the first that is decisive wins, from the most specific to the least. An
 * empty one counts as missing.
 */
export function readPaymentStatus(profile: GatewayProfile, fields: StatusFields): PaymentReading {
  const { orderStatus, paymentStatus, queryResult } = fields;
  const overall = (orderStatus || queryResult) ?? "";
  if (overall === "" && !paymentStatus) return fields.issuerUrl ? "action_required" : "unmapped";
  const own = profile.status;
  const listed =
    readListed(own.payment, combinedCode(fields)) ??
    readListed(own.payment, paymentStatus) ??
    readListed(own.order, overall);
  if (listed) return listed;
  const held = paymentStatus ? readPaymentCode(paymentStatus) : null;
  const isMoney = held === "authorised" || held === "captured" || held === "refunded";
  switch (overall) {
    case "":
      return held ?? "unmapped";
    case "0":
      // "Failed" beside "we hold money" contradicts itself, and neither is believed.
      return isMoney ? "doubtful" : readFailure(profile, fields.resultInfo);
    case "1":
      return (
        readSuccess(fields.resultInfo) ?? held ?? (profile.capture.mode === "automatic" ? "captured" : "authorised")
      );
    case "-1":
      return "pending";
    case "-2":
      return fields.issuerUrl ? "action_required" : "pending";
    case "2":
      if (queryResult !== "2") return "unmapped";
      return isMoney ? "doubtful" : "not_found";
    default:
      return "unmapped";
  }
}

/** `payment_status/query_result`, as `profile.status.payment` lists combinations; undefined unless both were sent. */
export const combinedCode = ({ orderStatus, paymentStatus, queryResult }: StatusFields): string | undefined => {
  const overall = queryResult || orderStatus;
  return paymentStatus && overall ? `${paymentStatus}/${overall}` : undefined;
};

/** Code -2, of whichever field speaks for the whole payment (our default, section 2). */
export const waitsForCustomer = ({ orderStatus, queryResult }: StatusFields): boolean =>
  (orderStatus || queryResult) === "-2";

/** `0000`, with or without a leading letter. */
export const isSuccessCode = (code: string): boolean => /^[A-Z]?0000$/.test(code);

/** Of an item that was accepted: no text, or a success code. Words alone may say anything. */
export const isNoError = (text: string | undefined): boolean => !text || isSuccessCode(splitInfo(text).code ?? "");

/** Codes and prefixes of the profile are meant in capitals, as `splitInfo` tells a code. */
export const isCodeIn = (codes: readonly string[], code: string): boolean =>
  codes.some((known) => known.toUpperCase() === code.toUpperCase());
export const startsWithAny = (prefixes: readonly string[], code: string): boolean =>
  prefixes.some((prefix) => code.toUpperCase().startsWith(prefix.toUpperCase()));

/** A success whose code says something else proves nothing; null when nothing speaks against it. */
function readSuccess(resultInfo: string | undefined): PaymentReading | null {
  const { code } = splitInfo(resultInfo);
  if (code === null || isSuccessCode(code)) return null;
  return code.startsWith("T") ? "pending" : "doubtful";
}

/** What a table of the profile says of a word, letters in any case; the same spelling goes first. */
export function listedWord<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  const plain = (text: string): string => text.trim().toLowerCase();
  const entries = Object.entries(table);
  return (entries.find(([name]) => name === word.trim()) ?? entries.find(([name]) => plain(name) === plain(word)))?.[1];
}

const readListed = (
  table: Readonly<Record<string, PaymentReading>>,
  code: string | undefined,
): PaymentReading | null => (code !== undefined && Object.hasOwn(table, code) ? (table[code] ?? null) : null);

function readPaymentCode(code: string): PaymentReading {
  switch (code) {
    case "1000":
      return "pending";
    case "2000":
      return "authorised";
    case "3000":
      return "captured";
    case "4100":
      return "refunded";
    default:
      return "unmapped";
  }
}

/** A failure with a code for an unknown outcome is not a decline. */
function readFailure(profile: GatewayProfile, resultInfo: string | undefined): PaymentReading {
  const { code } = splitInfo(resultInfo);
  if (code === null || isCodeIn(profile.status.declinedCodes, code)) return "declined";
  if (startsWithAny(profile.status.doubtfulPrefixes, code)) return "doubtful";
  if (code.startsWith("T")) return "pending";
  // A success code beside a failed status contradicts itself.
  return isSuccessCode(code) ? "doubtful" : "declined";
}

/** Is this the code of a query that was itself refused? 7: the IP address is not registered. */
export const queryRefusal = (queryResult: unknown): "ip_not_registered" | "query_refused" | null => {
  if (queryResult === "7") return "ip_not_registered";
  return typeof queryResult === "string" && /^([3-6]|999)$/.test(queryResult) ? "query_refused" : null;
};

export interface RefundStatusFields {
  readonly status: string | undefined;
  readonly processingDate?: string | undefined;
  readonly message?: string | null | undefined;
}

/** The refund search's rows. A `processingDate` means the bank has it done; blanks, zeros or words are none. */
export function readRefundStatus(profile: GatewayProfile, fields: RefundStatusFields): RefundReading {
  const { status, processingDate, message } = fields;
  const own = profile.status.refund;
  if (status !== undefined && Object.hasOwn(own, status)) return own[status] ?? "unmapped";
  switch (status) {
    case "1":
      return /[1-9]/.test(processingDate ?? "") ? "succeeded" : "accepted";
    case "2":
      return "succeeded";
    case "-1":
      return "failed";
    case "0":
      return isSuccessCode(splitInfo(message).code ?? "") ? "accepted" : "failed";
    default:
      return "unmapped";
  }
}

/** `code:message`, either part may be missing. The code is returned in upper case. */
export function splitInfo(info: string | undefined | null): { code: string | null; message: string | null } {
  if (!info) return { code: null, message: null };
  const at = info.indexOf(":");
  const code = (at < 0 ? info : info.slice(0, at)).trim();
  const isCode = /^[A-Za-z]{0,2}\d{1,8}$/.test(code);
  if (!isCode) return { code: null, message: safeText(info) };
  return { code: code.toUpperCase(), message: at < 0 ? null : safeText(info.slice(at + 1)) };
}

/** Amount and currency of a message; null when either is missing. Throws `MoneyError` for anything that is not plain decimal. */
export function readMoney(amount: string | undefined | null, currency: string | undefined | null): Money | null {
  return amount && currency ? fromWire(amount, createCurrency(currency)) : null;
}

export const readRisk = (
  action: string | undefined,
  score: string | undefined,
  { reasons, unreadable = [] }: Pick<RiskFact, "reasons" | "unreadable">,
): RiskFact | null =>
  action || score || reasons.length > 0 || unreadable.length > 0
    ? {
        action: action ? safeText(action, 50) : null,
        score: score ? safeText(score, 50) : null,
        reasons: reasons
          .slice(0, 50)
          .map(({ name, status }) => ({ name: safeText(name, 100), status: safeText(status, 50) })),
        ...(unreadable.length > 0 ? { unreadable: [...new Set(unreadable)] } : {}),
      }
    : null;

/** All that is known of an answer's risk result when nothing of the answer could be read. */
export const unreadRisk: RiskFact = { action: null, score: null, reasons: [], unreadable: [WHOLE_ANSWER] };

/** `eci` is what our own request named; what the gateway's text names stands above it. */
export function readThreeDs(
  used: string | undefined,
  result: string | undefined,
  eci: string | null = null,
): ThreeDsFact | null {
  if (used !== "0" && used !== "1" && !result && eci === null) return null;
  return {
    // Only the listed codes say anything; an empty or a new one leaves it open.
    used: used === "1" ? true : used === "0" ? false : null,
    result: result ? safeText(result, 500) : null,
    eci: readEci(result) ?? eci,
  };
}

/** `eci=05`, `ECI: 5`, `"eci":"05"` somewhere in the text; always two digits. */
function readEci(text: string | undefined): string | null {
  const found = /(?<![a-z])eci["']?\s*[:=]\s*["']?(\d{1,2})(?!\d)/i.exec(text ?? "");
  return found?.[1]?.padStart(2, "0") ?? null;
}

/** The token of a saved card. One that could be the card's own number is dropped. */
export const readToken = (value: string | undefined): string | null =>
  value && /^[\x21-\x7e]{1,50}$/.test(value) && !containsCardNumber(value) ? value : null;

/** A web address the browser may be sent to, or null. One with a name before its host would show the customer another host. */
export function readActionUrl(value: string | undefined): string | null {
  const url = value ? parseUrl(value) : null;
  if (url === null || url.username !== "" || url.password !== "") return null;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.href)) ? url.href : null;
}

export const readGatewayId = (value: string | undefined): PaymentFact["gatewayPaymentId"] =>
  value ? createGatewayPaymentId(value) : null;

export const readOperationId = (reason: string | undefined | null): OperationId | null =>
  reason && /^acqop_[A-Za-z0-9]{10,44}$/.test(reason.trim()) ? createOperationId(reason.trim()) : null;

/** What people wrote where our requests write the operation's ID. */
export function readReasonText(reason: string | undefined | null): string | null {
  const text = reason?.trim() ?? "";
  return text === "" || readOperationId(text) !== null ? null : text.slice(0, 200);
}

export const barePayment = (orderNo: OrderNo, reading: PaymentReading): PaymentFact => ({
  kind: "payment",
  orderNo,
  reading,
  waitsForCustomer: false,
  gatewayPaymentId: null,
  money: null,
  code: null,
  message: null,
  card: null,
  risk: null,
  threeDs: null,
  actionUrl: null,
  token: null,
  recurring: null,
  raw: {},
});

export const bareRefund = (orderNo: OrderNo, reading: RefundReading): RefundFact => ({
  kind: "refund",
  orderNo,
  reading,
  gatewayPaymentId: null,
  money: null,
  reference: null,
  operationId: null,
  code: null,
  message: null,
  raw: {},
});

export function rawOf(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const raw: Record<string, string> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value) raw[name] = safeText(value, 100);
  }
  return raw;
}
