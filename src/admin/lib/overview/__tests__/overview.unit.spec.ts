import type { Overview, OverviewFigures } from "../../../../api-schema/admin";
import { fill } from "../../texts";
import { authorisationRate, changeOf, duration, percent, signed } from "../figures";
import { listLink } from "../list-link";
import { lastDays, momentsOf } from "../period";
import { outcomesByDay, rateByDay, volumeByDay } from "../sections-of-days";
import { byChallenge, byDeclineCode, byMethod, bySalesChannel } from "../sections-of-groups";

/** The overview's charts and tables as data: what they say, and which payments are behind each bar. */
const figures = (payments: number, authorised: number, declined: number, captured = "0.00"): OverviewFigures => ({
  ...{ payments, authorised, declined, expired: payments - authorised - declined, open: 0, refunded: 0, held: 0 },
  amounts: {
    requested: "0.00",
    authorised: captured,
    captured,
    refunded: "0.00",
    refund_pending: "0.00",
    disputed: "0.00",
  },
  ...{ held_open: 0, disputes: { open: 0, won: 0, lost: 0 }, capture: { payments: 0, average_seconds: null } },
  three_ds: { challenged: 3, passed: 2, declined: 0, abandoned: 1 },
});

const period = (from: string, to: string): Overview["current"] => ({
  ...{ from, to, totals: figures(5, 3, 1), accounts: [] },
  days: [
    { day: from, ...figures(4, 3, 1, "1234.50") },
    { day: to, ...figures(1, 0, 0) },
  ],
  methods: [{ mode: "apm", method: "ideal", name: "iDEAL", ...figures(5, 3, 1) }],
  sales_channels: [
    { id: "sc_1", name: "Web shop", ...figures(4, 3, 1) },
    { id: null, name: null, ...figures(1, 0, 0) },
  ],
  declines: [
    { code: "0051", payments: 1 },
    { code: null, payments: 1 },
  ],
  gateway: { requests: 0, failed: 0, p50: null, p95: null, days: [] },
});
const data: Overview = {
  ...{ as_of: null, today: "2026-11-27", days_due: 0, currency: "EUR", currencies: [], accounts: ["main"] },
  current: period("2026-11-26", "2026-11-27"),
  previous: period("2026-11-24", "2026-11-25"),
};
const words = {
  t: (key: string, values?: Parameters<typeof fill>[1]) => fill(key, values),
  locale: "en",
  money: (amount: string, currency: string) => `${amount} ${currency}`,
  moment: (at: string) => at,
};
const shown = { data, filters: { currency: ["EUR"] }, words };

test("a rate counts decided payments only, and nothing is compared with nothing", () => {
  expect([authorisationRate(figures(5, 3, 1)), authorisationRate(figures(1, 0, 0))]).toEqual([0.75, null]);
  expect([changeOf(3, 2), changeOf(3, 0), changeOf(null, 2), changeOf(1, undefined)]).toEqual([0.5, null, null, null]);
  expect([percent(0.75, "en"), percent(null, "en"), signed(0.5, "en"), signed(-0.25, "en")]).toEqual([
    "75%",
    "–",
    "+50%",
    "-25%",
  ]);
  expect([duration(90, "en"), duration(86_400, "en"), duration(0, "en"), duration(null, "en")]).toEqual([
    "1.5 minutes",
    "1 day",
    "0 seconds",
    "–",
  ]);
});

test("a period has whole UTC days, today included, wherever the reader is", () => {
  expect(lastDays(7, "2026-11-28")).toEqual({ from: "2026-11-22", to: "2026-11-28" });
  expect(momentsOf({ from: "2026-11-26", to: "2026-11-27" })).toEqual({
    created_from: "2026-11-26T00:00:00.000Z",
    created_to: "2026-11-27T23:59:59.999Z",
  });
});

test("each bar and row opens its day's payments with the page's filters", () => {
  for (const section of [volumeByDay(shown), outcomesByDay(shown), rateByDay(shown)]) {
    expect(section.rows).toHaveLength(section.chart.labels.length);
    expect(section.rows.map(({ cells }) => cells.length)).toEqual(section.rows.map(() => section.columns.length - 1));
    const query = new URL(section.rows[0]?.to ?? "", "http://x").searchParams;
    expect([query.get("currency"), query.get("created_from"), query.get("created_to")]).toEqual([
      "EUR",
      "2026-11-26T00:00:00.000Z",
      "2026-11-26T23:59:59.999Z",
    ]);
  }
  expect(volumeByDay(shown).rows[0]?.cells).toEqual(["1234.50 EUR", "1234.50 EUR", "0.00 EUR"]);
});

test("a group's filter is added to the page's, and replaces one of the same name", () => {
  const linkOf = (to: string | null | undefined): string[][] =>
    [...new URL(to ?? "", "http://x").searchParams].filter(([name]) => !name.startsWith("created"));
  expect(linkOf(byMethod(shown).rows[0]?.to)).toEqual([
    ["currency", "EUR"],
    ["mode", "apm"],
    ["method", "ideal"],
  ]);
  const channels = bySalesChannel(shown).rows;
  expect(channels.map(({ name, to }) => [name, linkOf(to).at(-1)])).toEqual([
    ["Web shop", ["sales_channel", "sc_1"]],
    ["overview.noChannel", ["sales_channel", "-"]],
  ]);
  const [withCode, without] = byDeclineCode(shown).rows;
  expect([linkOf(withCode?.to).at(-1), linkOf(without?.to).at(-1)]).toEqual([
    ["decline_code", "0051"],
    ["decline_code", "-"],
  ]);
  expect(byChallenge(shown).rows.map(({ cells }) => cells[0])).toEqual(["3", "2", "0", "1"]);
  expect(listLink(data.current, [{ state: ["captured"] }, { state: ["declined"] }])).toContain("state=declined");
  expect(listLink(data.current, [{ state: ["captured"] }, { state: ["declined"] }])).not.toContain("captured");
});

test("without a period before there is no line for it", () => {
  const alone = { ...shown, data: { ...data, previous: null } };
  expect(rateByDay(shown).chart.series).toHaveLength(2);
  expect(rateByDay(alone).chart.series).toHaveLength(1);
  expect(byChallenge(alone).rows[0]?.cells.at(-1)).toBe("–");
});
