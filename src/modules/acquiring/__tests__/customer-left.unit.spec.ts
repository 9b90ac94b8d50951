import { customerRedirect } from "../ledger/rows/customer-redirect";

/** How a customer left a payment, by what the ledger holds of it. */
const EARLIER = new Date("2026-11-21T10:00:00Z");
const LATER = new Date("2026-11-21T10:01:00Z");
const row = { state: "expired", result_code: "expired", redirect_cancelled_at: null, returned_at: null } as const;

test.each([
  ["pressed cancel, time over", { ...row, result_code: "cancelled", redirect_cancelled_at: EARLIER }, "cancelled"],
  ["pressed cancel just now", { ...row, state: "action_required", redirect_cancelled_at: EARLIER }, "cancelled"],
  ["pressed cancel and then paid", { ...row, state: "authorised", redirect_cancelled_at: EARLIER }, null],
  ["pressed cancel, went back and returned", { ...row, redirect_cancelled_at: EARLIER, returned_at: LATER }, null],
  [
    "returned, went back and pressed cancel",
    { ...row, redirect_cancelled_at: LATER, returned_at: EARLIER },
    "cancelled",
  ],
  ["the gateway says that they cancelled", { ...row, state: "declined", result_code: "E0008" }, "cancelled"],
  ["declined by the bank", { ...row, state: "declined", result_code: "R0001" }, null],
  [
    "declined by the bank after pressing cancel",
    { ...row, state: "declined", result_code: "R0001", redirect_cancelled_at: EARLIER },
    null,
  ],
  ["paid in another way", { ...row, result_code: "given_up", redirect_cancelled_at: EARLIER }, "replaced"],
  ["did not finish in time", row, null],
] as const)("%s", (_what, attempt, left) => {
  expect(customerRedirect(attempt)).toBe(left);
});
