import { accountWith } from "../../../../gateway/__tests__/fixtures";
import { readPaymentStatus } from "../../../../gateway/reading/normalize";
import { reduceOutcome } from "../apply-outcome";
import { reduce } from "../reducer";
import type { Decision, FactContext, OperationStatus } from "../snapshot";
import { attempt, early, operation, payment, query, summary } from "./attempts";

/** A gateway that answers 1000 for a voided payment and for one that waits; with `query_result` 1 for the voided one alone. */
const { profile } = accountWith({ profile: { status: { payment: { "1000/1": "voided_or_pending" } } } });
const reading = (queryResult: string) => readPaymentStatus(profile, { paymentStatus: "1000", queryResult });

test("a void whose response was lost is settled by the query, although a pending payment has the same code", () => {
  const voiding = attempt("authorised", { operations: [operation("void", "unknown")] });
  const settled = reduce(voiding, payment(reading("1")), query);
  expect(summary(settled)[0]).toBe("voided");
  expect(settled.conclusions).toEqual([{ operationId: "op_void", status: "settled" }]);
  expect(summary(reduce(attempt("created"), payment(reading("-1")), query))[0]).toBe("pending");
});

/** Authorised, voided in the portal without a notification, and then a void of ours was sent. */
const voiding = (status: OperationStatus, capture?: OperationStatus) =>
  attempt("authorised", {
    operations: [
      operation("authorise", "settled"),
      ...(capture ? [operation("capture", capture)] : []),
      operation("void", status),
    ],
  });
const shared = payment("voided_or_pending");

test.each(["unknown", "declined"] as const)("a void that is %s means voided once a query is late enough", (status) => {
  const late = reduce(voiding(status), shared, query);
  expect(summary(late)).toEqual(["voided", ["voided"], []]);
  expect(summary(reduce(voiding(status), shared, early))).toEqual(["authorised", [], []]);
  const asked = new Map([["op_void", "not_sent" as const]]);
  expect(summary(reduce(voiding(status), shared, { ...query, operationsWhenAsked: asked }))).toEqual([
    "authorised",
    [],
    [],
  ]);
});

test("after a declined void too early a query is repeated when it proves something", () => {
  expect(reduce(voiding("declined"), shared, early).askAgainAt).toBe(120_000);
  expect(reduce(voiding("unknown"), shared, early).askAgainAt).toBeUndefined();
  const capturing = reduce(voiding("declined", "unknown"), shared, query);
  expect(summary(capturing)).toEqual(["authorised", [], ["backward_move"]]);
});

test("the response of the void and the queries give the same state in any order", () => {
  const reason = { code: "x", message: "already cancelled" };
  const response: FactContext = { ...query, source: "response", operationId: "op_void" };
  const asked = new Map([["op_void", "sending" as const]]);
  type Arrival = (before: ReturnType<typeof attempt>) => Decision;
  const responds: Arrival = (before) =>
    reduceOutcome(
      before,
      before.operations.find(({ id }) => id === "op_void") ?? operation("void", "sending"),
      { kind: "declined", fact: null, reason },
      response,
    );
  const asks: Arrival = (before) => reduce(before, shared, { ...query, operationsWhenAsked: asked });
  const asksEarly: Arrival = (before) => reduce(before, shared, { ...early, operationsWhenAsked: asked });
  const orders = [
    [responds, asksEarly, asks],
    [responds, asks, asksEarly],
    [asksEarly, responds, asks],
    [asksEarly, asks, responds],
    [asks, asksEarly, responds],
    [asks, responds, asksEarly],
  ];
  for (const order of orders) {
    const end = order.reduce((before, arrives) => {
      const { state, conclusions, attention } = arrives(before);
      expect(attention).toEqual([]);
      const status = new Map(conclusions.map((each) => [each.operationId, each.status]));
      const operations = before.operations.map((each) => ({ ...each, status: status.get(each.id) ?? each.status }));
      return { ...before, state, operations };
    }, voiding("sending"));
    expect(end.state).toBe("voided");
  }
});

test("a void in a verified notification is proven at once, also while our own void is open", () => {
  const claimed = { ...early, claims: { voided: true } };
  for (const status of ["sending", "unknown", "declined"] as const) {
    expect(summary(reduce(voiding(status), shared, claimed))).toEqual(["voided", ["voided"], []]);
  }
  expect(reduce(voiding("unknown"), shared, claimed).conclusions).toEqual([
    { operationId: "op_void", status: "settled" },
  ]);
  expect(summary(reduce(voiding("unknown", "unknown"), shared, claimed))).toEqual(["authorised", [], []]);
});
