import { createHash } from "node:crypto";
import request from "supertest";
import { editedOrder, LinkPayer, linkFor } from "../support/balance";
import { withStore } from "../support/boot";
import { Traveller } from "../support/traveller";

/** The plugin's own page for a payment link: what it shows, which headers protect it, and where customers return to. */
const DAY_MS = 86_400_000;
const CARD_PAGE = { action: "pay", card: "4111111111111111", expiry: "12/39", security_code: "123", name: "Ada" };

interface AdminLink {
  readonly id: string;
  readonly token: string;
  readonly url: string;
}

const plain = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

withStore("payment-page", (stage) => {
  const open = (path: string, language = "en") => request(stage().base).get(path).set("accept-language", language);
  const pathOf = ({ token }: { token: string }): string => `/acquiring/pay/${token}`;
  const configOf = (html: string) => JSON.parse(plain(/data-config="([^"]*)"/.exec(html)?.[1] ?? "null"));

  async function openLink(): Promise<{ link: AdminLink; orderId: string; paymentId: string }> {
    const order = await editedOrder(stage());
    const link = (await linkFor(stage(), order.orderId)) as AdminLink;
    return { ...order, link };
  }

  test("an open link's page shows amount, items and shop, and forbids everything but its own script", async () => {
    const { link } = await openLink();
    expect(link.url).toBe(stage().base + pathOf(link));
    const page = await open(pathOf(link)).expect(200);
    expect(plain(page.text)).toContain("€100.00");
    expect(page.text).toMatch(/<h1 id="heading">Order \d+<\/h1>/);
    expect(page.text).toContain("Tall vase");
    expect(page.text).toContain("<noscript>");
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    const policy = page.headers["content-security-policy"] ?? "";
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "img-src data:",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    const again = await open(pathOf(link)).expect(200);
    expect(again.headers["content-security-policy"]).not.toContain(nonce);
    expect(page.text.match(/<script\b[^>]*>[^<]*<\/script>/g)).toEqual([
      expect.stringMatching(/^<script type="module" nonce="[^"]+" integrity="sha384-[^"]+" src="[^"]+"><\/script>$/),
    ]);
  });

  test("its script and stylesheet have the hash that the page names, and are kept for a year", async () => {
    const { link } = await openLink();
    const { text } = await open(pathOf(link)).expect(200);
    const files = [...text.matchAll(/integrity="(sha384-[^"]+)" (?:href|src)="([^"]+)"/g)];
    expect(files).toHaveLength(2);
    for (const [, integrity, path = ""] of files) {
      const answer = await open(new URL(path, link.url).pathname).buffer(true).expect(200);
      expect(`sha384-${createHash("sha384").update(answer.text).digest("base64")}`).toBe(integrity);
      expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    }
    expect((await open("/acquiring/pay-page/pay.0000000000000000.js")).status).toBe(404);
    expect((await open("/acquiring/pay-page/..%2f..%2fpackage.json")).status).toBe(404);
  });

  test("reading the page changes nothing: a program that shows a preview does not open the link", async () => {
    const { pg } = stage();
    const { link } = await openLink();
    await open(pathOf(link)).expect(200);
    const openedAt = () => pg("acquiring_payment_link").where({ id: link.id }).first("opened_at");
    expect((await openedAt()).opened_at).toBeNull();
    await new LinkPayer(stage(), link.token).shown();
    expect((await openedAt()).opened_at).not.toBeNull();
  });

  test("the page's key is a publishable key of the order's sales channel, and a revoked one is not used", async () => {
    const { base, pg } = stage();
    const { link } = await openLink();
    const config = configOf((await open(pathOf(link)).expect(200)).text);
    expect(config).toMatchObject({ link: link.token, publishableKey: stage().shop.publishableKey, isFramed: false });
    await request(base)
      .post("/store/acquiring/payment-methods")
      .set("x-publishable-api-key", config.publishableKey)
      .send({ link: config.link })
      .expect(200);
    await pg("api_key")
      .where({ type: "publishable" })
      .update({ revoked_at: new Date(0) });
    const page = await open(pathOf(link)).expect(503);
    expect(page.text).not.toContain("data-config");
  });

  test("a link that ended has a page that says so, without a script and without anything about the order", async () => {
    const { admin, ledger } = stage();
    const [paid, revoked, cancelled, expired] = [
      await openLink(),
      await openLink(),
      await openLink(),
      await openLink(),
    ];
    const payer = new LinkPayer(stage(), paid.link.token);
    await payer.pay(await payer.begin()).expect(200);
    await admin.post(`/admin/acquiring/payment-links/${revoked.link.id}/revoke`).expect(200);
    await admin.post(`/admin/orders/${cancelled.orderId}/cancel`).expect(200);
    ledger.useClock(() => new Date(Date.now() + 15 * DAY_MS));
    const [id = "", serial = "", mac = ""] = expired.link.token.split(".");
    const pages = [
      [paid.link.token, 200, "has already been paid"],
      [revoked.link.token, 200, "has withdrawn this payment link"],
      [expired.link.token, 200, "has expired"],
      [`${id}.2.${mac}`, 404, "is not valid"],
      [`${id}.${serial}`, 404, "is not valid"],
      ["%00", 404, "is not valid"],
      ["%3Cscript%3E", 404, "is not valid"],
    ] as const;
    for (const [token, status, text] of pages) {
      const page = await open(`/acquiring/pay/${token}`);
      expect([token, page.status]).toEqual([token, status]);
      expect(page.text).toContain(text);
      expect(page.text).not.toMatch(/<script|100[.,]00|Tall vase|Order \d/);
      expect(page.headers["content-security-policy"]).not.toContain("script-src");
      expect(page.headers["x-robots-tag"]).toBe("noindex, nofollow");
    }
    ledger.useClock(() => new Date());
    const page = await open(pathOf(cancelled.link)).expect(200);
    expect(page.text).toContain("This order was cancelled");
  });

  test("an order that owes nothing any more, and a started payment, are told apart", async () => {
    const { link } = await openLink();
    const payer = new LinkPayer(stage(), link.token);
    const session = await payer.begin("checkout");
    await payer.payBy(session, { type: "checkout", presentation: "page" }).expect(200);
    const page = await open(pathOf(link)).expect(200);
    expect(page.text).toContain("A payment for this order is still open");
    expect(page.text).toContain("data-config");
  });

  test.each([
    ["en-GB,de;q=0.5", "", "en", "ltr", "You can pay until"],
    ["de-AT", "", "de", "ltr", "bezahlen"],
    ["de", "?language=he", "he", "rtl", "אפשר לשלם עד"],
    ["xx,ja;q=0.3", "", "ja", "ltr", "お支払い期限"],
    ["xx", "?language=%3Cscript%3E", "en", "ltr", "You can pay until"],
  ])("with Accept-Language %s and the query %s it is in %s", async (accepted, query, language, direction, text) => {
    const { link } = await openLink();
    const page = await open(pathOf(link) + query, accepted).expect(200);
    expect(page.text).toContain(`<html lang="${language}" dir="${direction}"`);
    expect(plain(page.text)).toContain(text);
    expect(configOf(page.text).texts.language).toBe(language);
  });

  test("a redirect payment returns to the page, and to no other page of this server", async () => {
    const { ledger } = stage();
    const { link } = await openLink();
    const payer = new LinkPayer(stage(), link.token);
    const { returnTo } = configOf((await open(pathOf(link)).expect(200)).text);
    expect(returnTo).toBe(`${link.url}?language=en`);
    const session = await payer.begin("checkout");
    const method = { type: "checkout", presentation: "page" };
    for (const other of [
      "/app",
      "/acquiring/pay/",
      "/acquiring/pay/../../app",
      "/acquiring/pay/a%2f..%2fapp",
      "/static/x",
    ]) {
      const refused = await payer.payBy(session, method, { return_to: stage().base + other });
      expect([other, refused.body.code]).toEqual([other, "return_address_not_allowed"]);
    }
    const sent = await payer.payBy(session, method, { return_to: returnTo }).expect(200);
    const traveller = new Traveller(`${stage().base}/acquiring/pay/`);
    await traveller.submit(await traveller.followHosted(sent.body.payment.action.url), CARD_PAGE);
    const end = new URL(traveller.way.at(-1) ?? "");
    expect([end.origin + end.pathname, end.searchParams.get("language")]).toEqual([link.url, "en"]);
    expect((await open(end.pathname + end.search)).status).toBe(200);
    await stage().shop.returned(traveller.returnToken).expect(200);
    expect((await open(end.pathname)).text).toContain("has already been paid");
    expect(ledger.options.paymentPage.enabled).toBe(true);
  });
});
