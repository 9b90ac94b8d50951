import type { AdminPayment } from "../../src/api-schema/admin";
import { createAcquiring } from "../../src/sdk";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";

/** Every payment method over HTTP: our routes, our pages, the gateway's pages, and back. */
const SHOP = "http://localhost:8000";
const BACK = { return_to: `${SHOP}/checkout?step=payment` };
const CHALLENGE = "4000000000003063";
const HOUR = 3_600_000;

const card = (number: string): object => ({ type: "card", card: cardInput(number) });
const apm = (method: string, more: object = {}): object => ({ type: "apm", method, ...more });
const hosted = (presentation = "page"): object => ({ type: "checkout", presentation });
const HOSTED_CARD = { action: "pay", card: "4111111111111111", expiry: "12/39", security_code: "123", name: "Ada L" };

withStore(
  "ways",
  (stage) => {
    const later = (ms: number): void => stage().ledger.useClock(() => new Date(Date.now() + ms));
    const attempts = async ({ pg }: Stage, cartId: string): Promise<Record<string, string>[]> => {
      const { rows } = await pg.raw("SELECT * FROM acquiring_payment_attempt WHERE cart_id = ? ORDER BY created_at", [
        cartId,
      ]);
      return rows;
    };
    const orderNoOf = async (cartId: string): Promise<string> => (await attempts(stage(), cartId))[0]?.order_no ?? "";
    const attention = async ({ pg }: Stage): Promise<string[]> => {
      const { rows } = await pg.raw("SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL ORDER BY kind");
      return rows.map(({ kind }: { kind: string }) => kind);
    };

    const viewOf = async (id = ""): Promise<AdminPayment> =>
      (await stage().admin.get(`/admin/acquiring/payments/${id}`).expect(200)).body.payment;

    describe("a provider that is switched off while the customer has the page open", () => {
      const PROVIDERS = ["pp_acquiring-card_main", "pp_acquiring-checkout_main", "pp_acquiring-apm_main"];
      const enable = (providers: readonly string[]) =>
        stage().admin.post(`/admin/regions/${stage().shop.regionId}`, { payment_providers: providers }).expect(200);

      test("is sent no payment, and works again once it is enabled", async () => {
        const { shop, gateway } = stage();
        const checkout = await shop.checkout();
        await enable(PROVIDERS.slice(1));
        try {
          const { body } = await shop.pay(checkout).expect(409);
          expect([body.code, await gateway.sent("authorise")]).toEqual(["payment_not_available", 0]);
        } finally {
          await enable(PROVIDERS);
        }
        await shop.pay(checkout).expect(200);
        expect((await shop.complete(checkout)).order).not.toBeNull();
      });
    });

    describe("3-D Secure", () => {
      const challenged = async (number = CHALLENGE) => {
        const { shop } = stage();
        const checkout = await shop.checkout();
        const { body } = await shop.payBy(checkout, card(number), BACK).expect(200);
        expect(body.payment).toMatchObject({ state: "action_required", completable: false, error: null });
        const traveller = new Traveller(SHOP);
        const page = await traveller.follow(body.payment.action.url);
        expect(page.html).toContain("Confirm your payment");
        return { checkout, traveller, page, action: body.payment.action.url as string };
      };

      test("a passed challenge pays, and the return URL contains nothing but our token", async () => {
        const { shop, gateway, admin } = stage();
        const { checkout, traveller, page } = await challenged();
        expect((await shop.status(checkout)).state).toBe("action_required");
        await traveller.submit(page, { decision: "approve" });
        const back = new URL(traveller.way.at(-1) ?? "");
        expect([back.origin + back.pathname, [...back.searchParams.keys()]]).toEqual([
          `${SHOP}/checkout`,
          ["step", "acquiring_return"],
        ]);
        const { body } = await shop.returned(traveller.returnToken).expect(200);
        expect(body).toMatchObject({
          payment: { state: "authorised", completable: true, session_id: checkout.session.id },
          session: { session_id: checkout.session.id, token: checkout.session.data.token },
          cart_id: checkout.cartId,
          cancelled: false,
        });
        const done = await shop.complete(checkout);
        expect((await gateway.state()).effects.authorise).toBe(1);
        const view = await admin.get(`/admin/acquiring/orders/${done.order?.id ?? ""}/payments`).expect(200);
        expect(view.body.payments[0]).toMatchObject({ mode: "card", state: "authorised", three_ds: { used: true } });
      });

      test("a failed challenge is a neutral decline, and another card pays", async () => {
        const { shop } = stage();
        const { checkout, traveller, page } = await challenged();
        await traveller.submit(page, { decision: "fail" });
        const { body } = await shop.returned(traveller.returnToken).expect(200);
        expect(body.payment).toMatchObject({ state: "payable", error: { code: "card_declined" } });
        expect((await shop.pay(checkout).expect(200)).body.payment.state).toBe("authorised");
        expect((await shop.complete(checkout)).type).toBe("order");
      });

      test("an abandoned challenge expires, places no order and leaves the session payable", async () => {
        const { shop, hurry } = stage();
        const { checkout } = await challenged();
        later(20 * 60_000);
        await hurry();
        expect((await shop.status(checkout)).state).toBe("action_required");
        expect((await shop.complete(checkout)).type).toBe("refused");
        later(31 * 60_000);
        await hurry();
        expect((await attempts(stage(), checkout.cartId))[0]).toMatchObject({ result_code: expect.any(String) });
        expect((await shop.status(checkout)).state).toBe("payable");
        expect((await shop.pay(checkout).expect(200)).body.payment.state).toBe("authorised");
      });

      test("a customer who closes the tab after paying still gets the order", async () => {
        const { hurry, admin } = stage();
        const { checkout, page } = await challenged();
        await fetch(new URL(/action="([^"]*)"/.exec(page.html)?.[1] ?? "", page.url), {
          method: "POST",
          body: new URLSearchParams({ decision: "approve" }),
          redirect: "manual",
        });
        await hurry();
        const orders = await admin.get("/admin/orders?fields=id,*cart&limit=100").expect(200);
        const mine = orders.body.orders.filter(({ cart }: { cart: { id: string } }) => cart?.id === checkout.cartId);
        expect(mine).toHaveLength(1);
      });

      test("frictionless and attempted authentications pay at once, and result and ECI are stored and shown", async () => {
        const { shop, admin } = stage();
        for (const [number, eci] of [
          ["4000000000003055", "05"],
          ["4000000000003105", "06"],
        ] as const) {
          const checkout = await shop.checkout();
          expect((await shop.pay(checkout, number).expect(200)).body.payment.state).toBe("authorised");
          const done = await shop.complete(checkout);
          const view = await admin.get(`/admin/acquiring/orders/${done.order?.id ?? ""}/payments`).expect(200);
          expect(view.body.payments[0].three_ds).toMatchObject({ eci, result: expect.stringMatching(/./) });
        }
      });

      test("browser back and another card: the first payment is replaced, and its late success is returned", async () => {
        const { shop, gateway, hurry } = stage();
        const { checkout, page, traveller } = await challenged();
        expect((await shop.pay(checkout).expect(200)).body.payment.state).toBe("authorised");
        expect((await shop.complete(checkout)).type).toBe("order");
        await traveller.submit(page, { decision: "approve" });
        await hurry();
        later(10_000);
        await hurry();
        await hurry();
        const rows = await attempts(stage(), checkout.cartId);
        const states = await Promise.all(
          rows.map(async ({ order_no }) => (await gateway.transaction(order_no ?? "")).state),
        );
        expect(states).toEqual(["voided", "authorised"]);
        expect(rows.map(({ state }) => state)).toEqual(["voided", "authorised"]);
        expect(await attention(stage())).toEqual(["late_or_duplicate_payment"]);
        expect((await gateway.state()).effects).toMatchObject({ authorise: 2, cancel: 1 });
      });

      test("a customer who returned before the bank decided waits for the result: another card is not sent meanwhile", async () => {
        const { shop, gateway, ledger } = stage();
        const { checkout, traveller } = await challenged();
        await traveller.visit(ledger.tokens.addresses("main", await orderNoOf(checkout.cartId)).returnUrl);
        expect((await shop.returned(traveller.returnToken).expect(200)).body.payment.state).toBe("checking");
        const again = await shop.pay(checkout).expect(200);
        expect(again.body.payment).toMatchObject({ state: "checking", poll_after_ms: 1_000 });
        expect(await gateway.sent("authorise")).toBe(1);
        expect((await attempts(stage(), checkout.cartId)).map(({ state }) => state)).toEqual(["action_required"]);
        later(46_000);
        expect((await shop.pay(checkout).expect(200)).body.payment.state).toBe("authorised");
        expect(await gateway.sent("authorise")).toBe(2);
        const states = (await attempts(stage(), checkout.cartId)).map(({ state }) => state);
        expect(states).toEqual(["expired", "authorised"]);
      });

      test("neither is another method, with its own session", async () => {
        const { shop, gateway, ledger } = stage();
        const { checkout, traveller } = await challenged();
        await traveller.visit(ledger.tokens.addresses("main", await orderNoOf(checkout.cartId)).returnUrl);
        const other = { session: await shop.session(checkout.collectionId, {}, "checkout") };
        const { body } = await shop.payBy(other, hosted(), BACK).expect(409);
        expect(body.code).toBe("payment_checking");
        later(46_000);
        expect((await shop.payBy(other, hosted(), BACK).expect(200)).body.payment.state).toBe("action_required");
        expect((await gateway.state()).effects.authorise).toBe(0);
      });

      test("another card before the bank's page was opened is another payment", async () => {
        const { shop, gateway } = stage();
        const checkout = await shop.checkout();
        await shop.payBy(checkout, card(CHALLENGE), BACK).expect(200);
        const { body } = await shop.payBy(checkout, card("4111111111111111"), BACK).expect(200);
        expect(body.payment).toMatchObject({ state: "authorised", card: { mask: "411111******1111" } });
        expect((await gateway.state()).effects.authorise).toBe(1);
      });

      test("clicking pay twice before the bank's page was opened is one payment", async () => {
        const { shop, gateway } = stage();
        const checkout = await shop.checkout();
        const first = await shop.payBy(checkout, card(CHALLENGE), BACK).expect(200);
        const second = await shop.payBy(checkout, card(CHALLENGE), BACK).expect(200);
        expect(second.body.payment.action).toEqual(first.body.payment.action);
        expect((await gateway.requests()).filter(({ operation }) => operation === "authorise")).toHaveLength(1);
      });
    });

    describe("the hosted page", () => {
      test("as a page: no card number passes this server, one payment, one order", async () => {
        const { shop, gateway } = stage();
        const checkout = await shop.checkoutFor("checkout");
        const { body } = await shop.payBy(checkout, hosted(), BACK).expect(200);
        expect(body.payment).toMatchObject({ state: "action_required", card: null, action: { presentation: "page" } });
        const traveller = new Traveller(SHOP);
        const page = await traveller.followHosted(body.payment.action.url);
        await traveller.submit(page, HOSTED_CARD);
        const returned = await shop.returned(traveller.returnToken).expect(200);
        expect(returned.body.payment).toMatchObject({ state: "authorised", completable: true });
        expect((await shop.complete(checkout)).type).toBe("order");
        expect((await gateway.state()).effects.checkout).toBe(1);
      });

      test("the masked card and the 3-D Secure result arrive only with the notification, and are stored and shown", async () => {
        const { shop, gateway, admin, hurry, pg } = stage();
        const checkout = await shop.checkoutFor("checkout");
        const { body } = await shop.payBy(checkout, hosted(), BACK).expect(200);
        const traveller = new Traveller(SHOP);
        await traveller.submit(await traveller.followHosted(body.payment.action.url), HOSTED_CARD);
        // The query decides first, and contains no card.
        await shop.returned(traveller.returnToken).expect(200);
        const done = await shop.complete(checkout);
        const [attempt] = await attempts(stage(), checkout.cartId);
        const orderNo = attempt?.order_no ?? "";
        const told = { threeds_result: "Y, eci=05", risk_action: "ACCEPT", risk_score: "12" };
        expect(await gateway.notify(orderNo, { overrides: told })).toEqual([200]);
        await hurry();
        const { body: view } = await admin.get(`/admin/acquiring/orders/${done.order?.id ?? ""}/payments`).expect(200);
        expect(view.payments[0]).toMatchObject({
          mode: "checkout",
          state: "authorised",
          card: { mask: "411111******1111", brand: "visa" },
          three_ds: { used: false, result: "Y, eci=05", eci: "05" },
          risk: { action: "ACCEPT", score: "12", reasons: [{ name: "velocity", status: "ACCEPT" }] },
        });
        const { body: list } = await admin.get(`/admin/acquiring/payments?q=${orderNo}`).expect(200);
        expect(list.payments[0].card).toEqual({ mask: "411111******1111", brand: "visa" });
        // Later contradicting data removes nothing.
        const other = { card: "555555******4444", risk_action: "REJECT", is3ds: "1", amount: "100.00" };
        await gateway.notify(orderNo, { overrides: other });
        await hurry();
        const [after] = (await pg.raw("SELECT * FROM acquiring_payment_attempt WHERE order_no = ?", [orderNo])).rows;
        expect(after).toMatchObject({
          card_mask: "411111******1111",
          three_ds: { used: false },
          risk: { action: "ACCEPT" },
          state: "authorised",
        });
      });

      test("10 and 20: a notification's card is masked, and accepted only for the payment that a query confirmed", async () => {
        const { shop, gateway, hurry } = stage();
        const checkout = await shop.checkoutFor("checkout");
        const { body } = await shop.payBy(checkout, hosted(), BACK).expect(200);
        const traveller = new Traveller(SHOP);
        const page = await traveller.followHosted(body.payment.action.url);
        const again = await traveller.submit(page, { ...HOSTED_CARD, card: "4000000000000002" });
        const [attempt] = await attempts(stage(), checkout.cartId);
        const orderNo = attempt?.order_no ?? "";
        // The card of a failed attempt is not the one that pays.
        await gateway.notify(orderNo);
        await hurry();
        expect((await attempts(stage(), checkout.cartId))[0]).toMatchObject({
          state: "action_required",
          card_mask: null,
        });
        await traveller.submit(again, HOSTED_CARD);
        await shop.returned(traveller.returnToken).expect(200);
        await gateway.notify(orderNo, { overrides: { card: "4000000000000002", transaction_id: "999999" } });
        await hurry();
        expect((await attempts(stage(), checkout.cartId))[0]).toMatchObject({ state: "authorised", card_mask: null });
        await gateway.notify(orderNo, { overrides: { card: "4111111111111111" } });
        await hurry();
        expect((await attempts(stage(), checkout.cartId))[0]).toMatchObject({ card_mask: "411111******1111" });
      });

      test("a customer who returns after a declined card there has a declined payment with that card's mask", async () => {
        const { shop, gateway, hurry, ledger } = stage();
        const checkout = await shop.checkoutFor("checkout");
        const { body } = await shop.payBy(checkout, hosted(), BACK).expect(200);
        const traveller = new Traveller(SHOP);
        const page = await traveller.followHosted(body.payment.action.url);
        await traveller.submit(page, { ...HOSTED_CARD, card: "4000000000000002" });
        const [attempt] = await attempts(stage(), checkout.cartId);
        const orderNo = attempt?.order_no ?? "";
        await gateway.notify(orderNo);
        await hurry();
        await traveller.visit(ledger.tokens.addresses("main", orderNo).returnUrl);
        await shop.returned(traveller.returnToken).expect(200);
        expect((await attempts(stage(), checkout.cartId))[0]).toMatchObject({
          state: "declined",
          card_mask: "400000******0002",
        });
      });

      test("a declined card there is one of several attempts", async () => {
        const { shop, hurry } = stage();
        const checkout = await shop.checkoutFor("checkout");
        const { body } = await shop.payBy(checkout, hosted(), BACK).expect(200);
        const traveller = new Traveller(SHOP);
        const page = await traveller.followHosted(body.payment.action.url);
        const again = await traveller.submit(page, { ...HOSTED_CARD, card: "4000000000000002" });
        expect(again.html).toContain("declined");
        await hurry();
        expect((await shop.status(checkout)).state).toBe("action_required");
        await traveller.submit(again, HOSTED_CARD);
        expect((await shop.returned(traveller.returnToken)).body.payment.state).toBe("authorised");
      });

      test("cancelled there it stays payable, with the same method or another", async () => {
        const { shop, gateway } = stage();
        const checkout = await shop.checkoutFor("checkout");
        const { body } = await shop.payBy(checkout, hosted(), BACK).expect(200);
        const traveller = new Traveller(SHOP);
        const page = await traveller.followHosted(body.payment.action.url);
        await traveller.submit(page, { action: "cancel" });
        const returned = await shop.returned(traveller.returnToken).expect(200);
        expect(returned.body).toMatchObject({ cancelled: true, payment: { state: "payable", error: null } });
        const [cancelled] = await attempts(stage(), checkout.cartId);
        expect(await viewOf(cancelled?.id)).toMatchObject({ state: "action_required", customer_left: "cancelled" });
        const second = await shop.payBy(checkout, hosted(), BACK).expect(200);
        expect(second.body.payment.action.url).not.toBe(body.payment.action.url);
        const replaced = await viewOf(cancelled?.id);
        expect(replaced).toMatchObject({ state: "expired", customer_left: "replaced" });
        expect(replaced.timeline.map(({ kind }) => kind)).toContain("replaced");
        const other = new Traveller(SHOP);
        await other.submit(await other.followHosted(second.body.payment.action.url), HOSTED_CARD);
        expect((await shop.returned(other.returnToken)).body.payment.state).toBe("authorised");
        expect((await gateway.state()).effects.checkout).toBe(1);
      });

      test("cancelled there and never paid it is shown as cancelled by the customer, not as expired", async () => {
        const { shop, admin, hurry } = stage();
        const checkout = await shop.checkoutFor("checkout");
        const { body } = await shop.payBy(checkout, hosted(), BACK).expect(200);
        const traveller = new Traveller(SHOP);
        await traveller.submit(await traveller.followHosted(body.payment.action.url), { action: "cancel" });
        later(31 * 60_000);
        await hurry();
        const [attempt] = await attempts(stage(), checkout.cartId);
        const shown = await viewOf(attempt?.id);
        expect(shown).toMatchObject({ state: "expired", customer_left: "cancelled" });
        expect(shown.timeline.at(-1)).toMatchObject({ kind: "cancelled_by_customer", actor: "customer" });
        const { body: list } = await admin.get(`/admin/acquiring/payments?q=${shown.order_no}`).expect(200);
        expect(list.payments).toMatchObject([{ state: "expired", customer_left: "cancelled" }]);
      });

      test("in an iFrame it ends with a message to the shop's own origin, which alone may embed it", async () => {
        const { shop } = stage();
        const checkout = await shop.checkoutFor("checkout");
        const { body } = await shop.payBy(checkout, hosted("iframe"), BACK).expect(200);
        const traveller = new Traveller(SHOP);
        const go = await traveller.visit(body.payment.action.url);
        expect(go.headers.get("content-security-policy")).toContain(`frame-ancestors ${SHOP}`);
        const page = await traveller.submit(await traveller.submit(go));
        const end = await traveller.submit(page, HOSTED_CARD);
        expect(end.html).toContain('"type":"acquiring:return"');
        expect(end.html).toContain(`"${SHOP}"`);
        expect(end.headers.get("content-security-policy")).toContain(`frame-ancestors ${SHOP}`);
        const token = /"return_token":"([^"]+)"/.exec(end.html)?.[1] ?? "";
        expect((await shop.returned(token)).body.payment.state).toBe("authorised");
      });

      test("the gateway took the money and its page broke: a query finds it and the order is placed", async () => {
        const { shop, hurry } = stage();
        const checkout = await shop.checkoutFor("checkout");
        const { body } = await shop.payBy(checkout, hosted(), BACK).expect(200);
        const traveller = new Traveller(SHOP);
        const page = await traveller.followHosted(body.payment.action.url);
        await traveller.submit(page, { ...HOSTED_CARD, card: "4000000000000259" }).catch(() => undefined);
        await hurry();
        expect((await shop.complete(checkout)).type).toBe("order");
      });
    });

    describe("alternative methods", () => {
      const opened = async (method: object = apm("ideal")) => {
        const { shop } = stage();
        const checkout = await shop.checkoutFor("apm");
        const { body } = await shop.payBy(checkout, method, BACK).expect(200);
        expect(body.payment.state).toBe("action_required");
        const traveller = new Traveller(SHOP);
        const action: string = body.payment.action.url;
        return { checkout, traveller, action, page: await traveller.follow(action) };
      };

      test("the list follows the cart's country and currency, with names and fields, and only configured pictures", async () => {
        const { shop } = stage();
        const { cartId } = await shop.checkout();
        const { body } = await shop.post("/store/acquiring/payment-methods", { cart_id: cartId }).expect(200);
        const ids = body.payment_methods.map(({ id }: { id: string }) => id);
        expect(ids.slice(0, 2)).toEqual(["card", "checkout"]);
        expect(ids).toContain("apm:bank-transfer");
        expect(ids).not.toContain("apm:pix");
        for (const method of body.payment_methods.slice(2)) {
          expect(method).toMatchObject({
            mode: "apm",
            provider_id: "pp_acquiring-apm_main",
            name: expect.stringMatching(/./),
          });
          expect(method.icon).toBeNull();
        }
      });

      test("paid there: captured in the ledger and in Medusa, once", async () => {
        const { shop, admin, gateway, hurry } = stage();
        const { checkout, traveller, page } = await opened(apm("bank-transfer"));
        await traveller.submit(page, { decision: "pay" });
        const { body } = await shop.returned(traveller.returnToken).expect(200);
        expect(body.payment).toMatchObject({ state: "captured", completable: true });
        const done = await shop.complete(checkout);
        await hurry();
        const payment = await admin.payment(done.order?.id ?? "");
        expect(payment.captures.map(({ amount }) => amount)).toEqual([100]);
        expect((await gateway.state()).effects.capture).toBe(0);
        const [attempt] = await attempts(stage(), checkout.cartId);
        expect(await viewOf(attempt?.id)).toMatchObject({ method: "bank-transfer", method_name: "Bank transfer" });
        const { body: list } = await admin.get("/admin/acquiring/payments?method=bank-transfer").expect(200);
        expect(list.payments).toMatchObject([{ method_name: "Bank transfer" }]);
        expect(list.seen.method_names).toMatchObject({ "bank-transfer": "Bank transfer" });
      });

      test("refused there: payable again", async () => {
        const { shop } = stage();
        const { traveller, page } = await opened(apm("bank-transfer"));
        await traveller.submit(page, { decision: "refuse" });
        const { body } = await shop.returned(traveller.returnToken).expect(200);
        expect(body.payment).toMatchObject({ state: "payable", error: { code: "card_declined" } });
      });

      test("a voucher is paid a day later: the order waits, a reminder is emitted, and it is then paid", async () => {
        const { shop, admin, gateway, hurry, container } = stage();
        const { checkout, traveller, page } = await opened(apm("multibanco"));
        const voucher = await traveller.submit(page, { decision: "later" });
        const back = /href="([^"]*\/acquiring\/return\/[^"]*)"/.exec(voucher.html)?.[1] ?? "";
        await traveller.visit(back);
        const { body } = await shop.returned(traveller.returnToken).expect(200);
        expect(body.payment).toMatchObject({ state: "pending", completable: true, expires_at: expect.any(String) });
        const done = await shop.complete(checkout);
        expect(done.type).toBe("order");
        const reminders = await remindersOf(container);
        later(6 * 24 * HOUR + 60_000);
        await hurry();
        await hurry();
        expect(reminders()).toHaveLength(1);
        expect(reminders()[0]).toMatchObject({
          method: "multibanco",
          order_id: done.order?.id,
          cart_id: checkout.cartId,
        });
        const [attempt] = await attempts(stage(), checkout.cartId);
        await gateway.control("pay", { order_no: attempt?.order_no ?? "" });
        await hurry();
        await hurry();
        expect((await admin.payment(done.order?.id ?? "")).captures.map(({ amount }) => amount)).toEqual([100]);
        expect((await attempts(stage(), checkout.cartId))[0]?.state).toBe("captured");
      });

      test("a guest finds the payment instructions of a placed order by its ID alone, pays, and returns to the order", async () => {
        const { shop, gateway, hurry, base } = stage();
        const acquiring = createAcquiring({ backendUrl: base, publishableKey: shop.publishableKey });
        const { checkout, traveller, page } = await opened(apm("multibanco"));
        expect((await shop.status(checkout)).instructions).toBeNull();
        await traveller.submit(page, { decision: "later" });
        await traveller.visit(stage().ledger.tokens.addresses("main", await orderNoOf(checkout.cartId)).returnUrl);
        await shop.returned(traveller.returnToken).expect(200);
        const orderId = (await shop.complete(checkout)).order?.id ?? "";
        const sent = (await gateway.requests()).length;

        const confirmation = `${SHOP}/orders/${orderId}`;
        const waiting = await acquiring.instructions({ orderId, returnTo: confirmation });
        expect(waiting).toMatchObject({ status: "waiting", method: "multibanco", method_name: "Multibanco" });
        expect(waiting).toMatchObject({ amount: "100.00", currency: "EUR", expires_at: expect.any(String) });
        expect(await acquiring.instructions({ cartId: checkout.cartId, returnTo: confirmation })).toEqual(waiting);
        const voucher = await new Traveller(SHOP).follow(waiting?.url ?? "");
        expect(voucher.html).toContain("Pay with this voucher");
        expect((await gateway.requests()).length).toBe(sent);

        const later = new Traveller(SHOP);
        await later.submit(voucher, { decision: "pay" });
        const back = new URL(later.way.at(-1) ?? "");
        // The return token was used at the first return; this page needs none.
        expect(back.href).toBe(confirmation);
        await hurry();
        await hurry();
        const paid = await acquiring.instructions({ orderId });
        expect(paid).toMatchObject({ status: "paid", url: null, expires_at: null });
        // Paid meanwhile: an old link leads back to the shop and charges nothing.
        const again = new Traveller(SHOP);
        await again.visit(waiting?.url ?? "");
        expect(again.way.at(-1)).toBe(confirmation);
      });

      test("payment instructions link back to the shop's own pages only, and a token of another session opens none", async () => {
        const { shop } = stage();
        const { checkout, traveller, page } = await opened(apm("multibanco"));
        await traveller.submit(page, { decision: "later" });
        const orderNo = await orderNoOf(checkout.cartId);
        await traveller.visit(stage().ledger.tokens.addresses("main", orderNo).returnUrl);
        await shop.returned(traveller.returnToken).expect(200);
        const url = new URL((await shop.status(checkout)).instructions?.url ?? "");
        for (const foreign of [
          "https://evil.example/",
          `${SHOP}.evil.example/`,
          "javascript:alert(1)",
          "x".repeat(600),
        ]) {
          url.searchParams.set("return_to", foreign);
          await new Traveller(SHOP).visit(url.href);
          expect((await attempts(stage(), checkout.cartId))[0]?.return_to).toBe(BACK.return_to);
        }
        const other = await shop.checkoutFor("apm");
        await shop
          .post("/store/acquiring/payment-status", {
            session_id: checkout.session.id,
            token: other.session.data.token,
          })
          .expect(404);
      });

      test("a payment that still waits for the customer keeps its return URL, and a card payment has no instructions", async () => {
        const { shop } = stage();
        const { checkout, action } = await opened(apm("multibanco"));
        await new Traveller(SHOP).visit(`${action}?return_to=${encodeURIComponent(`${SHOP}/elsewhere`)}`);
        expect((await attempts(stage(), checkout.cartId))[0]?.return_to).toBe(BACK.return_to);
        const paid = await shop.checkout();
        const { body } = await shop.payBy(paid, card("4111111111111111"), BACK).expect(200);
        expect(body.payment).toMatchObject({ state: "authorised", instructions: null, method: { mode: "card" } });
      });

      test("an unpaid voucher expires, and its order is cancelled", async () => {
        const { shop, admin, hurry } = stage();
        const { checkout, traveller, page } = await opened(apm("multibanco"));
        await traveller.submit(page, { decision: "later" });
        const action = (await attempts(stage(), checkout.cartId))[0];
        expect(action?.state).toBe("action_required");
        await traveller.visit(stage().ledger.tokens.addresses("main", action?.order_no ?? "").returnUrl);
        await shop.returned(traveller.returnToken).expect(200);
        const done = await shop.complete(checkout);
        later(8 * 24 * HOUR);
        await hurry();
        await hurry();
        expect((await attempts(stage(), checkout.cartId))[0]?.state).toMatch(/expired|declined/);
        const order = await admin.get(`/admin/orders/${done.order?.id ?? ""}`).expect(200);
        expect(order.body.order.status).toBe("canceled");
        const acquiring = createAcquiring({ backendUrl: stage().base, publishableKey: shop.publishableKey });
        const instructions = await acquiring.instructions({ orderId: done.order?.id ?? "" });
        expect(instructions).toMatchObject({ status: expect.stringMatching(/expired|cancelled/), url: null });
      });

      test("19 paid with a wrong amount: no order, and an item is raised", async () => {
        const { shop } = stage();
        const { checkout, traveller, page } = await opened(apm("bank-transfer"));
        await traveller.submit(page, { decision: "wrong-amount" });
        const { body } = await shop.returned(traveller.returnToken).expect(200);
        expect(body.payment.completable).toBe(false);
        expect((await shop.complete(checkout)).type).toBe("refused");
        expect(await attention(stage())).toContain("amount_mismatch");
      });

      test("a method that the cart may not use, a wrong bank and a missing field are refused before anything is sent", async () => {
        const { shop, gateway } = stage();
        const checkout = await shop.checkoutFor("apm");
        const refused = await shop.payBy(checkout, apm("pix"), BACK).expect(409);
        expect(refused.body).toMatchObject({ code: "payment_not_available", fields: [{ field: "method.method" }] });
        expect(await gateway.requests()).toHaveLength(0);
      });
    });
  },
  {},
  {
    apm: {
      methods: ["bank-transfer", "ideal", "multibanco", "pix"].map((code) =>
        code === "bank-transfer"
          ? { code, name: "Bank transfer", countries: [], currencies: [] }
          : code === "multibanco"
            ? { code, countries: [], currencies: [] }
            : code === "ideal"
              ? { code, countries: [], currencies: [] }
              : code,
      ),
    },
  },
);

async function remindersOf(container: Stage["container"]): Promise<() => unknown[]> {
  const seen: unknown[] = [];
  const { Modules } = await import("@medusajs/framework/utils");
  container.resolve(Modules.EVENT_BUS).subscribe("acquiring.payment.expiring", async ({ data }) => {
    seen.push(data);
  });
  return () => seen;
}
