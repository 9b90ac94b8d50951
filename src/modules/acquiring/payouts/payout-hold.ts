import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { runTransaction } from "../runtime/run-transaction";
import { columnsOf, isSameSend } from "./payout-columns";
import type { PayoutSendRow } from "./payout-rows";
import type { NewSend } from "./payout-sends";
import { insertEvent, SENDS } from "./payout-sends";

/**
 * After lost commits a payout that the database holds as unsent may have been sent. Its send becomes `unknown`, so that
 * it is never sent automatically: the gateway's signed notification resolves it, or a person who checked its portal.
 */
export const HELD = {
  code: "recovery",
  message:
    "Commits were lost, and it may have been sent before. Check the gateway's portal, then record here whether it was paid.",
};

/** True if this call holds it. The unique index decides between this and a send. */
export function holdSend(connection: Knex, send: Omit<NewSend, "seenVersion">, now: Date): Promise<boolean> {
  return runTransaction(connection, async (trx) => {
    const held = {
      gateway_identity: send.gatewayIdentity,
      ...{ status: "unknown" as const, result_code: HELD.code, result_message: HELD.message },
      ...{ sync_due_at: now, concluded_at: now, updated_at: now },
    };
    const [inserted] = await trx<PayoutSendRow>(SENDS)
      .insert({ id: generateEntityId(undefined, "acqpos"), ...columnsOf(send, now), ...held })
      .onConflict()
      .ignore()
      .returning("*");
    const before = inserted
      ? undefined
      : await trx<PayoutSendRow>(SENDS).where({ payout_id: send.payoutId, deleted_at: null }).forUpdate().first();
    if (before && (before.status !== "not_sent" || !isSameSend(before, send))) return false;
    const [changed] = before
      ? await trx<PayoutSendRow>(SENDS)
          .where({ id: before.id })
          .update({ ...held, version: before.version + 1 })
          .returning("*")
      : [];
    const row = inserted ?? changed;
    if (!row) return false;
    await insertEvent(trx, row, { at: now, source: "sweep", from_status: before?.status ?? null, ...HELD });
    return true;
  });
}
