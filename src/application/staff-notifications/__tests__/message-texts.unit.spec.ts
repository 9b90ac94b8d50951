import fs from "node:fs";
import path from "node:path";
import { notificationLanguages } from "../../../api-schema/admin";
import { attentionKinds, EVENT_OF_ENTRY } from "../../../modules/acquiring";
import type { AnnouncedPayment, StaffFact } from "../../../modules/acquiring";
import { emailOf, htmlText, messageText, plainText, testText, titleOf } from "../message-texts";
import { factOfLink, factOfPayment, factOfPayout, factOfRefund, factOfSubscription } from "../told-facts";
import {
  announcedLink,
  announcedPayout,
  announcedSubscription,
  LINK_KINDS,
  PAYOUT_KINDS,
  SUBSCRIPTION_KINDS,
} from "./announced";

/** What staff read: complete in every language, exact amounts, and escaped. */
const fact = (changes: Partial<StaffFact> = {}): StaffFact => ({
  event: "refund_failed",
  attention: null,
  account: "main",
  attempt_id: "acqatt_1",
  order_id: null,
  payout_id: null,
  order_no: "20261127-1",
  amount_minor: "1234567890123456789",
  currency: "EUR",
  code: "R05",
  occurred_at: "2026-11-27T10:00:00.000Z",
  ...changes,
});
const reader = { language: "en", role: "Finance", dashboardUrl: "https://shop.example/app" } as const;
const item = fact({
  event: "attention",
  attention: "drift",
  attempt_id: null,
  order_no: null,
  amount_minor: null,
  currency: null,
  code: null,
});

test("one thing: what, how much, which order and account, and a link to the payment", () => {
  expect(plainText(messageText([fact()], reader))).toBe(
    [
      "Refund failed",
      "12345678901234567.89 EUR · Order number 20261127-1 · Account main · Result code R05\nOpen in the dashboard: https://shop.example/app/acquiring?payment=acqatt_1",
      'You receive this as "Finance". It can be changed in the dashboard under Payments, Notifications.',
    ].join("\n\n"),
  );
});

test("several things are counted in the title and listed", () => {
  const text = messageText([fact(), item], { ...reader, language: "de" });
  expect(text.title).toBe("2 Zahlungsbenachrichtigungen");
  expect(text.lines.map(({ title, url }) => [title, url])).toEqual([
    ["Erstattung fehlgeschlagen", "https://shop.example/app/acquiring?payment=acqatt_1"],
    [expect.stringMatching(/^Handlungsbedarf: ./), "https://shop.example/app/acquiring/attention"],
  ]);
});

test("amounts have the currency's own decimals", () => {
  const amountOf = (amount_minor: string, currency: string): string =>
    messageText([fact({ amount_minor, currency })], reader).lines[0]?.text.split(" · ")[0] ?? "";
  expect([amountOf("500", "JPY"), amountOf("1500", "KWD"), amountOf("5", "EUR")]).toEqual([
    "500 JPY",
    "1.500 KWD",
    "0.05 EUR",
  ]);
});

test("an e-mail has a finished text, or the shop's own template and its data", () => {
  const text = messageText([fact()], reader);
  expect(emailOf(text, undefined)).toMatchObject({
    template: "acquiring-staff-notification",
    data: { title: "Refund failed" },
    content: { subject: "Refund failed", text: plainText(text), html: htmlText(text) },
  });
  expect(emailOf(text, "d-our-own")).toEqual({ template: "d-our-own", data: { ...text } });
});

test("HTML escapes every value, of a role's name too", () => {
  const html = htmlText(messageText([fact({ order_no: '"><script>' })], { ...reader, role: "<b>&" }));
  expect(html).not.toMatch(/<script>|<b>&/);
  expect(html).toContain('<a href="https://shop.example/app/acquiring?payment=acqatt_1">');
});

test.each(notificationLanguages)("%s names every event and attention kind that staff are told of", (language) => {
  const kinds = Object.keys(attentionKinds);
  const names = kinds.map((attention) => titleOf(language, [{ ...item, attention }]));
  expect(new Set(names).size).toBe(kinds.length);
  expect(names.filter((name, at) => name.includes(kinds[at] ?? ""))).toEqual([]);
  const events = Object.keys(EVENT_OF_ENTRY) as AnnouncedPayment["kind"][];
  const told = [
    ...events.flatMap((kind) => factOfPayment({ ...announced, kind })),
    ...PAYOUT_KINDS.flatMap((kind) => factOfPayout({ ...announcedPayout, kind })),
    ...LINK_KINDS.flatMap((kind) => factOfLink({ ...announcedLink, kind })),
    ...SUBSCRIPTION_KINDS.flatMap((kind) => factOfSubscription({ ...announcedSubscription, kind })),
    factOfRefund({ id: "p", account: "main", amount: "1", currency: "EUR", orderId: "o", at: new Date(0) }),
  ];
  expect(told.length).toBe(17);
  expect(
    told.map(({ fact: { event } }) => event).filter((event) => titleOf(language, [fact({ event })]) === event),
  ).toEqual([]);
  expect(plainText(testText(language, "Finance", "https://shop.example/app"))).toMatch(/Finance[^]*$/);
});

const announced: AnnouncedPayment = {
  ...{ id: "e", kind: "held", occurredAt: new Date(0), attemptId: "a", sessionId: "s", cartId: null, account: "main" },
  ...{
    method: null,
    instalments: null,
    orderNo: "1",
    operationId: null,
    minor: 1n,
    currency: "EUR",
    state: "authorised",
  },
  ...{ actor: "customer", code: null },
};

const leaves = (node: unknown, at = ""): [string, string][] =>
  typeof node === "string"
    ? [[at, node]]
    : Object.entries(node as object).flatMap(([key, value]) => leaves(value, `${at}.${key}`));

test("every language has the same texts with the same places for values", () => {
  const folder = path.join(__dirname, "../texts");
  const shapes = fs.readdirSync(folder).map((file) => {
    const texts: unknown = JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));
    return leaves(texts).map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort()]);
  });
  expect(shapes).toHaveLength(notificationLanguages.length);
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
});
