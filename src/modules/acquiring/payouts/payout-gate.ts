import type { MaySend, Writes } from "../../../gateway/model/client-api";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { PayoutOutcome, Reason } from "../../../gateway/model/outcome";
import type { PayoutPayload } from "../../../gateway/model/payout-request";
import { tooLate } from "../../../gateway/client/transport-outcomes";
import type { DatabaseClock } from "../runtime/database-clock";
import { errorName } from "../runtime/safe-error-text";
import { failpoint } from "../runtime/failpoint";
import { TOO_LATE_MS } from "../domain/snapshot";
import { moveByOutcome, withPastTime } from "../domain/payout-sends";
import type { OpenedSend, PayoutSends, SendChange } from "./payout-sends";
import { isSameSend, sendSnapshotOf } from "./payout-columns";
import type { PayoutSendRow } from "./payout-rows";
import { minorOf } from "../ledger/rows/attempt-row";
import type { PayoutSendRequest, PayoutSendResult } from "./payout-ledger";
import { IN_RECOVERY, isInRecovery } from "../lost-commits/in-recovery";
import type { SentWrite } from "../lost-commits/sent-write";
import type { Telemetry } from "../health/telemetry";

/**
 * The only path for outgoing money. A known result is answered from the ledger; else a `sending` row is committed, one
 * request is sent, and the row is concluded. Only a send that is proven unsent is repeated. The payload with its bank
 * data stays in memory.
 */
export interface PayoutGateDependencies {
  readonly sends: PayoutSends;
  readonly writes: (account: string) => Writes;
  readonly account: (key: string) => GatewayAccount | undefined;
  readonly identity: (account: string) => string;
  readonly mayPayOut: (account: string) => boolean;
  readonly notifyUrl: (account: string) => string;
  /** Called after the commit, before the bytes are sent: a reason not to send, such as lost commits, or null. */
  readonly recoveryRefusal: (write: SentWrite) => Promise<Reason | null>;
  readonly clock: Pick<DatabaseClock, "now" | "stamp" | "ageMs">;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
  readonly telemetry: Pick<Telemetry, "send">;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export class PayoutGate {
  constructor(private readonly deps: PayoutGateDependencies) {}

  /** Never throws for gateway or network errors. */
  async send(request: PayoutSendRequest): Promise<PayoutSendResult> {
    const known = await this.deps.sends.of(request.payoutId);
    if (known && known.status !== "not_sent") return isSameSend(known, request) ? answerOf(known) : differs;
    const refusal = this.refusalOf(request);
    if (refusal) return { kind: "refused", reason: refusal };
    // Before a row exists: a payload that cannot be decrypted, or belongs to another payout, is proven unsent.
    const payload = this.payloadOf(request);
    if ("code" in payload) return { kind: "refused", reason: payload };
    const stamp = this.deps.clock.stamp();
    const opened = await this.open(request);
    if (opened.kind === "recovery") return { kind: "refused", reason: IN_RECOVERY };
    if (opened.kind === "differs") return differs;
    if (opened.kind === "known") return answerOf(opened.row);
    const maySend = (): boolean => this.deps.clock.ageMs(stamp) < TOO_LATE_MS;
    const doubt = (await request.doubt?.()) ?? null;
    if (doubt !== null)
      return this.conclude(opened.row, { kind: "not_sent", reason: { code: "may_be_paid", message: doubt } });
    const outcome = await this.sendGuarded(opened.row, payload, maySend);
    return this.conclude(opened.row, outcome);
  }

  private async open(request: PayoutSendRequest): Promise<OpenedSend | { readonly kind: "recovery" }> {
    try {
      return await this.deps.sends.open({ ...request, gatewayIdentity: this.deps.identity(request.account) });
    } catch (error) {
      if (isInRecovery(error)) return { kind: "recovery" };
      throw error;
    }
  }

  private refusalOf({ account, requestId, amountMinor }: PayoutSendRequest): Reason | null {
    const configured = this.deps.account(account);
    if (!configured) return { code: "unknown_account", message: "The account is no longer configured." };
    if (!this.deps.mayPayOut(account))
      return { code: "account_not_allowed", message: 'The option "payout.accounts" does not list this account.' };
    if (configured.payoutUnit === null)
      return { code: "no_unit", message: 'Payouts are off: the option "payout.amountUnit" is not set.' };
    if (!UUID.test(requestId)) return { code: "bad_request_id", message: "The payout's request id is not a UUID." };
    return amountMinor > 0n ? null : { code: "bad_amount", message: "An amount to pay out must be above zero." };
  }

  private payloadOf(request: PayoutSendRequest): PayoutPayload | Reason {
    try {
      const payload = request.request();
      const isSame =
        payload.requestId === request.requestId &&
        payload.money.currency === request.currency &&
        payload.money.minor === request.amountMinor;
      return isSame ? payload : differs.reason;
    } catch (error) {
      this.deps.log("acquiring.payout_not_built", { payout: request.payoutId, error: errorName(error) });
      return { code: "not_built", message: "The request could not be built; see the log." };
    }
  }

  /** An error between commit and response must not look like "not sent": anything thrown here is unknown. */
  private async sendGuarded(row: PayoutSendRow, payload: PayoutPayload, maySend: MaySend): Promise<PayoutOutcome> {
    failpoint("payout:before-send");
    const reason = await this.deps.recoveryRefusal(sentWriteOf(row));
    if (reason) return { kind: "not_sent", reason };
    if (!maySend()) return tooLate;
    try {
      const request = { ...payload, notifyUrl: this.deps.notifyUrl(row.account) };
      return await this.deps.telemetry.send(row.account, "payout", () =>
        this.deps.writes(row.account).payout(request, maySend),
      );
    } catch (error) {
      this.deps.log("acquiring.send_failed", { payout: row.payout_id, error: errorName(error) });
      return {
        kind: "unknown",
        reason: { code: "send_failed", message: "The request did not complete." },
      };
    } finally {
      failpoint("payout:after-send");
    }
  }

  /** A notification may have reported more meanwhile; the result includes it. */
  private async conclude(sent: PayoutSendRow, outcome: PayoutOutcome): Promise<PayoutSendResult> {
    const reason = outcome.kind === "settled" ? null : outcome.reason;
    const dated = withPastTimes(outcome, this.deps.clock.now());
    const decide = (row: PayoutSendRow): SendChange | null => {
      const move = row.sends === sent.sends ? moveByOutcome(sendSnapshotOf(row), dated) : null;
      return move && { ...move, source: "response", reason, inboxEventId: null, decision: null };
    };
    const changed = await this.deps.sends.change(sent.payout_id, decide, {
      now: this.deps.clock.now(),
      answered: "fact" in dated ? dated.fact : null,
    });
    const row = changed?.after ?? sent;
    const { payout_id: payout, status } = row;
    this.deps.log("acquiring.payout", { payout, outcome: outcome.kind, from: sent.status, to: status });
    failpoint("payout:after-conclude");
    return answerOf(row);
  }
}

const sentWriteOf = (row: PayoutSendRow): SentWrite => ({
  id: row.id,
  account: row.account,
  kind: "payout",
  orderNo: null,
  gatewayPaymentId: null,
  requestId: row.request_id,
  currency: row.currency,
  minor: minorOf(row.amount).toString(),
  sentAt: row.sent_at.toISOString(),
});

const differs = {
  kind: "refused",
  reason: { code: "other_payout", message: "This is not the payout that the ledger has under this ID." },
} as const;

function withPastTimes(outcome: PayoutOutcome, now: Date): PayoutOutcome {
  if (!("fact" in outcome) || !outcome.fact) return outcome;
  return { ...outcome, fact: withPastTime(outcome.fact, now) };
}

function answerOf(row: PayoutSendRow): PayoutSendResult {
  const reason = { code: row.result_code ?? row.status, message: row.result_message ?? "The gateway gave no reason." };
  switch (row.status) {
    case "settled":
    case "pending":
      return { kind: row.status };
    case "declined":
    case "not_sent":
    case "unknown":
      return { kind: row.status, reason };
    case "sending":
      return { kind: "refused", reason: { code: "being_sent", message: "It is being sent to the gateway." } };
  }
}
