import type { PaymentEvent, PaymentState } from "../payment-state";
import { nextPaymentState, permitsPay, READY } from "../payment-state";
import type { Payment } from "../../parts/sdk";

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
const away = (presentation: "page" | "iframe", url = "https://api.shop.test/acquiring/go/t"): Payment => ({
  ...payable,
  state: "action_required",
  action: { kind: "redirect", url, presentation },
});
const paying: PaymentState = { phase: "paying" };
const told = (payment: Payment, asked: "pay" | "look" = "pay", cancelled = false): PaymentEvent => ({
  type: "told",
  payment,
  asked,
  cancelled,
});
const after = (payment: Payment, asked: "pay" | "look" = "pay", cancelled = false): PaymentState =>
  nextPaymentState(paying, told(payment, asked, cancelled));

test("a payment is sent from the form only", () => {
  const states: readonly PaymentState[] = [
    READY,
    paying,
    { phase: "checking" },
    { phase: "redirecting", payment: payable },
    { phase: "frame", payment: payable, url: "https://x.test" },
    { phase: "unknown" },
    { phase: "done", payment: payable },
  ];
  expect(states.filter(permitsPay)).toEqual([READY]);
  expect(states.map((state) => nextPaymentState(state, { type: "sent" }).phase)).toEqual([
    "paying",
    "paying",
    "checking",
    "redirecting",
    "frame",
    "unknown",
    "done",
  ]);
});

test.each(["authorised", "captured", "pending"] as const)("a completable payment that is %s is done", (state) => {
  expect(after({ ...payable, state, completable: true }).phase).toBe("done");
});

test("done is final", () => {
  const done: PaymentState = { phase: "done", payment: payable };
  const events: readonly PaymentEvent[] = [
    { type: "sent" },
    { type: "looking" },
    told(payable),
    { type: "still_unknown" },
    { type: "refused", code: "network" },
    { type: "left_frame" },
  ];
  expect(events.map((event) => nextPaymentState(done, event))).toEqual(events.map(() => done));
});

test("a declined payment returns to the form with the neutral code", () => {
  const error = { code: "card_declined", message: "no" } as const;
  expect(after({ ...payable, error })).toEqual({ phase: "ready", notice: { kind: "declined", code: "card_declined" } });
});

test("an action is followed as the result of a payment: as a page or in a frame", () => {
  expect(after(away("page")).phase).toBe("redirecting");
  expect(after(away("iframe")).phase).toBe("frame");
});

test("a customer who returned without finishing can pay again and is not redirected again", () => {
  expect(after(away("page"), "look")).toEqual({ phase: "ready", notice: { kind: "unfinished" } });
  expect(after(away("page"), "look", true)).toEqual({ phase: "ready", notice: { kind: "cancelled" } });
  expect(after(payable, "look", true)).toEqual({ phase: "ready", notice: { kind: "cancelled" } });
});

test.each(["javascript:alert(1)", "data:text/html,x", "//x.test", ""])("the URL %p is never followed", (url) => {
  expect(after(away("page", url)).phase).toBe("unknown");
  expect(after(away("iframe", url)).phase).toBe("unknown");
});

test("a pending payment that is not completable never returns to the form", () => {
  expect(after({ ...payable, state: "authorised" }).phase).toBe("unknown");
  expect(after({ ...payable, state: "pending", poll_after_ms: 2_000 }).phase).toBe("checking");
  expect(after({ ...payable, state: "checking", poll_after_ms: 2_000 }).phase).toBe("checking");
});

test("only a frame can be left", () => {
  const frame: PaymentState = { phase: "frame", payment: payable, url: "https://x.test" };
  expect(nextPaymentState(frame, { type: "left_frame" })).toEqual(READY);
  expect(nextPaymentState({ phase: "checking" }, { type: "left_frame" })).toEqual({ phase: "checking" });
});

test("a refusal returns to the form with its reason", () => {
  expect(nextPaymentState(paying, { type: "refused", code: "amount_changed" })).toEqual({
    phase: "ready",
    notice: { kind: "refused", code: "amount_changed" },
  });
});
