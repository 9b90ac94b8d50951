import type { LedgerState } from "../../../api-schema/admin";
import { capturedIn, joined } from "../../components/bulk/use-bulk-run";
import { dayOf, endOfDay, startOfDay } from "../days";
import { changed } from "../use-url-state";

const address = (text: string) => new URLSearchParams(text);

test("a filter with several values is repeated, and returns to the first page", () => {
  const after = changed(address("state=captured&offset=40&q=A1"), { state: ["captured", "voided"] });
  expect(after.toString()).toBe("q=A1&state=captured&state=voided");
});

test("an empty filter is removed from the URL", () => {
  expect(changed(address("state=captured&held=true"), { state: [], held: null }).toString()).toBe("");
  expect(changed(address("q=A1"), { q: "" }).toString()).toBe("");
});

test("opening a payment keeps the page number", () => {
  expect(changed(address("offset=40"), { payment: "acqpay_1" }).toString()).toBe("offset=40&payment=acqpay_1");
  expect(changed(address("offset=40"), { offset: "60" }).toString()).toBe("offset=60");
});

test("a day starts and ends in the user's time zone", () => {
  expect(dayOf(startOfDay("2026-11-21"))).toBe("2026-11-21");
  expect(dayOf(endOfDay("2026-11-21"))).toBe("2026-11-21");
  expect(startOfDay("2026-11-21") < endOfDay("2026-11-21")).toBe(true);
  expect([dayOf(null), dayOf("soon")]).toEqual(["", ""]);
});

test("a result reported twice is shown once, with the latest report", () => {
  const item = (number: number, state: LedgerState = "captured") => ({
    number,
    payment_id: `acqpay_${String(number)}`,
    order: null,
    amount: "10.00",
    currency: "EUR",
    outcome: "done" as const,
    message: null,
    now: {
      state,
      customer_left: null,
      amounts: { requested: "10.00", authorised: "10.00", captured: "0.00", refunded: "0.00" },
      capture: null,
    },
  });
  const numbers = joined([item(2), item(1)], [item(1), item(3)]).map(({ number }) => number);
  expect(numbers).toEqual([2, 1, 3]);
  const [first] = joined([item(1, "authorised")], [item(1)]);
  expect(first?.now.state).toBe("captured");
});

test("the captured amount of a bulk capture is shown per currency", () => {
  const item = {
    number: 1,
    payment_id: "acqpay_1",
    order: null,
    message: null,
    outcome: "done",
    amount: "10.00",
    currency: "EUR",
  } as const;
  const now = {
    state: "captured",
    customer_left: null,
    amounts: { requested: "10.00", authorised: "10.00", captured: "10.00", refunded: "0.00" },
    capture: null,
  } as const;
  const results = [
    { ...item, now },
    { ...item, now, amount: "0.10" },
    { ...item, now, amount: "5", currency: "JPY" },
    { ...item, now, outcome: "refused" as const },
  ];
  expect(capturedIn({ results })).toEqual([
    { currency: "EUR", amount: "10.10" },
    { currency: "JPY", amount: "5" },
  ]);
});
