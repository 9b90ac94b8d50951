import type { Knex } from "knex";
import type { HoldWhen } from "../../src/options/review-options";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import { isHeldCart } from "../../src/modules/acquiring/ledger/rows/review-hold";
import type { ReviewResult } from "../../src/modules/acquiring/review/review-decision";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import type { OwnDatabase } from "../support/own-database";
import { attemptRow } from "../support/attempt-row";
import { cardPayment } from "../support/card-payment";
import { ledgerDatabase } from "../support/ledger-database";
import { createMoneyTables } from "../support/medusa-money-tables";
import { Gateway } from "../support/shop";

/** Held payments without Medusa: the ledger, the simulator and a database, so that processes can die and rules can fail. */
const KEY = "golden-key-0123456789";
const PENDING = "4000000000009235";
const APPROVED = "4000000000009243";
const PLAIN = "4111111111111111";

let database: OwnDatabase;
let pg: Knex;
let simulator: Simulator;
let gateway: Gateway;
let logged: string[];
let sessions = 0;

beforeAll(async () => {
  database = await ledgerDatabase("review");
  pg = database.pool(10);
  simulator = await startSimulator({ merchantId: "100001", accountId: "100001001", signingKeys: [KEY] });
  gateway = new Gateway(simulator.url);
});
afterAll(async () => {
  await simulator.close();
  await database.close();
});
beforeEach(async () => {
  logged = [];
  armFailpoint(null);
  await gateway.anew({ notifications: "off" });
});

const accountWith = (review: object): object => ({
  ...{ baseUrl: simulator.url, merchantId: "100001", accountId: "100001001", signingKeys: [KEY] },
  profile: { review },
});

function serviceWith(
  review: object = { rejectFlag: "0" },
  holdWhen?: HoldWhen,
  main = accountWith(review),
): AcquiringModuleService {
  const note = (line: string): void => void logged.push(line);
  const options = {
    accounts: { main },
    storefront: { origins: ["http://localhost:8000"] },
    notifyBaseUrl: "http://localhost:1",
    ...(holdWhen ? { review: { holdWhen } } : {}),
  };
  const logger = { info: note, warn: note, error: note };
  // @ts-expect-error -- a logger with the methods that the service uses
  return new AcquiringModuleService({ __pg_connection__: pg, logger }, options);
}

async function pay(service: AcquiringModuleService, number: string): Promise<AttemptRow> {
  sessions += 1;
  const session = `payses_${String(sessions)}`;
  const { attempt } = await service.pay(
    cardPayment(session, `cart_${session}`, { card: number, billingCountry: "DE" }),
  );
  if (!attempt) throw new Error("Nothing was paid.");
  return attempt;
}

let keys = 0;
const review = (
  service: AcquiringModuleService,
  { id: attemptId }: AttemptRow,
  action: "approve" | "reject",
): Promise<ReviewResult> => {
  keys += 1;
  const idempotencyKey = `key_${String(keys)}`;
  return service.reviews.review({ attemptId, action, note: null, actorId: "user_1", idempotencyKey });
};
const sent = (): Promise<number> => gateway.sent("review");
const rowOf = async ({ id }: AttemptRow): Promise<AttemptRow> => pg("acquiring_payment_attempt").where({ id }).first();

test("until the flag of a reject is configured a reject is refused with a message that explains it, and nothing is sent", async () => {
  const service = serviceWith({});
  const attempt = await pay(service, PENDING);
  const result = await review(service, attempt, "reject");
  expect(result).toMatchObject({ kind: "refused", reason: { code: "no_reject_flag" } });
  expect("reason" in result && result.reason.message).toMatch(/profile\.review\.rejectFlag/);
  expect(await sent()).toBe(0);
  expect(await review(service, attempt, "approve")).toEqual({ kind: "decided", decision: "approved" });
});

test.each([
  ["it has one", { rejectFlag: "0" }, {}, { kind: "decided", decision: "rejected" }],
  ["it has none", {}, { rejectFlag: "0" }, { kind: "refused", reason: { code: "no_reject_flag" } }],
])(
  "a reject of a former account's payment depends on that account's own flag: %s",
  async (_has, own, present, expected) => {
    const attempt = await pay(serviceWith(own), PENDING);
    const main = { ...accountWith(present), merchantId: "200002", former: [accountWith(own)] };
    const service = serviceWith({}, undefined, main);
    const { review: shown } = service.possible(await rowOf(attempt), await service.attempts.operations(attempt.id));
    expect(shown?.rejectRefusedBecause === null).toBe(expected.kind === "decided");
    expect(await review(service, attempt, "reject")).toMatchObject(expected);
    expect(await sent()).toBe(expected.kind === "decided" ? 1 : 0);
  },
);

test("the owner's rule gets amount, currency, country, score and risk, and is called once", async () => {
  const seen: unknown[] = [];
  const service = serviceWith({}, (candidate) => {
    seen.push(candidate);
    return false;
  });
  const attempt = await pay(service, PLAIN);
  await service.checkAttempt(attempt.id);
  await service.checkAttempt(attempt.id);
  expect(seen).toEqual([
    {
      score: 12,
      amountMinor: 10_000n,
      currency: "EUR",
      billingCountry: "DE",
      risk: { action: "ACCEPT", score: "12", reasons: [{ name: "velocity", status: "ACCEPT" }] },
    },
  ]);
  expect((await rowOf(attempt)).held_at).toBeNull();
});

test("the owner's rule is not called for payments that the gateway holds or declined", async () => {
  let asked = 0;
  const service = serviceWith({}, () => {
    asked += 1;
    return true;
  });
  expect((await rowOf(await pay(service, PENDING))).hold_reason).toBe("gateway");
  expect((await rowOf(await pay(service, "4000000000000002"))).held_at).toBeNull();
  expect(asked).toBe(0);
});

const itemsOf = ({ id }: AttemptRow): Promise<{ message: string; cleared_at: Date | null }[]> =>
  pg("acquiring_attention_item")
    .where({ attempt_id: id, kind: "held_review" })
    .orderBy("raised_at")
    .select("message", "cleared_at");
const entriesOf = async ({ id }: AttemptRow): Promise<string[]> =>
  (await pg("acquiring_entry").where({ attempt_id: id }).orderBy("sequence").select("kind")).map(({ kind }) => kind);

test("the owner's rule is called once for a payment that the gateway held and released, and may hold it", async () => {
  let asked = 0;
  const service = serviceWith({}, () => {
    asked += 1;
    return true;
  });
  const attempt = await pay(service, PENDING);
  await gateway.control("approve", { order_no: attempt.order_no });
  await service.checkAttempt(attempt.id);
  await service.checkAttempt(attempt.id);
  expect(asked).toBe(1);
  const held = { state: "authorised", hold_reason: "owner", hold_decision: null, hold_decided_at: null };
  expect(await rowOf(attempt)).toMatchObject(held);
  expect(await itemsOf(attempt)).toEqual([{ message: expect.stringContaining("Your rule"), cleared_at: null }]);
  expect(await entriesOf(attempt)).not.toContain("review_approved");
  expect(await review(service, attempt, "reject")).toEqual({ kind: "decided", decision: "rejected" });
  expect(await sent()).toBe(0);
});

test("a payment that the gateway held and released, and that the owner's rule does not hold, is approved", async () => {
  const service = serviceWith({}, () => false);
  const attempt = await pay(service, PENDING);
  await gateway.control("approve", { order_no: attempt.order_no });
  await service.checkAttempt(attempt.id);
  expect(await rowOf(attempt)).toMatchObject({ hold_reason: "gateway", hold_decision: "approved" });
  expect(await itemsOf(attempt)).toMatchObject([{ cleared_at: expect.any(Date) }]);
});

test.each([
  ["here", false],
  ["here after the gateway released it", true],
])("the owner's rule does not hold a payment that a person approved %s", async (_where, isReleasedFirst) => {
  const service = serviceWith({}, () => true);
  const attempt = await pay(service, PENDING);
  if (isReleasedFirst) await gateway.control("approve", { order_no: attempt.order_no });
  expect(await review(service, attempt, "approve")).toEqual({ kind: "decided", decision: "approved" });
  await service.checkAttempt(attempt.id);
  expect(await rowOf(attempt)).toMatchObject({ state: "authorised", hold_decision: "approved" });
  expect(await itemsOf(attempt)).toMatchObject([{ cleared_at: expect.any(Date) }]);
});

test("money of a payment that expired while it was held is held again, until a person decides", async () => {
  const service = serviceWith();
  const attempt = await pay(service, PENDING);
  await pg("acquiring_payment_attempt")
    .where({ id: attempt.id })
    .update({ pending_expires_at: new Date(Date.now() - 60_000) });
  await service.checkAttempt(attempt.id);
  expect(await rowOf(attempt)).toMatchObject({ state: "expired", hold_decision: "rejected" });
  await gateway.control("approve", { order_no: attempt.order_no });
  await service.checkAttempt(attempt.id);
  const held = { state: "authorised", is_late: true, hold_decision: null, hold_decided_at: null };
  expect(await rowOf(attempt)).toMatchObject(held);
  expect(await itemsOf(attempt)).toMatchObject([
    { cleared_at: expect.any(Date) },
    { message: expect.stringContaining("ended without a decision"), cleared_at: null },
  ]);
  await service.checkAttempt(attempt.id);
  expect(await rowOf(attempt)).toMatchObject(held);
  expect(await review(service, attempt, "approve")).toEqual({ kind: "decided", decision: "approved" });
  expect(await rowOf(attempt)).toMatchObject({ hold_decision: "approved" });
});

test.each<[string, () => unknown]>([
  [
    "throws",
    () => {
      throw new RangeError("no such country");
    },
  ],
  ["answers a promise", () => Promise.resolve(false)],
  ["answers nothing", () => undefined],
])("a rule that %s holds the payment, and the log has the reason", async (_name, rule) => {
  // @ts-expect-error -- a rule of an owner who does not check types
  const service = serviceWith({}, rule);
  const attempt = await pay(service, PLAIN);
  expect((await rowOf(attempt)).hold_reason).toBe("owner");
  expect(logged.filter((line) => line.startsWith("acquiring.review_rule_failed"))).toHaveLength(1);
  expect(logged.join("\n")).not.toContain("no such country");
});

test.each([
  ["approve", "before-send", 0],
  ["approve", "after-send", 1],
  ["reject", "before-send", 0],
  ["reject", "after-send", 1],
] as const)("a process that dies at %s:%s leaves a decision that a query resolves", async (action, point, effects) => {
  const dying = serviceWith();
  const attempt = await pay(dying, PENDING);
  armFailpoint((name) => {
    if (name === `review:${point}`) throw new Error("killed");
  });
  await expect(review(dying, attempt, action)).rejects.toThrow("killed");
  armFailpoint(null);
  expect(await pg("acquiring_operation").where({ attempt_id: attempt.id, kind: "review" })).toMatchObject([
    { status: "sending", action },
  ]);
  const next = serviceWith();
  next.useClock(() => new Date(Date.now() + 130_000));
  expect(await next.checkAttempt(attempt.id)).toBe(true);
  const decision = action === "approve" ? "approved" : "rejected";
  expect((await rowOf(attempt)).hold_decision).toBe(effects === 1 ? decision : null);
  expect(await sent()).toBe(effects);
  expect(await review(next, attempt, action)).toEqual({ kind: "decided", decision });
  expect(await sent()).toBe(1);
});

test.each([PENDING, APPROVED])("two processes that decide %s at once send one decision", async (number) => {
  const [one, two] = [serviceWith(), serviceWith()];
  const attempt = await pay(one, number);
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) => review(index % 2 ? one : two, attempt, index % 3 ? "approve" : "reject")),
  );
  expect(results).toEqual(results.map(() => results[0]));
  expect(results[0]?.kind).toBe("decided");
  expect(await sent()).toBe(1);
});

test("the same key is one decision, however often it is sent", async () => {
  const service = serviceWith();
  const attempt = await pay(service, PENDING);
  const request = { attemptId: attempt.id, note: null, actorId: null, idempotencyKey: "same" } as const;
  await gateway.fault("review", "drop-before");
  expect(await service.reviews.review({ ...request, action: "approve" })).toMatchObject({ kind: "unknown" });
  expect(await service.reviews.review({ ...request, action: "approve" })).toMatchObject({ kind: "unknown" });
  expect(await sent()).toBe(1);
});

test.each(["approve", "reject"] as const)(
  "%s is refused while a void of a payment held by the shop's rule has no known result, and decides it afterwards",
  async (action) => {
    const service = serviceWith({}, () => true);
    const attempt = await pay(service, PLAIN);
    await gateway.fault("cancel", "drop-before");
    const begun = { attemptId: attempt.id, kind: "void", amount: null, actor: "admin", actorId: null } as const;
    expect(await service.gate.run({ ...begun, idempotencyKey: `void_${action}` })).toMatchObject({ kind: "unknown" });
    expect(await review(service, attempt, action)).toMatchObject({
      kind: "refused",
      reason: { code: "operation_open" },
    });
    expect((await rowOf(attempt)).hold_decision).toBeNull();
    service.useClock(() => new Date(Date.now() + 130_000));
    await service.checkAttempt(attempt.id);
    const decision = action === "approve" ? "approved" : "rejected";
    expect(await review(service, attempt, action)).toEqual({ kind: "decided", decision });
  },
);

test("Postgres itself refuses a second decision, and one beside an open void", async () => {
  const service = serviceWith();
  const attempt = await pay(service, PENDING);
  await review(service, attempt, "approve");
  const [row] = await pg("acquiring_operation").where({ attempt_id: attempt.id, kind: "review" });
  const second = { ...row, id: "acqop_second", sequence: 99, idempotency_key: "second" };
  const insert = (more: object): Promise<unknown> =>
    pg.transaction(async (trx) =>
      trx("acquiring_operation").insert({ ...second, raw_amount: JSON.stringify(row.raw_amount), ...more }),
    );
  await expect(insert({ status: "settled" })).rejects.toThrow(/IDX_acquiring_operation_one_review/);
  await expect(insert({ kind: "dispute" })).rejects.toThrow(/kind_check/);
  await expect(insert({ action: "maybe" })).rejects.toThrow(/action_check/);
  const other = await pay(service, APPROVED);
  await pg("acquiring_operation").insert({
    ...second,
    attempt_id: other.id,
    kind: "void",
    action: null,
    status: "unknown",
    raw_amount: JSON.stringify(row.raw_amount),
  });
  await expect(
    insert({ id: "acqop_third", attempt_id: other.id, sequence: 100, idempotency_key: "third", status: "sending" }),
  ).rejects.toThrow(/IDX_acquiring_operation_open_settle/);
});

/** An order's payments: `held` waits for a review; `other` is another attempt of its cart. */
interface Beside {
  readonly held?: object;
  readonly hasSession?: boolean;
  readonly ownPayment?: object;
  readonly otherIsHeld?: boolean;
  readonly otherPayment?: object;
}
const GONE: Beside = { hasSession: false, otherPayment: {} };

test("which held payments of a cart keep its order from being fulfilled", async () => {
  await createMoneyTables(pg);
  const cases: readonly [string, boolean, Beside][] = [
    ["the order waits for it", true, {}],
    ["the order waits for it, and another payment pays a part", true, { otherPayment: {} }],
    ["its session was replaced and nothing else pays", true, { hasSession: false }],
    ["its session was replaced and another pays", false, GONE],
    ["another was cancelled", true, { ...GONE, otherPayment: { canceled_at: new Date() } }],
    ["another is held too", true, { ...GONE, otherIsHeld: true }],
    ["another pays and it goes back", false, { ...GONE, held: { reversal_reason: "late_or_duplicate_payment" } }],
    ["it came late and another pays", false, { held: { is_late: true }, otherPayment: {} }],
    ["it came late and nothing else pays", true, { held: { is_late: true } }],
    ["the order's payment was created from it", true, { ...GONE, ownPayment: {} }],
    ["the order's payment was created from it, late", true, { held: { is_late: true }, ownPayment: {} }],
    ["the payment created from it was cancelled", false, { ...GONE, ownPayment: { canceled_at: new Date() } }],
  ];
  const found: [string, boolean][] = [];
  for (const [index, [what, , beside]] of cases.entries()) {
    const key = `beside_${String(index)}`;
    await arrange(key, beside);
    found.push([what, await isHeldCart(pg, key, [key])]);
  }
  expect(found).toEqual(cases.map(([what, isHeld]) => [what, isHeld]));
});

async function arrange(key: string, { held = {}, hasSession = true, ...beside }: Beside): Promise<void> {
  const [id, otherId] = [`acqpay_${key}`, `acqpay_other_${key}`];
  const hold = { held_at: new Date(), hold_reason: "gateway", hold_decision: null };
  const rows = [
    { ...attemptRow(id, "authorised"), ...hold, ...held, cart_id: key },
    { ...attemptRow(otherId, "authorised"), ...(beside.otherIsHeld ? { ...hold, is_late: true } : {}), cart_id: key },
  ];
  for (const row of rows) await pg("acquiring_payment_attempt").insert(row);
  if (hasSession) await pg("payment_session").insert({ id: `payses_${id}` });
  const payment = (of: string, more: object): Promise<unknown> =>
    pg.transaction(async (trx) =>
      trx("payment").insert({ id: of, payment_collection_id: key, data: { order_no: `acq_${of}` }, ...more }),
    );
  if (beside.ownPayment) await payment(id, beside.ownPayment);
  if (beside.otherPayment) await payment(otherId, beside.otherPayment);
}
