import { z } from "@medusajs/framework/zod";
import type { AdminPayment } from "../../../api-schema/admin";
import { AttentionKind, TimelineKind } from "../../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../../gateway/model/money";
import type { AttemptReport, EntryRow } from "../../../modules/acquiring";
import {
  GIVEN_UP,
  attentionKinds,
  customerRedirect,
  disputeId,
  disputeOf,
  expiryOf,
  minorOf,
} from "../../../modules/acquiring";

import { instalmentsView } from "./instalments-view";
import type { MedusaOrders } from "../../orders/load-medusa-orders";

const ThreeDs = z
  .object({
    used: z.boolean().nullable(),
    result: z.string().nullable(),
    eci: z
      .string()
      .nullish()
      .transform((eci) => eci ?? null),
  })
  .nullable()
  .catch(null);
export const Risk = z
  .object({
    action: z.string().nullable(),
    score: z.string().nullable(),
    reasons: z.array(z.object({ name: z.string(), status: z.string() })),
  })
  .nullable()
  .catch(null);

type Major = (minor: string | bigint) => string;

export function shapePayment(
  report: AttemptReport,
  side: MedusaOrders,
  { hold, actions, method_name, capture_plan }: Pick<AdminPayment, "hold" | "actions" | "method_name" | "capture_plan">,
): AdminPayment {
  const { attempt } = report;
  const currency = createCurrency(attempt.currency);
  const major: Major = (minor) => toMajor(createMoney(minorOf(minor.toString()), currency));
  return {
    id: attempt.id,
    account: attempt.account,
    mode: attempt.mode,
    method: attempt.method,
    method_name,
    state: attempt.state,
    customer_left: customerRedirect(attempt),
    currency: attempt.currency,
    amounts: amountsOf(report, major),
    card: attempt.card_mask ? { mask: attempt.card_mask, brand: attempt.card_brand } : null,
    instalments: instalmentsView(attempt),
    three_ds: ThreeDs.parse(attempt.three_ds ?? null),
    risk: Risk.parse(attempt.risk ?? null),
    dispute: disputeIn(attempt, major),
    expires_at: expiryOf(attempt, attempt.state)?.toISOString() ?? null,
    capture_plan,
    hold,
    actions,
    notifications: report.notifications.map(({ id, received_at, status, signature, deliveries }) => ({
      id,
      received_at: received_at.toISOString(),
      status,
      signature,
      deliveries,
    })),
    order_no: attempt.order_no,
    gateway_payment_id: attempt.gateway_payment_id,
    medusa_payment_id: side.paymentOf(attempt),
    order: side.orderOf(attempt),
    created_at: attempt.created_at.toISOString(),
    open_operations: openOf(report, major),
    attention: attentionOf(report),
    timeline: timelineOf(report, side, major),
  };
}

function amountsOf({ attempt }: AttemptReport, major: Major): AdminPayment["amounts"] {
  const given = minorOf(attempt.refunded) + minorOf(attempt.refund_pending);
  return {
    requested: major(attempt.requested),
    authorised: major(attempt.authorised),
    captured: major(attempt.captured),
    refunded: major(given),
    refund_pending: major(attempt.refund_pending),
    refundable: major(minorOf(attempt.captured) - given),
  };
}

function disputeIn({ id, disputes }: AttemptReport["attempt"], major: Major): AdminPayment["dispute"] {
  const dispute = disputeOf(disputes);
  if (!dispute) return null;
  const { key, status, amount, reason, reference, at } = dispute;
  return { id: disputeId(id, key), status, amount: amount === null ? null : major(amount), reason, reference, at };
}

const openOf = ({ operations }: AttemptReport, major: Major): AdminPayment["open_operations"] =>
  operations
    .filter(({ status }) => status === "sending" || status === "unknown" || status === "pending")
    .map((operation) => ({
      id: operation.id,
      kind: operation.kind,
      status: operation.status,
      amount: major(operation.amount),
      since: operation.sent_at.toISOString(),
      message: operation.result_message,
    }));

const attentionOf = ({ attention }: AttemptReport): AdminPayment["attention"] =>
  attention.map(({ id, kind, message, raised_at }) => ({
    id,
    kind: AttentionKind.parse(kind),
    action: attentionKinds[AttentionKind.parse(kind)].action,
    message,
    raised_at: raised_at.toISOString(),
  }));

function timelineOf(report: AttemptReport, side: MedusaOrders, major: Major): AdminPayment["timeline"] {
  return report.entries.map((entry) => {
    const record = auditRecordOf(report, entry);
    return {
      id: entry.id,
      at: entry.occurred_at.toISOString(),
      kind: timelineKind(entry),
      amount: entry.amount === null ? null : major(entry.amount),
      actor: entry.actor,
      actor_name: side.nameOf(record?.actor_id ?? null),
      note: record?.note ?? null,
      source: entry.source,
      code: entry.code,
      message: entry.message,
    };
  });
}

/** The journal has one kind for all ends of an unfinished payment; the code tells them apart. */
function timelineKind({ kind, code }: EntryRow): TimelineKind {
  if (kind === "expired" && code === "cancelled") return "cancelled_by_customer";
  if (kind === "expired" && code === GIVEN_UP) return "replaced";
  return TimelineKind.parse(kind);
}

/** An entry and its audit record are written together, so actor, operation and time match. */
const auditRecordOf = (
  { auditRecords }: AttemptReport,
  entry: EntryRow,
): AttemptReport["auditRecords"][number] | undefined =>
  entry.actor !== "admin"
    ? undefined
    : auditRecords.find(
        ({ action, operation_id: operation, at }) =>
          action === entry.kind && operation === entry.operation_id && at.getTime() === entry.occurred_at.getTime(),
      );
