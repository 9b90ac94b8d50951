import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { changeQuantity, editedOrder, LinkPayer, linkFor } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { cardsIn, cardsInDatabase } from "../support/find-cards";
import { later } from "../support/other-process";
import { CARDS, cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";

/** Promises 18, 19 and 20 for payment links; the others run for carts and links alike in their own files. */
const SHOP = "http://localhost:8000";
const CHALLENGE = { type: "card", card: cardInput("4000000000003063") };
const CANARY = "4012888888881881";

withStore("link-promises", (stage) => {
  const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });
  const openKinds = (): Promise<string[]> =>
    stage().pg("acquiring_attention_item").whereNull("cleared_at").pluck("kind");

  async function owing(): Promise<{ orderId: string; token: string; customer: LinkPayer }> {
    const { orderId } = await editedOrder(stage());
    const { token } = await linkFor(stage(), orderId);
    return { orderId, token, customer: new LinkPayer(stage(), token) };
  }

  test("18 notify, return and status in every order after a redirect are one payment of the link", async () => {
    const { shop, gateway, pg } = stage();
    const orders: readonly (readonly ("notify" | "return" | "status")[])[] = [
      ["notify", "return", "status"],
      ["notify", "status", "return"],
      ["return", "notify", "status"],
      ["return", "status", "notify"],
      ["status", "notify", "return"],
      ["status", "return", "notify"],
    ];
    for (const order of orders) {
      stage().ledger.useClock(() => new Date());
      const { orderId, customer } = await owing();
      const session = await customer.begin();
      const { body } = await customer.payBy(session, CHALLENGE, { return_to: SHOP }).expect(200);
      const traveller = new Traveller(SHOP);
      await traveller.submit(await traveller.follow(body.payment.action.url), { decision: "approve" });
      const [attempt] = await pg("acquiring_payment_attempt").where({ session_id: session.session_id });
      for (const step of order) {
        if (step === "notify") await gateway.notify(attempt.order_no);
        if (step === "return") await shop.returned(traveller.returnToken).expect(200);
        if (step === "status") await shop.post("/store/acquiring/payment-status", session).expect(200);
        await stage().work();
      }
      await later(stage());
      expect([order, (await customer.shown()).state]).toEqual([order, "paid"]);
      const payments = await pg("payment").where({ payment_session_id: session.session_id, canceled_at: null });
      expect([order, payments.length]).toEqual([order, 1]);
      const links = await pg("acquiring_payment_link").where({ order_id: orderId });
      expect([order, links.map(({ attempt_id: by }) => by)]).toEqual([order, [attempt.id]]);
      expect([order, await wrong(), await openKinds()]).toEqual([order, [], []]);
    }
  }, 300_000);

  test.each([
    ["amount", `amount = 99, raw_amount = '{"value":"99","precision":20}'`],
    ["currency", "currency_code = 'usd'"],
  ])(
    "19 amount and currency authorised equal the session's when the link's payment is recorded, or it is refused: %s",
    async (_, change) => {
      const { gateway, pg, hurry } = stage();
      const { customer } = await owing();
      const session = await customer.begin();
      expect((await customer.pay(session, CARDS.pending).expect(200)).body.payment.state).toBe("pending");
      await pg.raw(`UPDATE payment_session SET ${change} WHERE id = ?`, [session.session_id]);
      const [attempt] = await pg("acquiring_payment_attempt").where({ session_id: session.session_id });
      await gateway.control("approve", { order_no: attempt.order_no });
      await gateway.notify(attempt.order_no);
      for (let round = 0; round < 3; round += 1) await hurry();
      expect(await pg("payment").where({ payment_session_id: session.session_id })).toEqual([]);
      expect(await openKinds()).toContain("amount_mismatch");
    },
  );

  test("19 an order that owes nothing any more when the link's payment arrives keeps none of it", async () => {
    const { gateway, pg, hurry } = stage();
    const { orderId, customer } = await owing();
    const session = await customer.begin();
    await customer.pay(session, CARDS.pending).expect(200);
    await changeQuantity(stage(), orderId, 1);
    const [attempt] = await pg("acquiring_payment_attempt").where({ session_id: session.session_id });
    await gateway.control("approve", { order_no: attempt.order_no });
    await gateway.notify(attempt.order_no);
    for (let round = 0; round < 3; round += 1) await hurry();
    expect((await gateway.transaction(attempt.order_no)).state).toBe("voided");
    expect(await pg("payment").where({ payment_session_id: session.session_id })).toEqual([]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("20 no card number or security code of a link's payment at rest, in a log line or in any answer", async () => {
    const { shop, admin, container, pg } = stage();
    const answers: string[] = [];
    const logged: string[] = [];
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    for (const level of ["debug", "info", "warn", "error"] as const)
      logger[level] = (...said: readonly unknown[]): void => void logged.push(JSON.stringify(said));
    const { orderId, token, customer } = await owing();
    const session = await customer.begin();
    const paid = { ...session, link: token };
    const hostile: readonly (readonly [string, object])[] = [
      ["payment-link", { link: CANARY }],
      ["payment-link", { link: `acqlnk_${CANARY}.1.${CANARY}` }],
      ["payment-link/session", { link: token, provider_id: CANARY }],
      ["payment-link/session", { link: `${token}${CANARY}`, provider_id: "pp_acquiring-card_main" }],
      ["payments", { ...paid, link: CANARY, method: { type: "card", card: cardInput(CANARY) } }],
      ["payments", { ...paid, method: { type: "card", card: { ...cardInput(CANARY), holder_last_name: CANARY } } }],
      ["payments", { ...paid, return_to: `${SHOP}/${CANARY}`, method: { type: "card", card: cardInput(CANARY) } }],
      ["payments", { ...paid, method: { type: "card", card: { number: CANARY, security_code: "123" } } }],
    ];
    for (const [path, body] of hostile) {
      const answer = await shop.post(`/store/acquiring/${path}`, body);
      expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true]);
      answers.push(answer.text);
    }
    answers.push((await customer.pay(session, CANARY).expect(200)).text, (await customer.read().expect(200)).text);
    for (const path of ["payments", "payment-links"])
      answers.push((await admin.get(`/admin/acquiring/orders/${orderId}/${path}`).expect(200)).text);
    await later(stage());
    expect(await cardsInDatabase(pg, [CANARY])).toEqual([]);
    expect(answers.flatMap((text) => cardsIn(text, [CANARY]))).toEqual([]);
    expect(logged.flatMap((text) => cardsIn(text, [CANARY]))).toEqual([]);
    expect(answers.join("\n")).toContain("401288******1881");
  });
});
