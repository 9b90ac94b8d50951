import { Modules } from "@medusajs/framework/utils";
import { BALANCE_DUE } from "../../src/application/orders/announce-balance";
import { withStore } from "../support/boot";
import { charge, chargeRows, follow, offerPlan, subscribe } from "../support/subscriber";

/** With `subscription.draftForDeclined`, nobody has to ask for the draft of a declined renewal. */
withStore(
  "declined-drafts",
  (stage) => {
    test("a declined renewal becomes a draft that is announced once, and nothing once the gateway has charged", async () => {
      const { container, pg, work } = stage();
      await offerPlan(stage());
      const subscribed = await subscribe(stage());
      const said: unknown[] = [];
      const bus = container.resolve(Modules.EVENT_BUS);
      const emit = bus.emit.bind(bus);
      const spy = jest.spyOn(bus, "emit").mockImplementation((event, options) => {
        for (const { name, data } of [event].flat()) if (name === BALANCE_DUE) said.push(data);
        return emit(event, options);
      });
      try {
        await charge(stage(), subscribed, { outcome: "decline" });
        await follow(stage(), subscribed);
        await work();
        const [, declined] = await chargeRows(stage(), subscribed);
        const draft = { order_id: declined?.order_id, amount: "100.00", currency: "EUR", reason: "renewal_declined" };
        expect(said).toEqual([draft]);
        expect(await pg("order").where({ id: declined?.order_id }).first()).toMatchObject({ status: "draft" });
        await charge(stage(), subscribed);
        await follow(stage(), subscribed);
        expect(await pg("order").where({ id: declined?.order_id }).first()).toMatchObject({ status: "canceled" });
        expect((await chargeRows(stage(), subscribed)).at(-1)).toMatchObject({ state: "paid", order_state: "made" });
        expect(said).toHaveLength(1);
      } finally {
        spy.mockRestore();
      }
    });
  },
  {},
  { subscription: { draftForDeclined: true } },
);
