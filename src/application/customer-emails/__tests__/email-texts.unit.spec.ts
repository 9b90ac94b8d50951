import fs from "node:fs";
import path from "node:path";
import { CUSTOMER_EMAIL_LANGUAGES } from "../../../options/customer-email-options";
import type { CustomerEmailData } from "../email-texts";
import { finishedText, languageOf } from "../email-texts";

/** What customers read: complete in every language, exact amounts, and escaped. */
const data = (changes: Partial<CustomerEmailData> = {}): CustomerEmailData => ({
  kind: "refund_completed",
  language: "en",
  shop_name: "Clay & Co",
  order_number: "12",
  amount: "1234567890123456.78",
  currency: "EUR",
  method: null,
  expires_at: null,
  url: null,
  card: null,
  is_order_cancelled: false,
  ...changes,
});
const voucher = { kind: "voucher_reminder", method: "Multibanco", expires_at: "2026-12-01T17:30:00.000Z" } as const;
const url = 'https://shop.example/pay?link="a&b';

test("a refund: subject, exact amount, shop; the HTML is escaped", () => {
  expect(finishedText(data())).toEqual({
    subject: "Refund for order 12",
    text: "We refunded €1,234,567,890,123,456.78 for your order 12. It can take a few days until you see it in your account.\n\nClay & Co",
    html: '<!doctype html><html lang="en"><body><p>We refunded €1,234,567,890,123,456.78 for your order 12. It can take a few days until you see it in your account.</p><p>Clay &#38; Co</p></body></html>',
  });
});

test.each([
  ["JPY", "1500", "¥1,500"],
  ["KWD", "1.500", "KWD 1.500"],
  ["HUF", "10.50", "HUF 10.50"],
])("an amount in %s has the decimals of the ledger", (currency, amount, shown) => {
  expect(finishedText(data({ currency, amount })).text.replaceAll("\u00a0", " ")).toContain(shown);
});

test("a reminder: method, time with its zone, and the link to the instructions", () => {
  const { text, html } = finishedText(data({ ...voucher, amount: "100.00", url }));
  expect(text).toContain("€100.00 by Multibanco for your order 12");
  expect(text).toMatch(/Please pay by December 1, 2026 at 5:30\sPM UTC\./);
  expect(text).toContain(`Show the payment instructions: ${url}`);
  expect(html).toContain('<a href="https://shop.example/pay?link=&#34;a&#38;b">Show the payment instructions</a>');
});

test("a payment that was declined later: with a link to pay, or what else can be done", () => {
  const later = data({ kind: "declined_later", amount: "9.00" });
  expect(finishedText({ ...later, url }).text).toBe(
    `We did not receive the payment of €9.00 for your order 12.\n\nPay now: ${url}\n\nClay & Co`,
  );
  expect(finishedText(later).text).toContain("The order is still open.");
  const cancelled = finishedText({ ...later, is_order_cancelled: true }).text;
  expect(cancelled).toContain("The order was cancelled.");
  expect(cancelled).not.toContain("still open");
});

test("a card: its last digits and month, and no amount", () => {
  const card = data({ kind: "card_expiring", amount: null, currency: null, card: "1111", order_number: null });
  expect(finishedText({ ...card, expires_at: "2027-02-28T23:59:59.999Z" })).toMatchObject({
    subject: "Your saved card expires soon",
    text: expect.stringMatching(/^Your card ending in 1111, .* at the end of 02\/2027\./),
  });
});

test("every language says everything, with the same values", () => {
  const folder = path.join(__dirname, "../texts");
  const read = (language: string): Record<string, string | Record<string, string>> =>
    JSON.parse(fs.readFileSync(path.join(folder, `${language}.json`), "utf8"));
  const shape = (texts: object): unknown =>
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === "string" ? [...value.matchAll(/\{\w+\}/g)].map(([name]) => name).sort() : shape(value),
    ]);
  for (const language of CUSTOMER_EMAIL_LANGUAGES) {
    expect([language, shape(read(language))]).toEqual([language, shape(read("en"))]);
    for (const kind of ["voucher_reminder", "declined_later", "refund_completed", "card_expiring"] as const) {
      const { text, subject } = finishedText(data({ ...voucher, kind, language, card: "1111", url }));
      expect(`${subject} ${text}`).not.toMatch(/\{|undefined|Invalid/);
    }
  }
});

test.each([
  ["de-AT", "de"],
  ["PL", "pl"],
  ["pt-BR", "fr"],
  [null, "fr"],
])("the locale %s is written to in %s", (locale, language) => {
  expect(languageOf(locale, "fr")).toBe(language);
});
