/** Guards of the capture policy, and of proposed refunds, as in list.cjs. */
const http = (file) => ({ project: "http", files: [`integration-tests/http/${file}.spec`] });
const POLICY = http("capture-policy");
const AUTOMATIC = http("automatic-refunds");
const RETURNS = http("returns");
const HOOKS = http("automatic-hooks");
const PLANS = { project: "unit", files: ["acquiring/domain/capture/__tests__/capture-plan.unit"] };
const TARGETS = { project: "unit", files: ["acquiring/domain/capture/__tests__/capture-target.property.unit"] };
const REFUNDS = { project: "unit", files: ["application/returns/__tests__/decide-refund.unit"] };

const PLAN = "src/modules/acquiring/domain/capture/capture-plan.ts";
const SENDS = "src/modules/acquiring/capture-policy/policy-sends.ts";
const POLICIES = "src/modules/acquiring/capture-policy/capture-policies.ts";
const APPROVALS = "src/modules/acquiring/refund-proposals/refund-approvals.ts";
const STATE = "src/application/returns/automatic-state.ts";

const edit = (name, protects, [file, find, replace], where) => ({
  name,
  protects,
  patches: [{ file, find, replace }],
  ...where,
});

const policyGuards = [
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
      "holds: holds - returned, captured: captured - returned",
      "holds, captured",
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
    [STATE, 'if (known.stored?.stopped) return "stopped";', ""],
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
    ["src/application/capture-policy/defer-captures.ts", "isSame(each, current)", "current.length >= 0"],
    { ...HOOKS, test: "what is taken back while the store is asked" },
  ),
  edit(
    "policy: a capture since the plan",
    "a planned capture is refused if another amount of the payment is captured by now",
    ["src/modules/acquiring/gate/decide.ts", "capturedBefore !== snapshot.captured", "capturedBefore < 0n"],
    { ...HOOKS, test: "a capture that was planned before staff captured" },
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
