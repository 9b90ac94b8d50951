import type { GatewayAccount } from "../../../gateway/model/account";
import { failpoint } from "../runtime/failpoint";
import type { AttentionKind } from "../domain/attention-kinds";
import { raiseAttention } from "../ledger/attention-rows";
import type { InboxRow } from "../ledger/inbox";
import { finishInbox, postponeInbox, scrubInbox } from "../ledger/inbox";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { tokenIn } from "./read-notification";

/** The end of processing a notification: applied, refused with an attention item, or retried later. */
export interface NotificationConclusionDependencies {
  readonly ledger: Ledger;
  /** The current account of a key and its former ones; empty: the key is not configured. */
  readonly accountsUnder: (key: string) => readonly GatewayAccount[];
  readonly now: () => Date;
}

/** `waiting`: retried later. `ignored`: already processed. */
export type InboxResult = "applied" | "refused" | "waiting" | "ignored";

/** Only a query can supply the charge, so it is retried this long. Our choice. */
const CHARGE_LAG_MS = 7_200_000;
/** A stored notification waits this long for options that can read it: a weekend. Our choice. */
const OPTIONS_LAG_MS = 259_200_000;

export class NotificationConclusion {
  constructor(private readonly deps: NotificationConclusionDependencies) {}

  async wait(row: InboxRow, why: string): Promise<InboxResult> {
    await postponeInbox(this.deps.ledger.connection, row, why, this.deps.now());
    return "waiting";
  }

  /** It was answered with 200 and will not be sent again: changed options can be restored. Raised once. */
  async waitForOptions(row: InboxRow, message: string): Promise<InboxResult> {
    const { now } = this.deps;
    if (now().getTime() - row.received_at.getTime() >= OPTIONS_LAG_MS)
      return this.refuse(row, null, "notification_unreadable", message);
    if (row.result !== message) await this.raise(row, null, "notification_unreadable", message);
    return this.wait(row, message);
  }

  /** Queries may lag behind; only after some hours they contradict the charge. */
  async waitForCharge(row: InboxRow, first: AttemptRow): Promise<InboxResult> {
    const { now } = this.deps;
    if (now().getTime() - row.received_at.getTime() < CHARGE_LAG_MS) {
      return this.wait(row, "The query does not list this charge yet.");
    }
    const message = "A notification reports a charge of this subscription that the gateway's own query does not list.";
    return this.refuse(row, first, "order_mismatch", message);
  }

  async refuse(row: InboxRow, attempt: AttemptRow | null, kind: AttentionKind, message: string): Promise<InboxResult> {
    await this.raise(row, attempt, kind, message);
    return this.finish(row, "refused", message);
  }

  private async raise(row: InboxRow, attempt: AttemptRow | null, kind: AttentionKind, message: string): Promise<void> {
    const isAboutAccount = kind === "notification_unreadable";
    const item = {
      account: row.account,
      kind,
      subject: isAboutAccount ? row.account : (attempt?.id ?? row.order_no ?? row.account),
      attemptId: attempt?.id ?? null,
      message,
    };
    await raiseAttention(this.deps.ledger.connection, item, this.deps.now());
  }

  async finish(row: InboxRow, status: "applied" | "refused", result: string): Promise<InboxResult> {
    failpoint("inbox:after-apply");
    await finishInbox(this.deps.ledger.connection, row.id, { status, result }, this.deps.now());
    const bytes = { contentType: row.content_type, body: Buffer.from(row.body ?? "", "base64") };
    const token = tokenIn(this.deps.accountsUnder(row.account), bytes);
    if (token !== null) await scrubInbox(this.deps.ledger.connection, row, token);
    return status;
  }
}
