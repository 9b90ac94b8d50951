import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { Customer } from "../support/customer";
import { cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";
import { until } from "../support/waiting";

/** Promises 5 and 20 with redirects and saved cards. */
const SHOP = "http://localhost:8000";
const MINUTE = 60_000;
const CANARY = "4000000000003063";

withStore(
  "redirect_promises",
  (stage) => {
    const later = (ms: number): void => stage().ledger.useClock(() => new Date(Date.now() + ms));
    const kinds = async (): Promise<string[]> => {
      const { rows } = await stage().pg.raw("SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL");
      return rows.map(({ kind }: { kind: string }) => kind);
    };
    const stateOf = async (cartId: string): Promise<string> => {
      const { rows } = await stage().pg.raw(
        "SELECT state FROM acquiring_payment_attempt WHERE cart_id = ? ORDER BY created_at DESC",
        [cartId],
      );
      return rows[0].state;
    };

    afterEach(() => jest.restoreAllMocks());

    test("a query that is faster than the response of an alternative payment does not lose the customer's address", async () => {
      const { shop, gateway, hurry, pg } = stage();
      const checkout = await shop.checkoutFor("apm");
      await gateway.slowly("authorise");
      const paid = shop
        .payBy(checkout, { type: "apm", method: "multibanco" }, { return_to: SHOP })
        .then(({ body }: { body: unknown }) => body);
      await until(async () => (await gateway.state()).transactions.length === 1);
      const attempt = () => pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
      const { id, order_no: orderNo } = await attempt();
      expect(await gateway.notify(orderNo)).toEqual([200]);
      await until(async () => {
        await hurry();
        return (await attempt()).state !== "created";
      });
      expect([await attempt(), await pg("acquiring_operation").where({ attempt_id: id })]).toMatchObject([
        { action_url: null },
        [{ kind: "authorise", status: "pending" }],
      ]);
      expect(await paid).toMatchObject({ payment: { state: "action_required", action: { kind: "redirect" } } });
      expect(await attempt()).toMatchObject({ state: "action_required", action_url: expect.stringMatching(/^http/) });
      expect(await kinds()).toEqual([]);
    });

    describe("5 an unknown operation becomes final within 15 minutes of gateway health, or raises attention", () => {
      test.each([
        ["drop-after-apply", "action_required"],
        ["drop-before", "declined"],
      ])("an alternative payment whose response met %s", async (fault, end) => {
        const { shop, gateway, hurry } = stage();
        const checkout = await shop.checkoutFor("apm");
        await gateway.fault("authorise", fault);
        await gateway.fault("retrievalTrans", "drop-before", 4);
        const { body } = await shop.payBy(checkout, { type: "apm", method: "multibanco" }, { return_to: SHOP });
        expect(body.payment.state).toBe("checking");
        later(10 * MINUTE);
        for (let round = 0; round < 6; round += 1) await hurry();
        later(16 * MINUTE);
        await hurry();
        await hurry();
        // If the gateway waits for a customer who never got its URL, the customer may try again.
        expect([fault, await stateOf(checkout.cartId)]).toEqual([fault, end]);
        expect(await shop.status(checkout)).toMatchObject({ state: "payable", action: null, completable: false });
        expect((await gateway.requests()).filter(({ operation }) => operation === "authorise")).toHaveLength(1);
        const again = await shop
          .payBy(checkout, { type: "apm", method: "multibanco" }, { return_to: SHOP })
          .expect(200);
        expect(again.body.payment).toMatchObject({ state: "action_required", action: { kind: "redirect" } });
      });

      test("a saved card's payment with a lost response and an unreachable gateway", async () => {
        const { base, shop, gateway, hurry } = stage();
        const ada = await Customer.register(base, shop, "ada5");
        const card = { type: "card", card: cardInput("4111111111111111"), save: true };
        await ada.payBy(await ada.checkout(), card).expect(200);
        const [kept] = await ada.savedCards();
        await gateway.fault("authorise", "drop-after-apply");
        await gateway.fault("retrievalTrans", "drop-before", 1_000);
        const checkout = await ada.checkout();
        const { body } = await ada.payBy(checkout, { type: "saved_card", id: kept?.id }).expect(200);
        expect(body.payment.state).toBe("checking");
        later(16 * MINUTE);
        await hurry();
        expect([await stateOf(checkout.cartId), await kinds()]).toEqual(["unknown", ["unknown_outcome"]]);
        await fetch(`${gateway.url}/_control/faults`, { method: "DELETE" });
        await hurry();
        await hurry();
        expect([await stateOf(checkout.cartId), await kinds()]).toEqual(["authorised", []]);
        expect((await gateway.requests()).filter(({ operation }) => operation === "authorise")).toHaveLength(2);
      });
    });

    test("20 no card number or security code at rest or in any response: 3-D Secure, hosted page, saved cards", async () => {
      const { base, container, shop, gateway, hurry, pg } = stage();
      await gateway.control("settings", { notifications: "on" });
      const seen: string[] = [];
      const said = listen(container);
      const ada = await Customer.register(base, shop, "ada20");
      const checkout = await ada.checkout();
      const choice = { type: "card", card: { ...cardInput(CANARY), security_code: "917" }, save: true };
      const { body, text } = await ada.payBy(checkout, choice, { return_to: SHOP }).expect(200);
      const traveller = new Traveller(SHOP);
      const go = await traveller.visit(body.payment.action.url);
      await traveller.submit(await traveller.submit(go), { decision: "approve" });
      seen.push(text, go.html, (await shop.returned(traveller.returnToken).expect(200)).text);
      await gateway.idle();
      await hurry();
      seen.push(JSON.stringify(await ada.savedCards()));
      expect(seen.at(-1)).toContain("3063");
      const hosted = await shop.checkoutFor("checkout");
      const opened = await shop
        .payBy(hosted, { type: "checkout", presentation: "page" }, { return_to: SHOP })
        .expect(200);
      const other = new Traveller(SHOP);
      await other.submit(await other.followHosted(opened.body.payment.action.url), {
        action: "pay",
        card: "4111111111111111",
        expiry: "12/39",
        security_code: "917",
        name: "Ada",
      });
      seen.push(opened.text, (await shop.returned(other.returnToken).expect(200)).text);
      await gateway.idle();
      await hurry();
      expect(said.some((line) => line.includes("acquiring.authorise"))).toBe(true);
      seen.push(...said);
      for (const [what, output] of seen.entries()) expect([what, numbersIn(output)]).toEqual([what, []]);
      const { rows: tables } = await pg.raw(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND (tablename LIKE 'acquiring_%' OR tablename IN ('payment', 'payment_session', 'workflow_execution', 'cart', 'order'))",
      );
      expect(tables.length).toBeGreaterThan(8);
      for (const { tablename } of tables) {
        const { rows } = await pg.raw(`SELECT to_jsonb(t)::text AS line FROM "${String(tablename)}" t`);
        for (const { line } of rows) {
          const decoded = line.replace(/"body": "([A-Za-z0-9+/=]+)"/g, (_whole: string, bytes: string) =>
            Buffer.from(bytes, "base64").toString(),
          );
          expect([tablename, numbersIn(decoded)]).toEqual([tablename, []]);
          expect([tablename, /security_code[^a-z]{1,6}917/.test(decoded)]).toEqual([tablename, false]);
        }
      }
    });
  },
  {},
  { apm: { methods: [{ code: "multibanco", countries: [], currencies: [] }] } },
);

/** Runs of 13 to 19 digits that pass the Luhn check and start like one of the canaries. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(/(?<!\d)4(?:[ -]?\d){12,18}(?!\d)/g)]
    .map(([run]) => run.replace(/\D/g, ""))
    .filter((digits) => digits === CANARY || digits === "4111111111111111");
}

/** Everything the store logs or emits from now on. */
function listen(container: Stage["container"]): string[] {
  const said: string[] = [];
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  for (const level of ["debug", "info", "warn", "error", "log"] as const) {
    jest.spyOn(logger, level).mockImplementation((...line: unknown[]) => void said.push(JSON.stringify(line)));
  }
  const bus = container.resolve(Modules.EVENT_BUS);
  const emit = bus.emit.bind(bus);
  jest.spyOn(bus, "emit").mockImplementation((event, options) => {
    said.push(JSON.stringify(event));
    return emit(event, options);
  });
  return said;
}
