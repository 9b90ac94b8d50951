/** Guards of payments for an order's balance, as in list.cjs. */
const { edit } = require("./edit.cjs");
const DATABASE = { project: "http", files: ["integration-tests/modules/guards.spec"] };
const LINKS = { project: "http", files: ["integration-tests/http/payment-links.spec"] };
const RACES = { project: "http", files: ["integration-tests/http/link-races.spec"] };
const ENDINGS = { project: "http", files: ["integration-tests/http/payment-link-endings.spec"] };
const AGAIN = { project: "http", files: ["integration-tests/http/pay-again.spec"] };
const SURPLUS = { project: "http", files: ["integration-tests/http/surplus.spec"] };
const RETURNS = { project: "http", files: ["integration-tests/http/returns.spec"] };
const AUTOMATIC = { project: "http", files: ["integration-tests/http/automatic-refunds.spec"] };
const PARTS = { project: "http", files: ["integration-tests/http/split-payments.spec"] };
const INSTALMENTS = { project: "http", files: ["integration-tests/http/instalments.spec"] };
const TOKENS = { project: "unit", files: ["acquiring/checkout/__tests__/link-token.unit"] };
const PAYABLE = "src/application/checkout/payable.ts";
const LINK = "src/application/payables/payable-link.ts";
const PROJECTION = "src/application/orders/project-payable.ts";

const PAGE = { project: "unit", files: ["application/payables/__tests__/payment-page-url.unit"] };
const HTML = { project: "unit", files: ["api/pages/__tests__/payment-page.unit"] };

const payableGuards = [
  edit(
    "index attempt_live_collection",
    "one live payment per payment collection, whatever its session",
    [
      "src/modules/acquiring/migrations",
      'CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_live_collection"',
      'CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_live_collection"',
    ],
    { ...DATABASE, test: "second live attempt of a payment collection" },
  ),
  edit(
    "index payment_link_open",
    "an order has one open payment link",
    [
      "src/modules/acquiring/migrations",
      'CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payment_link_open"',
      'CREATE INDEX IF NOT EXISTS "IDX_acquiring_payment_link_open"',
    ],
    {
      project: "http",
      files: ["integration-tests/modules/last-line.spec"],
      test: "a second row of one payment_link_open is refused",
    },
  ),
  edit(
    "a balance's amount",
    "a session for an amount that is not due any more is not paid",
    [
      PAYABLE,
      'if (!isDue(money, { currency: balance.money.currency, amount: balance.due }))\n    throw new StoreRequestError("amount_changed", 409);',
      "",
    ],
    { ...LINKS, test: "the amount is what the order owes" },
  ),
  edit(
    "a link's own order",
    "a link pays for no other order",
    [PAYABLE, "(await openCollectionOf(container, balance.orderId)) !== collectionId", "collectionId === null"],
    { ...ENDINGS, test: "a link pays for its own order only" },
  ),
  edit(
    "a link's signature",
    "an altered token opens nothing",
    ["src/modules/acquiring/checkout/token-codec.ts", "return isOurs ? claim : null;", "return claim;"],
    { ...TOKENS, test: "another store" },
  ),
  edit(
    "a link's methods",
    "a link is paid with its methods only, also in a session that is older than the restriction",
    [
      PAYABLE,
      'if (!linkPermits(link, methodIdOf(method))) throw new StoreRequestError("payment_not_available", 409);',
      "",
    ],
    {
      project: "http",
      files: ["integration-tests/http/payment-requests.spec"],
      test: "the methods of a link are enforced",
    },
  ),
  edit(
    "a renewed link",
    "the token before a renewal opens nothing",
    [LINK, "String(link.serial) === claim.serial || link.paid_at !== null", "claim.serial !== null"],
    { ...ENDINGS, test: "a renewed one has a new token" },
  ),
  edit(
    "a link that ended",
    "an expired, revoked or cancelled link is not paid",
    [LINK, "if (refusal !== null) throw new StoreRequestError(refusal, 409);", ""],
    { ...ENDINGS, test: "a revoked link is refused" },
  ),
  edit(
    "money for a cancelled order",
    "money that arrives for a cancelled order is not recorded but returned",
    [PROJECTION, 'if (view.order.status === "canceled") return { unwanted: "an order that was cancelled" };', ""],
    { ...ENDINGS, test: "money that was on its way goes back" },
  ),
  edit(
    "the session of a balance's payment",
    "a session whose payment is at the gateway is not replaced",
    ["src/providers/acquiring/base.ts", "isWaitedFor || attempt.payment_link_id !== null", "isWaitedFor"],
    { ...LINKS, test: "Medusa's own route" },
  ),
  edit(
    "a balance's turn",
    "of payments that begin in two payment collections of one order, one is sent",
    [
      "src/modules/acquiring/ledger/ledger.ts",
      "if (input.balance && !(await takeBalanceTurn(trx, input.balance))) return undefined;",
      "",
    ],
    { ...RACES, test: "at the same moment, one is sent" },
  ),
  edit(
    "the collection that is being paid",
    "while a link's payment is at the gateway, nobody is asked to pay a newer payment collection of the order",
    [
      "src/application/orders/balance-collection.ts",
      "WHERE live.collection_id = collection.id\n",
      "WHERE live.collection_id = link.order_id\n",
    ],
    { ...RACES, test: "a second payment collection of the order is not paid" },
  ),
  edit(
    "the payment page's policy",
    "no foreign script runs on the payment page, which has the dashboard's origin",
    ["src/api/pages/answer-payment-page.ts", "`script-src 'nonce-${nonce}'`", "`script-src 'unsafe-inline' *`"],
    {
      project: "http",
      files: ["integration-tests/http/payment-page.spec"],
      test: "forbids everything but its own script",
    },
  ),
  edit(
    "values in the payment page",
    "a product's title is text on the payment page",
    ["src/api/pages/payment-page.ts", "<span>${escapeHtml(title)}</span>", "<span>${title}</span>"],
    { ...HTML, test: "every value in the page is escaped" },
  ),
  edit(
    "a return to the payment page",
    "customers return to the payment page and to no other page of this server",
    ["src/application/payables/payment-page-url.ts", "&& /^[\\w.-]+$/.test(token)", "|| token !== null"],
    { ...PAGE, test: "a customer returns to" },
  ),
  edit(
    "an order that was paid again",
    "a voucher that is paid after its order was paid again goes back",
    [
      "src/application/orders/project-order.ts",
      "return order === null || (order.isPaid && payment === null);",
      "return order === null;",
    ],
    { ...AGAIN, test: "a voucher waits, then expires" },
  ),
  edit(
    "an order that is being paid again",
    "an order is not cancelled while a payment by link is recorded or is at the gateway",
    [
      "src/application/orders/project-order.ts",
      "  await takeBalance(projection);\n  if (await still",
      "  if (await still",
    ],
    { ...AGAIN, test: "an order is not cancelled while its payment by link" },
  ),
  edit(
    "a dispute reported meanwhile",
    "a dispute that is reported while a refund is prepared prevents it",
    [
      "src/application/payables/refund-surplus.ts",
      "const dispute = isDespiteDispute ? null : disputeOfPayments(payments);",
      "const dispute = payments.length < 0 && !isDespiteDispute ? disputeOfPayments(payments) : null;",
    ],
    { ...SURPLUS, test: "a dispute that is reported after the plan was read" },
  ),
  edit(
    "a refund of another payment meanwhile",
    "what another payment of the order refunds meanwhile is not refunded twice",
    [
      "src/application/payables/refund-surplus.ts",
      "return isAlone(begunIn(payments), plan) ? null : PLAN_CHANGED;",
      "return isAlone(begunIn(payments), plan) || dispute === null ? null : PLAN_CHANGED;",
    ],
    { ...SURPLUS, test: "refunds on another payment, after the plan was read" },
  ),
  edit(
    "whole payments at once",
    "whole payments that one person refunds at once count together",
    ["src/providers/acquiring/refund.ts", "request.isRest && !refundApprovals.isOne", "request.isRest"],
    { ...AUTOMATIC, test: "refunds completely at once, with Medusa" },
  ),
  edit(
    "a cancellation's second refund",
    "a cancellation refunds every payment, also if one refund ends before the next is reserved",
    [
      "src/modules/acquiring/medusa-records/refund-reservation-rows.ts",
      '    AND NOT ${isRestBeside("payment.id")}\n',
      "",
    ],
    { ...AUTOMATIC, test: "although core has not recorded the refund of the other one" },
  ),
  edit(
    "a payout's chain",
    "a copy is not sent if its original is reported as paid between the claim and the send",
    [
      "src/modules/acquiring/payouts/payout-gate.ts",
      "const doubt = (await request.doubt?.()) ?? null;",
      "const doubt = ((await request.doubt?.()) && null) ?? null;",
    ],
    {
      project: "http",
      files: ["integration-tests/http/payouts.spec"],
      test: "reported as paid between the claim and the send",
    },
  ),
  edit(
    "a lost write added at the end",
    "a recovery does not end while a lost write has not been queried",
    ["src/modules/acquiring/lost-commits/recovery-rows.ts", "if (!isForced && (await", "if (isForced && (await"],
    {
      project: "http",
      files: ["integration-tests/modules/lost-commits.spec"],
      test: "31 a recovery does not end while a lost write",
    },
  ),
  edit(
    "a customer's own order",
    "nobody else sees what an order owes, or gets its link",
    ["src/application/payables/order-payment.ts", "balance?.customerId !== customerId || ", "balance === null || "],
    { ...AGAIN, test: "another customer, a guest" },
  ),
  edit(
    "the plan that was shown",
    "no other refunds are made than those that were shown",
    ["src/application/payables/refund-surplus.ts", "if (shown.plan !== plan)", "if (shown.plan === null)"],
    { ...SURPLUS, test: "the newest payment is refunded first" },
  ),
  edit(
    "surplus: another refund beside a plan",
    "while a plan refunds one payment, no other payment of the order is refunded",
    [
      "src/modules/acquiring/refund-proposals/refund-proposals.ts",
      ".rows.length > 0 ? IN_A_PLAN : null",
      ".rows.length > 99 ? IN_A_PLAN : null",
    ],
    { ...SURPLUS, test: "while a plan refunds one payment" },
  ),
  edit(
    "surplus: sums after the refunds",
    "a plan is not made of sums that lack a refund which has been recorded meanwhile",
    [
      "src/application/payables/surplus.ts",
      "const { currency, minor, isRecording } = await sumsOf(container, orderId);",
      "const { currency, minor, isRecording } = first;",
    ],
    { ...SURPLUS, test: "a refund that is recorded between two readings" },
  ),
  edit(
    "orders: captures recorded at once",
    "of two payments of an order that are captured at once both are in its sums",
    [
      "src/application/orders/project-operations.ts",
      "    const busy = await lockSums(projection);\n    if (busy !== null) return busy;\n    await reopenCaptured",
      "    await reopenCaptured",
    ],
    { ...SURPLUS, test: "two payments of an order that are captured at once" },
  ),
  edit(
    "balance due: a void by core",
    "the customer is not asked to pay for an order that core is cancelling",
    [
      "src/application/orders/announce-unpaid.ts",
      "from !== null && from > ledger.now()",
      "from !== null && from < row.created_at",
    ],
    { ...AGAIN, test: "a payment that core voided is owed again" },
  ),
  edit(
    "a return after a dispute",
    "a disputed payment is not refunded without saying so",
    [
      "src/application/payables/refund-surplus.ts",
      "if (dispute !== null && !isDespiteDispute)",
      "if (dispute === undefined)",
    ],
    { ...RETURNS, test: "a return after a dispute" },
  ),
  edit(
    "the limit of automatic refunds",
    "many small returns of an order are together not above the limit",
    [
      "src/application/returns/automatic-state.ts",
      "known.minor + refundedAutomatically(known.payments) > limit",
      "known.minor > limit",
    ],
    { ...AUTOMATIC, test: "returns within the limit" },
  ),
  edit(
    "two people at the provider",
    "no code of the store refunds without the two approvals",
    [
      "src/providers/acquiring/refund.ts",
      "if (asked && !(await refundApprovals.isAgreed(asked)))",
      "if (asked && asked.minor < 0n)",
    ],
    { ...AUTOMATIC, test: "code of the store that calls" },
  ),
  edit(
    "a second person",
    "one person's two requests are not two people",
    [
      "src/modules/acquiring/refund-proposals/refund-approvals.ts",
      "return (await this.of(asked)).length > 1;",
      "return (await this.of(asked)).length > 0;",
    ],
    { ...AUTOMATIC, test: "above the limit two people refund" },
  ),
  edit(
    "one refund for two approvals",
    "two approvals at the same time make one refund",
    ["src/modules/acquiring/gate/decide.ts", "return begun.length !== refundsBefore;", "return begun.length < 0;"],
    { ...AUTOMATIC, test: "a refund that was approved before another one of the payment began is refused" },
  ),
  edit(
    "a part of a balance",
    "parts are never more than what is due",
    [
      "src/application/payables/part-of-balance.ts",
      'if (left < 0n) throw new StoreRequestError("amount_changed", 409);',
      "",
    ],
    { ...PARTS, test: "a part that is too small" },
  ),
  edit(
    "instalments as shown",
    "a customer pays no other instalments than those that were shown",
    ["src/application/checkout/instalments.ts", "if (!found || !isAsShown)", "if (!found)"],
    { ...INSTALMENTS, test: "a plan that is not offered" },
  ),
  edit(
    "a payment with another plan",
    "a payment that waits with one plan is not continued with another one",
    ["src/modules/acquiring/checkout/checkout-payment.ts", "!hasPlan(before, next.instalments ?? null)", "false"],
    { ...INSTALMENTS, test: "the gateway's own page gets the plan too" },
  ),
  {
    name: "projection: one version of a payment",
    protects: "an operation that settles while its payment is read is recorded in Medusa",
    patches: [
      {
        file: "src/modules/acquiring/ledger/ledger.ts",
        find: "if (read[0]?.attempt_version !== row.version) continue;",
        replace: "",
      },
    ],
    project: "http",
    files: ["integration-tests/http/refund-races.spec"],
    test: "between the projection's two reads",
  },
];

module.exports = { payableGuards };
