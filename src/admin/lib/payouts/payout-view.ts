import type { PayoutRow, PayoutState, PayoutTotals } from "../../../api-schema/admin";
import { isLess, shareOf } from "../amounts";
import { sumOfEntries } from "../amount-entry";
import { DASHBOARD_POLL_MS, short } from "../view";
import type { DashboardTexts } from "../texts";

const MOVING: readonly PayoutState[] = ["approved", "sending", "pending", "unknown"];

/** The polling interval: short while the store or the gateway is processing it. */
export const pollPayout = (state: PayoutState | undefined): number | false =>
  state !== undefined && MOVING.includes(state) ? DASHBOARD_POLL_MS : false;

/** Nothing was sent yet, and it still can be. */
export const isPayoutOpen = (state: PayoutState): boolean =>
  state === "draft" || state === "submitted" || state === "approved";

/** The store is processing it: its state changes in a moment. */
export const isLeaving = (state: PayoutState): boolean => state === "approved" || state === "sending";

/** The list's view: all, or those that need an action, which can be selected. */
export type View = "all" | "drafts" | "toApprove";

export function viewOf(address: {
  all: (name: string) => readonly string[];
  one: (name: string) => string | null;
}): View {
  if (address.one("approvable") === "true") return "toApprove";
  const states = address.all("state");
  return states.length === 1 && states[0] === "draft" ? "drafts" : "all";
}

export const ADDRESS_OF: Record<View, Readonly<Record<string, string | null>>> = {
  all: { state: null, approvable: null },
  drafts: { state: "draft", approvable: null },
  toApprove: { state: null, approvable: "true" },
};

/** Whether it can be selected to be submitted or approved: the version it is bound to must be known. */
export function isSelectable(view: View, row: Pick<PayoutRow, "state" | "can_approve" | "payload_hash">): boolean {
  if (row.payload_hash === null) return false;
  return view === "toApprove" ? row.can_approve : view === "drafts" && row.state === "draft";
}

export function totalsByCurrency(rows: readonly Pick<PayoutRow, "amount" | "currency">[]) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => ({
    currency,
    amount: sumOfEntries(rows.flatMap((row) => (row.currency === currency ? [row.amount] : []))),
  }));
}

export const payoutLine = (
  money: DashboardTexts["money"],
  { amount, currency, beneficiary }: Pick<PayoutRow, "amount" | "currency" | "beneficiary">,
): string => `${money(amount, currency)}, ${short(beneficiary.name)}`;

type Day = PayoutTotals["currencies"][number]["days"][number];

/** The day `n` days before another. */
export function dayBefore(day: string, number: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - number);
  return at.toISOString().slice(0, 10);
}

/** Every day of the period up to today, days without a payout included. */
export function everyDay(days: readonly Day[], number: number, today: string): Day[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: number }, (_, index) => {
    const day = dayBefore(today, number - 1 - index);
    return known.get(day) ?? { day, paid: "0", on_its_way: "0" };
  });
}

export const largestOf = (days: readonly Day[]): string =>
  days
    .map(({ paid, on_its_way: way }) => sumOfEntries([paid, way]))
    .reduce((most, one) => (isLess(most, one) ? one : most), "0");

interface DayBar {
  readonly day: Day;
  readonly x: number;
  readonly width: number;
  /** From the bottom: paid, and above it in progress. */
  readonly paid: number;
  readonly onItsWay: number;
}

export function dayBars(days: readonly Day[], width: number, height: number): DayBar[] {
  const most = largestOf(days);
  const step = width / Math.max(1, days.length);
  return days.map((day, index) => ({
    day,
    x: index * step + step * 0.1,
    width: step * 0.8,
    paid: height * shareOf(day.paid, most),
    onItsWay: height * shareOf(day.on_its_way, most),
  }));
}

/** An example of the options for the reader to edit. Nothing of it is applied automatically. */
export const EXAMPLE = `payout: {
  amountUnit: "…", // "major" or "minor": ask the gateway
  approvers: ["user_01JABC…", "user_01JDEF…"], // ids: anybody who may invite could invite an address
  encryptionKeys: [{ id: "2026-1", key: process.env.PAYOUT_KEY }],
  limits: {
    EUR: { payout: "5000.00", day: "20000.00", beneficiary: "10000.00" },
  },
},
admin: { permissions: { payout: ["user_01JGHI…"] } }, // who prepares; nobody approves what they prepared`;

export const MAKE_KEY = "openssl rand -base64 32";
