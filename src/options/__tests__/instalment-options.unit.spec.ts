import { createCurrency, createMoney } from "../../gateway/model/money";
import { accountWith, optionsWith } from "../../gateway/__tests__/fixtures";
import { createAccountKey } from "../../gateway/model/ids";
import { plansFor } from "../instalment-options";
import { parseOptions, problemsOfOptions } from "../options";

/** An invalid plan stops the start with one sentence; a valid one is offered for its method, currency and amounts. */
const PLAN = { id: "card-12", method: "card", currency: "EUR", count: 12, minimum: "100.00", maximum: "500.00" };
const without = (name: keyof typeof PLAN): object =>
  Object.fromEntries(Object.entries(PLAN).filter(([field]) => field !== name));

test.each([
  ["no currency", without("currency"), /"accounts\.main\.instalments\.0\.currency" is missing; write the currency/],
  ["no id", without("id"), /"accounts\.main\.instalments\.0\.id" is missing; write a name/],
  ["no method", without("method"), /instalments\.0\.method" is missing; write "card", "checkout"/],
  ["no number", without("count"), /instalments\.0\.count" is missing; write the number/],
  ["a currency that is none", { ...PLAN, currency: "euro" }, /currency" must be a currency in three capital letters/],
  ["one instalment", { ...PLAN, count: 1 }, /count" must be at least 2/],
  ["half an instalment", { ...PLAN, count: 2.5 }, /count" must be a whole number/],
  ["an unknown method", { ...PLAN, method: "wallet" }, /method" must be "card", "checkout" or one such/],
  ["an amount as number", { ...PLAN, minimum: 100 }, /minimum" must be a text such as "100\.00"/],
  ["too many decimals", { ...PLAN, currency: "JPY", minimum: "100.50", maximum: "500" }, /minimum" must be a decimal/],
  ["no amount between its limits", { ...PLAN, maximum: "99.99" }, /maximum" must be at least "minimum"/],
  ["an unknown field", { ...PLAN, interest: 2 }, /no option "accounts\.main\.instalments\.0\.interest"/],
  ["a method that is not offered", { ...PLAN, method: "apm:pix" }, /"apm:pix", which is no method of "apm\.methods"/],
])("a plan with %s stops the start with one sentence", (_what, plan, sentence) => {
  const problems = problemsOfOptions(optionsWith({ instalments: [plan] }));
  expect(problems).toEqual([expect.stringMatching(sentence)]);
});

test("two plans of one name stop the start", () => {
  expect(problemsOfOptions(optionsWith({ instalments: [PLAN, { ...PLAN, count: 6 }] }))).toEqual([
    expect.stringMatching(/"accounts\.main\.instalments\.1\.id" is "card-12" a second time/),
  ]);
});

test("without plans nothing is offered, and an alternative method of the store may have one", () => {
  const account = (raw: object) => parseOptions(raw).accounts.get(createAccountKey("main"));
  expect(account(optionsWith())?.instalments).toEqual([]);
  const pix = { ...PLAN, id: "pix-3", method: "apm:pix", currency: "BRL" };
  const options = optionsWith({ instalments: [pix] }, { apm: { methods: ["pix"] } });
  expect(account(options)?.instalments).toEqual([pix]);
  expect(accountWith()).not.toHaveProperty("instalments.0");
});

test.each([
  ["card", "EUR", 9_999n, []],
  ["card", "EUR", 10_000n, ["card-12"]],
  ["card", "EUR", 50_000n, ["card-12"]],
  ["card", "EUR", 50_001n, []],
  ["card", "USD", 10_000n, []],
  ["checkout", "EUR", 10_000n, ["any"]],
  // Less than one minor unit for each instalment.
  ["checkout", "EUR", 2n, []],
] as const)("%s in %s for %s minor units has the plans %j", (method, currency, minor, ids) => {
  const any = { id: "any", method: "checkout", currency: "EUR", count: 3 };
  const offered = plansFor([PLAN, any], { method, money: createMoney(minor, createCurrency(currency)) });
  expect(offered.map(({ plan }) => plan.id)).toEqual(ids);
});
