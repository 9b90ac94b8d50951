/** Guards of messages that arrive in an unusual order: a response, a notification and a query, as in list.cjs. */
const { edit } = require("./edit.cjs");
const unit = (file, test) => ({ project: "unit", files: [`acquiring/domain/__tests__/${file}.unit`], test });
const http = (file, test) => ({ project: "http", files: [`integration-tests/${file}.spec`], test });
const PARTIAL = "http/partial-money";
const OUTSIDE = "http/outside-money";
const SUBSCRIPTIONS = "modules/subscriptions";

const MODULE = "src/modules/acquiring";
const CLAIMS = `${MODULE}/inbox/notification-claims.ts`;
const OUTCOME = `${MODULE}/domain/reduce-outcome.ts`;
const RENEWALS = `${MODULE}/subscriptions/renewals.ts`;
const EVIDENCE = `${MODULE}/attention/load-evidence.ts`;
const AHEAD = 'state === "authorised" && claimOf(parsed).claims !== undefined;';

const messageGuards = [
  edit(
    "notification: a further capture on its way",
    "a notification that arrives before the response to a further capture is not called wrong",
    [`${MODULE}/inbox/verify-captured-amount.ts`, "if (isExpected && (", "if (isExpected && false && ("],
    http(PARTIAL, "arrives before the response waits for it"),
  ),
  edit(
    "notification: a part captured ahead of the query",
    "the amount that a signed notification names is not lost because the query is behind",
    [CLAIMS, AHEAD, 'state === "authorised" && claimOf(parsed).claims?.voided !== undefined;'],
    http(OUTSIDE, "a part captured in the portal that is ahead of the query"),
  ),
  edit(
    "notification: a void ahead of the query",
    "a void that a signed notification names is not lost because the query is behind",
    [CLAIMS, AHEAD, 'state === "authorised" && claimOf(parsed).claims?.captured !== undefined;'],
    http(OUTSIDE, "a void in the portal that is ahead of the query"),
  ),
  edit(
    "notification: another try declined",
    "the late decline of another card is no contradiction of a paid payment",
    [
      CLAIMS,
      "return fact.gatewayPaymentId !== null && own !== null && fact.gatewayPaymentId !== own;",
      "return false;",
    ],
    http(OUTSIDE, "another card was declined raises nothing"),
  ),
  edit(
    "notification: a refused refund ahead of the list",
    "a late refusal that a signed notification names is not lost because the list is behind",
    [CLAIMS, 'if (fact.kind !== "refund" || signature !== "matched") return false;', "return false;"],
    http(OUTSIDE, "late refusal that is ahead of the list"),
  ),
  edit(
    "response: after a query found it undecided",
    "the customer's address in an authorisation's own response is not lost because a query was faster",
    [
      OUTCOME,
      'if (operation.kind === "authorise" && operation.status === "pending" && isOpen(snapshot.state)) {',
      'if (operation.status === "sending") {',
    ],
    unit("reduce-outcome", "the authorisation's own response"),
  ),
  edit(
    "response: pending after a pending query",
    "a response that changes no state still records what only it contains",
    [OUTCOME, "attention: decision.attention, conclusions };", "attention: decision.attention };"],
    unit("reduce-outcome", "the authorisation's own response"),
  ),
  edit(
    "renewal: the first payment's captured amount",
    "a message about the first payment's capture says nothing about a renewal",
    [RENEWALS, "{ claims: _claims, operationsWhenAsked: _operations, ...meta }: FactsMeta", "meta: FactsMeta"],
    http(SUBSCRIPTIONS, "in the same answer"),
  ),
  edit(
    "renewal: its own query decides its operations",
    "a query of the first payment contradicts no operation of a renewal",
    [RENEWALS, "(await ledger.operations(there.id)).length > 0", "(await ledger.operations(there.id)).length > 99"],
    http(SUBSCRIPTIONS, "own query, not by"),
  ),
  edit(
    "unknown result: one version of a payment",
    "a result that arrives between two reads raises no item of another kind",
    [
      `${MODULE}/status-checks/stale-outcome-alert.ts`,
      "await ledger.withOperations(attemptId)",
      "{ row: attempt, operations: await ledger.operations(attemptId) }",
    ],
    http(SUBSCRIPTIONS, "arrives between the two reads"),
  ),
  edit(
    "evidence: every reading of a stored response",
    "items close for accounts whose profile has one code for voided and pending payments",
    [EVIDENCE, "z.enum(paymentReadings)", 'z.enum(paymentReadings).exclude(["voided_or_pending"])'],
    {
      project: "unit",
      files: ["acquiring/attention/__tests__/load-evidence.unit"],
      test: "that the inbox stores is read",
    },
  ),
  edit(
    "first payment: a declined try is no claim",
    "a declined card on the hosted page of a subscription's first payment raises no alarm",
    [
      `${MODULE}/inbox/process-notification.ts`,
      'if (parsed.fact.kind === "payment" && !claimsMoney(parsed.fact) && !contradicts(parsed, after))',
      'if (parsed.fact.kind === "dispute" && !contradicts(parsed, after))',
    ],
    http(SUBSCRIPTIONS, "changes nothing and raises nothing"),
  ),
  edit(
    "first payment: a claim of a later charge",
    "a claim about a later charge is not settled by the first payment's state",
    [
      EVIDENCE,
      "if (own === null || named === null || named === own) return",
      "if (own === null || named === null || named !== null) return",
    ],
    http(SUBSCRIPTIONS, "claims a later charge keeps its item"),
  ),
  edit(
    "captured amount: explained by a decision",
    "a decision about a capture closes the item about its amount only if the amounts then agree",
    [`${MODULE}/attention/close-explained-amount.ts`, "if (claimed === minorOf(attempt.captured)) await", "await"],
    http(PARTIAL, "decision that makes the amounts agree"),
  ),
  edit(
    "charge listed late: each one recorded",
    "an item about several charges stays open until each is recorded",
    [
      `${MODULE}/attention/close-recorded-charges.ts`,
      "refused.length === item.count && refused.every(isKnown)",
      "refused.some(isKnown)",
    ],
    http(SUBSCRIPTIONS, "no query listed for hours"),
  ),
  edit(
    "notification: a void with the shared code",
    "a signed void waits for the query where a pending payment has the same code",
    [CLAIMS, 'fact.reading === "voided_or_pending" && kindHint', 'fact.reading === "voided" && kindHint'],
    http("modules/dialect", "waits where a pending payment has the same code"),
  ),
  edit(
    "query: requested during another",
    "a query that is requested while another one is answered is not forgotten",
    [
      `${MODULE}/status-checks/status-checker.ts`,
      "now.getTime()) ?? again, requested)",
      "now.getTime()) ?? again, null)",
    ],
    http("modules/overtaken-queries", "requested while another one is answered"),
  ),
  edit(
    "attention: two messages ended together",
    "an item of two messages that are refused together is dated with the first",
    [`${MODULE}/ledger/conclude-inbox.ts`, "attempt_id, raised_at: now }),", "attempt_id }), raised_at: now,"],
    http("modules/inbox", "raises one item, dated with the first of them"),
  ),
  edit(
    "payment: undecided for more than a day",
    "a card payment that the gateway never decides is told to a person",
    [`${MODULE}/ledger/rows/unresolved-since.ts`, "since <= now && !isUnderReview(attempt)", "false"],
    http("modules/dialect", "undecided for more than a day is told to a person"),
  ),
  edit(
    "payout: accepted and silent",
    "an accepted payout that was heard of meanwhile is not unknown",
    [
      `${MODULE}/payouts/payout-ledger.ts`,
      "row.concluded_at !== null && row.concluded_at < since",
      "row.concluded_at !== null",
    ],
    http("modules/payout-sends", "an accepted payout without news since a time"),
  ),
  edit(
    "payout: silent until its date",
    "a payout with a later payment date is expected to be silent",
    [
      "src/modules/acquiring_payout/store/payout-table.ts",
      '.orWhere("payment_date", "<", since.toISOString().slice(0, 10))',
      '.orWhereNotNull("payment_date")',
    ],
    http("http/payouts", "two after its date, is unknown"),
  ),
  edit(
    "payout: silent, then an older message",
    "an older message does not end the doubt about a silent payout",
    [`${MODULE}/domain/payout-sends.ts`, ' || send.status === "unknown";', ";"],
    {
      project: "unit",
      files: ["acquiring/__tests__/payout-sends.unit"],
      test: "an older message does not end the doubt",
    },
  ),
  edit(
    "payment: released a moment ago",
    "a payment that was released after a review has the time from then on",
    [
      `${MODULE}/ledger/rows/unresolved-since.ts`,
      "attempt.hold_decided_at ?? attempt.created_at",
      "attempt.created_at",
    ],
    {
      project: "unit",
      files: ["acquiring/attention/__tests__/rules.unit"],
      test: "stays undecided for more than a day",
    },
  ),
  edit(
    "reconciliation: a failed run",
    "a failed reconciliation does not count as complete",
    [`${MODULE}/health/figures.ts`, "FILTER (WHERE error IS NULL AND account IS NULL)", ""],
    http("http/health-page", "a reconciliation that fails is shown as failed"),
  ),
];

module.exports = { messageGuards };
