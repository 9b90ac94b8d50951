import { signFields } from "../../notifications/signature";
import { closeAll, KEY, payment, start } from "../../__tests__/harness";

afterEach(closeAll);

describe("an approved card", () => {
  it("returns a signed result document and is stored", async () => {
    const merchant = await start();

    const result = await merchant.pay({ note: `<b> & "quotes"` });

    expect(result).toMatchObject({
      order_no: "order-1",
      amount: "100.00",
      order_status: "1",
      result_info: "0000:Success",
    });
    expect(result).toMatchObject({ card: "411111******1111", note: "&lt;b&gt; &amp; &quot;quotes&quot;" });
    expect(result.encryption_data).toBe(signFields("result", result, KEY));
    expect(await merchant.state()).toMatchObject({
      effects: { authorise: 1, capture: 0, cancel: 0, refund: 0 },
      transactions: [
        { state: "authorised", authorised: "100.00", captured: "0.00", transaction_id: result.transaction_id },
      ],
    });
  });

  it("is accepted as JSON with the content type of a form", async () => {
    const merchant = await start();
    const answer = await merchant.authorise({}, "application/x-www-form-urlencoded");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/xml"]);
  });

  it("is captured immediately if the account captures automatically", async () => {
    const merchant = await start({ captureMode: "automatic" });
    await merchant.pay();
    expect(await merchant.transaction()).toMatchObject({ state: "captured", captured: "100.00" });
  });

  it("is declined if it has expired on the gateway's clock", async () => {
    const merchant = await start({ clock: () => new Date("2030-02-02T00:00:00Z") });
    const expired = await merchant.pay({ expiration_month: "01", expiration_year: "2030" });
    expect(expired.result_info).toBe("0054:Expired card");
  });
});

describe("instalments", () => {
  it("are stored with the payment", async () => {
    const merchant = await start();
    await merchant.pay({ installments: "12", installments_id: "card-12" });
    expect(await merchant.transaction()).toMatchObject({ instalments: { count: "12", plan: "card-12" } });
  });

  it.each([
    ["installments", { installments: 12 }],
    ["installments", { installments_id: "card-12" }],
    ["installments_id", { installments: "12", installments_id: "two words" }],
  ])("with a wrong %s are refused, and nothing is stored", async (name, fields) => {
    const merchant = await start();
    const answer = await merchant.send({ ...payment, ...fields });
    expect([answer.status, await answer.text()]).toEqual([400, `invalid input: ${name}`]);
    expect((await merchant.state()).transactions).toEqual([]);
  });
});

describe("an order number", () => {
  it("that already has a payment is refused with I0061", async () => {
    const merchant = await start();
    await merchant.pay();
    expect(await merchant.pay()).toMatchObject({ order_status: "0", result_info: "I0061:Duplicate order number" });
    expect((await merchant.state()).effects.authorise).toBe(1);
  });

  it("whose payment was declined can be used again", async () => {
    const merchant = await start();
    await merchant.pay({ card: "4000000000000002" });
    expect(await merchant.pay()).toMatchObject({ order_status: "1" });
  });
});

describe("a request is refused", () => {
  it("with I0013 if its signature is invalid, and nothing is recorded", async () => {
    const merchant = await start();
    const result = await merchant.pay({ encryption_data: "0".repeat(64) });
    expect(result).toMatchObject({ order_status: "0", result_info: "I0013:Signature is wrong" });
    expect(await merchant.state()).toMatchObject({ transactions: [] });
  });

  it.each([
    ["amount", "100"],
    ["amount", "0.00"],
    ["amount", "-1.00"],
    ["amount", "1e1"],
    ["amount", "10,00"],
    ["amount", "１０.00"],
    ["currency", "eur"],
    ["order_no", ""],
    ["order_no", "x".repeat(51)],
    ["card", "not a card"],
    ["expiration_month", "13"],
    ["security_code", ""],
  ])("with HTTP 400 if %s is '%s'", async (name, value) => {
    const merchant = await start();
    const answer = await merchant.authorise({ [name]: value });
    expect([answer.status, await answer.text()]).toEqual([400, `invalid input: ${name}`]);
  });

  it("with HTTP 400 if the body is malformed, and with 404 for another account or operation", async () => {
    const merchant = await start();
    const statuses = [
      (await merchant.post("authorise", "{")).status,
      (await merchant.authorise({ account_id: "9" })).status,
      (await merchant.post("explode", "{}")).status,
      (await merchant.post("constructor", "{}")).status,
      (await fetch(`${merchant.url}/v1/authorise`)).status,
    ];
    expect(statuses).toEqual([400, 404, 404, 404, 404]);
  });
});

it("the card number and the security code are in nothing that the simulator stores or shows", async () => {
  // A fixed clock makes all numbers and signatures reproducible, so that four given digits cannot appear by chance.
  const merchant = await start({ clock: () => new Date("2030-01-01T00:00:00Z") });
  const hidden = { shopper_phone: payment.card, note: "4111 1111 1111 1111", security_code: "9137" };
  await merchant.pay(hidden);

  const seen = [
    JSON.stringify(await merchant.state()),
    JSON.stringify(await merchant.read("requests")),
    JSON.stringify(await merchant.query("retrievalTrans", { orders: "order-1" })),
  ].join("");

  expect(seen).not.toMatch(/4111[ -]?1111[ -]?1111[ -]?1111/);
  expect(seen).not.toContain("9137");
});
