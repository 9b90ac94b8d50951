import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { cardInput } from "../support/shop";

/** The captcha hook as configured by a store owner, and the limits with their log messages. */
const ANSWER = "seven bridges";
process.env.DEMO_CAPTCHA_ANSWER = ANSWER;
// Production limits: a sandbox account's are twenty times as high.
process.env.ACQUIRING_SANDBOX = "false";
afterAll(() => {
  delete process.env.DEMO_CAPTCHA_ANSWER;
  delete process.env.ACQUIRING_SANDBOX;
});

withStore(
  "captcha",
  (stage) => {
    const card = { type: "card", card: cardInput("4000000000000002") };
    const sends = (): Promise<number> => stage().gateway.sent("authorise");

    test("without a captcha, and with a wrong one, nothing is sent and the customer reads what to do", async () => {
      const { shop } = stage();
      const checkout = await shop.checkout();
      for (const more of [{}, { captcha: "" }, { captcha: "eight bridges" }]) {
        const answer = await shop.payBy(checkout, card, more);
        expect([answer.status, answer.body.code]).toEqual([409, "captcha_required"]);
      }
      expect(await sends()).toBe(0);
      await shop.payBy(checkout, card, { captcha: ANSWER }).expect(200);
      expect(await sends()).toBe(1);
    });

    test("a captcha's response of 6,000 characters pays, and one above 8,192 is refused as a captcha", async () => {
      const { shop, ledger } = stage();
      const checkout = await shop.checkout();
      const verifyCaptcha = async ({ token }: { token: string | null }): Promise<boolean> => token?.length === 6_000;
      const cardTesting = { ...ledger.options.cardTesting, verifyCaptcha };
      const options = jest.replaceProperty(ledger, "options", { ...ledger.options, cardTesting });
      const refused = await shop.payBy(checkout, card, { captcha: "x".repeat(8_193) });
      expect([refused.status, refused.body.code]).toEqual([409, "captcha_required"]);
      expect(await sends()).toBe(0);
      await shop.payBy(checkout, card, { captcha: "x".repeat(6_000) }).expect(200);
      options.restore();
      expect(await sends()).toBe(1);
      const other = { session_id: checkout.session.id, token: "x".repeat(6_000) };
      expect((await shop.post("/store/acquiring/payment-status", other)).body.code).toBeUndefined();
    });

    test("a session that another tab replaces while the captcha is checked is not paid", async () => {
      const { shop, ledger } = stage();
      const checkout = await shop.checkout();
      const verifyCaptcha = async (): Promise<boolean> => {
        const other = { provider_id: "pp_acquiring-checkout_main" };
        await shop.post(`/store/payment-collections/${checkout.collectionId}/payment-sessions`, other).expect(200);
        return true;
      };
      const cardTesting = { ...ledger.options.cardTesting, verifyCaptcha };
      const options = jest.replaceProperty(ledger, "options", { ...ledger.options, cardTesting });
      const answer = await shop.payBy(checkout, card, { captcha: ANSWER });
      options.restore();
      expect([answer.status, answer.body.code]).toEqual([409, "session_not_payable"]);
      expect(await sends()).toBe(0);
    });

    test("a payment refused by the captcha does not count towards the limits, and a reached limit is named only in the log", async () => {
      const { shop, container } = stage();
      const lines = listen(container);
      const checkout = await shop.checkout();
      for (let turn = 0; turn < 10; turn += 1) await shop.payBy(checkout, card).expect(409);
      for (let turn = 0; turn < 5; turn += 1) await shop.payBy(checkout, card, { captcha: ANSWER }).expect(200);
      const refused = await shop.payBy(checkout, card, { captcha: ANSWER }).expect(429);
      expect(refused.body.code).toBe("too_many_attempts");
      expect(refused.text).not.toContain("session");
      expect(await sends()).toBe(5);
      expect(lines.filter((line) => line.startsWith("acquiring.limit_reached"))).toEqual([
        `acquiring.limit_reached scope=session session=${checkout.session.id} option=cardTesting.limits.session.max limit=5 window_ms=3600000`,
      ]);
    });

    test("a store behind an untrusted proxy is warned in the log when its customers reach the address limit", async () => {
      const { shop, container } = stage();
      const lines = listen(container);
      let status = 200;
      for (let turn = 0; turn < 30 && status === 200; turn += 1) {
        const checkout = await shop.checkout();
        ({ status } = await shop
          .payBy(checkout, { type: "card", card: cardInput(`411111111111${CHECKED[turn] ?? ""}`) }, { captcha: ANSWER })
          .set("x-forwarded-for", `203.0.113.${String(turn)}`));
      }
      expect(status).toBe(429);
      expect(lines.at(-1)).toMatch(/^acquiring.limit_reached scope=address .*trustedProxies$/);
      expect(await sends()).toBeLessThanOrEqual(20);
    }, 300_000);
  },
  {},
  { cardTesting: undefined },
);

/** Endings of valid card numbers, so that the limit per card is not reached first. */
const CHECKED = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(4, "0"))
  .filter((end) => {
    const sum = [...`411111111111${end}`].reverse().reduce((total, character, at) => {
      const digit = Number(character) * (at % 2 === 1 ? 2 : 1);
      return total + (digit > 9 ? digit - 9 : digit);
    }, 0);
    return sum % 10 === 0;
  })
  .slice(0, 30);

/** Collects the logger's warnings from now on. */
function listen(container: Stage["container"]): string[] {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const lines: string[] = [];
  logger.warn = (line) => void lines.push(line);
  return lines;
}
