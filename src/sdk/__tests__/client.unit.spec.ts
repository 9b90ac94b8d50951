import { cardErrorsOf } from "../errors";
import type { Acquiring } from "../types";
import type { ShopAnswer } from "./fake-shop";
import { authorised, checking, errorFrom, paymentOf, shopWith } from "./fake-shop";

/** Card payments and their status. */
const SESSION = { id: "payses_1", data: { v: 1, token: "token_1" } };
const CARD = {
  number: "4111 1111 1111 1111",
  expiry: "1 / 39",
  securityCode: " 123",
  firstName: "Ada ",
  lastName: "Lovelace",
};

const pathsOf = (sent: readonly { url: string }[]): string[] =>
  sent.map(({ url }) => url.replace("https://api.shop.example/store/acquiring/", ""));

const pay = (acquiring: Acquiring) => acquiring.pay({ session: SESSION, method: { type: "card", card: CARD } });

describe("paying by card", () => {
  it("sends session, token, digits and a two-part expiry, with the publishable key", async () => {
    const { acquiring, sent } = shopWith({ body: authorised });
    await pay(acquiring);
    expect(sent[0]?.headers.get("x-publishable-api-key")).toBe("pk_1");
    expect(sent[0]?.body).toEqual({
      session_id: "payses_1",
      token: "token_1",
      device: {},
      method: {
        type: "card",
        card: {
          number: "4111111111111111",
          expiry_month: "01",
          expiry_year: "2039",
          security_code: "123",
          holder_first_name: "Ada",
          holder_last_name: "Lovelace",
        },
      },
    });
  });

  it("returns a decline as a value, and the session stays payable", async () => {
    const declined = paymentOf({ error: { code: "card_declined", message: "The payment was not approved." } });
    const payment = await pay(shopWith({ body: declined }).acquiring);
    expect([payment.state, payment.error?.code]).toEqual(["payable", "card_declined"]);
  });

  it("throws the code, the texts and the fields of a refusal", async () => {
    const fields = [{ field: "method.card.expiry_month", message: "This card has expired." }, { field: 7 }];
    const body = { type: "acquiring_error", code: "card_invalid", message: "Bitte die Karte prüfen.", fields };
    const error = await errorFrom(pay(shopWith({ status: 422, body }).acquiring));
    expect([error.code, error.message, error.fields.length]).toEqual(["card_invalid", "Bitte die Karte prüfen.", 1]);
    expect(cardErrorsOf(error)).toEqual({ expiry: "This card has expired." });
  });

  it("has its own text for a refusal without one", async () => {
    const error = await errorFrom(pay(shopWith({ status: 409, body: { code: "amount_changed" } }).acquiring));
    expect(error.message).toMatch(/The amount has changed/);
  });

  it.each([
    [400, { type: "not_allowed", message: "Publishable API key required" }, "payment_not_available"],
    [404, "<html>nothing here</html>", "payment_not_available"],
    [429, "slow down", "too_many_attempts"],
    [403, { code: "constructor" }, "payment_not_available"],
    [409, { code: "network" }, "payment_not_available"],
  ])("reads a foreign refusal of %i as %3$s and keeps its text for the developer", async (status, body, code) => {
    const { acquiring, sent } = shopWith({ status, body });
    const error = await errorFrom(pay(acquiring));
    expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/key|html|slow/);
    expect(sent).toHaveLength(1);
  });

  it.each<[string, ShopAnswer]>([
    ["the connection broke", "broken"],
    ["no answer came in 100 s", "silent"],
    ["a proxy answered 502", { status: 502, body: "<html>Bad gateway</html>" }],
    ["a 503 of the shop came", { status: 503, body: { code: "payment_not_available", message: "no" } }],
    ["the answer was no JSON", { body: "<html>welcome</html>" }],
    ["the answer has a state that nobody knows", { body: { payment: { ...authorised.payment, state: "gone" } } }],
  ])("requests the session's status when %s, and sends the card once", async (_why, answer) => {
    const { acquiring, sent } = shopWith(answer, { body: checking });
    expect((await pay(acquiring)).state).toBe("checking");
    expect(pathsOf(sent)).toEqual(["payments", "payment-status"]);
    expect(JSON.stringify(sent[1]?.body)).not.toContain("4111");
  });

  it("reports that nothing was charged if the response was lost and the session is still payable 8 s later", async () => {
    const { acquiring, timer, sent } = shopWith("broken", { body: paymentOf() });
    expect((await errorFrom(pay(acquiring))).code).toBe("temporarily_unavailable");
    expect(timer.now()).toBe(8_000);
    expect(pathsOf(sent).filter((path) => path === "payments")).toHaveLength(1);
  });

  it("finds a payment that the server recorded only after the response was lost", async () => {
    const { acquiring, sent } = shopWith("broken", { body: paymentOf() }, { body: paymentOf() }, { body: authorised });
    expect((await pay(acquiring)).state).toBe("authorised");
    expect(pathsOf(sent)).toEqual(["payments", "payment-status", "payment-status", "payment-status"]);
  });

  it("waits for the record after a status request failed too, and believes a decline of a recorded payment", async () => {
    const payable = { body: paymentOf() };
    const { acquiring, timer } = shopWith("broken", "broken", payable, payable, { body: checking }, payable);
    expect((await errorFrom(pay(acquiring))).code).toBe("network");
    const states: string[] = [];
    const payment = await acquiring.waitForResult(SESSION, { onChange: ({ state }) => states.push(state) });
    expect([payment.state, ...states]).toEqual(["payable", "checking", "payable"]);
    expect(timer.now()).toBe(5_000);
  });

  it("does not call a payment payable that may not be recorded yet, when its status is asked", async () => {
    const payable = { body: paymentOf() };
    const { acquiring } = shopWith("broken", "broken", payable, { body: authorised });
    expect((await errorFrom(pay(acquiring))).code).toBe("network");
    expect((await errorFrom(acquiring.status(SESSION))).code).toBe("network");
    expect((await acquiring.status(SESSION)).state).toBe("authorised");
  });

  it("keeps the shop's own code if that response was lost and the session is still payable", async () => {
    const refusal = { status: 503, body: { code: "payment_not_available", message: "Not now." } };
    const { acquiring, timer } = shopWith(refusal, { body: paymentOf() });
    const error = await errorFrom(pay(acquiring));
    expect([error.code, error.message]).toEqual(["payment_not_available", "Not now."]);
    expect(timer.now()).toBe(0);
  });

  it("reports an unknown outcome when nothing can be reached", async () => {
    const error = await errorFrom(pay(shopWith("broken").acquiring));
    expect(error.code).toBe("network");
    expect(error.message).toMatch(/do not pay again/);
  });

  it("refuses a session of another provider before anything is sent", async () => {
    const { acquiring, sent } = shopWith({ body: authorised });
    for (const data of [undefined, null, {}, { token: 1 }]) {
      const error = await errorFrom(
        acquiring.pay({ session: { id: "payses_1", data }, method: { type: "card", card: CARD } }),
      );
      expect(error.code).toBe("session_not_found");
    }
    expect(sent).toEqual([]);
  });
});

describe("querying the status", () => {
  it("sends only session and token", async () => {
    const { acquiring, sent } = shopWith({ body: checking });
    expect((await acquiring.status(SESSION)).poll_after_ms).toBe(1_000);
    expect(pathsOf(sent)).toEqual(["payment-status"]);
    expect(sent[0]?.body).toEqual({ session_id: "payses_1", token: "token_1" });
  });

  it("throws when the shop cannot be reached", async () => {
    expect((await errorFrom(shopWith("broken").acquiring.status(SESSION))).code).toBe("network");
  });
});
