import request from "supertest";
import { ageLeases } from "../support/age-leases";
import { withStore } from "../support/boot";
import { cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";

/** The security table's rows for redirects, pages, IDs and card testing. */
const SHOP = "http://localhost:8000";
const CHALLENGE = { type: "card", card: cardInput("4000000000003063") };
const HOSTED = { type: "checkout", presentation: "page" };

withStore("redirects", (stage) => {
  const challenged = async () => {
    const { shop } = stage();
    const checkout = await shop.checkout();
    const { body } = await shop.payBy(checkout, CHALLENGE, { return_to: `${SHOP}/checkout` }).expect(200);
    return { checkout, action: body.payment.action.url as string, go: ticketOf(body.payment.action.url) };
  };

  describe("customers are redirected", () => {
    test.each([
      "https://shop.example.evil.test/checkout",
      "http://localhost:8000.evil.test/",
      "http://localhost:8000@evil.test/",
      "http://evil.test/http://localhost:8000/",
      "http://user:secret@localhost:8000/checkout",
      "//evil.test/checkout",
      "https://localhost:8000/checkout",
      "http://localhost:8001/checkout",
    ])("never to %s", async (address) => {
      const { shop, gateway } = stage();
      const checkout = await shop.checkout();
      const answer = await shop.payBy(checkout, CHALLENGE, { return_to: address });
      expect([answer.status, answer.body.fields?.[0]?.field]).toEqual([400, "return_to"]);
      expect(await gateway.requests()).toHaveLength(0);
    });

    test.each(["javascript:alert(1)", "data:text/html,x", "ftp://localhost:8000/", "/checkout", ""])(
      "never to an invalid web address: %s",
      async (address) => {
        const { shop } = stage();
        expect((await shop.payBy(await shop.checkout(), CHALLENGE, { return_to: address })).status).toBe(400);
      },
    );

    test("a fragment, a query and an old token of the shop's own URL are harmless", async () => {
      const { shop } = stage();
      const checkout = await shop.checkout();
      const back = `${SHOP}/checkout?a=1&acquiring_return=old#part`;
      const { body } = await shop.payBy(checkout, CHALLENGE, { return_to: back }).expect(200);
      const traveller = new Traveller(SHOP);
      await traveller.submit(await traveller.follow(body.payment.action.url), { decision: "approve" });
      const end = new URL(traveller.way.at(-1) ?? "");
      expect(end.searchParams.getAll("acquiring_return")).toHaveLength(1);
      expect([end.searchParams.get("a"), end.hash]).toEqual(["1", "#part"]);
    });
  });

  describe("tickets", () => {
    test("a forged, cut, swapped or foreign ticket opens nothing, and pages report it without a hint", async () => {
      const { base, shop } = stage();
      const one = await challenged();
      const two = await challenged();
      const [orderNo, mac] = one.go.split(".");
      const forged = [
        `${orderNo ?? ""}.`,
        `${orderNo ?? ""}.${"A".repeat(43)}`,
        `${two.go.split(".")[0] ?? ""}.${mac ?? ""}`,
        one.go.slice(0, -1),
        `${one.go}x`,
        "acq_1.x",
        ".",
        "%00",
      ];
      for (const ticket of forged) {
        for (const place of ["go", "return", "cancel"]) {
          const answer = await request(base).get(`/acquiring/${place}/${encodeURIComponent(ticket)}`);
          expect([place, ticket, answer.status]).toEqual([place, ticket, 404]);
          expect(answer.headers["content-security-policy"]).toContain("form-action 'none'");
        }
        expect((await shop.returned(ticket)).status).toBe(404);
      }
    });

    test("a ticket for the redirect does not open the return, nor the reverse", async () => {
      const { base, shop, ledger, pg } = stage();
      const { go } = await challenged();
      expect((await request(base).get(`/acquiring/return/${go}`)).status).toBe(404);
      expect((await shop.returned(go)).status).toBe(404);
      const { rows } = await pg.raw("SELECT account, order_no FROM acquiring_payment_attempt ORDER BY created_at DESC");
      expect((await request(base).get(`/acquiring/go/${ledger.tokens.returnToken(rows[0])}`)).status).toBe(404);
    });

    test("the return token is answered once: a reload, back or a copied URL shows the shop's page and reveals nothing", async () => {
      const { base, shop, ledger, pg } = stage();
      const { go, checkout } = await challenged();
      const traveller = new Traveller(SHOP);
      await traveller.follow(`${base}/acquiring/go/${go}`);
      const attempt = () => pg("acquiring_payment_attempt").where({ session_id: checkout.session.id }).first();
      const way = new URL(ledger.tokens.addresses("main", (await attempt()).order_no).returnUrl).pathname;
      const pageOf = async (): Promise<URL> => new URL((await request(base).get(way)).headers.location ?? "");
      const token = (await pageOf()).searchParams.get("acquiring_return") ?? "";
      expect((await shop.returned(token).expect(200)).body).toMatchObject({ cart_id: checkout.cartId });
      const again = await shop.returned(token).expect(404);
      expect(again.body).toEqual((await shop.returned("acq_1.forged").expect(404)).body);
      expect(again.text).not.toContain(checkout.cartId);

      // Still waiting for the customer: a new return is answered again, once.
      ledger.useClock(() => new Date(Date.now() + 5_000));
      const second = (await pageOf()).searchParams.get("acquiring_return") ?? "";
      const answers = await Promise.all([shop.returned(second), shop.returned(second)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);

      // Over: the page leads to the shop without a token.
      await pg("acquiring_payment_attempt").where({ session_id: checkout.session.id }).update({ state: "declined" });
      const page = await pageOf();
      expect([page.origin, page.searchParams.has("acquiring_return")]).toEqual([SHOP, false]);
      expect((await shop.returned(token)).status).toBe(404);
    });

    test("the page that used a return token is answered again for ten minutes, and no other", async () => {
      const { shop, ledger, pg } = stage();
      const { checkout } = await challenged();
      const row = await pg("acquiring_payment_attempt").where({ session_id: checkout.session.id }).first();
      const token = ledger.tokens.returnToken(row);
      const [mine, other] = ["a".repeat(32), "b".repeat(32)];
      const both = await Promise.all([shop.returned(token, mine), shop.returned(token, mine)]);
      const again = await shop.returned(token, mine);
      for (const { status, body } of [...both, again])
        expect([status, body.cart_id, body.payment?.session_id]).toEqual([200, checkout.cartId, checkout.session.id]);
      for (const key of [other, undefined]) expect((await shop.returned(token, key)).status).toBe(404);
      expect((await shop.returned(ledger.tokens.returnToken({ ...row, order_no: "acq_1" }), mine)).status).toBe(404);
      expect(JSON.stringify(await pg("acquiring_lease"))).not.toContain(mine);
      await ageLeases(pg, "payment-return", 9 * 60_000);
      expect((await shop.returned(token, mine)).status).toBe(200);
      await ageLeases(pg, "payment-return", 61_000);
      expect((await shop.returned(token, mine)).status).toBe(404);
    });

    test("of servers that all read the return token as unused, one answers", async () => {
      const { ledger, pg } = stage();
      const { checkout } = await challenged();
      const read = await pg("acquiring_payment_attempt").where({ session_id: checkout.session.id }).first();
      expect(ledger.redirects.isReturnOpen(read)).toBe(true);
      const used = await Promise.all([1, 2, 3].map(() => ledger.redirects.useReturn(read)));
      expect(used.filter(Boolean)).toHaveLength(1);
    });

    test("the return token is invalid a day after the payment started", async () => {
      const { base, shop, ledger, pg } = stage();
      const { checkout } = await challenged();
      const mine = () => pg("acquiring_payment_attempt").where({ session_id: checkout.session.id });
      const row = await mine().first();
      const token = ledger.tokens.returnToken(row);
      await mine().update({ created_at: new Date(Date.now() - 24 * 3_600_000) });
      expect((await shop.returned(token)).status).toBe(404);
      const way = new URL(ledger.tokens.addresses("main", row.order_no).returnUrl).pathname;
      const page = new URL((await request(base).get(way)).headers.location ?? "");
      expect([page.origin, page.searchParams.has("acquiring_return")]).toEqual([SHOP, false]);
      await mine().update({ created_at: new Date(Date.now() - 24 * 3_600_000 + 60_000) });
      expect((await shop.returned(token)).status).toBe(200);
    });

    test("return parameters are ignored: a success that only the URL claims changes nothing", async () => {
      const { base, shop, ledger, pg } = stage();
      const { checkout } = await challenged();
      const { rows } = await pg.raw("SELECT * FROM acquiring_payment_attempt WHERE session_id = ?", [
        checkout.session.id,
      ]);
      const path = new URL(ledger.tokens.addresses("main", rows[0].order_no).returnUrl).pathname;
      const claims =
        "order_status=1&result_info=0000:Success&payment_status=3000&state=captured&return_to=http://evil.test/";
      const answer = await request(base).get(`${path}?${claims}`);
      expect(answer.status).toBe(303);
      expect(new URL(answer.headers.location ?? "").origin).toBe(SHOP);
      expect((await shop.status(checkout)).state).toBe("checking");
      expect((await shop.complete(checkout)).type).toBe("refused");
    });

    test("a POST to the return URL is answered with a GET, and its body is not read", async () => {
      const { base, ledger, pg } = stage();
      await challenged();
      const { rows } = await pg.raw("SELECT order_no FROM acquiring_payment_attempt ORDER BY created_at DESC");
      const path = new URL(ledger.tokens.addresses("main", rows[0].order_no).returnUrl).pathname;
      const answer = await request(base).post(path).type("form").send({ order_status: "1" });
      expect(answer.status).toBe(303);
      expect(new URL(answer.headers.location ?? "", `${base}${path}`).pathname).toBe(path);
    });

    test("a session ID without its token, or with another's, reveals nothing", async () => {
      const { shop } = stage();
      const [one, two] = [await shop.checkout(), await shop.checkout()];
      const answers = await Promise.all([
        shop.post("/store/acquiring/payment-status", { session_id: one.session.id, token: two.session.data.token }),
        shop.post("/store/acquiring/payments", { session_id: one.session.id, token: "x", method: CHALLENGE }),
        shop.post("/store/acquiring/payment-status", { session_id: "payses_none", token: "x" }),
      ]);
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        answers.map(() => [404, "session_not_found"]),
      );
    });
  });

  describe("our pages", () => {
    test("redirect with a strict policy, nothing cached, no referrer, a button, and no frame", async () => {
      const { action } = await challenged();
      const { status, headers, text } = await request(action).get("");
      const policy = headers["content-security-policy"] ?? "";
      expect(status).toBe(200);
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'nonce-[^']+'; script-src 'nonce-[^']+'; form-action https: /,
      );
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toContain("unsafe");
      expect([headers["cache-control"], headers["referrer-policy"], headers["x-frame-options"]]).toEqual([
        "no-store",
        "no-referrer",
        "DENY",
      ]);
      expect(text).toMatch(/<button class="go" type="submit">Continue<\/button>/);
      expect(text).not.toMatch(/ on[a-z]+=|src=/);
      const again = await request(action).get("");
      expect(again.headers["content-security-policy"]).not.toBe(policy);
    });

    test("use the browser's language, left-to-right or right-to-left", async () => {
      const { action } = await challenged();
      const german = await request(action).get("").set("accept-language", "de-AT,de;q=0.9,en;q=0.5");
      expect(german.text).toContain('<html lang="de" dir="ltr">');
      const arabic = await request(action).get("").set("accept-language", "xx, ar;q=0.8");
      expect(arabic.text).toContain('<html lang="ar" dir="rtl">');
    });

    test("escape all content of a cart", async () => {
      const { shop } = stage();
      const checkout = await shop.checkoutFor("checkout");
      const markup = '"><script>alert(1)</script><form action="https://evil.test">';
      await shop.post(`/store/carts/${checkout.cartId}`, {
        shipping_address: { first_name: markup, last_name: "L", city: markup, country_code: "de", address_1: "x" },
      });
      const session = await shop.session(checkout.collectionId, {}, "checkout");
      const { body } = await shop.payBy({ session }, HOSTED, { return_to: `${SHOP}/` }).expect(200);
      const { text } = await request(body.payment.action.url).get("");
      expect(text).not.toContain("<script>alert");
      expect(text.match(/<form /g)).toHaveLength(1);
      expect(text.match(/<script /g)).toHaveLength(1);
    });
  });

  test("reports of policy violations are not accepted unless the option is on", async () => {
    const report = {
      "csp-report": { "document-uri": `${SHOP}/`, "blocked-uri": "eval", "effective-directive": "script-src" },
    };
    const sent = request(stage().base).post("/acquiring/csp-reports").set("content-type", "application/csp-report");
    expect((await sent.send(JSON.stringify(report))).status).toBe(404);
  });
});

const ticketOf = (address: string): string => new URL(address).pathname.split("/").at(-1) ?? "";
