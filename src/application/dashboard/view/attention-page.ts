import type { MedusaContainer } from "@medusajs/framework/types";
import type { AttentionEntry, AttentionFilters, AttentionPage } from "../../../api-schema/admin";
import { AttentionKind, ClosedReason } from "../../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../../gateway/model/money";
import type { AttemptRow, ListedItem } from "../../../modules/acquiring";
import {
  attentionKinds,
  countByKind,
  countItems,
  disputeId,
  disputeOf,
  listItems,
  minorOf,
} from "../../../modules/acquiring";
import { resolveLedger } from "../../resolve-ledger";
import { subscriptionsByAttempt } from "../../subscriptions/subscriptions-by-attempt";
import type { OrderName } from "../../orders/load-medusa-orders";
import { namesOf, ordersOfAttempts } from "../../orders/load-medusa-orders";

export async function attentionPage(container: MedusaContainer, filters: AttentionFilters): Promise<AttentionPage> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const { status, kind: kinds, limit, offset } = filters;
  const [rows, count, open] = await Promise.all([
    listItems(pg, { status, kinds }, { limit, offset }),
    countItems(pg, { status, kinds }),
    countByKind(pg),
  ]);
  const attempts = await ledger.attempts.attemptsByIds([...new Set(rows.flatMap(({ attempt_id: id }) => id ?? []))]);
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const [orders, names, subscriptions] = await Promise.all([
    ordersOfAttempts(container, attempts),
    namesOf(
      container,
      rows.map(({ cleared_by: by }) => by),
    ),
    subscriptionsByAttempt(container, attempts),
  ]);
  const about = ({ attempt_id: id, kind }: ListedItem): Pick<AttentionEntry, "payment" | "dispute"> => {
    const attempt = id === null ? undefined : byId.get(id);
    if (!attempt) return { payment: null, dispute: null };
    return { payment: payment(attempt, orders), dispute: kind === "dispute" ? disputeIn(attempt) : null };
  };
  return {
    items: rows.map((row) => ({
      ...entry(row, names),
      ...about(row),
      subscription: subscriptions.get(row.attempt_id ?? "") ?? null,
      payout: attentionKinds[AttentionKind.parse(row.kind)].action === "open_payout" ? { id: row.subject } : null,
    })),
    count,
    limit,
    offset,
    open: open.map((each) => ({ kind: AttentionKind.parse(each.kind), count: each.count })),
  };
}

/** Number of open items; 10,001 means more than 10,000. */
export async function attentionSummary(container: MedusaContainer): Promise<{ open: number }> {
  return { open: await countItems(resolveLedger(container).attempts.connection, { status: "open", kinds: undefined }) };
}

function entry(
  row: ListedItem,
  names: ReadonlyMap<string, string>,
): Omit<AttentionEntry, "payment" | "dispute" | "subscription" | "payout"> {
  const kind = AttentionKind.parse(row.kind);
  const { cleared_at: at, cleared_by: by } = row;
  return {
    id: row.id,
    account: row.account,
    kind,
    action: attentionKinds[kind].action,
    level: attentionKinds[kind].level,
    message: row.message,
    count: row.count,
    raised_at: row.raised_at.toISOString(),
    closed: at && {
      at: at.toISOString(),
      // Items closed by an older version have no reason.
      reason: ClosedReason.parse(row.cleared_reason ?? "solved"),
      by: by && (names.get(by) ?? by),
      note: row.cleared_note,
    },
  };
}

function payment(
  { id, order_no, requested, currency }: AttemptRow,
  orders: ReadonlyMap<string, OrderName>,
): NonNullable<AttentionEntry["payment"]> {
  const amount = major(minorOf(requested), currency);
  return { id, order_no, amount, currency, order: orders.get(id) ?? null };
}

function disputeIn({ id, disputes, currency }: AttemptRow): AttentionEntry["dispute"] {
  const dispute = disputeOf(disputes);
  if (!dispute) return null;
  return { id: disputeId(id, dispute.key), amount: dispute.amount === null ? null : major(dispute.amount, currency) };
}

const major = (minor: bigint, currency: string): string => toMajor(createMoney(minor, createCurrency(currency)));
