import type { Interval } from "../calendar";
import { dayOf, isDay, momentOf } from "../calendar";

const series = (first: string, interval: Interval, every: number, nths: readonly number[]): string[] =>
  nths.map((nth) => dayOf(momentOf(new Date(`${first}T23:30:15Z`), { interval, every }, nth)));

it.each<[string, Interval, number, number[], string[]]>([
  ["2027-12-31", "day", 1, [0, 1, 60], ["2027-12-31", "2028-01-01", "2028-02-29"]],
  ["2028-02-20", "week", 2, [0, 1, 2], ["2028-02-20", "2028-03-05", "2028-03-19"]],
  ["2027-01-31", "month", 1, [0, 1, 2, 3], ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]],
  ["2028-01-30", "month", 1, [1, 2, 13], ["2028-02-29", "2028-03-30", "2029-02-28"]],
  ["2027-11-30", "month", 3, [1, 2], ["2028-02-29", "2028-05-30"]],
  ["2028-02-29", "year", 1, [1, 2, 3, 4], ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]],
])("from %s every %s × %s: %s falls on %s", (first, interval, every, nths, days) => {
  expect(series(first, interval, every, nths)).toEqual(days);
});

it("the time of day is unchanged", () => {
  const first = new Date("2027-01-31T23:30:15Z");
  expect(momentOf(first, { interval: "month", every: 1 }, 1).toISOString()).toBe("2027-02-28T23:30:15.000Z");
});

it.each([
  ["2028-02-29", true],
  ["2027-02-29", false],
  ["2027-13-01", false],
  ["2027-1-01", false],
])("is %s a calendar day: %s", (text, isOne) => {
  expect(isDay(text)).toBe(isOne);
});
