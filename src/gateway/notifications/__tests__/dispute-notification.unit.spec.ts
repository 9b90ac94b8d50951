import { parseNotification } from "../notification";
import { sign } from "../../signing/signing";
import { accountWith, KEY, SUCCESS } from "../../__tests__/fixtures";

/** A dispute's notification: its own fields, under the names and words of the profile. */
const account = accountWith();
const signature = sign(account.profile.signing, "notification", SUCCESS, KEY);
const read = (more: Record<string, string>, by = account) =>
  parseNotification({
    account: by,
    contentType: null,
    body: Buffer.from(
      new URLSearchParams({ ...SUCCESS, notify_type: "dispute", encryption_data: signature, ...more }).toString(),
    ),
  });

test.each([
  ["received", "received"],
  ["open", "received"],
  ["OPEN ", "received"],
  ["Lost", "lost"],
  ["won", "won"],
  ["lost", "lost"],
  ["escalated", "unmapped"],
  ["constructor", "unmapped"],
  ["", "unmapped"],
])("a dispute with %p is read as %s", (status, reading) => {
  const parsed = read({
    dispute_status: status,
    dispute_amount: "9.00",
    dispute_reason: "fraud",
    dispute_reference: "D1",
  });
  expect(parsed).toMatchObject({
    kindHint: "dispute",
    signature: "matched",
    signedFact: null,
    fact: {
      kind: "dispute",
      reading,
      gatewayPaymentId: "17",
      money: { minor: 900n },
      reason: "fraud",
      reference: "D1",
    },
  });
});

test("a dispute without an amount has none, and an amount that is not a plain decimal makes the message unreadable", () => {
  expect(read({ dispute_status: "received" })).toMatchObject({ fact: { money: null, reason: null, reference: null } });
  expect(read({ dispute_status: "received", dispute_amount: "9,00" }).kind).toBe("unreadable");
});

test.each([
  ["2026-12-05", "2026-12-05T23:59:59.000Z"],
  ["2026-12-05T10:00:00Z", "2026-12-05T10:00:00.000Z"],
  ["2026-12-05T10:00:00+02:00", "2026-12-05T08:00:00.000Z"],
  ["2026-02-30", null],
  ["05.12.2026", null],
  ["2026-12-05 10:00", null],
  ["2026-12-05T10:00:00", null],
  ["soon", null],
  ["", null],
])("the due date %p is read as %p, and never guessed", (dispute_due_date, dueAt) => {
  expect(read({ dispute_status: "received", dispute_due_date })).toMatchObject({ fact: { dueAt } });
});

test("a due date is optional", () => {
  expect(read({ dispute_status: "received" })).toMatchObject({ fact: { dueAt: null } });
});

test("names and values are the profile's", () => {
  const own = accountWith({
    profile: { notify: { fields: { disputeStatus: ["cb_state"] }, disputes: { "1": "received" } } },
  });
  expect(read({ cb_state: "1" }, own)).toMatchObject({ fact: { kind: "dispute", reading: "received" } });
  expect(read({ cb_state: "won" }, own)).toMatchObject({ fact: { reading: "unmapped" } });
});
