import fc from "fast-check";
import { isContradiction, nextBy, stateBy } from "../follow";
import type { SendStanding } from "../follow";
import { canCopy, isPayoutOver, mayHaveLeft, mayPayoutMove, movers, payoutStates, payoutTransitions } from "../states";

/** The life of a payout. */
const states = fc.constantFrom(...payoutStates);
const everyMove = payoutStates.flatMap((from) =>
  payoutStates.flatMap((to) => movers.filter((by) => mayPayoutMove(from, to, by)).map((by) => ({ from, to, by }))),
);

test("only the claim sends, and only what is approved", () => {
  expect(everyMove.filter(({ to }) => to === "sending")).toEqual([{ from: "approved", to: "sending", by: "claim" }]);
});

test("only another person's approval, or the proof that nothing left, makes it approved", () => {
  expect(everyMove.filter(({ to }) => to === "approved")).toEqual([
    { from: "submitted", to: "approved", by: "approver" },
    { from: "sending", to: "approved", by: "fact" },
    { from: "unknown", to: "approved", by: "fact" },
  ]);
});

test("what may have left is never a draft, rejected, withdrawn or expired again unless the ledger has stopped it, and never copied", () => {
  const left = everyMove.filter(({ from }) => mayHaveLeft(from));
  expect(left.length).toBeGreaterThan(10);
  const before = ["draft", "submitted", "rejected", "withdrawn", "expired"];
  expect(left.filter(({ to }) => before.includes(to))).toEqual([{ from: "sending", to: "withdrawn", by: "stopped" }]);
  expect(everyMove.filter(({ by }) => by === "stopped")).toHaveLength(1);
  expect(payoutStates.filter((state) => mayHaveLeft(state) && canCopy(state))).toEqual([]);
});

test("a person decides what is unknown, and nothing else", () => {
  expect(everyMove.filter(({ by }) => by === "person").map(({ from, to }) => [from, to])).toEqual([
    ["unknown", "paid"],
    ["unknown", "failed"],
  ]);
});

test("what ended before it left stays ended, whatever the ledger says", () => {
  const sends = fc.record({
    status: fc.constantFrom(...(["sending", "settled", "pending", "declined", "not_sent", "unknown"] as const)),
    reading: fc.constantFrom(null, "paid", "pending", "failed", "cancelled", "held", "unmapped"),
  });
  fc.assert(
    fc.property(fc.constantFrom("draft", "submitted", "rejected", "expired", "withdrawn"), sends, (state, send) => {
      // After lost commits the ledger holds what may have left; nothing else moves what was not sent.
      const isHeld = (state === "draft" || state === "submitted") && send.status === "unknown";
      expect(nextBy(payoutStates.find((one) => one === state) ?? "draft", send)).toBe(isHeld ? "unknown" : null);
    }),
  );
});

test("what a person called not paid is in hand again as soon as the gateway says that it has it", () => {
  expect(nextBy("failed", { status: "pending", reading: "pending" })).toBe("pending");
  expect(nextBy("cancelled", { status: "pending", reading: "held" })).toBe("held");
  expect(nextBy("paid", { status: "pending", reading: "pending" })).toBeNull();
});

test("following a send twice ends where following it once does", () => {
  const send = (status: SendStanding["status"], reading: string | null = null): SendStanding => ({ status, reading });
  fc.assert(
    fc.property(states, fc.constantFrom("settled", "pending", "declined", "unknown", "not_sent"), (from, status) => {
      const to = nextBy(from, send(status)) ?? from;
      expect(nextBy(to, send(status)) ?? to).toBe(to);
    }),
  );
});

test.each<readonly [SendStanding["status"], string | null, string]>([
  ["settled", "paid", "paid"],
  // A completed one that names a type of failure is paid: the ledger's outcome decides.
  ["settled", null, "paid"],
  ["pending", "pending", "pending"],
  ["pending", "held", "held"],
  ["pending", "unmapped", "pending"],
  ["declined", "failed", "failed"],
  ["declined", "cancelled", "cancelled"],
  ["declined", null, "failed"],
  ["unknown", "paid", "unknown"],
  ["not_sent", null, "approved"],
  ["sending", null, "sending"],
])("a send that is %s (%s) makes it %s", (status, reading, state) => {
  expect(stateBy({ status, reading })).toBe(state);
});

test("what was over and is the other way round is a contradiction", () => {
  const found = everyMove.filter(({ from, to }) => isContradiction(from, to)).map(({ from, to }) => `${from} ${to}`);
  expect(found.sort()).toEqual([
    ...["cancelled held", "cancelled paid", "cancelled pending", "failed held", "failed paid", "failed pending"],
    ...["paid cancelled", "paid failed"],
  ]);
  expect(payoutStates.filter(isPayoutOver)).toEqual([
    "paid",
    "failed",
    "cancelled",
    "rejected",
    "expired",
    "withdrawn",
  ]);
  expect(Object.keys(payoutTransitions)).toHaveLength(payoutStates.length);
});
