import { MedusaError } from "@medusajs/framework/utils";
import type { AdminPayout, PayoutAnswer, PayoutInput } from "../../api-schema/admin";
import { PayoutEventKind } from "../../api-schema/admin";
import type { PayoutWireRules } from "../../gateway/model/payout-money";
import type { PayoutSendRow } from "../../modules/acquiring";
import type { ApprovalRow, AuditRow, PayoutRow as Row } from "../../modules/acquiring_payout/rows";
import { namesOf } from "../orders/load-medusa-orders";
import { resolveLedger } from "../resolve-ledger";
import { gatewayAmounts } from "./gateway-amounts";
import { resolvePayoutService } from "./resolve-payout-service";
import { payoutActionsOf } from "./payout-actions";
import type { PayoutActor } from "./payout-actor";
import { major, payoutRows } from "./payout-rows";
import { summaryOf } from "./payout-summary";
import { repeatsOfPayout } from "./repeated";
import { personOf } from "./approver-directory";

const MOST_EVENTS = 1_000;

export async function payoutView(who: PayoutActor, id: string = who.id): Promise<PayoutAnswer> {
  const { container, auth } = who;
  const payoutService = resolvePayoutService(container);
  const payout = await payoutService.payouts.byId(id);
  const person = await personOf(container, auth);
  const [seen] = payout ? await payoutRows({ container, payoutService, person }, [payout]) : [];
  if (!payout || !seen) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payout ${id}.`);
  const [send, approvals, events, replacedBy, clientData, payee, beneficiary, repeats] = await Promise.all([
    resolveLedger(container).payouts.of(id),
    payoutService.payouts.approvalsOf([id]),
    payoutService.payouts.eventsOf(id, MOST_EVENTS),
    payoutService.payouts.replacedBy(id),
    payoutService.payouts.clientDataOf(payout),
    payoutService.payouts.payeeOf(payout),
    payoutService.beneficiaries.byId(payout.beneficiary_id),
    payout.finished_at === null ? repeatsOfPayout(payoutService, payout) : [],
  ]);
  const counted = approvals.get(id) ?? [];
  const names = await namesOf(container, [
    ...events.map(({ actor_id: by }) => by),
    ...counted.map(({ actor_id: by }) => by),
  ]);
  const isChanged = beneficiary?.version !== payout.beneficiary_version || beneficiary.blocked_at !== null;
  return {
    payout: {
      ...seen.row,
      version: payout.version,
      request_id: payout.request_id,
      input: inputOf(payout, clientData),
      summary: summaryOf(payout, { row: seen.row, payee, options: payoutService.options, isChanged, repeats }),
      beneficiary_version: payout.beneficiary_version,
      beneficiary_changed: isChanged,
      approved_by: counted.map((approval) => approver(approval, names)),
      expires_at: payout.expires_at?.toISOString() ?? null,
      send_after: payout.send_after?.toISOString() ?? null,
      gateway: send && send.sends > 0 ? gatewayOf(send, payout, payoutService.options.amountUnit) : null,
      replaces_id: payout.replaces_id,
      replaced_by_id: replacedBy,
      events: events.map((event) => eventOf(event, names)),
      actions: await payoutActionsOf(who, payout, seen.allowed),
    },
  };
}

function inputOf(row: Row, clientData: string | null): PayoutInput {
  const sourceAmount =
    row.source_amount !== null && row.source_currency !== null ? major(row.source_amount, row.source_currency) : null;
  const optional = {
    account: row.account,
    swift_charge_option: row.swift_charge_option,
    fee_paid_by: row.fee_paid_by,
    fund_source: row.fund_source,
    source_amount: sourceAmount,
    source_currency: row.source_currency,
    payment_date: row.payment_date,
    reason: row.reason,
    client_data: clientData,
    order_id: row.order_id,
    customer_id: row.customer_id,
    note: row.note,
  };
  return {
    beneficiary_id: row.beneficiary_id,
    amount: major(row.amount, row.currency),
    currency: row.currency,
    payment_method: row.payment_method,
    reference: row.reference,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}

type Names = ReadonlyMap<string, string>;

const approver = ({ at, actor_id: id, note }: ApprovalRow, names: Names): AdminPayout["approved_by"][number] => ({
  at: at.toISOString(),
  actor: { id, name: names.get(id) ?? null },
  note,
});

const eventOf = (event: AuditRow, names: Names): AdminPayout["events"][number] => ({
  id: event.id,
  at: event.at.toISOString(),
  kind: PayoutEventKind.parse(event.kind),
  actor: event.actor,
  actor_name: names.get(event.actor_id ?? "") ?? null,
  note: event.note,
  raw_status: event.raw_status,
});

const gatewayOf = (send: PayoutSendRow, payout: Row, unit: PayoutWireRules["payoutUnit"]): AdminPayout["gateway"] => ({
  raw_status: send.raw_status,
  transaction_id: send.transaction_id,
  short_reference: send.short_reference,
  fee: send.fee_amount === null ? null : { amount: send.fee_amount, currency: send.fee_currency },
  payer_pays: send.payer_pays,
  beneficiary_receives: send.beneficiary_receives,
  amounts: gatewayAmounts(send, payout, unit),
  failure_reason: send.failure_reason,
  failure_type: send.failure_type,
  message: send.result_message,
  sent_at: send.sent_at.toISOString(),
  reported_at: (send.gateway_updated_at ?? send.concluded_at)?.toISOString() ?? null,
});
