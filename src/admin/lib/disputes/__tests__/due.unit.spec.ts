import type { AdminDispute } from "../../../../api-schema/admin";
import { dayOf, endOfDay } from "../../days";
import { answeredInput, entryOf, disputeInputOf, nameOfDispute, relativeDay } from "../due";

const dispute: AdminDispute = {
  ...{ id: "acqatt_1:D1", payment_id: "acqatt_1", account: "main", order_no: "order-1", order: null },
  ...{ state: "needs_answer", amount: "90.00", currency: "EUR", reason: "fraud", reference: "D1" },
  ...{ opened_at: "2026-11-27T10:00:00.000Z", decided_at: null, due_at: null, reported_due_at: null },
  ...{ entered_due_at: null, answered_at: null, answered_by: null, note: null, version: 3 },
};

test.each([
  [0, "today"],
  [1, "tomorrow"],
  [3, "in 3 days"],
  [-1, "yesterday"],
  [-9, "9 days ago"],
])("a due date %p days away is %p, whatever the hour", (days, text) => {
  for (const hour of [0, 9, 23]) {
    const at = new Date(2026, 11, 5 + days, hour, 59);
    for (const now of [new Date(2026, 11, 5, 0, 1), new Date(2026, 11, 5, 23, 58)])
      expect(relativeDay(at.toISOString(), now, "en")).toBe(text);
  }
});

test("an entered day ends in the reader's time zone, and an unchanged one keeps its time", () => {
  expect(entryOf(dispute)).toEqual({ day: "", note: "" });
  expect(disputeInputOf(dispute, { day: "2026-12-05", note: "  Ask.  " })).toEqual({
    ...{ version: 3, due_at: endOfDay("2026-12-05"), answered: false, note: "Ask." },
  });
  const entered = { ...dispute, entered_due_at: "2026-12-05T12:00:00.000Z" };
  const day = dayOf(entered.entered_due_at);
  expect(entryOf(entered).day).toBe(day);
  expect(disputeInputOf(entered, { day, note: " " })).toMatchObject({ due_at: entered.entered_due_at, note: null });
  expect(disputeInputOf(entered, { day: "", note: "" })).toMatchObject({ due_at: null });
});

test("marking as answered keeps the due date and the note", () => {
  const entered = { ...dispute, entered_due_at: "2026-12-05T12:00:00.000Z", note: "Ask." };
  expect(answeredInput(entered, true)).toEqual({
    ...{ version: 3, due_at: entered.entered_due_at, answered: true, note: "Ask." },
  });
});

test("people know a dispute by its order", () => {
  expect(nameOfDispute(dispute)).toBe("order-1");
  expect(nameOfDispute({ ...dispute, order: { id: "order_1", display_id: 12 } })).toBe("#12");
});
