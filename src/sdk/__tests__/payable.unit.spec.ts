import { PaymentBody, PaymentMethodsBody } from "../../api-schema/store";
import { LinkSessionBody, PaymentLinkBody } from "../../api-schema/store-link";
import { asked, authorised, errorFrom, shopWith } from "./fake-shop";

/** Paying an order's balance with the token of a payment link. */
const CARD = "pp_acquiring-card_main";
const LINK = "acqlnk_1.1.mac";
const session = { session: { session_id: "payses_1", token: "token_1" }, amount: "12.50", currency: "EUR" };

describe("a payment link", () => {
  it("is read, and one of another shop is refused with its own code", async () => {
    const link = { state: "open", amount: "12.50", currency: "EUR" };
    const { acquiring, sent } = shopWith({ body: { payment_link: link } });
    expect(await acquiring.readLink(LINK)).toEqual(link);
    expect(asked(sent)).toEqual(["POST /store/acquiring/payment-link"]);
    expect(PaymentLinkBody.parse(sent[0]?.body)).toEqual({ link: LINK });
    const unknown = shopWith({ status: 404, body: { code: "payment_link_not_found", message: "no" } });
    expect((await errorFrom(unknown.acquiring.readLink(LINK))).code).toBe("payment_link_not_found");
    expect((await errorFrom(shopWith({ body: {} }).acquiring.readLink(LINK))).code).toBe("not_loaded");
  });

  it("has payment methods of its own", async () => {
    const { acquiring, sent } = shopWith({ body: { payment_methods: [], can_save_cards: false } });
    await acquiring.listMethods({ payable: LINK });
    expect(PaymentMethodsBody.parse(sent[0]?.body)).toEqual({ link: LINK });
  });

  it("has the instalment plans of the part that is asked for", async () => {
    const { acquiring, sent } = shopWith({ body: { payment_methods: [], can_save_cards: false } });
    await acquiring.listMethods({ payable: LINK, amount: "60.00" });
    expect(PaymentMethodsBody.parse(sent[0]?.body)).toEqual({ link: LINK, amount: "60.00" });
  });

  it("gets its session from the server, which knows the amount, and is paid with its token", async () => {
    const { acquiring, sent } = shopWith({ body: session }, { body: authorised });
    const started = await acquiring.start({ payable: LINK, providerId: CARD });
    expect(started).toEqual({
      id: "payses_1",
      provider_id: CARD,
      data: { token: "token_1", link: LINK, amount: "12.50", currency: "EUR" },
    });
    await acquiring.pay({ session: started, method: { type: "checkout", presentation: "page" } });
    expect(asked(sent)).toEqual(["POST /store/acquiring/payment-link/session", "POST /store/acquiring/payments"]);
    expect(LinkSessionBody.parse(sent[0]?.body)).toEqual({ link: LINK, provider_id: CARD });
    expect(PaymentBody.parse(sent[1]?.body)).toMatchObject({ session_id: "payses_1", token: "token_1", link: LINK });
  });

  it("that was paid meanwhile is refused with its code, and nothing can have been charged by an unreadable answer", async () => {
    const paid = shopWith({ status: 409, body: { code: "payment_link_paid", message: "paid" } });
    const input = { payable: LINK, providerId: CARD };
    expect((await errorFrom(paid.acquiring.start(input))).code).toBe("payment_link_paid");
    expect((await errorFrom(shopWith({ body: {} }).acquiring.start(input))).code).toBe("not_sent");
  });
});
