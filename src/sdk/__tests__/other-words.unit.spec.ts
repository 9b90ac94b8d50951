import { de } from "../languages";
import { english } from "../texts";
import type { Texts } from "../texts";
import type { Answer } from "./fake-shop";
import { errorFrom, paymentOf, shopIn } from "./fake-shop";

/** The server speaks English; the shopper reads the shop's table. */
const SESSION = { id: "payses_1", data: { token: "token_1" } };
const RUDE: Texts = { ...english, errors: { ...english.errors, card_declined: "No." } };
const declined = paymentOf({ error: { code: "card_declined", message: english.errors.card_declined } });
const returned = { ...declined, session: { session_id: "payses_1", token: "t" }, cart_id: null, cancelled: false };

describe("a shop with a table of its own", () => {
  it.each<[string, Answer, string]>([
    ["a refusal", { status: 409, body: { code: "amount_changed", message: "Changed." } }, de.errors.amount_changed],
    ["a refusal that is not ours", { status: 404, body: "nothing" }, de.errors.payment_not_available],
    ["a broken connection", "broken", de.errors.network],
  ])("reads its own words for %s", async (_what, answer, expected) => {
    const { acquiring } = shopIn(de, answer);
    expect((await errorFrom(acquiring.listMethods({ cartId: "cart_1" }))).message).toBe(expected);
    expect((await errorFrom(acquiring.status(SESSION))).message).toBe(expected);
  });

  it("reads its own words for a session that is not ours", async () => {
    const work = shopIn(de).acquiring.status({ id: "payses_1", data: null });
    expect((await errorFrom(work)).message).toBe(de.errors.session_not_found);
  });

  it.each([
    ["German", de, de.errors.card_declined],
    ["English of its own", RUDE, "No."],
    ["nothing", undefined, english.errors.card_declined],
  ])("that has %s reads a decline in it", async (_what, texts, expected) => {
    const { acquiring } = shopIn(texts, { body: returned });
    expect((await acquiring.status(SESSION)).error).toEqual({ code: "card_declined", message: expected });
    const back = await acquiring.handleReturn("https://shop.example/?acquiring_return=r1");
    expect(back?.payment.error?.message).toBe(expected);
  });

  it("shows the server's words for a reason that it has none for", async () => {
    const error = { code: "constructor", message: "Something new." };
    const { acquiring } = shopIn(de, { body: { payment: { ...declined.payment, error } } });
    expect((await acquiring.status(SESSION)).error?.message).toBe("Something new.");
  });

  it("is told which table that is", () => {
    expect(shopIn(de).acquiring.texts).toBe(de);
    expect(shopIn(undefined).acquiring.texts).toBe(english);
  });
});
