import { randomUUID } from "node:crypto";
import { Modules } from "@medusajs/framework/utils";
import { editedOrder, LinkPayer, linkFor } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { later } from "../support/other-process";

/** What staff chooses for a link, how it is sent, and payment requests that have no order yet. */
const URL = "http://localhost:8000/pay?link={token}";
const REQUESTS = "/admin/acquiring/payment-requests";
const anywhere = (code: string): object => ({ code, countries: [], currencies: [] });
const keyOf = (): string => randomUUID();

withStore(
  "payment-requests",
  (stage) => {
    const payer = (token: string): LinkPayer => new LinkPayer(stage(), token);
    const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
      wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });
    const idsOf = async (customer: LinkPayer): Promise<string[]> =>
      (await customer.methods().expect(200)).body.payment_methods.map(({ id }: { id: string }) => id);
    const of = (id: string, act: string): string => `/admin/acquiring/payment-links/${id}/${act}`;

    test("the methods of a link are enforced: in the list, for a session, and for a payment of an earlier session", async () => {
      const { admin, gateway } = stage();
      const { orderId } = await editedOrder(stage());
      const link = await linkFor(stage(), orderId);
      const customer = payer(link.token);
      const session = await customer.begin();
      const before = await gateway.sent("authorise");
      const renewed = await admin.post(of(link.id, "renew"), { methods: ["checkout", "apm:multibanco"] }).expect(200);
      const restricted = payer(renewed.body.payment_link.token);
      expect(await idsOf(restricted)).toEqual(["checkout", "apm:multibanco"]);
      expect((await restricted.session("card").expect(409)).body.code).toBe("payment_not_available");
      expect((await restricted.pay(session).expect(409)).body.code).toBe("payment_not_available");
      const apm = await restricted.begin("apm");
      const refused = await restricted.payBy(apm, { type: "apm", method: "bank-transfer" });
      expect([refused.status, refused.body.code]).toEqual([409, "payment_not_available"]);
      expect(await gateway.sent("authorise")).toBe(before);
      // What was left out of a renewal stays, and null allows every method again.
      const again = await admin.post(of(link.id, "renew"), { description: "The second vase" }).expect(200);
      expect(again.body.payment_link).toMatchObject({
        methods: ["checkout", "apm:multibanco"],
        description: "The second vase",
      });
      const open = await admin.post(of(link.id, "renew"), { methods: null }).expect(200);
      const free = payer(open.body.payment_link.token);
      expect(await free.shown()).toMatchObject({ state: "open", description: "The second vase", language: null });
      expect((await free.pay(await free.begin()).expect(200)).body.payment.state).toBe("authorised");
      expect(await free.shown()).toMatchObject({ state: "paid", description: null });
      await later(stage());
      expect(await wrong()).toEqual([]);
    });

    test("a link has its address, description and language; a wrong field is refused by name", async () => {
      const { admin } = stage();
      const { orderId } = await editedOrder(stage());
      const path = `/admin/acquiring/orders/${orderId}/payment-links`;
      for (const [body, message] of [
        [{ methods: ["apm:shells"] }, /^methods: "apm:shells" is not configured for EUR/],
        [{ methods: [] }, /^methods: names no method/],
        [{ methods: ["visa"] }, /^methods\.0: must be "card"/],
        [{ language: "xx" }, /^language:/],
        [{ description: "x".repeat(301) }, /^description:/],
        [{ description: "4111 1111 1111 1111" }, /^description:/],
        [{ expires_in_days: 91 }, /^expires_in_days:/],
      ] as const)
        expect((await admin.post(path, body).expect(400)).body.message).toMatch(message);
      const created = await admin.post(path, { description: "Repair", language: "de", methods: ["card"] }).expect(200);
      const { token, url } = created.body.payment_link;
      expect(url).toBe(URL.replace("{token}", token));
      expect(await payer(token).shown()).toMatchObject({ description: "Repair", language: "de" });
      const { body } = await admin.get(path).expect(200);
      expect(body).toMatchObject({ refusal: null, payment_links: [{ methods: ["card"], sent_at: null }] });
      expect(body.methods.map(({ id }: { id: string }) => id)).toEqual(
        expect.arrayContaining(["card", "checkout", "apm:multibanco"]),
      );
    });

    test("the methods to choose from are those of a currency; anything else is refused by name", async () => {
      const { admin } = stage();
      const path = "/admin/acquiring/link-methods?currency_code=";
      const { body } = await admin.get(`${path}eur`).expect(200);
      expect(body.methods.map(({ id }: { id: string }) => id)).toEqual([
        ...["card", "checkout", "apm:multibanco", "apm:bank-transfer"],
      ]);
      expect((await admin.get(`${path}euro`).expect(400)).body.message).toMatch(/^currency_code: must be a currency/);
    });

    test("a link is sent once for one key, at most once a minute, and never when it is over", async () => {
      const { admin, pg, ledger } = stage();
      const { orderId } = await editedOrder(stage());
      const { id, token } = await linkFor(stage(), orderId, { description: "The second vase" });
      const key = keyOf();
      const both = await Promise.all([admin.post(of(id, "send"), { key }), admin.post(of(id, "send"), { key })]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(both[0].body.payment_link.sent_at).toEqual(expect.any(String));
      const sent = await pg("notification");
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject({ to: "ada@example.test", channel: "email", template: "our-link" });
      expect(sent[0].data).toMatchObject({
        url: URL.replace("{token}", token),
        amount: "100.00",
        currency: "EUR",
        description: "The second vase",
      });
      const soon = await admin.post(of(id, "send"), { key: keyOf() }).expect(400);
      expect(soon.body.message).toMatch(/less than a minute ago/);
      ledger.useClock(() => new Date(Date.now() + 61_000));
      await admin.post(of(id, "send"), { key: keyOf() }).expect(200);
      await admin.post(of(id, "revoke")).expect(200);
      const over = await admin.post(of(id, "send"), { key: keyOf() }).expect(400);
      expect(over.body.message).toMatch(/is revoked, so it was not sent/);
      expect(await pg("notification")).toHaveLength(2);
      expect(await pg("acquiring_audit_record").where({ action: "payment_link_sent" })).toHaveLength(2);
      await admin.post(of("acqlnk_none", "send"), { key: keyOf() }).expect(404);
    });

    test("without a notification provider for e-mail, sending says what to configure and stores nothing", async () => {
      const { admin, pg } = stage();
      const { orderId } = await editedOrder(stage());
      const { id } = await linkFor(stage(), orderId);
      await pg("notification_provider").update({ is_enabled: false });
      const refused = await admin.post(of(id, "send"), { key: keyOf() }).expect(400);
      expect(refused.body.message).toMatch(/No notification provider serves the channel "email"\. Add one/);
      expect(await pg("notification")).toHaveLength(0);
      expect(await pg("acquiring_payment_link").where({ id }).pluck("sent_at")).toEqual([null]);
    });

    async function euros(): Promise<string> {
      const { body } = await stage().admin.get("/admin/regions?currency_code=eur").expect(200);
      return body.regions[0].id;
    }

    /** An automatic promotion of 10 %, which does not change what was asked for. */
    async function promotion(): Promise<void> {
      const { container } = stage();
      await container.resolve(Modules.PROMOTION).createPromotions({
        code: "TEN_OFF",
        type: "standard",
        status: "active",
        is_automatic: true,
        application_method: { type: "percentage", target_type: "order", value: 10, currency_code: "eur" },
      });
    }

    test("a payment request is a draft order of the exact amount, paid with its link", async () => {
      const { admin, pg } = stage();
      await promotion();
      const key = keyOf();
      const body = {
        key,
        region_id: await euros(),
        amount: "100.01",
        email: "Grace@example.test",
        description: "Repair",
      };
      const [first, second] = await Promise.all([admin.post(REQUESTS, body), admin.post(REQUESTS, body)]);
      expect([first.status, second.status, first.body, second.body]).toEqual([200, 200, first.body, first.body]);
      const { order_id: orderId, token, amount, description } = first.body.payment_link;
      expect([amount, description]).toEqual(["100.01", "Repair"]);
      const [order] = await pg("order").where({ id: orderId });
      expect([order.status, order.is_draft_order, order.email]).toEqual(["draft", true, "grace@example.test"]);
      const customer = payer(token);
      expect(await customer.shown()).toMatchObject({ state: "open", amount: "100.01", items: [{ title: "Repair" }] });
      expect((await customer.pay(await customer.begin()).expect(200)).body.payment.state).toBe("authorised");
      const [paid] = await pg("order").where({ id: orderId });
      expect([paid.status, paid.is_draft_order]).toEqual(["pending", false]);
      const { body: shown } = await admin
        .get(`/admin/orders/${String(orderId)}?fields=total,payment_status`)
        .expect(200);
      expect(shown.order).toMatchObject({ total: 100.01, payment_status: "authorized" });
      const changed = await admin.post(REQUESTS, { ...body, amount: "100.02" }).expect(400);
      expect(changed.body.message).toMatch(/^key: it was used for another payment request/);
      await later(stage());
      expect(await wrong()).toEqual([]);
    });

    test.each([
      [{ amount: "0.00" }, /^amount: must be more than zero/],
      [{ amount: "-5.00" }, /^amount: must be a positive decimal/],
      [{ amount: "10,00" }, /^amount: must be a positive decimal/],
      [{ amount: "1e3" }, /^amount: must be a positive decimal/],
      [{ amount: "10.000" }, /^amount: has more decimals than EUR has/],
      [{ amount: "10.001" }, /^amount: has more decimals than EUR has/],
      [{ amount: "12345678901.00" }, /^amount: is too large/],
      [{ email: "nobody" }, /^email: must be an email address/],
      [{ description: "  " }, /^description: must not be empty/],
      [{ region_id: "reg_none" }, /^region_id: there is no such region/],
      [{ methods: ["apm:shells"] }, /^methods: "apm:shells" is not configured/],
      [{ currency: "USD" }, /currency/],
    ])(
      "a payment request with %j is refused by the field's name, and nothing is created",
      async (wrongPart, message) => {
        const { admin, pg } = stage();
        const body = {
          key: keyOf(),
          region_id: await euros(),
          amount: "10.00",
          email: "a@example.test",
          description: "X",
        };
        const { body: answer } = await admin.post(REQUESTS, { ...body, ...wrongPart }).expect(400);
        expect(answer.message).toMatch(message);
        expect(await pg("order")).toHaveLength(0);
      },
    );
  },
  {},
  {
    apm: { methods: [anywhere("multibanco"), anywhere("bank-transfer")] },
    paymentLinks: { url: URL, emailTemplate: "our-link" },
  },
);
