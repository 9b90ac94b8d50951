import { languages } from "../../../sdk/languages";
import { dayText, moneyText, rhythmOf, timesOf } from "../plan-text";
import { kitTextsOf } from "../../kit-texts";

/** Price and interval as the customer reads them. */
const plan = { amount: "12.50", currency: "eur", interval: "month", interval_count: 1 } as const;
const said = (language: string, count = 1, interval: "day" | "week" | "month" | "year" = "month"): string => {
  const texts = languages[language];
  if (texts === undefined) throw new Error(`No words in ${language}.`);
  return rhythmOf(kitTextsOf(texts), language, { ...plan, interval, interval_count: count }).replaceAll(/\s/g, " ");
};

test.each([
  ["en", 1, "€12.50 every month"],
  ["en", 3, "€12.50 every 3 months"],
  ["de", 3, "12,50 € alle 3 Monate"],
  ["pl", 3, "12,50 € co 3 miesiące"],
  ["pl", 5, "12,50 € co 5 miesięcy"],
  ["fr", 2, "12,50 € par période de 2 mois"],
  ["ja", 2, "2 か月ごとに €12.50"],
])("in %s, every %d months is formatted as: %s", (language, count, expected) => {
  expect(said(language, count)).toBe(expected);
});

test.each(Object.keys(languages))("in %s no placeholder remains, for any interval", (language) => {
  for (const interval of ["day", "week", "month", "year"] as const)
    for (const count of [1, 2, 5]) expect(said(language, count, interval)).not.toMatch(/[{}]/);
});

test.each([
  ["12.50", 3, "37.50"],
  ["0.10", 3, "0.30"],
  ["0.01", 1, "0.01"],
  ["500", 2, "1000"],
  ["999999999999.99", 100, "99999999999999.00"],
  ["free", 2, "free"],
])("%s times %d is exactly %s", (amount, count, expected) => {
  expect(timesOf(amount, count)).toBe(expected);
});

test("an invalid amount is shown unchanged, and a currency without decimals has none", () => {
  expect(moneyText("en", "x", "eur")).toBe("x eur");
  expect(moneyText("en", "500", "jpy")).toBe("¥500");
});

test("a calendar day is the same everywhere, and an invalid one is shown unchanged", () => {
  expect(dayText("en", "2027-12-31")).toBe("December 31, 2027");
  expect(dayText("en", "soon")).toBe("soon");
});
