import { deliveryTime, isTimeZone } from "../delivery-time";

/** When a role is told: at once, once a day, never in its quiet hours, by its own time zone's clocks. */
const NIGHT = { from: "22:00", until: "07:00" };
const NOON = { from: "12:00", until: "13:30" };
const ofBerlin = (changes: object = {}) => ({ time_zone: "Europe/Berlin", daily_at: null, quiet: null, ...changes });
const at = (from: string, changes: object = {}): string =>
  deliveryTime(ofBerlin(changes), new Date(from)).toISOString();

test.each<[string, object, string, string]>([
  ["without quiet hours, at once", {}, "2026-11-27T23:30:00Z", "2026-11-27T23:30:00Z"],
  ["by day, at once", { quiet: NIGHT }, "2026-11-27T14:00:00Z", "2026-11-27T14:00:00Z"],
  ["before midnight, when the night ends", { quiet: NIGHT }, "2026-11-27T21:00:00Z", "2026-11-28T06:00:00Z"],
  ["after midnight, when the night ends", { quiet: NIGHT }, "2026-11-28T02:00:00Z", "2026-11-28T06:00:00Z"],
  ["when the night has just ended, at once", { quiet: NIGHT }, "2026-11-28T06:00:00Z", "2026-11-28T06:00:00Z"],
  ["at noon, after the break", { quiet: NOON }, "2026-11-27T11:15:00Z", "2026-11-27T12:30:00Z"],
  ["daily, later today", { daily_at: "18:00" }, "2026-11-27T09:00:00Z", "2026-11-27T17:00:00Z"],
  ["daily, tomorrow", { daily_at: "08:00" }, "2026-11-27T09:00:00Z", "2026-11-28T07:00:00Z"],
  ["daily, at that very minute", { daily_at: "08:00" }, "2026-11-27T07:00:00Z", "2026-11-27T07:00:00Z"],
  [
    "daily in the quiet hours, after them",
    { daily_at: "23:00", quiet: NIGHT },
    "2026-11-27T09:00:00Z",
    "2026-11-28T06:00:00Z",
  ],
])("%s", (_name, changes, from, expected) => {
  expect(at(from, changes)).toBe(new Date(expected).toISOString());
});

test("the clocks of the time zone count, also when they change: the night of 29 March 2026 has an hour less", () => {
  expect(at("2026-03-28T22:00:00Z", { quiet: NIGHT })).toBe("2026-03-29T05:00:00.000Z");
  expect(at("2026-10-24T21:00:00Z", { quiet: NIGHT })).toBe("2026-10-25T06:00:00.000Z");
  // 02:30 does not exist on that day.
  expect(at("2026-03-28T23:00:00Z", { daily_at: "02:30" })).toBe("2026-03-29T01:30:00.000Z");
  const asInTokyo = deliveryTime(ofBerlin({ time_zone: "Asia/Tokyo", quiet: NIGHT }), new Date("2026-11-27T14:00:00Z"));
  expect(asInTokyo.toISOString()).toBe("2026-11-27T22:00:00.000Z");
});

test("a time zone that this server does not know delays nothing", () => {
  expect(at("2026-11-27T23:30:00Z", { time_zone: "Mars/Olympus", quiet: NIGHT })).toBe("2026-11-27T23:30:00.000Z");
  expect([isTimeZone("Mars/Olympus"), isTimeZone("Europe/Berlin"), isTimeZone("UTC")]).toEqual([false, true, true]);
});
