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
  "a date without a time from the gateway is that day in the zone %s",
  (timeZone) => {
    const at = new Date(momentIn("2026-02-28", timeZone) ?? "");
    expect(chargeDay({ anchor: bought, terms }, at, timeZone)).toBe("2026-02-28");
  },
);

test("a time is on the day of the gateway's clock", () => {
  const at = new Date("2026-02-28T20:00:00Z");
  expect(chargeDay({ anchor: bought, terms }, at, "Asia/Shanghai")).toBe("2026-03-01");
  expect(chargeDay({ anchor: bought, terms }, at, "America/New_York")).toBe("2026-02-28");
});

test("a subscription that starts on an agreed day is charged on that day of the period, in any gateway zone", () => {
  const series = { anchor: new Date("2026-03-01T00:00:00Z"), terms: { ...terms, startsOn: "2026-03-01" } };
  expect(chargeDay(series, series.anchor, "America/New_York")).toBe("2026-03-01");
  expect(chargeDay(series, new Date("2026-04-01T00:00:00Z"), "America/New_York")).toBe("2026-04-01");
  // The gateway's own dates are read in its own zone.
  expect(chargeDay(series, new Date("2026-04-01T04:00:00Z"), "America/New_York")).toBe("2026-04-01");
});
