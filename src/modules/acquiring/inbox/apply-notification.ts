import type { Fact, PaymentFact } from "../../../gateway/model/facts";
import type { ParsedNotification } from "../../../gateway/notifications/notification";
import type { PaymentMatch } from "./match-payment";
import type { CardTokenStore } from "../saved-cards/store-card-token";
import { verifyCapturedAmount } from "./verify-captured-amount";
import type { StatusChecker } from "../status-checks/status-checker";
import {
  contradicts,
  claimOf,
  claimsOurMoney,
  isAheadOfQuery,
  isOfAnotherTry,
  isRefundAhead,
} from "./notification-claims";
import type { Ending, NotificationConclusion } from "./conclude-notification";
import { LAG_TRIES } from "./conclude-notification";
import type { InboxRow } from "../ledger/inbox";
import type { InboxGroups } from "../ledger/inbox-groups";
import type { Ledger } from "../ledger/ledger";
import { takeRenewals } from "../subscriptions/renewals";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import type { Message } from "./read-notification";

/** Applies a notification to its payment: by a query, or if none is possible, by its signature. */
export interface NotificationApplierDependencies {
  readonly ledger: Ledger;
  readonly groups: InboxGroups;
  readonly conclusion: NotificationConclusion;
  readonly checker: StatusChecker;
  readonly cardTokenStore: CardTokenStore;
  readonly now: () => Date;
  readonly unknownFinalAfterMs: number;
  readonly completeCartAfterMs: number;
}

/** Observed query statuses that may be older than the notification. */
const UNDECIDED: readonly PaymentFact["reading"][] = ["not_found", "pending", "voided_or_pending"];

const NOT_LISTED = "The query does not list it yet.";

/** The result of a notification that a query contradicted; used to compare it with later facts. */
export const CONTRADICTED =
  "A notification claims something that the gateway's own query contradicts. Nothing was changed.";

export class NotificationApplier {
  constructor(private readonly deps: NotificationApplierDependencies) {}

  async apply(
    row: InboxRow,
    { attempt, isFresh }: Extract<PaymentMatch, { kind: "payment" }>,
    { account, parsed }: Message,
  ): Promise<Ending> {
    if (!claimsOurMoney(parsed, attempt)) {
      return this.deps.conclusion.refuse(
        row,
        attempt,
        "amount_mismatch",
        "A notification reports another amount or currency than this store.",
      );
    }
    if (parsed.fact.kind === "dispute") return this.applyDispute(row, attempt, parsed);
    await this.storeCardToken(attempt, parsed);
    // Unsigned fields prove nothing; what they claim is queried.
    if (account.profile.notify.trust === "signature" && parsed.signature === "matched" && parsed.signedFact) {
      return this.applySigned(row, attempt, parsed.signedFact, parsed.fact);
    }
    // Already queried, and nothing else to query.
    if (isFresh && parsed.kindHint === "payment") return this.compare(row, attempt, parsed, []);
    const checked = await this.deps.checker.check(attempt, claimOf(parsed));
    if (checked.kind === "answered" && checked.isDoubtful) {
      return this.deps.conclusion.wait("The gateway's responses contradict each other.");
    }
    if (checked.kind === "answered") return this.compare(row, attempt, parsed, checked.facts);
    if (parsed.signature === "matched" && parsed.signedFact)
      return this.applySigned(row, attempt, parsed.signedFact, parsed.fact);
    return this.deps.conclusion.wait("The gateway could not be queried.");
  }

  /**
   * Waiting for a query loses nothing, and an order may depend on it. Only if the options trust signatures alone is a
   * signed charge of our own order number accepted, since the other fields are unsigned.
   */
  async applyWithoutQuery(row: InboxRow, first: AttemptRow, { account, parsed }: Message): Promise<Ending> {
    const { ledger, now, unknownFinalAfterMs, completeCartAfterMs } = this.deps;
    const { signature, signedFact, recurring } = parsed;
    const isTrusted = account.profile.notify.trust === "signature" && signature === "matched";
    const isOurs = parsed.orderNo === first.order_no && recurring?.recurringId === first.recurring_id;
    if (!isTrusted || !isOurs || !signedFact) {
      return this.deps.conclusion.wait("The gateway could not be queried.");
    }
    const meta = { source: "notify", inboxEventId: row.id, now: now(), askedAt: row.received_at } as const;
    const facts = [{ ...signedFact, recurring }];
    await takeRenewals(ledger, first, facts, { ...meta, unknownFinalAfterMs, completeCartAfterMs });
    return this.deps.conclusion.finish("applied", "signature");
  }

  /** After 3-D Secure and on the hosted page the token comes with the notification; only a verified one counts. */
  private async storeCardToken(
    attempt: AttemptRow,
    { signature, signedFact, fact }: ParsedNotification,
  ): Promise<void> {
    if (signature !== "matched" || fact.kind !== "payment") return;
    // If the account captures automatically, a success means "captured".
    if (signedFact?.reading !== "authorised" && signedFact?.reading !== "captured") return;
    if (fact.token) await this.deps.cardTokenStore.keep(attempt, fact.token, fact.card);
  }

  /** No query returns disputes: a valid signature is the only proof, and only the word "disputed" is used. */
  private async applyDispute(row: InboxRow, attempt: AttemptRow, parsed: ParsedNotification): Promise<Ending> {
    const { gatewayPaymentId } = parsed;
    if (parsed.signature !== "matched" || gatewayPaymentId === null) {
      return this.deps.conclusion.refuse(
        row,
        attempt,
        "order_mismatch",
        "A dispute was reported without proof. Nothing was recorded.",
      );
    }
    if (gatewayPaymentId !== attempt.gateway_payment_id) {
      const message = "A dispute was reported for another transaction of this order number. Check it in the portal.";
      return this.deps.conclusion.refuse(row, attempt, "order_mismatch", message);
    }
    return this.applySigned(row, attempt, parsed.fact);
  }

  /** `whole`: the message with its unsigned fields, of which only informational details are kept. */
  private async applySigned(row: InboxRow, attempt: AttemptRow, fact: Fact, whole: Fact = fact): Promise<Ending> {
    const { groups, now, unknownFinalAfterMs, completeCartAfterMs } = this.deps;
    if (isOfAnotherTry(fact, attempt)) return this.deps.conclusion.finish("applied", "signature");
    const meta = { source: "notify", inboxEventId: row.id, now: now(), askedAt: row.received_at } as const;
    await groups.applyFact({ attempt, fact, meta: { ...meta, unknownFinalAfterMs, completeCartAfterMs } });
    if (whole.kind === "payment") await groups.fillDetails({ attempt, fact: whole, now: now() });
    return this.deps.conclusion.finish("applied", "signature");
  }

  private async compare(
    row: InboxRow,
    attempt: AttemptRow,
    parsed: ParsedNotification,
    facts: readonly PaymentFact[],
  ): Promise<Ending> {
    const { ledger, groups, now } = this.deps;
    const after = await groups.attempt(attempt.id);
    const isBehind = facts.every(({ reading }) => UNDECIDED.includes(reading));
    const mayWait = row.tries < LAG_TRIES;
    if (after && isOfAnotherTry(parsed.fact, after)) return this.deps.conclusion.finish("applied", "query");
    const isAhead =
      after !== undefined &&
      (isAheadOfQuery(parsed, after) ||
        (parsed.fact.kind === "refund" && mayWait && isRefundAhead(parsed, await ledger.operations(after.id))));
    if (isAhead && mayWait) return this.deps.conclusion.wait(NOT_LISTED);
    if (!after || !contradicts(parsed, after)) {
      if (after && (await verifyCapturedAmount(ledger, after.id, { row, parsed, now: now() })) === "wait")
        return this.deps.conclusion.wait("Our capture is not decided yet.");
      if (after && parsed.signature === "matched" && parsed.fact.kind === "payment")
        await groups.fillDetails({ attempt: after, fact: parsed.fact, now: now() });
      return this.deps.conclusion.finish("applied", "query");
    }
    if (isBehind && mayWait) return this.deps.conclusion.wait(NOT_LISTED);
    return this.deps.conclusion.refuse(row, attempt, "notification_contradicted", CONTRADICTED);
  }
}
