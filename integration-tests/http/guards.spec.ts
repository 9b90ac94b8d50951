import { Modules } from "@medusajs/framework/utils";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import type { Checkout } from "../support/shop";

/** Guards that need a whole store; `npm run guards` removes each one and expects its test to fail. */
withStore(
  "guards_store",
  (stage) => {
    const attemptOf = async ({ pg }: Stage, { session }: Checkout): Promise<{ id: string; order_no: string }> => {
      const { rows } = await pg.raw("SELECT id, order_no FROM acquiring_payment_attempt WHERE session_id = ?", [
        session.id,
      ]);
      return rows[0];
    };

    test("the same key again is answered from the ledger, and nothing is sent", async () => {
      const { shop, gateway, ledger } = stage();
      const { checkout } = await shop.order();
      const { id } = await attemptOf(stage(), checkout);
      const intent = { attemptId: id, actor: "admin", actorId: null } as const;
      const capture = { ...intent, kind: "capture", amount: 10_000n, idempotencyKey: "capt_again" } as const;
      const refund = { ...intent, kind: "refund", amount: 4_000n, idempotencyKey: "ref_again" } as const;
      for (const each of [capture, refund]) {
        expect(await ledger.gate.run(each)).not.toHaveProperty("reason");
        expect(await ledger.gate.run(each)).not.toHaveProperty("reason");
      }
      expect((await gateway.state()).effects).toMatchObject({ capture: 1, refund: 1 });
    });

    test("a query that fails proves neither that a refund did not happen nor that a payment expired", async () => {
      const { shop, gateway, ledger, hurry, pg } = stage();
      const { checkout } = await shop.order();
      const { id } = await attemptOf(stage(), checkout);
      const intent = { attemptId: id, actor: "admin", actorId: null } as const;
      await ledger.gate.run({ ...intent, kind: "capture", amount: 10_000n, idempotencyKey: "capt_fails" });
      await gateway.fault("refund", "drop-after-apply");
      await ledger.gate.run({ ...intent, kind: "refund", amount: 4_000n, idempotencyKey: "ref_fails" });
      await gateway.fault("retrievalTrans", "drop-before", 50);
      const later = Date.now() + 10 * 60_000;
      ledger.useClock(() => new Date(later));
      await hurry();
      const statusOf = async (): Promise<string> =>
        (await pg.raw("SELECT status FROM acquiring_operation WHERE idempotency_key = 'ref_fails'")).rows[0].status;
      expect(await statusOf()).toBe("unknown");
      const again = await ledger.gate.run({ ...intent, kind: "refund", amount: 4_000n, idempotencyKey: "ref_second" });
      expect(again.kind).toBe("unknown");
      expect((await gateway.state()).effects).toMatchObject({ refund: 1 });
    });

    test("a cancel without a key, as sent by the loser of two completions, voids nothing", async () => {
      const { shop, gateway, container } = stage();
      const { checkout } = await shop.order();
      const { order_no } = await attemptOf(stage(), checkout);
      const payments = container.resolve(Modules.PAYMENT);
      // @ts-expect-error -- the same call that core makes, without its public API
      await payments.paymentProviderService_.cancelPayment("pp_acquiring-card_main", { data: { order_no } });
      expect((await gateway.state()).effects).toMatchObject({ cancel: 0 });
    });

    test("a session's data can be changed only with its token", async () => {
      const { shop, container } = stage();
      const [mine, other] = [await shop.checkout(), await shop.checkout()];
      const payments = container.resolve(Modules.PAYMENT);
      const change = (token: string): Promise<unknown> =>
        payments.updatePaymentSession({
          id: mine.session.id,
          currency_code: "eur",
          amount: 100,
          data: { session_id: mine.session.id, token },
        });
      await expect(change(other.session.data.token)).rejects.toThrow("does not come from this provider");
      await expect(change(mine.session.data.token)).resolves.toMatchObject({ id: mine.session.id });
    });
  },
  { timeouts: { connectMs: 2_000, authoriseMs: 3_000, otherMs: 3_000 } },
);
