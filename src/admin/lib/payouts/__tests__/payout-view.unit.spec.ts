import type { PayoutState } from "../../../../api-schema/admin";
import { PayoutState as States } from "../../../../api-schema/admin";
import { shareOf, widthOf } from "../../amounts";
import {
  dayBars,
  dayBefore,
  everyDay,
  isSelectable,
  largestOf,
  pollPayout,
  totalsByCurrency,
  viewOf,
} from "../payout-view";
import { changed } from "../../use-url-state";

const addressOf = (query: string) => {
  const params = new URLSearchParams(query);
  return { all: (name: string) => params.getAll(name), one: (name: string) => params.get(name) };
};

test.each([
  ["", "all"],
  ["state=draft", "drafts"],
  ["state=draft&import_id=imp_1", "drafts"],
  ["state=draft&state=paid", "all"],
  ["state=paid", "all"],
  ["approvable=true", "toApprove"],
  ["approvable=false", "all"],
])("the URL %p shows the view %p", (query, view) => {
  expect(viewOf(addressOf(query))).toBe(view);
});

test("only payouts with a hash of what was shown can be selected, and only where an action is possible", () => {
  const row = { state: "submitted" as PayoutState, can_approve: true, payload_hash: "k:1" };
  expect(isSelectable("toApprove", row)).toBe(true);
  expect(isSelectable("toApprove", { ...row, can_approve: false })).toBe(false);
  expect(isSelectable("toApprove", { ...row, payload_hash: null })).toBe(false);
  expect(isSelectable("all", row)).toBe(false);
  expect(isSelectable("drafts", row)).toBe(false);
  expect(isSelectable("drafts", { ...row, state: "draft", can_approve: false })).toBe(true);
});

test("a page refreshes while a payout is in progress, and not if nothing can change by itself", () => {
  const asked = States.options.filter((state) => pollPayout(state) !== false);
  expect(asked).toEqual(["approved", "sending", "pending", "unknown"]);
  expect(pollPayout(undefined)).toBe(false);
});

test("amounts of different currencies are never added", () => {
  const rows = [
    { amount: "10.10", currency: "EUR" },
    { amount: "500", currency: "JPY" },
    { amount: "0.95", currency: "EUR" },
  ];
  expect(totalsByCurrency(rows)).toEqual([
    { currency: "EUR", amount: "11.05" },
    { currency: "JPY", amount: "500" },
  ]);
});

test("the days before a date cross months and leap days", () => {
  expect([dayBefore("2028-03-01", 1), dayBefore("2026-01-01", 1), dayBefore("2026-11-21", 0)]).toEqual([
    "2028-02-29",
    "2025-12-31",
    "2026-11-21",
  ]);
});

test("every day of the period is in the chart, with or without payouts", () => {
  const days = everyDay([{ day: "2026-11-20", paid: "30.00", on_its_way: "10.00" }], 3, "2026-11-21");
  expect(days.map(({ day, paid }) => [day, paid])).toEqual([
    ["2026-11-19", "0"],
    ["2026-11-20", "30.00"],
    ["2026-11-21", "0"],
  ]);
  expect(largestOf(days)).toBe("40.00");
  const heights = dayBars(days, 300, 100).map(({ paid, onItsWay }) => [paid, onItsWay]);
  expect(heights).toEqual([
    [0, 0],
    [75, 25],
    [0, 0],
  ]);
});

test("a share is the same as width and as number", () => {
  expect([widthOf("1.00", "3.00"), shareOf("1.00", "3.00")]).toEqual(["33.33%", 0.3333]);
  expect([widthOf("4", "3"), shareOf("4", "3"), shareOf("1", "0"), shareOf("-1", "3")]).toEqual(["100.00%", 1, 0, 0]);
});

test("another period or currency in the chart keeps the list's page", () => {
  const before = new URLSearchParams("offset=40");
  expect(changed(before, { days: "90", chart: "EUR" }).get("offset")).toBe("40");
  expect(changed(before, { state: "draft" }).get("offset")).toBeNull();
});
