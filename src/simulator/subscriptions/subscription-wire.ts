import type { Gateway } from "../context";
import type { Subscription } from "./subscription";
import type { Transaction } from "../payments/transaction";

export interface RecurringFields {
  readonly contract_name: string;
  readonly recurring_id: string;
  readonly recurring_deduction_period: string;
  readonly recurring_deduction_time: string;
}

const NONE: RecurringFields = {
  contract_name: "",
  recurring_id: "",
  recurring_deduction_period: "",
  recurring_deduction_time: "",
};

/** For results and notifications: the next charge with its time. Empty texts without a subscription. */
export function recurringFields(subscription: Subscription | undefined): RecurringFields {
  if (!subscription) return NONE;
  const { recurring_id: id, terms, next_at: nextAt } = subscription;
  return {
    contract_name: terms.name,
    recurring_id: id,
    recurring_deduction_period: `${String(terms.every)} ${terms.interval}`,
    recurring_deduction_time: nextAt === null ? "" : nextAt.slice(0, 19).replace("T", " "),
  };
}

/** For a query's row: the next charge's date, and whether there will be one. */
export function subscriptionResult(gateway: Gateway, transaction: Transaction): Readonly<Record<string, string>> {
  const subscription = gateway.book.subscription(transaction.recurring_id);
  const { recurring_deduction_time: time, ...fields } = recurringFields(subscription);
  const status = subscription?.state === "active" ? "1" : "Inactived";
  return {
    ...fields,
    recurring_deduction_time: time.slice(0, 10),
    recurring_status: subscription ? status : "",
  };
}
