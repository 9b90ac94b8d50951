import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isSignedBy, signBatch, signFields } from "../signature";

/** The simulator's signatures against the golden vectors that the client is tested with, too. */
interface Golden {
  readonly name: string;
  readonly operation: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly digest: string;
}

const read = (file: string): readonly Golden[] => JSON.parse(readFileSync(join(__dirname, file), "utf8"));
const vectors = [
  ...read("../../../gateway/__tests__/golden-signatures.json"),
  // Made with another program: sha256 over the `plain` text beside each.
  ...read("../../__tests__/golden-payment-methods.json"),
];

const LISTS: Readonly<Record<string, Parameters<typeof signFields>[0]>> = {
  authorise: "authorise",
  authoriseToken: "authorise",
  authoriseApm: "authorise",
  checkout: "checkout",
  optimise: "optimise",
  authoriseResponse: "result",
  notification: "result",
  retrievalTrans: "account",
  retrievalRefund: "account",
  cancelSubscription: "cancelsubscription",
  payout: "payout",
  payoutNotification: "payoutNotification",
};

function signatureOf({ operation, fields, key }: Golden): string {
  const list = LISTS[operation];
  if (list) return signFields(list, fields, key);
  const ids = fields.transaction_ids;
  const account = { merchant_id: fields.merchant_id, account_id: fields.account_id };
  return signBatch(account, Array.isArray(ids) ? ids : [ids], key);
}

it.each(vectors.map((vector) => [vector.name, vector] as const))("the golden vector holds: %s", (_name, vector) => {
  expect(signatureOf(vector)).toBe(vector.digest);
});

it("the golden vectors cover every kind of signature of the simulator", () => {
  const operations = new Set(vectors.map(({ operation }) => operation));
  expect([...operations]).toEqual(expect.arrayContaining([...Object.keys(LISTS), "capture", "cancel", "refund"]));
});

describe("a signature is accepted", () => {
  const right = signFields("account", { merchant_id: "1", account_id: "2" }, "old");
  const sign = (key: string): string => signFields("account", { merchant_id: "1", account_id: "2" }, key);

  it("with any of the keys, in any letter case", () => {
    expect(isSignedBy(["new", "old"], sign, right.toUpperCase())).toBe(true);
  });

  it.each([
    ["by another key", sign("other")],
    ["with 63 digits", right.slice(1)],
    ["with 65 digits", `${right}0`],
    ["that is empty", ""],
    ["that is an array", [right]],
    ["that is missing", undefined],
  ])("but not %s", (_what, given) => {
    expect(isSignedBy(["new", "old"], sign, given)).toBe(false);
  });
});
