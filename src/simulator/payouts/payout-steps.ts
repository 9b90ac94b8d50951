import type { Gateway } from "../context";
import type { Payout, PayoutStep } from "./payout";
import { notifyFault } from "../faults/fault-script";

export function takeStep(gateway: Gateway, payout: Payout, by: "api" | "clock"): void {
  const step = payout.ahead.shift();
  if (step) change(gateway, payout, { step, by });
}

/** Sets a status manually; no automatic step follows, unless it only continues. */
export function decidePayout(gateway: Gateway, payout: Payout, step: PayoutStep): void {
  payout.ahead = [];
  change(gateway, payout, { step, by: "hand" });
}

function change(
  gateway: Gateway,
  payout: Payout,
  { step, by }: { readonly step: PayoutStep; readonly by: Payout["history"][number]["by"] },
): void {
  const now = gateway.now();
  payout.status = step.status;
  payout.failure_reason = step.failure_reason ?? "";
  payout.failure_type = step.failure_type ?? "";
  payout.changed_at = now.toISOString();
  payout.history.push({ at: payout.changed_at, status: step.status, by });
  payout.next_at = payout.ahead.length === 0 ? null : new Date(now.getTime() + gateway.waits.payoutMs).toISOString();
  gateway.book.save();
  watchPayout(gateway, payout);
  gateway.notifier.announce(payout, { kind: "payout" });
}

export function watchPayout(gateway: Gateway, { next_at: nextAt, request_id: id }: Payout): void {
  if (nextAt !== null) gateway.payoutsDue.add(Date.parse(nextAt), id);
}

export function moveDuePayouts(gateway: Gateway): void {
  const now = gateway.now().getTime();
  for (let found = gateway.payoutsDue.take(now); found; found = gateway.payoutsDue.take(now)) {
    const payout = gateway.book.payout(found.what);
    const nextAt = payout?.next_at ?? null;
    // Decided manually in the meantime: nothing is scheduled, or another time is.
    if (!payout || nextAt === null || Date.parse(nextAt) > now) continue;
    const fault = notifyFault(gateway.tape.take("payout-step", [payout.request_id]));
    gateway.notifier.under(fault, () => takeStep(gateway, payout, "clock"));
  }
}
