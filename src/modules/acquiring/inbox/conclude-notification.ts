import { failpoint } from "../runtime/failpoint";
import type { AttentionKind } from "../domain/attention-kinds";
import type { Raise } from "../ledger/attention-rows";
import { raiseAttention } from "../ledger/attention-rows";
import type { InboxRow } from "../ledger/inbox";
import { postponeInbox } from "../ledger/inbox";
import type { InboxGroups } from "../ledger/inbox-groups";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";

/** The end of processing a notification: applied, refused with an attention item, or retried later. */
export interface NotificationConclusionDependencies {
  readonly ledger: Ledger;
  readonly groups: Pick<InboxGroups, "conclude">;
  readonly now: () => Date;
}

/** `waiting`: retried later. `ignored`: already processed. */
export type InboxResult = "applied" | "refused" | "waiting" | "ignored";

/** What was decided about a notification and is still to be recorded. */
export interface Ending {
  readonly status: Exclude<InboxResult, "ignored">;
  readonly result: string;
  readonly raise: Raise | null;
}

/** Queries may lag behind notifications; a contradiction is reported after this many tries. */
export const LAG_TRIES = 5;
/** Only a query can supply the charge, so it is retried this long. Our choice. */
const CHARGE_LAG_MS = 7_200_000;
/** A stored notification waits this long for options that can read it: a weekend. Our choice. */
const OPTIONS_LAG_MS = 259_200_000;

/** The result of a notification of money for a first payment whose transaction is unknown; compared with later facts. */
export const FIRST_PAYMENT_UNKNOWN =
  "A subscription notification arrived, and no query identifies the transaction of its first payment. Nothing was changed.";

/** The result of a notification of a charge that no query listed; compared with the charges recorded later. */
export const CHARGE_NOT_LISTED =
  "A notification reports a charge of this subscription that the gateway's own query does not list.";

export class NotificationConclusion {
  constructor(private readonly deps: NotificationConclusionDependencies) {}

  wait(why: string): Ending {
    return { status: "waiting", result: why, raise: null };
  }

  /** It was answered with 200 and will not be sent again: changed options can be restored. Raised once. */
  waitForOptions(row: InboxRow, message: string): Ending {
    if (this.deps.now().getTime() - row.received_at.getTime() >= OPTIONS_LAG_MS)
      return this.refuse(row, null, "notification_unreadable", message);
    const raise = row.result === message ? null : itemOf(row, null, "notification_unreadable", message);
    return { status: "waiting", result: message, raise };
  }

  /** Queries may lag behind; only after some hours they contradict the charge. */
  waitForCharge(row: InboxRow, first: AttemptRow): Ending {
    if (this.deps.now().getTime() - row.received_at.getTime() < CHARGE_LAG_MS) {
      return this.wait("The query does not list this charge yet.");
    }
    return this.refuse(row, first, "order_mismatch", CHARGE_NOT_LISTED);
  }

  refuse(row: InboxRow, attempt: AttemptRow | null, kind: AttentionKind, message: string): Ending {
    return { status: "refused", result: message, raise: itemOf(row, attempt, kind, message) };
  }

  finish(status: "applied" | "refused", result: string): Ending {
    return { status, result, raise: null };
  }

  /** `token`: of the saved card that the message names; it is removed from the stored bytes. */
  async record(row: InboxRow, { status, result, raise }: Ending, token: string | null): Promise<InboxResult> {
    const { ledger, groups, now } = this.deps;
    if (status === "waiting") {
      if (raise) await raiseAttention(ledger.connection, raise, now());
      await postponeInbox(ledger.connection, row, result, now());
      return status;
    }
    failpoint("inbox:after-apply");
    await groups.conclude({ row, status, result, raise, token, now: now() });
    return status;
  }
}

function itemOf(row: InboxRow, attempt: AttemptRow | null, kind: AttentionKind, message: string): Raise {
  const isAboutAccount = kind === "notification_unreadable";
  const subject = isAboutAccount ? row.account : (attempt?.id ?? row.order_no ?? row.account);
  return { account: row.account, kind, subject, attemptId: attempt?.id ?? null, message };
}
