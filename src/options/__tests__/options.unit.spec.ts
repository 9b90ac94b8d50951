import { inspect } from "node:util";
import { createAccountKey, createGatewayPaymentId, createOrderNo } from "../../gateway/model/ids";
import { parseOptions } from "../options";
import { accountWith, KEY, optionsWith } from "../../gateway/__tests__/fixtures";

/** A wrong option stops the start with one sentence; a right one is frozen and prints no secret. */
test("the defaults are the documented ones", () => {
  const options = parseOptions(optionsWith());
  expect(options).toMatchObject({
    allowDirectCard: false,
    unknownWaitMs: 45_000,
    trustedProxies: 0,
    storefront: { site: "shop.example" },
  });
  expect(accountWith().profile).toMatchObject({
    capture: { mode: "manual", multiple: false },
    notify: { trust: "confirm", ackBody: "success" },
  });
  expect(Object.isFrozen(options) && Object.isFrozen(accountWith().profile.notify)).toBe(true);
});

test("twice the longest timeout is long enough for an unknown operation to be final", () => {
  expect(parseOptions({ ...optionsWith(), unknownFinalAfterMs: 180_000 }).unknownFinalAfterMs).toBe(180_000);
});

test("what Medusa adds to a module's options is not an unknown option", () => {
  expect(parseOptions({ ...optionsWith(), database: {} }).notifyBaseUrl).toBe("https://api.shop.example");
});

test.each([
  ["no options at all", undefined, /"accounts" is missing; write at least one account/],
  ["no account", { ...optionsWith(), accounts: {} }, /"accounts" is empty/],
  ["a name that is no key", { ...optionsWith(), accounts: { "a b": {} } }, /"accounts\.a b"/],
  ["no key", optionsWith({ signingKeys: undefined }), /"accounts\.main\.signingKeys" is missing/],
  [
    "an undefined key",
    optionsWith({ signingKeys: [undefined] }),
    /"accounts\.main\.signingKeys\.0" is missing; set the environment variable/,
  ],
  [
    "a second person above a number",
    { ...optionsWith(), review: { secondPersonAbove: { EUR: 500 } } },
    /"review\.secondPersonAbove\.EUR" must be a text such as "500\.00"/,
  ],
  [
    "a second person above more decimals than the currency has",
    { ...optionsWith(), review: { secondPersonAbove: { JPY: "500.50" } } },
    /"review\.secondPersonAbove\.JPY" must be a decimal text/,
  ],
  [
    "a second person above zeros beyond the currency's decimals",
    { ...optionsWith(), review: { secondPersonAbove: { EUR: "10.000" } } },
    /"review\.secondPersonAbove\.EUR" must be a decimal text/,
  ],
  [
    "a second person above an amount of no currency",
    { ...optionsWith(), review: { secondPersonAbove: { euro: "500.00" } } },
    /"review\.secondPersonAbove\.euro" must be named by a currency in three capital letters/,
  ],
  [
    "a time after which nothing unknown arrives that is shorter than two authorises (with the default timeouts)",
    { ...optionsWith(), unknownFinalAfterMs: 179_999 },
    /"unknownFinalAfterMs" is 179999, less than twice "accounts\.main\.profile\.timeouts\.authoriseMs", which is 90000.*at least 180000/,
  ],
  [
    "the same of another request's timeout",
    { ...optionsWith({ profile: { timeouts: { authoriseMs: 20_000 } } }), unknownFinalAfterMs: 60_000 },
    /less than twice "accounts\.main\.profile\.timeouts\.otherMs", which is 60000/,
  ],
  ["an empty list of keys", optionsWith({ signingKeys: [] }), /signingKeys" is empty/],
  ["a placeholder", optionsWith({ signingKeys: ["your-signing-key"] }), /is a placeholder/],
  ["a short key", optionsWith({ signingKeys: ["short"] }), /shorter than 8/],
  ["a key with spaces around", optionsWith({ signingKeys: [` ${KEY}`] }), /white space/],
  ["http to a real host", optionsWith({ baseUrl: "http://gateway.example" }), /baseUrl" must begin with https/],
  ["an address that is none", optionsWith({ baseUrl: "gateway" }), /is not an absolute address/],
  [
    "a query string",
    optionsWith({}, { notifyBaseUrl: "https://a.example/?x=1" }),
    /notifyBaseUrl" must have no query string/,
  ],
  ["a password in the address", optionsWith({ baseUrl: "https://a:b@gateway.example" }), /user name or password/],
  ["letters in the merchant number", optionsWith({ merchantId: "abc" }), /merchantId" must be a text of digits/],
  [
    "an origin with a path",
    optionsWith({}, { storefront: { origins: ["https://shop.example/de"] } }),
    /must be an origin without a path/,
  ],
  ["no storefront", optionsWith({}, { storefront: undefined }), /"storefront" is missing/],
  [
    "a misspelt option",
    optionsWith({}, { allowDirectCards: true }),
    /there is no option "allowDirectCards"; did you mean "allowDirectCard"\?/,
  ],
  [
    "a misspelt profile option",
    optionsWith({ profile: { captures: {} } }),
    /there is no option "accounts\.main\.profile\.captures"; did you mean "accounts\.main\.profile\.capture"\?/,
  ],
  ["a misspelt account option", optionsWith({ merchantID: "1" }), /did you mean "accounts\.main\.merchantId"\?/],
  [
    "a misspelt permission",
    optionsWith({}, { admin: { permissions: { refnd: ["ada@shop.example"] } } }),
    /did you mean "admin\.permissions\.refund"\?/,
  ],
  [
    "a permission of one name instead of a list",
    optionsWith({}, { admin: { permissions: { refund: "ada@shop.example" } } }),
    /"admin\.permissions\.refund" must be a list of e-mail addresses or user ids/,
  ],
  ["a name like no other", optionsWith({}, { colour: "red" }), /"colour"; check its spelling or remove it/],
  [
    "a misspelt option two levels down",
    optionsWith({ profile: { signing: { keyPositon: "first" } } }),
    /did you mean "accounts\.main\.profile\.signing\.keyPosition"\?/,
  ],
  [
    "a misspelt option of the way to an issuer",
    optionsWith({ profile: { redirect: { parameter: "none" } } }),
    /did you mean "accounts\.main\.profile\.redirect\.parameters"\?/,
  ],
  [
    "a wrong value",
    optionsWith({ profile: { capture: { mode: "auto" } } }),
    /"accounts\.main\.profile\.capture\.mode" is not right/,
  ],
  [
    "a time limit longer than what the ledger takes for over",
    optionsWith({ profile: { timeouts: { otherMs: 60_001 } } }),
    /"accounts\.main\.profile\.timeouts\.otherMs" must be at most 60000 ms/,
  ],
  [
    "an alternative method that nobody has described",
    optionsWith({}, { apm: { methods: ["ideal", "shells"] } }),
    /"apm\.methods\.1" is not in our catalogue; write \{ code: "shells", name: "…" \}/,
  ],
  [
    "an alternative method without a name",
    optionsWith({}, { apm: { methods: [{ code: "shells", wireName: "SHELLS" }] } }),
    /"apm\.methods\.0" is not in our catalogue; write/,
  ],
  [
    "an alternative method twice",
    optionsWith({}, { apm: { methods: ["ideal", { code: "ideal" }] } }),
    /"apm\.methods\.1" is "ideal" a second time/,
  ],
  [
    "a page for payment links without the place of the token",
    optionsWith({}, { paymentLinks: { url: "https://shop.example/pay" } }),
    /"paymentLinks\.url" must contain \{token\} once/,
  ],
  [
    "a page for payment links on another origin",
    optionsWith({}, { paymentLinks: { url: "https://other.example/pay/{token}" } }),
    /"paymentLinks\.url" must be an address of one of "storefront\.origins"/,
  ],
  [
    "a page for payment links without TLS",
    optionsWith({}, { paymentLinks: { url: "http://shop.example/pay/{token}" } }),
    /"paymentLinks\.url" must begin with https/,
  ],
])("%s is refused in one sentence", (_name, options, sentence) => {
  expect(() => parseOptions(options)).toThrow(sentence);
  expect(() => parseOptions(options)).toThrow(/^medusa-payment-acquiring: [^\n]*[.?]$/);
});

test("the alternative methods are resolved at the start and frozen", () => {
  const { apmMethods } = parseOptions(optionsWith({}, { apm: { methods: ["ideal"] } }));
  expect(apmMethods).toMatchObject([{ code: "ideal", name: "iDEAL", expiresAfterMs: 604_800_000 }]);
  expect(Object.isFrozen(apmMethods[0])).toBe(true);
  expect(parseOptions(optionsWith()).apmMethods).toEqual([]);
});

test("http is accepted for a loopback host", () => {
  expect(accountWith({ baseUrl: "http://127.0.0.1:9090/" }).baseUrl).toBe("http://127.0.0.1:9090");
});

test("a signing key is in no output of the options", () => {
  const account = accountWith();
  for (const print of [JSON.stringify(account), inspect(account, { depth: 9 }), String(account.signingKeys)]) {
    expect(print).not.toContain(KEY);
    expect(print).toContain("[redacted]");
  }
});

test("IDs have the gateway's format", () => {
  expect(() => createOrderNo("a&b")).toThrow("order_no");
  expect(() => createOrderNo("x".repeat(51))).toThrow("50 characters");
  expect(() => createGatewayPaymentId("a b")).toThrow("transaction_id");
  expect(createAccountKey("main")).toBe("main");
});

test.each([
  [{ threeDs: { require: true } }, { threeDs: { open3d: "no3DS" } }, "cannot be kept while"],
  [{}, { redirect: { issuer: "server-follow" } }, "followHosts"],
])("%j with the profile %j stops the start with one sentence", (more, profile, words) => {
  const account = {
    baseUrl: "https://gateway.example",
    merchantId: "1",
    accountId: "2",
    signingKeys: ["k".repeat(12)],
  };
  const options = {
    accounts: { main: { ...account, profile } },
    storefront: { origins: ["https://shop.example"] },
    notifyBaseUrl: "https://api.shop.example",
    ...more,
  };
  expect(() => parseOptions(options)).toThrow(words);
});
