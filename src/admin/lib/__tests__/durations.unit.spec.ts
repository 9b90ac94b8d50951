import { hoursText, timeLeft, untilText } from "../durations";

const UNTIL = "2026-12-04T10:00:00.000Z";

test.each([
  ["2026-12-01T09:59:59.000Z", { stage: "days", number: 3, unit: "day" }],
  ["2026-12-01T10:00:01.000Z", { stage: "days", number: 2, unit: "day" }],
  ["2026-12-03T10:00:00.000Z", { stage: "days", number: 1, unit: "day" }],
  ["2026-12-03T10:00:01.000Z", { stage: "last_day", number: 23, unit: "hour" }],
  ["2026-12-04T09:30:00.000Z", { stage: "last_day", number: 30, unit: "minute" }],
  ["2026-12-04T09:59:59.000Z", { stage: "last_day", number: 1, unit: "minute" }],
  [UNTIL, { stage: "over", number: 0, unit: "minute" }],
  ["2027-01-01T00:00:00.000Z", { stage: "over", number: 0, unit: "minute" }],
])("at %s", (now, left) => {
  expect(timeLeft(UNTIL, new Date(now))).toEqual(left);
});

test("an unreadable time has no rest and is shown as received", () => {
  expect(timeLeft("soon", new Date(0))).toBe(null);
  expect(untilText("soon", new Date(0), "en")).toBe("soon");
});

test.each([
  ["2026-12-01T00:00:00.000Z", "en", "December 4"],
  ["2026-12-01T00:00:00.000Z", "en-GB", "4 December"],
  ["2026-12-01T00:00:00.000Z", "de", "4. Dezember"],
  ["2025-12-31T00:00:00.000Z", "en", "December 4, 2026"],
  ["2026-12-04T00:00:00.000Z", "en", "December 4 at 10:00 AM"],
])("valid until, seen at %s in %s", (now, locale, text) => {
  expect(untilText(UNTIL, new Date(now), locale, "UTC").replaceAll("\u202f", " ")).toBe(text);
});

test.each([
  [1, "en", "1 hour"],
  [24, "en", "24 hours"],
  [48, "de", "48 Stunden"],
  [72, "en", "3 days"],
  [73, "en", "73 hours"],
  [120, "pl", "5 dni"],
])("%i hours in %s", (hours, locale, text) => {
  expect(hoursText(hours, locale)).toBe(text);
});
