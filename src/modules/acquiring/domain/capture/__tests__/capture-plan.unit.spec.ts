import type { PlannedOrder, PlannedPayment } from "../capture-plan";
import { planOf } from "../capture-plan";
import { createFraction } from "../fraction";
import type { PolicyRule } from "../policy-rule";
import { NO_RULE } from "../policy-rule";

const HOUR = 3_600_000;
const EXPIRY = 168 * HOUR;
const PAYMENT: PlannedPayment = {
  id: "own",
  state: "authorised",
  authorised: 1_000n,
  captured: 0n,
  hold: "never",
  isGoingBack: false,
  hasOpenOperation: false,
  capturesInParts: true,
  expiresAt: EXPIRY,
};

const item = (
  total: string,
  counts: { readonly ordered: number; readonly fulfilled: number; readonly shipped: number },
) => ({
  total: createFraction(total),
  ordered: createFraction(String(counts.ordered)),
  fulfilled: createFraction(String(counts.fulfilled)),
  shipped: createFraction(String(counts.shipped)),
  needsShipping: true,
});

/** Two items of 4.00 and 5.00, and 1.00 for shipping; the first one is fulfilled, and shipped if `shipped`. */
const orderWith = (shipped: 0 | 1, changes: Partial<PlannedOrder> = {}): PlannedOrder => ({
  total: 1_000n,
  isCancelled: false,
  items: [item("4", { ordered: 1, fulfilled: 1, shipped }), item("5", { ordered: 1, fulfilled: 0, shipped: 0 })],
  payments: [{ id: "own", holds: 1_000n, captured: 0n, inFlight: 0n }],
  ...changes,
});
const all: Partial<PlannedOrder> = { items: [item("9", { ordered: 1, fulfilled: 1, shipped: 1 })] };
const untouched: Partial<PlannedOrder> = { items: [item("9", { ordered: 1, fulfilled: 0, shipped: 0 })] };

interface Case {
  readonly rule: Partial<PolicyRule>;
  readonly payment?: Partial<PlannedPayment>;
  readonly order?: PlannedOrder | null;
  readonly at?: number;
}

const plan = ({ rule, payment, order = orderWith(1), at = 0 }: Case) =>
  planOf({ payment: { ...PAYMENT, ...payment }, order, rule: { ...NO_RULE, ...rule } }, at);

const WAIT = { kind: "wait" };
const capture = (amount: bigint, upTo = amount) => ({ kind: "capture", amount, upTo });
const LATE = EXPIRY - 24 * HOUR;

describe("what the policy does now", () => {
  test.each<[string, Case, unknown]>([
    ["on the order: everything", { rule: { capture: "on_order" }, order: orderWith(0) }, capture(1_000n)],
    [
      "on fulfilment: the share of what is fulfilled",
      { rule: { capture: "on_fulfilment" }, order: orderWith(0) },
      capture(444n),
    ],
    ["on shipment: nothing of what is only fulfilled", { rule: { capture: "on_shipment" }, order: orderWith(0) }, WAIT],
    ["on shipment: the share of what is shipped", { rule: { capture: "on_shipment" } }, capture(444n)],
    [
      "on shipment: what is missing up to the share",
      {
        rule: { capture: "on_shipment" },
        payment: { captured: 100n },
        order: orderWith(1, { payments: [{ id: "own", holds: 1_000n, captured: 100n, inFlight: 0n }] }),
      },
      capture(344n, 444n),
    ],
    ["the last shipment: the rest", { rule: { capture: "on_shipment" }, order: orderWith(1, all) }, capture(1_000n)],
    [
      "an account that captures once, first: everything",
      { rule: { capture: "on_shipment", single_capture: "first" }, payment: { capturesInParts: false } },
      capture(1_000n),
    ],
    [
      "an account that captures once, last: nothing yet",
      { rule: { capture: "on_shipment" }, payment: { capturesInParts: false } },
      WAIT,
    ],
    [
      "an account that captures once, last: everything at the end",
      { rule: { capture: "on_shipment" }, payment: { capturesInParts: false }, order: orderWith(1, all) },
      capture(1_000n),
    ],
    [
      "a total that was lowered: no more than it",
      { rule: { capture: "on_order" }, order: orderWith(0, { total: 700n }) },
      capture(700n),
    ],
    [
      "the last shipment after a part was refunded: the rest of the lowered total",
      {
        rule: { capture: "on_shipment" },
        payment: { captured: 500n },
        order: orderWith(1, {
          ...all,
          total: 900n,
          payments: [{ id: "own", holds: 900n, captured: 400n, inFlight: 0n }],
        }),
      },
      capture(500n, 1_000n),
    ],
    [
      "what was ordered after another payment was refunded in part",
      {
        rule: { capture: "on_order" },
        payment: { authorised: 200n },
        order: orderWith(1, {
          payments: [
            { id: "old", holds: 800n, captured: 800n, inFlight: 0n },
            { id: "own", holds: 200n, captured: 0n, inFlight: 0n },
          ],
        }),
      },
      capture(200n),
    ],
    ["a held payment: nothing before the decision", { rule: { capture: "on_order" }, payment: { hold: "open" } }, WAIT],
    [
      "an approved payment: like any other",
      { rule: { capture: "on_order" }, payment: { hold: "approved" } },
      capture(1_000n),
    ],
    [
      "an approved payment that staff capture",
      { rule: { capture: "on_order", only_if_not_held: true }, payment: { hold: "approved" } },
      WAIT,
    ],
    ["a rejected payment", { rule: { capture: "on_order" }, payment: { hold: "rejected" } }, WAIT],
    ["a cancelled order", { rule: { capture: "on_order" }, order: orderWith(1, { isCancelled: true }) }, WAIT],
    ["no order yet", { rule: { capture: "on_order" }, order: null }, WAIT],
    ["money that is given back", { rule: { capture: "on_order" }, payment: { isGoingBack: true } }, WAIT],
    ["an open operation", { rule: { capture: "on_order" }, payment: { hasOpenOperation: true } }, WAIT],
    ["a voided payment", { rule: { capture: "on_order" }, payment: { state: "voided" } }, WAIT],
    ["manual", { rule: { capture: "manual" } }, WAIT],
    ["before expiry, too early", { rule: { capture: "before_expiry", at_expiry: "capture" }, at: LATE - 1 }, WAIT],
    ["before expiry, in time", { rule: { capture: "before_expiry", at_expiry: "capture" }, at: LATE }, capture(1_000n)],
    ["at expiry: the rest", { rule: { capture: "on_shipment", at_expiry: "capture" }, at: LATE }, capture(1_000n)],
    ["at expiry: void", { rule: { at_expiry: "void" }, order: orderWith(0, untouched), at: LATE }, { kind: "void" }],
    ["at expiry: void without an order", { rule: { at_expiry: "void" }, order: null, at: LATE }, { kind: "void" }],
    ["at expiry: no void of what was handed over", { rule: { at_expiry: "void" }, at: LATE }, WAIT],
    [
      "at expiry: no void of what was captured in part",
      {
        rule: { at_expiry: "void" },
        payment: { state: "captured", captured: 1n },
        order: orderWith(0, untouched),
        at: LATE,
      },
      WAIT,
    ],
    [
      "at expiry: no void of a held payment",
      { rule: { at_expiry: "void" }, payment: { hold: "open" }, order: orderWith(0, untouched), at: LATE },
      WAIT,
    ],
  ])("%s", (_name, given, step) => {
    expect(plan(given).step).toEqual(step);
  });

  test.each<[string, Case, boolean]>([
    ["in time", { rule: {}, at: LATE - 1 }, false],
    ["a day before", { rule: {}, at: LATE }, true],
    ["what is captured now", { rule: { at_expiry: "capture" }, at: LATE }, false],
    ["a capture in part that leaves a rest", { rule: { capture: "on_shipment" }, at: LATE }, true],
    ["a held payment", { rule: { at_expiry: "capture" }, payment: { hold: "open" }, at: LATE }, true],
    ["what was handed over and would be voided", { rule: { at_expiry: "void" }, at: LATE }, true],
    [
      "an order that is paid",
      {
        rule: {},
        order: orderWith(1, {
          payments: [
            { id: "old", holds: 1_000n, captured: 1_000n, inFlight: 0n },
            { id: "own", holds: 1_000n, captured: 0n, inFlight: 0n },
          ],
        }),
        at: LATE,
      },
      false,
    ],
    ["an open operation", { rule: {}, payment: { hasOpenOperation: true }, at: LATE }, false],
    ["an open operation at the end", { rule: {}, payment: { hasOpenOperation: true }, at: EXPIRY }, true],
  ])("staff are told: %s", (_name, given, isTold) => {
    expect(plan(given).isExpiring).toBe(isTold);
  });

  test("while a capture of another payment may succeed, what it would leave is planned, and it looks again soon", () => {
    const order = (inFlight: bigint): PlannedOrder =>
      orderWith(1, {
        payments: [
          { id: "own", holds: 1_000n, captured: 0n, inFlight: 0n },
          { id: "other", holds: 1_000n, captured: 0n, inFlight },
        ],
      });
    const rule = { capture: "before_expiry", at_expiry: "capture" } as const;
    const soon = { left: 1_000n, isExpiring: false, nextLookAt: LATE + 120_000 };
    expect(plan({ rule, order: order(1_000n), at: LATE })).toMatchObject({ ...soon, step: WAIT });
    expect(plan({ rule, order: order(400n), at: LATE })).toMatchObject({ ...soon, step: capture(600n) });
    expect(plan({ rule, order: order(0n), at: LATE }).step).toEqual(capture(1_000n));
    expect(plan({ rule, order: order(1_000n), at: EXPIRY }).isExpiring).toBe(true);
  });

  test("it looks again within an hour, and exactly when the authorisation is about to expire", () => {
    const rule = { capture: "on_shipment" } as const;
    expect(plan({ rule }).nextLookAt).toBe(HOUR);
    expect(plan({ rule, at: LATE - 5 }).nextLookAt).toBe(LATE);
    expect(plan({ rule, at: EXPIRY - 5 }).nextLookAt).toBe(EXPIRY);
    expect(plan({ rule: {}, at: LATE - 5 * HOUR }).nextLookAt).toBe(LATE);
  });
});
