import { closeAll, start, startInbox } from "../../__tests__/harness";
import { checkoutForm, formOf, openHosted, payOn, pressAt, submit } from "../../__tests__/customer";

afterEach(closeAll);

const RETURN_URL = "http://127.0.0.1:9/return/abc";
const CANCEL_URL = "http://127.0.0.1:9/cancel/abc";

const text = async (url: string): Promise<string> => (await fetch(url)).text();

describe("the store's checkout form", () => {
  it("returns a page whose one form submits itself, and creates no transaction", async () => {
    const merchant = await start();

    const answer = await submit(`${merchant.url}/v1/checkout`, checkoutForm({ token_flag: "YES" }));

    const html = await answer.text();
    const { action, fields } = formOf(html);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(action).toBe(`${merchant.url}/v1/checkout/page`);
    expect(fields).toMatchObject({
      ...checkoutForm({ token_flag: "YES" }),
      orderNo: "order-1",
      returnUrl: RETURN_URL,
      gbc_id: "1",
    });
    expect(html).toMatch(/<title>Loading<\/title>.*<button[^>]*>Continue<\/button>.*<script nonce="/s);
    expect(await merchant.state()).toMatchObject({ transactions: [], open_orders: [{ order_no: "order-1" }] });
  });

  it("is accepted as JSON too, as a server sends it", async () => {
    const merchant = await start();
    const answer = await merchant.post("checkout", JSON.stringify(checkoutForm()));
    expect(formOf(await answer.text()).fields).toMatchObject({ order_no: "order-1" });
  });

  it("is refused with a plain page that contains I0013 if its signature is invalid", async () => {
    const merchant = await start();
    const answer = await submit(`${merchant.url}/v1/checkout`, { ...checkoutForm(), amount: "1.00" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("I0013: Signature is wrong");
    expect(await merchant.state()).toMatchObject({ transactions: [], open_orders: [] });
  });

  it.each([
    ["amount", "1", 400],
    ["return_url", "javascript:alert(1)", 400],
    ["order_no", "", 400],
    ["account_id", "9", 404],
  ])("is refused if %s is '%s'", async (name, value, status) => {
    const merchant = await start();
    const answer = await submit(`${merchant.url}/v1/checkout`, checkoutForm({ [name]: value }));
    expect(answer.status).toBe(status);
    expect((await merchant.state()).open_orders).toEqual([]);
  });

  it("is verified again at its second step: a changed amount is refused there too", async () => {
    const merchant = await start();
    const loading = await submit(`${merchant.url}/v1/checkout`, checkoutForm());
    const { action, fields } = formOf(await loading.text());
    const answer = await submit(action, { ...fields, amount: "1.00" });
    expect(await answer.text()).toContain("I0013");
  });

  it("escapes the repeated values", async () => {
    const merchant = await start();
    const answer = await submit(`${merchant.url}/v1/checkout`, checkoutForm({ note: `"><script>alert(1)</script>` }));
    expect(await answer.text()).not.toContain("<script>alert");
  });
});

describe("the hosted page", () => {
  it("shows the total, labels its inputs, lists the test cards, and may be framed", async () => {
    const merchant = await start();
    const answer = await fetch(await openHosted(merchant));
    const html = await answer.text();
    for (const part of [
      "100.00 EUR",
      "Sandbox – no real bank",
      ">Pay</button>",
      ">Cancel</button>",
      "4000000000003063",
    ]) {
      expect(html).toContain(part);
    }
    for (const name of ["card", "expiry", "security_code", "name"]) {
      expect(html).toMatch(new RegExp(`<label for="${name}">[^<]+</label>\\s*<input\\s+id="${name}"`));
    }
    expect(answer.headers.get("content-security-policy")).toMatch(/script-src 'none'.*frame-ancestors \*$/);
  });

  it("fills in the test card that was clicked, without a script", async () => {
    const merchant = await start({ clock: () => new Date("2030-01-01T00:00:00Z") });
    const html = await text(`${await openHosted(merchant)}&test_card=1`);
    expect(html).toMatch(/id="card"\s+name="card"\s+value="5555555555554444"/);
    expect(html).toMatch(/value="12\/35"/);
  });

  it("takes the payment, notifies the store, and returns to it", async () => {
    const merchant = await start();
    const inbox = await startInbox();

    const answer = await payOn(await openHosted(merchant, { notify_url: inbox.url }));
    await merchant.idle();

    expect([answer.status, answer.headers.get("location")]).toEqual([303, RETURN_URL]);
    expect(await merchant.state()).toMatchObject({
      effects: { checkout: 1, authorise: 0 },
      effects_by_order: { "order-1": { checkout: 1 } },
      transactions: [{ mode: "checkout", state: "authorised", authorised: "100.00", card_mask: "411111******1111" }],
    });
    expect(inbox.received).toMatchObject([{ order_status: "1", card: "411111******1111" }]);
    expect(inbox.received[0]).not.toHaveProperty("token_id");
  });

  it("saves the card at the customer's request, with its token in the notification", async () => {
    const merchant = await start();
    const inbox = await startInbox();
    await payOn(await openHosted(merchant, { notify_url: inbox.url, token_flag: "YES" }));
    await merchant.idle();
    const { token_id: token } = await merchant.transaction();
    expect(token).toMatch(/^tok_[a-p]{32}$/);
    expect(inbox.received).toMatchObject([{ token_id: token }]);
  });

  it("shows that a card was declined and accepts another one for the same order", async () => {
    const merchant = await start();
    const page = await openHosted(merchant);

    const declined = await payOn(page, { card: "4000000000000002" });
    const shown = await text(new URL(declined.headers.get("location") ?? "", merchant.url).href);
    const paid = await payOn(page);

    expect(shown).toContain("The card was declined (0005:Do not honour)");
    expect(paid.headers.get("location")).toBe(RETURN_URL);
    expect((await merchant.state()).transactions.map(({ state }) => state)).toEqual(["declined", "authorised"]);
    expect((await merchant.state()).effects.checkout).toBe(1);
  });

  it.each([
    ["card", "4111", "Check the card number."],
    ["expiry", "13/39", "Check the expiry date."],
    ["security_code", "1", "Check the security code."],
    ["name", " ", "Check the name on the card."],
  ])("asks again if %s is '%s', and creates no transaction", async (name, value, message) => {
    const merchant = await start();
    const page = await openHosted(merchant);
    await payOn(page, { [name]: value });
    expect(await text(page)).toContain(message);
    expect((await merchant.state()).transactions).toEqual([]);
  });

  it("leads to the challenge and then to the shop", async () => {
    const merchant = await start();
    const asked = await payOn(await openHosted(merchant), { card: "4000000000003063" });
    const challenge = asked.headers.get("location") ?? "";
    expect(challenge).toMatch(/\/sandbox\/challenge\/[0-9a-f]{32}$/);
    const answer = await pressAt(challenge, "approve");
    expect(answer.headers.get("location")).toBe(RETURN_URL);
    expect(await merchant.transaction()).toMatchObject({ state: "authorised", threeds_result: "challenge eci=05" });
  });

  it("is shown again after a failed challenge, and accepts another card", async () => {
    const merchant = await start();
    const page = await openHosted(merchant);
    const asked = await payOn(page, { card: "4000000000003063" });
    const failed = await pressAt(asked.headers.get("location") ?? "", "fail");
    expect(new URL(failed.headers.get("location") ?? "", merchant.url).href).toBe(page);
    expect(await text(page)).toContain("0101:Authentication failed");
    expect((await payOn(page)).headers.get("location")).toBe(RETURN_URL);
  });

  it("skips the challenge if the store requests it", async () => {
    const merchant = await start();
    const answer = await payOn(await openHosted(merchant, { open3d: "no3DS" }), { card: "4000000000003063" });
    expect(answer.headers.get("location")).toBe(RETURN_URL);
  });

  it("leads to cancel_url on Cancel, and can be paid afterwards", async () => {
    const merchant = await start();
    const page = await openHosted(merchant);
    const cancelled = await payOn(page, { action: "cancel", card: "" });
    expect([cancelled.status, cancelled.headers.get("location")]).toEqual([303, CANCEL_URL]);
    expect((await merchant.state()).transactions).toEqual([]);
    expect((await payOn(page)).headers.get("location")).toBe(RETURN_URL);
  });

  it("is the same page if the store posts the order again, and shows when it is paid", async () => {
    const merchant = await start();
    const page = await openHosted(merchant);
    expect(await openHosted(merchant)).toBe(page);
    await payOn(page);

    const reposted = await (await submit(`${merchant.url}/v1/checkout`, checkoutForm())).text();
    const pressedAgain = await (await payOn(page)).text();

    for (const html of [reposted, pressedAgain, await text(page)]) {
      expect(html).toContain("This order is already paid");
      expect(html).toContain(`href="${RETURN_URL}"`);
    }
    expect((await merchant.state()).effects.checkout).toBe(1);
  });

  it("charges the amount that was signed last", async () => {
    const merchant = await start();
    const page = await openHosted(merchant);
    await openHosted(merchant, { amount: "70.00" });
    await payOn(page);
    expect(await merchant.transaction()).toMatchObject({ authorised: "70.00" });
  });

  it.each([
    ["4000000000006975", []],
    ["4000000000000259", ["authorised"]],
  ])("loses the connection with card %s and leaves %j", async (card, states) => {
    const merchant = await start();
    const page = await openHosted(merchant);
    await expect(payOn(page, { card })).rejects.toThrow("fetch failed");
    expect((await merchant.state()).transactions.map(({ state }) => state)).toEqual(states);
  });

  it("answers 404 for an unknown order", async () => {
    const { url } = await start();
    expect((await fetch(`${url}/v1/checkout/page?checkout=1`)).status).toBe(404);
  });
});

it("a response can redirect the customer to a wrong address on command", async () => {
  const merchant = await start();
  const answers: string[] = [];
  for (const fault of ["foreign-address", "script-address", "two-forms"]) {
    await merchant.control("faults", { operation: "checkout", fault });
    answers.push(await (await submit(`${merchant.url}/v1/checkout`, checkoutForm())).text());
  }
  expect(answers[0]).toContain('action="https://elsewhere.example/pay"');
  expect(answers[1]).toContain('action="javascript:alert(1)"');
  expect(answers[2]?.match(/<form/g)).toHaveLength(2);
});
