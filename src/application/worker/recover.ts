import type { MedusaContainer } from "@medusajs/framework/types";
import type { RecoveryRow } from "../../modules/acquiring";
import { PAYOUTS, PayoutTable } from "../../modules/acquiring_payout/store/payout-table";
import { logFailedWork } from "../log-failed-work";
import { resolveLedger } from "../resolve-ledger";
import { findPayoutService } from "../payouts/resolve-payout-service";
import { followPayout } from "../payouts/follow-payout";

/**
 * Completes open recoveries: holds payouts that may have been sent, queries the gateway about every payment that can
 * still move money, and then lets the store send again. It sends nothing itself. What gets no answer stays open for the
 * next run.
 */
export type { RecoveryRow } from "../../modules/acquiring";

export interface RecoverRun {
  readonly account?: string | null;
  readonly at?: (done: number, total: number) => void;
}

export interface RecoverResult {
  readonly ended: number;
  readonly stillOpen: number;
  readonly queried: number;
  readonly changed: number;
  readonly heldPayouts: number;
  readonly unanswered: readonly string[];
}

const NOTHING: RecoverResult = { ended: 0, stillOpen: 0, queried: 0, changed: 0, heldPayouts: 0, unanswered: [] };

export async function watchRecovery(container: MedusaContainer): Promise<void> {
  const { recovery } = resolveLedger(container);
  await recovery.look();
  await recoverOpen(container);
  await recovery.followUp();
}

export async function recoverOpen(container: MedusaContainer, run: RecoverRun = {}): Promise<RecoverResult> {
  let all = NOTHING;
  for (const row of await resolveLedger(container).recovery.open(run.account ?? null)) {
    const one = await recoverOne(container, row, run);
    all = {
      ended: all.ended + one.ended,
      stillOpen: all.stillOpen + one.stillOpen,
      queried: all.queried + one.queried,
      changed: all.changed + one.changed,
      heldPayouts: all.heldPayouts + one.heldPayouts,
      unanswered: [...all.unanswered, ...one.unanswered],
    };
  }
  return all;
}

async function recoverOne(
  container: MedusaContainer,
  first: RecoveryRow,
  { at = () => undefined }: RecoverRun,
): Promise<RecoverResult> {
  const { recovery, drain: rounds } = resolveLedger(container);
  const heldPayouts = await holdPayouts(container, first);
  await recovery.noteHeldPayouts(first, heldPayouts);
  const total = await recovery.left(first);
  let [queried, changed] = [0, 0];
  for (;;) {
    const row = (await recovery.open()).find(({ id }) => id === first.id);
    if (!row) return { ...NOTHING, ended: 1, queried, changed, heldPayouts };
    const step = await recovery.step(row);
    queried += step.queried;
    changed += step.changed;
    at(queried, total);
    if (step.isComplete) await recovery.end(row, "system");
    else if (step.unanswered.length > 0 || rounds.isOver)
      return { ...NOTHING, stillOpen: 1, queried, changed, heldPayouts, unanswered: step.unanswered };
  }
}

const PAGE = 100;

async function holdPayouts(
  container: MedusaContainer,
  { account, started_at: before }: Pick<RecoveryRow, "account" | "started_at">,
): Promise<number> {
  const ledger = resolveLedger(container);
  const { connection } = ledger.attempts;
  // Read directly: they must be held too while payouts are off, or they are sent when payouts are on again.
  if (!(await connection.schema.hasTable(PAYOUTS))) return 0;
  const table = new PayoutTable(connection, () => ledger.now());
  const isOn = findPayoutService(container) !== null;
  let [held, after] = [0, ""];
  for (;;) {
    const page = await table.unsent({ before, after, limit: PAGE });
    for (const row of page) {
      if (account !== "*" && row.account !== account) continue;
      const numbers = { amountMinor: BigInt(row.amount), payloadHash: row.payload_hash };
      const send = { payoutId: row.id, requestId: row.request_id, account: row.account, currency: row.currency };
      if (!(await ledger.payouts.hold({ ...send, ...numbers }))) continue;
      held += 1;
      // It stays due: background work follows it if this fails, or when payouts are on again.
      if (!isOn) continue;
      await followPayout(container, row.id).catch((error: unknown) =>
        logFailedWork(container, { work: "payout", id: row.id }, error),
      );
    }
    if (page.length < PAGE) return held;
    after = page.at(-1)?.id ?? "";
  }
}
