import type { MedusaContainer } from "@medusajs/framework/types";
import { z } from "@medusajs/framework/zod";
import type { RefundCause, RefundProposal, Surplus } from "../../api-schema/admin";
import type { CurrencyCode } from "../../gateway/model/money";
import { createCurrency, createMoney, fromMajor, toMajor } from "../../gateway/model/money";
import type { FoundRefund, RefundProposalRow } from "../../modules/acquiring";
import { isOfFound, OPEN_CHANGE, wasDismissed } from "../../modules/acquiring";
import { approvalCaseOf } from "../payables/refund-surplus";
import type { Refundable } from "../payables/surplus";
import { disputeOfPayments, refundablesOf, surplusOf } from "../payables/surplus";
import { resolveLedger } from "../resolve-ledger";
import { automaticState } from "./automatic-state";
import { explainSurplus } from "./explain-surplus";
import { totalChangesOf } from "./order-changes";

/**
 * What an order owes its customer now, why, and what was decided about it. Computed from Medusa's order each time, so that
 * an event that was lost, or one that comes twice, changes nothing.
 */
export interface ExaminedOrder {
  readonly proposal: RefundProposal;
  /** What is stored about it. */
  readonly found: FoundRefund;
  readonly row: RefundProposalRow | undefined;
  /** Null: not an order with payments of this plugin. */
  readonly payments: readonly Refundable[];
}

export async function refundProposalOf(container: MedusaContainer, orderId: string): Promise<RefundProposal> {
  return (await examineOrder(container, orderId)).proposal;
}

export async function examineOrder(container: MedusaContainer, orderId: string): Promise<ExaminedOrder> {
  const ledger = resolveLedger(container);
  // Read first: a change while the rest is read makes the order due again.
  const order = await orderOf(container, orderId);
  const surplus = await surplusOf(container, orderId);
  const currency = createCurrency(surplus.currency);
  const minor = surplus.surplus === null ? 0n : fromMajor(surplus.surplus, currency).minor;
  const payments = await refundablesOf(container, orderId);
  const found = {
    money: createMoney(minor, currency),
    refunds: refundsIn(payments),
    orderVersion: order?.version ?? 0,
  };
  const row = await ledger.refundProposals.ofOrder(orderId);
  const stored = row && isOfFound(row, found) ? row : undefined;
  const known = {
    ...surplus,
    causes: minor === 0n ? [] : causesOf(await totalChangesOf(container, orderId, currency), { minor, currency }),
    dispute: disputeOfPayments(payments),
    dismissed: stored?.dismissed_at ? { at: stored.dismissed_at.toISOString(), by: stored.dismissed_by } : null,
    second_person: await secondPersonOf(container, orderId, surplus),
  };
  const isCancelled = order?.status === "canceled";
  const automatic = automaticState(ledger.options.refunds, {
    ...{ ...known, minor, isCancelled, stored, payments, wasDismissed: wasDismissed(row) },
    isChanging: order?.is_changing ?? false,
  });
  return { proposal: { ...known, automatic }, found, row, payments };
}

/** A customer's request to take the order over changes no amount. */
const NO_TRANSFER = "change.change_type IS DISTINCT FROM 'transfer'";

const Order = z.object({ version: z.number(), status: z.string(), is_changing: z.boolean() }).optional();

async function orderOf(container: MedusaContainer, orderId: string): Promise<z.infer<typeof Order>> {
  const pg = resolveLedger(container).attempts.connection;
  const { rows } = await pg.raw<{ rows: unknown[] }>(
    `SELECT placed.version, placed.status, EXISTS (${OPEN_CHANGE} AND ${NO_TRANSFER}) AS is_changing FROM "order" AS placed
     WHERE placed.id = ? AND placed.deleted_at IS NULL`,
    [orderId],
  );
  return Order.parse(rows[0]);
}

/** Without those that moved nothing. */
const refundsIn = (payments: readonly Refundable[]): number =>
  payments
    .flatMap(({ operations }) => operations)
    .filter(({ kind, status }) => kind === "refund" && status !== "declined" && status !== "not_sent").length;

function causesOf(
  changes: Awaited<ReturnType<typeof totalChangesOf>>,
  { minor, currency }: { readonly minor: bigint; readonly currency: CurrencyCode },
): RefundCause[] {
  const { changes: left, rest } = explainSurplus(changes, minor);
  const causes = left.map(({ cause, minor: part }) => ({ ...cause, amount: signedMajor(part, currency) }));
  if (rest === 0n) return causes;
  const kind = rest > 0n ? "overpaid" : "earlier_refunds";
  return [...causes, { kind, id: null, number: null, items: [], amount: signedMajor(rest, currency) }];
}

export const signedMajor = (minor: bigint, currency: CurrencyCode): string =>
  minor < 0n ? `-${toMajor(createMoney(-minor, currency))}` : toMajor(createMoney(minor, currency));

async function secondPersonOf(
  container: MedusaContainer,
  orderId: string,
  surplus: Surplus,
): Promise<RefundProposal["second_person"]> {
  const asked = await approvalCaseOf(container, orderId, surplus);
  if (!asked) return null;
  const [approval] = await resolveLedger(container).refundApprovals.of(asked);
  return { approved_by: approval?.actor_id ?? null, approved_at: approval?.at.toISOString() ?? null };
}
