import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { GateResult } from "../../src/modules/acquiring/gate/gate";
import type { SessionPayment } from "../../src/modules/acquiring/checkout/payment-status-view";
import type { Bench, Letter, Process } from "./bench";
import type { Transaction } from "./books";
import { readBooks, readTransactions } from "./books";
import type { Surroundings } from "./invariants";
import { violationsOf } from "./invariants";
import { foldOverview, overviewDifferences, rebuildOverview } from "../../src/modules/acquiring/overview/fold";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import { cardPayment } from "../support/card-payment";
import { actInPortal } from "./portal";
import { comeToRest, restViolations, workRound } from "./rest";
import type { CardName, Death, Step } from "./steps";
import { CARDS } from "./steps";
import type { AccountKey, Setting } from "./setting";
import { ACCOUNTS, amountOf, ofMajor, placeOf, PLAIN, REQUESTED_MAJOR } from "./setting";
import { Told } from "./told";
import type { Weather } from "./wire";

/**
 * Plays one story against the real service and the simulator. After every step
 * the books are read and the invariants checked; at the end all comes to rest
 * and the books must be equal.
 */
export class Violation extends Error {
  constructor(at: string, words: readonly string[]) {
    super(`${at}:\n  ${words.join("\n  ")}`);
    this.name = "Violation";
  }
}

const ALWAYS = { now: () => new Date(0), isStopping: () => false };

interface PayWish {
  readonly session: number;
  readonly card: CardName;
  readonly waitsMs?: number;
}

export class World {
  readonly told = new Told();
  /** The gateway's true notifications, in the order of what they tell; `false`: not yet acknowledged. */
  readonly #letters: { readonly letter: Letter; acknowledged: boolean }[] = [];
  #known = new Map<string, string>();
  readonly #capturedByHand = new Set<string>();

  constructor(
    readonly bench: Bench,
    readonly setting: Setting = PLAIN,
    /** IDs of journal entries that an older version wrote, without events. */
    private readonly unannounced: ReadonlySet<string> = new Set(),
  ) {}

  async play(story: readonly Step[]): Promise<void> {
    await this.begin(story);
    await this.end();
  }

  /** Plays the story without bringing it to rest. */
  async begin(story: readonly Step[]): Promise<void> {
    for (const [index, step] of story.entries()) {
      await this.step(step);
      await this.look(`after step ${String(index + 1)} ${JSON.stringify(step)}`);
    }
  }

  /** Reads all books and throws where an invariant does not hold. */
  async look(at: string): Promise<void> {
    const transactions = await this.collectLetters();
    const violations = violationsOf(await readBooks(this.bench, transactions), this.told, this.surroundings());
    await foldOverview(this.bench.pg, ALWAYS);
    if (violations.length > 0) throw new Violation(at, violations);
  }

  /** The gateway recovers, what it announced arrives, time passes: then the books are equal. */
  async end(): Promise<void> {
    const { bench } = this;
    await this.become("up");
    await this.clearFaults();
    await this.collectLetters();
    await this.deliverRest();
    await comeToRest(bench, async () => {
      await this.collectLetters();
      return this.deliverRest();
    });
    const books = await readBooks(bench, await readTransactions(bench));
    const violations = [
      ...violationsOf(books, this.told, this.surroundings()),
      ...restViolations(books, this.#capturedByHand),
      ...(await this.miscounted()),
    ];
    if (violations.length > 0) throw new Violation("at rest", violations);
  }

  /** The overview's days that are not what the ledger says. Entries of an older version have no events: an update computes all days. */
  private async miscounted(): Promise<string[]> {
    if (this.unannounced.size > 0) await rebuildOverview(this.bench.pg);
    const days = await overviewDifferences(this.bench.pg, ALWAYS.now);
    return (days ?? ["any day"]).map((day) => `the overview is wrong about ${day}`);
  }

  private surroundings(): Surroundings {
    return { setting: this.setting, capturedByHand: this.#capturedByHand, unannounced: this.unannounced };
  }

  private async step(step: Step): Promise<void> {
    switch (step.do) {
      case "fault":
        for (const key of accountsAt(step)) await this.bench.sides[key].gateway.fault(step.operation, step.fault);
        return;
      case "weather":
        return this.become((await this.isLieOpen()) ? "up" : step.weather, accountsAt(step));
      case "advance":
        return this.bench.advance(step.ms);
      case "lie":
        return this.lie(step);
      case "decide":
      case "settleRefunds":
      case "portal":
        return this.atGateway(step);
      default: {
        const process = await this.bench.process(step.by);
        arm(process, step.dies);
        await this.bench.act(process, () => this.act(process, step));
      }
    }
  }

  private async act(process: Process, step: Extract<Step, { by: unknown }>): Promise<void> {
    const { service } = process;
    switch (step.do) {
      case "pay":
        return void (await this.pay(process, step));
      case "work":
        return void (await workRound(this.bench, process.name));
      case "deliver":
        return this.deliver(process, step);
      case "misdeliver":
        return this.misdeliver(process, step.letter);
    }
    const attempt = await this.attempt(step.payment);
    if (!attempt) return;
    switch (step.do) {
      case "query":
        return void (await service.checkAttempt(attempt.id));
      case "comeBack":
        return service.redirects.comeBack(attempt, false);
      case "giveBack":
        await service.intendReversal(attempt.id);
        return void (await service.autoReversal.reverse(attempt.id));
      case "capture":
      case "refund":
        return void (await this.run(process, step.do, {
          attempt,
          key: step.key,
          amount: amountOf(step, attempt.currency),
        }));
      case "void":
        return void (await this.run(process, "void", { attempt, key: step.key, amount: null }));
    }
  }

  async run(
    { service }: Process,
    kind: "capture" | "void" | "refund",
    { attempt, key, amount }: { attempt: AttemptRow; key: number; amount: bigint | null },
  ): Promise<GateResult["kind"]> {
    const idempotencyKey = `${kind}_${attempt.id}_${String(key)}`;
    const intent = { attemptId: attempt.id, kind, amount, idempotencyKey, actor: "admin", actorId: null } as const;
    const result = await service.gate.run(intent);
    this.told.answer({ kind, key: idempotencyKey, result: result.kind });
    return result.kind;
  }

  async pay({ service }: Process, { session, card, waitsMs }: PayWish): Promise<SessionPayment> {
    const { bench } = this;
    const { account, currency } = placeOf(this.setting, session);
    return service.pay(
      cardPayment(`payses_${String(session)}`, cartOf(session), {
        account,
        money: createMoney(ofMajor(REQUESTED_MAJOR, currency), createCurrency(currency)),
        card: CARDS[card],
        now: bench.now(),
        notifyUrl: bench.notifyUrl(account),
        ...(waitsMs === undefined ? {} : { waitsMs }),
      }),
    );
  }

  /** Of the amount that session 0 pays. */
  share(percent: number): bigint {
    return (ofMajor(REQUESTED_MAJOR, placeOf(this.setting, 0).currency) * BigInt(percent)) / 100n;
  }

  /** The attempts in the order they were made; null when there are none. */
  async attempt(index: number): Promise<AttemptRow | null> {
    const attempts = await this.bench.pg<AttemptRow>("acquiring_payment_attempt").orderBy(["created_at", "id"]);
    return attempts[index % Math.max(1, attempts.length)] ?? null;
  }

  private async deliver(process: Process, { letter: index, times }: { letter: number; times: number }): Promise<void> {
    const found = this.#letters[index % Math.max(1, this.#letters.length)];
    if (!found) return;
    const received = await Promise.all(Array.from({ length: times }, () => this.hand(process, found)));
    for (const id of new Set(received)) if (id !== null) await process.service.applyInbox(id);
  }

  /** It is no word of that account: whether it is refused or stored, it changes nothing. */
  private async misdeliver({ service }: Process, index: number): Promise<void> {
    const found = this.#letters[index % Math.max(1, this.#letters.length)];
    if (!found) return;
    const account = ACCOUNTS.find((key) => key !== found.letter.account) ?? found.letter.account;
    const receipt = await service.receiveNotification({ ...found.letter, account });
    if (receipt.inboxId !== null) await service.applyInbox(receipt.inboxId);
  }

  /** Hands one notification in; the id of its row when it was acknowledged. */
  private async hand({ service }: Process, found: { letter: Letter; acknowledged: boolean }): Promise<string | null> {
    const receipt = await service.receiveNotification(found.letter);
    if (receipt.status !== 200) return null;
    found.acknowledged = true;
    this.told.acknowledge(found.letter.body);
    return receipt.inboxId;
  }

  /** The gateway tries again for 36 hours: what it announced does arrive. */
  async deliverRest(process?: Process): Promise<boolean> {
    const waiting = this.#letters.filter(({ acknowledged }) => !acknowledged);
    const by = process ?? (await this.bench.process("one"));
    for (const each of waiting) {
      const id = await this.hand(by, each);
      if (id === null) throw new Violation("at rest", ["a true notification is not accepted"]);
      await by.service.applyInbox(id);
    }
    return waiting.length > 0;
  }

  /** What changed at the gateway is put into the letter box, as it would be announced. */
  async collectLetters(): Promise<Transaction[]> {
    const transactions = await readTransactions(this.bench);
    for (const transaction of transactions) {
      const seen = JSON.stringify([transaction.state, transaction.captured, transaction.refunds]);
      const number = `${transaction.account} ${transaction.transaction_id}`;
      if (seen === this.#known.get(number)) continue;
      this.#known.set(number, seen);
      if (transaction.state === "doubtful") continue;
      const { gateway } = this.bench.sides[transaction.account];
      await gateway.notify(transaction.order_no, { kind: kindOf(transaction) });
      const letter = this.bench.letters.at(-1);
      if (letter) this.#letters.push({ letter, acknowledged: false });
    }
    return transactions;
  }

  private async become(weather: Weather, accounts: readonly AccountKey[] = ACCOUNTS): Promise<void> {
    for (const key of accounts) await this.bench.sides[key].wire.become(weather);
  }

  private async clearFaults(): Promise<void> {
    for (const { gateway } of Object.values(this.bench.sides)) {
      await fetch(`${gateway.url}/_control/faults`, { method: "DELETE" });
    }
  }

  /**
   * A lie with a good signature is only told while the gateway can be asked: where it
   * cannot, the signature's word is what we go by, and so would be the lie.
   */
  private async lie(step: Extract<Step, { do: "lie" }>): Promise<void> {
    const { bench } = this;
    const attempt = await this.attempt(step.payment);
    const told = (await readTransactions(bench)).find(({ order_no }) => order_no === attempt?.order_no);
    if (!attempt || !told) return;
    const { wire, gateway } = bench.sides[told.account];
    if (step.signature === "valid" && wire.weather !== "up") return;
    if (step.signature === "valid") await this.clearFaults();
    const { kind, ...overrides } = CLAIMS[step.claim];
    await gateway.notify(attempt.order_no, { kind, overrides, signature: step.signature });
    const letter = bench.letters.at(-1);
    if (!letter) return;
    const process = await bench.process("two");
    const receipt = await process.service.receiveNotification(letter);
    if (receipt.inboxId !== null) await process.service.applyInbox(receipt.inboxId);
  }

  private async isLieOpen(): Promise<boolean> {
    const pending = await this.bench.pg("acquiring_inbox_event").where({ status: "pending" }).pluck<string[]>("body");
    const own = new Set(this.#letters.map(({ letter }) => letter.body.toString("base64")));
    return pending.some((body) => !own.has(body));
  }

  private async atGateway(step: Extract<Step, { do: "decide" | "settleRefunds" | "portal" }>): Promise<void> {
    const { bench } = this;
    const attempt = await this.attempt(step.payment);
    const transaction = (await readTransactions(bench)).find(({ order_no }) => order_no === attempt?.order_no);
    if (!transaction) return;
    const order = { order_no: transaction.order_no };
    const { gateway } = bench.sides[transaction.account];
    if (step.do === "decide") await gateway.control(step.outcome, order);
    if (step.do === "settleRefunds") await gateway.control("process-refunds", { ...order, outcome: step.outcome });
    if (step.do !== "portal") return;
    await this.clearFaults();
    if (step.action === "capture") this.#capturedByHand.add(transaction.order_no);
    await actInPortal(bench, step.action, transaction);
  }
}

/** The model's two sessions are of one cart: an unknown payment of the one blocks the other. */
const cartOf = (session: number): string => `cart_${String(Math.max(1, session))}`;

const accountsAt = ({ at }: { readonly at?: AccountKey }): readonly AccountKey[] => (at ? [at] : ACCOUNTS);

function arm({ life }: Process, dies: Death): void {
  if (typeof dies === "number") life.dieAfter(dies);
  if (typeof dies === "string") life.dieAt(dies);
}

function kindOf({ state, refunds }: Transaction): string {
  if (refunds.length > 0) return "refund";
  if (state === "captured") return "capture";
  return state === "voided" ? "void" : "payment";
}

const CLAIMS = {
  paid: { kind: "payment", order_status: "1", result_info: "0000:Success", payment_status: "2000" },
  captured: { kind: "capture", order_status: "1", result_info: "0000:Success", payment_status: "3000" },
  voided: { kind: "void", order_status: "1", result_info: "0000:Success" },
  declined: { kind: "payment", order_status: "0", result_info: "0005:Do not honour", payment_status: "1000" },
  amount: { kind: "payment", amount: "1.00" },
} as const;
