import { generateEntityId, MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PayoutFact } from "../../../gateway/model/facts";
import type { Reason } from "../../../gateway/model/outcome";
import { failpoint } from "../runtime/failpoint";
import { databaseTime } from "../runtime/database-clock";
import type { PayoutEnd, SendMove } from "../domain/payout-sends";
import { runTransaction } from "../runtime/run-transaction";
import { changesOf, columnsOf, isNews, isSameSend } from "./payout-columns";
import { storeFacts } from "../ledger/inbox";
import type { PayoutSendEventRow, PayoutSendRow, PayoutResolution } from "./payout-rows";

/** Each change happens under the row's lock, adds an immutable event, and makes the payout sync. Decides nothing. */
export interface NewSend {
  readonly payoutId: string;
  readonly requestId: string;
  readonly account: string;
  readonly gatewayIdentity: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly payloadHash: string;
  readonly actorId: string | null;
  readonly seenVersion: number | null;
}

export type OpenedSend =
  /** The row is committed; only this caller sends. */
  | { readonly kind: "opened"; readonly row: PayoutSendRow }
  | { readonly kind: "known"; readonly row: PayoutSendRow }
  /** Another payout of this account has this request id, or this payout was started with another amount. */
  | { readonly kind: "differs" };

export interface SendChange extends SendMove {
  /** It changes nothing, and reports another final state than known. */
  readonly droppedEnd?: PayoutEnd;
  /** The account that the message proves; missing: as known. */
  readonly gatewayIdentity?: string;
  readonly source: PayoutSendEventRow["source"];
  readonly reason: Reason | null;
  readonly inboxEventId: string | null;
  readonly decision: { readonly by: string; readonly outcome: PayoutResolution; readonly note: string } | null;
}

export const SENDS = "acquiring_payout_send";
const EVENTS = "acquiring_payout_send_event";

export class PayoutSends {
  constructor(
    readonly connection: Knex,
    /** Maps the database's time to the time that counts; different in tests only. */
    private readonly timeOf: (read: Date) => Date = (read) => read,
  ) {}

  async of(payoutId: string): Promise<PayoutSendRow | undefined> {
    return this.connection<PayoutSendRow>(SENDS).where({ payout_id: payoutId, deleted_at: null }).first();
  }

  async ofMany(payoutIds: readonly string[]): Promise<PayoutSendRow[]> {
    return this.connection<PayoutSendRow>(SENDS)
      .whereIn("payout_id", [...payoutIds])
      .where({ deleted_at: null });
  }

  async byRequest(account: string, requestId: string): Promise<PayoutSendRow | undefined> {
    return this.connection<PayoutSendRow>(SENDS).where({ account, request_id: requestId, deleted_at: null }).first();
  }

  async history(payoutId: string): Promise<PayoutSendEventRow[]> {
    return this.connection<PayoutSendEventRow>(EVENTS)
      .where({ payout_id: payoutId, deleted_at: null })
      .orderBy("version");
  }

  async due(limit: number, now: Date): Promise<string[]> {
    const rows = await this.connection(SENDS)
      .select<{ payout_id: string }[]>("payout_id")
      .where({ deleted_at: null })
      .where("sync_due_at", "<=", now)
      .orderBy("sync_due_at")
      .limit(limit);
    return rows.map(({ payout_id: id }) => id);
  }

  async followed(payoutId: string, version: number): Promise<boolean> {
    const changed = await this.connection(SENDS)
      .where({ payout_id: payoutId, version, deleted_at: null })
      .update({ sync_due_at: null });
    return changed > 0;
  }

  async followLater(payoutId: string, at: Date): Promise<void> {
    await this.connection(SENDS)
      .where({ payout_id: payoutId, deleted_at: null })
      .whereNotNull("sync_due_at")
      .update({ sync_due_at: at });
  }

  async sendingSince(before: Date): Promise<string[]> {
    const rows = await this.connection(SENDS)
      .select<{ payout_id: string }[]>("payout_id")
      .where({ status: "sending", deleted_at: null })
      .where("sent_at", "<", before);
    return rows.map(({ payout_id: id }) => id);
  }

  /** Commits a `sending` row, new or proven unsent before. The unique indexes decide. */
  async open(send: NewSend): Promise<OpenedSend> {
    return runTransaction(this.connection, async (trx) => {
      const now = this.timeOf(await databaseTime(trx));
      const [inserted] = await trx<PayoutSendRow>(SENDS)
        .insert({ id: generateEntityId(undefined, "acqpos"), ...columnsOf(send, now) })
        .onConflict()
        .ignore()
        .returning("*");
      const opened = inserted ? await this.noteOpened(trx, inserted, null) : await this.reopen(trx, send, now);
      if (opened.kind === "opened") failpoint("payout:before-commit");
      return opened;
    });
  }

  private async reopen(trx: Knex.Transaction, send: NewSend, now: Date): Promise<OpenedSend> {
    const row = await trx<PayoutSendRow>(SENDS)
      .where({ payout_id: send.payoutId, deleted_at: null })
      .forUpdate()
      .first();
    if (!row || !isSameSend(row, send)) return { kind: "differs" };
    if (row.status !== "not_sent" || row.version !== send.seenVersion) return { kind: "known", row };
    const changes = {
      status: "sending" as const,
      payload_hash: send.payloadHash,
      gateway_identity: send.gatewayIdentity,
      actor_id: send.actorId,
      result_code: null,
      result_message: null,
      sends: row.sends + 1,
      version: row.version + 1,
      sync_due_at: null,
      sent_at: now,
      concluded_at: null,
      updated_at: now,
    };
    const [reopened] = await trx<PayoutSendRow>(SENDS).where({ id: row.id }).update(changes).returning("*");
    return this.noteOpened(trx, found(reopened), row.status);
  }

  private async noteOpened(
    trx: Knex.Transaction,
    row: PayoutSendRow,
    from: PayoutSendRow["status"] | null,
  ): Promise<OpenedSend> {
    const event = { source: "request", from_status: from, actor_id: row.actor_id, at: row.sent_at } as const;
    await insertEvent(trx, row, event);
    return { kind: "opened", row };
  }

  /**
   * Runs `decide` under the row's lock and writes the result. Undefined: no such send. `answered`: the gateway's
   * response is stored in the inbox first, like every fact about money.
   */
  async change(
    payoutId: string,
    decide: (row: PayoutSendRow) => SendChange | null,
    { now, answered = null }: { readonly now: Date; readonly answered?: PayoutFact | null },
  ): Promise<{ readonly before: PayoutSendRow; readonly after: PayoutSendRow } | undefined> {
    return runTransaction(this.connection, async (trx) => {
      const before = await trx<PayoutSendRow>(SENDS)
        .where({ payout_id: payoutId, deleted_at: null })
        .forUpdate()
        .first();
      if (!before) return undefined;
      const { account } = before;
      const answerId =
        answered && (await storeFacts(trx, { account, source: "response", orderNo: null, facts: [answered] }, now));
      const change = decide(before);
      if (!change || !isNews(before, change)) return { before, after: before };
      const [changed] = await trx<PayoutSendRow>(SENDS)
        .where({ id: before.id })
        .update(changesOf(before, change, now))
        .returning("*");
      const after = found(changed);
      await insertEvent(trx, after, {
        at: now,
        source: change.source,
        from_status: before.status,
        reading: change.fact?.reading ?? null,
        raw_status: change.fact?.status ?? null,
        code: change.reason?.code ?? null,
        message: change.reason?.message ?? null,
        actor_id: change.decision?.by ?? null,
        note: change.decision?.note ?? null,
        inbox_event_id: change.inboxEventId ?? answerId,
      });
      return { before, after };
    });
  }
}

type NewEvent = Pick<PayoutSendEventRow, "source" | "from_status" | "at"> & Partial<PayoutSendEventRow>;

export async function insertEvent(trx: Knex.Transaction, row: PayoutSendRow, event: NewEvent): Promise<void> {
  await trx(EVENTS).insert({
    ...event,
    id: generateEntityId(undefined, "acqpoe"),
    payout_id: row.payout_id,
    to_status: row.status,
    version: row.version,
    created_at: event.at,
    updated_at: event.at,
  });
}

function found(row: PayoutSendRow | undefined): PayoutSendRow {
  if (row) return row;
  throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The ledger returned no row for a payout's send.");
}
