import { withStore } from "../support/boot";
import { cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";

/** `threeDs.require`: a card that was authorised without 3-D Secure pays for nothing and is given back. */
const SHOP = "http://localhost:8000";

withStore(
  "three_ds",
  (stage) => {
    test("an authorisation without 3-D Secure is voided, and the session is payable again", async () => {
      const { shop, gateway, hurry, pg } = stage();
      const checkout = await shop.checkout();
      const answer = await shop.pay(checkout).expect(200);
      expect(answer.body.payment).toMatchObject({ state: "checking", completable: false });
      expect((await shop.complete(checkout)).type).toBe("refused");
      await hurry();
      await hurry();
      expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 1 });
      expect(await shop.status(checkout)).toMatchObject({ state: "payable", error: { code: "card_declined" } });
      const { rows } = await pg.raw("SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL");
      expect(rows).toEqual([{ kind: "three_ds_missing" }]);
      expect((await shop.pay(checkout, "4000000000003055").expect(200)).body.payment.state).toBe("authorised");
      expect((await shop.complete(checkout)).type).toBe("order");
    });

    test("frictionless and challenged authentications pay", async () => {
      const { shop } = stage();
      const frictionless = await shop.checkout();
      expect((await shop.pay(frictionless, "4000000000003055").expect(200)).body.payment.state).toBe("authorised");
      const challenged = await shop.checkout();
      const { body } = await shop
        .payBy(challenged, { type: "card", card: cardInput("4000000000003063") }, { return_to: SHOP })
        .expect(200);
      const traveller = new Traveller(SHOP);
      await traveller.submit(await traveller.follow(body.payment.action.url), { decision: "approve" });
      expect((await shop.returned(traveller.returnToken)).body.payment.state).toBe("authorised");
      expect((await shop.complete(challenged)).type).toBe("order");
    });

    test("while it is not known whether 3-D Secure was used nothing is completed and nothing is given back", async () => {
      const { shop, gateway, hurry } = stage();
      const checkout = await shop.checkout();
      await gateway.fault("retrievalTrans", "drop-before", 1);
      expect((await shop.pay(checkout, "4000000000003055").expect(200)).body.payment.state).toBe("checking");
      expect((await gateway.state()).effects.cancel).toBe(0);
      await hurry();
      expect((await shop.status(checkout)).state).toBe("authorised");
    });

    test("the result of another authentication counts when the shop may send one", async () => {
      const { shop, gateway } = stage();
      const checkout = await shop.checkout();
      const three_ds = {
        eci: "5",
        cavv: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
        ds_trans_id: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
      };
      const answer = await shop
        .payBy(checkout, { type: "card", card: cardInput("4111111111111111"), three_ds })
        .expect(200);
      expect(answer.body.payment.state).toBe("authorised");
      const [sent] = (await gateway.requests()).filter(({ operation }) => operation === "authorise");
      expect(sent?.body.additional_information).toEqual([
        { mpi_info: { eci: "05", cavv: three_ds.cavv, xid: "", dsTransID: three_ds.ds_trans_id } },
      ]);
    });
  },
  {},
  { threeDs: { require: true, external: true } },
);
