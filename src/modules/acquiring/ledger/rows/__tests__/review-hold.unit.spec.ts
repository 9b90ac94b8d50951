import { attemptRow, NOON, operationRow } from "../../../../../application/__tests__/ledger-rows";
import { reduce } from "../../../domain/reducer";
import { payment, query } from "../../../domain/__tests__/attempts";
import { locked } from "../attempt-row";
import { withHold } from "../review-hold";

const rejected = operationRow("review", "settled", { action: "reject" });
const notRejected = operationRow("review", "declined", { action: "reject" });

/** Only a person's rejection stands when the money of a payment that had ended comes late. */
test.each([
  ["expired", "rejected", "by nobody", [], null],
  ["declined", "rejected", "by nobody", [], null],
  ["declined", "rejected", "by nobody, a rejection was not accepted", [notRejected], null],
  ["expired", "rejected", "by a person", [rejected], undefined],
  ["declined", "rejected", "by a person", [rejected], undefined],
  ["expired", "approved", "before", [], undefined],
] as const)("late money of a payment that %s, its hold %s %s", (state, decision, _who, operations, after) => {
  const none = { authorised: "0", captured: "0" };
  const row = attemptRow({ ...none, state, held_at: NOON, hold_reason: "gateway", hold_decision: decision });
  const attempt = locked({ row, operations, holdRule: () => null, lockedAt: NOON });
  for (const reading of ["authorised", "captured"] as const) {
    const { state: to, hold } = withHold(attempt, reduce(attempt.snapshot, payment(reading), query), null);
    expect([to, hold?.decision]).toEqual([reading, after]);
  }
});
