import { withStore } from "../support/boot";
import { Traveller } from "../support/traveller";

/** Other redirects: a hosted page requested by this server, the bank's page by a link, and the ranking of methods. */
const SHOP = "http://localhost:8000";

withStore(
  "redirect_form",
  (stage) => {
    test("the hosted page's document is requested once, parsed and rebuilt on our own page", async () => {
      const { shop, gateway } = stage();
      const checkout = await shop.checkoutFor("checkout");
      const { body } = await shop
        .payBy(checkout, { type: "checkout", presentation: "page" }, { return_to: SHOP })
        .expect(200);
      const traveller = new Traveller(SHOP);
      const go = await traveller.visit(body.payment.action.url);
      expect(go.html).not.toContain('gbc_id" value="<');
      expect(go.html.match(/<script /g)).toHaveLength(1);
      const page = await traveller.submit(go);
      await traveller.submit(page, {
        action: "pay",
        card: "4111111111111111",
        expiry: "12/39",
        security_code: "123",
        name: "Ada",
      });
      expect((await shop.returned(traveller.returnToken)).body.payment.state).toBe("authorised");
      expect((await gateway.requests()).filter(({ operation }) => operation === "checkout").length).toBeGreaterThan(0);
      expect((await shop.complete(checkout)).type).toBe("order");
    });

    test.each(["two-forms", "script-address", "foreign-address"])(
      "a hosted page with %s is not shown, and nothing is lost",
      async (fault) => {
        const { shop, gateway } = stage();
        await gateway.fault("checkout", fault);
        const checkout = await shop.checkoutFor("checkout");
        const answer = await shop.payBy(checkout, { type: "checkout", presentation: "page" }, { return_to: SHOP });
        const { payment } = answer.body;
        if (fault !== "foreign-address") expect(payment.action).toBeNull();
        expect(payment.completable).toBe(false);
      },
    );

    test("an issuer's page is reached by a plain redirect if the profile says so", async () => {
      const { shop } = stage();
      const checkout = await shop.checkoutFor("apm");
      const { body } = await shop
        .payBy(checkout, { type: "apm", method: "multibanco" }, { return_to: SHOP })
        .expect(200);
      const traveller = new Traveller(SHOP);
      const page = await traveller.visit(body.payment.action.url);
      expect(new URL(page.url).pathname).toMatch(/^\/sandbox\/issuer\//);
      await traveller.submit(page, { decision: "pay" });
      expect((await shop.returned(traveller.returnToken)).body.payment.state).toBe("captured");
    });

    test("methods are in the order of the gateway's ranking, or in the configured order when that fails or is late", async () => {
      const { shop, gateway, ledger } = stage();
      const { cartId } = await shop.checkout();
      let minutes = 0;
      const order = async (): Promise<string[]> => {
        // An answer is cached for a minute.
        minutes += 2;
        ledger.useClock(() => new Date(Date.now() + minutes * 60_000));
        const { body } = await shop.post("/store/acquiring/payment-methods", { cart_id: cartId }).expect(200);
        return body.payment_methods
          .filter(({ mode }: { mode: string }) => mode === "apm")
          .map(({ code }: { code: string }) => code);
      };
      await gateway.control("ranking", { methods: ["konbini", "multibanco"] });
      expect(await order()).toEqual(["konbini", "multibanco", "boleto"]);
      for (const fault of ["drop-before", "html", "garbage"]) {
        await gateway.fault("optimise", fault);
        expect([fault, await order()]).toEqual([fault, ["multibanco", "boleto", "konbini"]]);
      }
      await gateway.fault("optimise", "hang");
      const since = Date.now();
      expect(await order()).toEqual(["multibanco", "boleto", "konbini"]);
      expect(Date.now() - since).toBeLessThan(3_000);
    });
  },
  { checkout: { redirect: "server-document" }, redirect: { issuer: "browser-get" }, optimise: { enabled: true } },
  {
    apm: {
      methods: ["multibanco", "boleto", "konbini"].map((code) => ({
        code,
        countries: [],
        currencies: [],
        requires: [],
      })),
    },
  },
);
