import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { runTransaction } from "../runtime/run-transaction";
import { columnsOf, isSameSend } from "./payout-columns";
import type { PayoutSendRow } from "./payout-rows";
import type { NewSend } from "./payout-sends";
import { insertEvent, SENDS } from "./payout-sends";

/** Closes the row of a payout that was never sent or is proven unsent. A later gateway report contradicts it. */
export interface SendCancellation {
  readonly send: Omit<NewSend, "seenVersion">;
  readonly by: string;
  readonly note: string;
  readonly now: Date;
}

export type Stopped =
  | { readonly kind: "stopped" }
  /** It is being sent, or more is known of it. */
  | { readonly kind: "open"; readonly row: PayoutSendRow }
  | { readonly kind: "differs" };

const WITHDRAWN = { code: "withdrawn", message: "It was withdrawn before it was sent." };

export function cancelSend(connection: Knex, stop: SendCancellation): Promise<Stopped> {
  const { send, by, now } = stop;
  return runTransaction(connection, async (trx) => {
    const closed = closedColumns(stop);
    // Without a row a closed one is inserted: the unique index decides between this and a send.
    const [inserted] = await trx<PayoutSendRow>(SENDS)
      .insert({
        id: generateEntityId(undefined, "acqpos"),
        ...columnsOf({ ...send, actorId: by }, now),
        sends: 0,
        ...closed,
      })
      .onConflict()
      .ignore()
      .returning("*");
    if (inserted) return noteStopped(trx, { row: inserted, from: null, stop });
    const row = await trx<PayoutSendRow>(SENDS)
      .where({ payout_id: send.payoutId, deleted_at: null })
      .forUpdate()
      .first();
    if (!row || !isSameSend(row, send)) return { kind: "differs" };
    if (row.status === "declined" && row.result_code === WITHDRAWN.code) return { kind: "stopped" };
    if (row.status !== "not_sent") return { kind: "open", row };
    const [after] = await trx<PayoutSendRow>(SENDS)
      .where({ id: row.id })
      .update({ ...closed, version: row.version + 1 })
      .returning("*");
    return noteStopped(trx, { row: after ?? row, from: row.status, stop });
  });
}

const closedColumns = ({
  by,
  note,
  now,
}: SendCancellation): Partial<PayoutSendRow> & { readonly updated_at: Date } => ({
  status: "declined",
  result_code: WITHDRAWN.code,
  result_message: WITHDRAWN.message,
  decided_by: by,
  decided_result: "not_paid",
  decided_note: note,
  sync_due_at: now,
  concluded_at: now,
  updated_at: now,
});

async function noteStopped(
  trx: Knex.Transaction,
  {
    row,
    from,
    stop,
  }: { readonly row: PayoutSendRow; readonly from: PayoutSendRow["status"] | null; readonly stop: SendCancellation },
): Promise<Stopped> {
  await insertEvent(trx, row, {
    ...{ at: stop.now, source: "person", from_status: from, actor_id: stop.by, note: stop.note },
    ...WITHDRAWN,
  });
  return { kind: "stopped" };
}
