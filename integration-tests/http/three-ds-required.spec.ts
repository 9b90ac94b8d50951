import { watchAttention } from "../../src/application/worker/watch-attention";
import { withStore } from "../support/boot";
import { CARDS, cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";

/** `threeDs.require`: an authorisation without 3-D Secure pays for nothing and is returned. */
const SHOP = "http://localhost:8000";

withStore(
  "three_ds",
  (stage) => {
    test("an authorisation without 3-D Secure is voided, and the session is payable again", async () => {
      const { shop, gateway, hurry, pg, container } = stage();
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
      await watchAttention(container);
      const { rows: closed } = await pg.raw("SELECT kind, cleared_reason FROM acquiring_attention_item");
      expect(closed).toEqual([{ kind: "three_ds_missing", cleared_reason: "given_back" }]);
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

    test("while it is not known whether 3-D Secure was used nothing is completed and nothing is returned", async () => {
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

    test("a result without an authentication is not accepted as one", async () => {
      const { shop, gateway } = stage();
      for (const eci of ["7", "6"]) {
        await gateway.fault("retrievalTrans", "drop-before", 1);
        const checkout = await shop.checkout();
        const three_ds = { eci, cavv: "AAABBEg0VhI0VniQEjRWAAAAAAA=" };
        const { body } = await shop
          .payBy(checkout, { type: "card", card: cardInput("4111111111111111"), three_ds })
          .expect(200);
        expect([eci, body.payment.state]).toEqual([eci, "checking"]);
      }
    });

    test("an item is raised when the gateway never reports whether 3-D Secure was used", async () => {
      const { shop, gateway, hurry, ledger, pg } = stage();
      const checkout = await shop.checkout();
      await gateway.fault("retrievalTrans", "drop-before", 100);
      expect((await shop.pay(checkout).expect(200)).body.payment.state).toBe("checking");
      ledger.useClock(() => new Date(Date.now() + 16 * 60_000));
      await hurry();
      const { rows } = await pg.raw(
        "SELECT item.kind FROM acquiring_attention_item AS item JOIN acquiring_payment_attempt AS attempt ON attempt.id = item.attempt_id WHERE attempt.cart_id = ? AND item.cleared_at IS NULL",
        [checkout.cartId],
      );
      expect(rows).toEqual([{ kind: "unknown_outcome" }]);
    });

    test("an order that waits for money that had no 3-D Secure is cancelled", async () => {
      const { shop, admin, gateway, hurry, pg } = stage();
      const checkout = await shop.checkout();
      expect((await shop.pay(checkout, CARDS.pending).expect(200)).body.payment.state).toBe("pending");
      const done = await shop.complete(checkout);
      expect(done.type).toBe("order");
      const { rows } = await pg.raw("SELECT order_no FROM acquiring_payment_attempt WHERE cart_id = ?", [
        checkout.cartId,
      ]);
      await gateway.control("approve", { order_no: rows[0].order_no });
      for (let round = 0; round < 3; round += 1) await hurry();
      expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 1 });
      const order = await admin.get(`/admin/orders/${done.order?.id ?? ""}?fields=id,status`).expect(200);
      expect(order.body.order.status).toBe("canceled");
    });
  },
  {},
  { threeDs: { require: true, external: true } },
);
