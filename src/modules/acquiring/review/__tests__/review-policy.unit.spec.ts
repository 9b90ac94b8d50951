import type { RiskFact } from "../../../../gateway/model/facts";
import { createReviewPolicy } from "../review-policy";
import type { HoldSubject } from "../../ledger/rows/review-hold";
import { mergeRisk } from "../../ledger/rows/review-hold";

/** What could not be read of a payment's risk may have asked for a review. */
const READ: RiskFact = { action: "ACCEPT", score: "1", reasons: [] };
const UNREAD: RiskFact = { ...READ, unreadable: ["risk_action"] };
const rule = createReviewPolicy({ holdActions: ["REVIEW"] }, () => undefined);
const subject = (risk: RiskFact | null, isPending = false): HoldSubject => ({
  row: { id: "acqatt_1" } as HoldSubject["row"],
  isPending,
  isNewMoney: !isPending,
  risk,
});

test.each([
  ["whose risk was read", subject(READ), null],
  ["that names no risk", subject(null), null],
  ["whose risk could not be read", subject(UNREAD), "unreadable"],
  ["that is undecided, until the gateway has its money", subject(UNREAD, true), null],
  [
    "that the gateway held and released",
    { ...subject({ ...READ, action: "review" }), isReleased: true } as const,
    null,
  ],
  [
    "that was released, unread",
    { ...subject({ ...UNREAD, action: "review" }), isReleased: true } as const,
    "unreadable",
  ],
  ["that the gateway holds", subject({ ...UNREAD, action: "review" }), "gateway"],
])("33 a payment %s is held for: %s", (_what, each, reason) => {
  expect(rule(each)).toBe(reason);
});

test("33 what was unreadable once stays unreadable, whatever is read later", () => {
  expect(mergeRisk(UNREAD, READ)?.unreadable).toEqual(["risk_action"]);
  expect(mergeRisk(UNREAD, { ...READ, unreadable: ["fraud_check_result"] })?.unreadable).toEqual([
    "risk_action",
    "fraud_check_result",
  ]);
  expect(mergeRisk(READ, READ)).toEqual(READ);
});
