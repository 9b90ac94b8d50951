import type { GatewayAccount } from "../../../gateway/model/account";
import { parseNotification } from "../../../gateway/notifications/notification";
import type { InboxRow } from "../ledger/inbox";
import type { Ledger } from "../ledger/ledger";
import { applyNotifiedDetails } from "../ledger/apply-payment-details";
import type { AttemptRow } from "../ledger/rows/attempt-row";

/** Re-reads verified ones for details: of several tries, the gateway's transaction later tells which one counts. */
export interface ReloadDependencies {
  readonly ledger: Ledger;
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
  readonly now: () => Date;
}

/** The newest ones only: many tries on one page are not all shown. Our choice. */
const MOST = 20;

export async function reloadNotifications(deps: ReloadDependencies, attempt: AttemptRow): Promise<void> {
  const { ledger, now } = deps;
  const account = deps.accountOf(attempt);
  if (!account) return;
  const rows = await ledger
    .connection<InboxRow>("acquiring_inbox_event")
    .where({ order_no: attempt.order_no, account: attempt.account, source: "notify", deleted_at: null })
    .where({ signature: "matched", status: "applied" })
    .orderBy("received_at", "desc")
    .limit(MOST);
  for (const { content_type: contentType, body } of rows) {
    const parsed = parseNotification({ account, contentType, body: Buffer.from(body ?? "", "base64") });
    if (parsed.kind === "payment" && parsed.fact.kind === "payment")
      await applyNotifiedDetails(ledger, { attempt, fact: parsed.fact, now: now() });
  }
}
