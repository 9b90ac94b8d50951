import { disputeStateOf, dueDateOf } from "../dispute-state";

const NOW = new Date("2026-12-05T12:00:00Z");
const BEFORE = new Date("2026-12-05T11:59:59Z");
const AFTER = new Date("2026-12-06T12:00:00Z");
const open = { status: "open", reportedDueAt: null, enteredDueAt: null, answeredAt: null } as const;

test.each([
  ["without a due date", open, "needs_answer"],
  ["before its due date", { ...open, reportedDueAt: AFTER }, "needs_answer"],
  ["at its due date", { ...open, reportedDueAt: NOW }, "needs_answer"],
  ["after its due date", { ...open, reportedDueAt: BEFORE }, "overdue"],
  [
    "with an entered date after the reported one",
    { ...open, reportedDueAt: BEFORE, enteredDueAt: AFTER },
    "needs_answer",
  ],
  ["with an entered date before the reported one", { ...open, reportedDueAt: AFTER, enteredDueAt: BEFORE }, "overdue"],
  ["answered", { ...open, answeredAt: BEFORE }, "answered"],
  ["answered, after its due date", { ...open, reportedDueAt: BEFORE, answeredAt: BEFORE }, "answered"],
  ["won", { ...open, status: "won", reportedDueAt: BEFORE }, "won"],
  ["lost, though answered", { ...open, status: "lost", answeredAt: BEFORE }, "lost"],
] as const)("a dispute %s", (_, dispute, state) => {
  expect(disputeStateOf(dispute, NOW)).toBe(state);
});

test("the entered due date takes precedence over the reported one", () => {
  expect(dueDateOf({ ...open, reportedDueAt: BEFORE, enteredDueAt: AFTER })).toBe(AFTER);
  expect(dueDateOf({ ...open, reportedDueAt: BEFORE })).toBe(BEFORE);
  expect(dueDateOf(open)).toBeNull();
});
