import { createCurrency, createMoney } from "../../gateway/model/money";
import type { Money } from "../../gateway/model/money";
import type { PlanInterval } from "./domain/billing-calendar";
import type { SubscriptionRecordState } from "./domain/states";
import type { Terms } from "./domain/terms";
import { minorOf } from "../acquiring";

interface TermColumns {
  readonly name: string;
  readonly interval: PlanInterval;
  readonly interval_count: number;
  readonly billing_cycles: number | null;
  readonly promotion_cycles: number | null;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
  readonly price_id: string | null;
}

export interface PlanRow extends TermColumns {
  readonly id: string;
  readonly variant_id: string;
  readonly amounts: Readonly<Record<string, string>>;
  readonly updated_at: Date;
}

export type SubscriptionActor = "customer" | "admin" | "gateway" | "system";
export type GatewayStatus = "active" | "inactive" | "unmapped";

export interface SubscriptionRecord extends TermColumns {
  readonly id: string;
  readonly attempt_id: string | null;
  readonly session_id: string;
  readonly account: string;
  readonly recurring_id: string | null;
  readonly state: SubscriptionRecordState;
  readonly customer_id: string | null;
  readonly email: string | null;
  readonly cart_id: string | null;
  readonly order_id: string | null;
  readonly variant_id: string;
  readonly product_id: string | null;
  readonly product_title: string | null;
  readonly variant_title: string | null;
  readonly thumbnail: string | null;
  readonly quantity: number;
  readonly currency: string;
  readonly amount: string;
  readonly anchor: Date;
  readonly next_charge_at: Date | null;
  readonly next_check_at: Date | null;
  readonly gateway_status: GatewayStatus | null;
  readonly reported_at: Date | null;
  readonly overdue: boolean;
  readonly paid_charges: number;
  readonly cancel_key: string | null;
  readonly cancel_actor: SubscriptionActor | null;
  readonly cancel_actor_id: string | null;
  readonly cancelled_at: Date | null;
  /** Of an imported one: charges before this moment belong to the former integration. */
  readonly takes_over_at: Date | null;
  readonly created_at: Date;
}

export type ChargeState = "pending" | "authorised" | "paid" | "declined" | "refunded";
export type OrderState = "due" | "held" | "made" | "none";

export interface ChargeRow {
  readonly id: string;
  readonly subscription_id: string;
  readonly number: number;
  readonly attempt_id: string;
  readonly state: ChargeState;
  readonly currency: string;
  readonly amount: string;
  readonly gateway_payment_id: string | null;
  readonly message: string | null;
  readonly charged_at: Date;
  readonly order_id: string | null;
  readonly order_state: OrderState;
}

export interface EventRow {
  readonly id: string;
  readonly subscription_id: string;
  readonly key: string;
  readonly kind: string;
  readonly actor: SubscriptionActor;
  readonly actor_id: string | null;
  readonly number: number | null;
  readonly amount: string | null;
  readonly order_id: string | null;
  readonly note: string | null;
  readonly at: Date;
}

export type TaskKind = "created" | "renewal" | "renewal_failed" | "cancelled";

export interface TaskRow {
  readonly id: string;
  readonly subscription_id: string;
  readonly key: string;
  readonly kind: TaskKind;
  readonly charge_id: string | null;
  readonly due_at: Date | null;
  readonly failures: number;
}

export const termsOf = (row: TermColumns): Terms => ({
  name: row.name,
  interval: row.interval,
  intervalCount: row.interval_count,
  billingCycles: row.billing_cycles,
  promotionCycles: row.promotion_cycles,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  priceId: row.price_id,
});

export const termColumns = (terms: Terms): TermColumns => ({
  name: terms.name,
  interval: terms.interval,
  interval_count: terms.intervalCount,
  billing_cycles: terms.billingCycles,
  promotion_cycles: terms.promotionCycles,
  starts_on: terms.startsOn,
  ends_on: terms.endsOn,
  price_id: terms.priceId,
});

export const moneyOf = ({ amount, currency }: Pick<SubscriptionRecord, "amount" | "currency">): Money =>
  createMoney(minorOf(amount), createCurrency(currency));
