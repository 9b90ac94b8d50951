import { signFields } from "../../notifications/signature";
import type { Merchant, Row } from "../../__tests__/harness";
import { ACCOUNT, closeAll, jsonOf, KEY, MERCHANT, start } from "../../__tests__/harness";

afterEach(closeAll);

interface Ranking {
  readonly return_status: string;
  readonly return_message: string;
  readonly payment_methods: { payment_method: string; acceptance: string }[];
}

const ask = {
  merchant_id: MERCHANT,
  account_id: ACCOUNT,
  request_id: "4f1c2f0e-1111-4222-8333-444455556666",
  currency: "EUR",
  amount: "10.00",
  shopper_email: "ada@example.test",
};

function send(merchant: Merchant, fields: Row = {}): Promise<Response> {
  const form: Row = { ...ask, ...fields };
  const encryption_data = fields.encryption_data ?? signFields("optimise", form, KEY);
  const body = new URLSearchParams({ ...form, encryption_data }).toString();
  return merchant.post("optimise", body, "application/x-www-form-urlencoded");
}

it("the ranking of methods is returned, highest acceptance first", async () => {
  const merchant = await start();
  const answer = await jsonOf<Ranking>(await send(merchant));
  expect(answer).toMatchObject({
    merchant_id: MERCHANT,
    account_id: ACCOUNT,
    return_status: "1",
    return_message: "OK",
  });
  const acceptances = answer.payment_methods.map(({ acceptance }) => acceptance);
  expect(acceptances.length).toBeGreaterThan(2);
  expect(acceptances).toEqual(acceptances.toSorted().reverse());
});

it.each([
  [
    ["boleto", "ideal"],
    ["boleto", "ideal"],
  ],
  [
    [
      { payment_method: "boleto", acceptance: "0.5" },
      { payment_method: "ideal", acceptance: "0.75" },
    ],
    ["ideal", "boleto"],
  ],
  [[], []],
])("a test sets the ranking to %j", async (methods, expected) => {
  const merchant = await start();
  await merchant.control("ranking", { methods });
  const { payment_methods: ranked } = await jsonOf<Ranking>(await send(merchant));
  expect(ranked.map(({ payment_method: method }) => method)).toEqual(expected);
});

it("an invalid ranking is refused", async () => {
  const { url } = await start();
  const answer = await fetch(`${url}/_control/ranking`, { method: "POST", body: '{"methods":[1]}' });
  expect(answer.status).toBe(400);
});

it.each([
  ["of another account", { account_id: "9" }, "2"],
  ["with a wrong signature", { encryption_data: "0".repeat(64) }, "3"],
  ["without an amount", { amount: "" }, "4"],
])("a request %s is refused", async (_what, fields: Row, status) => {
  const merchant = await start();
  expect(await jsonOf<Ranking>(await send(merchant, fields))).toMatchObject({
    return_status: status,
    payment_methods: [],
  });
});

it("the response may be slow or missing on command", async () => {
  const merchant = await start();
  await merchant.control("faults", { operation: "optimise", fault: "slow", ms: 30 });
  const from = performance.now();
  expect((await send(merchant)).status).toBe(200);
  expect(performance.now() - from).toBeGreaterThanOrEqual(25);
  await merchant.control("faults", { operation: "optimise", fault: "drop-before" });
  await expect(send(merchant)).rejects.toThrow("fetch failed");
});
