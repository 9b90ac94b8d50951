/** Guards of stores, browsers and Medusa settings other than our own, as in list.cjs. */
const { edit } = require("./edit.cjs");
const unit = (file, test) => ({ project: "unit", files: [`${file}.unit`], test });
const store = (file, test) => ({ project: "http", files: [`integration-tests/${file}.spec`], test });

const changing = store(
  "http/changes-before-capture",
  "cancelling it voids nothing; afterwards it voids the payment once",
);
const draft = store(
  "http/changes-before-capture",
  "a paid draft that lacks stock keeps its payment while it is edited",
);
const transfer = store("http/order-changes", "a refund while a transfer of the order is requested names that");
const waiting = store("http/payment-methods", "waits for the result: another card is not sent meanwhile");
const other = store("http/payment-methods", "neither is another method, with its own session");
const captcha = store("http/captcha", "a captcha's response of 6,000 characters pays");
const repeated = store("http/redirect-security", "the page that used a return token is answered again");
const handler = store("http/subscription-hooks", "a handler that keeps failing raises one item");
const second = store("http/automatic-refunds", "staff are told of the first of two people");
const CLIENT = "src/sdk/client.ts";
const TASKS = "src/modules/acquiring_subscription/store/tasks.ts";
const client = (test) => unit("src/sdk/__tests__/client", test);
const sent = unit(
  "src/react/payment/__tests__/send-payment",
  "is refused if the customer saw 100.00 EUR and chose the part",
);
const followed = (test) => unit("src/react/payment/__tests__/read-return", test);

const outsideGuards = [
  edit(
    "regions: a provider that is switched off",
    "a session of a provider that its cart's region does not have any more is not paid",
    ["src/application/checkout/open-session.ts", "if (!rows[0].isEnabled)", "if (rows[0].isEnabled === null)"],
    store("http/payment-methods", "is sent no payment, and works again once it is enabled"),
  ),
  edit(
    "taxes on request: a new amount",
    "a cart whose total changed without its payment collection gets sessions for its new total",
    ["src/application/checkout/payable.ts", "    await refreshCartCollection(container, cart.id);\n", ""],
    store("http/unrounded-totals", "the first payment says that the amount has changed"),
  ),
  edit(
    "taxes on request: a paid cart",
    "a cart that is paid keeps its session",
    [
      "src/application/checkout/refresh-cart-collection.ts",
      "if (await ledger.attempts.mayHoldMoney(cartId, since)) return;",
      "",
    ],
    store("http/unrounded-totals", "a cart that is paid keeps its session"),
  ),
  edit(
    "orders: cancelled while one changes",
    "an order that Medusa cannot cancel keeps its authorised payment",
    [
      "src/providers/acquiring/base.ts",
      'if (attempt.state === "authorised" && (',
      'if (attempt.state === "declined" && (',
    ],
    changing,
  ),
  edit(
    "orders: cancelling says what to close",
    "the route refuses before anything is approved or sent",
    ["src/api/middlewares.ts", "    .then(() => refuseChangingOrder(req.scope, orderId))\n", ""],
    changing,
  ),
  edit(
    "drafts: an edit is requested",
    "requesting the edit of a paid draft keeps its payment",
    ["src/api/middlewares.ts", '  ["/admin/draft-orders/:id/edit/request", "order"],\n', ""],
    draft,
  ),
  edit(
    "drafts: an edit is confirmed",
    "confirming the edit of a paid draft keeps its payment",
    ["src/api/middlewares.ts", '  ["/admin/draft-orders/:id/edit/confirm", "order"],\n', ""],
    draft,
  ),
  edit(
    "orders: changed by the store's own code",
    "keepAuthorisation keeps the payment",
    [
      "src/application/medusa-guards/keep-reservation.ts",
      "const restore = await keepReservation(container, order);",
      "const restore = () => Promise.resolve();",
    ],
    store("http/changes-before-capture", "an edit that the store's own code confirms keeps the authorised payment"),
  ),
  edit(
    "orders: a transfer is named",
    "a refund that a transfer request prevents says so",
    [
      "src/modules/acquiring/medusa-records/medusa-record-guards.ts",
      "claim or transfer request of this order is open",
      "claim of this order is open",
    ],
    transfer,
  ),
  edit(
    "links: another provider's payment is named",
    "the refusal of a link names the payment that reserves the amount",
    [
      "src/application/payables/admin-links.ts",
      "AND payment.provider_id NOT LIKE 'pp_acquiring-%' ORDER BY payment.created_at",
      "AND false ORDER BY payment.created_at",
    ],
    store("http/payment-link-endings", "an order with another provider's uncaptured payment gets no link"),
  ),
  edit(
    "returns: paying again waits",
    "a customer who returned before the result was known is not charged a second time",
    [
      "src/modules/acquiring/checkout/checkout-payment.ts",
      '&& this.deps.view.of(attempt, null).state !== "checking"',
      "",
    ],
    waiting,
  ),
  edit(
    "returns: another session waits",
    "nor with another session of the cart",
    ["src/modules/acquiring/ledger/ledger.ts", '["created", "unknown", "action_required"]', '["created", "unknown"]'],
    other,
  ),
  edit(
    "returns: before the attempt is counted",
    "a payment that has to wait uses up no attempt",
    ["src/application/checkout/pay.ts", 'throw new StoreRequestError("payment_checking", 409);', "void 0;"],
    other,
  ),
  edit(
    "captcha: long tokens",
    "the body of a payment may have a long captcha token",
    ["src/api/middlewares.ts", 'bodyParser: { sizeLimit: "12kb" }', 'bodyParser: { sizeLimit: "4kb" }'],
    captcha,
  ),
  edit(
    "captcha: too long is a captcha",
    "a captcha that is too long is one to repeat",
    [
      "src/api/store-errors.ts",
      'fields.every(({ field }) => field === "captcha")',
      'fields.every(({ field }) => field === "")',
    ],
    captcha,
  ),
  edit(
    "returns: answered again",
    "a return whose response was lost is answered again to the same page",
    [
      "src/modules/acquiring/checkout/redirects.ts",
      "if (rows === 1 && key !== undefined) await lend",
      "if (rows === 2 && key !== undefined) await lend",
    ],
    repeated,
  ),
  edit(
    "returns: one key a page",
    "the page repeats its return with the same key",
    [CLIENT, "key: (returnKey ||= randomKey())", "key: randomKey()"],
    unit("src/sdk/__tests__/return", "is repeated with the same key if its response was lost"),
  ),
  edit(
    "handlers: closed once none fails",
    "the item of a handler closes with its last task that succeeds",
    [
      TASKS,
      "if (failures >= TOLD_FAILURES) await this.closeOfLast(trx, kind);",
      "if (failures < 0) await this.closeOfLast(trx, kind);",
    ],
    handler,
  ),
  edit(
    "handlers: another still fails",
    "one success does not close what fails for another subscription",
    [TASKS, "if (failing === undefined) await clearAttention", "if (failing !== 0) await clearAttention"],
    handler,
  ),
  edit(
    "handlers: told",
    "a handler that failed five times raises an item",
    [TASKS, "failures < TOLD_FAILURES) return;", "failures < 99) return;"],
    handler,
  ),
  edit(
    "refunds: the second person is told",
    "staff are told of the first of two approvals",
    [
      "src/modules/acquiring/refund-proposals/refund-approvals.ts",
      "if ((await this.of(asked, trx)).length === 1) await tell(trx);",
      "if ((await this.of(asked, trx)).length === 99) await tell(trx);",
    ],
    second,
  ),
  edit(
    "refunds: the second person was first",
    "nobody is told of an approval that was used meanwhile",
    [
      "src/application/staff-notifications/approve-refund.ts",
      "if (missing === null) await dropWaiting",
      'if (missing?.code === "") await dropWaiting',
    ],
    second,
  ),
  edit(
    "SDK: a lost payment may not be recorded yet",
    "nothing is called uncharged while the server may still work on it",
    [CLIENT, '    if (error.code === "network") unrecorded.set(ref.session_id, timer.now() + UNRECORDED_MS);\n', ""],
    client("finds a payment that the server recorded only after the response was lost"),
  ),
  edit(
    "SDK: a record ends the doubt",
    "a decline of a recorded payment is believed",
    [CLIENT, "    unrecorded.delete(ref.session_id);\n", ""],
    client("waits for the record after a status request failed too"),
  ),
  edit(
    "SDK: the status of a lost payment",
    "a status that is asked meanwhile does not call it payable",
    [
      CLIENT,
      'if (reply === "unrecorded") throw new AcquiringError("network", { texts });\n      return known',
      'if (reply === "unrecorded") return known(paymentOf(await ask(refOf(session))));\n      return known',
    ],
    client("does not call a payment payable that may not be recorded yet"),
  ),
  edit(
    "SDK: digits of other scripts",
    "full-width and Persian digits are digits of a card",
    ["src/sdk/card.ts", "text.replace(/[٠-٩۰-۹／-９]/g,", "text.replace(/[٠-٩]/g,"],
    unit("src/sdk/__tests__/card", "are those of ASCII, at the same places"),
  ),
  edit(
    "SDK: the limit of a send",
    "a payment waits longer than the server may wait for the gateway",
    ["src/sdk/requests.ts", "const SEND_LIMIT_MS = 100_000;", "const SEND_LIMIT_MS = 20_000;"],
    unit("src/sdk/__tests__/unanswered", "ends by itself"),
  ),
  edit(
    "SDK: waiting ends",
    "waitForResult ends at its own limit",
    [CLIENT, "{ signal: options.signal, limitMs }", "{ signal: options.signal }"],
    unit("src/sdk/__tests__/wait", "does not wait for a request that never ends"),
  ),
  edit(
    "SDK: Next.js is told",
    "the router's next update does not write the return token back",
    ["src/sdk/return-address.ts", "  setTimeout(tellNext, 0);\n", ""],
    unit("src/sdk/__tests__/return-address", "is told, so that its next update does not write the token back"),
  ),
  edit(
    "React: the amount that was shown",
    "an order that was edited meanwhile is not charged",
    [
      "src/react/payment/send-payment.ts",
      "if (isSameAmount(amount, shown) && currency.toLowerCase() === owed.currency.toLowerCase()) return session;",
      'if (amount !== shown || currency !== "") return session;',
    ],
    sent,
  ),
  edit(
    "React: a return has one owner",
    "the element of another link does not follow a return",
    ["src/react/payment/read-return.ts", "|| (known && known.owner !== owner)) return false;", ") return false;"],
    followed("is never followed by the element of another cart or link"),
  ),
  edit(
    "React: one element at a time",
    "two elements of one payment do not both follow it",
    [
      "src/react/payment/read-return.ts",
      "if (known && known.holder !== null && known.holder !== holder) return false;",
      "",
    ],
    followed("is followed by one element at a time"),
  ),
];

module.exports = { outsideGuards };
