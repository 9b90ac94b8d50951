import type { ExactInput } from "../exact-amount";
import { exactAmount } from "../exact-amount";

/** An amount is sent as it was entered, to the last decimal, or nothing is sent. */
interface Asked {
  readonly kind?: "capture" | "refund";
  readonly currency?: string;
  readonly amounts?: Partial<Omit<ExactInput["attempt"], "currency">>;
  /** Medusa's own sums say that the row is all that is left. */
  readonly isRest?: boolean;
  /** An operation for this row already began. */
  readonly hasBegun?: boolean;
}

const NOTHING_SENT = { authorised: "100000", captured: "0", refunded: "0", refund_pending: "0" };

async function amountOf(amount: string, { kind = "capture", currency = "EUR", ...more }: Asked = {}): Promise<bigint> {
  const attempt = { currency, ...NOTHING_SENT, ...more.amounts };
  const { isRest = false, hasBegun = false } = more;
  return exactAmount({ kind, amount, attempt, isRest, hasBegun });
}

test.each([
  ["10.25", "EUR", 1025n],
  ["10.2", "EUR", 1020n],
  ["10", "EUR", 1000n],
  ["0.01", "EUR", 1n],
  ["10.2500", "eur", 1025n],
  ["1000", "JPY", 1000n],
  ["1000.00", "JPY", 1000n],
  ["1", "JPY", 1n],
  ["1.234", "KWD", 1234n],
  ["0.001", "BHD", 1n],
  ["1.2340", "KWD", 1234n],
  ["90071992547409.93", "EUR", 9007199254740993n],
])("a capture of %s %s is %s minor units", async (value, currency, minor) => {
  await expect(amountOf(value, { currency })).resolves.toBe(minor);
});

test.each([
  ["10.001", "EUR", 2],
  ["10.999", "EUR", 2],
  ["10.0000000001", "EUR", 2],
  ["1000.5", "JPY", 0],
  ["0.4", "JPY", 0],
  ["1.2345", "KWD", 3],
])("a part of %s %s is refused and not rounded to %i decimals", async (value, currency, decimals) => {
  await expect(amountOf(value, { currency })).rejects.toMatchObject({
    type: "invalid_data",
    message: `amount: ${value} ${currency} has more decimals than the currency's ${String(decimals)}. Nothing was sent; capture an amount with the currency's decimals, or the full remaining amount.`,
  });
});

test.each(["-1", "+1", "1e3", "1e-7", "10,25", "0x10", "NaN", "Infinity", "", " 1", "1 ", "01", ".5", "5.", "١"])(
  "the text %j is no amount, and nothing is sent for it",
  async (value) => {
    await expect(amountOf(value)).rejects.toMatchObject({
      type: "invalid_data",
      message: expect.stringContaining("is not a plain decimal amount. Nothing was sent;"),
    });
  },
);

test("the advice of a refused refund is about refunds", async () => {
  await expect(amountOf("0.005", { kind: "refund" })).rejects.toMatchObject({
    message: expect.stringMatching(/; refund an amount with the currency's decimals, or the full remaining amount\.$/),
  });
});

test.each([
  ["21.639175", "USD", "2164", 2164n],
  ["21.634999", "USD", "2163", 2163n],
  ["999.5", "JPY", "1000", 1000n],
  ["1.23449", "KWD", "1234", 1234n],
])("a total of %s %s that Medusa did not round is captured in full as %s", async (value, currency, left, minor) => {
  const asked = { currency, isRest: true, amounts: { authorised: left } };
  await expect(amountOf(value, asked)).resolves.toBe(minor);
});

test.each([
  ["Medusa has more left", { isRest: false, amounts: { authorised: "2164" } }],
  ["the ledger has one cent more left", { isRest: true, amounts: { authorised: "2165" } }],
  ["the ledger has one cent less left", { isRest: true, amounts: { authorised: "2163" } }],
  ["a part was captured before", { isRest: true, amounts: { authorised: "2164", captured: "1" } }],
])("an amount with too many decimals is refused when %s", async (_when, asked) => {
  await expect(amountOf("21.639175", { currency: "USD", ...asked })).rejects.toMatchObject({ type: "invalid_data" });
});

test("the rest after a first capture may have the decimals of the total", async () => {
  const amounts = { authorised: "2164", captured: "1000" };
  await expect(amountOf("11.639175", { isRest: true, amounts })).resolves.toBe(1164n);
});

test.each([
  ["of what was captured", { authorised: "5000", captured: "2164" }, "21.639175", 2164n],
  ["without what was refunded", { captured: "2164", refunded: "1000" }, "11.639175", 1164n],
  ["without what is being refunded", { captured: "2164", refunded: "1000", refund_pending: "164" }, "9.999175", 1000n],
])("the rest of a refund is counted %s", async (_how, amounts, value, minor) => {
  await expect(amountOf(value, { kind: "refund", isRest: true, amounts })).resolves.toBe(minor);
});

test("a refund that is already under way cannot be asked for again as the rest", async () => {
  const amounts = { captured: "2164", refund_pending: "2164" };
  await expect(amountOf("21.639175", { kind: "refund", isRest: true, amounts })).rejects.toMatchObject({
    type: "invalid_data",
  });
});

test("an operation that already began keeps its amount when it is asked for again", async () => {
  const asked = { hasBegun: true, amounts: { authorised: "2164", captured: "2164" } };
  await expect(amountOf("21.639175", asked)).resolves.toBe(2164n);
});
