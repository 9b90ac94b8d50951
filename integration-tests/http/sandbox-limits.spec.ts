import { withStore } from "../support/boot";
import { CARDS } from "../support/shop";

/** A test account: no real card can be tested there, and developers pay often. */
withStore(
  "sandbox_limits",
  (stage) => {
    test("a developer reads which limit was reached and which option raises it", async () => {
      const { shop } = stage();
      const checkout = await shop.checkout();
      for (let count = 0; count < 3; count += 1) {
        expect((await shop.pay(checkout, CARDS.declined)).status).toBe(200);
      }
      const refused = await shop.pay(checkout, CARDS.declined);
      expect([refused.status, refused.body]).toEqual([
        429,
        {
          type: "acquiring_error",
          code: "too_many_attempts",
          message: expect.stringContaining(
            "Sandbox account: the card testing limit of 3 payments per session in 3600 s is reached. Raise cardTesting.limits.session.max x cardTesting.sandboxFactor.",
          ),
        },
      ]);
    });
  },
  {},
  { cardTesting: { limits: { session: { max: 1 } }, sandboxFactor: 3 } },
);
