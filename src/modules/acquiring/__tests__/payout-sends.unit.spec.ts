import fc from "fast-check";
import type { PayoutFact, PayoutReading } from "../../../gateway/model/facts";
import type { SendSnapshot } from "../domain/payout-sends";
import { droppedEnd, moveByFact, moveByOutcome, withPastTime } from "../domain/payout-sends";

/** How a payout's send moves, whatever comes in whatever order. */
const START: SendSnapshot = { status: "sending", reportedAt: null, decided: null, wasPaid: false, contradiction: null };

const fact = (reading: PayoutReading, at: number | null = null): PayoutFact => ({
  kind: "payout",
  requestId: "3f0b6a52-6c1e-4d8e-9a55-0f5a3c1f7e21",
  reading,
  status: reading.toUpperCase(),
  money: null,
  transactionId: null,
  shortReference: null,
  fee: null,
  payerPays: null,
  beneficiaryReceives: null,
  failureReason: null,
  failureType: null,
  gatewayCreatedAt: null,
  gatewayUpdatedAt: at === null ? null : new Date(at * 1_000).toISOString(),
});

/** As the row takes it up. */
function after(send: SendSnapshot, message: PayoutFact): SendSnapshot {
  const move = moveByFact(send, message);
  if (!move) return send;
  const at = move.fact?.gatewayUpdatedAt;
  const isFinal = move.fact !== null && move.status !== "pending";
  return {
    status: move.status,
    reportedAt: at ? Date.parse(at) : send.reportedAt,
    decided: isFinal ? null : send.decided,
    wasPaid: send.wasPaid || move.fact?.reading === "paid",
    contradiction: move.contradiction,
  };
}
const applyAll = (messages: readonly PayoutFact[], from = START): SendSnapshot => messages.reduce(after, from);

test("9 any order, duplicates and gaps of messages end in the gateway's latest state", () => {
  const readings = fc.constantFrom<PayoutReading>("paid", "pending", "failed", "cancelled", "held", "unmapped");
  const histories = fc.array(readings, { minLength: 1, maxLength: 6 });
  const orders = histories.chain((history) => {
    const messages = history.map((reading, index) => fact(reading, index + 1));
    return fc.record({
      messages: fc.constant(messages),
      shuffled: fc.shuffledSubarray([...messages, ...messages], { minLength: messages.length * 2 }),
    });
  });
  fc.assert(
    fc.property(orders, ({ messages, shuffled }) => {
      const finals = messages.filter(({ reading }) => ["paid", "failed", "cancelled"].includes(reading));
      const last = finals.at(-1);
      const expected = last === undefined ? "pending" : last.reading === "paid" ? "settled" : "declined";
      expect(applyAll(shuffled).status).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["paid after failed without times: it was never said before", [fact("failed"), fact("paid")], "settled"],
  ["failed after paid without times: it came back", [fact("paid"), fact("failed")], "declined"],
  ["paid, failed, and the first again", [fact("paid"), fact("failed"), fact("paid")], "declined"],
  ["pending after paid", [fact("paid", 1), fact("pending", 2)], "settled"],
  ["an earlier failure after paid", [fact("paid", 2), fact("failed", 1)], "settled"],
  ["held, then paid", [fact("held", 1), fact("paid", 2)], "settled"],
] as const)("%s", (_name, messages, status) => {
  expect(applyAll(messages).status).toBe(status);
});

test("a time in the future is ignored: it cannot block later messages", () => {
  const now = new Date(100_000 * 1_000);
  const early = withPastTime(fact("paid", 200_000), now);
  expect(early.gatewayUpdatedAt).toBeNull();
  expect(applyAll([early, withPastTime(fact("failed", 100_100), now)]).status).toBe("declined");
  const little = fact("paid", 100_299);
  expect(withPastTime(little, now)).toBe(little);
});

test("an older message does not end the doubt about a silent send; a newer one, or one without a time, does", () => {
  const silent: SendSnapshot = { ...applyAll([fact("pending", 2)]), status: "unknown" };
  const messages = [fact("pending", 1), fact("held", 1), fact("pending", 3), fact("pending"), fact("paid", 1)];
  expect(messages.map((one) => after(silent, one).status)).toEqual([
    ...["unknown", "unknown", "pending", "pending", "settled"],
  ]);
});

test("another final state that is dropped as older is reported", () => {
  const paid = applyAll([fact("paid", 2)]);
  const messages = [fact("failed", 1), fact("paid", 1), fact("pending", 1), fact("failed", 3)];
  expect(messages.map((one) => droppedEnd(paid, one))).toEqual(["failed", null, null, null]);
});

describe("a manual resolution of an unknown send", () => {
  const decided = (outcome: "paid" | "not_paid"): SendSnapshot => ({
    ...START,
    status: outcome === "paid" ? "settled" : "declined",
    decided: outcome,
  });

  test.each([
    ["not_paid", "paid", "settled", "paid"],
    ["not_paid", "failed", "declined", null],
    ["not_paid", "pending", "declined", "pending"],
    ["paid", "failed", "declined", "failed"],
    ["paid", "paid", "settled", null],
  ] as const)("%s, and the gateway reports %s: %s, contradicted by %s", (outcome, reading, status, contradiction) => {
    expect(after(decided(outcome), fact(reading))).toMatchObject({ status, contradiction });
  });

  test("resolved as paid, while the gateway is still processing: nothing changes", () => {
    expect(moveByFact(decided("paid"), fact("pending"))).toBeNull();
  });
});

describe("the response to the send", () => {
  const reason = { code: "x", message: "y" };
  const settled = { ...START, status: "settled" } as const;

  test("unknown and not sent change an open state only, and never what a notification has reported", () => {
    expect(moveByOutcome(START, { kind: "unknown", reason })?.status).toBe("unknown");
    expect(moveByOutcome({ ...START, status: "unknown" }, { kind: "not_sent", reason })?.status).toBe("not_sent");
    expect(moveByOutcome(settled, { kind: "unknown", reason })).toBeNull();
    expect(moveByOutcome(settled, { kind: "not_sent", reason })).toBeNull();
    expect(moveByOutcome(settled, { kind: "pending", fact: fact("pending"), reason })).toBeNull();
    expect(
      moveByOutcome({ ...settled, status: "declined", decided: "not_paid" }, { kind: "unknown", reason }),
    ).toBeNull();
  });

  test("a message about a payout proven unsent is accepted, and is a contradiction", () => {
    const move = moveByFact({ ...START, status: "not_sent" }, fact("pending"));
    expect(move).toMatchObject({ status: "pending", contradiction: "pending" });
  });
});
