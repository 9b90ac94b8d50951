import type { Logger } from "@medusajs/framework/types";
import { MedusaError, MedusaService } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createGatewayClient } from "../../gateway/client";
import type { GatewayClient } from "../../gateway/faces";
import { createAccountKey } from "../../gateway/ids";
import type { Money } from "../../gateway/money";
import { toWire } from "../../gateway/operations/wire-money";
import type { AcquiringOptions, GatewayAccount } from "../../gateway/options";
import { parseOptions } from "../../gateway/options";
import { Checker } from "./checker";
import type { GateResult, Intent } from "./gate";
import { Gate } from "./gate";
import type { InboxResult } from "./inbox-reader";
import { InboxReader } from "./inbox-reader";
import { duePending } from "./ledger/inbox";
import { Ledger } from "./ledger/ledger";
import type { AttemptRow, OperationRow } from "./ledger/rows";
import { minorOf } from "./ledger/rows";
import { AttentionItem } from "./models/attention-item";
import { AuditRecord } from "./models/audit-record";
import { Entry } from "./models/entry";
import { InboxEvent } from "./models/inbox-event";
import { Operation } from "./models/operation";
import { PaymentAttempt } from "./models/payment-attempt";
import { SavedCard } from "./models/saved-card";
import type { Arrival, Receipt } from "./notification-desk";
import { NotificationDesk } from "./notification-desk";
import type { CardPayment, SessionPayment } from "./pay-session";
import { PaySession } from "./pay-session";
import { holdsCardData } from "./card-data";
import { Recording } from "./recording";
import { SavedCards } from "./saved-cards";
import { isSessionToken, makeSessionToken } from "./session-token";

/**
 * The module's face: everything the provider, the routes, the workflows and the
 * jobs may ask of the ledger. It wires the parts together and holds no rule of
 * its own. Writes reach the gateway through the gate alone.
 */
interface Dependencies {
  readonly __pg_connection__: Knex;
  readonly logger: Logger;
}

const models = { PaymentAttempt, Operation, Entry, InboxEvent, AuditRecord, AttentionItem, SavedCard };

export default class AcquiringModuleService extends MedusaService(models) {
  readonly options: AcquiringOptions;
  readonly ledger: Ledger;
  readonly recording: Recording;
  readonly savedCards: SavedCards;
  readonly #clients = new Map<string, GatewayClient>();
  readonly #gate: Gate;
  readonly #checker: Checker;
  readonly #inbox: InboxReader;
  readonly #desk: NotificationDesk;
  readonly #pay: PaySession;
  #now: () => Date = () => new Date();

  /** Throws `OptionsError`, one sentence, when an option is wrong: the start stops there. */
  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options);
    this.options = parseOptions(options);
    const { logger } = dependencies;
    const now = (): Date => this.#now();
    for (const account of this.options.accounts.values()) {
      this.#clients.set(account.key, createGatewayClient({ account }));
    }
    this.ledger = new Ledger(dependencies.__pg_connection__);
    const { ledger, options: checked } = this;
    const queries = (key: string): GatewayClient["queries"] => this.client(key).queries;
    const times = {
      now,
      notFoundFinalAfterMs: checked.unknownFinalAfterMs,
      projectAfterMs: checked.completeCartAfterMs,
    };
    const log = (event: string, ids: Readonly<Record<string, string>>): void =>
      logger.info([event, ...Object.entries(ids).map(([name, value]) => `${name}=${value}`)].join(" "));
    this.#gate = new Gate({
      ...times,
      ledger,
      log,
      writes: (key) => this.client(key).writes,
      multipleCaptures: (key) => this.account(key)?.profile.capture.multiple ?? false,
    });
    this.#checker = new Checker({ ...times, ledger, queries });
    this.#inbox = new InboxReader({ ...times, ledger, checker: this.#checker, account: (key) => this.account(key) });
    this.#desk = new NotificationDesk({ ledger, queries, now, options: checked });
    this.recording = new Recording(ledger, now);
    this.savedCards = new SavedCards({ connection: ledger.connection, now, enabled: checked.savedCards.enabled });
    this.#pay = new PaySession({
      ledger,
      now,
      gate: this.#gate,
      checker: this.#checker,
      unknownWaitMs: checked.unknownWaitMs,
    });
    if (checked.allowDirectCard) {
      logger.warn(
        "medusa-payment-acquiring: allowDirectCard is on. Card numbers pass through this server, which puts it in scope of PCI DSS SAQ D.",
      );
    }
  }

  /** For tests and the simulator's virtual time only. */
  useClock(now: () => Date): void {
    this.#now = now;
  }

  now(): Date {
    return this.#now();
  }

  account(key: string): GatewayAccount | undefined {
    return this.options.accounts.get(createAccountKey(key));
  }

  /** The account of a provider id such as `pp_acquiring-card_main`. */
  accountOfProvider(providerId: string): string {
    const key = /^pp_acquiring-[a-z]+_(.+)$/.exec(providerId)?.[1];
    if (key !== undefined && this.account(key)) return key;
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The payment provider "${providerId}" names no configured account; its id must be a key of "accounts".`,
    );
  }

  /** The token that binds a store request to this session. */
  sessionToken(account: string, sessionId: string): string {
    return makeSessionToken(this.signingKeys(account)[0] ?? "", sessionId);
  }

  isSessionToken(account: string, sessionId: string, token: string): boolean {
    return isSessionToken(this.signingKeys(account), sessionId, token);
  }

  /** Throws when the data holds a card number or a security code: it would be stored and shown. */
  assertNoCardData(data: unknown): void {
    if (!holdsCardData(data)) return;
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Card details must not be sent here; nothing was stored. Send them to POST /store/acquiring/card-payments.",
    );
  }

  isForMoney(attempt: AttemptRow, money: Money): boolean {
    return attempt.currency === money.currency && minorOf(attempt.requested) === money.minor;
  }

  private signingKeys(account: string): readonly string[] {
    const keys = this.account(account)?.signingKeys;
    if (keys?.length) return keys;
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `The account "${account}" has no signing key.`);
  }

  private client(key: string): GatewayClient {
    const client = this.#clients.get(key);
    if (!client)
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The account "${key}" is not configured any more; put it back under "accounts".`,
      );
    return client;
  }

  /** Pays a session with a card, or answers from the attempt it already has. The card stays in memory. */
  async payByCard(payment: CardPayment): Promise<SessionPayment> {
    // What the wire cannot carry is refused before there is a row to explain.
    const profile = this.account(payment.account)?.profile;
    if (profile) toWire(payment.money, profile.money);
    return this.#pay.byCard(payment);
  }

  /** How a session stands; asks the gateway first when that is due and `ask` is set. */
  async sessionPayment(sessionId: string, ask: boolean): Promise<SessionPayment | null> {
    return this.#pay.status(sessionId, ask);
  }

  /** Captures, voids or refunds through the gate. */
  async run(intent: Intent): Promise<GateResult> {
    return this.#gate.run(intent);
  }

  async receiveNotification(arrival: Arrival): Promise<Receipt> {
    return this.#desk.receive(arrival);
  }

  async applyInbox(id: string): Promise<InboxResult> {
    return this.#inbox.read(id);
  }

  /** Asks the gateway about one attempt and applies the answer. False when it could not be asked. */
  async checkAttempt(id: string): Promise<boolean> {
    const attempt = await this.ledger.attempt(id);
    return attempt !== undefined && (await this.#checker.check(attempt)).kind === "answered";
  }

  /** Ids of stored notifications that wait to be thought about. */
  async dueInbox(limit: number): Promise<string[]> {
    return duePending(this.ledger.connection, this.now(), limit);
  }

  async dueChecks(limit: number): Promise<string[]> {
    return this.ledger.dueChecks(this.now(), limit);
  }

  async dueProjections(limit: number): Promise<string[]> {
    return this.ledger.dueProjections(this.now(), limit);
  }

  async attempt(id: string): Promise<{ row: AttemptRow; operations: OperationRow[] } | undefined> {
    const row = await this.ledger.attempt(id);
    return row && { row, operations: await this.ledger.operations(id) };
  }

  /** Lets requests in flight end, then closes idle connections. Medusa calls it on shutdown. */
  __hooks = {
    onApplicationShutdown: async (): Promise<void> => {
      await Promise.all([...this.#clients.values()].map((client) => client.close()));
    },
  };
}
