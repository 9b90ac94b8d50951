import type { ParsedPayout } from "../../../gateway/notifications/payout-notification";
import type { ParsedNotification } from "../../../gateway/notifications/notification";
import type { AcquiringOptions, ConfiguredAccount, GatewayAccount } from "../../../options/options";
import { createAccountKey } from "../../../gateway/model/ids";
import type { AccountIdentities } from "../accounts/account-identities";
import type { StatusChecker } from "../status-checks/status-checker";
import { failpoint } from "../runtime/failpoint";
import { GroupCommit } from "../runtime/group-commit";
import { withDbTimeout, DbTimeout } from "../runtime/with-db-timeout";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/rows";
import type { NewNotification, StoredNotification } from "../ledger/store-notifications";
import { isRefusedByDatabase, storeNotifications } from "../ledger/store-notifications";
import type { NotificationReading } from "./read-notification";
import { readingFor, readNotification } from "./read-notification";
import type { SignatureFailureMonitor } from "../health/signature-failure-monitor";
import type { GatewayMetrics } from "../health/gateway-metrics";
import { Semaphore } from "../runtime/semaphore";
import { confirmUnsigned, UNSIGNED_MAX_BYTES } from "./confirm-unsigned-notification";
import type { UnreadableResponseCount } from "../health/unreadable-response-count";
import { redactCard } from "./redact-card";
import type { WorkerWakeup } from "./worker-wakeup";

/**
 * The counter where notifications are handed in: verify, store, commit, say
 * yes. It does not think about what they mean; the inbox reader does. "Yes"
 * (200) is said to a signed one only after the row with its bytes is committed. To
 * one without a good signature it is said once the gateway's own query says the same
 * and the ledger has that; such a message itself is never stored, see `confirm-unsigned-notification.ts`.
 */
export interface RawNotification {
  readonly account: string;
  readonly contentType: string | null;
  /** The exact bytes. */
  readonly body: Buffer;
}

export type Receipt =
  /** `inboxId` is null where a query confirmed what came without proof: nothing of it is kept. */
  | { readonly status: 200; readonly body: string; readonly inboxId: string | null }
  | { readonly status: 400 | 401 | 404 | 413; readonly body: string; readonly inboxId: null };

export interface NotificationReceiverDependencies {
  readonly ledger: Ledger;
  readonly options: AcquiringOptions;
  readonly identities: Pick<AccountIdentities, "ready">;
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
  readonly checker: StatusChecker;
  readonly now: () => Date;
  readonly signatures: SignatureFailureMonitor;
  readonly unreadable: UnreadableResponseCount;
  readonly traffic: Pick<GatewayMetrics, "noteNotification">;
  readonly bell: Pick<WorkerWakeup, "name" | "ring">;
}

/**
 * So many notifications share a commit at most, in so many commits at once: a group of 100 is written in a few
 * milliseconds and holds 25 MB of the largest messages, and more commits at once only make smaller groups. Our choice.
 */
const GROUPS = { most: 100, atOnce: 1 };

/** One in so many connections, at most, reads for messages without proof. Our choice. */
const UNPROVEN_SHARE = 4;

export class NotificationReceiver {
  readonly #turns: Semaphore;
  /** Those without proof stand in a line of their own, so that signed ones do not wait behind them. */
  readonly #unproven: Semaphore;
  readonly #groups: GroupCommit<NewNotification, StoredNotification>;

  constructor(private readonly deps: NotificationReceiverDependencies) {
    const isTrouble = (error: unknown): boolean => error instanceof DbTimeout;
    this.#turns = new Semaphore(deps.ledger.poolSize, isTrouble);
    this.#unproven = new Semaphore(Math.max(1, Math.floor(deps.ledger.poolSize / UNPROVEN_SHARE)), isTrouble);
    this.#groups = new GroupCommit({
      write: (items) => this.store(items),
      isRefusal: isRefusedByDatabase,
      isTrouble,
      ...GROUPS,
    });
  }

  /** Throws only when the database does, or takes too long: the route then answers 503 and the sender comes back. */
  async receive(arrival: RawNotification): Promise<Receipt> {
    const account = this.accountOf(arrival.account);
    if (!account) return no(404, "unknown account");
    const failed = (why: string): void => this.deps.traffic.noteNotification(account.key, { kind: "failed", why });
    try {
      const receipt = await this.take(account, arrival, failed);
      if (receipt.status === 200) this.deps.traffic.noteNotification(account.key, { kind: "verified" });
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
    const { signatures, unreadable } = this.deps;
    if (read.kind === "unreadable") {
      failed(`It could not be read (${read.reason}).`);
      if (unreadable.note(account.key, read.reason)) await this.atDatabase(() => unreadable.flush());
      return no(400, "unreadable");
    }
    const [{ parsed, account: reader }] = read.readings;
    if (signatures.noteNotification(account.key, parsed.signature)) await this.atDatabase(() => signatures.flush());
    if (parsed.signature !== "matched") return this.takeUnproven(account, { arrival, readings: read.readings, failed });
    failpoint("inbox:before-commit");
    const stored = await this.#groups.take(toKeep({ arrival, account: reader }, parsed, this.deps.now()));
    failpoint("inbox:after-commit");
    return { status: 200, body: reader.profile.notify.ackBody, inboxId: stored.id };
  }

  /** Believed only as far as a query says the same; whatever becomes of it, nothing of it is stored. */
  private async takeUnproven(account: GatewayAccount, { arrival, readings, failed }: Unproven): Promise<Receipt> {
    if (arrival.body.byteLength > UNSIGNED_MAX_BYTES) {
      failed("It was too large for a notification without a valid signature.");
      return no(413, "too large");
    }
    const { ledger, checker, now, identities, accountOf } = this.deps;
    const [{ parsed }] = readings;
    const atDatabase = <T>(work: () => Promise<T>): Promise<T> => this.#unproven.take(() => withDbTimeout(work()));
    // No query knows of payouts.
    const mayBeAsked = account.profile.notify.trust !== "signature" && parsed.kind !== "payout";
    if (mayBeAsked) await atDatabase(() => identities.ready());
    // The account that the payment was sent to has to be one that can read the message.
    const isOf = (attempt: AttemptRow): boolean => readingFor(readings, accountOf(attempt)) !== undefined;
    const origin = { key: account.key, isOf };
    if (mayBeAsked && (await confirmUnsigned({ ledger, checker, now, atDatabase }, origin, parsed)))
      return { status: 200, body: account.profile.notify.ackBody, inboxId: null };
    failed(parsed.signature === "absent" ? UNCONFIRMED.absent : UNCONFIRMED.mismatched);
    return no(401, "not confirmed");
  }

  private async store(items: readonly NewNotification[]): Promise<readonly StoredNotification[]> {
    const { ledger, bell } = this.deps;
    const stored = await this.atDatabase(() => storeNotifications(ledger.connection, items, bell.name));
    // A repetition was announced the first time; a flood of them is no flood of work.
    if (stored.some(({ fresh }) => fresh)) bell.ring();
    return stored;
  }

  /** In turn, and in time: as many at once as there are connections, and nobody waits long for a database that is away. */
  private atDatabase<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.take(() => withDbTimeout(work()));
  }

  private accountOf(key: string): ConfiguredAccount | undefined {
    return /^[A-Za-z0-9_-]{1,50}$/.test(key) ? this.deps.options.accounts.get(createAccountKey(key)) : undefined;
  }
}

interface Unproven {
  readonly arrival: RawNotification;
  readonly readings: readonly [NotificationReading, ...NotificationReading[]];
  readonly failed: (why: string) => void;
}

const UNCONFIRMED: Readonly<Record<Exclude<ParsedNotification["signature"], "matched">, string>> = {
  mismatched: "Its signature was invalid, and no query confirmed it. Compare signingKeys and profile.signing.",
  absent: "It had no signature, and no query confirmed it.",
};

/** Of a payout only what has no bank data in it: neither the rest of the message nor a digest of it is stored. */
function toKeep(
  { arrival, account }: { readonly arrival: RawNotification; readonly account: GatewayAccount },
  parsed: ParsedNotification | ParsedPayout,
  receivedAt: Date,
): NewNotification {
  const { signature } = parsed;
  if (parsed.kind === "parsed")
    return { ...arrival, ...redactCard(arrival, account), orderNo: parsed.orderNo, signature, receivedAt };
  const body = Buffer.from(JSON.stringify(parsed.kept));
  return { account: arrival.account, contentType: "application/json", body, orderNo: null, signature, receivedAt };
}

const no = (status: 400 | 401 | 404 | 413, body: string): Receipt => ({ status, body, inboxId: null });
