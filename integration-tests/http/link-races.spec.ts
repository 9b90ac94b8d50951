import { editedOrder, LinkPayer, linkFor } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { cardPayment } from "../support/card-payment";
import { later } from "../support/other-process";
import { cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";
import { until } from "../support/waiting";

/** One payment of a balance although its order has two open payment collections, or its first payment expired. */
const SHOP = "http://localhost:8000";
const CHALLENGE = { type: "card", card: cardInput("4000000000003063") };

withStore("link-races", (stage) => {
  const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });

  interface Owing {
    readonly orderId: string;
    readonly linkId: string;
    readonly customer: LinkPayer;
  }

  async function owing(): Promise<Owing> {
    const { orderId } = await editedOrder(stage());
    const { id: linkId, token } = await linkFor(stage(), orderId);
    return { orderId, linkId, customer: new LinkPayer(stage(), token) };
  }

  /** As staff can with Medusa's own route, and a process that stood still longer than its lease. */
  const secondCollection = ({ orderId }: Owing) =>
    stage().admin.post("/admin/payment-collections", { order_id: orderId, amount: 100 }).expect(200);

  test("while a link's payment is at the gateway, a second payment collection of the order is not paid", async () => {
    const { gateway } = stage();
    const order = await owing();
    const { customer } = order;
    const session = await customer.begin();
    const before = await gateway.sent("authorise");
    await gateway.slowly("authorise");
    const paying = customer.pay(session).then(({ body }) => body.payment.state);
    await until(async () => (await gateway.sent("authorise")) > before);
    await secondCollection(order);
    expect((await customer.session("checkout").expect(409)).body.code).toBe("payment_waiting");
    expect(await customer.begin()).toEqual(session);
    expect(await paying).toBe("authorised");
    expect(await customer.shown()).toMatchObject({ state: "paid" });
    await later(stage());
    expect([await gateway.sent("authorise"), await wrong()]).toEqual([before + 1, []]);
  });

  test("of payments that begin in two payment collections of one order at the same moment, one is sent", async () => {
    const { gateway, ledger, pg } = stage();
    const order = await owing();
    const { customer, linkId } = order;
    const first = await customer.begin();
    await secondCollection(order);
    const second = await customer.begin();
    expect(second.session_id).not.toBe(first.session_id);
    const before = await gateway.sent("authorise");
    const pay = async ({ session_id: id }: { readonly session_id: string }): Promise<string> => {
      const { payment_collection_id: collectionId } = await pg("payment_session").where({ id }).first();
      return (await ledger.pay(cardPayment(id, null, { balance: { collectionId, linkId } }))).state;
    };
    const states = await Promise.all([first, second, first, second, first, second].map(pay));
    const three = (state: string): string[] => [state, state, state];
    expect(states.toSorted()).toEqual([...three("authorised"), ...three("checking")]);
    expect(await gateway.sent("authorise")).toBe(before + 1);
    await later(stage());
    expect(await customer.shown()).toMatchObject({ state: "paid" });
    expect(await wrong()).toEqual([]);
  });

  test("a 3-D Secure challenge that expires opens its link again, for one payment, and its late success goes back", async () => {
    const { gateway, ledger, hurry, pg } = stage();
    const { customer } = await owing();
    const session = await customer.begin();
    const { body } = await customer.payBy(session, CHALLENGE, { return_to: SHOP }).expect(200);
    const traveller = new Traveller(SHOP);
    const page = await traveller.follow(body.payment.action.url);
    expect(await customer.shown()).toMatchObject({ state: "processing", amount: "100.00" });
    const at = Date.now() + 3 * 3_600_000;
    ledger.useClock(() => new Date(at));
    await hurry();
    expect(await customer.shown()).toMatchObject({ state: "open", amount: "100.00" });
    const again = await customer.begin();
    const before = await gateway.sent("authorise");
    const answers = await Promise.all([customer.pay(again), customer.pay(again)]);
    expect(answers.map(({ body: { code, payment } }) => code ?? payment.state)).toContain("authorised");
    const attempts = pg("acquiring_payment_attempt").whereNotNull("collection_id").orderBy("created_at");
    const [expired] = await attempts.clone().pluck("order_no");
    await traveller.submit(page, { decision: "approve" });
    await gateway.notify(expired);
    for (let round = 0; round < 3; round += 1) await hurry();
    expect(await attempts.clone().pluck("state")).toEqual(["voided", "authorised"]);
    expect([await gateway.sent("authorise"), await gateway.sent("cancel")]).toEqual([before + 1, 1]);
    expect(await customer.shown()).toMatchObject({ state: "paid" });
    expect(await pg("acquiring_attention_item").whereNull("cleared_at").pluck("kind")).toEqual([
      "late_or_duplicate_payment",
    ]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });
});
