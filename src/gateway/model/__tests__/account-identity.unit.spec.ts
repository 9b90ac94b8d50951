import { describeIdentity, identityOf, servedIdentities } from "../account-identity";
import { effectiveOptions } from "../../../options/effective-options";
import { parseOptions } from "../../../options/options";
import { KEY, optionsWith } from "../../__tests__/fixtures";

/** Which account of which gateway: equal only where the address, the merchant and the account are. */
const HERE = { baseUrl: "https://gateway.example/pay", merchantId: "10001", accountId: "20001" };
const OLD = { baseUrl: "https://old.example", merchantId: "10001", accountId: "20001", signingKeys: [KEY] };

test.each([
  ["a slash at the end", { baseUrl: "https://gateway.example/pay/" }, true],
  ["another spelling of the host and its default port", { baseUrl: "https://GATEWAY.example:443/pay" }, true],
  ["another path", { baseUrl: "https://gateway.example/other" }, false],
  ["another spelling of the path", { baseUrl: "https://gateway.example/PAY" }, false],
  ["another host", { baseUrl: "https://old.example/pay" }, false],
  ["another merchant", { merchantId: "10002" }, false],
  ["another account", { accountId: "20002" }, false],
])("%s", (_name, change, isSame) => {
  expect(identityOf({ ...HERE, ...change }) === identityOf(HERE)).toBe(isSame);
});

test("an identity is formatted as text", () => {
  expect(describeIdentity(identityOf(HERE))).toBe("merchant 10001, account 20001 at https://gateway.example/pay");
  expect(describeIdentity("")).toBe("");
});

test("an account has its own identity, its earlier addresses and its former accounts", () => {
  const [account] = [
    ...parseOptions(optionsWith({ former: [OLD], movedFrom: ["https://older.example/"] })).accounts.values(),
  ];
  if (!account) throw new Error("There is no account.");
  expect(servedIdentities(account)).toEqual([
    identityOf(account),
    identityOf({ ...account, baseUrl: "https://older.example" }),
    identityOf(OLD),
  ]);
});

test("a gateway account that is listed twice is refused: the account used would depend on the order", () => {
  expect(() => parseOptions(optionsWith({ former: [OLD, OLD] }))).toThrow(
    /"accounts\.main" lists merchant 10001, account 20001 at https:\/\/old\.example more than once/,
  );
});

test("the keys of a former account are never shown", () => {
  const options = optionsWith({ former: [OLD] });
  expect(JSON.stringify(effectiveOptions(options))).not.toContain(KEY);
  expect(JSON.stringify([...parseOptions(options).accounts.values()])).not.toContain(KEY);
});
