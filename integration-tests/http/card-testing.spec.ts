import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { CARDS, cardInput } from "../support/shop";

/** Card testing against a live account: many cards, several carts, one IP address. */
process.env.ACQUIRING_SANDBOX = "false";

withStore(
  "testing",
  (stage) => {
    test("1,000 different cards sent to the store reach the gateway at most as often as the limits allow", async () => {
      const { shop, gateway } = stage();
      const checkouts: Awaited<ReturnType<typeof shop.checkout>>[] = [];
      for (let count = 0; count < 8; count += 1) checkouts.push(await shop.checkout());
      const statuses: Record<number, number> = {};
      for (let round = 0; round < 20; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) => {
            const checkout = checkouts[index % checkouts.length];
            return shop.pay(
              { session: checkout?.session ?? { id: "", data: { token: "" } } },
              numbered(round * 50 + index),
            );
          }),
        );
        for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
      }
      const sent = (await gateway.requests()).filter(({ operation }) => operation === "authorise");
      expect(sent.length).toBeLessThanOrEqual(20);
      expect(sent.length).toBeGreaterThan(0);
      expect(statuses[429]).toBeGreaterThanOrEqual(900);
    }, 300_000);

    test("a customer who reaches a limit does not learn which one", async () => {
      const { shop } = stage();
      const checkout = await shop.checkout();
      for (let count = 0; count < 5; count += 1) {
        expect((await shop.pay(checkout, CARDS.declined)).status).toBe(200);
      }
      const refused = await shop.pay(checkout, CARDS.declined);
      expect([refused.status, refused.body]).toEqual([
        429,
        {
          type: "acquiring_error",
          code: "too_many_attempts",
          message: "Too many attempts. Please wait a while and try again.",
        },
      ]);
    });

    test("a payment that arrives just when the previous one is declined counts like any other", async () => {
      const { base, gateway, ledger, pg, shop } = stage();
      const ada = await Customer.register(base, shop, "ada");
      const checkout = await ada.checkout();
      for (let count = 0; count < 4; count += 1) {
        await ada.payBy(checkout, { type: "card", card: cardInput(CARDS.declined) }).expect(200);
      }
      await ada.payBy(checkout, { type: "card", card: cardInput(CARDS.pending) }).expect(200);
      const { id, order_no } = (await ledger.attempts.attemptOfSession(checkout.session.id)) ?? {
        id: "",
        order_no: "",
      };
      // The sixth has seen that the fifth is pending, and waits for the customer's orders.
      const hold = await pg.transaction();
      await hold.raw('LOCK TABLE "order" IN ACCESS EXCLUSIVE MODE');
      const sixth = ada.payBy(checkout, { type: "card", card: cardInput(CARDS.approved) }).then((answer) => answer);
      await waiting(pg);
      await gateway.control("decline", { order_no });
      await ledger.checkAttempt(id);
      await hold.commit();
      expect((await sixth).status).toBe(429);
      expect((await gateway.requests()).filter(({ operation }) => operation === "authorise")).toHaveLength(5);
    });
  },
  {},
  { cardTesting: {} },
);

/** The nth of many valid card numbers; the simulator declines them all. */
function numbered(index: number): string {
  const body = `400055${String(index).padStart(9, "0")}`;
  const sum = [...body].reverse().reduce((total, character, at) => {
    const digit = Number(character) * (at % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return `${body}${String((10 - (sum % 10)) % 10)}`;
}

/** Resolves when a session waits for a table lock. */
async function waiting(pg: Knex): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rows } = await pg.raw("SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'relation' LIMIT 1");
    if (rows.length > 0) return;
  }
  throw new Error("Nobody waits.");
}
