import { knownOptions } from "../../../scripts/option-reference";
import { parseOptions, problemsOfOptions } from "../options";
import { KEY, optionsWith } from "../../gateway/__tests__/fixtures";

/** Every option of the schema is recognised when it is misspelt, misplaced or of the wrong type, and one start names them all. */
const steps = (path: string): string[] =>
  path
    .replace("<account>", "main")
    .replace("<currency>", "EUR")
    .replace("<name>", "chat")
    .replaceAll("[]", ".0")
    .split(".");

/** The options with one name at `path` instead of the last one there. */
function misspelt(path: readonly string[], wrong: string): Record<string, unknown> {
  const options = optionsWith({}, { storefront: { origins: ["https://shop.example"] } });
  let place: Record<string, unknown> | unknown[] = options;
  const put = (name: string, value: unknown): void => {
    if (Array.isArray(place)) place[Number(name)] = value;
    else place[name] = value;
  };
  const get = (name: string): unknown => (Array.isArray(place) ? place[Number(name)] : place[name]);
  for (const [at, name] of path.slice(0, -1).entries()) {
    const next = get(name);
    const inner = isPlace(next) ? next : path[at + 1] === "0" ? [] : {};
    put(name, inner);
    place = inner;
  }
  // A misspelt option is not there under its right name.
  put(path.at(-1) ?? "", undefined);
  put(wrong, "x");
  return options;
}

const isPlace = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === "object" && value !== null;

const PATHS = knownOptions.map(({ path }) => steps(path));

test("the list of options is that of the schema", () => {
  expect(PATHS.length).toBeGreaterThan(150);
});

test.each(PATHS.map((path) => [path.join("."), path] as const))("a misspelt %s is recognised", (dotted, path) => {
  const right = path.at(-1) ?? "";
  const wrong = `${right}${right.at(-1) ?? ""}`;
  const problems = problemsOfOptions(misspelt(path, wrong));
  const at = [...path.slice(0, -1), wrong].join(".");
  expect(problems[0]).toBe(`medusa-payment-acquiring: there is no option "${at}"; did you mean "${dotted}"?`);
  expect(problems.filter((problem) => problem.includes(`"${dotted}" is missing`))).toEqual([]);
});

test.each([
  ["merchantID", "merchantId"],
  ["merchant_id", "merchantId"],
  ["accountID", "accountId"],
  ["baseURL", "baseUrl"],
  ["signingKey", "signingKeys"],
])("the misspelt required option %s is one problem", (wrong, right) => {
  const { accounts } = optionsWith() as { accounts: { main: Record<string, unknown> } };
  const { [right]: value, ...rest } = accounts.main;
  expect(problemsOfOptions(optionsWith({ [right]: undefined, ...rest, [wrong]: value }))).toEqual([
    `medusa-payment-acquiring: there is no option "accounts.main.${wrong}"; did you mean "accounts.main.${right}"?`,
  ]);
});

test.each([
  [{ returnUrl: "https://shop.example/checkout" }, {}, '"returnUrl"; did you mean "storefront.returnUrl"?'],
  [{ verifyCaptcha: () => true }, {}, '"verifyCaptcha"; did you mean "cardTesting.verifyCaptcha"?'],
  [{}, { capture: {} }, '"accounts.main.capture"; did you mean "accounts.main.profile.capture"?'],
  [{}, { notifyBaseUrl: "https://a.example" }, '"accounts.main.notifyBaseUrl"; did you mean "notifyBaseUrl"?'],
  [{ merchantId: "1" }, {}, '"merchantId"; did you mean "accounts.<name>.merchantId"?'],
])("the right name in the wrong place is reported with its place: %j %j", (rest, account, words) => {
  expect(problemsOfOptions(optionsWith(account, rest))).toEqual([expect.stringContaining(words)]);
});

test("an operation that has no signature", () => {
  const profile = { signing: { fields: { capure: ["amount"] } } };
  expect(problemsOfOptions(optionsWith({ profile }))).toEqual([
    expect.stringContaining('did you mean "accounts.main.profile.signing.fields.capture"?'),
  ]);
});

test.each([
  [{ merchantId: 100_001 }, {}, '"accounts.main.merchantId" must be a text, not a number; write the number'],
  [{ signingKeys: KEY }, {}, '"accounts.main.signingKeys" must be a list, not a text; write a list'],
  [{ signingKeys: [12_345_678] }, {}, '"accounts.main.signingKeys.0" must be a text, not a number;'],
  [{ signingKeys: [null] }, {}, '"accounts.main.signingKeys.0" is missing; set the environment variable'],
  [{ sandbox: "true" }, {}, '"accounts.main.sandbox" must be true or false, not a text; correct it'],
  [{}, { trustedProxies: "1" }, '"trustedProxies" must be a number, not a text; correct it'],
  [{}, { storefront: { origins: "https://shop.example" } }, '"storefront.origins" must be a list, not a text'],
  [{}, { accounts: [] }, '"accounts" must be an object, not a list; write at least one account'],
  [{}, { apm: { methods: "ideal" } }, '"apm.methods" must be a list, not a text'],
  [
    {},
    { storefront: { origins: ["https://shop.example"], returnUrl: "/checkout" } },
    '"storefront.returnUrl" is not an absolute address',
  ],
  [
    {},
    { storefront: { origins: ["https://shop.example"], returnUrl: "https://other.example/" } },
    '"storefront.returnUrl" must be an address of one of storefront.origins',
  ],
])("%j %j is reported with its type and the expected one", (account, rest, words) => {
  expect(problemsOfOptions(optionsWith(account, rest))).toEqual([expect.stringContaining(words)]);
});

test("all problems are reported together, the start reports the first, and none contains a value", () => {
  const options = optionsWith({ merchantId: 1, signingKeys: ["hunter2"] }, { notifyBaseUrl: "http://a.example" });
  const problems = problemsOfOptions(options);
  expect(problems).toHaveLength(3);
  expect(problems.join()).not.toContain("hunter2");
  expect(() => parseOptions(options)).toThrow(problems[0]);
  expect(problemsOfOptions(optionsWith())).toEqual([]);
});
