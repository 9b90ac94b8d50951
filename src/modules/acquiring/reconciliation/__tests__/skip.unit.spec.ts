import type { ComparisonTime } from "../ledger-record";
import { skipOf } from "../ledger-record";
import { Tally } from "../request";

/** Why a payment is not compared yet, and from when it is. */
const NOW = new Date("2026-11-24T10:00:00Z");
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const moment: ComparisonTime = { now: NOW, graceMs: 15 * 60_000, unknownFinalAfterMs: 900_000 };

type Payment = Parameters<typeof skipOf>[0];
const REST: Payment["row"] = { updated_at: ago(60), reverse_at: null, project_after: null, project_failures: 0 };
const examined = (row: Partial<Payment["row"]>, ...sent: readonly number[]): Payment => ({
  row: { ...REST, ...row },
  operations: sent.map((minutes) => ({ status: "unknown", sent_at: ago(minutes) })),
});

test.each([
  ["nothing is under way", examined({}), null, null],
  ["it changed", examined({ updated_at: ago(5) }), "changed_recently", "2026-11-24T10:10:00.000Z"],
  ["an operation is open", examined({}, 10), "operation_open", "2026-11-24T10:05:00.000Z"],
  [
    "one is open and it changed since",
    examined({ updated_at: ago(5) }, 10),
    "operation_open",
    "2026-11-24T10:10:00.000Z",
  ],
  ["an old operation is open", examined({}, 20), null, null],
  ["Medusa records it", examined({ project_after: ago(1) }), "recording", "2026-11-24T10:14:00.000Z"],
  ["it is given back", examined({ reverse_at: ago(1) }), "reversal", null],
])("%s", (_what, payment, reason, from) => {
  const skip = skipOf(payment, moment);
  expect([skip?.reason ?? null, skip?.comparedFrom?.toISOString() ?? null]).toEqual([reason, from]);
});

test("with --now only payments that changed and are at rest are compared", () => {
  const now = { ...moment, isNow: true };
  expect(skipOf(examined({ updated_at: ago(5) }), now)).toBeNull();
  expect(skipOf(examined({ updated_at: ago(5) }, 5), now)?.reason).toBe("operation_open");
  expect(skipOf(examined({ updated_at: ago(5), project_after: ago(5) }), now)?.reason).toBe("recording");
  expect(skipOf(examined({ updated_at: ago(5), reverse_at: ago(5) }), now)?.reason).toBe("reversal");
});

test("what was not compared is counted by reason, with the time from which all of it is compared", () => {
  const tally = new Tally();
  tally.skip({ reason: "changed_recently", comparedFrom: ago(3) });
  tally.skip({ reason: "changed_recently", comparedFrom: ago(1) });
  tally.skip({ reason: "changed_recently", comparedFrom: ago(2) });
  tally.skip({ reason: "reversal", comparedFrom: null });
  expect(tally.result().inFlight).toBe(4);
  expect(tally.skipped).toEqual([
    { reason: "changed_recently", count: 3, comparedFrom: ago(1) },
    { reason: "reversal", count: 1, comparedFrom: null },
  ]);
});
