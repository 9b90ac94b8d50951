import type { Merchant, Row } from "../../__tests__/harness";
import { ACCOUNT, closeAll, MERCHANT, start, startInbox } from "../../__tests__/harness";
import { pressAt } from "../../__tests__/customer";

afterEach(closeAll);

const RETURN_URL = "http://127.0.0.1:9/return/abc";
const DAY = 86_400_000;

const apm = {
  merchant_id: MERCHANT,
  account_id: ACCOUNT,
  order_no: "order-1",
  currency: "EUR",
  amount: "100.00",
  first_name: "Ada",
  last_name: "Lovelace",
  shopper_email: "ada@example.test",
  payment_method: "ideal",
  return_url: RETURN_URL,
};

const open = async (merchant: Merchant, fields: Row = {}): Promise<string> =>
  (await merchant.result({ ...apm, ...fields })).issuer_url ?? "";

const rowOf = async (merchant: Merchant): Promise<Row | undefined> =>
  (await merchant.query("retrievalTrans", { orders: "order-1" })).rows[0];

describe("a payment by an alternative method", () => {
  it("returns the issuer page's URL and nothing about its state", async () => {
    const merchant = await start();
    const answer = await merchant.result(apm);
    expect(answer).toEqual({
      merchant_id: MERCHANT,
      account_id: ACCOUNT,
      order_no: "order-1",
      amount: "100.00",
      currency: "EUR",
      issuer_url: expect.stringMatching(new RegExp(`^${merchant.url}/sandbox/issuer/[0-9a-f]{32}$`)),
    });
    expect(await rowOf(merchant)).toMatchObject({ query_result: "-2", payment_status: "1000" });
  });

  it.each([
    ["return_url", ""],
    ["return_url", "ftp://example.test/"],
    ["amount", "100"],
    ["currency", "euro"],
  ])("is refused with HTTP 400 if %s is '%s'", async (name, value) => {
    const merchant = await start();
    const answer = await merchant.send({ ...apm, [name]: value });
    expect([answer.status, await answer.text()]).toEqual([400, `invalid input: ${name}`]);
  });

  it("is refused with I0013 if its signature is invalid, and with I0061 if its order number is used", async () => {
    const merchant = await start();
    const wrong = await merchant.result({ ...apm, encryption_data: "0".repeat(64) });
    await open(merchant);
    const again = await merchant.result(apm);
    expect([wrong.result_info, again.result_info]).toEqual([
      "I0013:Signature is wrong",
      "I0061:Duplicate order number",
    ]);
  });

  it.each([
    ["pay", "captured", "100.00", "3000", "1", "0000:Success"],
    ["refuse", "declined", "100.00", "1000", "0", "0111:Refused by the customer"],
    ["expire", "declined", "100.00", "1000", "0", "0112:Expired"],
    ["wrong-amount", "captured", "99.00", "3000", "1", "0000:Success"],
  ])("is after '%s' %s with %s, and the store is notified", async (decision, state, amount, status, result, info) => {
    const merchant = await start();
    const inbox = await startInbox();
    const page = await open(merchant, { notify_url: inbox.url });

    const answer = await pressAt(page, decision);
    await merchant.idle();

    expect([answer.status, answer.headers.get("location")]).toEqual([303, RETURN_URL]);
    expect(await merchant.transaction()).toMatchObject({ state, amount, ordered: "100.00", mode: "apm" });
    expect(inbox.received).toMatchObject([{ amount, result_info: info, payment_method: "ideal" }]);
    expect(await rowOf(merchant)).toMatchObject({ amount, payment_status: status, query_result: result });
    expect((await merchant.state()).effects.apm).toBe(result === "1" ? 1 : 0);
  });

  it("returns to the URL of the redirect, otherwise to that of the request", async () => {
    const merchant = await start();
    const inbox = await startInbox();
    const page = await open(merchant);
    const other = "http://127.0.0.1:9/return/other";
    await fetch(page, { method: "POST", body: new URLSearchParams({ return_url: other, notify_url: inbox.url }) });
    expect((await pressAt(page, "refuse")).headers.get("location")).toBe(other);
    await merchant.idle();
    expect(inbox.received).toHaveLength(1);
  });

  it("is decided once", async () => {
    const merchant = await start();
    const page = await open(merchant);
    await pressAt(page, "pay");
    await pressAt(page, "pay");
    await pressAt(page, "refuse");
    expect(await merchant.state()).toMatchObject({ effects: { apm: 1 }, transactions: [{ state: "captured" }] });
  });

  it("expires after seven days without a decision", async () => {
    const merchant = await start();
    await open(merchant);
    await merchant.control("clock", { ms: 7 * DAY });
    expect(await merchant.transaction()).toMatchObject({ state: "declined", result_info: "0112:Expired" });
  });
});

describe("a payment for later", () => {
  it("shows a voucher with a link back to the shop, and is pending", async () => {
    const merchant = await start();
    const inbox = await startInbox();
    const page = await open(merchant, { notify_url: inbox.url });

    const answer = await pressAt(page, "later");
    await merchant.idle();

    expect(new URL(answer.headers.get("location") ?? "", merchant.url).href).toBe(page);
    const { voucher, state } = await merchant.transaction();
    expect([state, voucher]).toEqual(["pending", expect.stringMatching(/^\d{4} \d{4} \d{4}$/)]);
    const html = await (await fetch(page)).text();
    expect(html).toContain(voucher);
    expect(html).toContain(`href="${RETURN_URL}"`);
    expect(inbox.received).toMatchObject([{ order_status: "-1", payment_status: "1000" }]);
    expect(await rowOf(merchant)).toMatchObject({ query_result: "-1" });
  });

  it("is paid days later by the control API, and not automatically", async () => {
    const merchant = await start();
    await pressAt(await open(merchant), "later");
    await merchant.control("clock", { ms: 2 * DAY });
    expect((await merchant.transaction()).state).toBe("pending");
    await merchant.control("pay", { order_no: "order-1" });
    expect(await merchant.transaction()).toMatchObject({ state: "captured", captured: "100.00" });
  });

  it("is paid on its own page too, and expires after seven days", async () => {
    const merchant = await start();
    const page = await open(merchant);
    await pressAt(page, "later");
    await pressAt(page, "pay");
    await pressAt(await open(merchant, { order_no: "order-2" }), "later");
    await merchant.control("clock", { ms: 7 * DAY });
    expect((await merchant.state()).transactions.map(({ state }) => state)).toEqual(["captured", "declined"]);
  });

  it.each([
    ["refuse", {}, "declined", "0.00"],
    ["expire", {}, "declined", "0.00"],
    ["hold", {}, "review", "0.00"],
    ["pay", { amount: "42.00" }, "captured", "42.00"],
  ])("is after the control call '%s' with %j %s, captured %s", async (call, more, state, captured) => {
    const merchant = await start();
    await pressAt(await open(merchant), "later");
    await merchant.control(call, { order_no: "order-1", ...more });
    expect(await merchant.transaction()).toMatchObject({ state, captured });
  });

  it("is held, then approved, and does not expire meanwhile", async () => {
    const merchant = await start();
    await pressAt(await open(merchant), "later");
    await merchant.control("hold", { order_no: "order-1" });
    await merchant.control("clock", { ms: 8 * DAY });
    expect((await merchant.transaction()).state).toBe("review");
    await merchant.control("approve", { order_no: "order-1" });
    expect((await merchant.transaction()).state).toBe("captured");
  });
});

describe("the issuer's page", () => {
  it("has a button for every customer action, and may not be framed", async () => {
    const merchant = await start();
    const answer = await fetch(await open(merchant));
    const html = await answer.text();
    const buttons = [...html.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, label]) => label);
    expect(buttons).toEqual(["Pay now", "Pay later", "Refuse", "Let it expire", "Pay a wrong amount"]);
    expect(html).toContain("Sandbox – no real bank");
    expect(answer.headers.get("content-security-policy")).toMatch(/script-src 'none'.*frame-ancestors 'none'$/);
  });

  it("escapes the method's name", async () => {
    const merchant = await start();
    const page = await open(merchant, { payment_method: "<script>alert(1)</script>" });
    expect(await (await fetch(page)).text()).not.toContain("<script>alert");
  });
});
