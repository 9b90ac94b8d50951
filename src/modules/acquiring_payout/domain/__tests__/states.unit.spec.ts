import fc from "fast-check";
import { isContradiction, nextBy, stateBy } from "../follow";
import type { LedgerSendState } from "../follow";
import { canCopy, isPayoutOver, mayHaveLeft, mayPayoutMove, movers, payoutStates, payoutTransitions } from "../states";

/** The states of a payout. */
const states = fc.constantFrom(...payoutStates);
const everyMove = payoutStates.flatMap((from) =>
  payoutStates.flatMap((to) => movers.filter((by) => mayPayoutMove(from, to, by)).map((by) => ({ from, to, by }))),
);

test("only the claim sends, and only approved payouts", () => {
  expect(everyMove.filter(({ to }) => to === "sending")).toEqual([{ from: "approved", to: "sending", by: "claim" }]);
});

test("only another person's approval, or the proof that nothing was sent, makes it approved", () => {
  expect(everyMove.filter(({ to }) => to === "approved")).toEqual([
    { from: "submitted", to: "approved", by: "approver" },
    { from: "sending", to: "approved", by: "fact" },
    { from: "unknown", to: "approved", by: "fact" },
  ]);
});

test("a payout that may have been sent never becomes a draft, rejected, withdrawn or expired unless the ledger has stopped it, and is never copied", () => {
  const left = everyMove.filter(({ from }) => mayHaveLeft(from));
  expect(left.length).toBeGreaterThan(10);
  const before = ["draft", "submitted", "rejected", "withdrawn", "expired"];
  expect(left.filter(({ to }) => before.includes(to))).toEqual([{ from: "sending", to: "withdrawn", by: "stopped" }]);
  expect(everyMove.filter(({ by }) => by === "stopped")).toHaveLength(1);
  expect(payoutStates.filter((state) => mayHaveLeft(state) && canCopy(state))).toEqual([]);
});

test("a person resolves unknown payouts, and nothing else", () => {
  expect(everyMove.filter(({ by }) => by === "person").map(({ from, to }) => [from, to])).toEqual([
    ["unknown", "paid"],
    ["unknown", "failed"],
  ]);
});

test("a payout that ended before it was sent stays ended, whatever the ledger reports", () => {
  const sends = fc.record({
    status: fc.constantFrom(...(["sending", "settled", "pending", "declined", "not_sent", "unknown"] as const)),
    reading: fc.constantFrom(null, "paid", "pending", "failed", "cancelled", "held", "unmapped"),
  });
  fc.assert(
    fc.property(fc.constantFrom("draft", "submitted", "rejected", "expired", "withdrawn"), sends, (state, send) => {
      // After lost commits the ledger holds payouts that may have been sent; nothing else moves unsent ones.
      const isHeld = (state === "draft" || state === "submitted") && send.status === "unknown";
      expect(nextBy(payoutStates.find((one) => one === state) ?? "draft", send)).toBe(isHeld ? "unknown" : null);
    }),
  );
});

test("a payout resolved as not paid is in progress again as soon as the gateway reports it", () => {
  expect(nextBy("failed", { status: "pending", reading: "pending" })).toBe("pending");
  expect(nextBy("cancelled", { status: "pending", reading: "held" })).toBe("held");
  expect(nextBy("paid", { status: "pending", reading: "pending" })).toBeNull();
});

test("syncing a send twice gives the same result as once", () => {
  const send = (status: LedgerSendState["status"], reading: string | null = null): LedgerSendState => ({
    status,
    reading,
  });
  fc.assert(
    fc.property(states, fc.constantFrom("settled", "pending", "declined", "unknown", "not_sent"), (from, status) => {
      const to = nextBy(from, send(status)) ?? from;
      expect(nextBy(to, send(status)) ?? to).toBe(to);
    }),
  );
});

test.each<readonly [LedgerSendState["status"], string | null, string]>([
  ["settled", "paid", "paid"],
  // A completed one with a failure type is paid: the ledger's outcome decides.
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

test("an opposite final state is a contradiction", () => {
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
