import type { ReconcileSummary, Skipped } from "../application/reconciliation/reconcile-books";

/** What a run compared, and what it skipped and why: "0 differences" must not include skipped payments. */
const REASONS: Readonly<Record<Skipped["reason"], string>> = {
  account_not_configured: "sent to a gateway account that is not configured",
  changed_recently: "changed recently (option reconcile.graceMinutes)",
  operation_open: "an operation has no result yet",
  recording: "about to be recorded in Medusa",
  reversal: "being voided or refunded",
};

export function summaryLines(
  { examined, inFlight, differences, applied, remaining, skipped }: ReconcileSummary,
  { apply, now }: { readonly apply: boolean; readonly now: boolean },
): string[] {
  const left = apply ? `, ${String(applied)} repaired, ${String(remaining)} left` : "";
  const found = `${String(differences)} ${differences === 1 ? "difference" : "differences"}${left}`;
  const head = `${payments(examined)} compared, ${String(inFlight)} not compared, ${found}`;
  const isNothing = examined === 0 && inFlight > 0;
  return [
    isNothing ? `${head}: no details about what was not compared` : head,
    ...skipped.map((each) => `  ${line(each, now)}`),
  ];
}

const payments = (count: number): string => `${String(count)} ${count === 1 ? "payment" : "payments"}`;

function line({ reason, count, comparedFrom }: Skipped, now: boolean): string {
  const from =
    comparedFrom === null
      ? "compared once that is done"
      : `compared from ${comparedFrom.toISOString()}, if nothing else happens`;
  return `${String(count)} not compared: ${REASONS[reason]}; ${from}${advice(reason, now)}`;
}

/** Safe if nothing is in progress; otherwise refused with a reason. */
function advice(reason: Skipped["reason"], now: boolean): string {
  if (reason === "changed_recently") return ", or immediately with --now";
  return now ? "; --now does not include it: the records would differ until it has ended" : "";
}
