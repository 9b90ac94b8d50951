import type { GatewayAccount } from "../../../gateway/model/account";
import type { ParsedNotification } from "../../../gateway/notifications/notification";
import type { AccountIdentities, Placed } from "../accounts/account-identities";
import { NotificationApplier } from "./apply-notification";
import type { PaymentMatch } from "./match-payment";
import { matchPayment, namedBy } from "./match-payment";
import type { CardTokenStore } from "../saved-cards/store-card-token";
import type { StatusChecker } from "../status-checks/status-checker";
import { claimsMoney } from "../domain/matches-gateway-status";
import { claimOf, contradicts } from "./notification-claims";
import { failpoint } from "../runtime/failpoint";
import { Semaphore } from "../runtime/semaphore";
import { clearFailing, reportFailing } from "./notification-failures";
import type { Ending, InboxResult } from "./conclude-notification";
import { FIRST_PAYMENT_UNKNOWN, LAG_TRIES, NotificationConclusion } from "./conclude-notification";
import type { InboxRow } from "../ledger/inbox";
import { assignInbox, postponeInbox } from "../ledger/inbox";
import { InboxGroups } from "../ledger/inbox-groups";
import type { Ledger } from "../ledger/ledger";
import type { PayoutNotificationProcessor } from "./process-payout-notification";
import type { LostCommitSignals } from "../lost-commits/lost-commit-signals";
import { lostMessage } from "../lost-commits/lost-commit-signals";
import { asReceived } from "./redact-card";
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
  readonly isStopping: () => boolean;
}

/** The shortest period of a plan: no charge follows a first payment sooner. */
const SHORTEST_PERIOD_MS = 86_400_000;

const isTransactionUnknown = ({ subscription, gateway_payment_id: own, state }: AttemptRow): boolean =>
  Boolean(subscription) && own === null && state !== "declined" && state !== "expired";

/** Notifications processed at once, each with at most one connection: one query names about as many. Our choice. */
const TURNS = 32;

export class NotificationProcessor {
  /** Notifications processed at the same moment share statements. */
  readonly #groups: InboxGroups;
  readonly #turns = new Semaphore(TURNS, () => false);
  readonly #conclusion: NotificationConclusion;
  readonly #applier: NotificationApplier;

  constructor(private readonly deps: NotificationProcessorDependencies) {
    const { ledger, now } = deps;
    this.#groups = new InboxGroups(ledger);
    this.#conclusion = new NotificationConclusion({ ledger, now, groups: this.#groups });
    this.#applier = new NotificationApplier({ ...deps, groups: this.#groups, conclusion: this.#conclusion });
  }

  /** A notification that fails waits for its retry and blocks no other. */
  process(id: string): Promise<InboxResult> {
    // Not started at shutdown: it stays pending.
    return this.#turns.take(async () => (this.deps.isStopping() ? "waiting" : this.processInTurn(id)));
  }

  /** The row is read now: while it waited for its turn, another worker may have processed it. */
  private async processInTurn(id: string): Promise<InboxResult> {
    const { ledger, now } = this.deps;
    const row = await this.#groups.row(id);
    if (!row || row.status !== "pending" || row.source !== "notify") return "ignored";
    failpoint("inbox:before-apply");
    try {
      const { ending, token } = await this.parseAndRoute(row);
      const result = ending ? await this.#conclusion.record(row, ending, token) : "ignored";
      if (result !== "waiting") await clearFailing(ledger, row, now());
      return result;
    } catch (error) {
      await postponeInbox(ledger.connection, row, "It could not be processed.", now());
      await reportFailing(ledger, row, { error, now: now() });
      throw error;
    }
  }

  /** Null: it is not about a payment or payout. */
  private async parseAndRoute(
    row: InboxRow,
  ): Promise<{ readonly ending: Ending | null; readonly token: string | null }> {
    await this.deps.identities.ready();
    const [account, ...former] = this.deps.accountsUnder(row.account);
    if (!account) {
      const message =
        "A stored notification belongs to an account that is not configured. Add the account again. The notification is retried for three days.";
      return { ending: this.#conclusion.waitForOptions(row, message), token: null };
    }
    const body = Buffer.from(row.body ?? "", "base64");
    const read = readNotification([account, ...former], { contentType: row.content_type, body });
    if (read.kind === "unreadable") {
      const message = `A stored notification can no longer be read (${read.reason}). Correct the profile's notify options. The notification is retried for three days.`;
      return { ending: this.#conclusion.waitForOptions(row, message), token: null };
    }
    const [first, ...others] = read.readings;
    if (isOfPayout(first)) {
      const readings = [first, ...others.filter(isOfPayout)] as const;
      return { ending: await this.deps.payoutNotifications.process(row, readings, this.#conclusion), token: null };
    }
    const readings = read.readings.map((each) => asReceived(row, each)).filter(isOfPayment);
    const [named] = readings;
    if (!named) return { ending: null, token: null };
    return { ending: await this.routeToPayment(row, readings, named.parsed), token: named.parsed.token };
  }

  /** The payment's own account determines how the message is read. */
  private async routeToPayment(
    row: InboxRow,
    readings: readonly Message[],
    named: ParsedNotification,
  ): Promise<Ending> {
    const messageFor = (attempt: AttemptRow): Message | undefined => readingFor(readings, this.deps.accountOf(attempt));
    const origin = { key: row.account, isOf: (attempt: AttemptRow) => messageFor(attempt) !== undefined };
    const namedAttempt = await namedBy(this.#groups, origin, named);
    if (!namedAttempt) return this.refuseUnknown(row, readings, named);
    if (!this.deps.accountOf(namedAttempt)) {
      const text =
        "A stored notification belongs to a payment of a gateway account that is not configured. List that account again. The notification is retried for three days.";
      return this.#conclusion.waitForOptions(row, text);
    }
    const message = messageFor(namedAttempt);
    if (!message) {
      const text = "A notification of another gateway account names this payment. Nothing was changed.";
      return this.#conclusion.refuse(row, namedAttempt, "order_mismatch", text);
    }
    const result = isTransactionUnknown(namedAttempt) && (await this.identifyFirstPayment(row, namedAttempt, message));
    if (result) return result;
    const match = await matchPayment({ ledger: this.#groups, checker: this.deps.checker }, origin, message.parsed);
    return match.kind === "no_match"
      ? this.refuseUnknown(row, readings, message.parsed)
      : this.processMatch(row, match, message);
  }

  private async refuseUnknown(
    row: InboxRow,
    readings: readonly Message[],
    { orderNo }: ParsedNotification,
  ): Promise<Ending> {
    const signed = readings.find((each) => each.parsed.signature === "matched")?.parsed;
    if (signed && (await this.deps.lostCommitSignals.reportIfOurs(row.account, signed)))
      return this.#conclusion.refuse(row, null, "lost_payment", lostMessage(signed));
    const text = `A notification names an order number of another system: ${orderNo}.`;
    return this.#conclusion.refuse(row, null, "order_mismatch", text);
  }

  private async processMatch(
    row: InboxRow,
    match: Exclude<PaymentMatch, { kind: "no_match" }>,
    message: Message,
  ): Promise<Ending> {
    switch (match.kind) {
      case "payment":
        if (match.attempt.order_no !== row.order_no)
          await assignInbox(this.deps.ledger.connection, row.id, match.attempt.order_no);
        return this.#applier.apply(row, match, message);
      case "charge_not_listed":
        return this.#conclusion.waitForCharge(row, match.first);
      case "not_queried":
        return this.#applier.applyWithoutQuery(row, match.first, message);
    }
  }

  /**
   * Only a query tells the first payment from a later charge. Null: it is known, or no later charge can exist yet. A
   * declined card or one in progress moves no money, whichever charge it was for: the payment stays open and is queried.
   */
  private async identifyFirstPayment(
    row: InboxRow,
    first: AttemptRow,
    { account, parsed }: Message,
  ): Promise<Ending | null> {
    const isSoon = row.received_at.getTime() - first.created_at.getTime() < SHORTEST_PERIOD_MS;
    if (isSoon && account.profile.notify.trust === "signature" && parsed.signature === "matched") return null;
    const checked = await this.deps.checker.check(first, claimOf(parsed));
    const after = await this.deps.ledger.attempt(first.id);
    if (!after || !isTransactionUnknown(after)) return null;
    if (checked.kind !== "answered") return this.#conclusion.wait("The gateway could not be queried.");
    if (parsed.fact.kind === "payment" && !claimsMoney(parsed.fact) && !contradicts(parsed, after))
      return this.#conclusion.finish("applied", "query");
    if (row.tries < LAG_TRIES) return this.#conclusion.wait("No query lists the subscription's first payment yet.");
    return this.#conclusion.refuse(row, first, "notification_contradicted", FIRST_PAYMENT_UNKNOWN);
  }
}
