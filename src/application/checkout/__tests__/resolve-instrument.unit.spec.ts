import type { PaymentChoice } from "../../../api-schema/store-payment-choice";
import { modeOf } from "../open-session";
import { methodRefusal, missingFields, valueOf } from "../method-fields";
import type { ChoiceContext } from "../resolve-instrument";
import { modeOfChoice, resolveInstrument } from "../resolve-instrument";
import { ledgerWith } from "./ledger";

/** What a customer may pay with, before anything is sent. */
const CARD: Extract<PaymentChoice, { type: "card" }> = {
  type: "card",
  card: {
    number: "4111 1111 1111 1111",
    expiry_month: "1",
    expiry_year: "39",
    security_code: "123",
    holder_first_name: "Ada",
    holder_last_name: "Lovelace",
  },
};

const SAVED = {
  id: "acqcrd_1",
  account: "main",
  customer_id: "cus_1",
  token: "tok_abc",
  mask: "411111******1111",
  brand: "visa",
  holder_first_name: "Ada",
  holder_last_name: "Lovelace",
};

interface Shop {
  readonly options?: object;
  readonly customerId?: string | null;
  readonly currency?: string;
  readonly cart?: object;
  readonly needsCode?: boolean;
  readonly account?: string;
}

function contextOf({ options = {}, customerId = "cus_1", currency = "EUR", cart = {}, ...more }: Shop): ChoiceContext {
  const ledger = ledgerWith(
    { allowDirectCard: true, ...options },
    {
      account: () => ({ profile: { tokens: { securityCode: more.needsCode ?? false } } }),
      savedCards: {
        usable: async (customer: string, id: string) =>
          customer === SAVED.customer_id && id === SAVED.id ? SAVED : null,
      },
    },
  );
  return { ledger, account: more.account ?? "main", cart: cart as ChoiceContext["cart"], currency, customerId };
}

const resolved = (choice: PaymentChoice, shop: Shop = {}) => resolveInstrument(choice, contextOf(shop));

test("of a new card only a masked number is for the ledger", async () => {
  const { instrument, cardNumber, ...stored } = await resolved(CARD);
  expect(instrument).toMatchObject({ kind: "card", save: false, authentication: null });
  expect(cardNumber).toBe("4111111111111111");
  expect(stored).toEqual({
    method: null,
    maskedCard: { mask: "411111******1111", brand: "visa" },
    presentation: "page",
    saveCard: null,
    savedCardId: null,
    threeDs: { required: false, known: null },
  });
});

test("card entry is refused while it is off, before the card is read", async () => {
  const choice = { ...CARD, card: { ...CARD.card, number: "not a card" } };
  await expect(resolved(choice, { options: { allowDirectCard: false } })).rejects.toMatchObject({
    code: "direct_card_disabled",
    status: 409,
  });
});

test.each([
  ["a customer who asks for it", true, {}, true],
  ["a customer who does not", false, {}, false],
  ["a guest who asks for it", true, { customerId: null }, false],
  ["a shop without saved cards", true, { options: { savedCards: { enabled: false } } }, false],
])("of %s (%s) the card is saved: %j %s", async (_who, save, shop, isSaved) => {
  const { instrument, saveCard } = await resolved({ ...CARD, save }, shop);
  expect(instrument).toMatchObject({ save: isSaved });
  expect(saveCard !== null).toBe(isSaved);
});

test("what is kept to save a card later has no number and no security code", async () => {
  const { saveCard } = await resolved({ ...CARD, save: true });
  expect(saveCard).toEqual({ expiryMonth: "01", expiryYear: "2039", firstName: "Ada", lastName: "Lovelace" });
});

test("the result of an outside authentication is refused unless the shop accepts it", async () => {
  const choice = { ...CARD, three_ds: { eci: "5", cavv: "AAAB" } };
  await expect(resolved(choice)).rejects.toMatchObject({
    code: "invalid_request",
    status: 400,
    fields: [expect.objectContaining({ field: "method.three_ds" })],
  });
  const { instrument, threeDs } = await resolved(choice, { options: { threeDs: { external: true } } });
  expect(instrument).toMatchObject({ authentication: { eci: "05", cavv: "AAAB", xid: null, dsTransId: null } });
  expect(threeDs.known).toEqual({ used: null, result: null, eci: "05" });
});

test("a browser's own result does not lift the shop's demand for 3-D Secure, and is not called valid", async () => {
  const options = { threeDs: { require: true, external: true } };
  const { threeDs } = await resolved({ ...CARD, three_ds: { eci: "05", cavv: "AAAB" } }, { options });
  expect(threeDs).toEqual({ required: true, known: { used: null, result: null, eci: "05" } });
});

test.each([
  ["a saved card", { type: "saved_card", id: SAVED.id }],
  ["the hosted page", { type: "checkout", presentation: "page" }],
] as const)("%s demands 3-D Secure where the shop does", async (_what, choice) => {
  const { threeDs } = await resolved(choice, { options: { threeDs: { require: true } } });
  expect(threeDs.required).toBe(true);
});

const SAVED_CARD = { type: "saved_card", id: SAVED.id } as const;

test("a saved card is paid with its token and shown by its mask", async () => {
  const card = await resolved(SAVED_CARD);
  expect(card.instrument).toEqual({
    kind: "token",
    token: "tok_abc",
    securityCode: null,
    firstName: "Ada",
    lastName: "Lovelace",
  });
  expect(card).toMatchObject({
    maskedCard: { mask: SAVED.mask, brand: "visa" },
    savedCardId: SAVED.id,
    cardNumber: null,
  });
});

test.each([
  ["another customer", { customerId: "cus_2" }, SAVED.id],
  ["an unknown card", {}, "acqcrd_2"],
  ["another account than the card's", { account: "other" }, SAVED.id],
  ["a shop that no longer saves cards", { options: { savedCards: { enabled: false } } }, SAVED.id],
])("for %s a saved card is not found, with the same answer", async (_who, shop, id) => {
  await expect(resolved({ ...SAVED_CARD, id }, shop)).rejects.toMatchObject({
    code: "saved_card_not_found",
    status: 404,
    fields: [],
    hint: null,
  });
});

test("a guest pays with no saved card", async () => {
  await expect(resolved(SAVED_CARD, { customerId: null })).rejects.toMatchObject({
    code: "login_required",
    status: 401,
  });
});

test.each([
  [undefined, false, true],
  [null, false, true],
  ["123", false, true],
  ["1234", true, true],
  [undefined, true, false],
  [null, true, false],
  ["", true, false],
  ["12", false, false],
  ["12a", false, false],
  ["123\n", true, false],
])("a saved card with the security code %j, needed: %s, is accepted: %s", async (code, needsCode, isAccepted) => {
  const result = await resolved({ ...SAVED_CARD, security_code: code }, { needsCode }).then(
    () => "accepted",
    (error: unknown) => error,
  );
  expect(result).toEqual(isAccepted ? "accepted" : expect.objectContaining({ code: "card_invalid", status: 422 }));
});

test("the hosted page is shown only as the shop allows it", async () => {
  const options = { checkout: { presentations: ["page"] } };
  await expect(resolved({ type: "checkout", presentation: "page" }, { options })).resolves.toMatchObject({
    instrument: { kind: "checkout", save: false },
    presentation: "page",
    cardNumber: null,
  });
  await expect(resolved({ type: "checkout", presentation: "iframe" }, { options })).rejects.toMatchObject({
    code: "invalid_request",
    status: 400,
  });
});

const BANKING = {
  code: "banking",
  name: "Banking",
  wireName: "BANK_NL",
  countries: ["NL"],
  currencies: ["EUR"],
  banks: [{ code: "b1", name: "First" }],
  requires: ["bank_code", "person.document_number"],
};
const dutch = { options: { apm: { methods: [BANKING] } }, cart: { billing_address: { country_code: "nl" } } };
const CHOSEN = { type: "apm", method: "banking", bank_code: "b1", person: { document_number: "7" } } as const;

test("an alternative method is sent by the gateway's name and stored by ours", async () => {
  await expect(resolved(CHOSEN, dutch)).resolves.toMatchObject({
    instrument: { kind: "apm", method: "BANK_NL", bankCode: "b1", person: { document_number: "7" } },
    method: "banking",
    maskedCard: null,
  });
});

test.each([
  ["that is not offered", { ...CHOSEN, method: "other" }, dutch],
  ["by the gateway's name", { ...CHOSEN, method: "BANK_NL" }, dutch],
  ["in another currency", CHOSEN, { ...dutch, currency: "USD" }],
  ["in another country", CHOSEN, { ...dutch, cart: { billing_address: { country_code: "de" } } }],
  [
    "in another country than the billing address",
    CHOSEN,
    { ...dutch, cart: { billing_address: { country_code: "de" }, shipping_address: { country_code: "nl" } } },
  ],
])("a method %s is refused", async (_which, choice, shop) => {
  await expect(resolved(choice, shop)).rejects.toMatchObject({ code: "payment_not_available", status: 409 });
});

test.each([
  ["a bank that is not offered", { ...CHOSEN, bank_code: "b2" }, 400, ["method.bank_code"]],
  ["no bank", { ...CHOSEN, bank_code: null }, 422, ["method.bank_code"]],
  ["an empty field", { ...CHOSEN, person: { document_number: "" } }, 422, ["method.person.document_number"]],
  [
    "nothing of what it requires",
    { type: "apm", method: "banking" },
    422,
    ["method.bank_code", "method.person.document_number"],
  ],
] as const)("a method with %s is refused", async (_with, choice, status, fields) => {
  await expect(resolved(choice, dutch)).rejects.toMatchObject({
    code: "invalid_request",
    status,
    fields: fields.map((field) => expect.objectContaining({ field })),
  });
});

test.each(["constructor", "person.constructor", "person.__proto__", "method.length", "person.a.b"])(
  "the path %s reads nothing that the customer did not write",
  (path) => {
    expect(valueOf({ type: "apm", method: "banking", person: {} }, path)).toBeUndefined();
  },
);

test("a required field is missing when it is empty, and not when it is zero or false", () => {
  const values: Record<string, unknown> = { a: "", b: null, d: 0, e: false, f: " " };
  expect(missingFields(["a", "b", "c", "d", "e", "f"], (path) => values[path]).map(({ field }) => field)).toEqual([
    "method.a",
    "method.b",
    "method.c",
  ]);
});

test("a refusal repeats of a method's name only harmless characters, and not many", () => {
  expect(methodRefusal('<script src="x">')).toMatch(/^"scriptsrcx" is not available/);
  expect(methodRefusal("a".repeat(80))).toContain(`"${"a".repeat(50)}" is`);
});

test.each([
  ["pp_acquiring-card_main", "card"],
  ["pp_acquiring-checkout_main", "checkout"],
  ["pp_acquiring-apm_main", "apm"],
  ["pp_acquiring-apmx_main", null],
  ["pp_acquiring-card", null],
  ["x_pp_acquiring-card_main", null],
  ["pp_system_default", null],
  ["", null],
])("the session of the provider %s is paid by %s", (providerId, mode) => {
  expect(modeOf(providerId)).toBe(mode);
});

test("a saved card is paid in a card session, and no other choice is", () => {
  expect(modeOfChoice).toEqual({ card: "card", saved_card: "card", checkout: "checkout", apm: "apm" });
});
