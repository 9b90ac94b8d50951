import en from "../../../i18n/json/en.json";
import type { Translate } from "../../texts";
import { fill } from "../../texts";
import { ownTimeZone, timeText, timeZones, whenText } from "../role-texts";
import { aRole } from "./notification-examples";

const texts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(en.notifications.when).map(([name, text]) => [`notifications.when.${name}`, text]),
);
const t: Translate = (key, values) => fill(texts[key] ?? key, values);
const plain = (text: string): string => text.replaceAll(/\s/g, " ");
const when = (change: Parameters<typeof aRole>[0]): string => plain(whenText({ t, locale: "en" }, aRole(change)));

test.each([
  [{}, "Immediately"],
  [{ daily_at: "08:05" }, "Once a day at 8:05 AM (Europe/Berlin)"],
  [{ quiet: { from: "22:00", until: "06:30" } }, "Immediately; no messages from 10:00 PM to 6:30 AM (Europe/Berlin)"],
  [
    { daily_at: "12:00", quiet: { from: "00:00", until: "06:30" } },
    "Once a day at 12:00 PM; no messages from 12:00 AM to 6:30 AM (Europe/Berlin)",
  ],
])("%j is told as a sentence, with the time zone of its times", (change, sentence) => {
  expect(when(change)).toBe(sentence);
});

test("a time is written as in the reader's language; an unreadable one stays as it is", () => {
  expect(timeText("20:15", "de")).toBe("20:15");
  expect(plain(timeText("20:15", "en"))).toBe("8:15 PM");
  expect(timeText("25:00", "en")).toBe("25:00");
});

test("the time zones include the reader's, UTC and the saved one, each once", () => {
  const zones = timeZones([ownTimeZone(), "Europe/Berlin", "Mars/Base"]);
  for (const zone of [ownTimeZone(), "UTC", "Mars/Base", "America/New_York"]) expect(zones).toContain(zone);
  expect(zones.filter((zone) => zone === "Europe/Berlin")).toHaveLength(1);
});
