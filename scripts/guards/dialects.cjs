/** Guards of what other spellings of the gateway's messages mean, as in list.cjs. */
const { edit } = require("./edit.cjs");
const unit = (file, test) => ({ project: "unit", files: [`${file}.unit`], test });
const search = (test) => ({ project: "http", files: ["integration-tests/modules/refused-refund-search.spec"], test });

const CHECKS = "src/modules/acquiring/status-checks";
const QUERIES = "src/gateway/client/queries.ts";
const NORMALIZE = "src/gateway/reading/normalize.ts";
const RETRIEVAL = "src/gateway/operations/retrieval.ts";
const NOTIFICATION = "src/gateway/notifications/notification.ts";
const query = (test) => unit("gateway/client/__tests__/queries", test);
const grouped = (test) => unit("gateway/client/__tests__/grouped-queries", test);
const reading = (test) => unit("gateway/reading/__tests__/normalize", test);
const forms = (test) => unit("gateway/__tests__/other-forms", test);
const notified = (test) => unit("gateway/notifications/__tests__/notification", test);
const JSON_BODY = 'spellingOf(result.body) === "json" ? "unreadable_rows" : "unreadable"';

const dialectGuards = [
  edit(
    "query: an empty status beside a row",
    "a status for nothing found does not count beside a row",
    [QUERIES, "listed.includes(named) && rows.length === 0;", "listed.includes(named);"],
    query("of statuses that mean nothing found"),
  ),
  edit(
    "query: an empty status with a code",
    "a status for nothing found does not count with an error's code",
    [QUERIES, "message.value ? `${status}/${message.value}` : status;", "status;"],
    query("of statuses that mean nothing found"),
  ),
  edit(
    "query: no empty status by default",
    "without the option a refused query is not an empty list",
    [QUERIES, "profile.queries.emptyReturnStatuses;", '["0", ...profile.queries.emptyReturnStatuses];'],
    query("no status but 1 means an empty list by default"),
  ),
  edit(
    "query: spoilt JSON of one order",
    "an order whose row cannot be decoded does not block the others",
    [QUERIES, JSON_BODY, '"unreadable"'],
    grouped("does not delay the others"),
  ),
  edit(
    "query: a page instead of an answer",
    "a maintenance page is asked for once",
    [QUERIES, JSON_BODY, '"unreadable_rows"'],
    grouped("is a failure of the gateway, and is requested once"),
  ),
  edit(
    "query: a refusal without an order",
    "a refused query is recognised before its rows are read",
    [
      QUERIES,
      "return refusal ? refused(refusal) : { body };",
      'return refusal === "query_refused" ? refused(refusal) : { body };',
    ],
    grouped("is a failure of the gateway, and is requested once"),
  ),
  edit(
    "XML request: escaping",
    "a text in an XML request is escaped",
    ["src/gateway/codec/xml.ts", "${escaped(value)}", "${value}"],
    unit("gateway/__tests__/subscriptions", "as XML is a flat document with escaped texts"),
  ),
  edit(
    "refund search: a capture that may have gone back",
    "a capture that is new here waits for its refunds",
    [`${CHECKS}/fetch-gateway-state.ts`, "minorOf(captured) === 0n &&", "minorOf(captured) < 0n &&"],
    search("is not recorded as captured without its refunds"),
  ),
  edit(
    "refund search: what was read is kept",
    "a failed refund search does not discard the payments",
    [`${CHECKS}/fetch-gateway-state.ts`, "return needsRefunds(attempt, charges.own)", "return needsRefunds.length > 0"],
    search("the charges of a subscription are recorded although the refunds"),
  ),
  edit(
    "refund search: still due",
    "a failed refund search is asked again",
    [
      `${CHECKS}/status-checker.ts`,
      "const wasDue = due !== null || asked.next_check_at !== null;",
      "const wasDue = due !== null;",
    ],
    search("a search that fails stays due after the payment is settled"),
  ),
  edit(
    "refund: a date of zeros",
    "a refund without a date is not announced as succeeded",
    [NORMALIZE, '/[1-9]/.test(processingDate ?? "")', "processingDate"],
    reading("a refund with"),
  ),
  edit(
    "status: empty",
    "an empty status hides no other one",
    [
      NORMALIZE,
      'const overall = (orderStatus || queryResult) ?? "";',
      'const overall = orderStatus ?? queryResult ?? "";',
    ],
    reading("reads as"),
  ),
  edit(
    "whitespace in a response",
    "whitespace around a value means nothing",
    [
      "src/gateway/operations/wire-values.ts",
      "isPlainText(value) ? value.trim() : refused(payload),",
      "isPlainText(value) ? value : refused(payload),",
    ],
    forms("whitespace around a value means nothing"),
  ),
  edit(
    "whitespace around an order number",
    "an unreadable part holds its payment also beside a padded order number",
    [RETRIEVAL, "const orderNo = row.order_no.trim();", "const orderNo = row.order_no;"],
    forms("where whitespace surrounds the order number"),
  ),
  edit(
    "fraud check: a misplaced status",
    "a check whose status stands elsewhere holds the payment",
    [RETRIEVAL, ".some(isCheckUnclear)", ".some(() => isCheckUnclear === undefined)"],
    forms("is unreadable and holds the payment"),
  ),
  edit(
    "fraud check: no status",
    "a check without a status does not hold the payment",
    [RETRIEVAL, 'strictText.transform((status) => status ?? "")', "plainText"],
    forms("does not hold the payment as unreadable"),
  ),
  edit(
    "success with an error text",
    "only a success code beside a success confirms it",
    [NORMALIZE, '!text || isSuccessCode(splitInfo(text).code ?? "");', '!text || splitInfo(text).code !== "E1";'],
    unit("gateway/__tests__/corpus/batch-answers", ""),
  ),
  edit(
    "notification: a list in a read field",
    "a field that is read has one value",
    [NOTIFICATION, "if (Array.isArray(value)) throw", 'if (Array.isArray(value) && name === "") throw'],
    notified("which is read, makes a notification unreadable"),
  ),
  edit(
    "notification: a truth value in a read field",
    "a field that is read is text",
    [NOTIFICATION, 'if (typeof value === "boolean") throw', 'if (typeof value === "boolean" && name === "") throw'],
    notified("which is read, makes a notification unreadable"),
  ),
  edit(
    "notification: the signature's text",
    "the signature is over the text as it was sent",
    [NOTIFICATION, "signedValues(account, asSent), given)", "signed, given)"],
    notified("and the signature is over what was sent"),
  ),
  edit(
    "masking: a list after an object",
    "a card number in a list after an object is masked",
    ["src/gateway/redaction/redact-body.ts", 'else if (/^[\\]}]/.test(token)) key = around.pop()?.key ?? "";', ""],
    unit("gateway/redaction/__tests__/redact-body", "a list after an object is stored without it"),
  ),
  edit(
    "payout: a kind in another spelling",
    "a payout whose kind is the word for payments in another spelling is a payout",
    ["src/gateway/notifications/payout-notification.ts", "kind && (isOwnWord || !isShaped)", "kind"],
    unit("gateway/notifications/__tests__/payout-notification", "of whose kind another spelling says payment"),
  ),
  edit(
    "fraud check: its status and more",
    "a check with its status is readable, whatever else it contains",
    [RETRIEVAL, ' || (typeof check.status === "string" && check.status.trim() !== "")', ""],
    forms("a check with its status is readable"),
  ),
  edit(
    "fraud check: a result under another name",
    "a check without a status that contains something else holds the payment",
    [RETRIEVAL, "Object.values(others).some((value) => !isAbsent(value))", "false"],
    forms("is unreadable and holds the payment"),
  ),
  edit(
    "masking: a list of references",
    "a list has no field's exemption from masking",
    ["src/gateway/redaction/redact-body.ts", "if (!isListed && OTHER_DIGITS", "if (OTHER_DIGITS"],
    unit("gateway/redaction/__tests__/redact-body", "a list of references is stored without it"),
  ),
  edit(
    "payment: undecided on the page",
    "a payment on the gateway's page has a week",
    [
      "src/modules/acquiring/ledger/rows/unresolved-since.ts",
      'attempt.mode === "checkout" ? UNDECIDED_MS.page : UNDECIDED_MS.card',
      "UNDECIDED_MS.card",
    ],
    unit("modules/acquiring/attention/__tests__/rules", "stays undecided for more than a day"),
  ),
  edit(
    "payout: its ID in capitals",
    "a payout is recognised by its ID in any case",
    [
      "src/gateway/client/send-payout.ts",
      "answer.request_id.toLowerCase() !== asked.requestId",
      "answer.request_id !== asked.requestId",
    ],
    unit("gateway/__tests__/payouts", ""),
  ),
  edit(
    "saved card: one that was not saved",
    "a card that was to be saved and may not be is logged",
    [
      "src/modules/acquiring/saved-cards/store-card-token.ts",
      "if (storableCard(wanted) === null)",
      "if (wanted === null)",
    ],
    unit("modules/acquiring/saved-cards/__tests__/store-card-token", "is logged without the token"),
  ),
];

module.exports = { dialectGuards };
