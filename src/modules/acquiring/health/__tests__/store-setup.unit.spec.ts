import provider from "../../../../providers/acquiring";
import { readStoreSetup, setupProblem } from "../store-setup";

/** How a store lists the package: each mistake is one sentence with what to write, and a right one is none. */
const OURS = { resolve: "medusa-payment-acquiring/providers/acquiring", id: "main" };
const store = (payment: object | null, more: object = {}): object => ({
  projectConfig: {},
  modules: { acquiring: { resolve: "x" }, ...(payment && { payment }), ...more },
});
const problemOf = (config: object): string | null => {
  const setup = readStoreSetup(config);
  return setup && setupProblem(setup, ["main", "second"]);
};
const payment = (entry: object, dependencies: unknown = ["acquiring"]): object => ({
  dependencies,
  options: { providers: [{ resolve: "somebody/providers/else", id: "x", options: { key: 1 } }, entry] },
});

test.each([
  ["the package's name", OURS],
  ["a path", { resolve: "./src/providers/acquiring", id: "second" }],
  ["the imported provider", { resolve: provider, id: "main" }],
  ["empty options", { ...OURS, options: {} }],
])("a store that lists the provider by %s is valid", (_name, entry) => {
  expect(problemOf(store(payment(entry)))).toBeNull();
});

test.each([
  ["no dependencies", payment(OURS, null), 'Add dependencies: ["acquiring"] next to its "resolve"'],
  ["other dependencies", payment(OURS, ["cache"]), 'Add dependencies: ["acquiring"] next to its "resolve"'],
  [
    "an id that is no account",
    payment({ ...OURS, id: "shop" }),
    'the payment provider\'s id "shop" is not a key of "accounts". Set it to "main" or "second", or add the account',
  ],
  ["no id", payment({ ...OURS, id: undefined }), 'a payment provider has no "id". Set it to the key of its account'],
  [
    "options on the provider",
    payment({ ...OURS, options: { accounts: {}, signingKeys: ["hunter2"] } }),
    '"main" has its own options (accounts, signingKeys), which are not used. Move them to "accounts" in the plugin\'s options',
  ],
  [
    "an imported provider with a wrong id",
    payment({ resolve: provider, id: "shop" }),
    '"shop" is not a key of "accounts"',
  ],
])("%s is one sentence", (_name, entry, words) => {
  const problem = problemOf(store(entry));
  expect(problem).toContain(words);
  expect(problem).toMatch(/^medusa-payment-acquiring: [^\n]*\.$/);
  expect(problem).not.toContain("hunter2");
});

test("a store without a payment entry, or without a provider of ours, is not refused", () => {
  expect(problemOf(store(null))).toBeNull();
  expect(problemOf(store(payment({ resolve: "stripe", id: "stripe" }, [])))).toBeNull();
});

test.each([
  [undefined, null],
  [null, null],
  [store(null), true],
  [{ projectConfig: {}, modules: { payment: payment(OURS) } }, false],
])("whether the ledger is loaded is determined from the configuration", (config, hasLedger) => {
  expect(readStoreSetup(config)?.hasLedger ?? null).toBe(hasLedger);
});
