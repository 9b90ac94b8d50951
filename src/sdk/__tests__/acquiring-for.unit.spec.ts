import Medusa from "@medusajs/js-sdk";
import { acquiringFor } from "../acquiring-for";
import { asked, authorised, BACKEND, errorFrom, fakeShop, paymentOf } from "./fake-shop";

/** Uses Medusa's real client. */
const SESSION = { id: "payses_1", data: { token: "token_1" } };
const METHOD = { type: "saved_card", id: "acqcard_1" } as const;
type Config = ConstructorParameters<typeof Medusa>[0];

const medusaWith = (change: Partial<Config> = {}): Medusa =>
  new Medusa({
    baseUrl: BACKEND,
    publishableKey: "pk_7",
    auth: { type: "jwt", jwtTokenStorageMethod: "memory" },
    ...change,
  });

describe("with Medusa's client", () => {
  it("URL and key are the client's", async () => {
    const { fetch, sent } = fakeShop({ body: authorised });
    const acquiring = acquiringFor(medusaWith(), { fetch });
    await acquiring.status(SESSION);
    expect(acquiring.backendOrigin).toBe(BACKEND);
    expect(asked(sent)).toEqual(["POST /store/acquiring/payment-status"]);
    expect(sent[0]?.headers.get("x-publishable-api-key")).toBe("pk_7");
  });

  it("the client's customer is logged in here, and no longer after the logout", async () => {
    const { fetch, sent } = fakeShop({ body: paymentOf() });
    const medusa = medusaWith();
    const acquiring = acquiringFor(medusa, { fetch });
    await acquiring.status(SESSION);
    await medusa.client.setToken("jwt_1");
    await acquiring.status(SESSION);
    await medusa.client.clearToken();
    await acquiring.status(SESSION);
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([null, "Bearer jwt_1", null]);
  });

  it("a cookie login sends no token", async () => {
    const { fetch, sent } = fakeShop({ body: paymentOf() });
    const medusa = medusaWith({ auth: { type: "session", jwtTokenStorageMethod: "memory" } });
    await medusa.client.setToken("jwt_old");
    await acquiringFor(medusa, { fetch }).status(SESSION);
    expect(sent[0]?.headers.has("authorization")).toBe(false);
  });

  it("its headers are sent, after the shop's", async () => {
    const { fetch, sent } = fakeShop({ body: paymentOf() });
    const medusa = medusaWith({
      globalHeaders: { "x-shop": "1", "x-both": "medusa", "x-none": null, next: { tags: ["a"] } },
    });
    await acquiringFor(medusa, { fetch, headers: () => ({ "x-both": "shop" }) }).status(SESSION);
    const headers = sent[0]?.headers;
    expect(["x-shop", "x-both", "x-none", "next"].map((name) => headers?.get(name))).toEqual(["1", "shop", null, null]);
  });

  it("a refusal keeps its code and its fields", async () => {
    const fields = [{ field: "method.card.security_code", message: "Enter the 4-digit security code." }];
    const { fetch } = fakeShop({ status: 422, body: { code: "card_invalid", message: "no", fields } });
    const error = await errorFrom(acquiringFor(medusaWith(), { fetch }).pay({ session: SESSION, method: METHOD }));
    expect([error.code, error.fields.length]).toEqual(["card_invalid", 1]);
  });

  it("the shop's settings take precedence over the client's", () => {
    const config = { backendUrl: "https://pay.shop.example", publishableKey: "pk_8" };
    expect(acquiringFor(medusaWith(), config).backendOrigin).toBe("https://pay.shop.example");
  });

  it("a client without URL or key is refused with the fix", () => {
    const client = { getToken: () => null };
    expect(() => acquiringFor({ client })).toThrow("pass backendUrl and publishableKey");
    expect(() => acquiringFor(medusaWith({ publishableKey: "" }))).toThrow("pass backendUrl and publishableKey");
    expect(acquiringFor({ client }, { backendUrl: BACKEND, publishableKey: "pk_1" }).backendOrigin).toBe(BACKEND);
  });
});
