import { createAcquiring } from "../../../sdk";
import type { Acquiring, Payment } from "../../parts/sdk";
import { AcquiringError } from "../../parts/sdk";
import { askCaptcha, sendPayment, openPaymentSession } from "../send-payment";

const payable: Payment = {
  session_id: "ps_1",
  state: "payable",
  completable: false,
  error: null,
  card: null,
  action: null,
  method: null,
  instructions: null,
  saved_card: null,
  expires_at: null,
  poll_after_ms: null,
};
const base = createAcquiring({ backendUrl: "https://api.shop.test", publishableKey: "pk" });
const input = {
  session: { id: "ps_1", data: { token: "t" } },
  method: { type: "checkout", presentation: "page" },
} as const;

function run(code: "network" | "payment_checking" | "session_not_payable" | "amount_changed", standing: Payment) {
  const calls: string[] = [];
  const answer = (name: string) => () => {
    calls.push(name);
    return Promise.resolve(standing);
  };
  const acquiring: Acquiring = {
    ...base,
    pay: () => {
      calls.push("pay");
      return Promise.reject(new AcquiringError(code));
    },
    status: answer("status"),
    waitForResult: answer("wait"),
  };
  const steps = { acquiring, signal: new AbortController().signal, onLost: () => calls.push("lost") };
  return { calls, result: sendPayment(steps, input) };
}

test("after a lost response the outcome is queried, and nothing is sent again", async () => {
  const { calls, result } = run("network", { ...payable, state: "captured", completable: true });
  expect((await result).state).toBe("captured");
  expect(calls).toEqual(["pay", "lost", "wait"]);
});

test("if a lost payment never arrived, the customer reads that nothing was charged", async () => {
  await expect(run("network", payable).result).rejects.toMatchObject({ code: "temporarily_unavailable" });
});

test.each(["payment_checking", "session_not_payable"] as const)(
  "%s continues with the payment in progress",
  async (code) => {
    const { calls, result } = run(code, { ...payable, state: "checking", poll_after_ms: 250 });
    expect((await result).state).toBe("checking");
    expect(calls).toEqual(["pay", "status"]);
  },
);

test("while another session is checked, an earlier payment of this one that waits for its customer is not continued", async () => {
  const standing: Payment = { ...payable, state: "action_required" };
  await expect(run("payment_checking", standing).result).rejects.toMatchObject({ code: "payment_checking" });
  expect((await run("session_not_payable", standing).result).state).toBe("action_required");
});

test("a refusal remains one if no payment is in progress", async () => {
  await expect(run("session_not_payable", payable).result).rejects.toMatchObject({ code: "session_not_payable" });
  await expect(run("amount_changed", payable).result).rejects.toMatchObject({ code: "amount_changed" });
});

test("if a session could not be started, the message says that nothing was charged", async () => {
  const acquiring: Acquiring = { ...base, start: () => Promise.reject(new AcquiringError("network")) };
  await expect(openPaymentSession(acquiring, { cartId: "c", providerId: "p" })).rejects.toMatchObject({
    code: "temporarily_unavailable",
  });
});

describe("a link's session with the amount", () => {
  const start = (amount: string, currency = "EUR"): Acquiring => ({
    ...base,
    start: () => Promise.resolve({ id: "ps_1", data: { token: "t", amount, currency } }),
  });
  const link = { payable: "l", providerId: "p" };

  test.each([
    ["200.00", "EUR", undefined],
    ["100.00", "USD", undefined],
    ["100.00", "EUR", "30.00"],
  ])("%s %s is refused if the customer saw 100.00 EUR and chose the part %s", async (amount, currency, part) => {
    const input = { ...link, ...(part !== undefined && { amount: part }) };
    const opened = openPaymentSession(start(amount, currency), input, { amount: "100.00", currency: "EUR" });
    await expect(opened).rejects.toMatchObject({ code: "amount_changed" });
  });

  test.each([
    ["100.00", "100.00", undefined],
    ["100.00", "100", undefined],
    ["30.50", "100.00", "30.50"],
  ])("%s is paid if the customer saw %s and chose the part %s", async (amount, seen, part) => {
    const input = { ...link, ...(part !== undefined && { amount: part }) };
    const opened = openPaymentSession(start(amount), input, { amount: seen, currency: "eur" });
    expect((await opened).id).toBe("ps_1");
  });

  test("that nobody was told in numbers is paid, and so is a cart's session, which has none", async () => {
    expect((await openPaymentSession(start("200.00"), link)).id).toBe("ps_1");
    const cart: Acquiring = { ...base, start: () => Promise.resolve({ id: "ps_2", data: { token: "t" } }) };
    const owed = { amount: "100.00", currency: "EUR" };
    expect((await openPaymentSession(cart, { cartId: "c", providerId: "p" }, owed)).id).toBe("ps_2");
  });
});

test("a failed captcha is not an unknown outcome", async () => {
  expect(await askCaptcha(base, undefined)).toBeUndefined();
  expect(await askCaptcha(base, () => Promise.resolve("solved"))).toBe("solved");
  const broken = (): Promise<string> => Promise.reject(new Error("closed"));
  await expect(askCaptcha(base, broken)).rejects.toMatchObject({ code: "captcha_required" });
});
