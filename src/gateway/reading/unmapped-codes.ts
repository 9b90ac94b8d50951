import { combinedCode, queryRefusal, readPaymentStatus, readRefundStatus } from "./normalize";
import type { GatewayProfile } from "../model/profile";

/** Unmapped codes in a fact's raw texts, each with the setting that maps it. Codes mapped since are left out. */
export interface UnmappedCode {
  readonly field: string;
  readonly value: string;
  /** With the meaning that is always safe: nothing is recorded, and the gateway is queried again. */
  readonly snippet: string;
}

const READINGS = "or authorised, captured, refunded, voided, declined: ask the gateway what it means";
const REFUND_READINGS = "or succeeded, failed: ask the gateway what it means";

export function unmappedCodes(profile: GatewayProfile, raw: Readonly<Record<string, string>>): UnmappedCode[] {
  const refund = raw.refund_status;
  if (refund !== undefined) return unmappedRefund(profile, refund, raw.refund_processing_date);
  const { order_status: orderStatus, payment_status: paymentStatus, query_result: queryResult } = raw;
  const fields = { orderStatus, paymentStatus, queryResult, resultInfo: raw.result_info };
  if (readPaymentStatus(profile, fields) !== "unmapped") return [];
  const combined = combinedCode(fields);
  if (paymentStatus && combined !== undefined && profile.status.payment[combined] === "unmapped") {
    return [code("payment_status", combined, snippetOf("payment", combined, READINGS))];
  }
  // The most specific field speaks: it is the one whose code has to be listed.
  if (paymentStatus && readPaymentStatus(profile, { paymentStatus }) === "unmapped") {
    return [code("payment_status", paymentStatus, snippetOf("payment", paymentStatus, READINGS))];
  }
  const overall = orderStatus ?? queryResult;
  if (!overall || queryRefusal(queryResult) !== null) return [];
  const field = orderStatus === undefined ? "query_result" : "order_status";
  return [code(field, overall, snippetOf("order", overall, READINGS))];
}

function unmappedRefund(profile: GatewayProfile, status: string, processingDate: string | undefined): UnmappedCode[] {
  if (readRefundStatus(profile, { status, processingDate }) !== "unmapped") return [];
  return [code("refund_status", status, snippetOf("refund", status, REFUND_READINGS))];
}

const code = (field: string, value: string, snippet: string): UnmappedCode => ({ field, value, snippet });

/** The code is the gateway's word: quoted, so that whatever it holds stays a text. */
const snippetOf = (table: "payment" | "order" | "refund", value: string, others: string): string =>
  `profile: { status: { ${table}: { ${JSON.stringify(value)}: "${table === "refund" ? "accepted" : "pending"}" } } } // ${others}`;
