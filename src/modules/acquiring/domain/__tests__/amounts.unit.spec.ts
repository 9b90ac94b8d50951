import fc from "fast-check";
import type { Fact, PaymentReading, RefundReading } from "../../../../gateway/model/facts";
import { createGatewayPaymentId, createOperationId } from "../../../../gateway/model/ids";
import { createMoney } from "../../../../gateway/model/money";
import { barePayment, bareRefund } from "../../../../gateway/reading/normalize";
import type { Outcome } from "../../../../gateway/model/outcome";
import { reduceOutcome } from "../reduce-outcome";
import { refusalOf } from "../operation-preconditions";
import { reduce } from "../reducer";
import { reduceRefundAbsence } from "../refunds";
import type { AttemptSnapshot, Decision, FactContext, OperationSnapshot } from "../snapshot";
import { isBlocking } from "../snapshot";
import { mayMove } from "../states";
import { resolveManually } from "../manual-resolution";
import { attempt, EUR, orderNo } from "./attempts";

/** Amounts nest and add up after every step of any story: writes, their answers, queries, lies, decisions. */
const REQUESTED = 1_000n;

type Step =
  | { readonly do: "write"; readonly kind: "capture" | "void" | "refund"; readonly amount: bigint }
  | { readonly do: "answer"; readonly outcome: Outcome<never>["kind"] }
  | { readonly do: "payment"; readonly reading: PaymentReading; readonly claimed: bigint; readonly source: Source }
  | { readonly do: "refund"; readonly reading: RefundReading; readonly nth: number; readonly amount: bigint | null }
  | { readonly do: "absence" }
  | { readonly do: "resolve"; readonly resolution: "happened" | "did_not_happen" }
  | { readonly do: "wait" };
type Source = "query" | "notify";

const amount = fc.bigInt({ min: 0n, max: 1_200n });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      kind: fc.constantFrom("capture", "void", "refund"),
      amount,
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      outcome: fc.constantFrom("settled", "pending", "declined", "not_sent", "unknown"),
    }),
    weight: 4,
  },
  fc.record({
    do: fc.constant("payment" as const),
    reading: fc.constantFrom<PaymentReading[]>(
      "authorised",
      "captured",
      "refunded",
      "voided",
      "declined",
      "pending",
      "not_found",
      "unmapped",
    ),
    claimed: amount,
    source: fc.constantFrom<Source[]>("query", "notify"),
  }),
  {
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      reading: fc.constantFrom<RefundReading[]>("accepted", "succeeded", "failed", "unmapped"),
      nth: fc.integer({ min: 0, max: 5 }),
      amount: fc.option(amount),
    }),
    weight: 3,
  },
  fc.record({ do: fc.constant("absence" as const) }),
  fc.record({ do: fc.constant("resolve" as const), resolution: fc.constantFrom("happened", "did_not_happen") }),
  fc.record({ do: fc.constant("wait" as const) }),
);

/** The attempt as the ledger would hold it, without a database. */
class Story {
  now = 0;
  count = 0;
  snapshot: AttemptSnapshot = attempt("created", { gatewayPaymentId: "17" });

  take(next: Step): void {
    this.now += next.do === "wait" ? 600_000 : 1_000;
    const decision = this.decide(next);
    if (decision) this.apply(decision);
  }

  private decide(next: Step): Decision | null {
    const { snapshot } = this;
    const open = snapshot.operations.filter(isBlocking).at(-1);
    switch (next.do) {
      case "wait":
        return null;
      case "write":
        this.begin(next.kind, next.kind === "void" ? snapshot.authorised : next.amount);
        return null;
      case "answer":
        return open
          ? reduceOutcome(snapshot, open, this.outcome(open, next.outcome), this.context("response", open.id))
          : null;
      case "payment":
        return reduce(
          snapshot,
          { ...barePayment(orderNo, next.reading), gatewayPaymentId: createGatewayPaymentId("17") },
          { ...this.context(next.source), claims: { captured: next.claimed, voided: true } },
        );
      case "refund":
        return reduce(snapshot, this.listed(next), this.context("query"));
      case "absence":
        return reduceRefundAbsence(snapshot, new Set(), this.context("query"));
      case "resolve": {
        const ruling = open ? resolveManually(snapshot, open, next.resolution) : null;
        return ruling?.kind === "ruled" ? ruling.decision : null;
      }
    }
  }

  private begin(kind: "capture" | "void" | "refund", wanted: bigint): void {
    const request = { kind, amount: wanted, isRecording: false, multipleCaptures: true };
    if (refusalOf(this.snapshot, request)) return;
    this.count += 1;
    const id = createOperationId(`acqop_operation${String(this.count)}`);
    const operation: OperationSnapshot = { id, kind, amount: wanted, status: "sending", sentAt: this.now };
    this.snapshot = { ...this.snapshot, operations: [...this.snapshot.operations, operation] };
  }

  private outcome(open: OperationSnapshot, kind: Outcome<never>["kind"]): Outcome<Fact> {
    const reason = { code: "x", message: "y" };
    const reading = open.kind === "authorise" ? "authorised" : open.kind === "void" ? "voided" : "captured";
    const fact: Fact =
      open.kind === "refund"
        ? {
            ...bareRefund(orderNo, "accepted"),
            money: createMoney(open.amount, EUR),
            operationId: createOperationId(open.id),
          }
        : barePayment(orderNo, reading);
    if (kind === "settled") return { kind, fact };
    if (kind === "pending") return { kind, fact, reason };
    return kind === "declined" ? { kind, fact: null, reason } : { kind, reason };
  }

  /** The nth refund of ours, or one that somebody else made. */
  private listed({ reading, nth, amount: other }: Extract<Step, { do: "refund" }>): Fact {
    const own = this.snapshot.operations.filter(({ kind }) => kind === "refund")[nth];
    const minor = other ?? own?.amount ?? 100n;
    return {
      ...bareRefund(orderNo, reading),
      money: createMoney(minor, EUR),
      operationId: other === null && own?.id.startsWith("acqop_") ? createOperationId(own.id) : null,
      reference: `RF${String(nth)}`,
    };
  }

  private context(source: FactContext["source"], operationId: string | null = null): FactContext {
    return { source, askedAt: this.now, operationId, unknownFinalAfterMs: 900_000 };
  }

  private apply(decision: Decision): void {
    let from = this.snapshot.state;
    for (const { to } of decision.entries) {
      if (to !== from) expect([from, to, mayMove(from, to)]).toEqual([from, to, true]);
      from = to;
    }
    const status = new Map(decision.conclusions.map((done) => [done.operationId, done.status]));
    const operations = this.snapshot.operations.map((own) => ({ ...own, status: status.get(own.id) ?? own.status }));
    const { outside } = decision;
    const added: OperationSnapshot[] = outside
      ? [{ id: `outside_${outside.reference}`, kind: "refund", sentAt: this.now, ...outside }]
      : [];
    this.snapshot = {
      ...this.snapshot,
      ...decision.amounts,
      state: decision.state,
      operations: [...operations, ...added],
    };
  }
}

const sum = (operations: readonly OperationSnapshot[]): bigint =>
  operations.reduce((total, own) => total + own.amount, 0n);

test("11 refunds never exceed captures, nor captures the authorised amount, for any commands, responses, lists, claims and resolutions", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const story = new Story();
      story.take({ do: "answer", outcome: "settled" });
      for (const next of steps) {
        story.take(next);
        const { authorised, captured, refunded, refundPending, operations, state } = story.snapshot;
        expect(refunded + refundPending <= captured && captured <= authorised && authorised <= REQUESTED).toBe(true);
        expect(refunded >= 0n && refundPending >= 0n && captured >= 0n).toBe(true);
        // The fold is what its operations say: nothing is counted twice, nothing is counted that no row explains.
        const refunds = operations.filter(({ kind }) => kind === "refund");
        expect(sum(refunds.filter(({ status }) => status === "settled"))).toBe(refunded);
        expect(sum(refunds.filter(({ status }) => status === "pending"))).toBe(refundPending);
        const captures = operations.filter(({ kind, status }) => kind === "capture" && status === "settled");
        expect(sum(captures) <= captured).toBe(true);
        if (captured > 0n) expect(state).toBe("captured");
        if (state === "voided") expect(captured).toBe(0n);
      }
    }),
    { numRuns: 2_000 },
  );
});
