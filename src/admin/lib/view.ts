import type { AdminPayment, CustomerLeft, Instalments, LedgerState } from "../../api-schema/admin";
import { isLess, isPositive } from "./amounts";

export const DASHBOARD_POLL_MS = 5_000;

const CLOSED: readonly LedgerState[] = ["declined", "expired", "voided"];

/** Expanded: the newest attempt, and every other one that may hold money or has an open issue. */
export function isExpanded(payment: AdminPayment, isNewest: boolean): boolean {
  if (isNewest || payment.attention.length > 0 || payment.open_operations.length > 0) return true;
  return !CLOSED.includes(payment.state);
}

/** The ledger's state, refined by the amounts: `captured` includes partial captures and refunds. */
export type ShownState = LedgerState | "partly_captured" | "partly_refunded" | "refunded" | NonNullable<CustomerLeft>;

type Amounts = Pick<AdminPayment["amounts"], "authorised" | "captured" | "refunded">;

interface Shown {
  readonly state: LedgerState;
  readonly customer_left: CustomerLeft;
  readonly amounts: Amounts;
}

export function shownState({ state, customer_left: left, amounts }: Shown): ShownState {
  if (left !== null) return left;
  if (state !== "captured") return state;
  if (isPositive(amounts.refunded)) return isLess(amounts.refunded, amounts.captured) ? "partly_refunded" : "refunded";
  return isLess(amounts.captured, amounts.authorised) ? "partly_captured" : "captured";
}

/** The polling interval: short while an operation or the attempt has no result, or a capture of the policy is due. */
export function pollEvery(payments: readonly AdminPayment[] | undefined): number | false {
  const isMoving = ({ open_operations: open, state, capture_plan: plan }: AdminPayment): boolean =>
    open.length > 0 ||
    state === "created" ||
    state === "pending" ||
    state === "unknown" ||
    isPositive(plan?.due_now ?? "0");
  return payments?.some(isMoving) ? DASHBOARD_POLL_MS : false;
}

/** A time in the reader's locale; an invalid one is shown as received. */
export function formatMoment(at: string, locale?: string, timeZone?: string): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return moment.toLocaleString(locale, { dateStyle: "medium", timeStyle: "medium", timeZone });
}

/** The same in two parts for a narrow column, without seconds; the time is empty when it is invalid. */
export function dayAndTime(
  at: string,
  locale?: string,
  timeZone?: string,
): { readonly day: string; readonly time: string } {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return { day: at, time: "" };
  return {
    day: moment.toLocaleDateString(locale, { dateStyle: "medium", timeZone }),
    time: moment.toLocaleTimeString(locale, { timeStyle: "short", timeZone }),
  };
}

/** The last four digits of a masked card; the whole mask where it does not end in them. */
export const lastFour = (mask: string): string => {
  const digits = /\d{4}$/.exec(mask)?.[0];
  return digits === undefined ? short(mask) : `•••• ${digits}`;
};

const LONGEST = 300;

/** Gateway text, truncated; always rendered as text. Staff notes are limited by the server and shown in full. */
export const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

export const displayName = ({ order, order_no }: Pick<AdminPayment, "order" | "order_no">): string =>
  order === null ? order_no : `#${String(order.display_id)}`;

/** `12 × €10.00`, or `11 × €10.00 + €10.04` if the amount cannot be divided evenly. */
export function instalmentsText(
  { count, monthly_amount: monthly, last_amount: last }: Instalments,
  money: (amount: string) => string,
): string {
  if (last === monthly) return `${String(count)} × ${money(monthly)}`;
  return `${String(count - 1)} × ${money(monthly)} + ${money(last)}`;
}
