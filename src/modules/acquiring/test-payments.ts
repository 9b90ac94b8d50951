import { createHash } from "node:crypto";
import type { GatewayAccount } from "../../gateway/options";
import { createOrderNo } from "../../gateway/ids";
import { createCurrency, createMoney } from "../../gateway/money";
import { NO_DEVICE } from "../../gateway/no-device";
import type { AuthoriseRequest } from "../../gateway/payment-request";
import type { Checker } from "./checker";
import type { Gate, GateResult } from "./gate";
import type { Ledger } from "./ledger/ledger";
import type { NewAttempt } from "./ledger/new-attempt";
import type { AttemptRow } from "./ledger/rows";
import { minorOf } from "./ledger/rows";
import type { Tickets } from "./tickets";

/**
 * One authorisation at a test account of the gateway, a question about it, and its void:
 * does the whole way work? It goes through the gate like any payment and stands in the
 * ledger. The key names the intention: the same key again sends nothing. What a dead
 * process leaves authorised belongs to no cart, and is given back as any such money is.
 */
export interface TestStep {
  readonly name: "authorise" | "query" | "void";
  readonly outcome: "done" | "failed" | "skipped";
  readonly ms: number;
  readonly message: string | null;
}

export type TestResult =
  | { readonly kind: "tried"; readonly steps: readonly TestStep[] }
  | { readonly kind: "refused"; readonly message: string };

export interface TestWish {
  readonly account: string;
  readonly key: string;
  /** The admin's id in Medusa. */
  readonly actorId: string;
}

export interface TestPaymentsDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly checker: Checker;
  readonly tickets: Tickets;
  readonly now: () => Date;
  readonly account: (key: string) => GatewayAccount | undefined;
  readonly site: string;
}

/** 1.00: every account takes euros in a test, and nobody pays it. */
const MONEY = createMoney(100n, createCurrency("EUR"));
/** A number that every gateway's test system knows; it is nobody's card. */
const NUMBER = "4111111111111111";
const NAME = { firstName: "Test", lastName: "Payment" };
const DAY_MS = 86_400_000;
/** Nobody comes back to it. */
const EXPIRES_MS = 60_000;

/** As long as the same key may be on its way in another request: 90 s, our default for an authorise. */
const WAIT_STEP_MS = 100;
const WAIT_STEPS = 900;

interface Measured {
  readonly outcome: TestStep["outcome"];
  readonly message: string | null;
}

export class TestPayments {
  constructor(private readonly deps: TestPaymentsDependencies) {}

  /** Never throws for what the gateway or the network does. */
  async send(wish: TestWish): Promise<TestResult> {
    const account = this.deps.account(wish.account);
    if (!account) return { kind: "refused", message: `There is no account "${wish.account}".` };
    if (!account.sandbox) return { kind: "refused", message: notSandbox(wish.account) };
    const orderNo = createOrderNo(`acq_test_${digestOf(wish)}`);
    const authorise = await measure("authorise", () => this.authorise(account, orderNo));
    const attempt = await this.deps.ledger.attemptByOrderNo(orderNo);
    const query = await measure("query", () => this.query(attempt));
    const after = await this.deps.ledger.attemptByOrderNo(orderNo);
    const ended = await measure("void", () => this.giveBack(after, wish));
    return { kind: "tried", steps: [authorise, query, ended] };
  }

  private async authorise(account: GatewayAccount, orderNo: string): Promise<Measured> {
    const { gate, ledger } = this.deps;
    // Sends nothing when the same key was sent before: the unique order number decides, and the ledger tells.
    await gate.authorise(this.attempt(account, orderNo), () => this.request(account, orderNo));
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

  /** An account that captures by itself has nothing to void: its capture is refunded. */
  private async giveBack(attempt: AttemptRow | undefined, { actorId }: TestWish): Promise<Measured> {
    if (!attempt || (attempt.state !== "authorised" && attempt.state !== "captured" && attempt.state !== "voided")) {
      return SKIPPED;
    }
    if (attempt.state === "voided") return DONE;
    const intent = { attemptId: attempt.id, idempotencyKey: `test_${attempt.id}`, actor: "admin", actorId } as const;
    if (attempt.state === "authorised")
      return ended(await this.deps.gate.run({ ...intent, kind: "void", amount: null }));
    const refund = await this.deps.gate.run({ ...intent, kind: "refund", amount: minorOf(attempt.captured) });
    const { outcome, message } = ended(refund);
    return { outcome, message: message ?? "This account captures by itself; the test payment was refunded instead." };
  }

  private attempt(account: GatewayAccount, orderNo: string): NewAttempt {
    return {
      account: account.key,
      providerId: `pp_acquiring-card_${account.key}`,
      sessionId: orderNo,
      cartId: null,
      customerId: null,
      hasAccount: false,
      orderNo,
      money: MONEY,
      mode: "card",
      method: null,
      face: { mask: `${NUMBER.slice(0, 6)}******${NUMBER.slice(-4)}`, brand: "visa" },
      redirect: {
        presentation: "page",
        returnTo: null,
        actionExpiresAt: new Date(this.deps.now().getTime() + EXPIRES_MS),
        pendingExpiresAt: null,
        remindAt: null,
      },
      threeDs: { required: false, known: null },
      keepCard: null,
      savedCardId: null,
    };
  }

  private request(account: GatewayAccount, orderNo: string): AuthoriseRequest {
    const expires = new Date(this.deps.now().getTime() + 730 * DAY_MS).getUTCFullYear();
    const card = { number: NUMBER, expiryMonth: "12", expiryYear: String(expires), securityCode: "123", ...NAME };
    return {
      orderNo: createOrderNo(orderNo),
      money: MONEY,
      breakdown: null,
      items: [],
      site: this.deps.site,
      note: "Test payment",
      custom: null,
      shopper: { id: null, email: `test@${this.deps.site.replace(/:\d+$/, "")}`, ip: null, phone: null },
      accountOwner: null,
      discounts: [],
      billing: null,
      delivery: null,
      device: NO_DEVICE,
      instrument: { kind: "card", save: false, authentication: null, card },
      ...this.deps.tickets.addresses(account.key, orderNo),
    };
  }
}

const DONE: Measured = { outcome: "done", message: null };
const SKIPPED: Measured = { outcome: "skipped", message: null };

const notSandbox = (account: string): string =>
  `Test payments are sent to test accounts alone. If "${account}" is one, write accounts.${account}.sandbox: true.`;

const digestOf = ({ account, key }: TestWish): string =>
  createHash("sha256").update(`${account}\n${key}`).digest("hex").slice(0, 24);

async function measure(name: TestStep["name"], work: () => Promise<Measured>): Promise<TestStep> {
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
      return { outcome: "failed", message: "The gateway answered, and wants 3-D Secure, which nobody is there to do." };
    default:
      return { outcome: "failed", message: attempt?.result_message ?? "The gateway gave no clear answer." };
  }
}

const ended = (result: GateResult): Measured =>
  "reason" in result ? { outcome: "failed", message: result.reason.message } : DONE;
