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

test("a failed captcha is not an unknown outcome", async () => {
  expect(await askCaptcha(base, undefined)).toBeUndefined();
  expect(await askCaptcha(base, () => Promise.resolve("solved"))).toBe("solved");
  const broken = (): Promise<string> => Promise.reject(new Error("closed"));
  await expect(askCaptcha(base, broken)).rejects.toMatchObject({ code: "captcha_required" });
});
