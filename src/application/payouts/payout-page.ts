import type { MedusaContainer } from "@medusajs/framework/types";
import type { PayoutFilters, PayoutPage } from "../../api-schema/admin";
import type { PayoutListPage, PayoutPerson, PayoutQuestion } from "../../modules/acquiring_payout/payout-api";
import { findOrdersByDisplayId } from "../orders/find-orders-by-display-id";
import { resolvePayoutService } from "./resolve-payout-service";
import type { PayoutActor } from "./payout-actor";
import { payoutRows } from "./payout-rows";
import { personOf } from "./approver-directory";

type Order = Pick<PayoutListPage<"created_at" | "amount">, "by" | "direction">;

export const ORDER: Readonly<Record<PayoutFilters["order"], Order>> = {
  "-created_at": { by: "created_at", direction: "desc" },
  created_at: { by: "created_at", direction: "asc" },
  "-amount": { by: "amount", direction: "desc" },
  amount: { by: "amount", direction: "asc" },
};

export async function payoutPage({ container, auth }: PayoutActor, filters: PayoutFilters): Promise<PayoutPage> {
  const payoutService = resolvePayoutService(container);
  const person = await personOf(container, auth);
  const { limit, offset } = filters;
  const question = await payoutListQuestion(container, person, filters);
  const [rows, count] = await Promise.all([
    payoutService.payouts.page(question, { ...ORDER[filters.order], limit, offset }),
    payoutService.payouts.count(question),
  ]);
  const seen = await payoutRows({ container, payoutService, person }, rows);
  return { payouts: seen.map(({ row }) => row), count, limit, offset };
}

export async function payoutListQuestion(
  container: MedusaContainer,
  person: PayoutPerson,
  filters: PayoutFilters,
): Promise<PayoutQuestion> {
  const { q, created_from: from, created_to: to } = filters;
  return {
    states: filters.state,
    currencies: filters.currency?.map((code) => code.toUpperCase()),
    beneficiaryId: filters.beneficiary_id,
    orderId: filters.order_id,
    customerId: filters.customer_id,
    importId: filters.import_id,
    createdFrom: from === undefined ? undefined : new Date(from),
    createdTo: to === undefined ? undefined : new Date(to),
    approvableBy: filters.approvable === true ? person : undefined,
    search: q
      ? { text: q, orders: q.startsWith("order_") ? [q] : await findOrdersByDisplayId(container, q) }
      : undefined,
  };
}
