import type { MedusaContainer } from "@medusajs/framework/types";
import type { PayoutRow } from "../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import type { Allowed, PayoutPerson, PayoutCommand } from "../../modules/acquiring_payout/payout-api";
import type { PayoutRow as Row } from "../../modules/acquiring_payout/rows";
import { namesOf } from "../orders/load-medusa-orders";
import { resolveLedger } from "../resolve-ledger";
import { orderNames } from "../subscriptions/subscription-rows";
import type { PayoutServices } from "./resolve-payout-service";

export interface SeenPayout {
  readonly row: PayoutRow;
  readonly allowed: Readonly<Record<PayoutCommand, Allowed>>;
}

export interface Reader {
  readonly container: MedusaContainer;
  readonly payoutService: PayoutServices;
  readonly person: PayoutPerson;
}

export const major = (minor: string | bigint, currency: string): string =>
  toMajor(createMoney(BigInt(minor), createCurrency(currency)));

export async function payoutRows(reader: Reader, rows: readonly Row[]): Promise<SeenPayout[]> {
  const { container, payoutService, person } = reader;
  const [beneficiaries, orders, names, attention, allowed] = await Promise.all([
    payoutService.beneficiaries.byIds([...new Set(rows.map(({ beneficiary_id: id }) => id))]),
    orderNames(
      container,
      rows.map(({ order_id: id }) => id),
    ),
    namesOf(
      container,
      rows.map(({ created_by: id }) => id),
    ),
    openItems(
      container,
      rows.map(({ id }) => id),
    ),
    payoutService.payouts.allowed(person, rows),
  ]);
  return rows.map((row) => {
    const beneficiary = beneficiaries.get(row.beneficiary_id);
    const may = allowed.get(row.id) ?? NOTHING;
    return {
      allowed: may,
      row: {
        id: row.id,
        state: row.state,
        account: row.account,
        amount: major(row.amount, row.currency),
        currency: row.currency,
        beneficiary: {
          id: row.beneficiary_id,
          name: row.beneficiary_name,
          account_mask: row.beneficiary_mask,
          country: row.beneficiary_country,
          blocked: beneficiary?.blocked_at != null,
        },
        reference: row.reference,
        order: orderOf(row, orders),
        created_by: { id: row.created_by, name: names.get(row.created_by) ?? null },
        approvals: row.approvals,
        approvals_needed: payoutService.options.approvalsNeeded,
        payload_hash: row.state === "draft" || row.state === "submitted" ? row.payload_hash : null,
        attention: attention.get(row.id) ?? 0,
        can_approve: may.approve.allowed,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      },
    };
  });
}

const NO: Allowed = { allowed: false, reason: null };
const NOTHING: SeenPayout["allowed"] = {
  edit: NO,
  submit: NO,
  approve: NO,
  reject: NO,
  withdraw: NO,
  copy: NO,
  decide: NO,
};

function orderOf({ order_id: id }: Row, orders: Awaited<ReturnType<typeof orderNames>>): PayoutRow["order"] {
  // A deleted order still shows its ID, because it was paid for.
  return id === null ? null : (orders.get(id) ?? { id, display_id: null });
}

async function openItems(container: MedusaContainer, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const pg = resolveLedger(container).attempts.connection;
  const rows = await pg("acquiring_attention_item")
    .whereIn("subject", [...ids])
    .whereIn("kind", ["payout_problem", "payout_unknown"])
    .where({ cleared_at: null, deleted_at: null })
    .groupBy("subject")
    .select<{ subject: string; count: number }[]>("subject", pg.raw("count(*)::int AS count"));
  return new Map(rows.map(({ subject, count }) => [subject, count]));
}
