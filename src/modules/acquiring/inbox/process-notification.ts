import type { Fact, PaymentFact } from "../../../gateway/model/facts";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { ParsedNotification } from "../../../gateway/notifications/notification";
import type { AccountIdentities, Placed } from "../accounts/account-identities";
import type { PaymentMatch } from "./match-payment";
import { matchPayment, namedBy } from "./match-payment";
import type { CardTokenStore } from "../saved-cards/store-card-token";
import { isBehindOurs, verifyCapturedAmount } from "./verify-captured-amount";
import type { StatusChecker } from "../status-checks/status-checker";
import { contradicts, claimOf, claimsOurMoney } from "./notification-claims";
import { failpoint } from "../runtime/failpoint";
import { clearFailing, reportFailing } from "./notification-failures";
import { applyFacts } from "../ledger/apply-facts";
import type { InboxResult } from "./conclude-notification";
import { NotificationConclusion } from "./conclude-notification";
import { applyNotifiedDetails } from "../ledger/apply-payment-details";
import type { InboxRow } from "../ledger/inbox";
import { assignInbox, postponeInbox, readInbox } from "../ledger/inbox";
import type { Ledger } from "../ledger/ledger";
import type { PayoutNotificationProcessor } from "./process-payout-notification";
import type { LostCommitSignals } from "../lost-commits/lost-commit-signals";
import { lostMessage } from "../lost-commits/lost-commit-signals";
import { asReceived } from "./redact-card";
import { takeRenewals } from "../subscriptions/renewals";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import type { Message } from "./read-notification";
import { isOfPayment, isOfPayout, readingFor, readNotification } from "./read-notification";

/**
 * Processes a stored notification. It is a hint: the gateway is queried, and only the response is applied. If no query
 * is possible, a valid signature with our order, amount and currency replaces it. A refused notification is kept,
 * changes nothing, and raises an attention item.
 */
export interface NotificationProcessorDependencies {
  readonly ledger: Ledger;
  readonly checker: StatusChecker;
  readonly cardTokenStore: CardTokenStore;
  readonly payoutNotifications: PayoutNotificationProcessor;
  readonly lostCommitSignals: LostCommitSignals;
  readonly identities: Pick<AccountIdentities, "ready">;
  readonly accountsUnder: (key: string) => readonly GatewayAccount[];
  readonly accountOf: (row: Placed) => GatewayAccount | undefined;
  readonly now: () => Date;
  readonly unknownFinalAfterMs: number;
  readonly completeCartAfterMs: number;
}

/** Queries may lag behind notifications; a contradiction is reported after this many tries. */
const LAG_TRIES = 5;
/** Observed query statuses that may be older than the notification. */
const UNDECIDED: readonly PaymentFact["reading"][] = ["not_found", "pending", "voided_or_pending"];

/** The result of a notification that a query contradicted; used to compare it with later facts. */
export const CONTRADICTED =
  "A notification claims something that the gateway's own query contradicts. Nothing was changed.";

const FIRST_PAYMENT_UNKNOWN =
  "A subscription notification arrived, and no query identifies the transaction of its first payment. Nothing was changed.";

/** The shortest period of a plan: no charge follows a first payment sooner. */
const SHORTEST_PERIOD_MS = 86_400_000;

const isTransactionUnknown = ({ subscription, gateway_payment_id: own, state }: AttemptRow): boolean =>
  Boolean(subscription) && own === null && state !== "declined" && state !== "expired";

export class NotificationProcessor {
  readonly #conclusion: NotificationConclusion;

  constructor(private readonly deps: NotificationProcessorDependencies) {
    this.#conclusion = new NotificationConclusion(deps);
  }

  /** A notification that fails waits for its retry and blocks no other. */
  async process(id: string): Promise<InboxResult> {
    const { ledger, now } = this.deps;
    const row = await readInbox(ledger.connection, id);
    if (!row || row.status !== "pending" || row.source !== "notify") return "ignored";
    failpoint("inbox:before-apply");
    try {
      const result = await this.parseAndRoute(row);
      if (result !== "waiting") await clearFailing(ledger, row, now());
      return result;
    } catch (error) {
      await postponeInbox(ledger.connection, row, "It could not be processed.", now());
      await reportFailing(ledger, row, { error, now: now() });
      throw error;
    }
  }

  private async parseAndRoute(row: InboxRow): Promise<InboxResult> {
    await this.deps.identities.ready();
    const [account, ...former] = this.deps.accountsUnder(row.account);
    if (!account) {
      const message =
        "A stored notification belongs to an account that is not configured. Add the account again. The notification is retried for three days.";
      return this.#conclusion.waitForOptions(row, message);
    }
    const body = Buffer.from(row.body ?? "", "base64");
    const read = readNotification([account, ...former], { contentType: row.content_type, body });
    if (read.kind === "unreadable") {
      const message = `A stored notification can no longer be read (${read.reason}). Correct the profile's notify options. The notification is retried for three days.`;
      return this.#conclusion.waitForOptions(row, message);
    }
    const [first, ...others] = read.readings;
    if (isOfPayout(first)) return this.deps.payoutNotifications.process(row, [first, ...others.filter(isOfPayout)]);
    const readings = read.readings.map((each) => asReceived(row, each)).filter(isOfPayment);
    const [named] = readings;
    return named ? this.routeToPayment(row, readings, named.parsed) : "ignored";
  }

  /** The payment's own account determines how the message is read. */
  private async routeToPayment(
    row: InboxRow,
    readings: readonly Message[],
    named: ParsedNotification,
  ): Promise<InboxResult> {
    const { ledger } = this.deps;
    const messageFor = (attempt: AttemptRow): Message | undefined => readingFor(readings, this.deps.accountOf(attempt));
    const origin = { key: row.account, isOf: (attempt: AttemptRow) => messageFor(attempt) !== undefined };
    const namedAttempt = await namedBy(ledger, origin, named);
    const message = namedAttempt && messageFor(namedAttempt);
    if (namedAttempt && !this.deps.accountOf(namedAttempt)) {
      const text =
        "A stored notification belongs to a payment of a gateway account that is not configured. List that account again. The notification is retried for three days.";
      return this.#conclusion.waitForOptions(row, text);
    }
    if (namedAttempt && !message) {
      const text = "A notification of another gateway account names this payment. Nothing was changed.";
      return this.#conclusion.refuse(row, namedAttempt, "order_mismatch", text);
    }
    if (namedAttempt && message && isTransactionUnknown(namedAttempt)) {
      const result = await this.identifyFirstPayment(row, namedAttempt, message);
      if (result) return result;
    }
    const { account, parsed } = message ?? { account: undefined, parsed: named };
    const match = await matchPayment(this.deps, origin, parsed);
    if (account === undefined || match.kind === "no_match") {
      const signed = readings.find((each) => each.parsed.signature === "matched")?.parsed;
      if (signed && (await this.deps.lostCommitSignals.reportIfOurs(row.account, signed)))
        return this.#conclusion.refuse(row, null, "lost_payment", lostMessage(signed));
      const text = `A notification names an order number of another system: ${parsed.orderNo}.`;
      return this.#conclusion.refuse(row, null, "order_mismatch", text);
    }
    switch (match.kind) {
      case "payment":
        if (match.attempt.order_no !== row.order_no)
          await assignInbox(ledger.connection, row.id, match.attempt.order_no);
        return this.processForPayment(row, match, { account, parsed });
      case "charge_not_listed":
        return this.#conclusion.waitForCharge(row, match.first);
      case "not_queried":
        return this.applyWithoutQuery(row, match.first, { account, parsed });
    }
  }

  /** Only a query tells the first payment from a later charge. Null: it is known, or no later charge can exist yet. */
  private async identifyFirstPayment(
    row: InboxRow,
    first: AttemptRow,
    { account, parsed }: Message,
  ): Promise<InboxResult | null> {
    const isSoon = row.received_at.getTime() - first.created_at.getTime() < SHORTEST_PERIOD_MS;
    if (isSoon && account.profile.notify.trust === "signature" && parsed.signature === "matched") return null;
    const checked = await this.deps.checker.check(first, claimOf(parsed));
    const after = await this.deps.ledger.attempt(first.id);
    if (!after || !isTransactionUnknown(after)) return null;
    if (checked.kind !== "answered") return this.#conclusion.wait(row, "The gateway could not be queried.");
    if (row.tries < LAG_TRIES)
      return this.#conclusion.wait(row, "No query lists the subscription's first payment yet.");
    return this.#conclusion.refuse(row, first, "notification_contradicted", FIRST_PAYMENT_UNKNOWN);
  }

  private async processForPayment(
    row: InboxRow,
    { attempt, isFresh }: Extract<PaymentMatch, { kind: "payment" }>,
    { account, parsed }: Message,
  ): Promise<InboxResult> {
    if (!claimsOurMoney(parsed, attempt)) {
      return this.#conclusion.refuse(
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
      return this.#conclusion.wait(row, "The gateway's responses contradict each other.");
    }
    if (checked.kind === "answered") return this.compare(row, attempt, parsed, checked.facts);
    if (parsed.signature === "matched" && parsed.signedFact)
      return this.applySigned(row, attempt, parsed.signedFact, parsed.fact);
    return this.#conclusion.wait(row, "The gateway could not be queried.");
  }

  /**
   * Waiting for a query loses nothing, and an order may depend on it. Only if the options trust signatures alone is a
   * signed charge of our own order number accepted, since the other fields are unsigned.
   */
  private async applyWithoutQuery(
    row: InboxRow,
    first: AttemptRow,
    { account, parsed }: Message,
  ): Promise<InboxResult> {
    const { ledger, now, unknownFinalAfterMs, completeCartAfterMs } = this.deps;
    const { signature, signedFact, recurring } = parsed;
    const isTrusted = account.profile.notify.trust === "signature" && signature === "matched";
    const isOurs = parsed.orderNo === first.order_no && recurring?.recurringId === first.recurring_id;
    if (!isTrusted || !isOurs || !signedFact) {
      return this.#conclusion.wait(row, "The gateway could not be queried.");
    }
    const meta = { source: "notify", inboxEventId: row.id, now: now(), askedAt: row.received_at } as const;
    const facts = [{ ...signedFact, recurring }];
    await takeRenewals(ledger, first, facts, { ...meta, unknownFinalAfterMs, completeCartAfterMs });
    return this.#conclusion.finish(row, "applied", "signature");
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
  private async applyDispute(row: InboxRow, attempt: AttemptRow, parsed: ParsedNotification): Promise<InboxResult> {
    const { gatewayPaymentId } = parsed;
    if (parsed.signature !== "matched" || gatewayPaymentId === null) {
      return this.#conclusion.refuse(
        row,
        attempt,
        "order_mismatch",
        "A dispute was reported without proof. Nothing was recorded.",
      );
    }
    if (gatewayPaymentId !== attempt.gateway_payment_id) {
      const message = "A dispute was reported for another transaction of this order number. Check it in the portal.";
      return this.#conclusion.refuse(row, attempt, "order_mismatch", message);
    }
    return this.applySigned(row, attempt, parsed.fact);
  }

  /** `whole`: the message with its unsigned fields, of which only informational details are kept. */
  private async applySigned(row: InboxRow, attempt: AttemptRow, fact: Fact, whole: Fact = fact): Promise<InboxResult> {
    const { ledger, now, unknownFinalAfterMs, completeCartAfterMs } = this.deps;
    await applyFacts(ledger, attempt.id, [fact], {
      source: "notify",
      inboxEventId: row.id,
      now: now(),
      askedAt: row.received_at,
      unknownFinalAfterMs,
      completeCartAfterMs,
    });
    if (whole.kind === "payment") await applyNotifiedDetails(ledger, attempt.id, whole, now());
    return this.#conclusion.finish(row, "applied", "signature");
  }

  private async compare(
    row: InboxRow,
    attempt: AttemptRow,
    parsed: ParsedNotification,
    facts: readonly PaymentFact[],
  ): Promise<InboxResult> {
    const { ledger, now } = this.deps;
    const after = await ledger.attempt(attempt.id);
    if (!after || !contradicts(parsed, after)) {
      if (after) await verifyCapturedAmount(ledger, { row, attempt: after, parsed, now: now() });
      if (after && parsed.signature === "matched" && parsed.fact.kind === "payment")
        await applyNotifiedDetails(ledger, after.id, parsed.fact, now());
      return this.#conclusion.finish(row, "applied", "query");
    }
    const isBehind = facts.every(({ reading }) => UNDECIDED.includes(reading));
    if ((isBehind || (await isBehindOurs(ledger, after, parsed))) && row.tries < LAG_TRIES) {
      return this.#conclusion.wait(row, "The query does not list it yet.");
    }
    return this.#conclusion.refuse(row, attempt, "notification_contradicted", CONTRADICTED);
  }
}
