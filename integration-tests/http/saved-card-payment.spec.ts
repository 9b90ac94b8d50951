import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import type { Checkout } from "../support/shop";
import { cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";
import { until } from "../support/waiting";

/** Saving a card with a payment, and paying with a saved card. */
const SHOP = "http://localhost:8000";
const save = (number = "4111111111111111"): object => ({ type: "card", card: cardInput(number), save: true });

withStore("saved_payment", (stage) => {
  let count = 0;
  const someone = (): Promise<Customer> => {
    count += 1;
    return Customer.register(stage().base, stage().shop, `customer${String(count)}`);
  };
  const tokens = async (): Promise<{ token: string }[]> => {
    const answer = await fetch(`${stage().gateway.url}/_control/tokens`);
    return ((await answer.json()) as { tokens: { token: string }[] }).tokens;
  };

  test("a card is saved at its owner's request, and pays the next cart without its number", async () => {
    const { shop, gateway } = stage();
    const ada = await someone();
    const first = await ada.checkout();
    const paid = await ada.payBy(first, save()).expect(200);
    expect(paid.body.payment).toMatchObject({
      state: "authorised",
      saved_card: { id: expect.stringMatching(/^acqcrd_/) },
    });
    const [card] = await ada.savedCards();
    expect(card).toMatchObject({ mask: "411111******1111", brand: "visa", needs_security_code: false });
    const second = await ada.checkout();
    const answer = await ada.payBy(second, { type: "saved_card", id: card?.id }).expect(200);
    expect(answer.body.payment).toMatchObject({ state: "authorised", card: { mask: "411111******1111" } });
    expect((await shop.complete(second)).type).toBe("order");
    const sent = (await gateway.requests()).filter(({ operation }) => operation === "authorise");
    expect(sent).toHaveLength(2);
    expect(JSON.stringify(sent[1]?.body)).not.toContain("security_code");
    const [token] = await tokens();
    expect(JSON.stringify([paid.body, answer.body, card])).not.toContain(token?.token);
  });

  test("no card is saved without the request, for a guest, or after a decline", async () => {
    const { shop } = stage();
    const ada = await someone();
    await ada.payBy(await ada.checkout(), { type: "card", card: cardInput("4111111111111111") }).expect(200);
    await ada.payBy(await ada.checkout(), save("4000000000000002")).expect(200);
    expect(await ada.savedCards()).toEqual([]);
    const guest = await shop.checkout();
    const answer = await shop.payBy(guest, save()).expect(200);
    expect(answer.body.payment).toMatchObject({ state: "authorised", saved_card: null });
    expect(await tokens()).toEqual([]);
  });

  test("a guest who enters the email address of an account pays as a guest", async () => {
    const { base, shop, gateway, pg } = stage();
    const ada = await Customer.register(base, shop, "ada");
    const own = await ada.checkout();
    await ada.payBy(own, save()).expect(200);
    const [card] = await ada.savedCards();
    expect((await shop.complete(own)).type).toBe("order");
    const checkout = await shop.checkout();
    const cart = await pg("cart").where({ id: checkout.cartId }).first();
    expect(cart.customer_id).toBe(ada.id);
    const eve = await someone();
    expect((await eve.payBy(checkout, save()).expect(404)).body.code).toBe("session_not_found");
    const withTheirs = await shop.payBy(checkout, { type: "saved_card", id: card?.id }).expect(401);
    expect(withTheirs.body.code).toBe("login_required");
    const paid = await shop.payBy(checkout, save("5555555555554444")).expect(200);
    expect(paid.body.payment).toMatchObject({ state: "authorised", saved_card: null });
    const [ours, theirs] = (await gateway.requests())
      .filter(({ operation }) => operation === "authorise")
      .map(({ body }) => body.account_owner);
    expect([ours, theirs]).toEqual([[expect.objectContaining({ account_id: ada.id })], undefined]);
    expect((await shop.complete(checkout)).type).toBe("order");
    expect((await ada.savedCards()).map(({ id }) => id)).toEqual([card?.id]);
    expect(await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first()).toMatchObject({
      has_account: false,
      customer_id: ada.id,
    });
  });

  test("after a 3-D Secure challenge the signed notification saves the card", async () => {
    const { gateway, work } = stage();
    await gateway.control("settings", { notifications: "on" });
    const ada = await someone();
    const checkout = await ada.checkout();
    const { body } = await ada.payBy(checkout, save("4000000000003063"), { return_to: `${SHOP}/checkout` }).expect(200);
    const traveller = new Traveller(SHOP);
    await traveller.submit(await traveller.follow(body.payment.action.url), { decision: "approve" });
    await gateway.idle();
    await work();
    expect((await ada.savedCards()).map(({ mask }) => mask)).toEqual(["400000******3063"]);
    const { rows } = await stage().pg.raw("SELECT body FROM acquiring_inbox_event WHERE source = 'notify'");
    const bodies = rows.map(({ body }: { body: string }) => Buffer.from(body, "base64").toString());
    expect(bodies.join()).toContain("token_id=[token]");
    expect(bodies.join()).not.toMatch(/tok_[a-p]{32}/);
  });

  test("a card whose token the gateway refuses disappears from the list, and the customer reads a neutral text", async () => {
    const { gateway } = stage();
    const ada = await someone();
    await ada.payBy(await ada.checkout(), save()).expect(200);
    const [card] = await ada.savedCards();
    const [token] = await tokens();
    await gateway.control("revoke-token", { token_id: token?.token });
    const checkout = await ada.checkout();
    const answer = await ada.payBy(checkout, { type: "saved_card", id: card?.id }).expect(200);
    expect(answer.body.payment).toMatchObject({ state: "payable", error: { code: "card_declined" } });
    expect(await ada.savedCards()).toEqual([]);
    expect((await ada.payBy(checkout, { type: "saved_card", id: card?.id }).expect(404)).body.code).toBe(
      "saved_card_not_found",
    );
  });

  test("Medusa's account holder lists the same cards without a token, and a deleted customer's cards are deleted", async () => {
    const { container, admin } = stage();
    const ada = await someone();
    await ada.payBy(await ada.checkout(), save()).expect(200);
    const payments = container.resolve(Modules.PAYMENT);
    const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
      entity: "account_holder",
      fields: ["id", "provider_id", "data"],
      filters: { external_id: { $like: `${ada.id}.%` } },
    });
    const [holder] = data;
    expect(holder?.provider_id).toBe("pp_acquiring-card_main");
    const listed = await payments.listPaymentMethods({
      provider_id: "pp_acquiring-card_main",
      context: { account_holder: holder },
    });
    expect(listed).toMatchObject([{ data: { mask: "411111******1111", brand: "visa" } }]);
    expect(JSON.stringify(listed)).not.toContain("tok_");
    await admin.delete(`/admin/customers/${ada.id}`).expect(200);
    const { pg } = stage();
    const gone = async (): Promise<boolean> => {
      const { rows } = await pg.raw("SELECT removed_at FROM acquiring_saved_card WHERE customer_id = ?", [ada.id]);
      return rows.every(({ removed_at }: { removed_at: Date | null }) => removed_at !== null);
    };
    await until(gone);
  });

  test("two tabs of a customer's first payment start concurrently, and the one that is rolled back removes no card", async () => {
    const { container, pg } = stage();
    const ada = await someone();
    const pair = (): Promise<Checkout> => ada.checkout();
    const [first, second] = await Promise.all([pair(), pair()]);
    expect(first.session.id).not.toBe(second.session.id);
    await ada.payBy(first, save()).expect(200);
    const payments = container.resolve(Modules.PAYMENT);
    const extra = await payments.createAccountHolder({
      provider_id: "pp_acquiring-card_main",
      context: { customer: { id: ada.id, email: "ada@example.test" } },
    });
    await payments.deleteAccountHolder(extra.id);
    expect(await ada.savedCards()).toHaveLength(1);
    for (const id of await pg("account_holder")
      .whereNull("deleted_at")
      .whereLike("external_id", `${ada.id}.%`)
      .pluck("id"))
      await payments.deleteAccountHolder(String(id));
    expect(await ada.savedCards()).toEqual([]);
  });

  test("another customer's card, a guest and an invented ID pay nothing and get the same response", async () => {
    const { shop, gateway } = stage();
    const [ada, eve] = [await someone(), await someone()];
    await ada.payBy(await ada.checkout(), save()).expect(200);
    const [card] = await ada.savedCards();
    const before = (await gateway.requests()).length;
    const stolen = await eve.payBy(await eve.checkout(), { type: "saved_card", id: card?.id }).expect(404);
    const invented = await eve.payBy(await eve.checkout(), { type: "saved_card", id: "acqcrd_1" }).expect(404);
    expect(stolen.body).toEqual(invented.body);
    expect((await shop.payBy(await shop.checkout(), { type: "saved_card", id: card?.id }).expect(401)).body.code).toBe(
      "login_required",
    );
    expect((await gateway.requests()).length).toBe(before);
  });
});
