import type { SubscriptionState } from "../../../../api-schema/admin";
import type { Translation } from "../../../i18n";
import resources from "../../../i18n";
import { formatDay, pollSubscription, rhythmText } from "../subscription-view";
import { DASHBOARD_POLL_MS } from "../../view";
import type { DashboardTexts } from "../../texts";
import { fill } from "../../texts";

const wordsIn = (translation: Translation, locale: string): DashboardTexts => ({
  t: (word, values) => {
    const found = word.split(".").reduce<unknown>((node, key) => Object(node)[key], translation);
    return fill(String(found), values);
  },
  locale,
  money: (amount, currency) => `${amount} ${currency}`,
  moment: (at) => at,
});
const { en, pl } = { en: resources.en.acquiring, pl: resources.pl.acquiring };
const plan = { amount: "12.00", currency: "eur", interval: "week", interval_count: 1 } as const;

test.each([
  [en, "en", 1, "12.00 eur every week"],
  [en, "en", 2, "12.00 eur every 2 weeks"],
  [pl, "pl", 2, "12.00 eur co 2 tygodnie"],
  [pl, "pl", 5, "12.00 eur co 5 tygodni"],
])("an interval uses the language's plural", (translation, locale, count, expected) => {
  expect(rhythmText(wordsIn(translation, locale), { ...plan, interval_count: count })).toBe(expected);
});

test("a calendar day is the same day for all users, a time is on the user's own day", () => {
  expect(formatDay("2027-02-28", "en-GB", "America/Los_Angeles")).toBe("28 Feb 2027");
  expect(formatDay("2027-02-28T02:00:00.000Z", "en-GB", "America/Los_Angeles")).toBe("27 Feb 2027");
  expect(formatDay("soon", "en-GB")).toBe("soon");
});

test.each<[SubscriptionState | undefined, number | false]>([
  ["pending", DASHBOARD_POLL_MS],
  ["cancelling", DASHBOARD_POLL_MS],
  ["active", false],
  ["cancelled", false],
  ["ended", false],
  ["failed", false],
  [undefined, false],
])("a subscription that is %s is refreshed: %p", (state, expected) => {
  expect(pollSubscription(state)).toBe(expected);
});
