import type { Fact } from "../../../../../gateway/model/facts";
import type { OperationCommand } from "../../../gate/gate";
import type { LockedAttempt, OperationRow } from "../../../ledger/rows/attempt-row";
import type { AttemptRow } from "../../../ledger/rows/attempt-row";
import { endHold } from "../../review-holds";
import type { AttemptSnapshot, Decision, OperationKind, OperationSnapshot } from "../../snapshot";
import { keyOf } from "./world";

/** The ledger's row as a value: what `applyDecision` writes of a decision, without a database. */
export function applied(row: AttemptSnapshot, reduced: Decision, fact: Fact | null): AttemptSnapshot {
  const decision = row.hold ? endHold(row, reduced) : reduced;
  const number = row.gatewayPaymentId ?? fact?.gatewayPaymentId ?? null;
  const { entries, conclusions, confirmed, hold } = decision;
  if (entries.length === 0 && conclusions.length === 0 && number === row.gatewayPaymentId) return row;
  const concluded = new Map(conclusions.map((each) => [each.operationId, each]));
  return {
    ...row,
    ...decision.amounts,
    state: decision.state,
    gatewayPaymentId: number,
    hold: hold ?? row.hold,
    operations: row.operations.map((operation) => {
      const { isInferred, ...rest } = operation;
      const done = concluded.get(operation.id);
      const stays = (done?.isInferred ?? isInferred) && confirmed !== operation.id;
      return { ...rest, status: done?.status ?? operation.status, ...(stays ? { isInferred: true } : {}) };
    }),
  };
}

/** As the gate reads it under the row lock. Medusa's own rows are no part of the exploration: all is recorded at once. */
export function lockedOf(row: AttemptSnapshot, now: number): LockedAttempt {
  const operations = row.operations.map((operation) => ({ ...BARE_OPERATION, ...columnsOf(operation) }));
  return {
    row: { ...BARE_ROW, state: row.state, gateway_payment_id: row.gatewayPaymentId },
    operations,
    snapshot: row,
    holdRule: () => null,
    lockedAt: new Date(now),
  };
}

const columnsOf = ({ id, kind, amount, status, sentAt, action }: OperationSnapshot): Partial<OperationRow> => ({
  id,
  kind,
  amount: amount.toString(),
  status,
  idempotency_key: keyOf(id),
  sent_at: new Date(sentAt),
  action: action ?? null,
});

/** The row that is committed before the send; a row that was proven unsent is opened again. */
export function withSending(
  row: AttemptSnapshot,
  { id, kind, amount, sentAt, action }: Pick<OperationSnapshot, "id" | "kind" | "amount" | "sentAt" | "action">,
): AttemptSnapshot {
  const isKnown = row.operations.some((each) => each.id === id);
  const operations = isKnown
    ? row.operations.map((each) => (each.id === id ? { ...each, status: "sending" as const, sentAt } : each))
    : [...row.operations, { id, kind, amount, status: "sending" as const, sentAt, action: action ?? null }];
  return { ...row, operations };
}

export const commandOf = (
  request: { readonly key: string; readonly kind: OperationKind; readonly amount: bigint } & Pick<
    OperationCommand,
    "action"
  >,
): OperationCommand => ({
  attemptId: "attempt",
  kind: request.kind === "authorise" ? "capture" : request.kind,
  amount: request.amount,
  idempotencyKey: request.key,
  actor: "admin",
  actorId: null,
  ...(request.action ? { action: request.action } : {}),
});

const AT = new Date(0);

const BARE_OPERATION: OperationRow = {
  id: "",
  attempt_id: "attempt",
  kind: "capture",
  sequence: 1,
  idempotency_key: "",
  amount: "0",
  currency: "EUR",
  status: "sending",
  actor: "admin",
  result_code: null,
  result_message: null,
  gateway_reference: null,
  sent_at: AT,
  concluded_at: null,
  updated_at: AT,
  recorded_in_medusa: true,
  action: null,
  inferred_at: null,
};

/** Of an attempt's columns only the state and the gateway's number are read here. */
const BARE_ROW: AttemptRow = {
  id: "attempt",
  account: "main",
  gateway_identity: "",
  provider_id: "pp_acquiring-card_main",
  mode: "card",
  method: null,
  session_id: "payses_1",
  cart_id: null,
  collection_id: null,
  payment_link_id: null,
  customer_id: null,
  has_account: false,
  order_no: "acq_1",
  currency: "EUR",
  requested: "0",
  authorised: "0",
  captured: "0",
  refunded: "0",
  refund_pending: "0",
  state: "authorised",
  gateway_payment_id: null,
  card_mask: null,
  card_brand: null,
  risk: null,
  three_ds: null,
  result_code: null,
  result_message: null,
  action_url: null,
  redirect_form: null,
  presentation: null,
  return_to: null,
  redirected_at: null,
  returned_at: null,
  return_used_at: null,
  redirect_cancelled_at: null,
  action_expires_at: null,
  pending_expires_at: null,
  remind_at: null,
  three_ds_required: false,
  save_card: null,
  saved_card_id: null,
  is_late: false,
  reverse_at: null,
  reversal_reason: null,
  reversal_tries: 0,
  capture_inferred_at: null,
  unverified_checks: 0,
  unverified_since: null,
  billing_country: null,
  sales_channel_id: null,
  instalments: null,
  held_at: null,
  hold_reason: null,
  hold_decision: null,
  hold_decided_at: null,
  version: 0,
  projected_version: 0,
  project_after: null,
  project_failures: 0,
  next_check_at: null,
  checks: 0,
  unknown_since: null,
  disputes: null,
  subscription: null,
  renewal_of: null,
  imported_at: null,
  policy_due_at: null,
  recurring_id: null,
  recurring: null,
  wire_order_no: null,
  subscription_due_at: null,
  created_at: AT,
};
