import type { PaymentInstructions } from "../types";
import { asked, errorFrom, paymentOf, shopWith } from "./fake-shop";

/** Payment instructions for a confirmation page that has only the order's ID. */
const VOUCHER: PaymentInstructions = {
  status: "waiting",
  method: "multibanco",
  method_name: "Multibanco",
  amount: "12.50",
  currency: "EUR",
  expires_at: "2026-12-01T00:00:00.000Z",
  url: "https://api.shop.example/acquiring/go/acq_1.mac",
};
const pending = (instructions: PaymentInstructions | null) => ({
  body: paymentOf({ state: "pending", completable: true, instructions }),
});
const session = (id: string, status: string, providerId = "pp_acquiring-apm_main") => ({
  id,
  status,
  provider_id: providerId,
  data: { token: `token_of_${id}` },
});
const order = (...sessions: readonly unknown[]) => ({
  body: { order: { payment_collections: [{ payment_sessions: sessions }] } },
});

it("an order's are loaded by its ID, without a login, and link back to the page that shows them", async () => {
  const { acquiring, sent } = shopWith(order(session("ps_1", "pending_authorization")), pending(VOUCHER));
  const returnTo = "https://shop.example/orders/order_1";
  const found = await acquiring.instructions({ orderId: "order_1", returnTo });
  expect(found).toEqual({ ...VOUCHER, url: `${VOUCHER.url ?? ""}?return_to=${encodeURIComponent(returnTo)}` });
  expect(asked(sent)).toEqual([
    "GET /store/orders/order_1?fields=id,payment_collections.id,*payment_collections.payment_sessions",
    "POST /store/acquiring/payment-status",
  ]);
  expect(sent[1]?.body).toEqual({ session_id: "ps_1", token: "token_of_ps_1" });
});

it("a cart's are loaded by its ID, and a session's without another request", async () => {
  const cart = { body: { cart: { payment_collection: { payment_sessions: [session("ps_1", "pending")] } } } };
  expect(await shopWith(cart, pending(VOUCHER)).acquiring.instructions({ cartId: "cart_1" })).toEqual(VOUCHER);
  const { acquiring, sent } = shopWith(pending(VOUCHER));
  expect(await acquiring.instructions({ session: session("ps_1", "pending") })).toEqual(VOUCHER);
  expect(sent).toHaveLength(1);
});

it("the session that placed the order is used, not an earlier one or another provider's", async () => {
  const { acquiring } = shopWith(
    order(
      session("ps_0", "error"),
      session("ps_1", "pending_authorization"),
      session("ps_2", "pending"),
      session("ps_3", "captured", "pp_other_main"),
    ),
  );
  expect((await acquiring.findSession({ orderId: "order_1" }))?.id).toBe("ps_1");
});

it("an order that was paid again after its voucher expired has no instructions any more", async () => {
  const { acquiring } = shopWith(order(session("ps_1", "pending_authorization"), session("ps_2", "authorized")));
  expect((await acquiring.findSession({ orderId: "order_1" }))?.id).toBe("ps_2");
});

it("a cancelled order's last session shows that it is no longer payable", async () => {
  const { acquiring } = shopWith(order(session("ps_0", "error"), session("ps_1", "canceled")));
  expect((await acquiring.findSession({ orderId: "order_1" }))?.id).toBe("ps_1");
});

it.each([[order()], [order(session("ps_1", "authorized", "pp_system_default"))], [{ body: { order: null } }]])(
  "an order without our payment has none",
  async (answer) => {
    const { acquiring, sent } = shopWith(answer);
    expect(await acquiring.instructions({ orderId: "order_1" })).toBeNull();
    expect(sent).toHaveLength(1);
  },
);

it("a card payment, and an older server, have none", async () => {
  const before = paymentOf({ state: "captured" }).payment;
  const { instructions: _none, ...older } = before;
  for (const body of [{ payment: before }, { payment: older }])
    expect(await shopWith({ body }).acquiring.instructions({ session: session("ps_1", "captured") })).toBeNull();
});

it.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", "not an address"])(
  "%j is not a URL to show",
  async (url) => {
    const { acquiring } = shopWith(pending({ ...VOUCHER, url }));
    expect((await acquiring.instructions({ session: session("ps_1", "pending") }))?.url).toBeNull();
  },
);

it("a token that does not match is refused with a message", async () => {
  const { acquiring } = shopWith({ status: 404, body: { code: "session_not_found", message: "Not found." } });
  expect((await errorFrom(acquiring.instructions({ session: session("ps_1", "pending") }))).code).toBe(
    "session_not_found",
  );
});
