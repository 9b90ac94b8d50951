import type { Event } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { StepResponse } from "@medusajs/framework/workflows-sdk";
import { emitEvents } from "../../src/application/events/emit-events";
import { PaymentNews } from "../../src/application/events/event-schema";
import type { InstalmentsOffered } from "../../src/workflows";
import { acquiringInstalmentsOfferedWorkflow } from "../../src/workflows";
import { editedOrder, LinkPayer, linkFor } from "../support/balance";
import { withStore } from "../support/boot";
import { cardInput } from "../support/shop";
import { offerPlan } from "../support/subscriber";
import { Traveller } from "../support/traveller";

/** Instalments: offered for the amount, accepted as shown, sent to the gateway, and kept with the payment. */
process.env.ACQUIRING_INSTALMENTS = JSON.stringify([
  { id: "card-12", method: "card", currency: "EUR", count: 12, minimum: "50.00", wireId: "P12" },
  { id: "page-3", method: "checkout", currency: "EUR", count: 3 },
  { id: "dear", method: "card", currency: "EUR", count: 24, minimum: "1000.00" },
  { id: "dollars", method: "card", currency: "USD", count: 12 },
]);

/** The store's own handler; by default it has no opinion. */
type Offer = (asked: InstalmentsOffered) => Promise<readonly string[] | undefined>;
const noOpinion: Offer = () => Promise.resolve(undefined);
let offer = noOpinion;
acquiringInstalmentsOfferedWorkflow.hooks.instalmentsOffered(async (asked) => {
  const plans = await offer(asked);
  return new StepResponse(plans && { offer: [...plans] });
});

interface Plan {
  readonly plan: string;
  readonly count: number;
  readonly monthly_amount: string;
}

const OPTIONS = { splitPayments: { enabled: true, minimum: 10 }, subscription: { guests: true } };

withStore(
  "instalments",
  (stage) => {
    const card = { type: "card", card: cardInput("4111111111111111") };
    const CARD_12 = {
      ...{ plan: "card-12", count: 12, monthly_amount: "8.33", last_amount: "8.37" },
      ...{ total_amount: "100.00", currency: "EUR" },
    };
    const chosen = ({ plan, count, monthly_amount }: Plan): object => ({ plan, count, monthly_amount });
    const plansIn = (methods: { id: string; instalments?: Plan[] }[]): Record<string, Plan[] | undefined> =>
      Object.fromEntries(methods.map(({ id, instalments }) => [id, instalments]));
    const plansOf = async (cartId: string): Promise<Record<string, Plan[] | undefined>> => {
      const { body } = await stage().shop.post("/store/acquiring/payment-methods", { cart_id: cartId }).expect(200);
      return plansIn(body.payment_methods);
    };
    const asked = async (): Promise<unknown[]> =>
      (await stage().gateway.state()).transactions.map((transaction) => Reflect.get(transaction, "instalments"));

    beforeEach(() => {
      offer = noOpinion;
    });

    test("a plan is listed for its amount, paid with, sent to the gateway, and shown with the payment and in the export", async () => {
      const { shop, admin } = stage();
      const checkout = await shop.checkout();
      const plans = await plansOf(checkout.cartId);
      expect(plans).toMatchObject({ card: [CARD_12], checkout: [{ plan: "page-3", monthly_amount: "33.33" }] });
      expect(plans["apm:ideal"]).toBeUndefined();
      const { body } = await shop.payBy(checkout, card, { instalments: chosen(CARD_12) }).expect(200);
      expect(body.payment.state).toBe("authorised");
      expect(await asked()).toEqual([{ count: "12", plan: "P12" }]);
      const { order } = await shop.complete(checkout);
      const { body: shown } = await admin.get(`/admin/acquiring/orders/${order?.id ?? ""}/payments`).expect(200);
      const instalments = { plan: "card-12", count: 12, monthly_amount: "8.33", last_amount: "8.37" };
      expect(shown.payments[0]).toMatchObject({ amounts: { authorised: "100.00" }, instalments });
      const { text } = await admin.get("/admin/acquiring/payments/export").expect(200);
      const [head = [], row = []] = text.split("\r\n").map((line) => line.slice(1, -1).split('","'));
      const columns = ["instalments", "monthly_amount", "last_amount"];
      expect(columns.map((name) => row[head.indexOf(name)])).toEqual(["12", "8.33", "8.37"]);
    });

    test("the events of a payment contain its plan, and those of a payment at once contain none", async () => {
      const { container, shop } = stage();
      const bus = container.resolve(Modules.EVENT_BUS);
      const seen: PaymentNews["instalments"][] = [];
      const note = async ({ data }: Event): Promise<void> =>
        void seen.push(PaymentNews.strict().parse(data).instalments);
      bus.subscribe("acquiring.payment.authorised", note, { subscriberId: "instalments-spec" });
      await shop.payBy(await shop.checkout(), card, { instalments: chosen(CARD_12) }).expect(200);
      await shop.pay(await shop.checkout()).expect(200);
      await emitEvents(container);
      bus.unsubscribe("acquiring.payment.authorised", note, { subscriberId: "instalments-spec" });
      const plan = { plan: "card-12", count: 12, monthly_amount_minor: "833", last_amount_minor: "837" };
      expect(seen).toEqual([plan, null]);
    });

    test("a plan that is not offered, or that differs from what the customer saw, is refused, and nothing is sent", async () => {
      const { shop, gateway } = stage();
      const checkout = await shop.checkout();
      for (const instalments of [
        { ...chosen(CARD_12), plan: "card-6" },
        { ...chosen(CARD_12), count: 24 },
        { ...chosen(CARD_12), monthly_amount: "8.32" },
        { ...chosen(CARD_12), monthly_amount: "0.01" },
        // Of another method, another amount, another currency.
        { plan: "page-3", count: 3, monthly_amount: "33.33" },
        { plan: "dear", count: 24, monthly_amount: "4.16" },
        { plan: "dollars", count: 12, monthly_amount: "8.33" },
      ]) {
        const { body } = await shop.payBy(checkout, card, { instalments }).expect(409);
        expect([instalments, body]).toEqual([
          instalments,
          expect.objectContaining({
            code: "instalments_not_available",
            fields: [{ field: "instalments", message: expect.stringContaining("payment-methods") }],
          }),
        ]);
      }
      await shop.payBy(checkout, card, { instalments: "card-12" }).expect(400);
      expect(await gateway.sent("authorise")).toBe(0);
      // The session can still be paid, at once.
      expect((await shop.pay(checkout).expect(200)).body.payment.state).toBe("authorised");
      expect(await asked()).toEqual([null]);
    });

    test("the gateway's own page gets the plan too, and paying with another one replaces the payment that waits", async () => {
      const { shop, pg } = stage();
      const checkout = await shop.checkoutFor("checkout");
      const hosted = { type: "checkout", presentation: "page" };
      const back = { return_to: "http://localhost:8000/checkout" };
      expect((await shop.payBy(checkout, hosted, back).expect(200)).body.payment.state).toBe("action_required");
      const plan = { plan: "page-3", count: 3, monthly_amount: "33.33" };
      const { body } = await shop.payBy(checkout, hosted, { ...back, instalments: plan }).expect(200);
      const rows = await pg("acquiring_payment_attempt").orderBy("created_at").select("state", "instalments");
      expect(rows).toEqual([
        { state: "expired", instalments: null },
        { state: "action_required", instalments: { plan: "page-3", count: 3, monthly: "3333", last: "3334" } },
      ]);
      const traveller = new Traveller("http://localhost:8000");
      const page = await traveller.followHosted(body.payment.action.url);
      await traveller.submit(page, {
        ...{ action: "pay", card: "4111111111111111", expiry: "12/39", security_code: "123", name: "Ada L" },
      });
      const returned = await shop.returned(traveller.returnToken).expect(200);
      expect(returned.body.payment.state).toBe("authorised");
      expect(await asked()).toEqual([{ count: "3", plan: "page-3" }]);
    });

    test("a cart that starts a subscription is not offered instalments, and cannot be paid with them", async () => {
      const { shop, gateway } = stage();
      await offerPlan(stage());
      const checkout = await shop.checkout();
      expect((await plansOf(checkout.cartId)).card).toBeUndefined();
      const { body } = await shop.payBy(checkout, card, { instalments: chosen(CARD_12) }).expect(409);
      expect(body.code).toBe("instalments_not_available");
      expect(await gateway.sent("authorise")).toBe(0);
    });

    test("what an order still owes can be paid in instalments with a payment link", async () => {
      const { orderId } = await editedOrder(stage());
      const payer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
      const { body } = await payer.methods().expect(200);
      expect(plansIn(body.payment_methods).card).toEqual([CARD_12]);
      const ofPart = { link: payer.token, amount: "60.00" };
      const { body: part } = await stage().shop.post("/store/acquiring/payment-methods", ofPart).expect(200);
      expect(plansIn(part.payment_methods).card).toMatchObject([{ monthly_amount: "5.00", total_amount: "60.00" }]);
      const session = await payer.begin();
      const wrong = { ...chosen(CARD_12), monthly_amount: "9.00" };
      const refused = await payer.payBy(session, card, { instalments: wrong }).expect(409);
      expect(refused.body.code).toBe("instalments_not_available");
      const paid = await payer.payBy(session, card, { instalments: chosen(CARD_12) }).expect(200);
      expect(paid.body.payment.state).toBe("authorised");
      expect(await asked()).toEqual([null, { count: "12", plan: "P12" }]);
    });

    test("a plan that the store's handler does not offer is not listed, and a payment with it is not sent", async () => {
      const { shop, gateway } = stage();
      const questions: InstalmentsOffered[] = [];
      offer = async (question) => {
        questions.push(question);
        return question.plans.filter((plan) => plan !== "card-12");
      };
      const checkout = await shop.checkout();
      const listed = await plansOf(checkout.cartId);
      expect([listed.card, listed.checkout]).toMatchObject([undefined, [{ plan: "page-3" }]]);
      const question = {
        ...{ cart_id: checkout.cartId, order_id: null, account: "main", method: "card" },
        ...{ amount: "100.00", currency: "EUR", plans: ["card-12"] },
      };
      expect(questions).toContainEqual(question);
      questions.length = 0;
      const { body } = await shop.payBy(checkout, card, { instalments: chosen(CARD_12) }).expect(409);
      expect([body.code, questions]).toEqual(["instalments_not_available", [question]]);
      expect(await gateway.sent("authorise")).toBe(0);
      offer = noOpinion;
      await shop.payBy(checkout, card, { instalments: chosen(CARD_12) }).expect(200);
      // What was sent is answered from the ledger, whatever the handler says now.
      offer = () => Promise.resolve([]);
      const again = await shop.payBy(checkout, card, { instalments: chosen(CARD_12) }).expect(200);
      expect([again.body.payment.state, await asked()]).toEqual(["authorised", [{ count: "12", plan: "P12" }]]);
    });

    test("the handler is told the order of a payment link", async () => {
      const { orderId } = await editedOrder(stage());
      const payer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
      const subjects: unknown[] = [];
      offer = ({ cart_id, order_id, method }) => {
        if (method === "card") subjects.push({ cart_id, order_id });
        return Promise.resolve(undefined);
      };
      const session = await payer.begin();
      subjects.length = 0;
      await payer.methods().expect(200);
      await payer.payBy(session, card, { instalments: chosen(CARD_12) }).expect(200);
      expect(subjects).toEqual(Array(2).fill({ cart_id: null, order_id: orderId }));
    });

    test.each([
      ["throws", () => Promise.reject(new Error("The credit service is away."))],
      ["does not answer in time", () => new Promise<undefined>(() => undefined)],
    ])("a handler that %s: no plan is offered, and the cart can be paid at once", async (_, answer) => {
      const { shop, ledger } = stage();
      const limits: number[] = [];
      ledger.useClock(
        () => new Date(),
        undefined,
        (ms, run) => {
          limits.push(ms);
          setImmediate(run);
          return () => undefined;
        },
      );
      offer = answer;
      const checkout = await shop.checkout();
      const listed = await plansOf(checkout.cartId);
      expect([listed.card, listed.checkout, limits[0]]).toEqual([undefined, undefined, 5_000]);
      const { body } = await shop.payBy(checkout, card, { instalments: chosen(CARD_12) }).expect(409);
      expect(body.code).toBe("instalments_not_available");
      expect((await shop.pay(checkout).expect(200)).body.payment.state).toBe("authorised");
    });
  },
  {},
  OPTIONS,
);
