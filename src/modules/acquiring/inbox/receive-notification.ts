import type { ParsedPayout } from "../../../gateway/notifications/payout-notification";
import type { ParsedNotification } from "../../../gateway/notifications/notification";
import type { AcquiringOptions, ConfiguredAccount } from "../../../options/options";
import type { GatewayAccount } from "../../../gateway/model/account";
import { createAccountKey } from "../../../gateway/model/ids";
import type { AccountIdentities } from "../accounts/account-identities";
import type { StatusChecker } from "../status-checks/status-checker";
import { failpoint } from "../runtime/failpoint";
import { GroupCommit } from "../runtime/group-commit";
import { withDbTimeout, DbTimeout } from "../runtime/with-db-timeout";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import type { NewNotification, StoredNotification } from "../ledger/store-notifications";
import { isRefusedByDatabase, storeNotifications } from "../ledger/store-notifications";
import type { NotificationReading } from "./read-notification";
import { readingFor, readNotification } from "./read-notification";
import type { SignatureFailureMonitor } from "../health/signature-failure-monitor";
import type { GatewayMetrics } from "../health/gateway-metrics";
import { Semaphore } from "../runtime/semaphore";
import { confirmUnverified, UNVERIFIED_MAX_BYTES } from "./confirm-unverified-notification";
import type { UnreadableResponseCount } from "../health/unreadable-response-count";
import { redactCard } from "./redact-card";
import type { WorkerWakeup } from "./worker-wakeup";

export interface RawNotification {
  readonly account: string;
  readonly contentType: string | null;
  readonly body: Buffer;
}

export type Receipt =
  /** `inboxId` is null if a query confirmed an unverified message, which is not stored. */
  | { readonly status: 200; readonly body: string; readonly inboxId: string | null }
  | { readonly status: 400 | 401 | 404 | 413; readonly body: string; readonly inboxId: null };

export interface NotificationReceiverDependencies {
  readonly ledger: Ledger;
  readonly options: AcquiringOptions;
  readonly identities: Pick<AccountIdentities, "ready">;
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
  readonly checker: StatusChecker;
  readonly now: () => Date;
  readonly signatureFailures: SignatureFailureMonitor;
  readonly unreadableResponses: UnreadableResponseCount;
  readonly gatewayMetrics: Pick<GatewayMetrics, "noteNotification">;
  readonly wakeup: Pick<WorkerWakeup, "announce">;
}

/**
 * At most this many notifications share a commit, in this many concurrent commits: a group of 100 is written in a few
 * milliseconds and contains at most 25 MB; while it is flushed, the next one fills. Our choice.
 */
const GROUPS = { most: 100, atOnce: 2 };

/** At most one in this many connections reads for unverified messages. Our choice. */
const UNVERIFIED_SHARE = 4;

/**
 * Verifies, commits, then acknowledges with 200; the meaning is processed later. An unverified message, whose signature
 * is absent or invalid, is never stored, and acknowledged once the gateway's own query confirms it and the ledger has
 * it; see `confirm-unverified-notification.ts`.
 */
export class NotificationReceiver {
  readonly #turns: Semaphore;
  /** Unverified messages have a separate queue, so that verified ones do not wait behind them. */
  readonly #unverified: Semaphore;
  readonly #groups: GroupCommit<NewNotification, StoredNotification>;

  constructor(private readonly deps: NotificationReceiverDependencies) {
    const isTrouble = (error: unknown): boolean => error instanceof DbTimeout;
    this.#turns = new Semaphore(deps.ledger.poolSize, isTrouble);
    this.#unverified = new Semaphore(Math.max(1, Math.floor(deps.ledger.poolSize / UNVERIFIED_SHARE)), isTrouble);
    this.#groups = new GroupCommit({
      write: (items) => this.store(items),
      isRefusal: isRefusedByDatabase,
      isTrouble,
      // After every request that has arrived by now is read: they share the commit.
      defer: setImmediate,
      ...GROUPS,
    });
  }

  /** Throws only on a database error or timeout: the route then answers 503 and the sender retries. */
  async receive(arrival: RawNotification): Promise<Receipt> {
    const account = this.accountOf(arrival.account);
    if (!account) return no(404, "unknown account");
    const failed = (why: string): void =>
      this.deps.gatewayMetrics.noteNotification(account.key, { kind: "failed", why });
    try {
      const receipt = await this.take(account, arrival, failed);
      if (receipt.status === 200) this.deps.gatewayMetrics.noteNotification(account.key, { kind: "verified" });
      return receipt;
    } catch (error) {
      failed("The database did not store it in time. The gateway was asked to send it again.");
      throw error;
    }
  }

  private async take(
    account: ConfiguredAccount,
    arrival: RawNotification,
    failed: (why: string) => void,
  ): Promise<Receipt> {
    if (arrival.body.byteLength > this.deps.options.maxNotificationBytes) {
      failed("It exceeded maxNotificationBytes.");
      return no(413, "too large");
    }
    const read = readNotification([account, ...account.former], arrival);
    const { signatureFailures, unreadableResponses } = this.deps;
    if (read.kind === "unreadable") {
      failed(`It could not be read (${read.reason}).`);
      if (unreadableResponses.note(account.key, read.reason)) await this.atDatabase(() => unreadableResponses.flush());
      return no(400, "unreadable");
    }
    const [{ parsed, account: reader }] = read.readings;
    if (signatureFailures.noteNotification(account.key, parsed.signature))
      await this.atDatabase(() => signatureFailures.flush());
    if (parsed.signature !== "matched")
      return this.receiveUnverified(account, { arrival, readings: read.readings, failed });
    failpoint("inbox:before-commit");
    const stored = await this.#groups.take(toKeep({ arrival, account: reader }, parsed, this.deps.now()));
    failpoint("inbox:after-commit");
    return { status: 200, body: reader.profile.notify.ackBody, inboxId: stored.id };
  }

  private async receiveUnverified(
    account: GatewayAccount,
    { arrival, readings, failed }: UnverifiedNotification,
  ): Promise<Receipt> {
    if (arrival.body.byteLength > UNVERIFIED_MAX_BYTES) {
      failed("It was too large for a notification without a valid signature.");
      return no(413, "too large");
    }
    const { ledger, checker, now, identities, accountOf } = this.deps;
    const [{ parsed }] = readings;
    const atDatabase = <T>(work: () => Promise<T>): Promise<T> => this.#unverified.take(() => withDbTimeout(work()));
    // No query returns payouts.
    const mayBeAsked = account.profile.notify.trust !== "signature" && parsed.kind !== "payout";
    if (mayBeAsked) await atDatabase(() => identities.ready());
    // The payment's account must be able to read the message.
    const isOf = (attempt: AttemptRow): boolean => readingFor(readings, accountOf(attempt)) !== undefined;
    const origin = { key: account.key, isOf };
    if (mayBeAsked && (await confirmUnverified({ ledger, checker, now, atDatabase }, origin, parsed)))
      return { status: 200, body: account.profile.notify.ackBody, inboxId: null };
    failed(parsed.signature === "absent" ? UNCONFIRMED.absent : UNCONFIRMED.mismatched);
    return no(401, "not confirmed");
  }

  private async store(items: readonly NewNotification[]): Promise<readonly StoredNotification[]> {
    const { ledger, wakeup } = this.deps;
    const stored = await this.atDatabase(() => storeNotifications(ledger.connection, items));
    // A repetition was already announced; repeated messages cause no extra work.
    if (stored.some(({ fresh }) => fresh)) wakeup.announce();
    return stored;
  }

  /** As many at once as there are connections, and no long wait for a database that is down. */
  private atDatabase<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.take(() => withDbTimeout(work()));
  }

  private accountOf(key: string): ConfiguredAccount | undefined {
    return /^[A-Za-z0-9_-]{1,50}$/.test(key) ? this.deps.options.accounts.get(createAccountKey(key)) : undefined;
  }
}

interface UnverifiedNotification {
  readonly arrival: RawNotification;
  readonly readings: readonly [NotificationReading, ...NotificationReading[]];
  readonly failed: (why: string) => void;
}

const UNCONFIRMED: Readonly<Record<Exclude<ParsedNotification["signature"], "matched">, string>> = {
  mismatched: "Its signature was invalid, and no query confirmed it. Compare signingKeys and profile.signing.",
  absent: "It had no signature, and no query confirmed it.",
};

/** Of a payout, only fields without bank data are stored: neither the other fields nor a digest of them. */
function toKeep(
  { arrival, account }: { readonly arrival: RawNotification; readonly account: GatewayAccount },
  parsed: ParsedNotification | ParsedPayout,
  receivedAt: Date,
): NewNotification {
  const { signature } = parsed;
  if (parsed.kind === "payment")
    return { ...arrival, ...redactCard(arrival, account), orderNo: parsed.orderNo, signature, receivedAt };
  const body = Buffer.from(JSON.stringify(parsed.kept));
  return { account: arrival.account, contentType: "application/json", body, orderNo: null, signature, receivedAt };
}

const no = (status: 400 | 401 | 404 | 413, body: string): Receipt => ({ status, body, inboxId: null });
