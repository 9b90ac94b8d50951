import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { AdminOrderPayments, AdminPayment } from "../../../api-schema/admin";
import type { AttemptReport } from "../../../modules/acquiring";
import {
  holdsMoney,
  reportOfAttempt,
  reportOfBalances,
  reportOfCart,
  reportOfSessions,
  votesOf,
} from "../../../modules/acquiring";
import { capturePlans } from "../../capture-policy/shown-plan";
import { resolveLedger } from "../../resolve-ledger";
import { paymentActionsOf } from "./actions-view";
import { holdOf } from "./hold-view";
import { methodName } from "./method-name";
import { loadMedusaOrders } from "../../orders/load-medusa-orders";
import { shapePayment } from "./payment-shape";
import { sessionsOfOrder } from "./search";

export async function orderPayments(container: MedusaContainer, orderId: string): Promise<AdminOrderPayments> {
  const pg = resolveLedger(container).attempts.connection;
  const order = await pg("order").where({ id: orderId, deleted_at: null }).first<{ id: string } | undefined>("id");
  if (!order) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`);
  const link = await pg("order_cart")
    .where({ order_id: orderId, deleted_at: null })
    .first<{ cart_id: string } | undefined>("cart_id");
  const bought = link ? await reportOfCart(pg, link.cart_id) : [];
  // A renewal's order has no cart; that of an imported payment may have one that nobody paid here.
  const isPaid = bought.some(({ attempt }) => holdsMoney(attempt.state));
  const others = isPaid ? [] : await reportOfSessions(pg, await sessionsOfOrder(pg, { "link.order_id": orderId }));
  const collections = await pg("order_payment_collection")
    .where({ order_id: orderId, deleted_at: null })
    .pluck<string[]>("payment_collection_id");
  // Newer than the payment that the order was placed with.
  const balances = await reportOfBalances(pg, collections);
  const known = new Set(balances.map(({ attempt }) => attempt.id));
  const paidBefore = [...bought, ...others].filter(({ attempt }) => !known.has(attempt.id));
  return { payments: await shaped(container, [...balances, ...paidBefore]) };
}

export async function paymentView(container: MedusaContainer, id: string): Promise<AdminPayment> {
  const report = await reportOfAttempt(resolveLedger(container).attempts.connection, id);
  const [payment] = report ? await shaped(container, [report]) : [];
  if (!payment) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${id}.`);
  return payment;
}

async function shaped(container: MedusaContainer, reports: readonly AttemptReport[]): Promise<AdminPayment[]> {
  const ledger = resolveLedger(container);
  const attempts = reports.map(({ attempt }) => attempt);
  const votes = await votesOf(
    ledger.attempts.connection,
    attempts.map(({ id }) => id),
  );
  const people = [...reports.flatMap(({ auditRecords }) => auditRecords), ...votes].map(({ actor_id: id }) => id);
  const side = await loadMedusaOrders(container, attempts, people);
  const plans = await capturePlans(container, attempts);
  return reports.map((report) =>
    shapePayment(report, side, {
      hold: holdOf(report.attempt, { ledger, votes, nameOf: (id) => side.nameOf(id) }),
      actions: paymentActionsOf(ledger, report.attempt, report.operations),
      capture_plan: plans.get(report.attempt.id) ?? null,
      method_name: methodName(ledger, report.attempt.method),
    }),
  );
}
