import type { PaymentFact, RefundFact } from "../../../gateway/model/facts";
import type { Queries } from "../../../gateway/model/client-api";
import type { OrderNo } from "../../../gateway/model/ids";
import { createOrderNo } from "../../../gateway/model/ids";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { StatusChecker } from "../status-checks/status-checker";
import type { Gate } from "../gate/gate";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import { TEST_CARD, sandboxAttempt, sandboxRequest } from "./sandbox-request";
import { notSandbox } from "./sandbox-payment";
import type { SignedTokens } from "../checkout/signed-tokens";

/**
 * Conformance scenarios: a payment at a test account, with the gateway's status after each step. The writes go through
 * the gate and are in the ledger; a status that an open profile misreads is left to the ledger's own checks. It judges
 * nothing.
 */
export const stories = ["void", "refund", "parts", "decline"] as const;
export type Story = (typeof stories)[number];
export type StoryStep = "authorise" | "void" | "capture" | "refund";

export interface PlayedStep {
  readonly step: StoryStep;
  readonly outcome: string;
  /** The captured or refunded amount, in minor units of the test's currency; null: all of it, or no money moves. */
  readonly part: bigint | null;
  readonly code: string | null;
  readonly message: string | null;
  /** The status of a query right afterwards; null without a response, with the reason in `queryProblem`. */
  readonly facts: readonly PaymentFact[] | null;
  readonly refunds: readonly RefundFact[] | null;
  readonly queryProblem: string | null;
}

export type ConformanceRun =
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "played"; readonly story: Story; readonly orderNo: string; readonly steps: readonly PlayedStep[] };

export interface ConformanceRequest {
  readonly account: string;
  readonly story: Story;
  /** Identifies this run: repeating it sends nothing. */
  readonly key: string;
  readonly actorId: string;
  readonly cardNumber?: string;
}

export interface ConformanceDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly checker: StatusChecker;
  readonly queries: (account: string) => Queries;
  readonly tokens: SignedTokens;
  readonly now: () => Date;
  readonly account: (key: string) => GatewayAccount | undefined;
  readonly site: string;
}

type Write = Exclude<StoryStep, "authorise">;

interface PlannedWrite {
  readonly step: Write;
  /** Hundredths of the available amount; default: all of it. */
  readonly percent?: bigint;
}

const STEPS: Readonly<Record<Story, readonly PlannedWrite[]>> = {
  void: [{ step: "void" }],
  refund: [{ step: "capture" }, { step: "refund" }],
  parts: [{ step: "capture", percent: 60n }, { step: "refund", percent: 25n }, { step: "refund" }],
  decline: [],
};

export class ConformanceScenarios {
  constructor(private readonly deps: ConformanceDependencies) {}

  /** Never throws for gateway or network errors. */
  async play(request: ConformanceRequest): Promise<ConformanceRun> {
    const account = this.deps.account(request.account);
    if (!account) return { kind: "refused", message: `There is no account "${request.account}".` };
    if (!account.sandbox) return { kind: "refused", message: notSandbox(request.account) };
    const orderNo = createOrderNo(`acq_story_${request.key}_${request.story}`);
    const steps = [await this.authorise(account, orderNo, request)];
    for (const [index, planned] of STEPS[request.story].entries()) {
      const attempt = await this.deps.ledger.attemptByOrderNo(orderNo);
      if (!attempt || !isReadyFor(planned.step, attempt)) continue;
      steps.push(await this.write(attempt, planned, { ...request, index }));
    }
    return { kind: "played", story: request.story, orderNo, steps };
  }

  private async authorise(account: GatewayAccount, orderNo: OrderNo, request: ConformanceRequest): Promise<PlayedStep> {
    const test = { account, orderNo, cardNumber: request.cardNumber ?? TEST_CARD };
    await this.deps.gate.authorise(sandboxAttempt(this.deps, test), sandboxRequest(this.deps, test));
    const attempt = await this.deps.ledger.attemptByOrderNo(orderNo);
    const said = { outcome: attempt?.state ?? "created", part: null, code: attempt?.result_code ?? null };
    return this.after("authorise", attempt, { ...said, message: attempt?.result_message ?? null });
  }

  private async write(
    attempt: AttemptRow,
    { step, percent }: PlannedWrite,
    { actorId, index }: ConformanceRequest & { readonly index: number },
  ): Promise<PlayedStep> {
    const whole = wholeOf(step, attempt);
    const amount = whole === null || percent === undefined ? whole : (whole * percent) / 100n;
    const result = await this.deps.gate.run({
      attemptId: attempt.id,
      idempotencyKey: `story_${attempt.id}_${String(index)}`,
      actor: "admin",
      actorId,
      kind: step,
      amount,
    });
    const reason = "reason" in result ? result.reason : { code: null, message: null };
    const part = amount === minorOf(attempt.authorised) ? null : amount;
    return this.after(step, attempt, { outcome: result.kind, part, ...reason });
  }

  /** Queries twice: once to see the gateway's response, and once for the ledger. */
  private async after(
    step: StoryStep,
    attempt: AttemptRow | undefined,
    said: Pick<PlayedStep, "outcome" | "part" | "code" | "message">,
  ): Promise<PlayedStep> {
    const base = { step, ...said, facts: null, refunds: null };
    if (!attempt) return { ...base, queryProblem: "The ledger holds no such payment." };
    const queries = this.deps.queries(attempt.account);
    const orderNo = createOrderNo(attempt.order_no);
    const facts = await queries.payments([orderNo]);
    if (facts.kind !== "answered") return { ...base, queryProblem: facts.reason.message };
    const refunds = step === "refund" ? await queries.refunds([orderNo]) : null;
    await this.deps.checker.check(attempt);
    if (refunds && refunds.kind !== "answered")
      return { ...base, facts: facts.facts, queryProblem: refunds.reason.message };
    return { ...base, facts: facts.facts, refunds: refunds?.facts ?? null, queryProblem: null };
  }
}

/** An account with automatic capture is neither voided nor captured, and its capture is refunded. */
function isReadyFor(step: Write, { state }: AttemptRow): boolean {
  return step === "refund" ? state === "captured" : state === "authorised";
}

/** The available amount in minor units; null: a void covers all of it. */
function wholeOf(step: Write, attempt: AttemptRow): bigint | null {
  switch (step) {
    case "void":
      return null;
    case "capture":
      return minorOf(attempt.authorised);
    case "refund":
      return minorOf(attempt.captured) - minorOf(attempt.refunded) - minorOf(attempt.refund_pending);
  }
}
