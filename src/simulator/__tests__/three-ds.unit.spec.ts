import { testCards } from "..";
import { closeAll, start, startInbox } from "./harness";
import { pressAt } from "./customer";

afterEach(closeAll);

const CHALLENGE = "4000000000003063";
const RETURN_URL = "http://127.0.0.1:9/acquiring/return/abc";
const secure = (card: string): Record<string, string> => ({ card, open3d: "do3DS" });

describe("a card with a challenge", () => {
  it("returns a URL and neither a status nor a transaction ID", async () => {
    const merchant = await start();

    const answer = await merchant.pay(secure(CHALLENGE));

    expect(Object.keys(answer).sort()).toEqual([
      "account_id",
      "amount",
      "currency",
      "issuer_url",
      "merchant_id",
      "order_no",
    ]);
    expect(answer.issuer_url).toMatch(new RegExp(`^${merchant.url}/sandbox/challenge/[0-9a-f]{32}$`));
    expect(await merchant.state()).toMatchObject({ effects: { authorise: 0 }, transactions: [{ state: "challenge" }] });
  });

  it("is waiting in the query, and its order number cannot be used again", async () => {
    const merchant = await start();
    await merchant.pay(secure(CHALLENGE));
    const { rows } = await merchant.query("retrievalTrans", { orders: "order-1" });
    expect(rows).toMatchObject([{ query_result: "-2", payment_status: "1000", is3ds: "1" }]);
    expect(await merchant.pay()).toMatchObject({ result_info: "I0061:Duplicate order number" });
  });

  it.each([
    ["approve", "authorised", "0000:Success", "challenge eci=05", 1],
    ["fail", "declined", "0101:Authentication failed", "challenge failed eci=07", 0],
  ])("with %s becomes %s, is notified, and returns to the shop", async (decision, state, info, result, paid) => {
    const merchant = await start();
    const inbox = await startInbox();
    const { issuer_url: url = "" } = await merchant.pay(secure(CHALLENGE));
    const query = new URLSearchParams({ return_url: RETURN_URL, notify_url: inbox.url });
    const html = await (await fetch(`${url}?${query.toString()}`, { method: "POST" })).text();

    const answer = await pressAt(url, decision);
    await merchant.idle();

    expect(html).toContain("400000******3063");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, RETURN_URL]);
    expect(await merchant.transaction()).toMatchObject({ state, result_info: info, threeds_result: result });
    expect(inbox.received).toMatchObject([{ order_no: "order-1", result_info: info, threeds_result: result }]);
    expect((await merchant.state()).effects.authorise).toBe(paid);
  });

  it("is then declined by its bank, for that card", async () => {
    const merchant = await start();
    const { issuer_url: url = "" } = await merchant.pay(secure("4000008400001629"));
    await pressAt(url, "approve");
    expect(await merchant.transaction()).toMatchObject({ state: "declined", result_info: "0005:Do not honour" });
  });

  it("then waits at the bank for that amount, and is approved later", async () => {
    const merchant = await start();
    const { issuer_url: url = "" } = await merchant.pay({ ...secure(CHALLENGE), amount: "20.54" });
    await pressAt(url, "approve");
    expect((await merchant.transaction()).state).toBe("pending");
    await merchant.control("clock", { ms: 60_000 });
    expect((await merchant.transaction()).state).toBe("authorised");
  });

  it("reads the URLs from the body of a form too, at the first visit", async () => {
    const merchant = await start();
    const { issuer_url: url = "" } = await merchant.pay(secure(CHALLENGE));
    await fetch(url, { method: "POST", body: new URLSearchParams({ return_url: RETURN_URL }) });
    await fetch(url);
    expect((await pressAt(url, "approve")).headers.get("location")).toBe(RETURN_URL);
  });

  it("redirects to web addresses only", async () => {
    const merchant = await start();
    const { issuer_url: url = "" } = await merchant.pay(secure(CHALLENGE));
    await fetch(`${url}?return_url=${encodeURIComponent("javascript:alert(1)")}`);
    const answer = await pressAt(url, "approve");
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    expect(await answer.text()).not.toContain("javascript:");
  });

  it("is decided once", async () => {
    const merchant = await start();
    const { issuer_url: url = "" } = await merchant.pay(secure(CHALLENGE));
    await pressAt(url, "approve");
    await pressAt(url, "fail");
    await pressAt(url, "approve");
    expect(await merchant.state()).toMatchObject({
      effects_by_order: { "order-1": { authorise: 1 } },
      transactions: [{ state: "authorised" }],
    });
  });

  it("expires after 30 minutes of the clock, with a notification to the store", async () => {
    const merchant = await start();
    const inbox = await startInbox();
    await merchant.pay({ ...secure(CHALLENGE), notify_url: inbox.url });
    await merchant.control("clock", { ms: 30 * 60_000 - 5_000 });
    expect((await merchant.transaction()).state).toBe("challenge");

    await merchant.control("clock", { ms: 5_000 });
    await merchant.idle();

    expect(await merchant.transaction()).toMatchObject({
      state: "declined",
      result_info: "0102:Authentication expired",
      threeds_result: "challenge abandoned eci=07",
    });
    expect(inbox.received).toHaveLength(1);
  });

  it("can be decided by the control API", async () => {
    const merchant = await start();
    await merchant.pay(secure(CHALLENGE));
    await merchant.control("approve", { order_no: "order-1" });
    expect((await merchant.transaction()).state).toBe("authorised");
  });
});

describe("a card without a challenge", () => {
  it.each([
    ["4000000000003055", "1", "0000:Success", "frictionless eci=05", "1"],
    ["4000000000003105", "1", "0000:Success", "attempted eci=06", "1"],
    ["4000000000003097", "0", "0101:Authentication failed", "failed eci=07", "1"],
    ["4111111111111111", "1", "0000:Success", "", "0"],
  ])("%s returns %s, %s, '%s', is3ds %s", async (card, status, info, result, used) => {
    const merchant = await start();
    const answer = await merchant.pay(secure(card));
    expect(answer).toMatchObject({ order_status: status, result_info: info, threeds_result: result });
    const { rows } = await merchant.query("retrievalTrans", { orders: "order-1" });
    expect(rows).toMatchObject([{ is3ds: used }]);
  });
});

describe("no card is challenged", () => {
  const asked = testCards.flatMap(({ number, scenario }) => (scenario.kind === "3ds" ? [number] : []));

  it.each(asked.map((card) => [card, card === "4000008400001629" ? "0" : "1"]))(
    "without open3d or with no3DS: %s returns %s",
    async (card, status) => {
      const merchant = await start();
      expect(await merchant.pay({ card, open3d: "no3DS" })).toMatchObject({ order_status: status, threeds_result: "" });
      expect(await merchant.pay({ card, order_no: "order-2" })).toMatchObject({ order_status: status });
    },
  );

  it("if the merchant sends its own result", async () => {
    const merchant = await start();
    const info = { eci: "05", cavv: "AAABCZIhcQAAAABZlyFxAAAAAAA=", xid: "", dsTransID: "ds-1" };
    const answer = await merchant.pay({ ...secure(CHALLENGE) }, { additional_information: [{ mpi_info: info }] });
    expect(answer).toMatchObject({ order_status: "1", threeds_result: "external eci=05" });
    const { rows } = await merchant.query("retrievalTrans", { orders: "order-1" });
    expect(rows).toMatchObject([{ is3ds: "1" }]);
  });
});

describe("the challenge page", () => {
  it("may be framed, runs no script, and its form may lead to any loopback URL", async () => {
    const merchant = await start();
    const { issuer_url: url = "" } = await merchant.pay({ ...secure(CHALLENGE), challenge_window_size: "02" });

    const answer = await fetch(url);
    const policy = answer.headers.get("content-security-policy") ?? "";

    expect(policy).toContain("script-src 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:* http://localhost:* https:");
    expect(policy).toContain("frame-ancestors *");
    expect([answer.headers.get("cache-control"), answer.headers.get("referrer-policy")]).toEqual([
      "no-store",
      "no-referrer",
    ]);
    const html = await answer.text();
    expect(html).toContain("Sandbox – no real bank");
    expect(html).toContain('<main class="w02">');
    expect(html).toMatch(/<button[^>]*>Approve<\/button><button[^>]*>Fail<\/button>/);
  });

  it("answers 404 for an unknown payment, or one of another kind", async () => {
    const merchant = await start();
    const { issuer_url: url = "" } = await merchant.pay(secure(CHALLENGE));
    const issuer = url.replace("/challenge/", "/issuer/");
    const unknown = `${merchant.url}/sandbox/challenge/${"0".repeat(32)}`;
    expect([(await fetch(issuer)).status, (await fetch(unknown)).status]).toEqual([404, 404]);
  });
});
