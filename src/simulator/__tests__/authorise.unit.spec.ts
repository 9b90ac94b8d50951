import { signFields } from "../signature";
import { amountScenarios, testCards } from "..";
import { closeAll, KEY, payment, start } from "./harness";

afterEach(closeAll);

const numberOf = (label: RegExp): string => testCards.find((card) => label.test(card.label))?.number ?? "";

describe("an approved card", () => {
  it("is answered with a signed result document and is in the books", async () => {
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

  it("is understood when JSON is sent with the content type of a form", async () => {
    const merchant = await start();
    const answer = await merchant.authorise({}, "application/x-www-form-urlencoded");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/xml"]);
  });

  it("is captured at once when the account captures by itself", async () => {
    const merchant = await start({ captureMode: "automatic" });
    await merchant.pay();
    expect(await merchant.transaction()).toMatchObject({ state: "captured", captured: "100.00" });
  });

  it("is declined when it has expired on the gateway's clock", async () => {
    const merchant = await start({ clock: () => new Date("2030-02-02T00:00:00Z") });
    const expired = await merchant.pay({ expiration_month: "01", expiration_year: "2030" });
    expect(expired.result_info).toBe("0054:Expired card");
  });
});

describe("every test card", () => {
  it("has a number of its own with a right check digit", () => {
    const sumOf = (digits: string): number =>
      [...digits].reverse().reduce((sum, digit, at) => {
        const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
        return sum + (value > 9 ? value - 9 : value);
      }, 0);
    expect(testCards.filter(({ number }) => sumOf(number) % 10 !== 0)).toEqual([]);
    expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
  });

  it.each([
    ["declined by the bank", "0", "0005"],
    ["not enough money", "0", "0051"],
    ["card expired", "0", "0054"],
    ["wrong security code", "0", "0082"],
    ["risk check", "0", "R0001"],
    ["pending", "-1", "T0002"],
    ["held for review", "-1", "T0002"],
    ["system error", "0", "S0001"],
    ["nobody knows", "7", "9876"],
  ])("of the kind '%s' is answered order_status %s, code %s, and moves no money", async (label, status, code) => {
    const merchant = await start();

    const result = await merchant.pay({ card: numberOf(new RegExp(label)) });

    expect([result.order_status, result.result_info?.split(":")[0]]).toEqual([status, code]);
    expect((await merchant.state()).effects.authorise).toBe(0);
  });

  it("that is held for review says so", async () => {
    const merchant = await start();
    expect(await merchant.pay({ card: numberOf(/review/) })).toMatchObject({ risk_action: "REVIEW" });
  });
});

describe("an answer that is lost", () => {
  it("before the gateway saw the payment leaves nothing behind", async () => {
    const merchant = await start();
    await expect(merchant.authorise({ card: numberOf(/before/) })).rejects.toThrow("fetch failed");
    expect(await merchant.state()).toMatchObject({ effects: { authorise: 0 }, transactions: [] });
  });

  it("after the approval leaves an authorised payment behind", async () => {
    const merchant = await start();
    await expect(merchant.authorise({ card: "4000000000000259" })).rejects.toThrow("fetch failed");
    expect(await merchant.state()).toMatchObject({
      effects: { authorise: 1 },
      transactions: [{ state: "authorised" }],
    });
  });

  it("as an HTTP 500 leaves an authorised payment behind", async () => {
    const merchant = await start();
    expect((await merchant.authorise({ card: numberOf(/HTTP 500/) })).status).toBe(500);
    expect(await merchant.transaction()).toMatchObject({ state: "authorised" });
  });
});

describe("the cents of an amount", () => {
  it.each([
    ["51", "declined"],
    ["54", "pending"],
    ["55", "unlisted"],
  ])("of .%s make the payment %s", async (cents, state) => {
    const merchant = await start();
    await merchant.pay({ amount: `20.${cents}` });
    expect((await merchant.transaction()).state).toBe(state);
  });

  it.each([
    ["52", []],
    ["53", ["authorised"]],
  ])("of .%s lose the answer and leave %j behind", async (cents, states) => {
    const merchant = await start();
    await expect(merchant.authorise({ amount: `20.${cents}` })).rejects.toThrow("fetch failed");
    expect((await merchant.state()).transactions.map(({ state }) => state)).toEqual(states);
  });

  it("are all in the exported table", () => {
    expect(amountScenarios.map(({ cents }) => cents)).toEqual([51, 52, 53, 54, 55]);
  });
});

describe("an order number", () => {
  it("that has a payment already is refused with I0061", async () => {
    const merchant = await start();
    await merchant.pay();
    expect(await merchant.pay()).toMatchObject({ order_status: "0", result_info: "I0061:Duplicate order number" });
    expect((await merchant.state()).effects.authorise).toBe(1);
  });

  it("whose payment was declined may be used again", async () => {
    const merchant = await start();
    await merchant.pay({ card: "4000000000000002" });
    expect(await merchant.pay()).toMatchObject({ order_status: "1" });
  });
});

describe("a request is refused", () => {
  it("with I0013 when its signature is wrong, and nothing is recorded", async () => {
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
  ])("with HTTP 400 when %s is '%s'", async (name, value) => {
    const merchant = await start();
    const answer = await merchant.authorise({ [name]: value });
    expect([answer.status, await answer.text()]).toEqual([400, `invalid input: ${name}`]);
  });

  it("with HTTP 400 when the body is broken, and with 404 for another account or operation", async () => {
    const merchant = await start();
    const statuses = [
      (await merchant.post("authorise", "{")).status,
      (await merchant.authorise({ account_id: "9" })).status,
      (await merchant.post("payout", "{}")).status,
      (await merchant.post("constructor", "{}")).status,
      (await fetch(`${merchant.url}/v1/authorise`)).status,
    ];
    expect(statuses).toEqual([400, 404, 404, 404, 404]);
  });
});

it("the card number and the security code are in nothing that the simulator keeps or shows", async () => {
  // A fixed clock fixes every number and signature, so that four digits cannot turn up in one by chance.
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
