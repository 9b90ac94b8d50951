/** Guards of the capture policy, and of proposed refunds, as in list.cjs. */
const { edit } = require("./edit.cjs");
const http = (file) => ({ project: "http", files: [`integration-tests/http/${file}.spec`] });
const POLICY = http("capture-policy");
const AUTOMATIC = http("automatic-refunds");
const RETURNS = http("returns");
const HOOKS = http("automatic-hooks");
const DIFFERENCES = http("order-differences");
const PLANS = { project: "unit", files: ["acquiring/domain/capture/__tests__/capture-plan.unit"] };
const TARGETS = { project: "unit", files: ["acquiring/domain/capture/__tests__/capture-target.property.unit"] };
const REFUNDS = { project: "unit", files: ["application/returns/__tests__/decide-refund.unit"] };

const PLAN = "src/modules/acquiring/domain/capture/capture-plan.ts";
const SENDS = "src/modules/acquiring/capture-policy/policy-sends.ts";
const POLICIES = "src/modules/acquiring/capture-policy/capture-policies.ts";
const APPROVALS = "src/modules/acquiring/refund-proposals/refund-approvals.ts";
const STATE = "src/application/returns/automatic-state.ts";

const policyGuards = [
  edit(
    "an unsent operation of another amount",
    "a capture or refund that was proven unsent is sent again with its own amount only",
    ["src/modules/acquiring/gate/decide.ts", "minorOf(known.amount) !== amount", "minorOf(known.amount) < 0n"],
    { project: "http", files: ["integration-tests/modules/another-amount.spec"], test: "takes no other amount" },
  ),
  edit(
    "a refund of a plan that has changed",
    "what staff refund while a plan is made is not refunded again",
    ["src/application/payables/refund-surplus.ts", "isAsShown && (place", "(isAsShown || before.size > 0) && (place"],
    { ...HOOKS, test: "what staff refund while the store is asked" },
  ),
  edit(
    "items that are to come back",
    "an order with an open exchange asks for no more than Medusa shows",
    [
      "src/application/orders/order-balance.ts",
      "if (!row.awaits_return) return row;",
      "if (row.version > 0) return row;",
    ],
    {
      ...DIFFERENCES,
      test: "the difference of an exchange is paid with a link, and Medusa's records follow each step",
    },
  ),
  edit(
    "a refund before its return arrives",
    "a refund for a requested return is recorded as core records it, also while an edit is open",
    ["src/application/orders/credit-lines.ts", "${AWAITS_RETURN} AS awaits_return", "false AS awaits_return"],
    {
      ...DIFFERENCES,
      test: "a refund in the gateway's portal, while an edit is open, for a return that has not arrived leaves nothing to refund when it arrives",
    },
  ),
  edit(
    "what can no longer be captured",
    "the rest of a partly captured payment is asked for on an account that captures once",
    ["src/application/orders/order-balance.ts", "AND own.state = 'captured' AND", "AND own.state = 'created' AND"],
    { ...DIFFERENCES, test: "an account that captures once" },
  ),
  edit(
    "a declined renewal that turns out to be paid",
    "a billing period that was paid with an order makes no second order",
    ["src/application/subscriptions/billing-cycle.ts", "one.id === charge.id ? charge : one", "one"],
    { ...http("declined-renewals"), test: "makes no second order, and staff are told" },
  ),
  edit(
    "policy: a held payment",
    "the capture policy leaves a payment under review alone",
    [PLAN, 'payment.hold === "open" || ', ""],
    { ...PLANS, test: "a held payment: nothing before the decision" },
  ),
  edit(
    "policy: money that is given back",
    "the capture policy captures nothing that came too late or twice",
    [PLAN, "if (payment.isGoingBack || ", "if ("],
    { ...PLANS, test: "money that is given back" },
  ),
  edit(
    "policy: an open operation",
    "the capture policy decides nothing while a capture or void is open",
    [PLAN, "payment.hasOpenOperation ? WAIT : ", ""],
    { ...PLANS, test: "an open operation" },
  ),
  edit(
    "policy: a cancelled order",
    "the capture policy captures nothing of a cancelled order",
    [PLAN, "order === null || order.isCancelled ||", "order === null ||"],
    { ...PLANS, test: "a cancelled order" },
  ),
  edit(
    "policy: goods handed over",
    "an authorisation is not voided after items of its order were handed over",
    [PLAN, " && !(order && !order.isCancelled && isStarted(order.items))", ""],
    { ...PLANS, test: "no void of what was handed over" },
  ),
  edit(
    "policy: other payments",
    "all payments of an order together capture no more than its total",
    ["src/modules/acquiring/domain/capture/capture-target.ts", "atLeastZero(least(own, open))", "atLeastZero(own)"],
    { ...TARGETS, test: "of several payments never exceed" },
  ),
  edit(
    "policy: what was refunded",
    "the capture policy does not capture again what was refunded",
    [
      "src/application/capture-policy/policy-orders.ts",
      "holds: shape.holds - returned, captured: shape.captured - returned",
      "holds: shape.holds, captured: shape.captured",
    ],
    { ...POLICY, test: "what was refunded before the last shipment" },
  ),
  edit(
    "policy: key of a capture",
    "the capture policy repeats no capture that was declined",
    [
      SENDS,
      "_capture_${send.attemptId}_${send.upTo.toString()}",
      "_capture_${send.attemptId}_${String(Math.random())}",
    ],
    { ...POLICY, test: "a declined capture is told once" },
  ),
  {
    name: "policy: the version that was read",
    protects: "a policy does not overwrite one that was saved meanwhile",
    patches: [
      { file: POLICIES, find: "if ((current?.max ?? 0) !== version) return false;", replace: "" },
      { file: POLICIES, find: "const next = version + 1;", replace: "const next = (current?.max ?? 0) + 1;" },
    ],
    ...POLICY,
    test: "a policy is saved in versions",
  },
  edit(
    "approvals of one plan",
    "a refund that changed after the first approval needs two new ones",
    [APPROVALS, '["order", orderId, plan].join(":")', '["order", orderId].join(":")'],
    { ...AUTOMATIC, test: "an amount that changed between the two approvals" },
  ),
  edit(
    "an API key is no person",
    "the second approval is made by a person",
    [APPROVALS, "actorId === null || !isUser", "actorId === null"],
    { ...AUTOMATIC, test: "above the limit two people refund" },
  ),
  edit(
    "parts of a large refund",
    "two people are needed also if the amount is refunded in parts",
    [APPROVALS, "minorOf(refunded) + minor > most", "minor > most"],
    { ...AUTOMATIC, test: "two people are needed on the payment" },
  ),
  edit(
    "a disputed automatic refund",
    "the server refunds nothing by itself that the customer disputes",
    [STATE, 'if (known.dispute !== null) return "disputed";', ""],
    { ...REFUNDS, test: "disputed" },
  ),
  edit(
    "a declined automatic refund",
    "the server does not try a refund again that was declined",
    [STATE, 'return isOpen && known.stored?.stopped ? "stopped" : state;', "return state;"],
    { ...REFUNDS, test: "stopped" },
  ),
  edit(
    "an unexplained surplus",
    "the server refunds nothing by itself that no return, claim, exchange or edit explains",
    [STATE, 'if (!isExplained(known.causes)) return "not_explained";', ""],
    { ...REFUNDS, test: "not_explained" },
  ),
  edit(
    "a dismissed refund",
    "the server does not make a refund that a person dismissed",
    [STATE, 'if (known.dismissed !== null) return "dismissed";', ""],
    { ...REFUNDS, test: "dismissed" },
  ),
  edit(
    "one restocking fee",
    "a fee that is requested twice is deducted once",
    [
      "src/application/returns/decide-refund.ts",
      "if (lines.some(({ reference_id: of }) => of === asked.plan)) return;",
      "",
    ],
    { ...RETURNS, test: "a restocking fee raises the order's total once" },
  ),
  edit(
    "policy: the store's own decision",
    "what the store's handler defers is not captured",
    ["src/application/capture-policy/defer-captures.ts", "wait.includes(each.attempt.id)", "wait.length < 0"],
    { ...HOOKS, test: "a capture that the store defers" },
  ),
  edit(
    "policy: a change while the store is asked",
    "what was taken back while the store's handler was asked is not captured",
    ["src/application/capture-policy/defer-captures.ts", "isStillPlanned(each, current)", "current.length >= 0"],
    { ...HOOKS, test: "what is taken back while the store is asked" },
  ),
  edit(
    "policy: a capture since the plan",
    "a planned capture is refused if another amount of the payment is captured by now",
    ["src/modules/acquiring/gate/decide.ts", "capturedBefore !== snapshot.captured", "capturedBefore < 0n"],
    { ...HOOKS, test: "a capture that was planned before staff captured" },
  ),
  edit(
    "policy: an order that changed since the plan",
    "what was planned some seconds ago is planned again before it is sent",
    ["src/application/capture-policy/policy-round.ts", "await overtakenOf(container, chunk)", "new Set<string>()"],
    {
      ...HOOKS,
      test: "what is taken back after its page was planned is planned again before it is sent",
    },
  ),
  edit(
    "policy: an open capture of another payment",
    "a capture of another payment of the order without a known result counts as captured",
    ["src/modules/acquiring/domain/capture/capture-target.ts", "each.id === id ? 0n : each.inFlight", "0n"],
    {
      ...HOOKS,
      test: "a capture of another payment of the order whose answer was lost counts as captured",
    },
  ),
  edit(
    "policy: a handler without an answer",
    "a handler that never answers does not stop the capture policy",
    ["src/application/hooks/run-hooked-workflow.ts", "reject(new Error(`The store's", "void (new Error(`The store's"],
    { ...HOOKS, test: "a handler that does not answer" },
  ),
  edit(
    "a plan that the store does not offer",
    "a payment with an instalment plan that the store's handler does not offer is not sent",
    ["src/application/checkout/pay.ts", "await requireOffered(container, plan, { ...wanted, ...subject });", ""],
    { ...http("instalments"), test: "a plan that the store's handler does not offer" },
  ),
  edit(
    "a subscription's handler without an answer",
    "a handler that never answers does not stop the worker",
    ["src/application/worker/worker-round.ts", "patienceMs / 1000)}`);\n      resolve();", "patienceMs / 1000)}`);"],
    { ...http("subscription-hooks"), test: "a handler that never answers" },
  ),
  edit(
    "refunds: a return that has not arrived",
    "a refund for a return that has not arrived waits for no credit line",
    ["src/modules/acquiring/medusa-records/refund-reservation-rows.ts", "GREATEST(${REQUESTED}", "GREATEST(0"],
    { ...DIFFERENCES, test: "after a refund for a return that has not arrived, the next refund need not wait" },
  ),
  edit(
    "the limit of a shutdown",
    "background work that does not end does not keep a process from stopping",
    [
      "src/modules/acquiring/runtime/worker-drain.ts",
      "for (const leave of this.#callers) leave();",
      "this.#callers.clear();",
    ],
    {
      project: "unit",
      files: ["acquiring/runtime/__tests__/worker-drain.unit"],
      test: "what does not end within the limit is left, and its caller continues",
    },
  ),
  edit(
    "captures of late payments",
    "a payment that was approved after it had expired, and pays for its order, is captured",
    ["src/application/capture-policy/policy-plans.ts", "(attempt.is_late && order === null)", "attempt.is_late"],
    { ...POLICY, test: "a payment that was approved after it had expired" },
  ),
  edit(
    "two people: a cancellation as a whole",
    "one person cannot refund several payments of an order by cancelling it",
    [
      "src/application/medusa-guards/second-person.ts",
      "ofPayment(attemptId, minor, { together })",
      "ofPayment(attemptId, minor)",
    ],
    { ...http("automatic-refunds"), test: "the payments that a cancellation refunds count together" },
  ),
  edit(
    "two people: a key that was not sent",
    "a refund that was not sent is approved again before it is repeated",
    [
      "src/application/dashboard/change-payment.ts",
      'operation !== undefined && operation.status !== "not_sent"',
      "operation !== undefined",
    ],
    { ...http("automatic-refunds"), test: "a refund that was not sent needs the second person" },
  ),
  edit(
    "automatic refunds: a dismissed amount",
    "what a person dismissed is not refunded by the server as a part of another amount",
    [
      "src/application/returns/refund-proposal.ts",
      "wasDismissed: wasDismissed(row)",
      "wasDismissed: stored !== undefined && wasDismissed(row)",
    ],
    { ...AUTOMATIC, test: "what a person dismissed is not refunded automatically" },
  ),
  edit(
    "automatic refunds: a dismissed amount is remembered",
    "what a person dismissed stays theirs until nothing is to refund",
    [
      "src/modules/acquiring/refund-proposals/refund-proposals.ts",
      "wasDismissed(before) && !isRefunded ? DISMISSED : null",
      "null",
    ],
    { ...AUTOMATIC, test: "what a person dismissed is not refunded automatically" },
  ),
  edit(
    "automatic refunds: an open change",
    "the server refunds nothing while an edit, return, exchange or claim of the order is open",
    ["src/application/returns/automatic-state.ts", "known.plan === null || known.isChanging", "known.plan === null"],
    { ...AUTOMATIC, test: "while a change of the order is open" },
  ),
  edit(
    "automatic refunds: looks at an open change",
    "the server refunds once a change was given up, however often it looked before",
    ["src/application/returns/follow-refund.ts", '"blocked" && proposal.plan !== null', '"blocked" && row.tries < 0'],
    { ...AUTOMATIC, test: "while a change of the order is open" },
  ),
  edit(
    "two people: a cancellation by code",
    "of the refunds that a cancellation makes at once none is refused because of the others",
    ["src/providers/acquiring/refund.ts", "{ asOnePerson: !isBesideOthers }", "{ asOnePerson: true }"],
    { ...AUTOMATIC, test: "a cancellation by code of the store refunds every payment" },
  ),
  edit(
    "two people: one refund after the other",
    "of the refunds that a cancellation makes none is refused because another one was made first",
    [
      "src/modules/acquiring/refund-proposals/refund-approvals.ts",
      "WHEN :isBesideOthers AND attempt.id <> own.id",
      "WHEN :isBesideOthers AND attempt.id = own.id",
    ],
    { ...AUTOMATIC, test: "of which each counts alone" },
  ),
  edit(
    "two people: a cancellation and a lost answer",
    "a refund of a cancellation is made although the result of another one is not known",
    [
      "src/modules/acquiring/refund-proposals/refund-approvals.ts",
      "LIKE 'ref_%' AND done.created_at > :atOnce",
      "LIKE 'ref_%' AND done.created_at < :atOnce",
    ],
    { ...AUTOMATIC, test: "although the answer of another one's refund is lost" },
  ),
  edit(
    "automatic refunds: after a dispute",
    "the server refunds once a dispute was won, though no event reports it",
    [
      "src/application/returns/follow-refund.ts",
      '"disputed" && proposal.dispute === "open"',
      '"disputed" && row.tries < 0',
    ],
    { ...AUTOMATIC, test: "and it is once that is won" },
  ),
  edit(
    "automatic refunds: an outage after a capture",
    "what was captured too much is found after days without a server",
    [
      "src/application/returns/follow-refund.ts",
      "refundProposals.lookedAt ? LOOK_BACK_MS : FIRST_LOOK_BACK_MS",
      "LOOK_BACK_MS",
    ],
    { ...RETURNS, test: "what was captured too much is announced after days without a server" },
  ),
  edit(
    "automatic refunds: an outage of the background work",
    "a process looks back to its last look",
    ["src/application/returns/follow-refund.ts", "(refundProposals.lookedAt ?? now).getTime()", "now.getTime()"],
    { ...RETURNS, test: "since its last look" },
  ),
  edit(
    "refunds: half a cent",
    "what is to refund is what was charged less what the order costs, each rounded",
    [
      "src/application/payables/surplus.ts",
      "signedMinor(paid, currency) - signedMinor(total, currency)",
      "signedMinor(String(Number(paid) - Number(total)), currency)",
    ],
    { ...http("unrounded-totals"), test: "returns whose parts end in half a cent" },
  ),
  edit(
    "two people: refunds without a known result",
    "a refund that may have been made counts towards what one person may refund",
    [APPROVALS, '["sending", "unknown"]', '["sending"]'],
    { ...AUTOMATIC, test: "a refund whose result is not known counts" },
  ),
  edit(
    "two people: refunds begun at once",
    "refunds that one person begins at once are together not above the limit",
    [
      "src/modules/acquiring/gate/gate.ts",
      "return asOnePerson ? this.deps.refundRefusal",
      'return asOnePerson && attempt.id === "" ? this.deps.refundRefusal',
    ],
    { ...AUTOMATIC, test: "a refund whose result is not known counts" },
  ),
  edit(
    "capture policy: damaged returns",
    "an item that came back damaged counts neither as ordered nor as shipped",
    [
      "src/application/capture-policy/policy-orders.ts",
      "minus(minus(quantity, detail.return_received_quantity), detail.return_dismissed_quantity)",
      "minus(quantity, detail.return_received_quantity)",
    ],
    { ...POLICY, test: "an item that comes back" },
  ),
  edit(
    "reviews: a late payment",
    "an order is not fulfilled while its late payment waits for a review",
    ["src/modules/acquiring/ledger/rows/review-hold.ts", ".orWhere((alone) =>", ".andWhere((alone) =>"],
    { ...http("review"), test: "25 the order of a payment that was approved late" },
  ),
  edit(
    "reviews: a late payment beside another",
    "a late payment that pays for nothing does not keep the order from being fulfilled",
    [
      "src/modules/acquiring/ledger/rows/review-hold.ts",
      "alone.where({ reversal_reason: null }).whereNotExists(payment)",
      "alone.where({ reversal_reason: null })",
    ],
    { ...http("late-money-held"), test: "a late payment that waits for a review beside" },
  ),
  edit(
    "automatic refunds: perhaps a second dispute",
    "nothing is refunded while a closed dispute may be followed by another one",
    ["src/application/payables/surplus.ts", " || payments.some(({ row }) => row.has_dispute_item)", ""],
    { ...http("automatic-refunds"), test: "nothing is refunded while the payment may be disputed a second time" },
  ),
  edit(
    "automatic refunds: a dismissed dispute",
    "a person who dismisses the item decides that the order may be refunded",
    [
      "src/application/payables/surplus.ts",
      "AND item.cleared_at IS NULL AND item.deleted_at IS NULL) AS has",
      "AND item.deleted_at IS NULL) AS has",
    ],
    { ...http("automatic-refunds"), test: "nothing is refunded while the payment may be disputed a second time" },
  ),
  edit(
    "automatic refunds: an earlier dispute",
    "nothing is refunded automatically after the bank took a payment back",
    [
      "src/application/payables/surplus.ts",
      "disputesIn(row.disputes).map(({ status }) => status)",
      "disputesIn(row.disputes).slice(-1).map(({ status }) => status)",
    ],
    { ...http("automatic-refunds"), test: "after the bank took a payment back" },
  ),
  edit(
    "automatic refunds: told when they stop",
    "staff learn of a refund that the server does not make after all",
    [
      "src/application/returns/follow-refund.ts",
      "  await tellOfProposal(container, row, payments);\n  await resolveLedger(container).refundProposals.stop",
      "  await resolveLedger(container).refundProposals.stop",
    ],
    { ...HOOKS, test: "a refund that the store defers" },
  ),
  edit(
    "background work after the stop signal",
    "a process that was told to stop begins no background work, however long its last request takes",
    [
      "src/modules/acquiring/runtime/worker-drain.ts",
      "return this.#isEnded || this.isToldToStop();",
      "return this.#isEnded;",
    ],
    {
      project: "unit",
      files: ["acquiring/runtime/__tests__/worker-drain.unit"],
      test: "after the stop signal no background work starts, but what a request needs does, until the end",
    },
  ),
  edit(
    "an automatic refund that the store defers",
    "the server refunds nothing by itself that the store's handler leaves to people",
    [
      "src/application/returns/follow-refund.ts",
      "if (await isLeftToStaff(container, row, proposal)) return",
      "if (!(await isLeftToStaff(container, row, proposal)) && row.tries < 0) return",
    ],
    { ...HOOKS, test: "a refund that the store defers" },
  ),
];

module.exports = { policyGuards };
