import { createHash } from "node:crypto";
import type { GatewayAccount } from "../../../gateway/model/account";
import { createOrderNo } from "../../../gateway/model/ids";
import type { StatusChecker } from "../status-checks/status-checker";
import type { Gate, GateResult, OperationCommand } from "../gate/gate";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import { TEST_CARD, sandboxAttempt, sandboxRequest } from "./sandbox-request";
import type { SignedTokens } from "../checkout/signed-tokens";

/** One authorisation at a test account, a query, and its void, through the gate. Repeating the key sends nothing. */
export interface SandboxStep {
  readonly name: "authorise" | "query" | "void";
  readonly outcome: "done" | "failed" | "skipped";
  readonly ms: number;
  readonly message: string | null;
}

export type SandboxResult =
  | { readonly kind: "tried"; readonly steps: readonly SandboxStep[] }
  | { readonly kind: "refused"; readonly message: string };

export interface SandboxPaymentRequest {
  readonly account: string;
  readonly key: string;
  readonly actorId: string;
}

export interface SandboxPaymentsDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly checker: StatusChecker;
  readonly tokens: SignedTokens;
  readonly now: () => Date;
  readonly account: (key: string) => GatewayAccount | undefined;
  readonly site: string;
}

/** The same key may be in flight in another request for 90 s, our default for an authorisation. */
const WAIT_STEP_MS = 100;
const WAIT_STEPS = 900;

interface Measured {
  readonly outcome: SandboxStep["outcome"];
  readonly message: string | null;
}

export class SandboxPayments {
  constructor(private readonly deps: SandboxPaymentsDependencies) {}

  /** Never throws for gateway or network errors. */
  async send(request: SandboxPaymentRequest): Promise<SandboxResult> {
    const account = this.deps.account(request.account);
    if (!account) return { kind: "refused", message: `There is no account "${request.account}".` };
    if (!account.sandbox) return { kind: "refused", message: notSandbox(request.account) };
    const orderNo = createOrderNo(`acq_test_${digestOf(request)}`);
    const authorise = await measure("authorise", () => this.authorise(account, orderNo));
    const attempt = await this.deps.ledger.attemptByOrderNo(orderNo);
    const query = await measure("query", () => this.query(attempt));
    const after = await this.deps.ledger.attemptByOrderNo(orderNo);
    const ended = await measure("void", () => this.giveBack(after, request));
    return { kind: "tried", steps: [authorise, query, ended] };
  }

  private async authorise(account: GatewayAccount, orderNo: string): Promise<Measured> {
    const { gate, ledger } = this.deps;
    const test = { account, orderNo, cardNumber: TEST_CARD };
    // Sends nothing if the same key was sent before: the unique order number decides.
    await gate.authorise(sandboxAttempt(this.deps, test), sandboxRequest(this.deps, test));
    let attempt = await ledger.attemptByOrderNo(orderNo);
    for (let step = 0; attempt?.state === "created" && step < WAIT_STEPS; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
      attempt = await ledger.attemptByOrderNo(orderNo);
    }
    return authorised(attempt);
  }

  private async query(attempt: AttemptRow | undefined): Promise<Measured> {
    if (!attempt) return SKIPPED;
    const checked = await this.deps.checker.check(attempt);
    return checked.kind === "answered" ? DONE : { outcome: "failed", message: checked.reason.message };
  }

  /** An account with automatic capture has nothing to void: its capture is refunded. */
  private async giveBack(attempt: AttemptRow | undefined, { actorId }: SandboxPaymentRequest): Promise<Measured> {
    if (!attempt || (attempt.state !== "authorised" && attempt.state !== "captured" && attempt.state !== "voided")) {
      return SKIPPED;
    }
    if (attempt.state === "voided") return DONE;
    const command = { attemptId: attempt.id, idempotencyKey: `test_${attempt.id}`, actor: "admin", actorId } as const;
    if (attempt.state === "authorised") return ended(await this.concluded({ ...command, kind: "void", amount: null }));
    const refund = await this.concluded({ ...command, kind: "refund", amount: minorOf(attempt.captured) });
    const { outcome, message } = ended(refund);
    return {
      outcome,
      message: message ?? "This account captures automatically; the test payment was refunded instead.",
    };
  }

  /** The same key may be in flight in another request: its response is this one's too. The key is never sent twice. */
  private async concluded(command: OperationCommand): Promise<GateResult> {
    let result = await this.deps.gate.run(command);
    for (let step = 0; result.kind === "unknown" && step < WAIT_STEPS; step += 1) {
      const row = await this.deps.ledger.operationByKey(command.kind, command.idempotencyKey);
      if (row?.status !== "sending") break;
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
      result = await this.deps.gate.run(command);
    }
    return result;
  }
}

const DONE: Measured = { outcome: "done", message: null };
const SKIPPED: Measured = { outcome: "skipped", message: null };

export const notSandbox = (account: string): string =>
  `Test payments are only sent to test accounts. If "${account}" is one, set accounts.${account}.sandbox: true.`;

const digestOf = ({ account, key }: SandboxPaymentRequest): string =>
  createHash("sha256").update(`${account}\n${key}`).digest("hex").slice(0, 24);

async function measure(name: SandboxStep["name"], work: () => Promise<Measured>): Promise<SandboxStep> {
  const begun = performance.now();
  const measured = await work();
  return { name, ...measured, ms: Math.round(performance.now() - begun) };
}

function authorised(attempt: AttemptRow | undefined): Measured {
  switch (attempt?.state) {
    case "authorised":
    case "captured":
    case "voided":
      return DONE;
    case "action_required":
      return {
        outcome: "failed",
        message: "The gateway responded and requires 3-D Secure, which a test payment cannot complete.",
      };
    default:
      return { outcome: "failed", message: attempt?.result_message ?? "The gateway's response was not conclusive." };
  }
}

const ended = (result: GateResult): Measured =>
  "reason" in result ? { outcome: "failed", message: result.reason.message } : DONE;
