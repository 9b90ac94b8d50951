import { createGatewayPaymentId, createOrderNo } from "../../src/gateway/model/ids";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import { barePayment } from "../../src/gateway/reading/normalize";
import { signFields } from "../../src/simulator/notifications/signature";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import { amountColumns, minorOf } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { FoundDifference, MedusaBooks } from "../../src/modules/acquiring/reconciliation/request";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { takeRenewals } from "../../src/modules/acquiring/subscriptions/renewals";
import { subscriptionPayment } from "../support/subscription-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/**
 * Subscriptions charged by the gateway, in the ledger: without Medusa,
 * against the simulator, two servers over one database.
 */
const KEY = "golden-key-0123456789";
const FORM = "application/x-www-form-urlencoded";
const DAY = 86_400_000;
const MINUTE = 60_000;
/** More rows than all tests of this file leave: what is due is not looked for in a first page of it. */
const ALL = 10_000;

let stage: OwnLedger;
let service: AcquiringModuleService;
let twin: AcquiringModuleService;
let sessions = 0;

beforeAll(async () => {
  stage = await ownLedger("records");
  service = stage.service();
  twin = stage.service();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.gateway.anew({ notifications: "off" });
  at(0);
});

/** Both servers' clocks, so many ms from now. */
function at(ms: number): void {
  for (const each of [service, twin]) each.useClock(() => new Date(Date.now() + ms));
}

async function subscribed(more: Parameters<typeof subscriptionPayment>[1] = {}): Promise<AttemptRow> {
  sessions += 1;
  const { attempt } = await service.pay(subscriptionPayment(`payses_${String(sessions)}`, more));
  if (!attempt) throw new Error("Nothing was paid.");
  return rowOf(attempt);
}

const rowOf = ({ id }: { readonly id: string }): Promise<AttemptRow> =>
  stage.pg("acquiring_payment_attempt").where({ id }).first();

interface Charge {
  readonly order_no: string;
  readonly transaction_id: string;
  readonly amount: string;
  readonly refunded: string;
}

/** Charges the subscription once more; `told` is what the control call `renew` takes. */
async function renewed({ recurring_id }: AttemptRow, told: object = {}): Promise<Charge> {
  const { transaction } = await stage.gateway.control("renew", { recurring_id, ...told });
  return transaction as Charge;
}

const check = async (...attempts: readonly { readonly id: string }[]): Promise<void> => {
  expect(await service.checkAttempts(attempts.map(({ id }) => id))).toEqual([]);
};

/** A renewal's notification as the gateway signs it. */
function notice(first: AttemptRow, charge: Charge, more: Record<string, string> = {}): Buffer {
  const fields: Record<string, string> = {
    merchant_id: "100001",
    account_id: "100001001",
    order_no: charge.order_no,
    transaction_id: charge.transaction_id,
    currency: "EUR",
    amount: charge.amount,
    order_status: "1",
    result_info: "0000:Success",
    notify_type: "payment",
    recurring_id: first.recurring_id ?? "",
    ...more,
  };
  return Buffer.from(
    new URLSearchParams({ ...fields, encryption_data: signFields("result", fields, KEY), ...more }).toString(),
  );
}

async function told(by: AcquiringModuleService, body: Buffer): Promise<string> {
  const receipt = await by.receiveNotification({ account: "main", contentType: FORM, body });
  return receipt.inboxId === null ? String(receipt.status) : by.applyInbox(receipt.inboxId);
}

const attention = (row: AttemptRow): Promise<string[]> =>
  stage.pg("acquiring_attention_item").where({ attempt_id: row.id, cleared_at: null }).pluck("kind");

/** What never changes of the first payment, whatever becomes of its subscription. */
const money = ({ state, authorised, captured, refunded, gateway_payment_id, order_no }: AttemptRow): unknown[] => [
  state,
  minorOf(authorised),
  minorOf(captured),
  minorOf(refunded),
  gateway_payment_id,
  order_no,
];

test("a payment that starts a subscription stores its terms, the gateway's ID and the reported state", async () => {
  const first = await subscribed();
  expect(first).toMatchObject({
    state: "authorised",
    renewal_of: null,
    subscription: { minor: "1200", currency: "EUR" },
  });
  expect(first.recurring_id).toMatch(/./);
  expect(await service.due("subscription", ALL)).toContain(first.id);
  await check(first);
  expect(await service.subscriptions.gatewayStateOf(first.id)).toMatchObject({
    gatewayState: "active",
    recurringId: first.recurring_id,
    reported: {
      subscriptionName: "Coffee, daily",
      status: "active",
      nextChargeOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  });
});

test.each(["extra-item", "wrong-amount", "double-item"])(
  "24 what one response alone lists as a charge is not a charge until another agrees: %s",
  async (fault) => {
    const first = await subscribed();
    const charge = await renewed(first);
    const known = async (): Promise<unknown[]> =>
      (await service.subscriptions.renewalsOf(first.id)).map((row) => [row.gateway_payment_id, minorOf(row.requested)]);
    await stage.gateway.control("tape", { entries: [{ operation: "retrievalTrans", fault, count: 1 }] });
    await check(first);
    const atFirst = await known();
    expect([[], [[charge.transaction_id, 1_200n]]]).toContainEqual(atFirst);
    at(MINUTE + 1_000);
    const due = await service.due("check", ALL);
    expect(due.includes(first.id) || atFirst.length === 1).toBe(true);
    await check(first);
    expect(await known()).toEqual([[charge.transaction_id, 1_200n]]);
  },
);

test("24 one renewal reported a hundred times, by notifications and queries, to two servers, is one attempt", async () => {
  const first = await subscribed();
  const before = money(first);
  const charge = await renewed(first);
  const ways = Array.from({ length: 100 }, (_, index) => index);
  await Promise.all(
    ways.map((index) => {
      const by = index % 2 === 0 ? service : twin;
      // Each is another message: the same bytes would be one row.
      return index % 4 < 2 ? told(by, notice(first, charge, { note: String(index) })) : by.checkAttempt(first.id);
    }),
  );
  const renewals = await service.subscriptions.renewalsOf(first.id);
  expect(renewals).toHaveLength(1);
  expect(renewals[0]).toMatchObject({
    state: "captured",
    gateway_payment_id: charge.transaction_id,
    wire_order_no: first.order_no,
    renewal_of: first.id,
    project_after: null,
  });
  expect(minorOf(renewals[0]?.captured ?? "")).toBe(1_200n);
  expect(money(await rowOf(first))).toEqual(before);
  expect(await stage.pg("acquiring_entry").where({ attempt_id: renewals[0]?.id ?? "", kind: "captured" })).toHaveLength(
    1,
  );
  expect(await attention(first)).toEqual([]);
});

test("a charge of another amount, a declined one and one in between are recorded as the gateway reports them", async () => {
  const first = await subscribed();
  const before = money(first);
  const dearer = await renewed(first, { amount: "15.00" });
  const declined = await renewed(first, { outcome: "decline" });
  const pending = await renewed(first, { outcome: "pending" });
  await check(first);
  const renewals = await service.subscriptions.renewalsOf(first.id);
  const stateOf = ({ transaction_id: id }: Charge): unknown => {
    const found = renewals.find(({ gateway_payment_id: own }) => own === id);
    return found && [found.state, minorOf(found.requested)];
  };
  expect([dearer, declined, pending].map(stateOf)).toEqual([
    ["captured", 1_500n],
    ["declined", 1_200n],
    ["pending", 1_200n],
  ]);
  expect(money(await rowOf(first))).toEqual(before);
  expect(await attention(first)).toEqual([]);
});

test("a message about the first payment's capture gives a renewal in the same answer no amount", async () => {
  const first = await subscribed();
  await stage.gateway.control("portal-capture", { order_no: first.order_no, amount: "5.00" });
  const charge = await renewed(first);
  const own = { ...charge, transaction_id: first.gateway_payment_id ?? "", order_no: first.order_no, amount: "5.00" };
  expect(await told(service, notice(first, own, { notify_type: "capture", recurring_id: "" }))).toBe("applied");
  expect(minorOf((await rowOf(first)).captured)).toBe(500n);
  const [renewal] = await service.subscriptions.renewalsOf(first.id);
  expect(renewal).toMatchObject({ state: "captured", capture_inferred_at: expect.any(Date) });
  expect(minorOf(renewal?.captured ?? "")).toBe(1_200n);
});

test("an open void of a renewal is decided by the renewal's own query, not by the first payment's", async () => {
  const first = await subscribed();
  const charge = await renewed(first, { outcome: "pending" });
  await check(first);
  const [{ id: attemptId = "" } = {}] = await service.subscriptions.renewalsOf(first.id);
  const authorised = { state: "authorised", ...amountColumns("authorised", 1_200n), next_check_at: null };
  await stage.pg("acquiring_payment_attempt").where({ id: attemptId }).update(authorised);
  await stage.gateway.fault("cancel", "drop-before");
  await service.gate.run({
    attemptId,
    kind: "void",
    amount: null,
    idempotencyKey: "void_1",
    actor: "admin",
    actorId: null,
  });
  const renewal = await rowOf({ id: attemptId });
  await stage.pg("acquiring_payment_attempt").where({ id: attemptId }).update({ next_check_at: null });
  const now = new Date(Date.now() + 10 * MINUTE);
  const asked = { source: "query", inboxEventId: null, now, askedAt: now, operationsWhenAsked: new Map() } as const;
  const fact = {
    ...barePayment(createOrderNo(first.order_no), "declined"),
    gatewayPaymentId: createGatewayPaymentId(charge.transaction_id),
    money: createMoney(1_200n, createCurrency("EUR")),
  };
  const meta = { ...asked, unknownFinalAfterMs: MINUTE, completeCartAfterMs: 0 };
  expect(await takeRenewals(service.attempts, first, [fact], meta)).toBe(false);
  expect(await attention(renewal)).toEqual([]);
  expect(await rowOf(renewal)).toMatchObject({ state: "authorised", next_check_at: now });
});

test.each(["own", "own-listed"])(
  "a charge under the gateway's own order number is found (%s)",
  async (renewalOrderNo) => {
    await stage.gateway.control("settings", { renewalOrderNo });
    const first = await subscribed();
    const charge = await renewed(first);
    expect(charge.order_no).not.toBe(first.order_no);
    if (renewalOrderNo === "own") expect(await told(service, notice(first, charge))).toBe("applied");
    else await check(first);
    const [renewal] = await service.subscriptions.renewalsOf(first.id);
    expect(renewal).toMatchObject({ state: "captured", wire_order_no: charge.order_no });
    expect(renewal?.order_no).not.toBe(charge.order_no);
    if (renewal) await check(renewal);
    expect(await service.subscriptions.renewalsOf(first.id)).toHaveLength(1);
  },
);

test("a refund of a renewal affects that transaction only", async () => {
  const first = await subscribed();
  await service.gate.run(captureOf(first));
  const charge = await renewed(first);
  const other = await renewed(first);
  await check(first);
  const before = money(await rowOf(first));
  const renewals = await service.subscriptions.renewalsOf(first.id);
  const renewal = renewals.find(({ gateway_payment_id: id }) => id === charge.transaction_id);
  const refund = { attemptId: renewal?.id ?? "", kind: "refund", amount: 500n, idempotencyKey: "ref_1" } as const;
  expect(await service.gate.run({ ...refund, actor: "admin", actorId: null })).toEqual({ kind: "settled" });
  at(10 * MINUTE);
  await check(first, ...renewals);
  const { transactions } = await stage.gateway.state();
  expect(transactions.map(({ transaction_id: id, refunded }) => [id, refunded])).toEqual([
    [first.gateway_payment_id, "0.00"],
    [charge.transaction_id, "5.00"],
    [other.transaction_id, "0.00"],
  ]);
  expect(money(await rowOf(first))).toEqual(before);
  const given = (await service.subscriptions.renewalsOf(first.id)).map(
    (row) => minorOf(row.refunded) + minorOf(row.refund_pending),
  );
  expect(given).toEqual(renewals.map(({ id }) => (id === renewal?.id ? 500n : 0n)));
});

const captureOf = ({ id: attemptId }: AttemptRow): Parameters<AcquiringModuleService["gate"]["run"]>[0] => ({
  ...{
    attemptId,
    kind: "capture",
    amount: 10_000n,
    idempotencyKey: `capt_${attemptId}`,
    actor: "admin",
    actorId: null,
  },
});

test("a first payment whose response was lost is found again among the charges", async () => {
  await stage.gateway.fault("authorise", "drop-after-apply");
  await stage.gateway.fault("retrievalTrans", "5xx-before");
  const first = await subscribed();
  expect(first).toMatchObject({ state: "unknown", recurring_id: null, gateway_payment_id: null });
  await stage.gateway.control("clock", { ms: 2 * DAY + MINUTE });
  const { transactions } = await stage.gateway.state();
  expect(transactions).toHaveLength(3);
  at(2 * DAY + 2 * MINUTE);
  await check(first);
  expect(await rowOf(first)).toMatchObject({
    state: "authorised",
    gateway_payment_id: transactions[0]?.transaction_id,
  });
  const renewals = await service.subscriptions.renewalsOf(first.id);
  expect(renewals.map(({ gateway_payment_id: id }) => id)).toEqual(
    transactions.slice(1).map(({ transaction_id: id }) => id),
  );
});

test.each([
  ["query", 0],
  ["signature", DAY],
] as const)(
  "a signed message is not taken for the first payment's while that one's transaction is not known (trust: %s)",
  async (trust, after) => {
    const reader = trust === "query" ? service : stage.service(undefined, { notify: { trust } });
    await stage.gateway.fault("authorise", "drop-after-apply");
    await stage.gateway.fault("retrievalTrans", "5xx-before", 2);
    const first = await subscribed();
    const [own] = (await stage.gateway.state()).transactions;
    await stage.gateway.control("clock", { ms: DAY + MINUTE });
    const charge = (await stage.gateway.state()).transactions[1];
    if (!own || !charge) throw new Error("The gateway charged nothing.");
    reader.useClock(() => new Date(Date.now() + after + MINUTE));
    const refunded = { ...charge, refunded: "0.00" };
    const body = notice({ ...first, recurring_id: charge.recurring_id }, refunded);
    expect(await told(reader, body)).toBe("waiting");
    expect(await rowOf(first)).toMatchObject({ state: "unknown", gateway_payment_id: null });
    at(DAY + 2 * MINUTE);
    await check(first);
    expect(await rowOf(first)).toMatchObject({ state: "authorised", gateway_payment_id: own.transaction_id });
    expect(await service.subscriptions.renewalsOf(first.id)).toMatchObject([
      { state: "captured", gateway_payment_id: charge.transaction_id },
    ]);
  },
);

describe("a notification for a first payment whose transaction is unknown", () => {
  const results = (first: AttemptRow): Promise<string[]> =>
    stage.pg("acquiring_inbox_event").where({ source: "notify", order_no: first.order_no }).pluck("status");
  const closed = async ({ id }: AttemptRow): Promise<(string | null)[]> => {
    await service.watchAttention();
    return stage
      .pg("acquiring_attention_item")
      .where({ attempt_id: id, kind: "notification_contradicted" })
      .pluck("cleared_reason");
  };

  /** The gateway has the payment, and no query lists it yet. */
  async function unlisted(): Promise<{ first: AttemptRow; own: Charge }> {
    await stage.gateway.fault("authorise", "drop-after-apply");
    await stage.gateway.fault("retrievalTrans", "missing-item", 1_000);
    const first = await subscribed();
    const [own] = (await stage.gateway.state()).transactions;
    if (!own) throw new Error("The gateway has no payment.");
    return { first, own: { ...own, refunded: "0.00" } };
  }

  /** Told until the message is settled. */
  async function toldAgain(body: Buffer): Promise<string> {
    const { inboxId } = await service.receiveNotification({ account: "main", contentType: FORM, body });
    for (let tries = 0; tries < 5; tries += 1) expect(await service.applyInbox(inboxId ?? "")).toBe("waiting");
    return service.applyInbox(inboxId ?? "");
  }

  const listedAgain = (): Promise<unknown> => fetch(`${stage.gateway.url}/_control/faults`, { method: "DELETE" });

  test.each([
    ["declined", { order_status: "0", result_info: "D0005:Declined" }],
    ["pending", { order_status: "-1", result_info: "P0001:Pending" }],
    ["waiting for the customer", { order_status: "-2", result_info: "P0002:Waiting" }],
  ])("that is %s changes nothing and raises nothing", async (_name, status) => {
    const { first, own } = await unlisted();
    expect(await told(service, notice(first, own, status))).toBe("applied");
    expect(await rowOf(first)).toMatchObject({ state: "unknown", gateway_payment_id: null });
    expect([await results(first), await attention(first)]).toEqual([["applied"], []]);
  });

  test("that claims money raises an item, which is closed once the transaction is known and the claim agrees", async () => {
    const { first, own } = await unlisted();
    expect(await toldAgain(notice(first, own))).toBe("refused");
    expect(await rowOf(first)).toMatchObject({ state: "unknown", gateway_payment_id: null });
    expect(await closed(first)).toEqual([null]);
    await listedAgain();
    await check(first);
    expect(await rowOf(first)).toMatchObject({ state: "authorised", gateway_payment_id: own.transaction_id });
    expect(await closed(first)).toEqual(["confirmed"]);
  });

  test("that claims a later charge keeps its item until that charge is recorded, whatever the first payment has", async () => {
    const { first, own } = await unlisted();
    const later = { ...own, transaction_id: "66660000666600006666" };
    expect(await toldAgain(notice(first, later))).toBe("refused");
    await listedAgain();
    await check(first);
    expect(await rowOf(first)).toMatchObject({ state: "authorised", gateway_payment_id: own.transaction_id });
    expect(await closed(first)).toEqual([null]);
    const charge = await renewed(await rowOf(first));
    await check(first);
    expect(await closed(first)).toEqual([null]);
    // As if the gateway had named it so.
    await stage
      .pg("acquiring_payment_attempt")
      .where({ gateway_payment_id: charge.transaction_id })
      .update({ gateway_payment_id: later.transaction_id });
    expect(await closed(first)).toEqual(["confirmed"]);
  });

  test("that claims money keeps its item when the payment ended unseen: only a person can tell that it is not another transaction", async () => {
    const { first, own } = await unlisted();
    expect(await toldAgain(notice(first, own))).toBe("refused");
    const end = { state: "expired", unknown_since: null };
    await stage.pg("acquiring_payment_attempt").where({ id: first.id }).update(end);
    await check(first);
    expect(await closed(first)).toEqual([null]);
    await stage.gateway.control("portal-void", { order_no: first.order_no });
    await listedAgain();
    await check(first);
    expect(await closed(first)).toEqual([null]);
  });
});

test("a rejected fact names no transaction: the right one is found afterwards", async () => {
  await stage.gateway.fault("authorise", "drop-after-apply");
  await stage.gateway.fault("retrievalTrans", "5xx-before");
  const first = await subscribed();
  await stage.gateway.fault("retrievalTrans", "wrong-amount");
  at(MINUTE);
  await check(first);
  expect(await rowOf(first)).toMatchObject({ state: "unknown", gateway_payment_id: null, recurring_id: null });
  expect(await attention(first)).toContain("amount_mismatch");
  at(2 * MINUTE);
  await check(first);
  expect(await rowOf(first)).toMatchObject({ state: "authorised", gateway_payment_id: expect.stringMatching(/^\d+$/) });
});

test("a message about a charge that the gateway does not list opens nothing, and finally raises an item", async () => {
  const first = await subscribed();
  const invented = {
    order_no: first.order_no,
    transaction_id: "99999999999999999999",
    amount: "12.00",
    refunded: "0.00",
  };
  const body = notice(first, invented);
  expect(await told(service, body)).toBe("waiting");
  const [{ id = "" } = {}] = await stage
    .pg("acquiring_inbox_event")
    .where({ status: "pending", order_no: first.order_no });
  for (let tries = 0; tries < 7; tries += 1) expect(await service.applyInbox(id)).toBe("waiting");
  at(2 * 60 * MINUTE);
  expect(await service.applyInbox(id)).toBe("refused");
  expect(await attention(first)).toEqual(["order_mismatch"]);
  expect(await service.subscriptions.renewalsOf(first.id)).toEqual([]);
  const stranger = { ...invented, order_no: "RN1" };
  expect(await told(service, notice({ ...first, recurring_id: "SUB-OF-NOBODY" }, stranger))).toBe("refused");
});

test.each([
  ["same", "77770000777700007701"],
  ["own-listed", "77770000777700007702"],
])(
  "the item about a charge that no query listed for hours is closed once that charge is recorded (%s)",
  async (renewalOrderNo, another) => {
    await stage.gateway.control("settings", { renewalOrderNo });
    const first = await subscribed();
    const [one, two] = [await renewed(first), await renewed(first)];
    const open = async (): Promise<string[]> => {
      await service.watchAttention();
      return attention(first);
    };
    const refused = async (charge: Charge): Promise<void> => {
      const { inboxId } = await service.receiveNotification({
        account: "main",
        contentType: FORM,
        body: notice(first, charge),
      });
      expect(await service.applyInbox(inboxId ?? "")).toBe("waiting");
      at(2 * 60 * MINUTE);
      expect(await service.applyInbox(inboxId ?? "")).toBe("refused");
      at(0);
    };
    await stage.gateway.fault("retrievalTrans", "missing-item", 1_000);
    await refused(one);
    await refused({ ...two, transaction_id: another });
    at(2 * 60 * MINUTE);
    expect(await open()).toEqual(["order_mismatch"]);
    await fetch(`${stage.gateway.url}/_control/faults`, { method: "DELETE" });
    await check(first);
    expect(await service.subscriptions.renewalsOf(first.id)).toHaveLength(2);
    // The second one is still not the charge that was reported.
    expect(await open()).toEqual(["order_mismatch"]);
    const renamed = { gateway_payment_id: another };
    await stage.pg("acquiring_payment_attempt").where({ gateway_payment_id: two.transaction_id }).update(renamed);
    expect(await open()).toEqual([]);
    const items = stage.pg("acquiring_attention_item").where({ attempt_id: first.id });
    expect(await items.pluck("cleared_reason")).toEqual(["solved"]);
  },
);

test.each([
  ["same", 1],
  ["own-listed", 2],
])("an unsigned message about a charge is accepted as far as a query agrees (%s)", async (renewalOrderNo, minute) => {
  at(minute * MINUTE);
  await stage.gateway.control("settings", { renewalOrderNo });
  const first = await subscribed();
  const charge = await renewed(first);
  const unsigned = { encryption_data: "" };
  expect(await told(service, notice(first, { ...charge, transaction_id: "99999999999999999999" }, unsigned))).toBe(
    "401",
  );
  expect(await told(service, notice(first, { ...charge, amount: "13.00" }, unsigned))).toBe("401");
  expect(await told(service, notice(first, charge, unsigned))).toBe("200");
  // What the query lists, whatever the messages say; nothing of them is kept.
  expect(await service.subscriptions.renewalsOf(first.id)).toMatchObject([
    { gateway_payment_id: charge.transaction_id },
  ]);
  expect(await stage.pg("acquiring_inbox_event").where({ source: "notify", signature: "absent" })).toEqual([]);
});

test("a signature replaces a query that cannot be made if the owner trusts it alone, and only then", async () => {
  const trusting = stage.service(undefined, { notify: { trust: "signature" } });
  const first = await subscribed();
  const charge = await renewed(first);
  const stranger = await subscribed();
  await stage.gateway.fault("retrievalTrans", "5xx-before", 4);
  expect(await told(service, notice(first, charge, { note: "1" }))).toBe("waiting");
  // Under a number that is not ours only the unsigned subscription says whose charge it is.
  const strange = { ...charge, order_no: "77770000777700007777" };
  expect(await told(trusting, notice(first, strange, { note: "4" }))).toBe("waiting");
  expect(await service.subscriptions.renewalsOf(first.id)).toEqual([]);
  // The subscription it names is not signed: another one's is none.
  const lie = { note: "2", recurring_id: stranger.recurring_id ?? "" };
  expect(await told(trusting, notice(first, charge, lie))).toBe("waiting");
  expect(await told(trusting, notice(first, charge, { note: "3" }))).toBe("applied");
  expect(await service.subscriptions.renewalsOf(first.id)).toMatchObject([
    { gateway_payment_id: charge.transaction_id },
  ]);
  expect(await service.subscriptions.renewalsOf(stranger.id)).toEqual([]);
  await check(first);
  expect(await service.subscriptions.renewalsOf(first.id)).toMatchObject([{ state: "captured" }]);
});

test("a dispute of a renewal belongs to that renewal", async () => {
  const first = await subscribed();
  const charge = await renewed(first);
  const dispute = { notify_type: "dispute", dispute_status: "received", dispute_amount: charge.amount };
  expect(await told(service, notice(first, charge, dispute))).toBe("applied");
  const [renewal] = await service.subscriptions.renewalsOf(first.id);
  expect(renewal?.disputes).toMatchObject([{ status: "open" }]);
  expect((await rowOf(first)).disputes).toBeNull();
  expect(renewal && (await attention(renewal))).toEqual(["dispute"]);
});

test("a dispute is recorded for the transaction that it names, with a signature that is valid when it is processed", async () => {
  const first = await subscribed();
  const own = {
    order_no: first.order_no,
    transaction_id: first.gateway_payment_id ?? "",
    amount: "12.00",
    refunded: "",
  };
  const dispute = { notify_type: "dispute", dispute_status: "received" };
  const body = notice(first, own, dispute);
  const { inboxId } = await service.receiveNotification({ account: "main", contentType: FORM, body });
  // It was acknowledged; meanwhile the owner changed how the gateway signs.
  const changed = stage.service(undefined, { signing: { keyPosition: "first" } });
  expect(await changed.applyInbox(inboxId ?? "")).toBe("refused");
  const another = { ...own, transaction_id: "88880000888800008888" };
  expect(await told(service, notice(first, another, { ...dispute, recurring_id: "" }))).toBe("refused");
  expect((await rowOf(first)).disputes).toBeNull();
  expect(await attention(first)).toEqual(["order_mismatch"]);
  expect(await told(service, notice(first, own, { ...dispute, note: "2" }))).toBe("applied");
  expect((await rowOf(first)).disputes).toMatchObject([{ status: "open" }]);
});

describe("the cancellation of a subscription", () => {
  const request = (row: AttemptRow, key: string): Parameters<typeof service.subscriptions.cancel>[0] => ({
    ...{ attemptId: row.id, key, actor: "admin", actorId: "user_1", note: "The customer asked." },
  });
  const sent = async (): Promise<number> =>
    (await stage.gateway.requests()).filter(({ operation }) => operation === "cancelsubscription").length;

  test("is sent once, however often it is requested and by whom", async () => {
    const first = await subscribed();
    const all = await Promise.all(
      [service, twin].flatMap((each) => [
        each.subscriptions.cancel(request(first, "one")),
        each.subscriptions.cancel(request(first, "two")),
      ]),
    );
    expect(all.filter(({ kind }) => kind === "settled").length).toBeGreaterThan(0);
    expect(await service.subscriptions.cancel(request(first, "one"))).toEqual({ kind: "settled" });
    expect(await service.subscriptions.cancel(request(first, "three"))).toEqual({ kind: "settled" });
    expect(await sent()).toBe(1);
    expect(await service.subscriptions.gatewayStateOf(first.id)).toMatchObject({
      gatewayState: "over",
      cancel: { status: "settled" },
    });
    await check(first);
    expect(await service.subscriptions.gatewayStateOf(first.id)).toMatchObject({ reported: { status: "inactive" } });
    expect(money(await rowOf(first))).toEqual(money(first));
  });

  test("may be XML, with an escaped name", async () => {
    const first = await subscribed({ name: "Tea & <Scones>" });
    const inXml = stage.service(undefined, { encoding: { cancelSubscription: "xml" } });
    expect(await inXml.subscriptions.cancel(request(first, "one"))).toEqual({ kind: "settled" });
    const [{ body } = { body: null }] = (await stage.gateway.requests()).filter(
      ({ operation }) => operation === "cancelsubscription",
    );
    expect(body).toMatchObject({ recurring_id: first.recurring_id, contract_name: "Tea & <Scones>" });
  });

  test("whose response was lost is resolved by the next query", async () => {
    const first = await subscribed();
    await stage.gateway.fault("cancelsubscription", "drop-after-apply");
    expect(await service.subscriptions.cancel(request(first, "one"))).toMatchObject({ kind: "unknown" });
    expect(await service.subscriptions.gatewayStateOf(first.id)).toMatchObject({ gatewayState: "cancelling" });
    expect(await service.subscriptions.cancel(request(first, "two"))).toMatchObject({
      kind: "unknown",
      reason: { code: "operation_open" },
    });
    await check(first);
    expect(await service.subscriptions.gatewayStateOf(first.id)).toMatchObject({
      gatewayState: "over",
      cancel: { status: "settled" },
    });
    expect(await sent()).toBe(1);
  });

  test("that never arrived is open until that is proven, and may then be requested again", async () => {
    const first = await subscribed();
    await stage.gateway.fault("cancelsubscription", "drop-before");
    expect(await service.subscriptions.cancel(request(first, "one"))).toMatchObject({ kind: "unknown" });
    at(14 * MINUTE);
    await check(first);
    expect(await service.subscriptions.gatewayStateOf(first.id)).toMatchObject({ gatewayState: "cancelling" });
    at(16 * MINUTE);
    await check(first);
    expect(await service.subscriptions.gatewayStateOf(first.id)).toMatchObject({
      gatewayState: "active",
      cancel: { status: "declined" },
    });
    expect(await service.subscriptions.cancel(request(first, "two"))).toEqual({ kind: "settled" });
    expect(await sent()).toBe(2);
  });

  test("that the gateway refuses is refused, and an item is raised if the result cannot be determined", async () => {
    const first = await subscribed();
    const other = await subscribed({ name: "Tea" });
    await stage.gateway.control("cancel-subscription", { recurring_id: first.recurring_id });
    expect(await service.subscriptions.cancel(request(first, "one"))).toMatchObject({ kind: "declined" });
    // It had ended already: the question that follows a refusal says so.
    await check(first);
    expect(await service.subscriptions.gatewayStateOf(first.id)).toMatchObject({ gatewayState: "over" });

    await stage.gateway.fault("cancelsubscription", "drop-before");
    await service.subscriptions.cancel(request(other, "one"));
    await stage.gateway.fault("retrievalTrans", "5xx-before");
    at(16 * MINUTE);
    await check(other);
    expect(await attention(other)).toEqual(["subscription_cancel_unknown"]);
    // Known now; the subscription that follows the ledger takes it back, when it is over.
    await check(other);
    expect(await service.subscriptions.gatewayStateOf(other.id)).toMatchObject({ cancel: { status: "declined" } });
    expect(await attention(other)).toEqual(["subscription_cancel_unknown"]);
  });

  test("whose result arrives between the two reads of a check raises no item of another kind", async () => {
    const first = await subscribed();
    await stage.gateway.fault("cancelsubscription", "drop-before");
    await service.subscriptions.cancel(request(first, "one"));
    await stage.gateway.fault("retrievalTrans", "5xx-before");
    at(16 * MINUTE);
    const read = service.attempts.attempt.bind(service.attempts);
    const reads = jest.spyOn(service.attempts, "attempt").mockImplementation(async (id) => {
      const row = await read(id);
      await stage.pg("acquiring_operation").where({ attempt_id: id, status: "unknown" }).update({ status: "settled" });
      await stage
        .pg("acquiring_payment_attempt")
        .where({ id })
        .whereNotNull("unknown_since")
        .update({ unknown_since: null, version: stage.pg.raw("version + 1") });
      return row;
    });
    await check(first);
    reads.mockRestore();
    expect(await attention(first)).not.toContain("unknown_outcome");
  });

  test("that the system requests is repeated if it was lost, not if it was declined, and five times at most", async () => {
    const first = await subscribed();
    const keys: (string | null)[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      at(tries * 20 * MINUTE);
      const key = await service.subscriptions.systemKey(first.id, "reversed");
      keys.push(key);
      if (key === null) break;
      await stage.gateway.fault("cancelsubscription", "drop-before");
      await service.subscriptions.cancel(request(first, key));
      expect(await service.subscriptions.systemKey(first.id, "reversed")).toBe(key);
      at((tries * 20 + 16) * MINUTE);
      await check(first);
    }
    expect(keys).toEqual(["reversed", "reversed-1", "reversed-2", "reversed-3", "reversed-4", null]);
    expect(await service.subscriptions.systemKey(first.id, "order-cancelled")).toBe("order-cancelled");
    await stage.gateway.control("cancel-subscription", { recurring_id: first.recurring_id });
    expect(await service.subscriptions.cancel(request(first, "order-cancelled"))).toMatchObject({ kind: "declined" });
    expect(await service.subscriptions.systemKey(first.id, "order-cancelled")).toBeNull();
  });

  test("is refused for what is no subscription, or has no ID yet", async () => {
    const { attempt } = await service.pay({ ...subscriptionPayment("payses_plain"), subscription: null });
    if (!attempt) throw new Error("Nothing was paid.");
    expect(await service.subscriptions.cancel(request(attempt, "one"))).toMatchObject({
      kind: "refused",
      reason: { code: "no_subscription" },
    });
    expect(await sent()).toBe(0);
  });
});

test("a renewal waits for its session, and is Medusa's from then on", async () => {
  const first = await subscribed();
  await renewed(first);
  await check(first);
  const [renewal] = await service.subscriptions.renewalsOf(first.id);
  if (!renewal) throw new Error("There is no renewal.");
  expect(await service.due("project", ALL)).not.toContain(renewal.id);
  expect(await service.subscriptions.followed(renewal.id, renewal.version - 1)).toBe(false);
  expect(await service.subscriptions.linkRenewal(renewal.id, { sessionId: "payses_renewal" })).toBe(true);
  expect(await service.subscriptions.linkRenewal(renewal.id, { sessionId: "payses_renewal" })).toBe(true);
  expect(await service.subscriptions.linkRenewal(renewal.id, { sessionId: "payses_other" })).toBe(false);
  expect(await service.subscriptions.linkRenewal(first.id, { sessionId: "payses_other" })).toBe(false);
  expect(await service.due("project", ALL)).toContain(renewal.id);
  expect((await service.checkout.status("payses_renewal", { query: false }))?.attempt?.id).toBe(renewal.id);
  const { version } = await rowOf(renewal);
  expect(await service.subscriptions.followed(renewal.id, version)).toBe(true);
  expect(await service.due("subscription", ALL)).not.toContain(renewal.id);
});

test("the reconciliation finds a charge without a notification, records it, and takes no renewal for another", async () => {
  const first = await subscribed();
  const known = await renewed(first);
  await check(first);
  const lost = await renewed(first, { amount: "7.00" });
  at(60 * MINUTE);
  // Medusa has nothing: what it lacks of the first payment is not looked at here.
  const medusa: MedusaBooks = {
    differing: (lines) => Promise.resolve(new Set(lines.map(({ id }) => id))),
    of: () => Promise.resolve(new Map()),
    strays: () => nothing(),
  };
  const request = { account: null, from: new Date(Date.now() - DAY), to: new Date(Date.now() + DAY), by: "user_1" };
  const compare = async (apply: boolean): Promise<unknown[]> => {
    const found: unknown[] = [];
    const note = ({ kind, subject, attemptId, isApplied }: FoundDifference): void => {
      if (kind !== "order_missing") found.push([kind, subject, attemptId, isApplied]);
    };
    await service.reconciler.run({ ...request, apply }, medusa, { difference: note, progress: () => undefined });
    return found.filter((each) => Array.isArray(each) && each[2] === first.id);
  };
  expect(await compare(false)).toEqual([["renewal_missing_here", lost.transaction_id, first.id, false]]);
  expect(await compare(true)).toEqual([["renewal_missing_here", lost.transaction_id, first.id, true]]);
  const renewals = await service.subscriptions.renewalsOf(first.id);
  expect(renewals.map(({ gateway_payment_id: id }) => id)).toEqual([known.transaction_id, lost.transaction_id]);
  at(120 * MINUTE);
  expect(await compare(false)).toEqual([]);
});

async function* nothing(): AsyncGenerator<never> {
  // There is nothing to tell.
}
