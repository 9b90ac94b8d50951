import { summaryLines } from "../reconcile-summary";

const FROM = new Date("2026-11-24T10:45:00Z");
const summary = {
  runId: "acqrec_1",
  examined: 0,
  inFlight: 3,
  differences: 0,
  applied: 0,
  remaining: 0,
  skipped: [
    { reason: "changed_recently", count: 2, comparedFrom: FROM },
    { reason: "operation_open", count: 1, comparedFrom: FROM },
  ],
} as const;

test("a run that compared nothing reports it, and when the rest can be compared", () => {
  expect(summaryLines(summary, { apply: false, now: false })).toEqual([
    "0 payments compared, 3 not compared, 0 differences: no details about what was not compared",
    "  2 not compared: changed recently (option reconcile.graceMinutes); compared from 2026-11-24T10:45:00.000Z, if nothing else happens, or immediately with --now",
    "  1 not compared: an operation has no result yet; compared from 2026-11-24T10:45:00.000Z, if nothing else happens",
  ]);
});

test("--now is refused with a reason while something is in progress", () => {
  const skipped = [{ reason: "reversal", count: 1, comparedFrom: null }] as const;
  const told = summaryLines({ ...summary, examined: 1, inFlight: 1, skipped }, { apply: true, now: true });
  expect(told).toEqual([
    "1 payment compared, 1 not compared, 0 differences, 0 repaired, 0 left",
    "  1 not compared: being voided or refunded; compared once that is done; --now does not include it: the records would differ until it has ended",
  ]);
});
