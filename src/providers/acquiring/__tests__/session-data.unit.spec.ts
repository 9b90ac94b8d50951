import { optionsWith } from "../../../gateway/__tests__/fixtures";
import type { AttemptRow, SessionPayment } from "../../../modules/acquiring";
import type { Ledger } from "../../../modules/acquiring/ledger/ledger";
import { SignedTokens } from "../../../modules/acquiring/checkout/signed-tokens";
import type AcquiringModuleService from "../../../modules/acquiring/service";
import { parseOptions } from "../../../options/options";
import { CheckoutProvider } from "../checkout";
import { sessionDataOf } from "../session-data";

/** A session's data is public, and a browser may send back any other. */
const KEYS = { main: "main-key-0123456789", other: "other-key-0123456789" };

const { accounts } = optionsWith({ signingKeys: [KEYS.main] }) as { accounts: { main: object } };
const options = parseOptions(
  optionsWith({}, { accounts: { ...accounts, other: { ...accounts.main, signingKeys: [KEYS.other] } } }),
);
const tokens = new SignedTokens({} as Ledger, options);

const attempt = {
  id: "acqatt_secret",
  account: "main",
  order_no: "acq_7",
  card_mask: "411111******1111",
  card_brand: "visa",
  gateway_payment_id: "gw_secret",
  customer_id: "cus_secret",
  action_url: "https://bank.example/secret",
  result_code: "R0005",
  result_message: "insufficient funds, secret",
} as AttemptRow;

const payment: SessionPayment = {
  attempt,
  state: "authorised",
  amountDiffers: false,
  pollAfterMs: null,
  expiresAt: null,
};

function storeWith(found: SessionPayment | null = payment) {
  const asked: string[] = [];
  const service = {
    attempts: {},
    gate: {},
    tokens,
    accountOfProvider: (providerId: string) => providerId.split("_").at(-1) ?? "",
    assertNoCardData: () => undefined,
    checkout: {
      status: async (id: string, { query }: { query: boolean }) => {
        asked.push(`${id} query=${String(query)}`);
        return found;
      },
    },
  } as unknown as AcquiringModuleService;
  const sessions = {
    retrieve: async (id: string) => ({
      id,
      provider_id: "pp_acquiring-checkout_main",
      currency_code: "eur",
      status: "pending",
      raw_amount: { value: "10" },
    }),
  };
  return { asked, service, provider: new CheckoutProvider({ acquiring: service, paymentSessionService: sessions }) };
}

const update = (data: Record<string, unknown> | undefined) =>
  storeWith().provider.updatePayment({ amount: 1, currency_code: "eur", data });

test("the data has these fields only, and none of what the ledger keeps to itself", () => {
  const { service } = storeWith();
  const data = sessionDataOf(service, "pp_acquiring-checkout_main", { id: "payses_1", payment });
  expect(data).toEqual({
    v: 1,
    mode: "checkout",
    session_id: "payses_1",
    token: tokens.sessionToken("main", "payses_1"),
    state: "authorised",
    order_no: "acq_7",
    card: { mask: "411111******1111", brand: "visa" },
  });
  expect(JSON.stringify(data)).not.toMatch(/secret|R0005|main-key/);
});

test("a session without a payment is payable and names no order and no card", () => {
  const { service } = storeWith();
  const data = sessionDataOf(service, "pp_acquiring-card_main", { id: "payses_1", payment: null });
  expect(data).toMatchObject({ state: "payable", order_no: null, card: null });
});

test("a payment without a card shows none", () => {
  const { service } = storeWith();
  const bare = { ...payment, attempt: { ...attempt, card_mask: null } };
  expect(sessionDataOf(service, "pp_acquiring-apm_main", { id: "payses_1", payment: bare }).card).toBeNull();
});

test.each([
  ["pp_acquiring-card_main", "card"],
  ["pp_acquiring-checkout_main", "checkout"],
  ["pp_acquiring-apm_main", "apm"],
])("the provider %s has the mode %s", (providerId, mode) => {
  const { service } = storeWith();
  expect(sessionDataOf(service, providerId, { id: "payses_1", payment: null }).mode).toBe(mode);
});

test("tokens of two sessions and of two accounts differ", () => {
  const made = [
    tokens.sessionToken("main", "payses_1"),
    tokens.sessionToken("main", "payses_2"),
    tokens.sessionToken("other", "payses_1"),
  ];
  expect(new Set(made).size).toBe(3);
});

const token = tokens.sessionToken("main", "payses_1");

test("what a browser writes beside a right token is dropped", async () => {
  const forged = {
    state: "captured",
    mode: "card",
    order_no: "acq_other",
    amount: 1,
    card: { mask: "x" },
    extra: true,
  };
  const { data } = await update({ session_id: "payses_1", token, ...forged });
  expect(data).toEqual({
    v: 1,
    mode: "checkout",
    session_id: "payses_1",
    token,
    state: "authorised",
    order_no: "acq_7",
    card: { mask: "411111******1111", brand: "visa" },
  });
});

test.each([
  ["the token of another session", { session_id: "payses_1", token: tokens.sessionToken("main", "payses_2") }],
  ["the token of another account", { session_id: "payses_1", token: tokens.sessionToken("other", "payses_1") }],
  ["another session's id", { session_id: "payses_2", token }],
  ["a token with one character more", { session_id: "payses_1", token: `${token}=` }],
  ["a token with one character less", { session_id: "payses_1", token: token.slice(0, -1) }],
  ["an empty token", { session_id: "payses_1", token: "" }],
  ["no token", { session_id: "payses_1" }],
  ["a list of tokens", { session_id: "payses_1", token: [token] }],
  ["no session", { token }],
  ["a session that is not text", { session_id: { $ne: "" }, token }],
  ["no data", undefined],
])("an update with %s is refused", async (_with, data) => {
  await expect(update(data)).rejects.toMatchObject({
    type: "invalid_data",
    message: "The session data does not come from this provider. Create the session again.",
  });
});

test("a new session is pending whatever the caller sends, and does not reach the gateway", async () => {
  const { asked, provider } = storeWith();
  const created = await provider.initiatePayment({
    amount: 1,
    currency_code: "eur",
    data: { state: "captured", session_id: "payses_other", token: "x" },
    context: { idempotency_key: "payses_1" },
  });
  expect(created).toMatchObject({ id: "payses_1", status: "pending", data: { session_id: "payses_1", token } });
  expect(asked).toEqual(["payses_1 query=false"]);
});

test("an operation for which Medusa names no row is refused before anything is read", async () => {
  const { asked, provider } = storeWith();
  const refused = { type: "invalid_argument", message: expect.stringContaining("Nothing was sent.") };
  await expect(provider.capturePayment({ data: { order_no: "acq_7" } })).rejects.toMatchObject(refused);
  await expect(provider.refundPayment({ data: { order_no: "acq_7" }, amount: 1 })).rejects.toMatchObject(refused);
  await expect(provider.authorizePayment({ data: { session_id: "payses_1", token } })).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);
});

test("the loser of two completions, who has no key, voids nothing", async () => {
  const { provider } = storeWith();
  await expect(provider.cancelPayment({ data: { order_no: "acq_7" } })).resolves.toEqual({
    data: { order_no: "acq_7" },
  });
});
