import type { Event } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { makeLinkToken } from "../../src/modules/acquiring/checkout/token-codec";
import { acquiringReviewAttemptWorkflow } from "../../src/workflows/review-attempt";
import { announceBalance, BALANCE_DUE } from "../../src/application/orders/announce-balance";
import { emitEvents } from "../../src/application/events/emit-events";
import { PaymentLinkNews } from "../../src/application/events/event-schema";
import { announceLinks } from "../../src/application/payables/announce-links";
import { editedOrder, changeQuantity, LinkPayer, linkFor } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { later } from "../support/other-process";
import { Traveller } from "../support/traveller";
import { until } from "../support/waiting";

/** Links that cannot be paid, or whose payment is late, held or returned: each has its answer, and no money is lost. */
const SHOP = "http://localhost:8000";
const DAY_MS = 86_400_000;
const VOUCHERS = { apm: { methods: [{ code: "multibanco", countries: [], currencies: [] }] } };
const PAGE = { type: "checkout", presentation: "page" };
const CARD_PAGE = {
  action: "pay",
  card: "4111111111111111",
  expiry: "12/39",
  security_code: "123",
  name: "Ada",
};

withStore(
  "payment-link-endings",
  (stage) => {
    const payer = (token: string): LinkPayer => new LinkPayer(stage(), token);
    const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
      wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });
    const openKinds = (): Promise<string[]> =>
      stage().pg("acquiring_attention_item").whereNull("cleared_at").pluck("kind");
    const after = (ms: number): void => stage().ledger.useClock(() => new Date(Date.now() + ms));

    /** Reads, asks for a session and pays; returns the state and the codes of the two refusals. */
    async function refusals(token: string, session: object): Promise<unknown[]> {
      const customer = payer(token);
      const shown = await customer.read();
      const asked = await customer.session();
      const paid = await customer.pay(session);
      return [shown.body.payment_link?.state ?? shown.body.code, asked.body.code, paid.body.code];
    }

    test("a link that was altered, cut off, or signed by another store opens nothing", async () => {
      const { gateway } = stage();
      const { orderId } = await editedOrder(stage());
      const { token } = await linkFor(stage(), orderId);
      const session = await payer(token).begin();
      const before = await gateway.sent("authorise");
      const [id = "", serial = "", mac = ""] = token.split(".");
      const elsewhere = makeLinkToken("key-of-another-store-0123456789", { id, serial });
      const others = [
        elsewhere,
        `${id}.2.${mac}`,
        `${id}.${serial}`,
        `${id}.${serial}.${"A".repeat(43)}`,
        token.slice(0, -1),
        id,
      ];
      for (const altered of others) {
        expect([altered, await refusals(altered, session)]).toEqual([
          altered,
          ["payment_link_not_found", "payment_link_not_found", "payment_link_not_found"],
        ]);
      }
      expect(await gateway.sent("authorise")).toBe(before);
    });

    test("an expired link is refused and tells nothing; a renewed one has a new token, and the old one stays refused", async () => {
      const { admin } = stage();
      const { orderId } = await editedOrder(stage());
      const link = await linkFor(stage(), orderId, { expires_in_days: 1 });
      const session = await payer(link.token).begin();
      after(DAY_MS + 1_000);
      expect(await refusals(link.token, session)).toEqual(["expired", "payment_link_expired", "payment_link_expired"]);
      expect(await payer(link.token).shown()).toMatchObject({ amount: null, order_number: null, items: [] });
      const renewed = await admin.post(`/admin/acquiring/payment-links/${link.id}/renew`).expect(200);
      const { token } = renewed.body.payment_link;
      expect(token).not.toBe(link.token);
      expect(await refusals(link.token, session)).toEqual(["expired", "payment_link_expired", "payment_link_expired"]);
      const customer = payer(token);
      expect((await customer.pay(await customer.begin()).expect(200)).body.payment.state).toBe("authorised");
      // What was paid stays paid, with any of its tokens.
      expect(await payer(link.token).shown()).toMatchObject({ state: "paid" });
      const again = await admin.post(`/admin/acquiring/payment-links/${link.id}/renew`).expect(400);
      expect(again.body.message).toMatch(/already paid/);
    });

    test("a revoked link is refused, revoking twice is one revocation, and a new link can be made", async () => {
      const { admin, pg } = stage();
      const { orderId } = await editedOrder(stage());
      const link = await linkFor(stage(), orderId);
      expect((await linkFor(stage(), orderId)).id).toBe(link.id);
      const session = await payer(link.token).begin();
      await admin.post(`/admin/acquiring/payment-links/${link.id}/revoke`).expect(200);
      await admin.post(`/admin/acquiring/payment-links/${link.id}/revoke`).expect(200);
      expect(await refusals(link.token, session)).toEqual(["revoked", "payment_link_revoked", "payment_link_revoked"]);
      const next = await linkFor(stage(), orderId);
      expect(next.id).not.toBe(link.id);
      const { body } = await admin.get(`/admin/acquiring/orders/${orderId}/payment-links`).expect(200);
      expect(body.due).toEqual({ amount: "100.00", currency: "EUR" });
      expect(
        body.payment_links.map(({ state, token }: { state: string; token: string | null }) => [state, token]),
      ).toEqual([
        ["open", next.token],
        ["revoked", null],
      ]);
      const audited = await pg("acquiring_audit_record").where("action", "like", "payment_link_%").orderBy("at");
      expect(audited.map(({ action }) => action)).toEqual([
        "payment_link_created",
        "payment_link_revoked",
        "payment_link_created",
      ]);
    });

    test("a payment at the gateway is not stopped by revoking its link: it pays for the order", async () => {
      const { admin, shop, hurry } = stage();
      const { orderId } = await editedOrder(stage());
      const link = await linkFor(stage(), orderId);
      const customer = payer(link.token);
      const opened = await customer.payBy(await customer.begin("checkout"), PAGE, { return_to: SHOP }).expect(200);
      await admin.post(`/admin/acquiring/payment-links/${link.id}/revoke`).expect(200);
      const traveller = new Traveller(SHOP);
      await traveller.submit(await traveller.followHosted(opened.body.payment.action.url), CARD_PAGE);
      const back = await shop.returned(traveller.returnToken).expect(200);
      expect(back.body).toMatchObject({ payment: { state: "authorised" }, cart_id: null });
      await hurry();
      expect(await customer.shown()).toMatchObject({ state: "paid" });
      await later(stage());
      expect([await wrong(), await openKinds()]).toEqual([[], []]);
    });

    test("a cancelled order has nothing to pay, and money that was on its way goes back", async () => {
      const { admin, gateway, hurry } = stage();
      const { orderId } = await editedOrder(stage());
      const link = await linkFor(stage(), orderId);
      const customer = payer(link.token);
      const session = await customer.begin("checkout");
      const opened = await customer.payBy(session, PAGE, { return_to: SHOP }).expect(200);
      const traveller = new Traveller(SHOP);
      const page = await traveller.followHosted(opened.body.payment.action.url);
      await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
      expect(await customer.shown()).toMatchObject({ state: "order_cancelled", amount: null });
      expect((await customer.session().expect(409)).body.code).toBe("order_cancelled");
      await traveller.submit(page, CARD_PAGE);
      await hurry();
      await hurry();
      const paid = (await gateway.state()).transactions.at(-1);
      expect(paid?.state).toBe("voided");
      expect(await openKinds()).toEqual(["late_or_duplicate_payment"]);
      expect((await admin.post(`/admin/acquiring/orders/${orderId}/payment-links`).expect(400)).body.message).toMatch(
        /cancelled/,
      );
    });

    test("an order that owes nothing gets no link, and a link whose order was edited down has nothing to pay", async () => {
      const { shop, admin, gateway } = stage();
      const paid = await shop.order();
      const refused = await admin.post(`/admin/acquiring/orders/${paid.orderId}/payment-links`).expect(400);
      expect(refused.body.message).toMatch(/owes nothing/);
      const { orderId } = await editedOrder(stage());
      const link = await linkFor(stage(), orderId);
      const session = await payer(link.token).begin();
      const before = await gateway.sent("authorise");
      await changeQuantity(stage(), orderId, 1);
      expect(await refusals(link.token, session)).toEqual(["nothing_to_pay", "nothing_to_pay", "nothing_to_pay"]);
      expect(await gateway.sent("authorise")).toBe(before);
    });

    test("an order with another provider's uncaptured payment gets no link, is told which, and gets one once it is cancelled", async () => {
      const { shop, admin, container } = stage();
      const checkout = await shop.checkout();
      const path = `/store/payment-collections/${checkout.collectionId}/payment-sessions`;
      await shop.post(path, { provider_id: "pp_system_default" }).expect(200);
      const orderId = (await shop.complete(checkout)).order?.id ?? "";
      const { id } = await admin.payment(orderId);
      const refused = await admin.post(`/admin/acquiring/orders/${orderId}/payment-links`).expect(400);
      const reserved = `Payment ${id} of pp_system_default reserves 100.00 EUR: capture or cancel it first.`;
      expect(refused.body.message).toMatch(/^This order owes nothing: /);
      expect(refused.body.message).toContain(reserved);
      await container.resolve(Modules.PAYMENT).cancelPayment(id);
      const customer = payer((await linkFor(stage(), orderId)).token);
      expect((await customer.pay(await customer.begin()).expect(200)).body.payment.state).toBe("authorised");
    });

    test("a link pays for its own order only, and the order's session needs the link", async () => {
      const { shop, gateway } = stage();
      const [mine, other] = [await editedOrder(stage()), await editedOrder(stage())];
      const [myLink, otherLink] = [await linkFor(stage(), mine.orderId), await linkFor(stage(), other.orderId)];
      const session = await payer(otherLink.token).begin();
      const cart = await shop.checkout();
      const before = await gateway.sent("authorise");
      expect((await payer(myLink.token).pay(session).expect(404)).body.code).toBe("session_not_found");
      const ofCart = { session_id: cart.session.id, token: cart.session.data.token };
      expect((await payer(myLink.token).pay(ofCart).expect(404)).body.code).toBe("session_not_found");
      const bare = { session: { id: session.session_id, data: { token: session.token } } };
      expect((await shop.pay(bare).expect(409)).body.code).toBe("session_not_payable");
      const elsewhere = { link: myLink.token, provider_id: "pp_system_default" };
      const refused = await shop.post("/store/acquiring/payment-link/session", elsewhere).expect(409);
      expect(refused.body.code).toBe("payment_not_available");
      expect(await gateway.sent("authorise")).toBe(before);
    });

    test("a payment held for review is recorded once it is approved, and its order is not fulfilled before", async () => {
      const { admin, container, pg, hurry } = stage();
      const { orderId } = await editedOrder(stage());
      const customer = payer((await linkFor(stage(), orderId)).token);
      const session = await customer.begin();
      expect((await customer.pay(session, "4000000000009243").expect(200)).body.payment.state).toBe("pending");
      expect((await customer.session("checkout").expect(409)).body.code).toBe("payment_waiting");
      const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
      const items = [{ id: body.order.items[0].id, quantity: 1 }];
      const shipped = await admin.post(`/admin/orders/${orderId}/fulfillments`, { items }).expect(400);
      expect(shipped.body.message).toMatch(/held for review/);
      const attempt = await pg("acquiring_payment_attempt").whereNotNull("held_at").first();
      const input = {
        attemptId: attempt.id,
        action: "approve",
        note: null,
        actorId: "user_1",
        idempotencyKey: "one",
      } as const;
      await acquiringReviewAttemptWorkflow(container).run({ input });
      await hurry();
      expect(await customer.shown()).toMatchObject({ state: "paid" });
      await later(stage());
      expect(await wrong()).toEqual([]);
    });

    test("a voucher keeps others from paying until it expires; then a card pays, and a late voucher is paid back", async () => {
      const { pg, shop, gateway, ledger, hurry } = stage();
      const { orderId } = await editedOrder(stage());
      const link = await linkFor(stage(), orderId, { expires_in_days: 90 });
      const customer = payer(link.token);
      const session = await customer.begin("apm");
      const opened = await customer
        .payBy(session, { type: "apm", method: "multibanco" }, { return_to: SHOP })
        .expect(200);
      const traveller = new Traveller(SHOP);
      await traveller.submit(await traveller.follow(opened.body.payment.action.url), { decision: "later" });
      const [voucher] = await pg("acquiring_payment_attempt").whereNotNull("collection_id");
      await traveller.visit(ledger.tokens.addresses("main", voucher.order_no).returnUrl);
      const back = await shop.returned(traveller.returnToken).expect(200);
      expect(back.body.payment).toMatchObject({ state: "pending", instructions: { status: "waiting" } });
      const late = new Traveller(SHOP);
      const slip = await late.follow(back.body.payment.instructions.url);
      expect(await customer.shown()).toMatchObject({ state: "waiting", amount: null });
      expect((await customer.session().expect(409)).body.code).toBe("payment_waiting");
      after(30 * DAY_MS);
      await hurry();
      await hurry();
      expect(await customer.shown()).toMatchObject({ state: "open", amount: "100.00" });
      expect((await customer.pay(await customer.begin()).expect(200)).body.payment.state).toBe("authorised");
      const rows = await pg("acquiring_payment_attempt").whereNotNull("collection_id").orderBy("created_at");
      expect(rows.map(({ state }) => state)).toEqual(["expired", "authorised"]);
      await late.submit(slip, { decision: "pay" });
      await gateway.notify(voucher.order_no);
      for (let round = 0; round < 3; round += 1) await hurry();
      expect(await gateway.transaction(voucher.order_no)).toMatchObject({ captured: "100.00", refunded: "100.00" });
      expect(await openKinds()).toEqual(["late_or_duplicate_payment"]);
      await later(stage());
      expect(await wrong()).toEqual([]);
    });

    test("a refund of a link's payment returns its money, and Medusa's order follows", async () => {
      const { admin, pg } = stage();
      const { orderId, paymentId } = await editedOrder(stage());
      const customer = payer((await linkFor(stage(), orderId)).token);
      await customer.pay(await customer.begin()).expect(200);
      const [payment] = await pg("payment").whereNot({ id: paymentId }).where({ canceled_at: null });
      await admin.post(`/admin/payments/${String(payment.id)}/capture`).expect(200);
      await admin.post(`/admin/payments/${String(payment.id)}/refund`, { amount: 40 }).expect(200);
      const amounts = await pg("order_transaction").where({ order_id: orderId }).orderBy("created_at").pluck("amount");
      expect(amounts.map(Number)).toEqual([100, 100, -40]);
      await later(stage());
      expect(await wrong()).toEqual([]);
    });

    test("a link is read sixty times a minute, is not indexed or cached, and its number is not a card's", async () => {
      const { orderId } = await editedOrder(stage());
      const customer = payer((await linkFor(stage(), orderId)).token);
      const first = await customer.read().expect(200);
      expect(first.headers).toMatchObject({ "x-robots-tag": "noindex, nofollow", "cache-control": "no-store" });
      for (let read = 1; read < 60; read += 1) await customer.read().expect(200);
      expect((await customer.read().expect(429)).body.code).toBe("too_many_attempts");
      expect((await customer.session().expect(429)).body.code).toBe("too_many_attempts");
      after(61_000);
      await customer.read().expect(200);
    });

    test("an edit that leaves an amount to pay is announced, and one that leaves none is not", async () => {
      const { container } = stage();
      const said: unknown[] = [];
      const bus = container.resolve(Modules.EVENT_BUS);
      const emit = bus.emit.bind(bus);
      const spy = jest.spyOn(bus, "emit").mockImplementation((event, options) => {
        for (const { name, data } of [event].flat()) if (name === BALANCE_DUE) said.push(data);
        return emit(event, options);
      });
      try {
        const { orderId } = await editedOrder(stage());
        await until(() => said.length > 0);
        await changeQuantity(stage(), orderId, 1);
        await announceBalance(container, orderId, "order_changed");
        expect(said).toEqual([{ order_id: orderId, amount: "100.00", currency: "EUR", reason: "order_changed" }]);
      } finally {
        spy.mockRestore();
      }
    });

    test("created, opened, paid and expired are emitted once each, and expired again after a renewal", async () => {
      const { admin, container, pg } = stage();
      const said: PaymentLinkNews[] = [];
      const bus = container.resolve(Modules.EVENT_BUS);
      const note = async ({ name, data }: Event): Promise<void> => {
        if (!name.startsWith("acquiring.payment_link.")) return;
        const news = PaymentLinkNews.strict().parse(data);
        expect(news.event_id).toMatch(new RegExp(`:${name.split(".").at(-1) ?? ""}$`));
        said.push(news);
      };
      bus.subscribe("*", note, { subscriberId: "link-endings-spec" });
      const heard = async (): Promise<unknown[]> => {
        await announceLinks(container);
        await emitEvents(container);
        return said.splice(0).map((news) => [news.event_id.split(":").at(-1), news.state, news.amount_minor]);
      };
      try {
        const { orderId } = await editedOrder(stage());
        await heard();
        const link = await linkFor(stage(), orderId, { expires_in_days: 1 });
        const amount = ((await pg("acquiring_payment_link").where({ id: link.id }).first("amount")) ?? {}).amount;
        await linkFor(stage(), orderId);
        await payer(link.token).shown();
        await payer(link.token).shown();
        // The process dies here: what was committed waits.
        expect(await pg("acquiring_event").where({ row_id: link.id }).orderBy("id").pluck("kind")).toEqual([
          "payment_link_created",
          "payment_link_opened",
        ]);
        expect(said).toEqual([]);
        await emitEvents(container);
        const known = { id: link.id, order_id: orderId, attempt_id: null, account: null, currency: "EUR", version: 1 };
        expect(said).toMatchObject([known, known]);
        expect(await heard()).toEqual([
          ["created", "open", amount],
          ["opened", "open", amount],
        ]);
        expect(await heard()).toEqual([]);
        after(DAY_MS + 1_000);
        expect(await heard()).toEqual([["expired", "expired", amount]]);
        expect(await heard()).toEqual([]);
        await admin.post(`/admin/acquiring/payment-links/${link.id}/renew`, { expires_in_days: 1 }).expect(200);
        after(2 * DAY_MS + 2_000);
        await announceLinks(container);
        // Renewed before it was delivered: the amount of then is not known any more.
        const { token } = await linkFor(stage(), orderId);
        expect(await heard()).toEqual([["expired", "expired", null]]);
        await payer(token)
          .pay(await payer(token).begin())
          .expect(200);
        await emitEvents(container);
        expect(said).toMatchObject([
          {
            ...known,
            state: "paid",
            account: "main",
            attempt_id: expect.stringMatching(/^acqatt_/),
            amount_minor: amount,
          },
        ]);
        expect(await heard()).toHaveLength(1);
      } finally {
        bus.unsubscribe("*", note, { subscriberId: "link-endings-spec" });
      }
    });

    test("a link and its event are committed together or not at all; what an older version left is announced", async () => {
      const { container, pg, ledger } = stage();
      const { orderId } = await editedOrder(stage());
      await pg.raw(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'dead'; END $$`);
      await pg.raw("CREATE TRIGGER die BEFORE INSERT ON acquiring_event EXECUTE FUNCTION die()");
      await expect(linkFor(stage(), orderId)).rejects.toThrow();
      await pg.raw("DROP FUNCTION die CASCADE");
      expect(await pg("acquiring_payment_link").where({ order_id: orderId })).toEqual([]);
      const link = await linkFor(stage(), orderId);
      await pg("acquiring_event").delete();
      await pg("acquiring_payment_link").where({ id: link.id }).update({ announced: "", announce_at: ledger.now() });
      await Promise.all([announceLinks(container), announceLinks(container)]);
      expect(await pg("acquiring_event").where({ row_id: link.id }).pluck("kind")).toEqual(["payment_link_created"]);
    });
  },
  {},
  VOUCHERS,
);
