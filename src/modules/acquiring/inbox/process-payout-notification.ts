import type { PayoutFact } from "../../../gateway/model/facts";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { Money } from "../../../gateway/model/money";
import { identityOf } from "../../../gateway/model/account-identity";
import type { ParsedPayout } from "../../../gateway/notifications/payout-notification";
import type { Placed } from "../accounts/account-identities";
import type { PayoutEnd } from "../domain/payout-sends";
import { droppedEnd, moveByFact, withPastTime } from "../domain/payout-sends";
import type { InboxRow } from "../ledger/inbox";
import { openRecoveries } from "../lost-commits/recovery-rows";
import type { Sentinel } from "../lost-commits/sentinel";
import { HELD } from "../payouts/payout-hold";
import type { PayoutSendRow } from "../payouts/payout-rows";
import type { PayoutSends, SendChange } from "../payouts/payout-sends";
import { minorOf } from "../ledger/rows/attempt-row";
import { sendSnapshotOf } from "../payouts/payout-columns";
import type { Ending, NotificationConclusion } from "./conclude-notification";
import type { NotificationReading } from "./read-notification";
import { isProven, readingFor } from "./read-notification";

/** No query exists: a valid signature and our own ID, account, amount and currency are the proof; all are needed. */
export interface PayoutNotificationDependencies {
  readonly sends: PayoutSends;
  readonly accountOf: (row: Placed) => GatewayAccount | undefined;
  readonly sentinel: Pick<Sentinel, "look">;
  readonly now: () => Date;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

export class PayoutNotificationProcessor {
  constructor(private readonly deps: PayoutNotificationDependencies) {}

  /** `readings`: one per configured account of the key that can read the message. */
  async process(
    inbox: InboxRow,
    readings: readonly [NotificationReading<ParsedPayout>, ...NotificationReading<ParsedPayout>[]],
    conclusion: Pick<NotificationConclusion, "waitForOptions">,
  ): Promise<Ending> {
    const [{ parsed }] = readings;
    const { fact, signature } = parsed;
    const requestId = fact.requestId ?? "";
    // Messages are verified on arrival with the keys of that moment.
    if (signature !== "matched" && inbox.signature !== "matched")
      return this.refuse(inbox, requestId, "order_mismatch", "A payout notification has no valid signature.");
    const send = await this.deps.sends.byRequest(inbox.account, requestId);
    if (!send) {
      if (await this.isInRecovery(inbox))
        return { status: "waiting", result: "Commits may have been lost, and with them this payout.", raise: null };
      const message = `A notification reports a payout that was not made here: ${requestId}.`;
      return this.refuse(inbox, requestId, "order_mismatch", message);
    }
    const sender = await this.senderOf(readings, send);
    if (!sender) {
      const message = `A notification of another gateway account names payout ${send.payout_id}. Nothing was changed.`;
      return this.refuse(inbox, send.payout_id, "order_mismatch", message);
    }
    const isOurs = (money: Money | null): boolean =>
      money !== null && money.currency === send.currency && money.minor === minorOf(send.amount);
    if (!isOurs(fact.money)) {
      if (parsed.moneys.some(isOurs)) return conclusion.waitForOptions(inbox, otherUnit(send.payout_id));
      const message = `A notification of payout ${send.payout_id} reports another amount or currency than was sent. Nothing was changed.`;
      return this.refuse(inbox, send.payout_id, "amount_mismatch", message);
    }
    await this.apply(inbox, withPastTime(fact, inbox.received_at), { payout: send.payout_id, ...sender });
    return { status: "applied", result: "signature", raise: null };
  }

  /** The recovery may not have held it yet. */
  private async isInRecovery({ account }: InboxRow): Promise<boolean> {
    await this.deps.sentinel.look();
    return (await openRecoveries(this.deps.sends.connection, account)).length > 0;
  }

  /**
   * Null: it is not of the send's account. A lost send that the recovery holds may have gone through any account of
   * the key, also a former one: the first message tells.
   */
  private async senderOf(
    readings: readonly NotificationReading[],
    send: PayoutSendRow,
  ): Promise<Pick<SendChange, "gatewayIdentity"> | null> {
    if (readingFor(readings, this.deps.accountOf(send))) return {};
    const proven = readings.find(isProven);
    if (!proven || send.reading !== null) return null;
    const isHeld = (await this.deps.sends.history(send.payout_id)).some(({ code }) => code === HELD.code);
    return isHeld ? { gatewayIdentity: identityOf(proven.account) } : null;
  }

  private async apply(
    inbox: InboxRow,
    fact: PayoutFact,
    { payout, ...sender }: Pick<SendChange, "gatewayIdentity"> & { readonly payout: string },
  ): Promise<void> {
    const decide = (row: PayoutSendRow): SendChange | null => {
      // Another account's message was first.
      if (sender.gatewayIdentity !== undefined && row.reading !== null) return null;
      const move = moveByFact(sendSnapshotOf(row), fact);
      const end = droppedEnd(sendSnapshotOf(row), fact);
      if (end !== null) return { ...dropped(row, end), inboxEventId: inbox.id };
      const isRefusal = fact.reading === "failed" || fact.reading === "cancelled";
      const code = `status_${fact.status.slice(0, 30)}`;
      const reason = isRefusal ? { code, message: fact.failureReason ?? "The gateway gave no reason." } : null;
      return move && { ...move, ...sender, source: "notify", reason, inboxEventId: inbox.id, decision: null };
    };
    const changed = await this.deps.sends.change(payout, decide, { now: this.deps.now() });
    if (!changed || changed.before === changed.after) return;
    const { before, after } = changed;
    this.deps.log("acquiring.payout_notified", { payout, from: before.status, to: after.status });
  }

  private refuse(
    { account }: InboxRow,
    subject: string,
    kind: "order_mismatch" | "amount_mismatch",
    message: string,
  ): Ending {
    const raise = { account, kind, subject: subject || account, attemptId: null, message };
    return { status: "refused", result: message, raise };
  }
}

/** The send does not change except for the report; the payout's sync raises the attention item. */
const dropped = ({ status, contradiction }: PayoutSendRow, end: PayoutEnd): Omit<SendChange, "inboxEventId"> => ({
  ...{ status, contradiction, fact: null, droppedEnd: end, source: "notify", decision: null },
  reason: { code: `dropped_${end}`, message: "It is not newer than the recorded status. Nothing was changed." },
});

const otherUnit = (id: string): string =>
  `A stored notification of payout ${id} reports its amount in another unit than the option "payout.amountUnit". Set the option as it was when the payout was sent. The notification is retried for three days.`;
