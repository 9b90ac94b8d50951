import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttemptState } from "../domain/states";
import { holdsMoney } from "../domain/states";
import type { DecisionContext } from "./apply-decision";
import { authenticationOf, mergeThreeDs } from "./rows/authentication";
import type { ReversalReason } from "./reversals";
import type { AttemptRow, LockedAttempt } from "./rows/attempt-row";
import { undecidedOf } from "./rows/attempt-row";
import type { Undecided } from "./rows/schedule";
import { nextCheckAt } from "./rows/schedule";

/** A query may only add whether 3-D Secure was used. A shop that requires it waits for that. */
export async function apply3dsResult(
  trx: Knex,
  { row, operations }: LockedAttempt,
  context: DecisionContext,
): Promise<void> {
  if (!context.details.threeDs) return;
  const threeDs = mergeThreeDs(row.three_ds, context.details.threeDs);
  if (JSON.stringify(threeDs) === JSON.stringify(mergeThreeDs(row.three_ds, null))) return;
  const { state } = row;
  const next = nextCheckAt(
    undecidedOf(row, { state, threeDs, operations: plain(operations) }),
    0,
    context.now.getTime(),
  );
  await trx("acquiring_payment_attempt")
    .where({ id: row.id })
    .update({
      three_ds: JSON.stringify(threeDs),
      next_check_at: next === null ? null : new Date(next),
      ...unauthenticated(row, { state, threeDs }, context.now),
      // Informational details trigger nothing; what the shop waits for may be recorded now.
      ...(row.three_ds_required ? { version: row.version + 1, project_after: context.now } : {}),
      updated_at: context.now,
    });
}

/** Money that the shop refuses because 3-D Secure was not used is reversed. */
export function unauthenticated(
  row: AttemptRow,
  after: { readonly state: AttemptState; readonly threeDs: unknown },
  now: Date,
): Record<string, unknown> {
  const isRefused = holdsMoney(after.state) && authenticationOf(row, after.threeDs) === "missing";
  return isRefused && row.reversal_reason === null
    ? { reverse_at: now, reversal_reason: "three_ds_missing" satisfies ReversalReason }
    : {};
}

const plain = (operations: LockedAttempt["operations"]): Undecided["operations"] =>
  operations.map(({ kind, status, sent_at }) => ({ kind, status, sentAt: sent_at.getTime() }));
