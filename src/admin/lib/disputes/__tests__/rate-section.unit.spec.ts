import type { DashboardTexts } from "../../texts";
import { monthLabel, rateByMonth } from "../rate-section";

const words: DashboardTexts = { t: (key) => key, locale: "en", money: (amount) => amount, moment: (at) => at };
const months = [
  { month: "2026-10", opened: 0, captured: 0, percent: null },
  { month: "2026-11", opened: 3, captured: 400, percent: "0.75" },
];

test("the chart and the table behind it have the same months, and a month without payments has no rate", () => {
  const { chart, rows } = rateByMonth({ months }, words);
  expect(chart.labels).toEqual(["Oct 2026", "Nov 2026"]);
  expect(chart.series.map(({ values }) => values)).toEqual([[null, 0.75]]);
  expect(chart.format(0.75)).toBe("0.75%");
  expect(rows).toEqual([
    { name: "Oct 2026", cells: ["–", "0", "0"], to: null },
    { name: "Nov 2026", cells: ["0.75%", "3", "400"], to: null },
  ]);
});

test("without disputes, and without payments to compare them with, it says so instead of drawing nothing", () => {
  const emptyOf = (opened: number) =>
    rateByMonth({ months: [{ month: "2026-11", opened, captured: 0, percent: null }] }, words).empty;
  expect([emptyOf(0), emptyOf(2)]).toEqual(["disputes.rateNone", "disputes.rateUnknown"]);
});

test("a month is in the reader's language", () => {
  expect(monthLabel("2026-12", "de")).toBe("Dez. 2026");
});
