import { PaymentBody } from "../../api-schema/store";
import type { PayInput } from "../types";
import { authorised, paymentOf, shopOf, shopWith } from "./fake-shop";

/** Requests sent per payment method. */
const SESSION = { id: "payses_1", data: { token: "token_1" } };
const CARD = {
  number: "4111-1111-1111-1111",
  expiry: "12/39",
  securityCode: "123",
  firstName: "Ada",
  lastName: "Lovelace",
};

async function sentFor(input: Omit<PayInput, "session">): Promise<unknown> {
  const { acquiring, sent } = shopWith({ body: authorised });
  await acquiring.pay({ session: SESSION, ...input });
  expect(PaymentBody.safeParse(sent[0]?.body).error?.issues).toBeUndefined();
  return sent[0]?.body;
}

describe("the body of a payment", () => {
  it("of a card contains the request to save it and an external 3-D Secure result", async () => {
    const threeDs = { eci: "05", cavv: "AAABBB", ds_trans_id: "d1" };
    expect(await sentFor({ method: { type: "card", card: CARD, save: true, threeDs } })).toMatchObject({
      method: { type: "card", save: true, three_ds: threeDs },
    });
  });

  it("of a saved card contains its ID, and the security code if entered", async () => {
    expect(await sentFor({ method: { type: "saved_card", id: "acqcard_1" } })).toMatchObject({
      method: { type: "saved_card", id: "acqcard_1" },
    });
    expect(await sentFor({ method: { type: "saved_card", id: "acqcard_1", securityCode: "123" } })).toMatchObject({
      method: { security_code: "123" },
    });
  });

  it("of a hosted page contains its presentation", async () => {
    const method = { type: "checkout", presentation: "iframe" } as const;
    expect(await sentFor({ method })).toMatchObject({ method });
  });

  it("of an alternative method contains bank and person, and nothing that was not given", async () => {
    const person = { document_number: "12345678901", birth_date: "1990-12-31" };
    expect(await sentFor({ method: { type: "apm", method: "pix", bankCode: "001", person } })).toMatchObject({
      method: { type: "apm", method: "pix", bank_code: "001", person },
    });
    expect(await sentFor({ method: { type: "apm", method: "pix" } })).toEqual({
      session_id: "payses_1",
      token: "token_1",
      device: {},
      method: { type: "apm", method: "pix" },
    });
  });

  it("contains the device, the return URL and the captcha of the shop", async () => {
    const method = { type: "checkout", presentation: "page" } as const;
    const device = { browser: "Firefox", challenge_window_size: "03" } as const;
    const returnTo = "https://shop.example/paid";
    expect(await sentFor({ method, device, returnTo, captcha: "c1" })).toMatchObject({
      device,
      return_to: returnTo,
      captcha: "c1",
    });
  });
});

describe("a request", () => {
  const headersOf = async (headers: Record<string, string>) => {
    const { acquiring, sent } = shopOf({ headers: () => Promise.resolve(headers) }, { body: paymentOf() });
    await acquiring.status(SESSION);
    return sent[0]?.headers;
  };

  it("sends the shop's own headers, which take precedence over ours in any letter case", async () => {
    const headers = await headersOf({ Authorization: "Bearer t", "Content-Type": "application/json; charset=utf-8" });
    expect(headers?.get("authorization")).toBe("Bearer t");
    expect(headers?.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("is sent below the path of the backend URL; its origin is that of messages", async () => {
    const { acquiring, sent } = shopOf({ backendUrl: "https://shop.example/medusa/" }, { body: paymentOf() });
    await acquiring.status(SESSION);
    expect(sent[0]?.url).toBe("https://shop.example/medusa/store/acquiring/payment-status");
    expect(acquiring.backendOrigin).toBe("https://shop.example");
  });

  it("sends the cookies of the shop's server", async () => {
    const seen: unknown[] = [];
    const send: typeof fetch = (_url, init) => {
      seen.push(init?.credentials);
      return Promise.resolve(new Response(JSON.stringify(paymentOf())));
    };
    await shopOf({ fetch: send }).acquiring.status(SESSION);
    expect(seen).toEqual(["include"]);
  });
});
