import { momentIn } from "../../../../gateway/reading/gateway-time";
import { chargeDay } from "../charge-day";
import type { Terms } from "../terms";

const terms: Terms = {
  name: "Coffee",
  interval: "month",
  intervalCount: 1,
  billingCycles: null,
  promotionCycles: null,
  startsOn: null,
  endsOn: null,
  priceId: null,
};
const bought = new Date("2026-01-31T10:00:00Z");

test.each(["Pacific/Auckland", "Asia/Shanghai", "UTC", "America/New_York", "Pacific/Pago_Pago"])(
  "a day that the gateway names without a time is that day where its clock is that of %s",
  (timeZone) => {
    const at = new Date(momentIn("2026-02-28", timeZone) ?? "");
    expect(chargeDay({ anchor: bought, terms }, at, timeZone)).toBe("2026-02-28");
  },
);

test("a time of day is on the day that the gateway's clock has then", () => {
  const at = new Date("2026-02-28T20:00:00Z");
  expect(chargeDay({ anchor: bought, terms }, at, "Asia/Shanghai")).toBe("2026-03-01");
  expect(chargeDay({ anchor: bought, terms }, at, "America/New_York")).toBe("2026-02-28");
});

test("what begins on a day that was agreed is charged on that day and its like, whatever the gateway's zone", () => {
  const series = { anchor: new Date("2026-03-01T00:00:00Z"), terms: { ...terms, startsOn: "2026-03-01" } };
  expect(chargeDay(series, series.anchor, "America/New_York")).toBe("2026-03-01");
  expect(chargeDay(series, new Date("2026-04-01T00:00:00Z"), "America/New_York")).toBe("2026-04-01");
  // What the gateway says itself is read in its own zone.
  expect(chargeDay(series, new Date("2026-04-01T04:00:00Z"), "America/New_York")).toBe("2026-04-01");
});
