import type { PaymentFact } from "../../gateway/facts";
import type { Queries } from "../../gateway/faces";
import type { ParsedPayout } from "../../gateway/payout-notification";
import type { ParsedNotification } from "../../gateway/notification";
import type { AcquiringOptions, ConfiguredAccount, GatewayAccount } from "../../gateway/options";
import { createAccountKey, createOrderNo } from "../../gateway/ids";
import type { AccountIdentities } from "./account-identities";
import { namedBy } from "./addressee";
import { crashpoint } from "./crashpoint";
import { GroupCommit } from "./group-commit";
import { inTime, OutOfTime } from "./in-time";
import type { Raise } from "./ledger/attention";
import { raiseAttention } from "./ledger/attention";
import type { Ledger } from "./ledger/ledger";
import type { AttemptRow } from "./ledger/rows";
import { wireOrderNoOf } from "./ledger/rows";
import type { NewNotification, StoredNotification } from "./ledger/store-notifications";
import { isRefusedByDatabase, storeNotifications } from "./ledger/store-notifications";
import type { Reading } from "./read-notification";
import { readingFor, readNotification } from "./read-notification";
import type { SignatureWatch } from "./signature-watch";
import type { TrafficWatch } from "./traffic-watch";
import { Turns } from "./turns";
import type { WorkBell } from "./work-bell";

/**
 * The counter where notifications are handed in: verify, store, commit, say
 * yes. It does not think about what they mean; the inbox reader does. "Yes"
 * (200) is said only after the row is committed.
 */
export interface Arrival {
  readonly account: string;
  readonly contentType: string | null;
  /** The exact bytes. */
  readonly body: Buffer;
}

export type Receipt =
  | { readonly status: 200; readonly body: string; readonly inboxId: string }
  | { readonly status: 400 | 401 | 404 | 413; readonly body: string; readonly inboxId: null };

export interface DeskDependencies {
  readonly ledger: Ledger;
  readonly options: AcquiringOptions;
  readonly identities: Pick<AccountIdentities, "ready">;
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
  /** At the account that the payment was sent to, which is configured. */
  readonly queriesOf: (attempt: AttemptRow) => Queries;
  readonly now: () => Date;
  readonly signatures: SignatureWatch;
  readonly traffic: Pick<TrafficWatch, "noteNotification">;
  readonly bell: Pick<WorkBell, "name" | "ring">;
}

/** At most this many unproven notifications a second cause a query; the rest are told to come back. Our choice. */
const UNPROVEN_PER_SECOND = 5;

/**
 * So many notifications share a commit at most, in so many commits at once: a group of 100 is written in a few
 * milliseconds and holds 25 MB of the largest messages, and more commits at once only make smaller groups. Our choice.
 */
const GROUPS = { most: 100, atOnce: 1 };

export class NotificationDesk {
  private readonly tokens = new Map<string, { left: number; second: number }>();

  readonly #turns: Turns;
  readonly #groups: GroupCommit<NewNotification, StoredNotification>;

  constructor(private readonly deps: DeskDependencies) {
    const isTrouble = (error: unknown): boolean => error instanceof OutOfTime;
    this.#turns = new Turns(deps.ledger.poolSize, isTrouble);
    this.#groups = new GroupCommit({
      write: (items) => this.store(items),
      isRefusal: isRefusedByDatabase,
      isTrouble,
      ...GROUPS,
    });
  }

  /** Throws only when the database does, or takes too long: the route then answers 503 and the sender comes back. */
  async receive(arrival: Arrival): Promise<Receipt> {
    const account = this.accountOf(arrival.account);
    if (!account) return no(404, "unknown account");
    const failed = (why: string): void => this.deps.traffic.noteNotification(account.key, { kind: "failed", why });
    try {
      const receipt = await this.take(account, arrival, failed);
      if (receipt.status === 200) this.deps.traffic.noteNotification(account.key, { kind: "verified" });
      return receipt;
    } catch (error) {
      failed("The database did not take it in time; the gateway was told to come back.");
      throw error;
    }
  }

  private async take(account: ConfiguredAccount, arrival: Arrival, failed: (why: string) => void): Promise<Receipt> {
    if (arrival.body.byteLength > this.deps.options.maxNotificationBytes) {
      failed("It was larger than maxNotificationBytes allows.");
      return no(413, "too large");
    }
    const read = readNotification([account, ...account.former], arrival);
    if (read.kind === "unreadable") {
      failed(`It could not be read (${read.reason}).`);
      await this.atDatabase(() => this.raiseUnreadable(account, read.reason));
      return no(400, "unreadable");
    }
    const [{ parsed, account: reader }] = read.readings;
    const { signatures } = this.deps;
    if (signatures.noteNotification(account.key, parsed.signature)) await this.atDatabase(() => signatures.flush());
    if (parsed.signature !== "matched" && !(await this.isConfirmed(account, read.readings))) {
      failed(UNCONFIRMED[parsed.signature]);
      return no(401, "not confirmed");
    }
    crashpoint("inbox:before-commit");
    const stored = await this.#groups.take(toKeep(arrival, parsed, this.deps.now()));
    crashpoint("inbox:after-commit");
    return { status: 200, body: reader.profile.notify.ackBody, inboxId: stored.id };
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
    return this.#turns.take(() => inTime(work()));
  }

  private accountOf(key: string): ConfiguredAccount | undefined {
    return /^[A-Za-z0-9_-]{1,50}$/.test(key) ? this.deps.options.accounts.get(createAccountKey(key)) : undefined;
  }

  /** A notification without a good signature is believed only as far as a query says the same. */
  private async isConfirmed(account: GatewayAccount, readings: readonly [Reading, ...Reading[]]): Promise<boolean> {
    const [{ parsed }] = readings;
    // No query knows of payouts.
    if (account.profile.notify.trust === "signature" || parsed.kind === "payout") return false;
    await this.atDatabase(() => this.deps.identities.ready());
    const isOf = (row: AttemptRow): boolean => readingFor(readings, this.deps.accountOf(row)) !== undefined;
    const attempt = await this.atDatabase(() => namedBy(this.deps.ledger, { key: account.key, isOf }, parsed));
    if (!attempt || !isOf(attempt) || !this.takeToken(account.key)) return false;
    // A charge of a contract may be listed with the first payment, whatever its own number.
    const orderNos = new Set([parsed.orderNo, createOrderNo(wireOrderNoOf(attempt))]);
    const answer = await this.deps.queriesOf(attempt).payments([...orderNos]);
    return answer.kind === "answered" && answer.facts.some((fact) => agrees(parsed, fact));
  }

  private takeToken(key: string): boolean {
    const second = Math.floor(this.deps.now().getTime() / 1_000);
    const bucket = this.tokens.get(key);
    const left = bucket?.second === second ? bucket.left : UNPROVEN_PER_SECOND;
    this.tokens.set(key, { left: left - 1, second });
    return left > 0;
  }

  private async raiseUnreadable(account: GatewayAccount, reason: string): Promise<void> {
    const message = `A notification could not be read (${reason}). Check the profile's notify options.`;
    const item: Raise = {
      account: account.key,
      kind: "notification_unreadable",
      subject: account.key,
      attemptId: null,
      message,
    };
    await raiseAttention(this.deps.ledger.connection, item, this.deps.now());
  }
}

const UNCONFIRMED: Readonly<Record<Exclude<ParsedNotification["signature"], "matched">, string>> = {
  mismatched: "Its signature did not match, and no query said the same. Compare signingKeys and profile.signing.",
  absent: "It carried no signature, and no query said the same.",
};

/** Of a payout only what has no bank data in it: neither the rest of the message nor a digest of it is stored. */
function toKeep(arrival: Arrival, parsed: ParsedNotification | ParsedPayout, receivedAt: Date): NewNotification {
  const { signature } = parsed;
  if (parsed.kind === "parsed") return { ...arrival, orderNo: parsed.orderNo, signature, receivedAt };
  const body = Buffer.from(JSON.stringify(parsed.kept));
  return { account: arrival.account, contentType: "application/json", body, orderNo: null, signature, receivedAt };
}

const no = (status: 400 | 401 | 404 | 413, body: string): Receipt => ({ status, body, inboxId: null });

/** Same order, same money, and the reading the notification claims, or one that includes it. */
function agrees(parsed: ParsedNotification, fact: PaymentFact): boolean {
  if ((fact.recurring?.wireOrderNo ?? fact.orderNo) !== parsed.orderNo) return false;
  // Charges of a contract share an order number: another one's proves nothing.
  if (fact.recurring && fact.gatewayPaymentId !== parsed.gatewayPaymentId) return false;
  if (parsed.money && fact.money && parsed.money.currency !== fact.money.currency) return false;
  if (parsed.kindHint === "payment" && parsed.money && fact.money && parsed.money.minor !== fact.money.minor)
    return false;
  if (parsed.fact.kind === "refund") return fact.reading === "refunded" || fact.reading === "captured";
  if (parsed.fact.reading === fact.reading) return true;
  return parsed.fact.reading === "authorised" && (fact.reading === "captured" || fact.reading === "refunded");
}
