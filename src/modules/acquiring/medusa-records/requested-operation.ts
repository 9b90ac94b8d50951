import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { MedusaError } from "@medusajs/framework/utils";
import { SESSION_ORDER } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import type { CannotRecord } from "./medusa-record-guards";
import { CANNOT_RECORD, LOST_ROW } from "./medusa-record-guards";
import { PreparedStatement } from "../runtime/prepared-statement";
import { OPERATION_ID_KEY } from "./medusa-sync-state";

/**
 * A capture or refund row that Medusa committed before it called the provider, its payment's attempt, and all that
 * decides whether it may be sent: one statement. The amount of an operation comes from here only.
 */
export interface RequestedOperation {
  readonly kind: "capture" | "refund";
  /** Of Medusa's row; the operation's idempotency key. */
  readonly id: string;
  readonly paymentId: string;
  /** Major units, exactly as Medusa stored them. */
  readonly amount: string;
  readonly createdBy: string | null;
  /** Of a refund: what was entered in Medusa. */
  readonly note: string | null;
  readonly reasonId: string | null;
  /** The operation that our projection created this row for. */
  readonly recordedOperation: unknown;
  /** The attempt that the payment was made from. A session may have others that were given up and whose money came late. */
  readonly attempt: RequestedAttempt;
  /** Is the row all that Medusa can still capture or refund of its payment, to a thousandth of the minor unit? */
  readonly isRest: boolean;
  /** Did an operation for this row begin? */
  readonly hasBegun: boolean;
  /** The same, but it did not end without being sent. */
  readonly mayBeSent: boolean;
  /** Did an earlier operation succeed whose row Medusa no longer has? */
  readonly isAnotherLost: boolean;
  /** Why Medusa could not record it on the order; null: it could. */
  readonly cannotRecord: CannotRecord | null;
}

export type RequestedAttempt = Pick<
  AttemptRow,
  | "id"
  | "provider_id"
  | "session_id"
  | "order_no"
  | "currency"
  | "authorised"
  | "captured"
  | "refunded"
  | "refund_pending"
  | "state"
>;

type Read = Omit<RequestedAttempt, "id"> & {
  /** Null: the ledger has no attempt for it. */
  readonly id: string | null;
  readonly asked_id: string;
  readonly payment_id: string;
  readonly value: string;
  readonly created_by: string | null;
  readonly note: string | null;
  readonly refund_reason_id: string | null;
  readonly recorded_operation: unknown;
  readonly is_rest: boolean;
  /** Null: none began. */
  readonly may_be_sent: boolean | null;
  readonly is_another_lost: boolean;
} & Partial<Readonly<Record<CannotRecord, boolean>>>;

/** Throws if Medusa has no such row, or the ledger no payment for it. */
export async function readRequestedOperation(
  pg: Knex,
  kind: RequestedOperation["kind"],
  id: string,
): Promise<RequestedOperation> {
  const [read] = await STATEMENT[kind].run<Read>(pg, [id], TIMEOUT_MS);
  if (!read) throw notFound(`Medusa has no ${kind} row ${id}. Nothing was sent.`);
  if (read.id === null) throw noAttempt();
  return {
    kind,
    id: read.asked_id,
    paymentId: read.payment_id,
    amount: read.value,
    createdBy: read.created_by,
    note: read.note,
    reasonId: read.refund_reason_id,
    recordedOperation: read.recorded_operation,
    attempt: { ...read, id: read.id },
    isRest: read.is_rest,
    hasBegun: read.may_be_sent !== null,
    mayBeSent: read.may_be_sent === true,
    isAnotherLost: read.is_another_lost,
    cannotRecord: REASONS[kind].find((reason) => read[reason]) ?? null,
  };
}

/** The attempt that a payment of Medusa's was made from. */
export async function readAttemptOfPayment(pg: Knex, paymentId: string): Promise<RequestedAttempt> {
  const { rows } = await pg.raw<{ rows: RequestedAttempt[] }>(
    `SELECT attempt.* FROM payment JOIN LATERAL (${ATTEMPT}) AS attempt ON true
     WHERE payment.id = ? AND payment.deleted_at IS NULL`,
    [paymentId],
  );
  const [attempt] = rows;
  if (!attempt) throw noAttempt();
  return attempt;
}

const notFound = (message: string): MedusaError => new MedusaError(MedusaError.Types.NOT_FOUND, message);

const noAttempt = (): MedusaError => notFound("The ledger has no payment for this session.");

/** The order in which they are reported. */
const REASONS: Readonly<Record<RequestedOperation["kind"], readonly CannotRecord[]>> = {
  capture: ["other_payment"],
  refund: ["other_payment", "cancelled", "changing"],
};

const ATTEMPT = `
  SELECT own.id, own.provider_id, own.session_id, own.order_no, own.currency, own.authorised, own.captured,
    own.refunded, own.refund_pending, own.state
  FROM acquiring_payment_attempt AS own
  WHERE own.session_id = payment.payment_session_id AND own.deleted_at IS NULL
  ORDER BY (own.order_no = payment.data ->> 'order_no') IS TRUE DESC, ${SESSION_ORDER} LIMIT 1`;

const sumOf = (table: "capture" | "refund"): string =>
  `COALESCE((SELECT SUM(each.amount) FROM ${table} AS each
     WHERE each.payment_id = asked.payment_id AND each.deleted_at IS NULL AND each.id <> asked.asked_id), 0)`;

const LEFT = {
  capture: `asked.payment_total - ${sumOf("capture")}`,
  refund: `${sumOf("capture")} - ${sumOf("refund")}`,
} as const;

const statementOf = (kind: RequestedOperation["kind"]): string => `
  WITH asked AS (
    SELECT asked.id AS asked_id, asked.payment_id, asked.amount, asked.raw_amount ->> 'value' AS value, asked.created_by,
      ${kind === "refund" ? "asked.note, asked.refund_reason_id" : "NULL AS note, NULL AS refund_reason_id"}, asked.metadata, payment.amount AS payment_total, attempt.*
    FROM ${kind} AS asked
    JOIN payment ON payment.id = asked.payment_id AND payment.deleted_at IS NULL
    LEFT JOIN LATERAL (${ATTEMPT}) AS attempt ON true
    WHERE asked.id = ? AND asked.deleted_at IS NULL)
  SELECT asked.*, asked.metadata -> '${OPERATION_ID_KEY}' AS recorded_operation,
    ABS(${LEFT[kind]} - asked.amount) < 0.0000001 AS is_rest,
    (SELECT bool_or(operation.status <> 'not_sent') FROM acquiring_operation AS operation WHERE operation.kind = '${kind}'
      AND operation.idempotency_key = asked.asked_id AND operation.deleted_at IS NULL) AS may_be_sent,
    EXISTS (${LOST_ROW[kind]}) AS is_another_lost,
    ${REASONS[kind].map((reason) => `EXISTS (${CANNOT_RECORD[reason]}) AS ${reason}`).join(",\n    ")}
  FROM asked`;

/** As long as Medusa waits for a connection. */
const TIMEOUT_MS = 60_000;

/** Prepared: planning it takes longer than running it. */
const STATEMENT: Readonly<Record<RequestedOperation["kind"], PreparedStatement>> = {
  capture: new PreparedStatement(statementOf("capture")),
  refund: new PreparedStatement(statementOf("refund")),
};
