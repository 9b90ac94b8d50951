import request from "supertest";
import acquiringRetention from "../../src/jobs/acquiring-retention";
import { SavedCardsAnswer } from "../../src/api-schema/store";
import { MOST_CARDS } from "../../src/modules/acquiring/saved-cards/card-storage-rules";
import { SavedCards } from "../../src/modules/acquiring/saved-cards/saved-cards";
import type { NewSavedCard } from "../../src/modules/acquiring/saved-cards/card-storage-rules";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { Customer } from "../support/customer";

/** Saved cards over HTTP and in Postgres: ownership, removal, and what is never returned or stored. */
const PATH = "/store/acquiring/saved-cards";
const TOKEN = "tok_secret_of_the_gateway";
const MISSING = "acqcrd_01ARZ3NDEKTSV4RRFFQ69G5FAV";

const cardOf = (customerId: string, more: Partial<NewSavedCard> = {}): NewSavedCard => ({
  account: "main",
  customerId,
  token: TOKEN,
  mask: "411111******1111",
  brand: "visa",
  expiryMonth: "12",
  expiryYear: "2039",
  firstName: "Ada",
  lastName: "Lovelace",
  ...more,
});

/** The nth of many different cards. */
const nth = (customerId: string, index: number): NewSavedCard =>
  cardOf(customerId, { token: `tok_${String(index)}`, mask: `411111******${String(1000 + index)}` });

withStore("saved_cards", (stage) => {
  const customer = (name: string): Promise<Customer> => Customer.register(stage().base, stage().shop, name);
  const keep = async (card: NewSavedCard): Promise<string> => {
    const id = await stage().ledger.savedCards.keep(card);
    if (id === null) throw new Error("The card was not kept.");
    return id;
  };
  const idsOf = async (who: Customer): Promise<string[]> =>
    SavedCardsAnswer.parse((await who.get(PATH).expect(200)).body).saved_cards.map(({ id }) => id);
  const rowOf = async ({ pg }: Stage, id: string): Promise<Record<string, unknown>> =>
    pg("acquiring_saved_card").where({ id }).first();
  const audited = async (
    { pg }: Stage,
    id: string,
  ): Promise<{ action: string; actor: string; actor_id: string | null; details: object }[]> =>
    pg("acquiring_audit_record")
      .select("action", "actor", "actor_id", "details")
      .whereRaw("details->>'saved_card_id' = ?", [id])
      .orderBy("id");

  test("a customer lists their saved card, and the response has exactly the fields of the API schema", async () => {
    const ada = await customer("ada");
    const id = await keep(cardOf(ada.id));
    const answer = await ada.get(PATH).expect(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).toEqual({
      saved_cards: [
        {
          id,
          mask: "411111******1111",
          brand: "visa",
          expiry_month: "12",
          expiry_year: "2039",
          holder_name: "Ada Lovelace",
          provider_id: "pp_acquiring-card_main",
          needs_security_code: false,
        },
      ],
    });
    expect(stage().ledger.accountOfProvider(answer.body.saved_cards[0].provider_id)).toBe("main");
  });

  test("another customer sees nothing, and cannot remove or use the card: the response is that of a missing one", async () => {
    const [ada, bob] = [await customer("ada"), await customer("bob")];
    const id = await keep(cardOf(ada.id));
    expect(await idsOf(bob)).toEqual([]);
    const foreign = await bob.delete(`${PATH}/${id}`).expect(404);
    const missing = await bob.delete(`${PATH}/${MISSING}`).expect(404);
    expect(foreign.body).toEqual(missing.body);
    expect(foreign.body.code).toBe("saved_card_not_found");
    expect(foreign.headers["cache-control"]).toBe("no-store");
    expect(await stage().ledger.savedCards.usable(bob.id, id)).toBeNull();
    expect(await idsOf(ada)).toEqual([id]);
  });

  test.each([
    ["of a NUL", "%00"],
    ["of our prefix alone", "acqcrd_"],
    ["that climbs folders", "..%2f.."],
    ["of 300 letters", "x".repeat(300)],
  ])("an ID %s gets the response of a missing one", async (_, id) => {
    const ada = await customer("ada");
    expect((await ada.delete(`${PATH}/${id}`).expect(404)).body.code).toBe("saved_card_not_found");
  });

  test("a guest, and anyone with an invalid or another kind of login, is asked to log in", async () => {
    const { shop, base } = stage();
    const ada = await customer("ada");
    const id = await keep(cardOf(ada.id));
    const admin = await request(base)
      .post("/auth/user/emailpass")
      .send({ email: "admin@example.test", password: "supersecret-1" })
      .expect(200);
    // Registered, but not a customer yet.
    const stranger = await request(base)
      .post("/auth/customer/emailpass/register")
      .send({ email: "eve@example.test", password: "supersecret-1" })
      .expect(200);
    const logins = ["", "Bearer nonsense", `Bearer ${admin.body.token}`, `Bearer ${stranger.body.token}`];
    for (const authorization of logins) {
      for (const call of [shop.get(PATH), shop.delete(`${PATH}/${id}`)]) {
        const answer = await call.set("authorization", authorization);
        expect([answer.status, answer.body.code]).toEqual([401, "login_required"]);
        expect(answer.headers["cache-control"]).toBe("no-store");
      }
    }
    expect(await idsOf(ada)).toEqual([id]);
  });

  test("a removed card stays removed, its token is deleted, and removing it again finds nothing", async () => {
    const ada = await customer("ada");
    const id = await keep(cardOf(ada.id));
    expect((await ada.delete(`${PATH}/${id}`).expect(200)).body).toEqual({ id, deleted: true });
    expect(await idsOf(ada)).toEqual([]);
    expect(await stage().ledger.savedCards.usable(ada.id, id)).toBeNull();
    expect((await rowOf(stage(), id)).token).toMatch(/^removed:[a-p]{64}$/);
    await ada.delete(`${PATH}/${id}`).expect(404);
    expect(await audited(stage(), id)).toMatchObject([
      { action: "saved_card_kept", actor: "customer", actor_id: ada.id },
      { action: "saved_card_removed", actor: "customer", actor_id: ada.id, details: { reason: "asked" } },
    ]);
    expect(await keep(cardOf(ada.id))).not.toBe(id);
  });

  test("every night the cards of deleted customers are removed, whose event was lost, and no others", async () => {
    const { container, pg } = stage();
    const [ada, bob, eve] = [await customer("ada"), await customer("bob"), await customer("eve")];
    const ids = [await keep(nth(ada.id, 1)), await keep(nth(bob.id, 2)), await keep(nth(eve.id, 3))];
    await pg("customer").where({ id: ada.id }).update({ deleted_at: new Date() });
    await pg("acquiring_saved_card").where({ customer_id: eve.id }).update({ customer_id: "cus_missing" });
    for (let night = 0; night < 2; night += 1) {
      await acquiringRetention(container);
      const tokens = await Promise.all(ids.map(async (id) => (await rowOf(stage(), id)).token));
      // Nothing says that a customer whom Medusa does not know was deleted.
      expect(tokens).toEqual([expect.stringMatching(/^removed:/), "tok_2", "tok_3"]);
      expect((await audited(stage(), ids[0] ?? "")).slice(1)).toMatchObject([
        { action: "saved_card_removed", actor: "system", details: { reason: "customer_gone" } },
      ]);
    }
  });

  test("a card whose token the gateway refused vanishes from the list and cannot be paid with", async () => {
    const { ledger } = stage();
    const ada = await customer("ada");
    const id = await keep(cardOf(ada.id));
    await ledger.savedCards.refuse(id, "I0099");
    await ledger.savedCards.refuse(id, "I0100");
    expect(await idsOf(ada)).toEqual([]);
    expect(await ledger.savedCards.usable(ada.id, id)).toBeNull();
    expect((await rowOf(stage(), id)).refused_code).toBe("I0099");
    expect((await audited(stage(), id)).map(({ action }) => action)).toEqual(["saved_card_kept", "saved_card_refused"]);
  });

  test("a late decline refuses no card that was renewed or accepted since its payment was sent", async () => {
    const { ledger } = stage();
    const ada = await customer("ada");
    const start = Date.now();
    const at = (seconds: number): Date => new Date(start + seconds * 1_000);
    const id = await keep(cardOf(ada.id));
    ledger.useClock(() => at(2));
    await keep(cardOf(ada.id, { token: "tok_new" }));
    await ledger.savedCards.refuse(id, "I0099", at(1));
    expect(await idsOf(ada)).toEqual([id]);
    await ledger.savedCards.refuse(id, "I0099", at(3));
    expect(await idsOf(ada)).toEqual([]);
  });

  test("no response and no audit record contains the token or a card number", async () => {
    const ada = await customer("ada");
    const id = await keep(cardOf(ada.id));
    const second = await keep(cardOf(ada.id, { token: "tok_secret_2", mask: "555555******4444" }));
    await stage().ledger.savedCards.refuse(second, "I0099 4111111111111111");
    const answers = [
      await ada.get(PATH),
      await ada.get(`${PATH}?fields=*,token`),
      await ada.get(`/store/customers/me?fields=*`),
      await ada.delete(`${PATH}/${id}`),
      await ada.delete(`${PATH}/${id}`),
    ];
    const { rows } = await stage().pg.raw("SELECT * FROM acquiring_audit_record");
    const shown = JSON.stringify([answers.map(({ body, headers }) => [body, headers]), rows]);
    expect(shown).not.toContain("tok_secret");
    expect(shown).not.toMatch(/(^|\D)\d{15,16}(\D|$)/);
    expect(rows.length).toBeGreaterThanOrEqual(4);
  });

  test("the token is used to pay, by its customer only, and the card used last comes first", async () => {
    const { ledger } = stage();
    const ada = await customer("ada");
    const first = await keep(cardOf(ada.id));
    ledger.useClock(() => new Date(Date.now() + 1_000));
    const second = await keep(cardOf(ada.id, { token: "tok_2", mask: "555555******4444", brand: "mastercard" }));
    expect(await idsOf(ada)).toEqual([second, first]);
    expect(await ledger.savedCards.usable(ada.id, first)).toMatchObject({ id: first, token: TOKEN, account: "main" });
    ledger.useClock(() => new Date(Date.now() + 2_000));
    await ledger.savedCards.used(first);
    expect(await idsOf(ada)).toEqual([first, second]);
  });

  test("an expired card is neither listed nor usable", async () => {
    const { ledger } = stage();
    const ada = await customer("ada");
    const id = await keep(cardOf(ada.id, { expiryMonth: "12", expiryYear: "2039" }));
    const at = (now: string): SavedCards =>
      new SavedCards({ connection: stage().pg, now: () => new Date(now), enabled: true });
    expect(await at("2040-01-01T11:59:59Z").list(ada.id)).toHaveLength(1);
    expect(await at("2040-01-01T12:00:00Z").list(ada.id)).toEqual([]);
    expect(await at("2040-01-01T12:00:00Z").usable(ada.id, id)).toBeNull();
    expect(await ledger.savedCards.usable(ada.id, id)).not.toBeNull();
  });

  test("while saved cards are off nothing is saved, listed or usable, but a customer can still remove cards", async () => {
    const ada = await customer("ada");
    const id = await keep(cardOf(ada.id));
    const off = new SavedCards({ connection: stage().pg, now: () => new Date(), enabled: false });
    expect(await off.keep(nth(ada.id, 1))).toBeNull();
    expect(await off.list(ada.id)).toEqual([]);
    expect(await off.usable(ada.id, id)).toBeNull();
    expect(await off.remove(ada.id, id)).toBe(true);
  });

  test("saving the same token returns the same card, also sixteen times at once", async () => {
    const ada = await customer("ada");
    const ids = await Promise.all(Array.from({ length: 16 }, () => keep(cardOf(ada.id))));
    expect(new Set(ids).size).toBe(1);
    expect(await idsOf(ada)).toEqual([ids[0]]);
    expect(await audited(stage(), ids[0] ?? "")).toHaveLength(1);
  });

  test("the same card with another token replaces the token and clears a refusal", async () => {
    const { ledger } = stage();
    const ada = await customer("ada");
    const id = await keep(cardOf(ada.id));
    await ledger.savedCards.refuse(id, "I0099");
    expect(await keep(cardOf(ada.id, { token: "tok_new", mask: "411111*****1111" }))).toBe(id);
    expect(await ledger.savedCards.usable(ada.id, id)).toMatchObject({ token: "tok_new" });
    expect((await audited(stage(), id)).map(({ action }) => action)).toEqual([
      "saved_card_kept",
      "saved_card_refused",
      "saved_card_kept",
    ]);
  });

  test("a token that now belongs to another saved card leaves one of the two cards", async () => {
    const ada = await customer("ada");
    const [first, second] = [await keep(nth(ada.id, 1)), await keep(nth(ada.id, 2))];
    expect(await keep({ ...nth(ada.id, 2), token: "tok_1" })).toBe(first);
    expect(await idsOf(ada)).toEqual([first]);
    expect((await rowOf(stage(), second)).token).toMatch(/^removed:/);
  });

  test("another customer's token is never transferred", async () => {
    const [ada, bob] = [await customer("ada"), await customer("bob")];
    const { savedCards } = stage().ledger;
    for (let round = 0; round < 10; round += 1) {
      const card = { token: `tok_${String(round)}`, mask: `411111******${String(1000 + round)}` };
      const kept = await Promise.all([ada, bob].map(({ id }) => savedCards.keep(cardOf(id, card))));
      expect(kept.filter((id) => id !== null)).toHaveLength(1);
    }
    const { rows } = await stage().pg.raw("SELECT count(*)::int AS cards FROM acquiring_saved_card");
    expect(rows[0].cards).toBe(10);
  });

  test("above the limit of saved cards, the longest unused is removed", async () => {
    const { ledger } = stage();
    const ada = await customer("ada");
    let seconds = 0;
    ledger.useClock(() => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds)));
    const ids: string[] = [];
    for (let index = 0; index < MOST_CARDS; index += 1) {
      seconds += 1;
      ids.push(await keep(nth(ada.id, index)));
    }
    seconds += 1;
    await ledger.savedCards.used(ids[0] ?? "");
    seconds += 1;
    const newest = await keep(nth(ada.id, 99));
    const left = await idsOf(ada);
    expect(left).toHaveLength(MOST_CARDS);
    expect(left.slice(0, 2)).toEqual([newest, ids[0]]);
    expect(left).not.toContain(ids[1]);
    expect((await audited(stage(), ids[1] ?? "")).at(-1)).toMatchObject({
      action: "saved_card_removed",
      actor: "system",
      actor_id: null,
      details: { reason: "too_many" },
    });
  });

  test("thirty cards saved at once leave as many as the limit", async () => {
    const ada = await customer("ada");
    await Promise.all(Array.from({ length: 30 }, (_, index) => keep(nth(ada.id, index))));
    expect(await idsOf(ada)).toHaveLength(MOST_CARDS);
  });

  test.each([
    ["no_number", { token: "4111111111111111" }],
    ["no_number", { token: "tok_411111111111_x" }],
    ["masked", { mask: "4111111111111111" }],
    ["masked", { mask: "4111111*****1111" }],
    ["masked", { mask: "411111*****11111" }],
    ["expiry", { expiry_month: "13" }],
    ["words", { holder_last_name: "4111111111111111" }],
    ["words", { brand: "4111111111111111" }],
    ["token_gone", { removed_at: new Date(0) }],
  ])("the database itself refuses (%s) %j", async (check, wrong) => {
    const row = {
      id: MISSING,
      account: "main",
      customer_id: "cus_1",
      token: TOKEN,
      mask: "411111******1111",
      brand: null,
      expiry_month: "12",
      expiry_year: "2039",
      holder_first_name: "Ada",
      holder_last_name: "Lovelace",
    };
    const { pg } = stage();
    await expect(pg("acquiring_saved_card").insert({ ...row, ...wrong })).rejects.toThrow(
      `acquiring_saved_card_${check}`,
    );
    await expect(pg("acquiring_saved_card").insert(row)).resolves.toBeDefined();
    await expect(
      pg("acquiring_saved_card").insert({ ...row, id: `${MISSING}_2`, customer_id: "cus_2" }),
    ).rejects.toThrow("IDX_acquiring_saved_card_token");
  });
});
