import type { Logger } from "@medusajs/framework/types";
import { MedusaError, MedusaService } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { startTimer } from "../../gateway/batcher";
import { createGatewayClient } from "../../gateway/client";
import type { GatewayClient } from "../../gateway/faces";
import { queryLimits } from "../../gateway/grouped-queries";
import { createAccountKey } from "../../gateway/ids";
import type { Money } from "../../gateway/money";
import { toWire } from "../../gateway/operations/wire-money";
import type { AcquiringOptions, GatewayAccount } from "../../gateway/options";
import { parseOptions } from "../../gateway/options";
import type { BrokenCheck } from "./checker";
import { Attention } from "./attention/attention";
import type { Sweep } from "./attention/attention";
import { Checker } from "./checker";
import type { DecideOperation, DecideResult } from "./decider";
import { Decider } from "./decider";
import type { GateResult, Intent } from "./gate";
import { Gate } from "./gate";
import type { InboxResult } from "./inbox-reader";
import { InboxReader } from "./inbox-reader";
import { duePending } from "./ledger/inbox";
import type { DueWork } from "./ledger/ledger";
import { Ledger } from "./ledger/ledger";
import type { ReversalReason } from "./ledger/reversals";
import { intendReversal } from "./ledger/reversals";
import type { AttemptRow, OperationRow } from "./ledger/rows";
import { minorOf } from "./ledger/rows";
import { AttentionItem } from "./models/attention-item";
import { AuditRecord } from "./models/audit-record";
import { Entry } from "./models/entry";
import { InboxEvent } from "./models/inbox-event";
import { Operation } from "./models/operation";
import { PaymentAttempt } from "./models/payment-attempt";
import { SignatureCount } from "./models/signature-count";
import { ReconciliationRun } from "./models/reconciliation-run";
import { Velocity } from "./models/velocity";
import { SavedCard } from "./models/saved-card";
import type { Arrival, Receipt } from "./notification-desk";
import { NotificationDesk } from "./notification-desk";
import type { NewPayment } from "./pay-session";
import { PaySession } from "./pay-session";
import { holdsCardData } from "./card-data";
import { CardKeeper } from "./card-keeper";
import { DeclineWatch } from "./decline-watch";
import { Rankings } from "./rankings";
import { Reconciler } from "./reconciler";
import { Recording } from "./recording";
import { Redirects } from "./redirects";
import { Reminders } from "./reminders";
import { pruneInbox } from "./retention";
import { Reverser } from "./reverser";
import type { ReviewResult, ReviewWish } from "./reviewer";
import { Reviewer } from "./reviewer";
import { createHoldRule } from "./hold-policy";
import type { SessionPayment } from "./session-view";
import { SessionView } from "./session-view";
import { SignatureWatch } from "./signature-watch";
import { Tickets } from "./tickets";

import type { VelocityScope, VelocitySubjects } from "./velocity";
import { cardDigest, VelocityLimiter } from "./velocity";
import { SavedCards } from "./saved-cards";

/**
 * The module's face: everything the provider, the routes, the workflows and the
 * jobs may ask of the ledger. It wires the parts together and holds no rule of
 * its own. Writes reach the gateway through the gate alone. Long because everything
 * is wired here and nowhere else.
 */
interface Dependencies {
  readonly __pg_connection__: Knex;
  readonly logger: Logger;
}

const models = {
  PaymentAttempt,
  Operation,
  Entry,
  InboxEvent,
  AuditRecord,
  AttentionItem,
  SavedCard,
  Velocity,
  SignatureCount,
  ReconciliationRun,
};

/** Of an account that is not configured any more; nothing is sent for it. */
const ALONE = { maxItems: 1, maxWaitMs: 0 };

const realPause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export default class AcquiringModuleService extends MedusaService(models) {
  readonly options: AcquiringOptions;
  readonly ledger: Ledger;
  readonly recording: Recording;
  readonly redirects: Redirects;
  readonly tickets: Tickets;
  readonly reminders: Reminders;
  readonly savedCards: SavedCards;
  readonly attention: Attention;
  readonly reconciler: Reconciler;
  readonly #clients = new Map<string, GatewayClient>();
  readonly #gate: Gate;
  readonly #checker: Checker;
  readonly #inbox: InboxReader;
  readonly #desk: NotificationDesk;
  readonly #pay: PaySession;
  readonly #view: SessionView;
  readonly #reverser: Reverser;
  readonly #decider: Decider;
  readonly #reviewer: Reviewer;
  readonly #velocity: VelocityLimiter;
  readonly #declines: DeclineWatch;
  readonly #rankings: Rankings;
  readonly #signatures: SignatureWatch;
  #now: () => Date = () => new Date();
  #pause = realPause;

  /** Throws `OptionsError`, one sentence, when an option is wrong: the start stops there. */
  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options);
    this.options = parseOptions(options);
    const { logger } = dependencies;
    const now = (): Date => this.#now();
    for (const account of this.options.accounts.values()) {
      this.#clients.set(account.key, createGatewayClient({ account }));
    }
    const log = (event: string, ids: Readonly<Record<string, string>>): void =>
      logger.info([event, ...Object.entries(ids).map(([name, value]) => `${name}=${value}`)].join(" "));
    this.ledger = new Ledger(dependencies.__pg_connection__, createHoldRule(this.options.review, log));
    this.tickets = new Tickets(this.ledger, this.options);
    this.reminders = new Reminders(this.ledger, now);
    const { ledger, options: checked } = this;
    const queries = (key: string): GatewayClient["queries"] => this.client(key).queries;
    const handoffs = (key: string): GatewayClient["handoffs"] => this.client(key).handoffs;
    const times = {
      now,
      notFoundFinalAfterMs: checked.unknownFinalAfterMs,
      projectAfterMs: checked.completeCartAfterMs,
    };
    this.savedCards = new SavedCards({ connection: ledger.connection, now, enabled: checked.savedCards.enabled });
    const keeper = new CardKeeper({ ledger, savedCards: this.savedCards, account: (key) => this.account(key) });
    this.#signatures = new SignatureWatch({
      connection: ledger.connection,
      rate: checked.attention.signatureMismatch,
      now,
    });
    this.attention = new Attention({
      connection: ledger.connection,
      now,
      accounts: [...checked.accounts.values()],
      options: checked.attention,
    });
    this.#gate = new Gate({
      ...times,
      ledger,
      log,
      handoffs,
      writes: (key) => this.client(key).writes,
      asksForDocument: (key) => this.account(key)?.profile.checkout.handoff === "server-document",
      startTimer,
      batchLimits: (key, kind) => {
        const { batch, review } = this.account(key)?.profile ?? { batch: ALONE, review: ALONE };
        return kind === "review" ? { ...batch, maxItems: review.maxItems } : batch;
      },
      multipleCaptures: (key) => this.account(key)?.profile.capture.multiple ?? false,
      afterAuthorise: async (attempt, outcome) => {
        await this.#signatures.noteAnswer(attempt.account, outcome);
        await keeper.afterAuthorise(attempt, outcome);
      },
    });
    this.#checker = new Checker({
      ...times,
      ledger,
      startTimer,
      queryLimits: (key) => {
        const account = this.account(key);
        return account ? queryLimits(account.profile) : ALONE;
      },
      queries: (key) => this.#clients.get(key)?.queries,
    });
    this.#inbox = new InboxReader({
      ...times,
      ledger,
      keeper,
      checker: this.#checker,
      account: (key) => this.account(key),
    });
    this.#desk = new NotificationDesk({ ledger, queries, now, options: checked, signatures: this.#signatures });
    this.recording = new Recording(ledger, now);
    this.#view = new SessionView(now, checked.unknownWaitMs);
    this.#pay = new PaySession({
      ledger,
      now,
      pause: (ms) => this.#pause(ms),
      gate: this.#gate,
      checker: this.#checker,
      view: this.#view,
    });
    this.redirects = new Redirects({
      ledger,
      now,
      handoffs,
      follows: (key) => this.account(key)?.profile.handoff.issuer === "server-follow",
      addresses: ({ account, order_no }) => this.tickets.addresses(account, order_no),
    });
    this.#velocity = new VelocityLimiter(ledger.connection, (key) => this.tickets.activeKey(key));
    this.#rankings = new Rankings(queries, now);
    this.#declines = new DeclineWatch(ledger.connection, checked.cardTesting.declineRate);
    this.#reverser = new Reverser({ ledger, now, gate: this.#gate });
    this.#decider = new Decider({ ...times, ledger });
    this.#reviewer = new Reviewer({
      ...times,
      ledger,
      gate: this.#gate,
      checker: this.#checker,
      reverser: this.#reverser,
      mayReject: (key) => this.account(key)?.profile.review.rejectFlag !== undefined,
      keepsCaptures: checked.lateMoney === "hold",
    });
    this.reconciler = new Reconciler({
      ledger,
      now,
      checker: this.#checker,
      queries: (key) => this.#clients.get(key)?.queries,
      accounts: [...checked.accounts.keys()],
      pause: (ms) => this.#pause(ms),
      notFoundFinalAfterMs: checked.unknownFinalAfterMs,
      everyHours: checked.reconcile.everyHours,
      days: checked.reconcile.days,
      graceMs: checked.reconcile.graceMinutes * 60_000,
    });
    if (checked.allowDirectCard) {
      logger.warn(
        "medusa-payment-acquiring: allowDirectCard is on. Card numbers pass through this server, which puts it in scope of PCI DSS SAQ D.",
      );
    }
  }

  /** For tests and the simulator's virtual time only. `pause`: how to wait so many ms on that clock; real time when left out. */
  useClock(now: () => Date, pause = realPause): void {
    this.#now = now;
    this.#pause = pause;
  }

  now(): Date {
    return this.#now();
  }

  account(key: string): GatewayAccount | undefined {
    return this.options.accounts.get(createAccountKey(key));
  }

  /** The account of a provider id such as `pp_acquiring-card_main`. */
  accountOfProvider(providerId: string): string {
    const key = /^pp_acquiring-(?:card|checkout|apm)_(.+)$/.exec(providerId)?.[1];
    if (key !== undefined && this.account(key)) return key;
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The payment provider "${providerId}" names no configured account; its id must be a key of "accounts".`,
    );
  }

  /** Throws when the data holds a card number or a security code: it would be stored and shown. */
  assertNoCardData(data: unknown): void {
    if (!holdsCardData(data)) return;
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Card details must not be sent here; nothing was stored. Send them to POST /store/acquiring/payments.",
    );
  }

  isForMoney(attempt: AttemptRow, money: Money): boolean {
    return attempt.currency === money.currency && minorOf(attempt.requested) === money.minor;
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

  /** Pays a session, or answers from the attempt it already has. A card stays in memory. */
  async pay(payment: NewPayment): Promise<SessionPayment> {
    // What the wire cannot carry is refused before there is a row to explain.
    const profile = this.account(payment.account)?.profile;
    if (profile) toWire(payment.money, profile.money);
    return this.#pay.pay(payment);
  }

  /** How a session stands; asks the gateway first when that is due and `ask` is set. */
  async sessionPayment(sessionId: string, ask: boolean): Promise<SessionPayment | null> {
    return this.#pay.status(sessionId, ask);
  }

  /** How one attempt stands, whatever else its session has seen. */
  async attemptPayment(id: string): Promise<SessionPayment | null> {
    const attempt = await this.ledger.attempt(id);
    return attempt ? this.#view.of(attempt, null) : null;
  }

  /** Captures, voids or refunds through the gate. */
  async run(intent: Intent): Promise<GateResult> {
    return this.#gate.run(intent);
  }

  /** A person's word on an `unknown` operation that no query can tell. Sends nothing; `refused` with a reason when it does not fit. */
  async decideOperation(decision: DecideOperation): Promise<DecideResult> {
    return this.#decider.decide(decision);
  }

  /** Approves or rejects a payment that is held for review; see `Reviewer`. */
  async review(wish: ReviewWish): Promise<ReviewResult> {
    return this.#reviewer.review(wish);
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

  /** The same for many, a hundred at a time and one query for as many as it holds; see `Checker.checkMany`. */
  async checkAttempts(ids: readonly string[]): Promise<readonly BrokenCheck[]> {
    return this.#checker.checkMany(ids);
  }

  /** How many connections to the database this process may hold at once. */
  poolSize(): number {
    return this.ledger.poolSize;
  }

  /** Ids of stored notifications that wait to be thought about. */
  async dueInbox(limit: number): Promise<string[]> {
    return duePending(this.ledger.connection, this.now(), limit);
  }

  /** Ids of attempts with work of this kind that is due, oldest first. */
  async due(work: DueWork, limit: number): Promise<string[]> {
    return this.ledger.due(work, this.now(), limit);
  }

  /** Gives back the money of one attempt, through the gate; see `Reverser`. */
  async reverse(id: string): Promise<"done" | "waiting"> {
    return this.#reverser.reverse(id);
  }

  /** Notes that an attempt's money is to be given back; false when that was noted before, or nothing is held. */
  async intendReversal(id: string, reason: ReversalReason = "late_or_double_money"): Promise<boolean> {
    return intendReversal(this.ledger, id, { reason, now: this.now() });
  }

  /** Takes a turn for a payment that is about to be sent; answers the limit against card testing that is reached, if one is. */
  async takeTurn(
    account: string,
    { cardNumber, ...subjects }: Omit<VelocitySubjects, "account" | "card"> & { readonly cardNumber: string | null },
  ): Promise<VelocityScope | null> {
    const key = this.tickets.activeKey(account);
    const card = cardNumber === null ? null : cardDigest(key, cardNumber);
    const { limits } = this.options.cardTesting;
    const turn = await this.#velocity.take({ ...subjects, account, card }, limits, this.now());
    return turn.kind === "taken" ? null : turn.scope;
  }

  /** Now and then: what the limits need no more is forgotten, and the rate of declines is looked at. */
  async watchCardTesting(): Promise<void> {
    await this.#velocity.forget(this.now());
    await this.#declines.watch(this.now());
  }

  /** Now and then: attention items that no longer hold are closed, and what no event shows is raised. */
  async watchAttention(): Promise<Sweep> {
    await this.#signatures.watch();
    return this.attention.sweep();
  }

  /** A person closes an attention item; `note` (1 to 500 characters) says why. Throws `MedusaError` when it is not open. */
  async dismissAttention(id: string, actorId: string, note: string): Promise<void> {
    await this.attention.dismiss(id, actorId, note);
  }

  /** Removes handled messages that are older than `retention.inboxDays`; answers how many. Operations and the journal stay. */
  async prune(): Promise<number> {
    return pruneInbox(this.ledger.connection, this.options.retention, this.now());
  }

  /** The wire's method names, most accepted first; null when that is off, late or failed. */
  async rankMethods(account: string, ask: { money: Money; email: string }): Promise<readonly string[] | null> {
    return this.#rankings.of({ account, ...ask });
  }

  async attempt(id: string): Promise<{ row: AttemptRow; operations: OperationRow[] } | undefined> {
    const row = await this.ledger.attempt(id);
    return row && { row, operations: await this.ledger.operations(id) };
  }

  /** Lets requests in flight end, then closes idle connections. Medusa calls it on shutdown. */
  __hooks = {
    onApplicationShutdown: async (): Promise<void> => {
      await this.#signatures.flush();
      await Promise.all([...this.#clients.values()].map((client) => client.close()));
    },
  };
}
