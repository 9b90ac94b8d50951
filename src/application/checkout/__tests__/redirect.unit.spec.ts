import type { PaymentBody } from "../../../api-schema/store";
import { redirectOf } from "../redirect";
import type { ResolvedInstrument } from "../resolve-instrument";
import { ledgerWith, NOW } from "./ledger";

/** How long a redirect may take, and where it ends. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Chosen {
  readonly method?: string;
  readonly apm?: object;
  readonly presentation?: "page" | "iframe";
  readonly returnTo?: string;
}

function redirectFor(kind: "card" | "apm", { method, apm = {}, presentation = "page", returnTo }: Chosen = {}) {
  const ledger = ledgerWith({ actionExpiresAfterMs: 5 * MINUTE, apm });
  const resolved = { instrument: { kind }, method: method ?? null, presentation } as ResolvedInstrument;
  return redirectOf({ return_to: returnTo } as PaymentBody, resolved, ledger);
}

/** In milliseconds from now. */
const after = (date: Date | null): number | null => date && date.getTime() - NOW.getTime();

test("a card's redirect ends soon, and waits for no bank", () => {
  expect(redirectFor("card", { presentation: "iframe" })).toEqual({
    presentation: "iframe",
    returnTo: "https://shop.example/",
    actionExpiresAt: new Date(NOW.getTime() + 5 * MINUTE),
    pendingExpiresAt: null,
    remindAt: null,
  });
});

const SLOW = { code: "slow", name: "Slow", expiresAfterMs: 10 * HOUR };
const PLAIN = { code: "plain", name: "Plain" };
const apm = { methods: [SLOW, PLAIN], expiresAfterMs: 4 * HOUR, reminderBeforeMs: HOUR };

test.each([
  ["its own time", "slow", 10 * HOUR],
  ["the time of all methods", "plain", 4 * HOUR],
])("an alternative method waits for %s, and reminds before its end", (_what, method, waitMs) => {
  const { actionExpiresAt, pendingExpiresAt, remindAt } = redirectFor("apm", { method, apm });
  expect([after(actionExpiresAt), after(pendingExpiresAt), after(remindAt)]).toEqual([
    5 * MINUTE,
    waitMs,
    waitMs - HOUR,
  ]);
});

test.each([
  ["reminders are off", 0, null],
  ["it would be due at once", 4 * HOUR, null],
  ["it would be due in the past", 5 * HOUR, null],
  ["it is due in a millisecond", 4 * HOUR - 1, 1],
])("when %s, the reminder before %i ms is due after %s", (_when, reminderBeforeMs, due) => {
  const { remindAt } = redirectFor("apm", { method: "plain", apm: { ...apm, reminderBeforeMs } });
  expect(after(remindAt)).toBe(due);
});

test("a card does not wait as a method of the same name would", () => {
  const { pendingExpiresAt, remindAt } = redirectFor("card", { method: "slow", apm });
  expect([pendingExpiresAt, remindAt]).toEqual([null, null]);
});

test("the customer returns to the page that the shop names, if it is the shop's own", () => {
  const returnTo = "https://shop.example/done";
  expect(redirectFor("card", { returnTo }).returnTo).toBe(returnTo);
  expect(() => redirectFor("card", { returnTo: "https://evil.example/done" })).toThrow(
    expect.objectContaining({ code: "return_address_not_allowed" }),
  );
});
