import { OrderPaymentAnswer } from "../../api-schema/store-order";
import { asked, errorFrom, shopWith } from "./fake-shop";

/** What a logged-in customer's own order owes. */
const owed = {
  ...{ state: "open", amount: "12.50", currency: "EUR", token: null },
  ...{ smallest_part: null, url: null },
} as const;

describe("an order's payment", () => {
  it("is read without a link, and asked for with one", async () => {
    const paid = { ...owed, token: "acqlnk_1.1.mac" };
    const bodies = [{ order_payment: owed }, { order_payment: paid }];
    for (const body of bodies) OrderPaymentAnswer.parse(body);
    const { acquiring, sent } = shopWith(...bodies.map((body) => ({ body })));
    expect(await acquiring.readOrderPayment("order_1")).toEqual(owed);
    expect(await acquiring.payOrder("order/2")).toEqual(paid);
    expect(asked(sent)).toEqual([
      "GET /store/acquiring/orders/order_1/payment-link",
      "POST /store/acquiring/orders/order%2F2/payment-link",
    ]);
  });

  it("is refused to a guest, and an unreadable answer is not taken for one", async () => {
    const guest = shopWith({ status: 401, body: { code: "login_required", message: "no" } });
    expect((await errorFrom(guest.acquiring.readOrderPayment("order_1"))).code).toBe("login_required");
    expect((await errorFrom(shopWith({ body: {} }).acquiring.readOrderPayment("order_1"))).code).toBe("not_loaded");
    expect((await errorFrom(shopWith({ body: {} }).acquiring.payOrder("order_1"))).code).toBe("not_sent");
  });
});
