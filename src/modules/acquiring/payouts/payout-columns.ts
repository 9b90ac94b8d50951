import type { PayoutFact } from "../../../gateway/model/facts";
import type { SendSnapshot } from "../domain/payout-sends";
import type { PayoutSendRow } from "./payout-rows";
import type { NewSend, SendChange } from "./payout-sends";
import { amountColumns, minorOf } from "../ledger/rows/attempt-row";

/** For the domain: a manual resolution counts until the gateway reports a final state. */
export const sendSnapshotOf = (row: PayoutSendRow): SendSnapshot => ({
  status: row.status,
  reportedAt: row.gateway_updated_at?.getTime() ?? null,
  decided:
    row.reading === "paid" || row.reading === "failed" || row.reading === "cancelled" ? null : row.decided_result,
  wasPaid: row.paid_at !== null,
  contradiction: row.contradiction,
});

/** Is it the payout of the row? Its hash may be recomputed with another key. */
export const isSameSend = (
  row: PayoutSendRow,
  send: Pick<NewSend, "requestId" | "account" | "currency" | "amountMinor">,
): boolean =>
  row.request_id === send.requestId &&
  row.account === send.account &&
  row.currency === send.currency &&
  minorOf(row.amount) === send.amountMinor;

export const columnsOf = (send: Omit<NewSend, "seenVersion">, now: Date): Record<string, unknown> => ({
  payout_id: send.payoutId,
  request_id: send.requestId,
  account: send.account,
  gateway_identity: send.gatewayIdentity,
  currency: send.currency,
  ...amountColumns("amount", send.amountMinor),
  payload_hash: send.payloadHash,
  actor_id: send.actorId,
  status: "sending",
  sends: 1,
  version: 1,
  sent_at: now,
  created_at: now,
  updated_at: now,
});

export function changesOf(row: PayoutSendRow, change: SendChange, now: Date): Record<string, unknown> {
  const { fact, decision, reason, gatewayIdentity } = change;
  return {
    status: change.status,
    ...(change.droppedEnd
      ? { ignored_end: change.droppedEnd }
      : { result_code: reason?.code ?? null, result_message: reason?.message ?? null }),
    ...(change.status !== row.status && { ignored_end: null }),
    ...(gatewayIdentity !== undefined && { gateway_identity: gatewayIdentity }),
    contradiction: change.contradiction,
    version: row.version + 1,
    sync_due_at: now,
    concluded_at: now,
    updated_at: now,
    ...(fact && factColumns(row, fact, now)),
    ...(decision && {
      decided_by: decision.by,
      decided_result: decision.outcome,
      decided_note: decision.note,
    }),
  };
}

/** A field missing in a message keeps its value. */
const factColumns = (row: PayoutSendRow, fact: PayoutFact, now: Date): Record<string, unknown> => ({
  reading: fact.reading,
  raw_status: fact.status,
  transaction_id: fact.transactionId ?? row.transaction_id,
  short_reference: fact.shortReference ?? row.short_reference,
  fee_amount: fact.fee?.amount ?? row.fee_amount,
  fee_currency: fact.fee?.currency ?? row.fee_currency,
  payer_pays: fact.payerPays ?? row.payer_pays,
  beneficiary_receives: fact.beneficiaryReceives ?? row.beneficiary_receives,
  failure_reason: fact.failureReason ?? row.failure_reason,
  failure_type: fact.failureType ?? row.failure_type,
  gateway_created_at: fact.gatewayCreatedAt ?? row.gateway_created_at,
  gateway_updated_at: fact.gatewayUpdatedAt ?? row.gateway_updated_at,
  paid_at: row.paid_at ?? (fact.reading === "paid" ? now : null),
});

/** Does it change anything? The same message processed twice does not. */
export function isNews(row: PayoutSendRow, change: SendChange): boolean {
  const { status, contradiction, decision, droppedEnd, fact } = change;
  if (droppedEnd !== undefined && row.ignored_end !== droppedEnd) return true;
  if (row.status !== status || row.contradiction !== contradiction || decision !== null) return true;
  if (fact === null) return false;
  const same: readonly boolean[] = [
    row.reading === fact.reading,
    row.raw_status === fact.status,
    isHeld(row.transaction_id, fact.transactionId),
    isHeld(row.short_reference, fact.shortReference),
    isHeld(row.fee_amount, fact.fee?.amount ?? null),
    isHeld(row.fee_currency, fact.fee?.currency ?? null),
    isHeld(row.payer_pays, fact.payerPays),
    isHeld(row.beneficiary_receives, fact.beneficiaryReceives),
    isHeld(row.failure_reason, fact.failureReason),
    isHeld(row.failure_type, fact.failureType),
    isHeld(row.gateway_updated_at?.toISOString() ?? null, fact.gatewayUpdatedAt),
  ];
  return same.includes(false);
}

/** A missing field matches any value. */
const isHeld = (known: string | null, reported: string | null): boolean => reported === null || reported === known;
