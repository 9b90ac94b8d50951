import type { PayoutRow, PayoutState, PayoutTotals } from "../../../api-schema/admin";
import { isLess, shareOf } from "../amounts";
import { sumOfEntries } from "../amount-entry";
import { DASHBOARD_POLL_MS, short } from "../view";
import type { DashboardTexts } from "../texts";

/** What the pages of payouts decide without drawing. */
const MOVING: readonly PayoutState[] = ["approved", "sending", "pending", "unknown"];

/** How soon to ask again: while the store or the gateway is at it. */
export const pollPayout = (state: PayoutState | undefined): number | false =>
  state !== undefined && MOVING.includes(state) ? DASHBOARD_POLL_MS : false;

/** Nothing of it has left yet, and it still may. */
export const isPayoutOpen = (state: PayoutState): boolean =>
  state === "draft" || state === "submitted" || state === "approved";

/** It is the store's turn: what it says now is over in a moment. */
export const isLeaving = (state: PayoutState): boolean => state === "approved" || state === "sending";

/** Which payouts the list shows: all, or those with which something is to be done, which can be selected. */
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

/** May it be selected to be submitted or approved? What it is bound to has to be known. */
export function isSelectable(view: View, row: Pick<PayoutRow, "state" | "can_approve" | "payload_hash">): boolean {
  if (row.payload_hash === null) return false;
  return view === "toApprove" ? row.can_approve : view === "drafts" && row.state === "draft";
}

/** The amounts of several payouts together, a line for each currency. */
export function togetherOf(rows: readonly Pick<PayoutRow, "amount" | "currency">[]) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => ({
    currency,
    amount: sumOfEntries(rows.flatMap((row) => (row.currency === currency ? [row.amount] : []))),
  }));
}

/** One payout in a line: how much, to whom. */
export const payoutLine = (
  money: DashboardTexts["money"],
  { amount, currency, beneficiary }: Pick<PayoutRow, "amount" | "currency" | "beneficiary">,
): string => `${money(amount, currency)}, ${short(beneficiary.name)}`;

type Day = PayoutTotals["currencies"][number]["days"][number];

/** The day so many days before another of the calendar. */
export function dayBefore(day: string, number: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - number);
  return at.toISOString().slice(0, 10);
}

/** Every day of the period, the last one today; those without a payout are there too. */
export function everyDay(days: readonly Day[], number: number, today: string): Day[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: number }, (_, index) => {
    const day = dayBefore(today, number - 1 - index);
    return known.get(day) ?? { day, paid: "0", on_its_way: "0" };
  });
}

/** The most that left on one day: the chart's scale. */
export const mostOf = (days: readonly Day[]): string =>
  days
    .map(({ paid, on_its_way: way }) => sumOfEntries([paid, way]))
    .reduce((most, one) => (isLess(most, one) ? one : most), "0");

interface DayBar {
  readonly day: Day;
  readonly x: number;
  readonly width: number;
  /** From the bottom: paid, and above it what is on its way. */
  readonly paid: number;
  readonly onItsWay: number;
}

export function dayBars(days: readonly Day[], width: number, height: number): DayBar[] {
  const most = mostOf(days);
  const step = width / Math.max(1, days.length);
  return days.map((day, index) => ({
    day,
    x: index * step + step * 0.1,
    width: step * 0.8,
    paid: height * shareOf(day.paid, most),
    onItsWay: height * shareOf(day.on_its_way, most),
  }));
}

/** What the options may look like; the reader changes it. Nothing of it is taken over by itself. */
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
