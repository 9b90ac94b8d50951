import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type {
  AdminDispute,
  AdminDisputeAnswer,
  DisputeFilters,
  DisputeHistoryEntry,
  DisputePage,
  DisputeRate,
} from "../../api-schema/admin";
import { DisputeState } from "../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import type { DisputeAudit, DisputeView } from "../../modules/acquiring";
import { countDisputes, disputeAudits, disputeMonths, disputeOfId, listDisputes } from "../../modules/acquiring";
import type { OrderName } from "../orders/load-medusa-orders";
import { namesOf, ordersOfAttempts } from "../orders/load-medusa-orders";
import { resolveLedger } from "../resolve-ledger";

/** Disputes, as the dashboard shows them. */
const MONTHS = 12;

export async function disputePage(container: MedusaContainer, filters: DisputeFilters): Promise<DisputePage> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const { limit, offset, state: chosen = DisputeState.options } = filters;
  const now = ledger.now();
  const [disputes, states] = await Promise.all([
    listDisputes(pg, { states: chosen, limit, offset }, now),
    countDisputes(pg, now),
  ]);
  const shape = await shaperOf(container, disputes);
  const count = [...new Set(chosen)].reduce((sum, state) => sum + states[state], 0);
  return { disputes: disputes.map(shape), count, limit, offset, states };
}

/** Throws NOT_FOUND. */
export async function loadDispute(container: MedusaContainer, id: string): Promise<DisputeView> {
  const ledger = resolveLedger(container);
  const dispute = await disputeOfId(ledger.attempts.connection, id, ledger.now());
  if (dispute) return dispute;
  throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no dispute with this ID.");
}

export async function disputeDetails(container: MedusaContainer, id: string): Promise<AdminDisputeAnswer> {
  const dispute = await loadDispute(container, id);
  const [shape, audits] = await Promise.all([
    shaperOf(container, [dispute]),
    disputeAudits(dispute, resolveLedger(container).attempts.connection),
  ]);
  const names = await namesOf(
    container,
    audits.map(({ actor_id: by }) => by),
  );
  return { dispute: shape(dispute), history: historyOf(dispute, audits, names) };
}

async function shaperOf(
  container: MedusaContainer,
  disputes: readonly DisputeView[],
): Promise<(dispute: DisputeView) => AdminDispute> {
  const ids = [...new Set(disputes.map(({ attemptId }) => attemptId))];
  const attempts = await resolveLedger(container).attempts.attemptsByIds(ids);
  const [orders, names] = await Promise.all([
    ordersOfAttempts(container, attempts),
    namesOf(
      container,
      disputes.map(({ answeredBy }) => answeredBy),
    ),
  ]);
  return (dispute) => shapeDispute(dispute, { order: orders.get(dispute.attemptId) ?? null, names });
}

interface Named {
  readonly order: OrderName | null;
  readonly names: ReadonlyMap<string, string>;
}

const shapeDispute = (dispute: DisputeView, { order, names }: Named): AdminDispute => ({
  id: dispute.id,
  payment_id: dispute.attemptId,
  account: dispute.account,
  order_no: dispute.orderNo,
  order,
  state: dispute.state,
  amount: dispute.amount === null ? null : toMajor(createMoney(dispute.amount, createCurrency(dispute.currency))),
  currency: dispute.currency,
  reason: dispute.reason,
  reference: dispute.reference,
  opened_at: dispute.openedAt.toISOString(),
  decided_at: dispute.decidedAt?.toISOString() ?? null,
  due_at: dispute.dueAt?.toISOString() ?? null,
  reported_due_at: dispute.reportedDueAt?.toISOString() ?? null,
  entered_due_at: dispute.enteredDueAt?.toISOString() ?? null,
  answered_at: dispute.answeredAt?.toISOString() ?? null,
  answered_by: dispute.answeredBy === null ? null : (names.get(dispute.answeredBy) ?? dispute.answeredBy),
  note: dispute.note,
  version: dispute.version,
});

const NOTHING = { by: null, due_at: null, answered: null, note: null, format: null };

function historyOf(
  dispute: DisputeView,
  audits: readonly DisputeAudit[],
  names: ReadonlyMap<string, string>,
): DisputeHistoryEntry[] {
  const own = audits.map(({ action, actor_id: by, at, details }): DisputeHistoryEntry => ({
    ...NOTHING,
    kind: action === "dispute_changed" ? "changed" : "downloaded",
    at: at.toISOString(),
    by: by === null ? null : (names.get(by) ?? by),
    due_at: details.due_at ?? null,
    answered: details.answered ?? null,
    note: details.note ?? null,
    format: details.format ?? null,
  }));
  const received: DisputeHistoryEntry = { ...NOTHING, kind: "received", at: dispute.openedAt.toISOString() };
  const { status, decidedAt } = dispute;
  const decided: DisputeHistoryEntry[] =
    status === "open" || decidedAt === null ? [] : [{ ...NOTHING, kind: status, at: decidedAt.toISOString() }];
  return [received, ...own, ...decided].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

export async function disputeRate(container: MedusaContainer): Promise<DisputeRate> {
  const ledger = resolveLedger(container);
  const months = await disputeMonths(ledger.attempts.connection, MONTHS, ledger.now());
  return { months: months.map(({ month, ...counts }) => ({ month, ...counts, percent: percentOf(counts) })) };
}

/** Rounded half up, to hundredths of a percent. */
export function percentOf({ opened, captured }: { readonly opened: number; readonly captured: number }): string | null {
  if (captured === 0) return null;
  const hundredths = Math.floor((opened * 20_000 + captured) / (2 * captured));
  const digits = String(hundredths).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
