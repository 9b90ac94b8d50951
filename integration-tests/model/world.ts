import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows";
import type { GateResult } from "../../src/modules/acquiring/gate";
import type { SessionPayment } from "../../src/modules/acquiring/session-view";
import type { Bench, Letter, Process } from "./bench";
import type { Transaction } from "./books";
import { readBooks, readTransactions } from "./books";
import { violationsOf } from "./invariants";
import { cardPayment } from "../support/card-payment";
import { actInPortal } from "./portal";
import { comeToRest, restViolations, workRound } from "./rest";
import type { CardName, Death, Step } from "./steps";
import { CARDS } from "./steps";
import { Told } from "./told";

/**
 * Plays one story against the real service and the simulator. After every step
 * the books are read and the invariants checked; at the end all comes to rest
 * and the books must be equal. Above 200 lines because every command of the
 * model is played here, beside the others.
 */
export class Violation extends Error {
  constructor(at: string, words: readonly string[]) {
    super(`${at}:\n  ${words.join("\n  ")}`);
    this.name = "Violation";
  }
}

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

  constructor(readonly bench: Bench) {}

  async play(story: readonly Step[]): Promise<void> {
    for (const [index, step] of story.entries()) {
      await this.step(step);
      await this.look(`after step ${String(index + 1)} ${JSON.stringify(step)}`);
    }
    await this.end();
  }

  /** Reads all books and throws where an invariant does not hold. */
  async look(at: string): Promise<void> {
    const transactions = await this.collectLetters();
    const violations = violationsOf(await readBooks(this.bench, transactions), this.told);
    if (violations.length > 0) throw new Violation(at, violations);
  }

  /** The gateway recovers, what it announced arrives, time passes: then the books are equal. */
  async end(): Promise<void> {
    const { bench } = this;
    await bench.wire.become("up");
    await this.clearFaults();
    await this.collectLetters();
    await this.deliverRest();
    await comeToRest(bench, async () => {
      await this.collectLetters();
      return this.deliverRest();
    });
    const books = await readBooks(bench, await readTransactions(bench));
    const violations = [...violationsOf(books, this.told), ...restViolations(books, this.#capturedByHand)];
    if (violations.length > 0) throw new Violation("at rest", violations);
  }

  private async step(step: Step): Promise<void> {
    switch (step.do) {
      case "fault":
        return void (await this.bench.gateway.fault(step.operation, step.fault));
      case "weather":
        return this.bench.wire.become((await this.isLieOpen()) ? "up" : step.weather);
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
        return void (await service.reverse(attempt.id));
      case "capture":
      case "refund":
        return void (await this.run(process, step.do, { attempt, key: step.key, amount: BigInt(step.amount) * 100n }));
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
    const result = await service.run(intent);
    this.told.answer({ kind, key: idempotencyKey, result: result.kind });
    return result.kind;
  }

  async pay({ service }: Process, { session, card, waitsMs }: PayWish): Promise<SessionPayment> {
    const { bench } = this;
    return service.pay(
      cardPayment(`payses_${String(session)}`, "cart_1", {
        card: CARDS[card],
        now: bench.now(),
        notifyUrl: bench.notifyUrl,
        ...(waitsMs === undefined ? {} : { waitsMs }),
      }),
    );
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

  /** Hands one notification in; the id of its row when it was acknowledged. */
  private async hand({ service }: Process, found: { letter: Letter; acknowledged: boolean }): Promise<string | null> {
    const receipt = await service.receiveNotification({ account: "main", ...found.letter });
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
      const seen = JSON.stringify([transaction.state, transaction.refunds]);
      const before = this.#known.get(transaction.transaction_id);
      if (seen === before) continue;
      this.#known.set(transaction.transaction_id, seen);
      if (transaction.state === "doubtful") continue;
      await this.bench.gateway.notify(transaction.order_no, { kind: kindOf(transaction) });
      const letter = this.bench.letters.at(-1);
      if (letter) this.#letters.push({ letter, acknowledged: false });
    }
    return transactions;
  }

  private async clearFaults(): Promise<void> {
    await fetch(`${this.bench.gateway.url}/_control/faults`, { method: "DELETE" });
  }

  /**
   * A lie with a good signature is only told while the gateway can be asked: where it
   * cannot, the signature's word is what we go by, and so would be the lie.
   */
  private async lie(step: Extract<Step, { do: "lie" }>): Promise<void> {
    const { bench } = this;
    const attempt = await this.attempt(step.payment);
    if (!attempt || (step.signature === "valid" && bench.wire.weather !== "up")) return;
    if (!(await readTransactions(bench)).some(({ order_no }) => order_no === attempt.order_no)) return;
    if (step.signature === "valid") await this.clearFaults();
    const { kind, ...overrides } = CLAIMS[step.claim];
    await bench.gateway.notify(attempt.order_no, { kind, overrides, signature: step.signature });
    const letter = bench.letters.at(-1);
    if (!letter) return;
    const process = await bench.process("two");
    const receipt = await process.service.receiveNotification({ account: "main", ...letter });
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
    if (step.do === "decide") await bench.gateway.control(step.outcome, order);
    if (step.do === "settleRefunds")
      await bench.gateway.control("process-refunds", { ...order, outcome: step.outcome });
    if (step.do !== "portal") return;
    await this.clearFaults();
    if (step.action === "capture") this.#capturedByHand.add(transaction.order_no);
    await actInPortal(bench, step.action, transaction);
  }
}

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
