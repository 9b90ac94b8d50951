import { PaymentBody } from "../../api-schema/store";
import { payBodyOf } from "../pay-body";
import type { PayInput } from "../types";
import { openPage } from "./fake-page";

/** Request bodies per payment method, validated by the server's own schema. */
const REF = { session_id: "payses_1", token: "token_1" };
const session = { id: "payses_1", data: { token: "token_1" } };
const card = {
  number: "4111-1111 1111 1111",
  expiry: "3/39",
  securityCode: " 123 ",
  firstName: " Ada",
  lastName: "L ",
};
const sentCard = {
  number: "4111111111111111",
  expiry_month: "03",
  expiry_year: "2039",
  security_code: "123",
  holder_first_name: "Ada",
  holder_last_name: "L",
};
const bodyOf = (input: Omit<PayInput, "session">) => payBodyOf(REF, { session, device: {}, ...input });

describe("the payment request", () => {
  it.each<[string, PayInput["method"], object]>([
    ["a card", { type: "card", card }, { type: "card", card: sentCard }],
    ["a card to keep", { type: "card", card, save: true }, { type: "card", card: sentCard, save: true }],
    ["a card not to keep", { type: "card", card, save: false }, { type: "card", card: sentCard, save: false }],
    [
      "a card with an authentication made elsewhere",
      { type: "card", card, threeDs: { eci: "05", cavv: "AAAB" } },
      { type: "card", card: sentCard, three_ds: { eci: "05", cavv: "AAAB" } },
    ],
    ["a saved card", { type: "saved_card", id: "card_1" }, { type: "saved_card", id: "card_1" }],
    [
      "a saved card with its code",
      { type: "saved_card", id: "card_1", securityCode: "123" },
      { type: "saved_card", id: "card_1", security_code: "123" },
    ],
    [
      "a card in Arabic digits",
      { type: "card", card: { ...card, number: "٤١١١١١١١١١١١١١١١", expiry: "٣/٣٩", securityCode: "١٢٣" } },
      { type: "card", card: sentCard },
    ],
    [
      "a card in Persian digits",
      { type: "card", card: { ...card, number: "۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱", expiry: "۰۳ / ۳۹", securityCode: "۱۲۳" } },
      { type: "card", card: sentCard },
    ],
    [
      "a card in full-width digits",
      {
        type: "card",
        card: { ...card, number: "４１１１１１１１１１１１１１１１", expiry: "０３／３９", securityCode: "１２３" },
      },
      { type: "card", card: sentCard },
    ],
    [
      "a saved card with its code in full-width digits",
      { type: "saved_card", id: "card_1", securityCode: "１２３" },
      { type: "saved_card", id: "card_1", security_code: "123" },
    ],
    [
      "a saved card whose code was left empty",
      { type: "saved_card", id: "card_1", securityCode: "" },
      { type: "saved_card", id: "card_1" },
    ],
    ["a hosted page", { type: "checkout", presentation: "page" }, { type: "checkout", presentation: "page" }],
    ["a hosted frame", { type: "checkout", presentation: "iframe" }, { type: "checkout", presentation: "iframe" }],
    ["another method", { type: "apm", method: "pix" }, { type: "apm", method: "pix" }],
    [
      "another method with bank and person",
      { type: "apm", method: "pse", bankCode: "1007", person: { document_number: "123" } },
      { type: "apm", method: "pse", bank_code: "1007", person: { document_number: "123" } },
    ],
  ])("by %s is accepted by the server", (_way, method, expected) => {
    const body = bodyOf({ method });
    expect(body).toEqual({ ...REF, device: {}, method: expected });
    expect(PaymentBody.parse(body)).toEqual(body);
  });

  it("names the plan with what the customer saw, and nothing else of it", () => {
    const instalments = {
      ...{ plan: "card-12", count: 12, monthly_amount: "8.33", last_amount: "8.37" },
      ...{ total_amount: "100.00", currency: "EUR" },
    };
    const body = bodyOf({ method: { type: "card", card }, instalments });
    expect(body.instalments).toEqual({ plan: "card-12", count: 12, monthly_amount: "8.33" });
    expect(PaymentBody.parse(body)).toEqual(body);
  });

  it("leaves an unreadable expiry to the server's validation", () => {
    const { method } = bodyOf({ method: { type: "card", card: { ...card, expiry: "soon" } } });
    expect(method).toMatchObject({ card: { expiry_month: "", expiry_year: "" } });
  });

  it("contains the captcha and the shop's own return URL", () => {
    const given = { captcha: "answer", returnTo: "https://shop.example/back" };
    expect(bodyOf({ method: { type: "checkout", presentation: "page" }, ...given })).toMatchObject({
      captcha: "answer",
      return_to: "https://shop.example/back",
    });
  });

  it("returns to the page that sent it", () => {
    const page = openPage("https://shop.example/checkout?cart=1&acquiring_return=old#pay");
    try {
      expect(bodyOf({ method: { type: "apm", method: "pix" } }).return_to).toBe("https://shop.example/checkout?cart=1");
    } finally {
      page.leave();
    }
  });
});
