import fc from "fast-check";
import { blockingMember } from "../reissue-chain";
import type { Approver, ApprovalState } from "../four-eyes";
import {
  approveProblem,
  contentProblem,
  copyProblem,
  decideProblem,
  fallenApprovals,
  isListed,
  isPast,
  rejectProblem,
  submitProblem,
} from "../four-eyes";
import { canCopy, mayHaveLeft, payoutStates } from "../states";

/** Who may approve payouts. */
const NOW = new Date("2026-11-22T10:00:00Z");
const ids = ["u1", "u2", "u3", "u4"] as const;
const people = fc.subarray([...ids]);
const user = (id: string): Approver => ({ id, type: "user", email: `${id}@shop.example` });

/** Mostly states that allow an approval, so that each rule is often the only obstacle. */
const mostly = <T>(usual: T, others: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });

const approvalState: fc.Arbitrary<ApprovalState> = fc.record({
  state: mostly<ApprovalState["state"]>("submitted", fc.constantFrom(...payoutStates)),
  makers: people.map((list) => new Set<string>(list)),
  accountMakers: people.map((list) => new Set<string>(list)),
  approvedBy: people.map((list) => new Set<string>(list)),
  wasSent: mostly(false, fc.boolean()),
  payloadHash: fc.constantFrom("k:a", "k:b"),
  expiresAt: mostly<Date | null>(null, fc.constantFrom(new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1))),
  paymentDate: mostly<string | null>(null, fc.constantFrom("2026-11-20", "2026-11-22")),
  isBeneficiaryCurrent: mostly(true, fc.boolean()),
  isBeneficiaryBlocked: mostly(false, fc.boolean()),
  isAccountBlocked: mostly(false, fc.boolean()),
  inTheWay: mostly<ApprovalState["inTheWay"]>(
    null,
    fc.constantFrom({ id: "acqpay_0", state: "paid" }, { id: "acqpay_0", state: "draft" }),
  ),
});

test("an approval is only by another listed person, for a submitted payout, in time, and as prepared", () => {
  fc.assert(
    fc.property(approvalState, fc.constantFrom(...ids), people, (of, id, approvers) => {
      const isAllowed = approveProblem(of, user(id), { approvers, now: NOW, approvalsNeeded: Infinity }) === null;
      const isRight =
        of.state === "submitted" &&
        approvers.some((name) => name === id) &&
        !of.makers.has(id) &&
        !of.accountMakers.has(id) &&
        !of.approvedBy.has(id) &&
        of.expiresAt?.getTime() !== NOW.getTime() - 1 &&
        of.isBeneficiaryCurrent &&
        !of.isBeneficiaryBlocked &&
        !of.isAccountBlocked &&
        of.paymentDate !== "2026-11-20" &&
        of.inTheWay === null;
      expect(isAllowed).toBe(isRight);
    }),
    { numRuns: 2_000 },
  );
});

test("nobody approves what they prepared, and an API key approves nothing", () => {
  fc.assert(
    fc.property(approvalState, fc.constantFrom(...ids), people, (of, id, approvers) => {
      const key: Approver = { id, type: "api-key", email: null };
      expect(approveProblem(of, key, { approvers, now: NOW, approvalsNeeded: Infinity })).not.toBeNull();
      expect(rejectProblem(of, key, { approvers })).not.toBeNull();
      expect(decideProblem(of, key, { approvers })).not.toBeNull();
      expect(submitProblem(of, key, NOW)).not.toBeNull();
      if (of.makers.has(id)) expect(rejectProblem(of, user(id), { approvers })).not.toBeNull();
      const unknown: ApprovalState = { ...of, state: "unknown" };
      const isAnother = approvers.includes(id) && !of.makers.has(id) && !of.accountMakers.has(id);
      expect(decideProblem(unknown, user(id), { approvers }) === null).toBe(isAnother);
    }),
  );
});

test("a valid approval is by someone who could approve now, for what would be sent now", () => {
  fc.assert(
    fc.property(approvalState, people, people, fc.constantFrom("k:a", "k:b"), (of, approvers, users, payloadHash) => {
      const given = ids.map((actorId) => ({ actorId, payloadHash }));
      const fallen = fallenApprovals(of, given, { approvers, people: users.map(user) }).map(({ actorId }) => actorId);
      const holding = ids.filter((id) => !fallen.includes(id));
      expect(holding).toEqual(
        ids.filter(
          (id) =>
            users.includes(id) &&
            approvers.includes(id) &&
            !of.makers.has(id) &&
            !of.accountMakers.has(id) &&
            of.payloadHash === payloadHash,
        ),
      );
    }),
  );
});

test("an empty list matches nobody, email addresses ignore case, and a missing email address matches nothing", () => {
  expect(isListed([], user("u1"))).toBe(false);
  expect(isListed(["U1@Shop.Example"], user("u1"))).toBe(true);
  expect(isListed(["u1@shop.example"], { id: "u1", type: "user", email: null })).toBe(false);
  expect(isListed(["U1"], user("u1"))).toBe(false);
});

test("a day has passed when it has passed in every time zone", () => {
  expect(["2026-11-20", "2026-11-21", null].map((day) => isPast(day, NOW))).toEqual([true, false, false]);
  expect(["11:59", "12:00"].map((time) => isPast("2026-11-21", new Date(`2026-11-22T${time}:00Z`)))).toEqual([
    false,
    true,
  ]);
});

test("a mismatch states the reason", () => {
  const of = { makers: new Set<string>(), accountMakers: new Set<string>(), approvedBy: new Set<string>() };
  const good: ApprovalState = {
    ...{ ...of, state: "submitted", payloadHash: "k:a", expiresAt: null, paymentDate: null, inTheWay: null },
    ...{ isBeneficiaryCurrent: true, isBeneficiaryBlocked: false, isAccountBlocked: false, wasSent: false },
  };
  expect(contentProblem(good, NOW)).toBeNull();
  expect(contentProblem({ ...good, isBeneficiaryBlocked: true }, NOW)).toMatch(/blocked/);
  expect(contentProblem({ ...good, isAccountBlocked: true }, NOW)).toMatch(/same account is blocked/);
  const words = (state: ApprovalState["state"]): string | null =>
    contentProblem({ ...good, inTheWay: { id: "acqpay_0", state } }, NOW);
  expect(words("held")).toMatch(/^acqpay_0 pays the same.*portal.*Withdraw this one in that case\.$/);
  expect(words("approved")).toMatch(/^acqpay_0 pays the same and is approved\. .*withdraw it first\.$/);
});

test("a payout that may have been sent cannot be copied, and a payout with a live copy cannot be copied again", () => {
  expect(payoutStates.filter(canCopy)).toEqual(["failed", "cancelled", "rejected", "expired", "withdrawn"]);
  for (const state of payoutStates) {
    expect(copyProblem({ state, inTheWay: null }) === null).toBe(canCopy(state));
    for (const other of payoutStates) {
      const inTheWay = blockingMember([{ id: "acqpay_2", state: other }]);
      expect(copyProblem({ state, inTheWay }) === null).toBe(canCopy(state) && canCopy(other));
    }
  }
});

test("in a reissue chain a payout that may have been paid blocks first, then any that can still be sent", () => {
  const member = fc.record({ id: fc.constantFrom(...ids), state: fc.constantFrom(...payoutStates) });
  fc.assert(
    fc.property(fc.array(member), (others) => {
      const found = blockingMember(others);
      expect(found === null).toBe(others.every(({ state }) => canCopy(state)));
      if (others.some(({ state }) => mayHaveLeft(state))) expect(mayHaveLeft(found?.state ?? "draft")).toBe(true);
    }),
  );
});
