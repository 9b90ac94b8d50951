import { createHash } from "node:crypto";
import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { Surplus } from "../../api-schema/admin";
import type { CurrencyCode } from "../../gateway/model/money";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import type { AttemptRow, OperationRow } from "../../modules/acquiring";
import { OPEN_CHANGE, WHY_CHANGING, disputesIn } from "../../modules/acquiring";
import { signedMinor } from "../orders/medusa-amount";
import { resolveLedger } from "../resolve-ledger";

/**
 * Which payments return what was captured for an order beyond its total: the newest first, each within what it can still
 * refund. The plan's text changes with everything that it depends on, so that only the plan that was shown is carried out.
 */
const Row = z.object({
  currency_code: z.string(),
  total: z.string(),
  paid: z.string(),
  is_recording: z.boolean(),
  is_changing: z.boolean(),
});

const PAYMENTS = `
  SELECT payment.id FROM order_payment_collection AS link
  JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
  WHERE link.order_id = placed.id AND link.deleted_at IS NULL`;

/** Core writes a refund before its transaction, which is what the order's sums count. */
const RECORDING = `
  SELECT FROM refund WHERE refund.payment_id IN (${PAYMENTS}) AND refund.deleted_at IS NULL AND NOT EXISTS (
    SELECT FROM order_transaction AS booked WHERE booked.order_id = placed.id AND booked.deleted_at IS NULL
      AND booked.reference_id IN (refund.id, refund.payment_id))`;

const inTotals = (name: string): string =>
  `COALESCE(summary.totals -> 'raw_${name}' ->> 'value', summary.totals ->> '${name}', '0')::numeric`;

const SURPLUS = `
  SELECT placed.currency_code, (${inTotals("current_order_total")})::text AS total,
    (${inTotals("current_order_total")} - ${inTotals("pending_difference")})::text AS paid, EXISTS (${RECORDING}) AS is_recording,
    EXISTS (${OPEN_CHANGE}) AS is_changing
  FROM "order" AS placed LEFT JOIN order_summary AS summary
    ON summary.order_id = placed.id AND summary.version = placed.version AND summary.deleted_at IS NULL
  WHERE placed.id = ? AND placed.deleted_at IS NULL`;

/** By the session of Medusa's payment, and of those only the attempt that it was created from. */
const ATTEMPTS = `
  SELECT attempt.*, EXISTS (SELECT FROM acquiring_attention_item AS item WHERE item.kind = 'dispute'
      AND item.subject = attempt.id AND item.cleared_at IS NULL AND item.deleted_at IS NULL) AS has_dispute_item
  FROM order_payment_collection AS link
  JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
    AND payment.canceled_at IS NULL
  JOIN acquiring_payment_attempt AS attempt ON attempt.session_id = payment.payment_session_id
    AND attempt.deleted_at IS NULL AND attempt.order_no = payment.data ->> 'order_no'
  WHERE link.order_id = ? AND link.deleted_at IS NULL ORDER BY attempt.created_at DESC, attempt.id DESC`;

/** A payment of an order, with what was done with it. */
export interface Refundable {
  /** An item `dispute` also asks whether a closed dispute is followed by another one, which `disputes` cannot say. */
  readonly row: AttemptRow & { readonly has_dispute_item: boolean };
  readonly operations: readonly OperationRow[];
}

export async function surplusOf(container: MedusaContainer, orderId: string): Promise<Surplus> {
  const first = await sumsOf(container, orderId);
  if (first.minor <= 0n) return NOTHING(first.currency);
  const payments = await refundablesOf(container, orderId);
  // Read again after the refunds: one that has been recorded in the meantime is in these sums, and was not in the first ones.
  const { currency, minor, isRecording } = await sumsOf(container, orderId);
  if (minor <= 0n) return NOTHING(currency);
  const isOpen = isRecording || payments.some(({ operations }) => operations.some(isUnsettledRefund));
  const { refunds, left } = isOpen ? { refunds: [], left: minor } : spread(container, payments, { minor, currency });
  const major = (amount: bigint): string => toMajor(createMoney(amount, currency));
  return {
    currency,
    surplus: major(minor),
    refunds: refunds.map(({ row, amount }) => ({
      payment_id: row.id,
      amount: major(amount),
      created_at: row.created_at.toISOString(),
    })),
    not_covered: isOpen || left === 0n ? null : major(left),
    plan: refunds.length === 0 ? null : planOf(orderId, minor, refunds),
    refused_because: isOpen ? stillOpen(first.isChanging) : refunds.length === 0 ? NOT_REFUNDABLE : null,
  };
}

/** `minor`: what was captured beyond the order's total, may be below zero. */
async function sumsOf(
  container: MedusaContainer,
  orderId: string,
): Promise<{
  readonly currency: CurrencyCode;
  readonly minor: bigint;
  readonly isRecording: boolean;
  readonly isChanging: boolean;
}> {
  const pg = resolveLedger(container).attempts.connection;
  const { rows } = await pg.raw<{ rows: unknown[] }>(SURPLUS, [orderId]);
  if (rows[0] === undefined) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`);
  const { currency_code: code, total, paid, ...is } = Row.parse(rows[0]);
  const currency = createCurrency(code);
  // Each is rounded as it was charged: the difference of unrounded amounts may be a unit more or less.
  const minor = signedMinor(paid, currency) - signedMinor(total, currency);
  return { currency, minor, isRecording: is.is_recording, isChanging: is.is_changing };
}

const NOTHING = (currency: CurrencyCode): Surplus => ({
  currency,
  ...{ surplus: null, refunds: [], not_covered: null, plan: null, refused_because: null },
});

const STILL_OPEN =
  "A refund of this order has not been recorded yet, or its outcome is not known: how much is left is not certain. Wait for it.";
/** A refund beyond what the order owes is not recorded while the order changes. */
const stillOpen = (isChanging: boolean): string => (isChanging ? `${STILL_OPEN} ${WHY_CHANGING}` : STILL_OPEN);
const NOT_REFUNDABLE = "No payment of this order can be refunded by this provider.";

/** The order's payments through this plugin, newest first. */
export async function refundablesOf(container: MedusaContainer, orderId: string): Promise<Refundable[]> {
  const { attempts } = resolveLedger(container);
  const { rows } = await attempts.connection.raw<{ rows: Refundable["row"][] }>(ATTEMPTS, [orderId]);
  const operations = await attempts.operationsOfMany(rows.map(({ id }) => id));
  return rows.map((row) => ({ row, operations: operations.get(row.id) ?? [] }));
}

/**
 * An open dispute of one of the payments, or what may be one until a person dismisses its item, counts more than any that was
 * lost, also before others; null: none, or all were won.
 */
export function disputeOfPayments(payments: readonly Refundable[]): "open" | "lost" | null {
  const found = payments.flatMap(({ row }) => disputesIn(row.disputes).map(({ status }) => status));
  if (found.includes("open") || payments.some(({ row }) => row.has_dispute_item)) return "open";
  return found.includes("lost") ? "lost" : null;
}

/** One that was declined, or proven unsent, moved nothing. */
const isUnsettledRefund = ({ kind, status, recorded_in_medusa: isRecorded }: OperationRow): boolean => {
  if (kind !== "refund" || status === "declined" || status === "not_sent") return false;
  return status === "sending" || status === "unknown" || !isRecorded;
};

interface Planned extends Refundable {
  readonly amount: bigint;
}

function spread(
  container: MedusaContainer,
  payments: readonly Refundable[],
  { minor, currency }: { readonly minor: bigint; readonly currency: CurrencyCode },
): { readonly refunds: readonly Planned[]; readonly left: bigint } {
  const ledger = resolveLedger(container);
  const refunds: Planned[] = [];
  let left = minor;
  for (const payment of payments) {
    const most =
      payment.row.currency === currency ? (ledger.possible(payment.row, payment.operations).refund ?? 0n) : 0n;
    const amount = most < left ? most : left;
    if (amount > 0n) refunds.push({ ...payment, amount });
    left -= amount;
  }
  return { refunds, left };
}

/** A refund that was declined counts too, so that the next plan is another one. */
function planOf(orderId: string, minor: bigint, refunds: readonly Planned[]): string {
  const parts = refunds.map(({ row, operations, amount }) => [
    row.id,
    amount.toString(),
    operations.filter(({ kind }) => kind === "refund").length,
  ]);
  const text = JSON.stringify([orderId, minor.toString(), parts]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
