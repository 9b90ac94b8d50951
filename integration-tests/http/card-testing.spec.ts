import { withStore } from "../support/boot";

/** Card testing as it is done: many cards, several carts, one address. */
withStore(
  "testing",
  (stage) => {
    test("1,000 different cards fired at the store reach the gateway at most as often as the limits say", async () => {
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
    }, 180_000);
  },
  {},
  { cardTesting: {} },
);

/** The nth of many different card numbers with a right check digit; the simulator declines them all. */
function numbered(index: number): string {
  const body = `400055${String(index).padStart(9, "0")}`;
  const sum = [...body].reverse().reduce((total, character, at) => {
    const digit = Number(character) * (at % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return `${body}${String((10 - (sum % 10)) % 10)}`;
}
