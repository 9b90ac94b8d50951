import type { MedusaContainer } from "@medusajs/framework/types";
import { resolveLedger } from "../resolve-ledger";
import { logFailedWork } from "../log-failed-work";
import { forEachDue } from "../for-each-due";
import { findPayoutService } from "./resolve-payout-service";
import { followPayout, watchAgain } from "./follow-payout";
import { sendApprovedPayout, takeUpPayout } from "./send-payout";
import { isRecovering } from "./stop-payout";

/** Background work on payouts: resume, follow, expire, send, re-encrypt. A failure stays due. */
const LIMIT = 50;
/** Without a report for so long the last notification may be lost; for one with a payment date, after it. Our choice. */
const SILENT_MS = 14 * 86_400_000;
/** Rows are re-encrypted one by one; the next run continues. */
const RESEALED = 200;

export async function workPayouts(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  await ledger.drain.run(async () => {
    // Also while payouts are off: one of them may have been on its way.
    await ledger.payouts.sweep();
    const payoutService = findPayoutService(container);
    if (!payoutService) return;
    const since = new Date(ledger.now().getTime() - SILENT_MS);
    await forEachDue(container, await payoutService.payouts.silent(since, LIMIT), {
      work: "payout",
      run: (id) => ledger.payouts.markSilent(id, since),
    });
    await followPayouts(container, LIMIT);
    await forEachDue(container, await payoutService.payouts.stuck(LIMIT), {
      work: "payout",
      run: (id) => takeUpPayout(container, id),
    });
    // An expired payout can be copied, and after lost commits this one may have been sent.
    if (!(await isRecovering(container))) {
      await forEachDue(container, await payoutService.payouts.expiring(LIMIT), {
        work: "payout",
        run: (id) =>
          ledger.connectionBudget.take(() =>
            payoutService.payouts.expire(id, (payout) => watchAgain(container, payout)),
          ),
      });
      await sendPayouts(container, await payoutService.payouts.due(LIMIT));
    }
    await payoutService.reseal(RESEALED);
  });
}

export async function followPayouts(container: MedusaContainer, limit: number): Promise<void> {
  if (!findPayoutService(container)) return;
  await forEachDue(container, await resolveLedger(container).payouts.due(limit), {
    work: "payout",
    run: (id) => followPayout(container, id),
  });
}

const sendPayouts = (container: MedusaContainer, ids: readonly string[]): Promise<void> =>
  forEachDue(container, ids, { work: "payout", run: (id) => sendApprovedPayout(container, id) });

/** Runs after the answer, because each send waits for the gateway. What shutdown prevents is left to the job. */
export function beginPayouts(container: MedusaContainer, ids: readonly string[]): void {
  resolveLedger(container)
    .drain.run(() => sendPayouts(container, ids))
    .catch((error: unknown) => logFailedWork(container, { work: "payout" }, error));
}
