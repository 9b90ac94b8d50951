import type { Signs } from "../health-findings";
import { findingsOf } from "../health-findings";
import { bucketOf, emptyHistogram } from "../histogram";
import { timeSeries } from "../time-series";

const NOW = new Date("2026-11-21T10:02:00Z");
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);
const WELL: Signs = {
  refused: null,
  queue: { depth: 0, oldestSeconds: 0 },
  notifications: { lastVerified: ago(60), lastFailed: null, lastFailure: null },
  traffic: { requests: 100, failed: 0 },
  signatures: { checked: 100, matched: 100 },
  unmapped: 0,
  recovery: null,
  gateway: { unreadable: [], unknown: { open: 0, overdue: 0, recent: 0, sent: 100 } },
};
const unreadable = (count: number, requests: number): Partial<Signs> => ({
  gateway: { ...WELL.gateway, unreadable: [{ operation: "query", unreadable: count, requests }] },
});
const unknown = (open: number, overdue: number, recent: number, sent = 100): Partial<Signs> => ({
  gateway: { ...WELL.gateway, unknown: { open, overdue, recent, sent } },
});
const failing = { lastVerified: ago(600), lastFailed: ago(30), lastFailure: "Its signature did not match." };

test.each<[string, Partial<Signs>, string, RegExp | null]>([
  ["nothing is wrong", {}, "healthy", null],
  [
    "nothing ever happened",
    { traffic: { requests: 0, failed: 0 }, signatures: { checked: 0, matched: 0 } },
    "healthy",
    null,
  ],
  [
    "commits may have been lost",
    { recovery: "Commits were lost." },
    "failing",
    /^Commits were lost\. Recovery mode: nothing/,
  ],
  ["queries are refused", { refused: "Register its address." }, "failing", /^Register its address\./],
  ["half of the requests fail", { traffic: { requests: 10, failed: 5 } }, "failing", /^5 of the last 10 requests/],
  ["a twentieth fails", { traffic: { requests: 100, failed: 5 } }, "warning", /^5 of the last 100/],
  ["fewer fail", { traffic: { requests: 100, failed: 4 } }, "healthy", null],
  ["one of four requests fails", { traffic: { requests: 4, failed: 1 } }, "healthy", null],
  ["the last notification was not believed", { notifications: failing }, "failing", /signature did not match/],
  ["one was believed since", { notifications: { ...failing, lastVerified: ago(10) } }, "healthy", null],
  ["that was two days ago", { notifications: { ...failing, lastFailed: ago(172_800) } }, "healthy", null],
  ["messages wait a minute", { queue: { depth: 3, oldestSeconds: 60 } }, "warning", /^3 gateway messages/],
  ["messages wait five minutes", { queue: { depth: 3, oldestSeconds: 300 } }, "failing", /for 300 seconds/],
  ["a flood that is worked off", { queue: { depth: 10_000, oldestSeconds: 20 } }, "healthy", null],
  [
    "a twentieth of the signatures is wrong",
    { signatures: { checked: 100, matched: 95 } },
    "warning",
    /^5 of the last/,
  ],
  ["one signature among many is wrong", { signatures: { checked: 100, matched: 99 } }, "healthy", null],
  ["one of two signatures is wrong", { signatures: { checked: 2, matched: 1 } }, "warning", /^1 of the last day's 2/],
  ["most signatures are wrong", { signatures: { checked: 100, matched: 40 } }, "failing", /^60 of/],
  ["no response could be read", unreadable(1, 1), "failing", /^1 of the last hour's 1 responses to "query"/],
  ["five responses could not be read", unreadable(5, 400), "failing", /They cannot resolve unknown operations/],
  ["one of many could not be read", unreadable(1, 400), "warning", /^1 of the last hour's 400/],
  ["a result is not known yet", unknown(1, 0, 1), "healthy", null],
  ["a result is not known for too long", unknown(1, 1, 0), "warning", /^1 operation has an unknown result/],
  ["many are not known for too long", unknown(6, 5, 1), "failing", /5 for more than 15 minutes/],
  ["half of what was sent is not known", unknown(5, 0, 5, 10), "failing", /5 sent within the last hour/],
  ["a few of many are not known yet", unknown(5, 0, 5, 100), "healthy", null],
  ["a code is unmapped", { unmapped: 1 }, "warning", /add them to the profile/],
])("%s", (_what, signs, status, finding) => {
  const found = findingsOf({ ...WELL, ...signs }, NOW);
  expect(found.status).toBe(status);
  if (finding) expect(found.findings).toEqual([expect.stringMatching(finding)]);
  else expect(found.findings).toEqual([]);
});

test("minutes become steps, oldest first, including empty ones; older ones are omitted", () => {
  const histogram = emptyHistogram();
  histogram[bucketOf(30)] = 4;
  const minute = (at: string, requests: number, failed: number) => ({
    minute: new Date(at),
    requests,
    failed,
    histogram,
  });
  const points = timeSeries(
    [
      minute("2026-11-21T09:49:00Z", 9, 9),
      minute("2026-11-21T09:50:00Z", 4, 1),
      minute("2026-11-21T09:54:00Z", 4, 0),
      minute("2026-11-21T10:01:00Z", 4, 2),
    ],
    { now: NOW, steps: 3, stepMs: 300_000 },
  );
  expect(points.map(({ at, requests, failed }) => [at.toISOString().slice(11, 16), requests, failed])).toEqual([
    ["09:50", 8, 1],
    ["09:55", 0, 0],
    ["10:00", 4, 2],
  ]);
  expect(points.map(({ p50 }) => p50 === null)).toEqual([false, true, false]);
  expect(points[0]?.p95).toBeLessThan(39);
});
