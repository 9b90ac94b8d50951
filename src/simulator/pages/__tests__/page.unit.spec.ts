import { testCards } from "../..";
import type { Merchant, Shown } from "../../__tests__/harness";
import { closeAll, payment, start, startInbox } from "../../__tests__/harness";

afterEach(closeAll);

const page = async (url: string): Promise<string> => (await fetch(`${url}/`)).text();

const transactions = async (url: string): Promise<string> => (await fetch(`${url}/transactions`)).text();

const press = (url: string, action: string, orderNo: string): Promise<Response> =>
  fetch(`${url}/_control/${action}`, {
    method: "POST",
    body: new URLSearchParams({ order_no: orderNo }),
    redirect: "manual",
  });

describe("the sandbox page", () => {
  it("explains itself before the first transaction, and lists every test card", async () => {
    const { url } = await start();
    const html = await page(url);
    expect(html).toContain("Sandbox – no real money");
    expect(html).toContain("No transaction yet.");
    for (const { number } of testCards) expect(html).toContain(number);
  });

  it("shows the newest transaction first, with its amounts and the store's responses", async () => {
    const merchant = await start();
    const inbox = await startInbox([503, 200]);
    await merchant.pay({ order_no: "older" });
    await merchant.pay({ order_no: "newer", notify_url: inbox.url });
    await merchant.batch("capture", [await merchant.item({ amount: "30.00" }, "newer")]);
    await merchant.idle();

    const html = await page(merchant.url);

    expect(html.indexOf("newer")).toBeLessThan(html.indexOf("older"));
    expect(html).toMatch(/Captured<\/dt><dd>30\.00 EUR/);
    expect(html).toContain("payment · HTTP 503");
    expect(html).not.toContain("4111111111111111</dd>");
  });

  it("escapes markup from any source", async () => {
    const merchant = await start();
    const markup = `"><script>alert(1)</script>&`;
    await merchant.pay({ order_no: markup });

    const html = await page(merchant.url);

    expect(html).not.toContain("<script>alert");
    expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;");
  });

  it("runs only its own script and style, and may not be framed", async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/`);
    const policy = answer.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
    expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(await answer.text()).toContain(`<script nonce="${nonce}">`);
    expect((await fetch(`${url}/`)).headers.get("content-security-policy")).not.toBe(policy);
  });

  it("returns its transactions only, for refreshing", async () => {
    const merchant = await start();
    await merchant.pay();
    const part = await (await fetch(`${merchant.url}/transactions`)).text();
    expect(part).toMatch(/^<section id="transactions".*order-1.*<\/section>$/s);
    expect(await page(merchant.url)).toContain(part);
  });

  it("answers 404 for other paths", async () => {
    const { url } = await start();
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  });
});

describe("a button of the page", () => {
  it("sends a notification again and returns to the page", async () => {
    const merchant = await start({ notifications: "off" });
    const inbox = await startInbox();
    await merchant.pay({ notify_url: inbox.url });

    const answer = await press(merchant.url, "notify", "order-1");

    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    expect(inbox.received).toMatchObject([{ order_no: "order-1" }]);
  });

  it("approves a pending payment, and is shown only while it is pending", async () => {
    const merchant = await start();
    await merchant.pay({ card: "4000000000003220" });
    expect(await page(merchant.url)).toContain('action="/_control/approve"');

    await press(merchant.url, "approve", "order-1");

    expect((await merchant.transaction()).state).toBe("authorised");
    expect(await page(merchant.url)).not.toContain('action="/_control/approve"');
  });
});

describe("a payment that waits for its customer", () => {
  const buttons = (html: string): (string | undefined)[] =>
    [...html.matchAll(/<button>([^<]*)<\/button>/g)].map(([, label]) => label);

  it("shows its method, its page and a button for each possible end", async () => {
    const merchant = await start();
    const { page_url: url } = await openApm(merchant);

    const html = await transactions(merchant.url);

    expect(html).toContain("Alternative method: ideal");
    expect(html).toContain(`href="${url ?? ""}"`);
    expect(buttons(html)).toEqual(["Send notification again", "Pay now", "Refuse", "Let it expire"]);
  });

  it("is paid by the button, although a voucher was issued", async () => {
    const merchant = await start();
    await openApm(merchant);
    await press(merchant.url, "pay-later", "order-1");
    expect(buttons(await page(merchant.url))).toContain("Hold for review");

    await press(merchant.url, "pay", "order-1");

    expect(await merchant.transaction()).toMatchObject({ state: "captured" });
    expect(buttons(await transactions(merchant.url))).toEqual(["Send notification again", "Refund", "Dispute"]);
  });

  it("shows the progress of 3-D Secure", async () => {
    const merchant = await start();
    await merchant.pay({ card: "4000000000003063", open3d: "do3DS" });
    expect(await page(merchant.url)).toContain("challenge, undecided");
    await press(merchant.url, "approve", "order-1");
    expect(await page(merchant.url)).toContain("challenge eci=05");
  });
});

async function openApm(merchant: Merchant): Promise<Shown> {
  const { card: _card, expiration_month: _month, expiration_year: _year, security_code: _code, ...order } = payment;
  await merchant.result({ ...order, payment_method: "ideal", return_url: "http://127.0.0.1:9/return/abc" });
  return merchant.transaction();
}

describe("the fault script on the page", () => {
  const submit = (url: string, call: string, fields: Record<string, string>): Promise<Response> =>
    fetch(`${url}/_control/${call}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const section = async (url: string): Promise<string> => (await fetch(`${url}/tape`)).text();

  it("is added by a form, listed with its parameters, and removed by a button", async () => {
    const { url } = await start();
    expect(await page(url)).toContain("No fault is armed");

    await submit(url, "arm", { operation: "refund", fault: "delay", count: "3" });
    const armed = await section(url);
    const [, id = ""] = /name="id" value="(\d+)"/.exec(armed) ?? [];
    await submit(url, "disarm", { id });

    expect(armed).toMatch(
      /^<section id="tape".*<td>refund<\/td><td>delay<\/td><td>ms 2000<\/td><td>3<\/td>.*<\/section>$/s,
    );
    expect(await section(url)).toContain("No fault is armed");
  });

  it("escapes the entries", async () => {
    const merchant = await start();
    const overrides = { amount: "<script>alert(1)</script>" };
    await merchant.control("tape", { entries: [{ fault: "lying-notify", overrides, order_no: "<b>" }] });
    const html = await section(merchant.url);
    expect([html.includes("<script>"), html.includes("<b>"), html.includes("&lt;script&gt;")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("shows the first twenty and how many more there are", async () => {
    const merchant = await start();
    await merchant.control("tape", { random: { length: 50, rate: 0 } });
    const html = await section(merchant.url);
    expect([html.match(/>Remove</g)?.length, html.includes("and 30 more")]).toEqual([20, true]);
  });
});

describe("the merchant portal on the page", () => {
  it("captures, refunds and disputes with the entered values, and shows the reason if something was not done", async () => {
    const merchant = await start();
    const { url } = merchant;
    await merchant.pay();
    const submit = async (call: string, fields: Record<string, string>): Promise<string | null> => {
      const body = new URLSearchParams({ order_no: "order-1", ...fields });
      const answer = await fetch(`${url}/_control/${call}`, { method: "POST", body, redirect: "manual" });
      return answer.headers.get("location");
    };
    expect(await transactions(url)).toMatch(/name="amount" value="100\.00".*<button>Capture<\/button>.*<button>Void</s);

    const problem = await submit("portal-capture", { amount: "100.01" });
    await submit("portal-capture", { amount: "60.00" });
    await submit("portal-refund", { amount: "", reason: "typed" });
    await submit("dispute", { stage: "received", amount: "5.00", reason: "" });

    expect(problem).toBe("/?problem=E1004%3AMore%20than%20authorised");
    const html = await (await fetch(`${url}${problem ?? ""}`)).text();
    expect(html).toContain('role="alert">Not done: E1004:More than authorised');
    expect(html).toContain("received, 5.00 EUR, fraud");
    expect(html).toContain("<button>Dispute lost</button>");
    expect(html).toContain("<button>Bank refuses refunds</button>");
    expect(await merchant.transaction()).toMatchObject({ captured: "60.00", refunded: "60.00" });
  });
});
