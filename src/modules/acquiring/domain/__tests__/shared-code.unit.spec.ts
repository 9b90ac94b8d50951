import { accountWith } from "../../../../gateway/__tests__/fixtures";
import { readPaymentStatus } from "../../../../gateway/reading/normalize";
import { reduce } from "../reducer";
import { attempt, operation, payment, query, summary } from "./attempts";

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
