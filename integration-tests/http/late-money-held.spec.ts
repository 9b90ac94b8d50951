import { withStore } from "../support/boot";

/** `lateMoney: "hold"`: a person decides, and nothing is given back by itself. */
withStore(
  "late_hold",
  (stage) => {
    test("money for a replaced session is held and shown, and nothing is sent", async () => {
      const { shop, gateway, hurry, ledger, pg } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      await shop.session(checkout.collectionId, {}, "checkout");
      await hurry();
      ledger.useClock(() => new Date(Date.now() + 60_000));
      await hurry();
      expect((await gateway.requests()).filter(({ operation }) => operation === "cancel")).toHaveLength(0);
      const { rows } = await pg.raw("SELECT kind, message FROM acquiring_attention_item WHERE cleared_at IS NULL");
      expect(rows).toEqual([{ kind: "late_or_double_money", message: expect.stringContaining("Void or refund it") }]);
    });
  },
  {},
  { lateMoney: "hold" },
);
