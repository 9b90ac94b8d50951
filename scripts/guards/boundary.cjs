/** Guards of input and output: unread fields, card numbers, proofs, actors, as in list.cjs. */
const { edit } = require("./edit.cjs");
const unit = (file, test = "") => ({ project: "unit", files: [`${file}.unit`], test });
const http = (file, test) => ({ project: "http", files: [`integration-tests/${file}.spec`], test });
const DOMAIN = "src/modules/acquiring/domain";
const WIRE = "src/gateway/operations";
const REDUCER = "acquiring/domain/__tests__/reducer";
const DIALECTS = unit("gateway/__tests__/dialects", "33");
const AUTHORS = unit("acquiring_payout/domain/__tests__/account-authors", "35");
const WARNINGS = "src/modules/acquiring/health/gateway-warnings.ts";
const HELD = "acquiring/review/__tests__/review-policy";

const boundaryGuards = [
  edit(
    "unread field: held",
    "a payment with an unreadable risk result is held",
    ["src/modules/acquiring/review/review-policy.ts", 'if (isUnread(subject)) return "unreadable";', ""],
    unit(HELD, "33 a payment"),
  ),
  edit(
    "unread field: kept",
    "a later answer does not hide an unreadable field of an earlier one",
    ["src/modules/acquiring/ledger/rows/review-hold.ts", "...(unreadable.length > 0 ? { unreadable } : {}),", ""],
    unit(HELD, "33 what was unread"),
  ),
  edit(
    "unread field: elsewhere in a response",
    "a field in another place or spelling is not treated as absent",
    [`${WIRE}/wire-values.ts`, "if (misplaced !== undefined)", "if (misplaced === null)"],
    DIALECTS,
  ),
  edit(
    "unread field: elsewhere in a row",
    "a risk result in another place of a query row is not treated as absent",
    [`${WIRE}/retrieval.ts`, "const misplaced = misplacedIn(row, HOLD_IF_UNREADABLE);", "const misplaced = [];"],
    DIALECTS,
  ),
  edit(
    "card number in a stored field",
    "no stored field accepts a card number",
    ["src/application/card-field.ts", "return detectCardData(withoutOwnCard(input));", "return null;"],
    unit("application/__tests__/card-field", "contains card data"),
  ),
  edit(
    "card number in a notification",
    "a message with a card number is stored without its digits",
    ["src/modules/acquiring/inbox/redact-card.ts", "if (kept === null) return {};", "return {};"],
    unit("acquiring/inbox/__tests__/redact-card", "20"),
  ),
  edit(
    "erasure: masks only",
    "an erasure only replaces digits with asterisks",
    [
      "src/modules/acquiring/migrations/Migration20261125090000.ts",
      "RETURN before <> after AND NOT EXISTS",
      "RETURN before <> after OR NOT EXISTS",
    ],
    http("modules/erasure", "23 the database refuses"),
  ),
  edit(
    "author: of any version",
    "the author of an earlier version of an account cannot approve payouts to it",
    [
      "src/modules/acquiring_payout/domain/account-authors.ts",
      "id === beneficiaryId || (print !== null",
      "(id === null || print !== null",
    ],
    AUTHORS,
  ),
  edit(
    "author: of the same account elsewhere",
    "the author of the same account of another beneficiary cannot approve payouts to it",
    [
      "src/modules/acquiring_payout/domain/account-authors.ts",
      " || (print !== null && fingerprints.includes(print));",
      " && (print === null || fingerprints.length >= 0);",
    ],
    AUTHORS,
  ),
  edit(
    "shared code for voided and pending: too early",
    "right after a void was sent, no answer counts as its confirmation",
    [
      `${DOMAIN}/settlement.ts`,
      "wasOnItsWay(open, context) && provesAbsence(open, context);\n      return isSeen",
      "wasOnItsWay(open, context);\n      return isSeen",
    ],
    unit(REDUCER, "a code shared by voided"),
  ),
  edit(
    "shared code for voided and pending: queried before",
    "the answer to a query before the void does not confirm it",
    [
      `${DOMAIN}/settlement.ts`,
      "wasOnItsWay(open, context) && provesAbsence(open, context);\n      return isSeen",
      "provesAbsence(open, context);\n      return isSeen",
    ],
    unit(REDUCER, ""),
  ),
  edit(
    "absence needs a query",
    "a notification cannot disprove an open capture or void",
    [
      `${DOMAIN}/snapshot.ts`,
      'context.source === "query" && context.askedAt - operation.sentAt',
      "context.askedAt - operation.sentAt",
    ],
    unit(REDUCER, "disproved only"),
  ),
  edit(
    "comparison: open operations",
    "a payment with an open operation is not compared",
    [
      "src/modules/acquiring/reconciliation/ledger-record.ts",
      'if (sends.length > 0) return { reason: "operation_open", comparedFrom: latest(...sends) };',
      "",
    ],
    unit("acquiring/reconciliation/__tests__/skip", "open"),
  ),
  edit(
    "comparison: payments under review",
    "a payment that waits for its review is neither reported nor recorded as one without an order",
    [`${DOMAIN}/books/compare-books.ts`, "if (!isForNothing && ledger.hold?.decision === null) return [];", ""],
    http("http/reconcile-repair", "a payment held for review, whose order waits for it, is no difference"),
  ),
  edit(
    "comparison: after the review",
    "a payment that was approved, and that Medusa lacks, is reported",
    [`${DOMAIN}/books/compare-books.ts`, "ledger.hold?.decision === null", "ledger.hold"],
    unit("domain/books/__tests__/compare-books", "a held payment without Medusa's payment"),
  ),
  edit(
    "comparison: money for nothing under review",
    "late or reversed money is reported also while it is held for review",
    [`${DOMAIN}/books/compare-books.ts`, "!isForNothing && ledger.hold", "ledger.hold"],
    unit("domain/books/__tests__/compare-books", "a held payment without Medusa's payment"),
  ),
  edit(
    "health: unreadable responses",
    "unreadable responses are reported",
    ["src/modules/acquiring/domain/health/gateway-findings.ts", "  ...unreadable.map(unreadableFinding),\n", ""],
    unit("domain/health/__tests__/health-findings", "could (not )?be read"),
  ),
  edit(
    "health: unknown results",
    "results that stay unknown are reported",
    ["src/modules/acquiring/domain/health/gateway-findings.ts", "  ...unknownFinding(unknown),\n", ""],
    unit("domain/health/__tests__/health-findings", "not known"),
  ),
  edit(
    "health: gateway findings",
    "the health page counts both",
    ["src/modules/acquiring/domain/health/health-findings.ts", "    ...gatewayFindings(signs.gateway),\n", ""],
    unit("domain/health/__tests__/health-findings", "not known"),
  ),
  edit(
    "queries for unproven messages",
    "unauthenticated messages cause a bounded number of queries",
    [
      "src/modules/acquiring/inbox/unverified-notification-checks.ts",
      "(unverified_checks < :most OR",
      "(unverified_checks < :most OR true OR",
    ],
    http("modules/unproven", "of one payment at once"),
  ),
  edit(
    "JSON from our own pages",
    "another site's form cannot act with an admin's cookie",
    [
      "src/api/middlewares.ts",
      'methods: CHANGING, middlewares: [requireJson("admin")]',
      "methods: CHANGING, middlewares: []",
    ],
    http("http/changing-routes", "every changing route of ours refuses a form"),
  ),
  edit(
    "return token: renewed",
    "a customer who returns from the gateway again gets an answer again",
    [
      "src/modules/acquiring/checkout/redirects.ts",
      "checks: 0, return_used_at: null, updated_at",
      "checks: 0, updated_at",
    ],
    http("http/redirect-security", "the return token is answered once"),
  ),
  edit(
    "return token: concurrent",
    "of two concurrent uses of one return token, one is answered",
    [
      "src/modules/acquiring/checkout/redirects.ts",
      ".where({ id: attempt.id, return_used_at: null })",
      ".where({ id: attempt.id })",
    ],
    http("http/redirect-security", "read the return token as unused"),
  ),
  edit(
    "gateway warnings: broken",
    "a single unreadable response is not a warning",
    [WARNINGS, 'if (status === "failing") kinds.add(kind)', "kinds.add(kind)"],
    http("modules/traffic-watch", "single responses are none"),
  ),
  edit(
    "gateway warnings: every account",
    "a failing gateway of any account is a warning",
    [WARNINGS, "of this.deps.accounts)", "of this.deps.accounts.slice(0, 1))"],
    http("modules/traffic-watch", "single responses are none"),
  ),
  edit(
    "gateway warnings: cached",
    "frequent health checks do not load the database",
    [WARNINGS, "at - this.#look.at >= GOOD_FOR_MS", "at > this.#look.at"],
    http("modules/traffic-watch", "read every fifteen"),
  ),
  edit(
    "gateway warnings: database unavailable",
    "a server is ready even if the warnings cannot be read",
    [WARNINGS, "withDbTimeout(this.read()).catch(() => [])", "withDbTimeout(this.read())"],
    http("modules/traffic-watch", "is no warning"),
  ),
];

module.exports = { boundaryGuards };
